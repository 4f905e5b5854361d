import { viewExport, type ViewRow } from '@hengneng/contracts';
import { MODULES, shortCodeOf } from '@hengneng/core';
import { quotaFlows } from '@hengneng/forms/views';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { ViewRows } from '../../engine/views/ViewRows.tsx';
import { download } from '../../lib/download.ts';
import { can } from '../../lib/permission.ts';
import { recordAddress } from '../../lib/routes.ts';
import { AppDrawer } from '../../ui/AppDrawer.tsx';

export interface Opened {
  readonly book: '额度' | '拨款' | '借款';
  readonly row: ViewRow;
}

/** How a balance came about: every line in the order of time, with what was left after it. */
export const FlowDrawer = ({
  opened,
  onClose,
}: {
  readonly opened: Opened;
  readonly onClose: () => void;
}): ReactElement => {
  const { book, row } = opened;
  const ask = { book, account: row.id };
  const loan = book === '借款' ? recordAddress(MODULES.borrowing.procedureId, row.id) : null;
  return (
    <AppDrawer
      width={860}
      title={`${book}流水`}
      extra={
        <div className="action-row">
          {loan === null ? null : <Link to={loan}>打开借款单</Link>}
          {can(shortCodeOf(quotaFlows.screen), 'export') ? (
            <Button
              onClick={() => void download('POST', viewExport(quotaFlows).path, ask, { name: `${book}流水.xlsx` })}
            >
              导出
            </Button>
          ) : null}
        </div>
      }
      onClose={onClose}
    >
      <ViewRows
        view={quotaFlows}
        ask={ask}
        empty="没有流水"
        tone={(line) => (line['state'] === '释放' ? 'off' : line['state'] === '在途' ? 'warn' : null)}
      />
    </AppDrawer>
  );
};
