import { perambulatePointImport, perambulatePointTemplate } from '@hengneng/contracts';
import type { ReactElement } from 'react';
import { WholeImportDialog } from '../../../engine/imports/WholeImportDialog.tsx';
import { POINTS } from './queries.ts';

/** Points of a project from a sheet. */
export const ImportDialog = ({
  project,
  onClose,
}: {
  readonly project: string;
  readonly onClose: () => void;
}): ReactElement => (
  <WholeImportDialog
    title="导入巡检点"
    about="一个点有几个检查项就写几行。每行先检查，全部正确才写入；一次最多 2000 行、10 MB。"
    call={perambulatePointImport}
    fields={{ project }}
    template={perambulatePointTemplate}
    what="巡检点"
    said={(created) => `已导入${created}个巡检点`}
    renews={POINTS}
    onClose={onClose}
  />
);
