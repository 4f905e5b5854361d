import {
  AGES,
  INCOME_PARTS,
  type IncomeLine,
  incomePage,
  incomePrepaid,
  type IncomeSummary,
  type PrepaidRow,
} from '@hengneng/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { callApi } from '../../../lib/api.ts';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { ChoiceFilter, SearchFilter } from '../../../ui/filters.tsx';
import { Money } from '../../../ui/Money.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import { type CardColumn, CardTable } from '../../../ui/CardTable.tsx';
import { amounts, type Asked, INCOME, Linked } from './shared.tsx';
import type { Part } from './SummaryTab.tsx';

const SIZE = 50;

const LINES: readonly CardColumn<IncomeLine>[] = [
  {
    key: 'receiptNo',
    head: '收据号',
    main: true,
    show: ({ receiptNo }) =>
      receiptNo === '' ? (
        '—'
      ) : (
        <Linked path="/chargeManage/chargeCashier" query={{ receipt: receiptNo }}>
          {receiptNo}
        </Linked>
      ),
  },
  { key: 'day', head: '日期', show: ({ day }) => day },
  { key: 'community', head: '小区', show: ({ community }) => community },
  {
    key: 'room',
    head: '房间',
    show: ({ room, roomId, period }) =>
      roomId === null ? (
        room || '—'
      ) : (
        <Linked path="/chargeManage/chargeBill" query={{ room: roomId, ...(period === '' ? {} : { period }) }}>
          {room}
        </Linked>
      ),
  },
  { key: 'payer', head: '缴费人', show: ({ payer }) => payer || '—' },
  { key: 'fee', head: '费项', show: ({ fee }) => fee || '—' },
  { key: 'period', head: '账期', show: ({ period }) => period || '—' },
  amounts('principal', '本金', ({ principal }) => principal),
  amounts('penalty', '违约金', ({ penalty }) => penalty),
  amounts('total', '合计', ({ total }) => total),
  { key: 'tender', head: '支付方式', show: ({ tender }) => tender || '—' },
  { key: 'refNo', head: '流水号', show: ({ refNo }) => refNo || '—' },
  { key: 'cashier', head: '收费员', show: ({ cashier }) => cashier || '—' },
  { key: 'shift', head: '班次', hint: '开班时间', show: ({ shift }) => shift || '—' },
  { key: 'invoiceNo', head: '发票号', show: ({ invoiceNo }) => invoiceNo || '—' },
  {
    key: 'state',
    head: '状态',
    show: ({ state }) => <Tag tone={state === '正常' ? 'good' : 'neutral'}>{state}</Tag>,
  },
];

export const LinesTab = ({
  asked,
  part,
  onPart,
}: {
  readonly asked: Asked;
  readonly part: Part | null;
  readonly onPart: (part: Part | null) => void;
}): ReactElement => {
  const [page, setPage] = useState(1);
  const [word, setWord] = useState('');
  const { groupBy: _, ...rest } = asked;
  const ask = { ...rest, part, PageIndex: page, PageSize: SIZE, Keyword: word };
  const lines = useQuery({
    queryKey: [INCOME, 'lines', ask],
    queryFn: ({ signal }) => callApi(incomePage, ask, { signal }),
    placeholderData: keepPreviousData,
  });
  const { data } = lines;
  return (
    <>
      <search className="filter-bar">
        <ChoiceFilter
          label="类别"
          value={part ?? undefined}
          options={[...INCOME_PARTS]}
          onChange={(next) => {
            setPage(1);
            onPart(next);
          }}
        />
        <SearchFilter
          label="收据号、房间或缴费人"
          className="filter filter-words"
          value={word}
          onSearch={(text) => {
            setPage(1);
            setWord(text);
          }}
        />
      </search>
      {lines.error ? (
        <ErrorRetry error={lines.error} onRetry={() => void lines.refetch()} />
      ) : data === undefined ? (
        <SkeletonDelay rows={8} />
      ) : data.total === 0 ? (
        <EmptyHint text="该期间没有收款" />
      ) : (
        <>
          <p className="note income-sums">
            共 {data.total} 行；本金 <Money value={data.sums.principal} /> 元，违约金{' '}
            <Money value={data.sums.penalty} /> 元，合计 <Money value={data.sums.total} /> 元
          </p>
          <CardTable
            label="收入明细"
            columns={LINES}
            rows={data.rows}
            rowKey={({ id }) => id}
            paging={{ index: page, size: SIZE, total: data.total, onChange: setPage }}
          />
        </>
      )}
    </>
  );
};

type Aged = IncomeSummary['aging'][number];

export const AgingTab = ({ data, to }: { readonly data: IncomeSummary; readonly to: string }): ReactElement => {
  if (data.aging.length === 0) return <EmptyHint text="没有欠费" />;
  const columns: readonly CardColumn<Aged>[] = [
    { key: 'community', head: '小区', main: true, show: ({ community }) => community },
    { key: 'rooms', head: '欠费户', unit: '户', number: true, show: ({ rooms }) => String(rooms) },
    ...AGES.map((age, at) => amounts<Aged>(age, age, (row) => row.amounts[at] ?? null)),
    amounts('total', '合计', ({ total }) => total),
  ];
  return (
    <>
      <p className="note">截至 {to} 的未缴本金，按到期日起算</p>
      <CardTable label="账龄" columns={columns} rows={data.aging} rowKey={({ communityId }) => communityId} />
    </>
  );
};

const PREPAID: readonly CardColumn<PrepaidRow>[] = [
  {
    key: 'room',
    head: '房间',
    main: true,
    show: ({ room, roomId }) => (
      <Linked path="/chargeManage/chargeBill" query={{ room: roomId }}>
        {room}
      </Linked>
    ),
  },
  { key: 'community', head: '小区', show: ({ community }) => community },
  amounts('opening', '期初', ({ opening }) => opening),
  amounts('taken', '收入', ({ taken }) => taken),
  amounts('deducted', '抵扣', ({ deducted }) => deducted, '含抵违约金的部分'),
  amounts('refunded', '退款', ({ refunded }) => refunded),
  amounts('closing', '期末', ({ closing }) => closing),
  {
    ...amounts<PrepaidRow>(
      'liability',
      '预开票合同负债',
      ({ liability }) => liability,
      '已开票而账单尚未发布的不含税金额，预存之外',
    ),
  },
  { key: 'invoices', head: '预开发票号', show: ({ invoices }) => invoices || '—' },
  { key: 'periods', head: '对应账期', show: ({ periods }) => periods || '—' },
];

export const PrepaidTab = ({ asked }: { readonly asked: Asked }): ReactElement => {
  const [page, setPage] = useState(1);
  const [word, setWord] = useState('');
  const { communityIds, from, to } = asked;
  const ask = { communityIds, from, to, PageIndex: page, PageSize: SIZE, Keyword: word };
  const found = useQuery({
    queryKey: [INCOME, 'prepaid', ask],
    queryFn: ({ signal }) => callApi(incomePrepaid, ask, { signal }),
    placeholderData: keepPreviousData,
  });
  const { data } = found;
  return (
    <>
      <search className="filter-bar">
        <SearchFilter
          label="房间"
          value={word}
          onSearch={(text) => {
            setPage(1);
            setWord(text);
          }}
        />
      </search>
      {found.error ? (
        <ErrorRetry error={found.error} onRetry={() => void found.refetch()} />
      ) : data === undefined ? (
        <SkeletonDelay rows={8} />
      ) : data.total === 0 ? (
        <EmptyHint text="没有预存或预开票" />
      ) : (
        <>
          <p className="note income-sums">
            共 {data.total} 户；期初 <Money value={data.sums.opening} /> 元，收入 <Money value={data.sums.taken} />{' '}
            元，抵扣 <Money value={data.sums.deducted} /> 元，退款 <Money value={data.sums.refunded} /> 元，期末{' '}
            <Money value={data.sums.closing} /> 元；预开票合同负债 <Money value={data.sums.liability} /> 元
          </p>
          <CardTable
            label="预存与合同负债"
            columns={PREPAID}
            rows={data.rows}
            rowKey={({ roomId }) => roomId}
            paging={{ index: page, size: SIZE, total: data.total, onChange: setPage }}
          />
        </>
      )}
    </>
  );
};
