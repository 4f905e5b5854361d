import {
  BILL_FLAGS,
  BILL_PAY_STATES,
  type BillGroup,
  buildingTree,
  chargeBillAging,
  chargeBillBatches,
  chargeBillExport,
  chargeBillGenerate,
  chargeBillPage,
  type ChargeBillRow,
  chargeBillSummary,
  chargeFeeSummary,
} from '@hengneng/contracts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ReactElement, useState } from 'react';
import { callApi } from '../../../lib/api.ts';
import { download } from '../../../lib/download.ts';
import { formatMoney } from '../../../lib/format.ts';
import { can } from '../../../lib/permission.ts';
import { useUrlFilters } from '../../../lib/useUrlFilters.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { Chart } from '../../../ui/chart/Chart.tsx';
import { CountTabs } from '../../../ui/CountTabs.tsx';
import { DataTable } from '../../../ui/DataTable.tsx';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { ChoiceFilter, SearchFilter } from '../../../ui/filters.tsx';
import { Money } from '../../../ui/Money.tsx';
import { MomentPicker } from '../../../ui/moment/MomentPicker.tsx';
import { CommunityFilter } from '../CommunityFilter.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { CardTable } from '../../../ui/CardTable.tsx';
import { DeductTicked } from '../cashier/DeductDialog.tsx';
import { BUILDINGS } from '../registry/shared.ts';
import { StatementDrawer } from '../statement/StatementDrawer.tsx';
import { ImportDialog, ReduceForm, ReverseForm } from './BillActs.tsx';
import { billColumns, FEE_COLUMNS, roomColumns, runColumns } from './columns.tsx';
import { DunTicked, mayDun, tickColumn } from '../notices/DunTicked.tsx';
import { ExplainDrawer } from './ExplainDrawer.tsx';
import { GenerateDrawer } from './GenerateDrawer.tsx';
import { NoticePrint } from './NoticePrint.tsx';
import { PoolsTab } from './PoolsTab.tsx';
import { BILL_SCREEN, BILLS, type Filters, percent, RUNS, type SetFilters, useFees, useRunNews } from './shared.ts';
import { UsageTab } from './UsageTab.tsx';
import './bills.css';

const TABS = [
  { key: 'bills', label: '账单明细' },
  { key: 'rooms', label: '按房间' },
  { key: 'fees', label: '按费项' },
  { key: 'runs', label: '出账批次' },
  { key: 'aging', label: '账龄' },
  { key: 'usage', label: '用量' },
  { key: 'pools', label: '公摊' },
] as const;
type Tab = (typeof TABS)[number]['key'];
const SIZE = 50;

const askOf = (filters: Filters) => ({
  community: filters['community'] ?? '',
  building: filters['building'] ?? '',
  room: filters['room'] ?? '',
  roomText: filters['roomText'] ?? '',
  ownerName: filters['owner'] ?? '',
  fee: filters['fee'] ?? '',
  periodFrom: filters['from'] ?? filters['period'] ?? '',
  periodTo: filters['to'] ?? filters['period'] ?? '',
  dueFrom: filters['dueFrom'] ?? '',
  dueTo: filters['dueTo'] ?? '',
  payState: BILL_PAY_STATES.find((state) => state === filters['state']) ?? ('' as const),
  overdueDays: filters['late'] ?? '',
  arrearsMin: filters['owes'] ?? '',
  flag: BILL_FLAGS.find((flag) => flag === filters['flag']) ?? ('' as const),
  batch: filters['batch'] ?? '',
});
type Ask = ReturnType<typeof askOf>;

const pageOf = (filters: Filters): number => Number(filters['PageIndex'] ?? 1) || 1;

interface Shown {
  readonly ask: Ask;
  readonly filters: Filters;
  readonly setFilters: SetFilters;
}

const paging = ({ filters, setFilters }: Shown, total: number) => ({
  index: pageOf(filters),
  size: SIZE,
  total,
  onChange: (PageIndex: number) => setFilters({ PageIndex: String(PageIndex) }),
});

const Bills = ({
  onOpen,
  onGenerate,
  ...of
}: Shown & { readonly onOpen: (row: ChargeBillRow) => void; readonly onGenerate: () => void }): ReactElement => {
  const asked = { ...of.ask, PageIndex: pageOf(of.filters), PageSize: SIZE };
  const list = useQuery({
    queryKey: [BILLS, 'page', asked],
    queryFn: ({ signal }) => callApi(chargeBillPage, asked, { signal }),
    placeholderData: keepPreviousData,
  });
  if (list.error) return <ErrorRetry error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data === undefined) return <SkeletonDelay rows={8} />;
  const { rows, total, sums, asOf } = list.data;
  return (
    <>
      <dl className="bill-figures surface">
        <div>
          <dt>应收（元）</dt>
          <dd>{formatMoney(sums.amount)}</dd>
        </div>
        <div>
          <dt>已收（元）</dt>
          <dd>{formatMoney(sums.paid)}</dd>
        </div>
        <div>
          <dt>欠费本金（元）</dt>
          <dd>{formatMoney(sums.principal)}</dd>
        </div>
        <div title={`计至 ${asOf}`}>
          <dt>违约金（今日，元）</dt>
          <dd>{formatMoney(sums.penalty)}</dd>
        </div>
        <div title={sums.rate === null ? '筛选内没有应收' : '已收本金 ÷（应收 − 减免）'}>
          <dt>收缴率</dt>
          <dd>{percent(sums.rate)}</dd>
        </div>
      </dl>
      {total === 0 ? (
        <section className="surface">
          <EmptyHint
            text="本账期尚未出账"
            action={can(BILL_SCREEN, 'add') ? <Button onClick={onGenerate}>出账预览</Button> : undefined}
          />
        </section>
      ) : (
        <CardTable
          label="账单明细"
          columns={billColumns(onOpen)}
          rows={rows}
          rowKey={(row) => row.id}
          paging={paging(of, total)}
        />
      )}
    </>
  );
};

const Rooms = ({ onPrint, ...of }: Shown & { readonly onPrint: (rooms: readonly string[]) => void }): ReactElement => {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const asked = { ...of.ask, groupBy: 'room' as const, PageIndex: pageOf(of.filters), PageSize: SIZE };
  const list = useQuery({
    queryKey: [BILLS, 'rooms', asked],
    queryFn: ({ signal }) => callApi(chargeBillSummary, asked, { signal }),
    placeholderData: keepPreviousData,
  });
  if (list.error) return <ErrorRetry error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data === undefined) return <SkeletonDelay rows={8} />;
  const owing = list.data.rows.filter(({ arrears }) => arrears !== '0.00').map(({ key }) => key);
  if (list.data.total === 0)
    return (
      <section className="surface">
        <EmptyHint text="没有已发布的账单" />
      </section>
    );
  return (
    <>
      {owing.length > 0 ? (
        <p className="row-do">
          {mayDun() ? (
            <>
              <Button onClick={() => setTicked(new Set(ticked.size > 0 ? [] : owing))}>
                {ticked.size > 0 ? '取消勾选' : '勾选本页欠费户'}
              </Button>
              <DunTicked community={of.ask.community} rooms={[...ticked]} />
            </>
          ) : null}
          <DeductTicked community={of.ask.community} rooms={[...ticked]} />
          {can(BILL_SCREEN, 'download') ? (
            <Button onClick={() => onPrint(ticked.size > 0 ? [...ticked] : owing)}>
              {ticked.size > 0
                ? `打印勾选的欠费通知单（${ticked.size} 户）`
                : `打印本页欠费通知单（${owing.length} 户）`}
            </Button>
          ) : null}
        </p>
      ) : null}
      <CardTable
        label="按房间"
        columns={[
          ...(mayDun() ? [tickColumn<BillGroup>(ticked, setTicked)] : []),
          ...roomColumns((room) => of.setFilters({ room, tab: null, PageIndex: null })),
        ]}
        rows={list.data.rows}
        rowKey={(row) => row.key}
        paging={paging(of, list.data.total)}
      />
    </>
  );
};

const Fees = ({ ask }: { readonly ask: Ask }): ReactElement => {
  const list = useQuery({
    queryKey: [BILLS, 'fees', ask],
    queryFn: ({ signal }) => callApi(chargeFeeSummary, ask, { signal }),
    placeholderData: keepPreviousData,
  });
  if (list.error) return <ErrorRetry error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data === undefined) return <SkeletonDelay rows={6} />;
  if (list.data.rows.length === 0)
    return (
      <section className="surface">
        <EmptyHint text="没有已发布的账单" />
      </section>
    );
  return <CardTable label="按费项" columns={FEE_COLUMNS} rows={list.data.rows} rowKey={(row) => row.feeId} />;
};

const Runs = (of: Shown): ReactElement => {
  const asked = {
    community: of.ask.community,
    period: of.ask.periodFrom,
    batch: of.ask.batch,
    PageIndex: pageOf(of.filters),
    PageSize: SIZE,
  };
  const list = useQuery({
    queryKey: [RUNS, asked],
    queryFn: ({ signal }) => callApi(chargeBillBatches, asked, { signal }),
    placeholderData: keepPreviousData,
  });
  const resume = useWrite(chargeBillGenerate, {
    said: ({ batchNo }) => `批次 ${batchNo} 已续跑完`,
    renews: [RUNS, BILLS],
  });
  if (list.error) return <ErrorRetry error={list.error} onRetry={() => void list.refetch()} />;
  if (list.data === undefined) return <SkeletonDelay rows={6} />;
  if (list.data.total === 0)
    return (
      <section className="surface">
        <EmptyHint text="还没有出账批次" />
      </section>
    );
  const acts = (row: (typeof list.data.rows)[number]) => (
    <span className="row-do">
      <Button
        type="link"
        className="cell-link"
        onClick={() => of.setFilters({ batch: row.no, tab: null, PageIndex: null, from: null, to: null })}
      >
        看账单
      </Button>
      {row.state === '生成中' && can(BILL_SCREEN, 'add') ? (
        <Button
          type="link"
          className="cell-link"
          loading={resume.isPending}
          onClick={() => resume.mutate({ mode: 'run', batchId: row.id })}
        >
          续跑
        </Button>
      ) : null}
    </span>
  );
  return (
    <CardTable
      label="出账批次"
      columns={runColumns(acts)}
      rows={list.data.rows}
      rowKey={(row) => row.id}
      paging={paging(of, list.data.total)}
    />
  );
};

const Aging = ({ ask }: { readonly ask: Ask }): ReactElement => {
  const found = useQuery({
    queryKey: [BILLS, 'aging', ask],
    queryFn: ({ signal }) => callApi(chargeBillAging, ask, { signal }),
    placeholderData: keepPreviousData,
  });
  if (found.error) return <ErrorRetry error={found.error} onRetry={() => void found.refetch()} />;
  if (found.data === undefined) return <SkeletonDelay rows={6} />;
  const { rows, total, asOf } = found.data;
  const table = (
    <DataTable
      label="账龄"
      columns={[
        { key: 'band', head: '账龄段', unit: '天' },
        { key: 'rooms', head: '户数', unit: '户', number: true },
        { key: 'bills', head: '账单数', number: true },
        {
          key: 'principal',
          head: '欠费本金',
          unit: '元',
          number: true,
          show: (row) => <Money value={row.principal} />,
        },
      ]}
      rows={rows}
      rowKey={(row) => row.band}
    />
  );
  return (
    <>
      <Chart
        title="账龄"
        note={`欠费本金合计 ${formatMoney(total)} 元，截至 ${asOf}`}
        option={{
          tooltip: { trigger: 'axis' },
          grid: { left: 8, right: 12, top: 38, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'axisLabel' },
          xAxis: { type: 'category', data: rows.map(({ band }) => band) },
          yAxis: { type: 'value', name: '元' },
          series: [{ type: 'bar', name: '欠费本金（元）', data: rows.map(({ principal }) => Number(principal)) }],
        }}
        table={table}
      />
      <section className="surface bill-panel">{table}</section>
    </>
  );
};

const FilterBar = ({ filters, setFilters }: Omit<Shown, 'ask'>): ReactElement => {
  const community = filters['community'] ?? '';
  const fees = useFees(community);
  const buildings = useQuery({
    queryKey: [BUILDINGS, community],
    queryFn: ({ signal }) => callApi(buildingTree, { communityId: community }, { signal }),
    enabled: community !== '',
  });
  const set = (changed: Parameters<SetFilters>[0]) => setFilters({ ...changed, PageIndex: null });
  return (
    <search className="filter-bar surface">
      <CommunityFilter
        value={filters['community']}
        onChange={(id) => set({ community: id, building: null, room: null })}
      />
      {community === '' ? null : (
        <ChoiceFilter
          label="楼栋"
          value={filters['building']}
          options={(buildings.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(building) => set({ building, room: null })}
        />
      )}
      <SearchFilter
        label="房号"
        value={filters['roomText']}
        onSearch={(roomText) => set({ roomText: roomText || null })}
      />
      <SearchFilter label="业主" value={filters['owner']} onSearch={(owner) => set({ owner: owner || null })} />
      <ChoiceFilter
        label="收费项目"
        value={filters['fee']}
        options={(fees.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(fee) => set({ fee })}
      />
      <MomentPicker
        kind="month"
        value={filters['from'] ?? filters['period'] ?? null}
        placeholder="账期起"
        aria={{ 'aria-label': '账期起' }}
        onChange={(from) => set({ from: from || null, period: null })}
      />
      <MomentPicker
        kind="month"
        value={filters['to'] ?? filters['period'] ?? null}
        placeholder="账期止"
        aria={{ 'aria-label': '账期止' }}
        onChange={(to) => set({ to: to || null, period: null })}
      />
      <MomentPicker
        kind="date"
        value={filters['dueFrom'] ?? null}
        placeholder="到期日从"
        aria={{ 'aria-label': '到期日从' }}
        onChange={(dueFrom) => set({ dueFrom: dueFrom || null })}
      />
      <MomentPicker
        kind="date"
        value={filters['dueTo'] ?? null}
        placeholder="到期日到"
        aria={{ 'aria-label': '到期日到' }}
        onChange={(dueTo) => set({ dueTo: dueTo || null })}
      />
      <ChoiceFilter
        label="缴费状态"
        value={BILL_PAY_STATES.find((state) => state === filters['state'])}
        options={BILL_PAY_STATES}
        onChange={(state) => set({ state })}
      />
      <ChoiceFilter
        label="标记"
        value={BILL_FLAGS.find((flag) => flag === filters['flag'])}
        options={BILL_FLAGS}
        onChange={(flag) => set({ flag })}
      />
      <SearchFilter
        label="逾期天数大于"
        placeholder="逾期 > 天"
        value={filters['late']}
        onSearch={(late) => set({ late: late || null })}
      />
      <SearchFilter
        label="欠费不小于（元）"
        placeholder="欠费 ≥ 元"
        value={filters['owes']}
        onSearch={(owes) => set({ owes: owes || null })}
      />
      <SearchFilter label="批次" value={filters['batch']} onSearch={(batch) => set({ batch: batch || null })} />
      {filters['room'] === undefined ? null : <Button onClick={() => set({ room: null })}>取消只看一户</Button>}
    </search>
  );
};

type Doing =
  | { readonly what: 'generate' }
  | { readonly what: 'import' }
  | { readonly what: 'explain' | 'reverse' | 'reduce'; readonly row: ChargeBillRow }
  | { readonly what: 'print'; readonly rooms: readonly string[] }
  | { readonly what: 'statement'; readonly room: string };

/** 账单管理: what rooms owe, making bills, why a bill is what it is. */
const ChargeBillPage = (): ReactElement => {
  const [filters, setFilters] = useUrlFilters();
  const [doing, setDoing] = useState<Doing | null>(null);
  const client = useQueryClient();
  const ask = askOf(filters);
  const tab: Tab = TABS.find(({ key }) => key === filters['tab'])?.key ?? 'bills';
  const close = () => setDoing(null);
  useRunNews(() => {
    void client.invalidateQueries({ queryKey: [RUNS] });
    void client.invalidateQueries({ queryKey: [BILLS] });
  });
  const of = { ask, filters, setFilters };
  return (
    <>
      <PageHeader
        title="账单管理"
        note="出账先预览再生成，由另一人审核后发布；发布后金额不改，只能红冲或减免"
        actions={
          <>
            {can(BILL_SCREEN, 'add') ? (
              <Button type="primary" onClick={() => setDoing({ what: 'generate' })}>
                出账
              </Button>
            ) : null}
            {can(BILL_SCREEN, 'import') ? (
              <Button
                disabled={ask.community === ''}
                title={ask.community === '' ? '请先选择小区' : ''}
                onClick={() => setDoing({ what: 'import' })}
              >
                导入
              </Button>
            ) : null}
            {ask.room === '' ? null : (
              <Button onClick={() => setDoing({ what: 'statement', room: ask.room })}>往来对账单</Button>
            )}
            {can(BILL_SCREEN, 'download') && ask.room !== '' ? (
              <Button onClick={() => setDoing({ what: 'print', rooms: [ask.room] })}>打印通知单</Button>
            ) : null}
            {can(BILL_SCREEN, 'export') ? (
              <Button onClick={() => void download('POST', chargeBillExport.path, ask, { name: '账单明细.xlsx' })}>
                导出
              </Button>
            ) : null}
          </>
        }
      />
      <FilterBar filters={filters} setFilters={setFilters} />
      <CountTabs
        prefix="charge-bills"
        label="账单"
        tabs={TABS}
        chosen={tab}
        onChoose={(key) => setFilters({ tab: key === 'bills' ? null : key, PageIndex: null })}
      />
      <div id="charge-bills-panel" role="tabpanel" className="bill-panel">
        {tab === 'bills' ? (
          <Bills
            {...of}
            onOpen={(row) => setDoing({ what: 'explain', row })}
            onGenerate={() => setDoing({ what: 'generate' })}
          />
        ) : tab === 'rooms' ? (
          <Rooms key={ask.community} {...of} onPrint={(rooms) => setDoing({ what: 'print', rooms })} />
        ) : tab === 'fees' ? (
          <Fees ask={ask} />
        ) : tab === 'runs' ? (
          <Runs {...of} />
        ) : tab === 'usage' ? (
          <UsageTab filters={filters} setFilters={setFilters} />
        ) : tab === 'pools' ? (
          <PoolsTab filters={filters} />
        ) : (
          <Aging ask={ask} />
        )}
      </div>
      {doing === null ? null : doing.what === 'generate' ? (
        <GenerateDrawer community={ask.community} onClose={close} />
      ) : doing.what === 'import' ? (
        <ImportDialog community={ask.community} onClose={close} />
      ) : doing.what === 'print' ? (
        <NoticePrint rooms={doing.rooms} onClose={close} />
      ) : doing.what === 'statement' ? (
        <StatementDrawer roomId={doing.room} onClose={close} />
      ) : doing.what === 'explain' ? (
        <ExplainDrawer
          id={doing.row.id}
          onReverse={(row) => setDoing({ what: 'reverse', row })}
          onReduce={(row) => setDoing({ what: 'reduce', row })}
          onClose={close}
        />
      ) : doing.what === 'reverse' ? (
        <ReverseForm row={doing.row} onClose={close} />
      ) : (
        <ReduceForm row={doing.row} onClose={close} />
      )}
    </>
  );
};

export default ChargeBillPage;
