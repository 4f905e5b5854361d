import { expFile } from '@hengneng/contracts';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import { download } from '../../lib/download.ts';
import { can } from '../../lib/permission.ts';

/** What a page lists, taken along as it is narrowed; for who may. */
export const ExportButton = ({
  screen,
  kind,
  ask,
  name,
  label = '导出',
  disabled = false,
}: {
  readonly screen: string;
  readonly kind: string;
  readonly ask: object;
  /** Of the file, without its ending. */
  readonly name: string;
  readonly label?: string;
  /** Where no project is chosen yet. */
  readonly disabled?: boolean;
}): ReactElement | null =>
  can(screen, 'export') ? (
    <Button
      disabled={disabled}
      title={disabled ? '请先选择项目' : undefined}
      onClick={() => void download('POST', expFile.path, { Kind: kind, ...ask }, { name: `${name}.xlsx` })}
    >
      {label}
    </Button>
  ) : null;
