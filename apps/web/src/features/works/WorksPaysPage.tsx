import type { ViewRow } from '@hengneng/contracts';
import { MODULES, type ModuleId } from '@hengneng/core';
import { worksPayBatches, worksPays } from '@hengneng/forms/views';
import { Button } from 'antd';
import type { ReactElement } from 'react';
import { textOf } from '../../engine/rows/text.ts';
import { ListWithViews } from '../../engine/views/ListWithViews.tsx';
import { recordAddress } from '../../lib/routes.ts';
import { mayBegin, useBegin } from '../ledgers/new-record.ts';

const toneOf = (row: ViewRow): 'bad' | 'warn' | 'off' | null => {
  if (row['state'] === '已付清' || row['state'] === '已完成') return 'off';
  if (row['state'] === '退汇') return 'bad';
  return Number(row['lateDays'] ?? 0) > 0 ? 'warn' : null;
};

const recordOf =
  (module: ModuleId) =>
  (row: ViewRow): string | null =>
    recordAddress(MODULES[module].procedureId, row.id);

/** A batch of what was approved: of one application from its row, else what finance picks in the form. */
const BatchButton = ({ row }: { readonly row?: ViewRow }): ReactElement | null => {
  const { begin, beginning } = useBegin();
  if (!mayBegin('payMoneyApproval')) return null;
  return (
    <Button
      {...(row ? { type: 'link', size: 'small' } : { type: 'primary' })}
      loading={beginning}
      onClick={() =>
        begin(
          row
            ? { moduleId: 'payMoneyApproval', project: '', values: { pays: [{ apply: row.id }] } }
            : { moduleId: 'payMoneyApproval' },
        )
      }
    >
      {row ? '排款' : '汇成批次'}
    </Button>
  );
};

/** Of these there is something left that no batch holds. */
const UNPAID: ReadonlySet<string> = new Set(['待排款', '部分已付', '退汇']);

/** Payments for building works: the applications, what became of each, and the batches that paid them. */
const WorksPaysPage = (): ReactElement => (
  <ListWithViews
    moduleId="payMoney"
    path={worksPays.screen}
    label="工程付款"
    records="付款申请"
    views={[
      {
        key: 'progress',
        view: worksPays,
        empty: '没有付款',
        address: recordOf('payMoney'),
        tone: toneOf,
        actions: mayBegin('payMoneyApproval')
          ? (row) => (UNPAID.has(textOf(row, 'state')) ? <BatchButton row={row} /> : null)
          : undefined,
      },
      {
        key: 'batches',
        view: worksPayBatches,
        empty: '没有排款批次',
        tools: <BatchButton />,
        address: recordOf('payMoneyApproval'),
        tone: toneOf,
      },
    ]}
  />
);

export default WorksPaysPage;
