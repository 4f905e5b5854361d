/** 停用列表: who is not supplied and until when, what it costs, and where so many are that it is felt. */
import {
  SUSPEND_SEASONS,
  SUSPEND_STATES,
  suspendExport,
  suspendFigures,
  type SuspendFigures,
  suspendPage,
  type SuspendRow,
} from '@hengneng/contracts';
import { SCREENS, type Screen } from '@hengneng/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Segmented } from 'antd';
import { type ReactElement, Suspense, useState } from 'react';
import ListPage from '../../../engine/list/ListPage.tsx';
import { callApi } from '../../../lib/api.ts';
import { download } from '../../../lib/download.ts';
import { formatDecimal } from '../../../lib/format.ts';
import { can } from '../../../lib/permission.ts';
import { type Filters, useUrlFilters } from '../../../lib/useUrlFilters.ts';
import { type CardColumn, CardTable } from '../../../ui/CardTable.tsx';
import { type DataColumn, DataTable } from '../../../ui/DataTable.tsx';
import { ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { ListStates } from '../../../ui/ListStates.tsx';
import { ChoiceFilter, SearchFilter } from '../../../ui/filters.tsx';
import { CommunityFilter } from '../CommunityFilter.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import { useFees } from '../bills/shared.ts';
import { todayHere } from '../registry/shared.ts';
import { ApplyDialog, type Begun } from './ApplyDialog.tsx';
import { ReportDialog, type Suspended } from './SecretUseDialogs.tsx';
import { SecretUseList } from './SecretUseList.tsx';
import { Amount, LIST_SCREEN, RecordLink, STATE_TONES, SUSPENSIONS, useViewChange } from './shared.tsx';
import './suspension.css';

const SIZE = 20;
const PATH = '/chargeManage/suspend/suspendList';
const VIEWS = ['停用记录', '私开补收', '申请单'] as const;

const nextDay = (day: string): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
const later = (a: string, b: string): string => (a > b ? a : b);

const begun = (row: SuspendRow, applyType: '恢复使用' | '延长停用'): Begun => ({
  communityId: row.communityId,
  roomId: row.roomId,
  room: `${row.community} ${row.room}`,
  feeId: row.feeId,
  fee: row.fee,
  applyType,
  startDate:
    applyType === '恢复使用' ? later(todayHere(), row.effectiveFrom ?? '') : nextDay(row.effectiveTo ?? todayHere()),
});

/** What can be begun with a row. */
interface Begins {
  readonly onBegin: (of: Begun) => void;
  readonly onReport: (of: Suspended) => void;
}

const Acts = ({ row, onBegin, onReport }: Begins & { readonly row: SuspendRow }): ReactElement => {
  const { effectiveFrom: from, effectiveTo: to } = row;
  if (from === null || to === null || row.applyType === '恢复使用' || row.state === '已否决') return <>—</>;
  return (
    <>
      {to < todayHere() ? null : (
        <>
          <Button type="link" size="small" onClick={() => onBegin(begun(row, '恢复使用'))}>
            恢复使用
          </Button>
          <Button type="link" size="small" onClick={() => onBegin(begun(row, '延长停用'))}>
            延长
          </Button>
        </>
      )}
      {from > todayHere() ? null : (
        <Button
          type="link"
          size="small"
          onClick={() =>
            onReport({ BusinessId: row.BusinessId, room: `${row.community} ${row.room}`, fee: row.fee, from, to })
          }
        >
          私开
        </Button>
      )}
    </>
  );
};

const columnsOf = (begins: Begins | null): readonly CardColumn<SuspendRow>[] => [
  {
    key: 'serial',
    head: '单号',
    main: true,
    show: (row) => <RecordLink id={row.BusinessId}>{row.serial}</RecordLink>,
  },
  { key: 'community', head: '小区', show: (row) => row.community },
  { key: 'room', head: '房间', show: (row) => row.room },
  { key: 'owner', head: '业主', show: (row) => row.owner },
  { key: 'fee', head: '费项', show: (row) => row.fee },
  { key: 'applyType', head: '类型', show: (row) => row.applyType },
  { key: 'state', head: '状态', show: (row) => <Tag tone={STATE_TONES[row.state]}>{row.state}</Tag> },
  { key: 'effectiveFrom', head: '生效起', show: (row) => row.effectiveFrom ?? '—' },
  { key: 'effectiveTo', head: '生效止', show: (row) => row.effectiveTo ?? '—' },
  // In front of the figures that it comes from: on a desk's width those behind it lie under what may be done.
  {
    key: 'lost',
    head: '减收',
    unit: '元',
    number: true,
    show: (row) => (
      <>
        <Amount value={row.lost} />
        {row.lost === null || row.lostNote === '' ? null : <span className="suspend-lost">{row.lostNote}</span>}
      </>
    ),
  },
  { key: 'days', head: '停用天数', unit: '天', number: true, show: (row) => row.days ?? '—' },
  { key: 'keepRate', head: '保留比例', unit: '%', number: true, show: (row) => formatDecimal(row.keepRate) },
  { key: 'sealNo', head: '铅封号', show: (row) => row.sealNo || '—' },
  { key: 'checker', head: '核查人', show: (row) => row.checker || '—' },
  { key: 'source', head: '来源', show: (row) => row.source },
  ...(begins === null
    ? []
    : [{ key: 'acts', head: '操作', acts: true, show: (row: SuspendRow) => <Acts row={row} {...begins} /> }]),
];

type Building = SuspendFigures['buildings'][number];
const BUILDINGS: readonly DataColumn<Building>[] = [
  { key: 'building', head: '楼栋', show: (row) => `${row.community} ${row.building}` },
  { key: 'stopped', head: '停用中', unit: '户', number: true },
  { key: 'charged', head: '应收费', unit: '户', number: true },
  {
    key: 'rate',
    head: '停用率',
    unit: '%',
    number: true,
    hint: '停用中户数 ÷ 应收费户数',
    show: (row) => <span className={row.high ? 'suspend-high' : undefined}>{row.rate.toFixed(2)}</span>,
  },
  { key: 'hint', head: '提示', show: (row) => (row.high ? '超过 40%，影响邻户与主机负荷' : '—') },
];

const Cards = ({ community }: { readonly community: string }): ReactElement => {
  const [all, setAll] = useState(false);
  const found = useQuery({
    queryKey: [SUSPENSIONS, 'figures', community],
    queryFn: ({ signal }) => callApi(suspendFigures, { community }, { signal }),
  });
  if (found.error) return <ErrorRetry error={found.error} onRetry={() => void found.refetch()} />;
  if (found.data === undefined) return <SkeletonDelay rows={2} />;
  const of = found.data;
  // Where nobody is not supplied there is nothing to see.
  const buildings = all ? of.buildings : of.buildings.filter(({ stopped }) => stopped > 0);
  return (
    <>
      <dl className="suspend-cards">
        <div className="surface">
          <dt>当前停用户（户）</dt>
          <dd>{of.stopped}</dd>
        </div>
        <div className="surface" title="当前供能季（无供能季时为本季度）已发布账单因停用减少的金额">
          <dt>本季减收（元）</dt>
          <dd>
            <Amount value={of.reduction} />
          </dd>
        </div>
        <div className="surface">
          <dt>待核查（单）</dt>
          <dd>{of.toCheck}</dd>
        </div>
        <div className="surface" title="7 天内到期的停用">
          <dt>将到期（户）</dt>
          <dd>{of.ending}</dd>
        </div>
        <div className="surface" title="停用中户数 ÷ 应收费户数">
          <dt>停用率（%）</dt>
          <dd>{of.rate === null ? '—' : of.rate.toFixed(2)}</dd>
        </div>
      </dl>
      {of.buildings.length === 0 ? null : (
        <section className="surface suspend-buildings" aria-label="按楼栋停用分布">
          {buildings.length === 0 ? (
            <p className="note">各楼栋都没有停用中的房间</p>
          ) : (
            <DataTable label="按楼栋停用分布" columns={BUILDINGS} rows={buildings} rowKey={(row) => row.id} />
          )}
          {of.buildings.length > buildings.length || all ? (
            <Button type="link" size="small" onClick={() => setAll(!all)}>
              {all ? '只看有停用的楼栋' : '查看全部楼栋'}
            </Button>
          ) : null}
        </section>
      )}
    </>
  );
};

const askOf = (filters: Filters) => ({
  community: filters['community'] ?? '',
  fee: filters['fee'] ?? '',
  effective: SUSPEND_STATES.find((one) => one === filters['effective']) ?? ('' as const),
  season: SUSPEND_SEASONS.find((one) => one === filters['season']) ?? ('' as const),
  Keyword: filters['keyword'] ?? '',
});

const Records = ({ begins }: { readonly begins: Begins | null }): ReactElement => {
  const [filters, setFilters] = useUrlFilters();
  const fees = useFees(filters['community'] ?? '');
  const asked = askOf(filters);
  const page = Number(filters['PageIndex'] ?? 1) || 1;
  const list = useQuery({
    queryKey: [SUSPENSIONS, 'list', asked, page],
    queryFn: ({ signal }) => callApi(suspendPage, { ...asked, PageIndex: page, PageSize: SIZE }, { signal }),
    placeholderData: keepPreviousData,
  });
  const narrow = (more: Record<string, string | null>) => setFilters({ PageIndex: null, ...more });
  return (
    <>
      <Cards community={asked.community} />
      <search className="filter-bar surface">
        <SearchFilter
          label="单号、房号或业主"
          className="filter filter-words"
          value={filters['keyword']}
          onSearch={(keyword) => narrow({ keyword })}
        />
        <CommunityFilter value={filters['community']} onChange={(community) => narrow({ community })} />
        <ChoiceFilter
          label="费项"
          value={filters['fee']}
          options={(fees.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          loading={fees.isPending}
          onChange={(fee) => narrow({ fee })}
        />
        <ChoiceFilter
          label="生效状态"
          value={SUSPEND_STATES.find((one) => one === filters['effective'])}
          options={SUSPEND_STATES}
          onChange={(effective) => narrow({ effective })}
        />
        <ChoiceFilter
          label="季节"
          value={SUSPEND_SEASONS.find((one) => one === filters['season'])}
          options={SUSPEND_SEASONS}
          onChange={(season) => narrow({ season })}
        />
        {can(LIST_SCREEN, 'export') ? (
          <Button onClick={() => void download('POST', suspendExport.path, asked, { name: '停用记录.xlsx' })}>
            导出
          </Button>
        ) : null}
      </search>
      <ListStates list={list} lines={8} empty="没有停用记录" framed>
        {(data) => (
          <>
            {data.sums?.['reduction'] === undefined ? null : (
              <p className="note">
                共 {data.total} 条，减收合计 {formatDecimal(data.sums['reduction'], 2)} 元（未出账的按预计）
              </p>
            )}
            <CardTable
              label="停用记录"
              columns={columnsOf(begins)}
              rows={data.rows}
              rowKey={(row) => row.BusinessId}
              paging={{
                index: page,
                size: SIZE,
                total: data.total,
                onChange: (index) => setFilters({ PageIndex: String(index) }),
              }}
            />
          </>
        )}
      </ListStates>
    </>
  );
};

const SCREEN = SCREENS.find(({ path }) => path === PATH) as Screen;

const SuspendListPage = (): ReactElement => {
  const [view, setView] = useState<(typeof VIEWS)[number]>(VIEWS[0]);
  const [begins, setBegins] = useState<Begun | null>(null);
  const [reports, setReports] = useState<Suspended | null>(null);
  const choose = useViewChange(setView);
  const views = <Segmented options={[...VIEWS]} value={view} onChange={choose} aria-label="查看方式" />;
  if (view === '申请单')
    return (
      <>
        <div className="suspend-views">{views}</div>
        <Suspense fallback={<SkeletonDelay rows={8} />}>
          <ListPage moduleId="suspend" screen={SCREEN} scope="all" byArea={false} />
        </Suspense>
      </>
    );
  return (
    <>
      <PageHeader title="停用列表" note="恢复须现场开阀核查；到止日自动恢复，提前 7 天提醒" actions={views} />
      {view === '私开补收' ? (
        <SecretUseList />
      ) : (
        <Records begins={can(LIST_SCREEN, 'add') ? { onBegin: setBegins, onReport: setReports } : null} />
      )}
      {begins === null ? null : <ApplyDialog begun={begins} onClose={() => setBegins(null)} />}
      {reports === null ? null : <ReportDialog of={reports} onClose={() => setReports(null)} />}
    </>
  );
};

export default SuspendListPage;
