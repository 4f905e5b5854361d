import { type BillRequest, type BillRun, chargeBillBatches, chargeBillRequests } from '@hengneng/contracts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { callApi } from '../../../lib/api.ts';
import { formatMoney } from '../../../lib/format.ts';
import { useUrlFilters } from '../../../lib/useUrlFilters.ts';
import { CountTabs } from '../../../ui/CountTabs.tsx';
import { ListStates } from '../../../ui/ListStates.tsx';
import { ChoiceFilter } from '../../../ui/filters.tsx';
import { MomentPicker } from '../../../ui/moment/MomentPicker.tsx';
import { CommunityFilter } from '../CommunityFilter.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import { RequestReview } from './RequestReview.tsx';
import { RunReview } from './RunReview.tsx';
import { RUN_TONES, RUNS, useRunNews } from './shared.ts';
import './bills.css';

const KINDS = ['出账批次', '导入批次', '红冲申请', '减免申请'] as const;
type Kind = (typeof KINDS)[number];
const RUN_CHOICES = ['待审核', '待发布', '已发布', '已退回'] as const;
const REQUEST_CHOICES = ['待审核', '已通过', '已驳回'] as const;
const TONES = { 待审核: 'warn', 已通过: 'good', 已驳回: 'bad' } as const;
const MOST = 100;

const List = <R,>({
  rows,
  chosen,
  idOf,
  show,
  onChoose,
}: {
  readonly rows: readonly R[];
  readonly chosen: string | undefined;
  readonly idOf: (row: R) => string;
  readonly show: (row: R) => ReactElement;
  readonly onChoose: (id: string) => void;
}): ReactElement => (
  <ul className="audit-list">
    {rows.map((row) => (
      <li key={idOf(row)}>
        <button type="button" aria-current={idOf(row) === chosen} onClick={() => onChoose(idOf(row))}>
          {show(row)}
        </button>
      </li>
    ))}
  </ul>
);

const RunLine = ({ row }: { readonly row: BillRun }): ReactElement => (
  <>
    <span>
      <strong>{row.no}</strong> <Tag tone={RUN_TONES[row.state]}>{row.state}</Tag>
    </span>
    <span>
      {row.community} {row.period}，{row.chosen ? '指定 ' : ''}
      {row.rooms} 户，{formatMoney(row.amount)} 元
    </span>
    <small>制单 {row.maker}</small>
  </>
);

/** A reduction may be of penalty alone. */
const asked = ({ amount, penalty }: BillRequest): string =>
  [
    Number(amount) === 0 && Number(penalty) > 0 ? '' : `${formatMoney(amount)} 元`,
    Number(penalty) === 0 ? '' : `违约金 ${formatMoney(penalty)} 元`,
  ]
    .filter(Boolean)
    .join('，');

const RequestLine = ({ row }: { readonly row: BillRequest }): ReactElement => (
  <>
    <span>
      <strong>{row.no}</strong> <Tag tone={TONES[row.state]}>{row.state}</Tag>
    </span>
    <span>
      {row.community} {row.room} {row.fee} {row.period}，{asked(row)}
    </span>
    <small>申请 {row.maker}</small>
  </>
);

/** 账单审核: runs, imports, reversals and reductions that wait for somebody else than who made them. */
const BillAuditPage = (): ReactElement => {
  const [filters, setFilters] = useUrlFilters();
  const client = useQueryClient();
  const kind: Kind = KINDS.find((of) => of === filters['kind']) ?? KINDS[0];
  const ofRuns = kind === '出账批次' || kind === '导入批次';
  const about = {
    community: filters['community'] ?? '',
    period: filters['period'] ?? '',
    maker: filters['maker'] ?? '',
    PageSize: MOST,
  };
  const wanted = filters['batch'];
  const askRuns = {
    ...about,
    kind: ofRuns ? kind : ('' as const),
    state: RUN_CHOICES.find((state) => state === filters['state']) ?? ('' as const),
    ...(wanted !== undefined && /^\d+$/.test(wanted) && filters['kind'] === undefined
      ? { id: wanted, kind: '' as const }
      : {}),
  };
  const runs = useQuery({
    queryKey: [RUNS, 'audit', askRuns],
    queryFn: ({ signal }) => callApi(chargeBillBatches, askRuns, { signal }),
    placeholderData: keepPreviousData,
    enabled: ofRuns,
  });
  const askRequests = {
    ...about,
    kind: ofRuns ? ('' as const) : kind,
    state: REQUEST_CHOICES.find((state) => state === filters['state']) ?? ('' as const),
  };
  const requests = useQuery({
    queryKey: [RUNS, 'requests', askRequests],
    queryFn: ({ signal }) => callApi(chargeBillRequests, askRequests, { signal }),
    placeholderData: keepPreviousData,
  });
  useRunNews(() => void client.invalidateQueries({ queryKey: [RUNS] }));
  const waiting = requests.data?.waiting;
  const counts: Readonly<Record<Kind, number | undefined>> = {
    出账批次: waiting?.runs,
    导入批次: waiting?.imports,
    红冲申请: waiting?.reversals,
    减免申请: waiting?.reductions,
  };
  const runRows = runs.data?.rows ?? [];
  const requestRows = requests.data?.rows ?? [];
  // Whoever has made something that is seen; who is chosen stays, though nothing of theirs is left.
  const [makers, setMakers] = useState<ReadonlyMap<string, string>>(new Map());
  const unknown = [...runRows, ...requestRows].filter(({ makerId }) => !makers.has(makerId));
  if (unknown.length > 0)
    setMakers(new Map([...makers, ...unknown.map(({ makerId, maker }) => [makerId, maker] as const)]));
  const run = runRows.find(({ id }) => id === wanted) ?? runRows[0];
  const request = requestRows.find(({ id }) => id === filters['request']) ?? requestRows[0];
  const shown = ofRuns ? runs : requests;
  return (
    <>
      <PageHeader title="账单审核" note="制单与审核由不同的人；看清差异、抽查一致后才能通过，通过后发布入账" />
      <search className="filter-bar surface">
        <CommunityFilter
          value={filters['community']}
          onChange={(community) => setFilters({ community, batch: null, kind })}
        />
        <MomentPicker
          kind="month"
          value={filters['period'] ?? null}
          placeholder="账期"
          aria={{ 'aria-label': '账期' }}
          onChange={(period) => setFilters({ period: period || null, batch: null, kind })}
        />
        <ChoiceFilter
          label={ofRuns ? '制单人' : '申请人'}
          value={filters['maker']}
          options={[...makers].map(([value, label]) => ({ value, label }))}
          search
          onChange={(maker) => setFilters({ maker, batch: null, kind })}
        />
        <ChoiceFilter
          label="状态"
          value={filters['state']}
          options={ofRuns ? [...RUN_CHOICES] : [...REQUEST_CHOICES]}
          onChange={(state) => setFilters({ state, batch: null, kind })}
        />
      </search>
      <CountTabs
        prefix="bill-audit"
        label="待审类别"
        tabs={KINDS.map((key) => ({ key, label: key, count: counts[key] }))}
        chosen={kind}
        onChoose={(key) => setFilters({ kind: key, state: null, batch: null, request: null })}
      />
      <div id="bill-audit-panel" role="tabpanel" className="bill-panel">
        <ListStates<{ readonly rows: readonly unknown[] }>
          list={shown}
          lines={8}
          empty={ofRuns ? '没有待审核的批次' : '没有待审核的申请'}
          framed
        >
          {() => (
            <div className="audit-two">
              {ofRuns ? (
                <List
                  rows={runRows}
                  chosen={run?.id}
                  idOf={({ id }) => id}
                  show={(row) => <RunLine row={row} />}
                  onChoose={(batch) => setFilters({ batch, kind })}
                />
              ) : (
                <List
                  rows={requestRows}
                  chosen={request?.id}
                  idOf={({ id }) => id}
                  show={(row) => <RequestLine row={row} />}
                  onChoose={(id) => setFilters({ request: id })}
                />
              )}
              {ofRuns ? (
                run === undefined ? null : (
                  <RunReview key={run.id} run={run} />
                )
              ) : request === undefined ? null : (
                <RequestReview key={request.id} of={request} />
              )}
            </div>
          )}
        </ListStates>
      </div>
    </>
  );
};

export default BillAuditPage;
