import { dataMessage, entryUrge, expFile, type ProjectResult } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Popconfirm, Table, type TableColumnsType } from 'antd';
import { type ReactElement, useEffect, useEffectEvent, useState } from 'react';
import { Link } from 'react-router';
import { AreaFilter } from '../../../engine/widgets/AreaFilter.tsx';
import { ReferencePicker } from '../../../engine/widgets/reference.tsx';
import { callApi } from '../../../lib/api.ts';
import { download } from '../../../lib/download.ts';
import { listen } from '../../../lib/events.ts';
import { notify } from '../../../lib/notify.ts';
import { formatDecimal } from '../../../lib/format.ts';
import { can } from '../../../lib/permission.ts';
import { useSession } from '../../../lib/session.ts';
import { useUrlFilters } from '../../../lib/useUrlFilters.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import { ListStates } from '../../../ui/ListStates.tsx';
import { ChoiceFilter } from '../../../ui/filters.tsx';
import { MomentPicker } from '../../../ui/moment/MomentPicker.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Tag } from '../../../ui/StatusTag.tsx';
import { thisMonth, useEnergies } from '../common.ts';
import { Heat } from './Heat.tsx';
import { type LockAsked, LockDialog, Refused } from './LockDialog.tsx';
import { percent, type Progress, type ProgressRow, rateTone } from './progress.ts';
import './count.css';

const SCREEN = 'operationContent.DataInput.projectInputCount';
const ENTRY = '/operationContent/DataInput/newDataInput';
/** As many as the calls take at once. */
const MOST_URGED = 100;
const MOST_PROJECTS = 100;

/** What the server says of the type is what the page asked for. */
const askProgress = async (ask: object, signal: AbortSignal): Promise<Progress> =>
  (await callApi(dataMessage, { Type: 'progress', ...ask }, { signal })) as Progress;

const Cards = ({ summary }: { readonly summary: Progress['Summary'] }): ReactElement => (
  <dl className="count-cards">
    {[
      ['应录', formatDecimal(String(summary.Due), 0), '条'],
      ['已录', formatDecimal(String(summary.Done), 0), '条'],
      ['完整率', percent(summary.Completeness), ''],
      ['及时率', percent(summary.OnTime), ''],
      ['估算占比', percent(summary.Estimated), ''],
      ['异常未说明', formatDecimal(String(summary.Unexplained), 0), '条'],
      ['修改率', percent(summary.Changed), ''],
    ].map(([label, value, unit]) => (
      <div className="surface" key={label}>
        <dt>{label}</dt>
        <dd>
          {value} <small>{unit}</small>
        </dd>
      </div>
    ))}
  </dl>
);

/** However many submit at eight in the morning, the figures are asked for again twice a minute at most. */
const LIVE_MS = 30_000;

/** Asks again when readings came in or a month was closed somewhere. */
const useLive = (renew: () => void): void => {
  const told = useEffectEvent(renew);
  useEffect(() => {
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const soon = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        told();
      }, LIVE_MS);
    };
    void listen(['entry-progress'], controller.signal, soon, soon);
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, []);
};

/** 催办: those who are behind, the furthest first. */
const Behind = ({ rows, month }: { readonly rows: readonly ProgressRow[]; readonly month: string }): ReactElement => {
  const [left, setLeft] = useState<readonly ProjectResult[]>([]);
  const urge = useWrite(entryUrge, {
    onDone: ({ Told, Results = [] }) => {
      setLeft(Results.filter(({ Done }) => !Done));
      if (Told !== '') notify.success(`已提醒 ${Told}`);
    },
  });
  const behind = rows
    .filter(({ Due, Done }) => Done < Due)
    .toSorted((a, b) => (a.Completeness ?? 0) - (b.Completeness ?? 0));
  return (
    <section className="surface count-behind" aria-label="催办">
      <h2>催办</h2>
      {behind.length === 0 ? (
        <p className="note">没有缺录的项目</p>
      ) : (
        <>
          <p>
            {behind.length} 个项目有缺录，共缺 {behind.reduce((sum, { Due, Done }) => sum + Due - Done, 0)} 条；同一项目
            4 小时内只提醒一次。
          </p>
          <ol>
            {behind.slice(0, MOST_URGED).map((row) => (
              <li key={row.ProjectCode}>
                {row.ProjectName}（{row.ManagerName || '无项目经理'}）缺 {row.Due - row.Done} 条
                {row.LongestMissing > 1 ? `，连续 ${row.LongestMissing} 天` : ''}
              </li>
            ))}
          </ol>
          <Popconfirm
            title={`提醒以上 ${Math.min(behind.length, MOST_URGED)} 个项目的项目经理？`}
            okText="全部催办"
            onConfirm={() =>
              urge.mutate({ ProjectCodes: behind.slice(0, MOST_URGED).map((row) => row.ProjectCode), Month: month })
            }
          >
            <Button loading={urge.isPending}>全部催办</Button>
          </Popconfirm>
          {left.length > 0 ? <Refused results={left} rows={rows} /> : null}
        </>
      )}
    </section>
  );
};

/** How well projects are read: in time, whole, true; urging, and closing months. */
const ProjectInputCountPage = (): ReactElement => {
  const [filters, setFilters] = useUrlFilters();
  const [now] = useState(thisMonth);
  const month = filters['Month'] ?? now;
  const [asked, setAsked] = useState<LockAsked | null>(null);
  const roles = useSession((state) => state.user?.roles) ?? [];
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const energies = useEnergies();
  const projects = (filters['projects'] ?? filters['ProjectCode'] ?? '').split(',').filter(Boolean);
  const ask = {
    Month: month,
    ...(projects.length === 0 ? {} : { ProjectCodes: projects }),
    ...(filters['AreaId'] === undefined ? {} : { AreaId: filters['AreaId'] }),
    ...(filters['category'] === undefined ? {} : { CategoryCode: filters['category'] }),
  };
  const progress = useQuery({
    queryKey: ['entryProgress', ask],
    queryFn: ({ signal }) => askProgress(ask, signal),
  });
  useLive(() => void progress.refetch());
  const urge = useWrite(entryUrge, { said: ({ Told }) => `已提醒 ${Told}` });
  const mayEdit = can(SCREEN, 'edit');
  const mayLock = mayEdit && roles.includes('energyAnalyst') && month < now;
  const picked = (progress.data?.rows ?? []).filter(
    ({ ProjectCode, Locked }) => !Locked && chosen.includes(ProjectCode),
  );
  const percentColumn = (title: string, key: 'Completeness' | 'OnTime' | 'Estimated' | 'Backfilled' | 'Changed') => ({
    title,
    key,
    width: 96,
    align: 'right' as const,
    sorter: (a: ProgressRow, b: ProgressRow) => (a[key] ?? -1) - (b[key] ?? -1),
    render: (_: unknown, row: ProgressRow) =>
      key === 'Completeness' ? (
        <span className={`heat-text-${rateTone(row[key])}`}>{percent(row[key])}</span>
      ) : (
        percent(row[key])
      ),
  });
  const numberColumn = (title: string, key: 'Due' | 'Done' | 'Unexplained' | 'PhotoMissing' | 'LongestMissing') => ({
    title,
    dataIndex: key,
    width: 90,
    align: 'right' as const,
    sorter: (a: ProgressRow, b: ProgressRow) => a[key] - b[key],
  });
  const doings: TableColumnsType<ProgressRow>[number] = {
    title: '操作',
    key: 'do',
    width: 130,
    fixed: 'right',
    render: (_, row) => (
      <span className="count-do">
        {mayEdit && row.Done < row.Due ? (
          <Popconfirm
            title={`提醒 ${row.ManagerName} 录入？`}
            okText="催办"
            onConfirm={() => urge.mutate({ ProjectCode: row.ProjectCode, Month: month })}
          >
            <Button type="link" size="small">
              催办
            </Button>
          </Popconfirm>
        ) : null}
        {mayLock && !row.Locked ? (
          <Button type="link" size="small" onClick={() => setAsked({ rows: [row], action: 'lock' })}>
            月锁
          </Button>
        ) : null}
        {mayEdit && row.Locked && roles.includes('operationDirector') ? (
          <Button type="link" size="small" onClick={() => setAsked({ rows: [row], action: 'unlock' })}>
            解锁
          </Button>
        ) : null}
      </span>
    ),
  };
  const columns: TableColumnsType<ProgressRow> = [
    {
      title: '项目',
      key: 'project',
      width: 180,
      render: (_, row) => <Link to={`${ENTRY}?ProjectCode=${row.ProjectCode}`}>{row.ProjectName}</Link>,
    },
    { title: '区域', dataIndex: 'AreaName', width: 110 },
    { title: '负责人', dataIndex: 'ManagerName', width: 90 },
    numberColumn('应录', 'Due'),
    numberColumn('已录', 'Done'),
    percentColumn('完整率', 'Completeness'),
    percentColumn('及时率', 'OnTime'),
    {
      title: '平均滞后(h)',
      key: 'lag',
      width: 110,
      align: 'right',
      render: (_, { LagHours }) => (LagHours === null ? '—' : LagHours.toFixed(1)),
    },
    percentColumn('估算', 'Estimated'),
    percentColumn('补录', 'Backfilled'),
    percentColumn('修改', 'Changed'),
    numberColumn('异常未说明', 'Unexplained'),
    numberColumn('照片缺失', 'PhotoMissing'),
    numberColumn('连续缺录(天)', 'LongestMissing'),
    {
      title: '月锁',
      key: 'locked',
      width: 80,
      render: (_, { Locked }) => (Locked ? <Tag tone="good">已锁</Tag> : <Tag>未锁</Tag>),
    },
    // Who only looks has nothing to press.
    ...(mayEdit ? [doings] : []),
  ];
  return (
    <>
      <PageHeader
        title="项目录入统计"
        note="各项目录入是否及时、完整、真实；按各自的抄表时刻与截止时刻统计"
        actions={
          can(SCREEN, 'export') && (progress.data?.rows.length ?? 0) > 0 ? (
            <Button
              onClick={() =>
                void download(
                  'POST',
                  expFile.path,
                  { Kind: 'projectInputCount', ...ask },
                  { name: '项目录入统计.xlsx' },
                )
              }
            >
              导出
            </Button>
          ) : null
        }
      />
      <search className="filter-bar surface count-filter">
        <MomentPicker
          kind="month"
          value={month}
          allowClear={false}
          aria={{ 'aria-label': '月份' }}
          onChange={(value) => setFilters({ Month: value })}
        />
        <AreaFilter value={filters['AreaId']} onChange={(value) => setFilters({ AreaId: value })} />
        <span className="count-projects">
          <ReferencePicker
            entity="project"
            multiple
            value={projects}
            labels={Object.fromEntries(
              (progress.data?.rows ?? []).map(({ ProjectCode, ProjectName }) => [ProjectCode, ProjectName]),
            )}
            placeholder="项目（可多选）"
            aria={{ 'aria-label': '项目' }}
            onPick={(next) => {
              const codes = Array.isArray(next) ? (next as readonly string[]) : [];
              if (codes.length > MOST_PROJECTS) notify.warning(`一次最多 ${MOST_PROJECTS} 个项目`);
              else setFilters({ projects: codes.join(',') || null, ProjectCode: null });
            }}
          />
        </span>
        <ChoiceFilter
          label="类别"
          loading={energies.isPending}
          value={filters['category']}
          options={(energies.data ?? []).map(({ Code, Name }) => ({ value: Code, label: Name }))}
          onChange={(value) => setFilters({ category: value })}
        />
      </search>
      <ListStates list={progress} empty="该月没有应录项目" framed>
        {(data) => (
          <>
            <Cards summary={data.Summary} />
            <div className={mayEdit ? 'count-split' : undefined}>
              <Heat progress={data} />
              {mayEdit ? <Behind rows={data.rows} month={month} /> : null}
            </div>
            {mayLock ? (
              <div className="count-batch">
                <Button
                  disabled={picked.length === 0}
                  onClick={() => setAsked({ rows: picked, action: 'lock' })}
                >{`批量月锁${picked.length > 0 ? ` ${picked.length} 个项目` : ''}`}</Button>
              </div>
            ) : null}
            <Table<ProgressRow>
              className="surface-table"
              size="small"
              rowKey="ProjectCode"
              {...(mayLock
                ? {
                    rowSelection: {
                      selectedRowKeys: picked.map(({ ProjectCode }) => ProjectCode),
                      onChange: (keys: readonly unknown[]) => setChosen(keys.map(String)),
                      getCheckboxProps: ({ Locked, ProjectName }: ProgressRow) => ({
                        disabled: Locked,
                        'aria-label': `选择${ProjectName}`,
                      }),
                    },
                  }
                : {})}
              pagination={false}
              dataSource={[...data.rows]}
              columns={columns}
              scroll={{ x: 1500 }}
            />
          </>
        )}
      </ListStates>
      {asked === null ? null : <LockDialog asked={asked} month={month} onClose={() => setAsked(null)} />}
    </>
  );
};

export default ProjectInputCountPage;
