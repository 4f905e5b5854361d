import type { INCOME_PARTS, IncomeRow, IncomeSummary } from '@hengneng/contracts';
import type { ReactElement } from 'react';
import { Chart } from '../../../ui/chart/Chart.tsx';
import { DataTable } from '../../../ui/DataTable.tsx';
import { EmptyHint } from '../../../ui/feedback.tsx';
import { Money } from '../../../ui/Money.tsx';
import { type CardColumn, CardTable } from '../../../ui/CardTable.tsx';
import { amounts, percent } from './shared.tsx';

export type Part = (typeof INCOME_PARTS)[number];
const even = (gap: string): boolean => /^-?0\.00$/.test(gap);

export const SummaryTab = ({
  data,
  groupBy,
  onDrill,
}: {
  readonly data: IncomeSummary;
  readonly groupBy: string;
  readonly onDrill: (part: Part, row: IncomeRow) => void;
}): ReactElement => {
  if (data.rows.length === 0) return <EmptyHint text="该期间没有收款" />;
  /** A figure that opens the receipts that it is made of. */
  const opened = (key: string, head: string, part: Part, of: (row: IncomeRow) => string, hint?: string) =>
    ({
      key,
      head,
      unit: '元',
      number: true,
      ...(hint === undefined ? {} : { hint }),
      show: (row) =>
        even(of(row)) ? (
          <Money value={of(row)} />
        ) : (
          <button type="button" className="income-figure" onClick={() => onDrill(part, row)}>
            <Money value={of(row)} />
          </button>
        ),
    }) satisfies CardColumn<IncomeRow>;
  const columns: readonly CardColumn<IncomeRow>[] = [
    { key: 'label', head: groupBy, main: true, show: ({ label }) => label },
    amounts('opening', '期初欠费', ({ opening }) => opening),
    amounts('receivable', '本期应收', ({ receivable }) => receivable),
    amounts('reduced', '减免', ({ reduced }) => reduced),
    amounts('reversed', '红冲', ({ reversed }) => reversed),
    opened('received', '本期已收', '本期', ({ received }) => received, '不含预存抵扣；红冲已收账单时同额冲减'),
    opened('recovered', '往期回收', '往期', ({ recovered }) => recovered),
    opened('penalty', '违约金', '违约金', ({ penalty }) => penalty, '以款项收取的；用预存抵的计在抵扣明细'),
    opened('prepaid', '预存收', '预存', ({ prepaid }) => prepaid),
    opened('refunded', '退预存', '退预存', ({ refunded }) => refunded),
    opened('deducted', '预存抵扣', '抵扣', ({ deducted }) => deducted),
    opened('extra', '临时', '临时', ({ extra }) => extra),
    opened('deposit', '押金净', '押金', ({ deposit }) => deposit, '收取减退还，不计收入'),
    amounts('closing', '期末欠费', ({ closing }) => closing, '账单未缴本金'),
    {
      key: 'rate',
      head: '收缴率',
      unit: '%',
      number: true,
      hint: '本期账单在统计期内已收本金（含预存抵扣）÷（本期应收 − 减免 − 红冲）',
      show: ({ rate }) => <span title={rate === null ? '本期没有应收' : undefined}>{percent(rate)}</span>,
    },
    {
      key: 'gap',
      head: '校验',
      hint: '期初 + 应收 − 减免 − 红冲 − 已收 − 往期回收 − 抵扣 = 期末',
      show: ({ gap }) =>
        gap === null ? '—' : even(gap) ? '平' : <strong className="income-uneven">差 {gap} 元</strong>,
    },
  ];
  return (
    <CardTable
      label="收入汇总"
      columns={columns}
      rows={[...data.rows, data.total]}
      rowKey={(row) => `${row.key}·${row.label}`}
    />
  );
};

type Month = IncomeSummary['months'][number];

export const RateTab = ({ data }: { readonly data: IncomeSummary }): ReactElement => {
  const axis = { type: 'category' as const, data: data.months.map(({ month }) => month.slice(5)) };
  const grid = {
    left: 8,
    right: 12,
    top: 38,
    bottom: 8,
    outerBoundsMode: 'same' as const,
    outerBoundsContain: 'axisLabel' as const,
  };
  const legend = { type: 'scroll' as const, top: 0, right: 8 };
  const bars = (name: string, of: (row: Month) => string) => ({
    name,
    type: 'bar' as const,
    data: data.months.map((row) => Number(of(row))),
  });
  const line = (name: string, of: (row: Month) => number | null) => ({
    name,
    type: 'line' as const,
    data: data.months.map(of),
  });
  const table = (
    <DataTable
      label="月度应收实收"
      rows={data.months}
      rowKey={({ month }) => month}
      columns={[
        { key: 'month', head: '月份' },
        { key: 'receivable', head: '应收', unit: '元', number: true, show: (row) => <Money value={row.receivable} /> },
        { key: 'received', head: '实收', unit: '元', number: true, show: (row) => <Money value={row.received} /> },
        {
          key: 'lastReceived',
          head: '去年实收',
          unit: '元',
          number: true,
          show: (row) => <Money value={row.lastReceived} />,
        },
        { key: 'rate', head: '收缴率', unit: '%', number: true, show: ({ rate }) => percent(rate) },
        { key: 'lastRate', head: '去年收缴率', unit: '%', number: true, show: ({ lastRate }) => percent(lastRate) },
      ]}
    />
  );
  return (
    <div className="income-charts">
      <Chart
        title="月度应收实收"
        note="应收按账期，已去减免；实收为当月收到的账单款与违约金，不含预存抵扣"
        option={{
          tooltip: { trigger: 'axis', valueFormatter: (value) => `${String(value)} 元` },
          legend,
          grid,
          xAxis: axis,
          yAxis: { type: 'value', name: '元', nameTextStyle: { align: 'left' } },
          series: [
            bars('应收', ({ receivable }) => receivable),
            bars('实收', ({ received }) => received),
            bars('去年实收', ({ lastReceived }) => lastReceived),
          ],
        }}
        table={table}
      />
      <Chart
        title="收缴率"
        note="各账期的账单至今收到的比例"
        option={{
          tooltip: { trigger: 'axis', valueFormatter: (value) => (typeof value === 'number' ? `${value} %` : '—') },
          legend,
          grid,
          xAxis: axis,
          yAxis: { type: 'value', name: '%', nameTextStyle: { align: 'left' } },
          series: [line('本年', ({ rate }) => rate), line('去年', ({ lastRate }) => lastRate)],
        }}
        table={table}
      />
    </div>
  );
};
