import type { OwedRow } from '@hengneng/contracts';
import { Button, Checkbox } from 'antd';
import { type ReactElement, useState } from 'react';
import { formatDecimal, formatMoney } from '../../../lib/format.ts';
import '../../../ui/card-table.css';
import { ExplainDrawer } from '../bills/ExplainDrawer.tsx';
import { fenOf, yuanOf } from '../yuan.ts';

const owedOf = (row: OwedRow): string => yuanOf(fenOf(row.principal) + fenOf(row.penalty));

/** What a household owes, the oldest first; what is ticked is taken, as much of each as its cell says. */
export const OwedTable = ({
  bills,
  checked,
  wanted,
  onCheck,
  onWant,
}: {
  readonly bills: readonly OwedRow[];
  readonly checked: ReadonlySet<string>;
  /** What is to be taken of a bill, where somebody typed something else than all. */
  readonly wanted: ReadonlyMap<string, string>;
  readonly onCheck: (id: string, on: boolean) => void;
  readonly onWant: (id: string, amount: string) => void;
}): ReactElement => {
  // Most households have neither: the columns are there for those who do.
  const reduced = bills.some((row) => fenOf(row.reduced) > 0n);
  const paid = bills.some((row) => fenOf(row.paid) > 0n);
  const [told, setTold] = useState<string | null>(null);
  return (
    <div className="surface-table card-table owed-table">
      <div className="table-scroll" role="region" aria-label="欠费表格" tabIndex={0}>
        <table className="plain-table figure-table cards-on-phone" aria-label="欠费">
          <thead>
            <tr>
              <th scope="col" />
              <th scope="col">账期</th>
              <th scope="col">收费项目</th>
              {['应收', ...(reduced ? ['减免'] : []), ...(paid ? ['已收'] : []), '欠本金', '违约金', '本次收'].map(
                (head) => (
                  <th key={head} scope="col" className="right">
                    {head}
                    <small>（元）</small>
                  </th>
                ),
              )}
              <th scope="col">到期日</th>
            </tr>
          </thead>
          <tbody>
            {bills.map((row) => (
              <tr key={row.id} className={row.blocked === '' ? undefined : 'owed-blocked'}>
                <td data-label="勾选">
                  <Checkbox
                    aria-label={`收${row.fee}${row.period}`}
                    disabled={row.blocked !== ''}
                    checked={checked.has(row.id)}
                    onChange={(event) => onCheck(row.id, event.target.checked)}
                  />
                </td>
                <td data-label="账期" className="card-main">
                  {row.period}
                </td>
                <td data-label="收费项目">
                  <div className="owed-name">
                    {row.fee}
                    <small className="owed-span">
                      {formatDecimal(row.quantity)} {row.unit} × {formatDecimal(row.unitPrice)} 元
                    </small>
                    <small className="owed-span">
                      {row.from} 至 {row.to}
                      {row.suspendDays > 0 ? `，停用 ${row.suspendDays} 天` : ''}
                    </small>
                    {row.blocked === '' ? null : <small className="owed-why">{row.blocked}</small>}
                  </div>
                </td>
                <td data-label="应收（元）" className="right">
                  <Button
                    type="link"
                    className="cell-link"
                    aria-label={`${row.fee}${row.period}应收${formatMoney(row.amount)}元，看账单解释`}
                    onClick={() => setTold(row.id)}
                  >
                    {formatMoney(row.amount)}
                  </Button>
                </td>
                {reduced ? (
                  <td data-label="减免（元）" className="right">
                    {fenOf(row.reduced) === 0n ? '—' : formatMoney(row.reduced)}
                  </td>
                ) : null}
                {paid ? (
                  <td data-label="已收（元）" className="right">
                    {fenOf(row.paid) === 0n ? '—' : formatMoney(row.paid)}
                  </td>
                ) : null}
                <td data-label="欠本金（元）" className="right">
                  {formatMoney(row.principal)}
                </td>
                <td
                  data-label="违约金（元）"
                  className="right"
                  title={row.overdueDays > 0 ? `逾期 ${row.overdueDays} 天` : undefined}
                >
                  {fenOf(row.penalty) === 0n ? '—' : formatMoney(row.penalty)}
                </td>
                <td data-label="本次收（元）" className="right">
                  <input
                    className="counter-input owed-want"
                    aria-label={`本次收${row.fee}${row.period}`}
                    inputMode="decimal"
                    autoComplete="off"
                    disabled={!checked.has(row.id)}
                    value={checked.has(row.id) ? (wanted.get(row.id) ?? owedOf(row)) : '0.00'}
                    onFocus={(event) => event.target.select()}
                    onChange={(event) => onWant(row.id, event.target.value)}
                  />
                </td>
                <td data-label="到期日">
                  <div className="owed-name">
                    {row.dueDate}
                    {row.overdueDays > 0 ? <small className="owed-late">逾期 {row.overdueDays} 天</small> : null}
                  </div>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {told === null ? null : <ExplainDrawer id={told} onClose={() => setTold(null)} />}
    </div>
  );
};
