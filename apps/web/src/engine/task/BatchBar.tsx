import type { WaitRow } from '@hengneng/contracts';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import type { BatchAct } from './BatchDialog.tsx';
import { isQuick, NOT_QUICK } from './quick.ts';

/** What several to-dos are about to be decided to. */
export interface Batch {
  readonly act: BatchAct;
  readonly tasks: readonly WaitRow[];
  readonly apart?: number;
}

/** What can be done with the to-dos that are selected. */
export const BatchBar = ({
  chosen,
  onClear,
  onAct,
}: {
  readonly chosen: readonly WaitRow[];
  readonly onClear: () => void;
  readonly onAct: (batch: Batch) => void;
}): ReactElement => {
  const quick = chosen.filter(isQuick);
  return (
    <div className="batch-bar" role="toolbar" aria-label="批量处理">
      <span>
        已选 {chosen.length} 件{quick.length === 0 ? <small className="hint"> {NOT_QUICK}</small> : null}
      </span>
      <Button onClick={onClear}>取消选择</Button>
      <Button danger onClick={() => onAct({ act: 'reject', tasks: chosen })}>
        批量驳回
      </Button>
      <Button
        type="primary"
        disabled={quick.length === 0}
        onClick={() => onAct({ act: 'agree', tasks: quick, apart: chosen.length - quick.length })}
      >
        批量同意
      </Button>
    </div>
  );
};
