import {
  closings,
  type DayLine,
  type DayReport,
  dayReport,
  type ShiftLine,
  type ShiftReport,
  shiftReport,
} from '@hengneng/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactElement, type ReactNode, type RefObject, useState } from 'react';
import { callApi } from '../../../lib/api.ts';
import { formatMoney } from '../../../lib/format.ts';
import { can } from '../../../lib/permission.ts';
import { CardTable } from '../../../ui/CardTable.tsx';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { Money } from '../../../ui/Money.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import { ReportSpan } from '../../energy/reports/common.tsx';
import { type Fact, Paper, PaperDialog, type PaperColumn, PaperTable } from '../papers/Paper.tsx';
import { todayHere } from '../registry/shared.ts';
import { SCREEN, SHIFT } from './shared.ts';

type Named = { readonly name: string; readonly count: number | null; readonly amount: string };
const sums = (head: string): readonly PaperColumn<Named>[] => [
  { head, show: ({ name }) => name },
  { head: '笔数', number: true, show: ({ count }) => count ?? '' },
  { head: '金额（元）', number: true, show: ({ amount }) => formatMoney(amount) },
];
const total = (amount: string): Named => ({ name: '合计', count: null, amount });
const isTotal = ({ name }: Named): boolean => name === '合计';

const RECEIPTS: readonly PaperColumn<ShiftReport['receipts'][number]>[] = [
  { head: '票据本', show: ({ book }) => book },
  { head: '起号', whole: true, show: ({ first }) => first },
  { head: '止号', whole: true, show: ({ last }) => last },
  { head: '张数', number: true, show: ({ count }) => count },
];
const REVERSED: readonly PaperColumn<ShiftReport['reversed'][number]>[] = [
  { head: '原收据', whole: true, show: ({ receiptNo }) => receiptNo },
  { head: '原收款日', whole: true, show: ({ on }) => on },
  { head: '原收款人', show: ({ cashier }) => cashier },
  { head: '原因', show: ({ reason }) => reason },
  { head: '金额（元）', number: true, show: ({ amount }) => formatMoney(amount) },
];

/** What both papers have: by how it was paid, by what it was for, receipts used and taken back. */
const Sums = ({ of }: { readonly of: ShiftReport | DayReport }): ReactElement => (
  <>
    <PaperTable
      title="按支付方式"
      columns={sums('支付方式')}
      rows={[...of.totals.map(({ type, count, amount }) => ({ name: type, count, amount })), total(of.total)]}
      rowKey={({ name }) => name}
      strong={isTotal}
    />
    <PaperTable
      title="按收费项目"
      columns={sums('项目')}
      rows={[...of.parts, total(of.total)]}
      rowKey={({ name }, at) => `${name}${at}`}
      strong={isTotal}
    />
    {of.receipts.length === 0 ? null : (
      <PaperTable title="票据使用" columns={RECEIPTS} rows={of.receipts} rowKey={({ book }) => book} />
    )}
    {of.reversed.length === 0 ? null : (
      <PaperTable title="红冲" columns={REVERSED} rows={of.reversed} rowKey={(_, at) => String(at)} />
    )}
  </>
);

const made = (of: { readonly by: string; readonly at: string }): ReactNode => (
  <>
    <span>制表 {of.by}</span>
    <span>{of.at}</span>
  </>
);

const money = (label: string, amount: string): Fact => ({ label, value: `${formatMoney(amount)} 元` });

const ShiftPaper = ({
  of,
  sheet,
}: {
  readonly of: ShiftReport;
  readonly sheet: RefObject<HTMLDivElement | null>;
}): ReactElement => (
  <Paper
    sheet={sheet}
    title="班次报表"
    company={of.company || of.community}
    facts={[
      { label: '小区', value: of.community },
      { label: '收费员', value: of.cashier },
      { label: '状态', value: of.state },
      { label: '开班', value: of.openedAt },
      { label: '盘点', value: of.closedAt },
      { label: '复核', value: of.checker === '' ? '未复核' : `${of.checker} ${of.checkedAt}` },
      money('备用金', of.cash.float),
      money('现金净收', of.cash.received),
      money('应有现金', of.cash.system),
      money('盘点现金', of.cash.counted),
      money('长短款', of.cash.difference),
      { label: '差额原因', value: of.cash.reason || '无' },
    ]}
    signs={['收费员', '复核人', '日期']}
    foot={made(of)}
  >
    <Sums of={of} />
    {of.pieces.length === 0 ? null : (
      <PaperTable
        title="盘点"
        columns={[
          { head: '面额', show: ({ face }) => (Number(face) < 1 ? `${Number(face) * 10} 角` : `${face} 元`) },
          { head: '张数', number: true, show: ({ count }) => count },
          { head: '金额（元）', number: true, show: ({ amount }) => formatMoney(amount) },
        ]}
        rows={of.pieces}
        rowKey={({ face }) => face}
      />
    )}
  </Paper>
);

const DayPaper = ({
  of,
  sheet,
}: {
  readonly of: DayReport;
  readonly sheet: RefObject<HTMLDivElement | null>;
}): ReactElement => (
  <Paper
    sheet={sheet}
    title="日结表"
    company={of.company || of.community}
    facts={[
      { label: '小区', value: of.community },
      { label: '日期', value: of.day },
      { label: '日结人', value: `${of.maker} ${of.madeAt}` },
      money('当日现金', of.cash),
      money('缴存金额', of.depositAmount),
      { label: '缴存单号', value: of.depositNo },
      { label: '备注', value: of.note || '无' },
    ]}
    signs={['日结人', '复核人', '日期']}
    foot={made(of)}
  >
    {of.shifts.length === 0 ? null : (
      <PaperTable
        title="班次"
        columns={[
          { head: '收费员', show: ({ cashier }) => cashier },
          { head: '开班', whole: true, show: ({ openedAt }) => openedAt },
          { head: '盘点', whole: true, show: ({ closedAt }) => closedAt },
          { head: '复核人', show: ({ checker }) => checker },
          { head: '长短款（元）', number: true, show: ({ difference }) => formatMoney(difference) },
          { head: '当日收款（元）', number: true, show: ({ amount }) => formatMoney(amount) },
        ]}
        rows={of.shifts}
        rowKey={(_, at) => String(at)}
      />
    )}
    <Sums of={of} />
    {of.channels.length === 0 ? null : (
      <PaperTable
        title="与渠道核对"
        columns={[
          { head: '渠道', show: ({ type }) => type },
          { head: '系统（元）', number: true, show: ({ system }) => formatMoney(system) },
          { head: '渠道账单（元）', number: true, show: ({ statement }) => formatMoney(statement) },
          { head: '差异（元）', number: true, show: ({ difference }) => formatMoney(difference) },
          { head: '差异原因', show: ({ reason }) => reason || '—' },
        ]}
        rows={of.channels}
        rowKey={({ type }) => type}
      />
    )}
  </Paper>
);

const ShiftPrint = ({ id, onClose }: { readonly id: string; readonly onClose: () => void }): ReactElement => {
  const found = useQuery({
    queryKey: [SHIFT, 'report', id],
    queryFn: ({ signal }) => callApi(shiftReport, { shiftId: id }, { signal }),
    staleTime: 0,
  });
  return (
    <PaperDialog title="班次报表" found={found} onClose={onClose}>
      {(of, sheet) => <ShiftPaper of={of} sheet={sheet} />}
    </PaperDialog>
  );
};

const DayPrint = ({
  communityId,
  day,
  onClose,
}: {
  readonly communityId: string;
  readonly day: string;
  readonly onClose: () => void;
}): ReactElement => {
  const found = useQuery({
    queryKey: [SHIFT, 'day-report', communityId, day],
    queryFn: ({ signal }) => callApi(dayReport, { communityId, day }, { signal }),
    staleTime: 0,
  });
  return (
    <PaperDialog title="日结表" found={found} onClose={onClose}>
      {(of, sheet) => <DayPaper of={of} sheet={sheet} />}
    </PaperDialog>
  );
};

const TONES: Readonly<Record<string, 'good' | 'warn' | 'neutral'>> = { 已交班: 'good', 待复核: 'warn' };

/** 班次与日结: shifts and days that are over, with their papers. */
export const Closings = ({ communityId }: { readonly communityId: string }): ReactElement => {
  const [span, setSpan] = useState(() => {
    const to = todayHere();
    return { from: `${to.slice(0, 7)}-01`, to };
  });
  const [shift, setShift] = useState<string | null>(null);
  const [day, setDay] = useState<string | null>(null);
  const prints = can(SCREEN, 'download');
  const found = useQuery({
    queryKey: [SHIFT, 'closings', communityId, span],
    queryFn: ({ signal }) => callApi(closings, { communityId, ...span }, { signal }),
    placeholderData: keepPreviousData,
  });
  const { data } = found;
  const printer = (onPrint: () => void): ReactElement => (
    <Button type="link" className="cell-link" onClick={onPrint}>
      打印
    </Button>
  );
  return (
    <section aria-label="班次与日结">
      <search className="filter-bar surface">
        <ReportSpan id="closing-span" picker="date" from={span.from} to={span.to} onChange={setSpan} />
      </search>
      {found.error ? (
        <ErrorRetry error={found.error} onRetry={() => void found.refetch()} />
      ) : data === undefined ? (
        <SkeletonDelay rows={5} />
      ) : (
        <>
          <h2 className="counter-head">班次</h2>
          {data.shifts.length === 0 ? (
            <EmptyHint text="该期间没有班次" />
          ) : (
            <CardTable<ShiftLine>
              label="班次"
              rows={data.shifts}
              rowKey={({ id }) => id}
              columns={[
                { key: 'cashier', head: '收费员', main: true, show: (row) => row.cashier },
                { key: 'opened', head: '开班', show: (row) => row.openedAt },
                { key: 'closed', head: '盘点', show: (row) => row.closedAt || '—' },
                {
                  key: 'state',
                  head: '状态',
                  show: (row) => <Tag tone={TONES[row.state] ?? 'neutral'}>{row.state}</Tag>,
                },
                { key: 'receipts', head: '收据', unit: '张', number: true, show: (row) => row.receipts },
                {
                  key: 'received',
                  head: '收款',
                  unit: '元',
                  number: true,
                  show: (row) => <Money value={row.received} />,
                },
                {
                  key: 'difference',
                  head: '长短款',
                  unit: '元',
                  number: true,
                  show: (row) => <Money value={row.difference} />,
                },
                { key: 'checker', head: '复核人', show: (row) => row.checker || '—' },
                {
                  key: 'do',
                  head: '报表',
                  acts: true,
                  show: (row) => (prints && row.received !== null ? printer(() => setShift(row.id)) : '—'),
                },
              ]}
            />
          )}
          <h2 className="counter-head">日结</h2>
          {data.days.length === 0 ? (
            <EmptyHint text="该期间还没有日结" />
          ) : (
            <CardTable<DayLine>
              label="日结"
              rows={data.days}
              rowKey={(row) => row.day}
              columns={[
                { key: 'day', head: '日期', main: true, show: (row) => row.day },
                { key: 'cash', head: '现金', unit: '元', number: true, show: (row) => <Money value={row.cash} /> },
                { key: 'depositNo', head: '缴存单号', show: (row) => row.depositNo },
                {
                  key: 'deposit',
                  head: '缴存金额',
                  unit: '元',
                  number: true,
                  show: (row) => <Money value={row.depositAmount} />,
                },
                { key: 'by', head: '日结人', show: (row) => row.by },
                { key: 'at', head: '时间', show: (row) => row.at },
                {
                  key: 'do',
                  head: '日结表',
                  acts: true,
                  show: (row) => (prints ? printer(() => setDay(row.day)) : '—'),
                },
              ]}
            />
          )}
        </>
      )}
      {shift === null ? null : <ShiftPrint id={shift} onClose={() => setShift(null)} />}
      {day === null ? null : <DayPrint communityId={communityId} day={day} onClose={() => setDay(null)} />}
    </section>
  );
};
