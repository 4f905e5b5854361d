import {
  type HouseholdMovement,
  householdStatementCall,
  householdStatementExport,
  type HouseholdStatementShown,
} from '@hengneng/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import { callApi } from '../../../lib/api.ts';
import { download } from '../../../lib/download.ts';
import { formatMoney } from '../../../lib/format.ts';
import { can } from '../../../lib/permission.ts';
import { AppDrawer } from '../../../ui/AppDrawer.tsx';
import { type CardColumn, CardTable } from '../../../ui/CardTable.tsx';
import { DataTable } from '../../../ui/DataTable.tsx';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { Money } from '../../../ui/Money.tsx';
import { MomentPicker } from '../../../ui/moment/MomentPicker.tsx';
import { Paper, type PaperColumn, PaperTable, usePaper } from '../papers/Paper.tsx';
import { SCREEN as COUNTER } from '../cashier/shared.ts';
import { BILL_SCREEN } from '../bills/shared.ts';
import { ROOM_SCREEN, todayHere } from '../registry/shared.ts';
import './statement.css';

const SCREENS = [COUNTER, BILL_SCREEN, ROOM_SCREEN];
const NIL = /^-?0\.00$/;

type Figure = keyof HouseholdMovement['figures'];
const FIGURES: readonly { readonly key: Figure; readonly head: string; readonly hint?: string }[] = [
  { key: 'charged', head: '应收' },
  { key: 'reduced', head: '减免' },
  { key: 'settled', head: '冲账', hint: '以款项或预存抵去的账单本金' },
  { key: 'penalty', head: '违约金', hint: '收取时才入账，不计入未缴余额' },
  { key: 'received', head: '实收', hint: '收到的款项，退款为负' },
  { key: 'prepaid', head: '预存增减' },
  { key: 'deposit', head: '押金增减' },
];

const amounts = (key: string, head: string, of: (row: HouseholdMovement) => string, hint?: string) =>
  ({
    key,
    head,
    unit: '元',
    number: true,
    ...(hint === undefined ? {} : { hint }),
    show: (row) => (NIL.test(of(row)) ? '—' : <Money value={of(row)} />),
  }) satisfies CardColumn<HouseholdMovement>;
const left = (key: 'owed' | 'prepaid', head: string) =>
  ({
    key: `after-${key}`,
    head,
    unit: '元',
    number: true,
    show: (row) => <Money value={row.after[key]} />,
  }) satisfies CardColumn<HouseholdMovement>;

/** What never moved for the household is left out: most never had a deposit, or anything let off. */
const movedIn = (of: HouseholdStatementShown): typeof FIGURES =>
  FIGURES.filter(
    ({ key }) =>
      key === 'charged' ||
      key === 'settled' ||
      key === 'received' ||
      of.rows.some(({ figures }) => !NIL.test(figures[key])),
  );

const columnsOf = (of: HouseholdStatementShown): readonly CardColumn<HouseholdMovement>[] => [
  { key: 'day', head: '日期', main: true, show: ({ day }) => day },
  { key: 'kind', head: '类型', show: ({ kind }) => kind },
  { key: 'text', head: '摘要', show: ({ text }) => <span title={text}>{text || '—'}</span> },
  { key: 'no', head: '单号', show: ({ no }) => no || '—' },
  ...movedIn(of).map(({ key, head, hint }) => amounts(key, head, ({ figures }) => figures[key], hint)),
  left('owed', '未缴余额'),
  left('prepaid', '预存余额'),
  { key: 'by', head: '经办人', show: ({ by }) => by },
];

const paperColumns = (of: HouseholdStatementShown): readonly PaperColumn<HouseholdMovement>[] => [
  { head: '日期', whole: true, show: ({ day }) => day },
  { head: '类型', whole: true, show: ({ kind }) => kind },
  { head: '摘要', words: true, show: ({ text }) => text },
  { head: '单号', whole: true, show: ({ no }) => no },
  ...movedIn(of).map(
    ({ key, head }): PaperColumn<HouseholdMovement> => ({
      head: `${head}（元）`,
      number: true,
      show: ({ figures }) => (NIL.test(figures[key]) ? '' : formatMoney(figures[key])),
    }),
  ),
  { head: '未缴余额（元）', number: true, show: ({ after }) => formatMoney(after.owed) },
  { head: '预存余额（元）', number: true, show: ({ after }) => formatMoney(after.prepaid) },
];

const OPEN: readonly PaperColumn<HouseholdStatementShown['open'][number]>[] = [
  { head: '账单号', whole: true, show: ({ billNo }) => billNo },
  { head: '收费项目', show: ({ fee }) => fee },
  { head: '账期', show: ({ period }) => period },
  { head: '到期日', whole: true, show: ({ dueDate }) => dueDate },
  { head: '欠本金（元）', number: true, show: ({ owed }) => formatMoney(owed) },
];

const balanceWords = ({ owed, prepaid, deposit }: HouseholdStatementShown['closing']): string =>
  [
    `未缴 ${formatMoney(owed)} 元`,
    `预存 ${formatMoney(prepaid)} 元`,
    ...(NIL.test(deposit) ? [] : [`押金 ${formatMoney(deposit)} 元`]),
  ].join('，');

const Balances = ({
  label,
  of,
}: {
  readonly label: string;
  readonly of: HouseholdStatementShown['closing'];
}): ReactElement => (
  <div>
    <dt>{label}</dt>
    <dd>{balanceWords(of)}</dd>
  </div>
);

const Shown = ({ of }: { readonly of: HouseholdStatementShown }): ReactElement => (
  <>
    <dl className="statement-balances">
      <Balances label={`期初（${of.from} 之前）`} of={of.opening} />
      <Balances label={`期末（${of.to}）`} of={of.closing} />
      {of.penalty === null || NIL.test(of.penalty) ? null : (
        <div>
          <dt>违约金（计至今日，未入账）</dt>
          <dd>{formatMoney(of.penalty)} 元</dd>
        </div>
      )}
    </dl>
    {of.rows.length === 0 ? (
      <EmptyHint text="该期间没有往来" />
    ) : (
      <CardTable label="往来" columns={columnsOf(of)} rows={of.rows} rowKey={({ id, day }) => `${day} ${id}`} />
    )}
    <h3>期末未缴账单</h3>
    {of.open.length === 0 ? (
      <EmptyHint text="该房间没有欠费" />
    ) : (
      <DataTable
        label="期末未缴账单"
        columns={[
          { key: 'billNo', head: '账单号' },
          { key: 'fee', head: '收费项目' },
          { key: 'period', head: '账期' },
          { key: 'dueDate', head: '到期日' },
          { key: 'owed', head: '欠本金', unit: '元', number: true, show: ({ owed }) => <Money value={owed} /> },
        ]}
        rows={of.open}
        rowKey={({ billId }) => billId}
      />
    )}
  </>
);

/** 往来对账单: what became of a household's money until any day, on the screen, on paper and as a workbook. */
export const StatementDrawer = ({
  roomId,
  onClose,
}: {
  readonly roomId: string;
  readonly onClose: () => void;
}): ReactElement => {
  const [from, setFrom] = useState<string | null>(null);
  const [to, setTo] = useState(todayHere);
  const asked = { roomId, from: from ?? '', to };
  const found = useQuery({
    queryKey: ['charge-statement', asked],
    queryFn: ({ signal }) => callApi(householdStatementCall, asked, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const { data } = found;
  const title = data === undefined ? '往来对账单' : `${data.room.community} ${data.room.code} 往来对账单`;
  const { sheet, print } = usePaper(title, 'A4 landscape');
  return (
    <AppDrawer title={title} width={1280} onClose={onClose}>
      <search className="statement-ask">
        <span>
          自{' '}
          <MomentPicker
            kind="date"
            value={from}
            placeholder="首笔往来"
            aria={{ 'aria-label': '起始日' }}
            onChange={setFrom}
          />
        </span>
        <span>
          至{' '}
          <MomentPicker
            kind="date"
            value={to}
            allowClear={false}
            aria={{ 'aria-label': '截止日' }}
            onChange={(day) => setTo(day ?? todayHere())}
          />
        </span>
        {data === undefined || found.error !== null ? null : (
          <>
            {SCREENS.some((screen) => can(screen, 'download')) ? <Button onClick={() => print()}>打印</Button> : null}
            {SCREENS.some((screen) => can(screen, 'export')) ? (
              <Button
                onClick={() => void download('POST', householdStatementExport.path, asked, { name: '往来对账单.xlsx' })}
              >
                导出
              </Button>
            ) : null}
          </>
        )}
      </search>
      {found.error ? (
        <ErrorRetry error={found.error} onRetry={() => void found.refetch()} />
      ) : data === undefined ? (
        <SkeletonDelay rows={8} />
      ) : (
        <>
          <Shown of={data} />
          <div className="paper-only">
            <Paper
              sheet={sheet}
              title="往来对账单"
              company={data.room.company || data.room.community}
              facts={[
                { label: '房间', value: `${data.room.community} ${data.room.code}` },
                { label: '业主', value: data.room.owner || '—' },
                { label: '期间', value: `${data.from} 至 ${data.to}` },
                { label: '期初', value: balanceWords(data.opening) },
                { label: '期末', value: balanceWords(data.closing) },
                ...(data.penalty === null
                  ? []
                  : [{ label: '违约金（计至今日，未入账）', value: `${formatMoney(data.penalty)} 元` }]),
              ]}
              signs={['核对人', '业主确认', '日期']}
              foot={
                <>
                  <span>制表 {data.by}</span>
                  <span>{data.at}</span>
                  <span>{data.room.phone === '' ? '' : `咨询电话 ${data.room.phone}`}</span>
                </>
              }
            >
              <PaperTable columns={paperColumns(data)} rows={data.rows} rowKey={({ id, day }) => `${day} ${id}`} />
              {data.open.length === 0 ? null : (
                <PaperTable title="期末未缴账单" columns={OPEN} rows={data.open} rowKey={({ billId }) => billId} />
              )}
            </Paper>
          </div>
        </>
      )}
    </AppDrawer>
  );
};
