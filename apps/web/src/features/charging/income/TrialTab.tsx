/** 试算平衡: accounts by kind, what moved them, and what must hold. */
import {
  incomeExport,
  type MonitorRow,
  trialBalance,
  type TrialLine,
  trialLines,
  trialMonitors,
  type TrialRow,
} from '@hengneng/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import { callApi } from '../../../lib/api.ts';
import { download } from '../../../lib/download.ts';
import { can } from '../../../lib/permission.ts';
import { AppDrawer } from '../../../ui/AppDrawer.tsx';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { ListStates } from '../../../ui/ListStates.tsx';
import { Money } from '../../../ui/Money.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import { type CardColumn, CardTable } from '../../../ui/CardTable.tsx';
import { amounts, type Asked, INCOME, Linked, SCREEN } from './shared.tsx';

const SIZE = 50;
/** Which movements are looked at: of a kind of account, or of one journal. */
type Looked =
  | { readonly kind: string; readonly side: 'debitOnly' | 'creditOnly' | null }
  | { readonly journalId: string };

const Movements = ({
  asked,
  looked,
  onLook,
}: {
  readonly asked: Asked;
  readonly looked: Looked;
  readonly onLook: (looked: Looked) => void;
}): ReactElement => {
  const [page, setPage] = useState(1);
  const { communityIds, from, to } = asked;
  const ask = {
    communityIds,
    from,
    to,
    PageIndex: page,
    PageSize: SIZE,
    ...('journalId' in looked
      ? { journalId: looked.journalId }
      : { kind: looked.kind, ...(looked.side === null ? {} : { [looked.side]: true }) }),
  };
  const found = useQuery({
    queryKey: [INCOME, 'movements', ask],
    queryFn: ({ signal }) => callApi(trialLines, ask, { signal }),
    placeholderData: keepPreviousData,
  });
  const { data } = found;
  if (found.error) return <ErrorRetry error={found.error} onRetry={() => void found.refetch()} />;
  if (data === undefined) return <SkeletonDelay rows={6} />;
  if (data.total === 0) return <EmptyHint text="该期间没有分录" />;
  const columns: readonly CardColumn<TrialLine>[] = [
    {
      key: 'journalId',
      head: '凭证',
      main: true,
      show: ({ journalId, kind }) =>
        'journalId' in looked ? (
          `${kind} ${journalId}`
        ) : (
          <button
            type="button"
            className="income-figure"
            onClick={() => {
              setPage(1);
              onLook({ journalId });
            }}
          >
            {kind} {journalId}
          </button>
        ),
    },
    { key: 'day', head: '日期', show: ({ day }) => day },
    { key: 'community', head: '小区', show: ({ community }) => community },
    { key: 'debit', head: '借', show: ({ debit }) => debit },
    { key: 'credit', head: '贷', show: ({ credit }) => credit },
    amounts('amount', '金额', ({ amount }) => amount),
    {
      key: 'billNo',
      head: '账单',
      show: ({ billNo, roomId }) =>
        billNo === '' || roomId === null ? (
          billNo || '—'
        ) : (
          <Linked path="/chargeManage/chargeBill" query={{ room: roomId }}>
            {billNo}
          </Linked>
        ),
    },
    {
      key: 'receiptNo',
      head: '收据',
      show: ({ receiptNo }) =>
        receiptNo === '' ? (
          '—'
        ) : (
          <Linked path="/chargeManage/chargeCashier" query={{ receipt: receiptNo }}>
            {receiptNo}
          </Linked>
        ),
    },
    { key: 'room', head: '房间', show: ({ room }) => room || '—' },
    { key: 'memo', head: '摘要', show: ({ memo }) => memo || '—' },
    { key: 'by', head: '经办人', show: ({ by }) => by },
  ];
  return (
    <>
      <p className="note income-sums">
        共 {data.total} 笔分录；借方 <Money value={data.sums.debit} /> 元，贷方 <Money value={data.sums.credit} /> 元
      </p>
      <CardTable
        label="分录"
        columns={columns}
        rows={data.rows}
        rowKey={({ id }) => id}
        paging={{ index: page, size: SIZE, total: data.total, onChange: setPage }}
      />
    </>
  );
};

const MONITORED: readonly CardColumn<MonitorRow>[] = [
  { key: 'code', head: '编号', main: true, show: ({ code }) => code },
  { key: 'title', head: '应始终成立', show: ({ title }) => title },
  {
    key: 'state',
    head: '状态',
    show: ({ count }) => (count === 0 ? <Tag tone="good">成立</Tag> : <Tag tone="bad">{`${count}处不成立`}</Tag>),
  },
  { key: 'examples', head: '例', show: ({ examples }) => examples.join('；') || '—' },
];

const Monitors = ({ communityIds }: { readonly communityIds: readonly string[] }): ReactElement => {
  const ask = { communityIds };
  const found = useQuery({
    queryKey: [INCOME, 'monitors', ask],
    queryFn: ({ signal }) => callApi(trialMonitors, ask, { signal }),
  });
  return (
    <section aria-label="不变式" className="income-monitors">
      <h2>不变式</h2>
      {found.error ? (
        <ErrorRetry error={found.error} onRetry={() => void found.refetch()} />
      ) : found.data === undefined ? (
        <SkeletonDelay rows={4} />
      ) : (
        <>
          <p className="note">
            不分日期，核对于 {found.data.asOf}{' '}
            <Button size="small" loading={found.isFetching} onClick={() => void found.refetch()}>
              重新核对
            </Button>
          </p>
          <CardTable label="不变式" columns={MONITORED} rows={found.data.rows} rowKey={({ code }) => code} />
        </>
      )}
    </section>
  );
};

export const TrialTab = ({ asked }: { readonly asked: Asked }): ReactElement => {
  const [looked, setLooked] = useState<Looked | null>(null);
  const { communityIds, from, to } = asked;
  const ask = { communityIds, from, to };
  const trial = useQuery({
    queryKey: [INCOME, 'trial', ask],
    queryFn: ({ signal }) => callApi(trialBalance, ask, { signal }),
    placeholderData: keepPreviousData,
  });
  /** An account stands on one side; the other stays empty, as on paper. */
  const stood = (key: 'openingDebit' | 'openingCredit' | 'closingDebit' | 'closingCredit', head: string) =>
    amounts<TrialRow>(key, head, (row) => (row[key] === '0.00' && row.group !== null ? null : row[key]));
  const opened = (key: 'debit' | 'credit', head: string): CardColumn<TrialRow> => ({
    key,
    head,
    unit: '元',
    number: true,
    show: (row) =>
      row.group === null || row[key] === '0.00' ? (
        <Money value={row[key]} />
      ) : (
        <button
          type="button"
          className="income-figure"
          onClick={() => setLooked({ kind: row.kind, side: key === 'debit' ? 'debitOnly' : 'creditOnly' })}
        >
          <Money value={row[key]} />
        </button>
      ),
  });
  const columns: readonly CardColumn<TrialRow>[] = [
    {
      key: 'kind',
      head: '账户',
      main: true,
      show: ({ kind, group }) =>
        group === null ? (
          <strong>合计</strong>
        ) : (
          <button type="button" className="income-figure" onClick={() => setLooked({ kind, side: null })}>
            {kind}
          </button>
        ),
    },
    { key: 'group', head: '类别', show: ({ group }) => group ?? '' },
    { key: 'accounts', head: '账户数', number: true, show: ({ accounts }) => String(accounts) },
    stood('openingDebit', '期初借方'),
    stood('openingCredit', '期初贷方'),
    opened('debit', '本期借方'),
    opened('credit', '本期贷方'),
    stood('closingDebit', '期末借方'),
    stood('closingCredit', '期末贷方'),
  ];
  return (
    <>
      <ListStates list={trial} lines={8} empty="还没有分录">
        {(data) => (
          <>
            <p className="note">
              {data.balanced ? <Tag tone="good">借贷平衡</Tag> : <Tag tone="bad">借贷不平</Tag>}{' '}
              {can(SCREEN, 'export') ? (
                <Button
                  size="small"
                  onClick={() =>
                    void download('POST', incomeExport.path, { ...ask, what: 'trial' }, { name: '试算平衡.xlsx' })
                  }
                >
                  导出试算平衡
                </Button>
              ) : null}
            </p>
            <CardTable
              label="试算平衡"
              columns={columns}
              rows={[...data.rows, data.total]}
              rowKey={({ kind }) => kind}
            />
          </>
        )}
      </ListStates>
      <Monitors communityIds={communityIds} />
      {looked === null ? null : (
        <AppDrawer
          title={'journalId' in looked ? `凭证 ${looked.journalId}` : `${looked.kind}的分录`}
          width={1080}
          onClose={() => setLooked(null)}
        >
          <Movements key={JSON.stringify(looked)} asked={asked} looked={looked} onLook={setLooked} />
        </AppDrawer>
      )}
    </>
  );
};
