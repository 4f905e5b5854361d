import { expFile, entryCategories } from '@hengneng/contracts';
import { addDays, daysFrom, daysThrough } from '@hengneng/energy/measuring';
import { useQuery } from '@tanstack/react-query';
import { Button, Popconfirm, Select } from 'antd';
import { type ReactElement, useMemo, useState } from 'react';
import { ReferencePicker } from '../../../engine/widgets/reference.tsx';
import { callApi } from '../../../lib/api.ts';
import { download } from '../../../lib/download.ts';
import { notify } from '../../../lib/notify.ts';
import { can, canOpen } from '../../../lib/permission.ts';
import { useUrlFilters } from '../../../lib/useUrlFilters.ts';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { ChoiceFilter } from '../../../ui/filters.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { useUnsavedGuard } from '../../../ui/useUnsavedGuard.ts';
import { isWritable } from '../entry/useSheet.ts';
import { lastProject, rememberProject } from '../last-project.ts';
import { ReportSpan } from '../reports/common.tsx';
import { AllGrid, textOf } from './AllGrid.tsx';
import { AllIssues, ClashDialog } from './AllIssues.tsx';
import { boxOf, cellKey, type Line, type Range, sumOf } from './grid.ts';
import { type All, useAll } from './useAll.ts';
import './all.css';

const SCREEN = 'operationContent.DataInput.allNewDataInput';
const EDIT = 'operationContent.DataInput.dataEdit';
const MOST_DAYS = 7;
const MOST_PROJECTS = 50;

/** The day of the last cut at eight in the morning, which is when days begin in UTC. */
const lastCut = (): string => new Date().toISOString().slice(0, 10);
const listed = (text: string | undefined): readonly string[] => (text ?? '').split(',').filter(Boolean);
const number = new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 2 });

/** What is chosen, in figures. */
const Chosen = ({
  all,
  lines,
  range,
}: {
  readonly all: All;
  readonly lines: readonly Line[];
  readonly range: Range | null;
}) => {
  if (range === null) return null;
  const { top, bottom, left, right } = boxOf(range);
  const found = sumOf(
    lines.slice(top, bottom + 1).flatMap(({ cells }) => cells.slice(left, right + 1).map((row) => textOf(all, row))),
  );
  return found === null || found.count < 2 ? null : (
    <span>{`选区 ${found.count} 格，求和 ${number.format(found.sum)}，平均 ${number.format(found.mean)}`}</span>
  );
};

const Foot = ({
  all,
  lines,
  range,
}: {
  readonly all: All;
  readonly lines: readonly Line[];
  readonly range: Range | null;
}) => {
  const { filled, problems } = all;
  // A project with something wrong in it stays as a whole.
  const held = new Set(problems.map(({ row }) => row.ProjectCode));
  const passed = filled.filter(({ row }) => !held.has(row.ProjectCode));
  return (
    <footer className="surface all-foot">
      <span role="status">
        {filled.length === 0
          ? '可粘贴 Excel 的整块；Ctrl+Z 撤销，Ctrl+D 向下填充，按住 Shift 选区'
          : `待提交 ${filled.length} 格${problems.length > 0 ? `，其中 ${problems.length} 格需要处理` : ''}`}
      </span>
      <Chosen all={all} lines={lines} range={range} />
      <span className="all-do">
        <Button disabled={!all.canUndo} onClick={all.undo}>
          撤销
        </Button>
        <Button disabled={!all.canRedo} onClick={all.redo}>
          重做
        </Button>
        {filled.length > 0 ? (
          <Popconfirm
            title="放弃本机的草稿？"
            okText="放弃"
            cancelText="保留"
            onConfirm={() => all.drop(new Set(filled.map(({ row }) => cellKey(row))))}
          >
            <Button>放弃草稿</Button>
          </Popconfirm>
        ) : null}
        {can(SCREEN, 'add') ? (
          <>
            {problems.length > 0 && passed.length > 0 ? (
              <Button loading={all.sending} onClick={() => all.submit(passed, false)}>
                {`只提交通过的 ${passed.length} 格`}
              </Button>
            ) : null}
            <Button
              type="primary"
              disabled={filled.length === 0}
              loading={all.sending}
              onClick={() => {
                if (problems.length > 0) notify.warning(`${problems.length} 格需要处理后才能全部提交`);
                else all.submit(filled, true);
              }}
            >
              {filled.length > 0 ? `提交全部 ${filled.length} 格` : '提交全部'}
            </Button>
          </>
        ) : null}
      </span>
    </footer>
  );
};

const Body = ({
  all,
  only,
  dates,
}: {
  readonly all: All;
  readonly only: boolean;
  readonly dates: readonly string[];
}) => {
  const [range, setRange] = useState<Range | null>(null);
  const { data } = all.sheet;
  const lines = useMemo(
    () =>
      only ? all.lines.filter(({ cells }) => cells.some((row) => row !== undefined && isWritable(row))) : all.lines,
    [all.lines, only],
  );
  if (all.lines.length === 0)
    return (
      <section className="surface">
        <EmptyHint text={data?.Message || '请先在项目设备设置添加表计'} />
      </section>
    );
  return (
    <>
      {lines.length === 0 ? (
        <section className="surface">
          <EmptyHint text="所选日期没有未录且可录的读数" />
        </section>
      ) : (
        <AllGrid
          all={all}
          lines={lines}
          dates={dates}
          names={data?.Projects ?? {}}
          range={range}
          mayAdd={can(SCREEN, 'add')}
          mayEdit={canOpen(EDIT)}
          onRange={setRange}
        />
      )}
      <AllIssues all={all} />
      <Foot all={all} lines={lines} range={range} />
    </>
  );
};

/** 全部数据录入: all meters of several projects over a week, as a workbook shows them. */
const AllNewDataInputPage = (): ReactElement => {
  const [filters, setFilters] = useUrlFilters();
  const [kept] = useState(lastProject);
  const [today] = useState(lastCut);
  const projects = listed(filters['projects'] ?? filters['ProjectCode'] ?? kept);
  const to = filters['to'] ?? today;
  const from = filters['from'] ?? addDays(to, 1 - MOST_DAYS);
  const dates = from > to ? [to] : daysThrough(from, to).slice(-MOST_DAYS);
  const categories = listed(filters['categories']);
  const all = useAll({ projects, dates, categories });
  useUnsavedGuard(all.filled.length > 0);
  const kinds = useQuery({
    queryKey: ['entrySheet', 'categories', projects.join(','), to],
    queryFn: ({ signal }) => callApi(entryCategories, { ProjectCodes: [...projects], Date: to }, { signal }),
    enabled: projects.length > 0,
  });
  const { sheet } = all;
  const done = all.lines.reduce((sum, { cells }) => sum + cells.filter((row) => row?.EntryId != null).length, 0);
  const due = all.lines.reduce((sum, { cells }) => sum + cells.filter((row) => row !== undefined).length, 0);
  return (
    <>
      <PageHeader
        title="全部数据录入"
        note={due > 0 ? `已录 ${done}/${due} 格，${all.lines.length} 行` : '多个项目、一周之内的读数，一屏录完'}
        actions={
          can(SCREEN, 'export') && all.lines.length > 0 ? (
            <Button
              onClick={() =>
                void download(
                  'POST',
                  expFile.path,
                  {
                    Kind: 'allNewDataInput',
                    ProjectCodes: projects,
                    Dates: dates,
                    ...(categories.length === 0 ? {} : { CategoryCodes: categories }),
                  },
                  { name: '全部数据录入.xlsx' },
                )
              }
            >
              导出
            </Button>
          ) : null
        }
      />
      <search className="filter-bar surface all-filter">
        <span className="all-projects">
          <ReferencePicker
            entity="project"
            multiple
            value={projects}
            labels={sheet.data?.Projects ?? {}}
            placeholder="项目（可多选）"
            aria={{ 'aria-label': '项目' }}
            onPick={(next) => {
              const codes = Array.isArray(next) ? (next as readonly string[]) : [];
              if (codes.length > MOST_PROJECTS) notify.warning(`一次最多 ${MOST_PROJECTS} 个项目`);
              else {
                if (codes[0] !== undefined) rememberProject(codes[0]);
                setFilters({ projects: codes.join(',') || null, ProjectCode: null });
              }
            }}
          />
        </span>
        <ReportSpan
          picker="date"
          from={from}
          to={to}
          onChange={(span) => {
            const end = span.to || today;
            const start = span.from || addDays(end, 1 - MOST_DAYS);
            if (daysFrom(start, end) >= MOST_DAYS) {
              notify.warning(`一次最多 ${MOST_DAYS} 天`);
              setFilters({ from: addDays(end, 1 - MOST_DAYS), to: end });
            } else setFilters({ from: start, to: end });
          }}
        />
        <Select
          mode="multiple"
          showSearch={{ optionFilterProp: 'label' }}
          allowClear
          className="filter"
          placeholder="类别"
          aria-label="类别"
          value={categories}
          options={(kinds.data ?? []).map(({ CategoryCode, Name }) => ({ value: CategoryCode, label: Name }))}
          onChange={(values: readonly string[]) => setFilters({ categories: values.join(',') || null })}
        />
        <ChoiceFilter
          label="状态"
          value={filters['state']}
          options={[{ value: 'open', label: '只看未录' }]}
          onChange={(state) => setFilters({ state })}
        />
      </search>
      {projects.length === 0 ? (
        <section className="surface">
          <EmptyHint text="请先选择项目，可多选" />
        </section>
      ) : sheet.isPending ? (
        <SkeletonDelay rows={10} />
      ) : sheet.isLoadingError ? (
        <ErrorRetry error={sheet.error} onRetry={() => void sheet.refetch()} />
      ) : (
        <Body key={`${projects.join()} ${dates.join()}`} all={all} only={filters['state'] === 'open'} dates={dates} />
      )}
      {all.clashes.length > 0 ? (
        <ClashDialog clashes={all.clashes} onTheirs={all.drop} onClose={all.closeClashes} />
      ) : null}
    </>
  );
};

export default AllNewDataInputPage;
