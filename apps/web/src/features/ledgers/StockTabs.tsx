import type { ViewRow } from '@hengneng/contracts';
import { MODULES } from '@hengneng/core';
import type { ViewShape } from '@hengneng/form-kit';
import type { ReactElement } from 'react';
import { ViewSection } from '../../engine/views/ViewSection.tsx';
import { ViewTabs } from '../../engine/views/ViewTabs.tsx';
import { recordAddress } from '../../lib/routes.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';

/** The record that moved the stock. */
const movedBy = (row: ViewRow): string | null => {
  const [module, id] = [row['module'], row['record']];
  const known = Object.entries(MODULES).find(([name]) => name === module);
  return known === undefined || typeof id !== 'string' ? null : recordAddress(known[1].procedureId, id);
};

/** What is on hand, and how it came to be so. */
export const StockTabs = ({ held, moves }: { readonly held: ViewShape; readonly moves: ViewShape }): ReactElement => (
  <div className="list-page">
    <PageHeader title={held.title} note={held.purpose} />
    <ViewTabs
      label={held.title}
      tabs={[
        {
          key: 'held',
          label: '结存',
          content: () => <ViewSection view={held} empty="您能看到的项目还没有库存" keywordHint="名称、项目" />,
        },
        {
          key: 'moves',
          label: '出入库流水',
          content: () => (
            <ViewSection view={moves} empty="还没有出入库" keywordHint="名称、项目、事由" address={movedBy} />
          ),
        },
      ]}
    />
  </div>
);
