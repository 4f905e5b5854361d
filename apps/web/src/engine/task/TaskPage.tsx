import { getHistoryList, getMyList, getWaitList, userExamineNumber } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Pagination } from 'antd';
import { type ReactElement, type ReactNode, useId } from 'react';
import { Link } from 'react-router';
import { callApi } from '../../lib/api.ts';
import { formatDateTime, formatRecent } from '../../lib/format.ts';
import { keepPrevious } from '../../lib/query.ts';
import { recordAddress } from '../../lib/routes.ts';
import { type Filters, useUrlFilters } from '../../lib/useUrlFilters.ts';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../ui/feedback.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { StatusTag, Tag } from '../../ui/StatusTag.tsx';
import { useForm } from '../load.ts';
import { ReferencePicker } from '../widgets/reference.tsx';

const PAGE_SIZE = 20;
const TABS = [
  ['wait', '待我处理', '没有待处理的单据'],
  ['handled', '我已处理', '还没有处理过的单据'],
  ['mine', '我发起', '还没有发起过'],
  ['cc', '抄送我', '没有抄送给您的单据'],
] as const;
type TabKey = (typeof TABS)[number][0];

interface Line {
  readonly key: string;
  readonly to: string | null;
  readonly title: string;
  readonly note: string;
  readonly cells: readonly ReactNode[];
}
interface Lines {
  readonly total: number;
  readonly rows: readonly Line[];
}

const HEADS: Readonly<Record<TabKey, readonly string[]>> = {
  wait: ['步骤', '申请人', '到达时间', '等待（工作小时）', '截止', '为何是我'],
  handled: ['步骤', '我的结论', '我的意见', '处理时间', '现状态'],
  mine: ['状态', '当前步骤', '处理人', '提交时间', '用时（工作小时）'],
  cc: ['抄送人', '留言', '时间', '状态', '已读'],
};

interface Titled {
  readonly ProcedureId: number;
  readonly BusinessId: string;
  readonly title: string;
  readonly serial: string | null;
  readonly project: string | null;
}

const lineOf = (key: string, row: Titled, cells: readonly ReactNode[]): Line => ({
  key,
  to: recordAddress(row.ProcedureId, row.BusinessId),
  title: row.serial ?? '（草稿，未编号）',
  note: [row.title, row.project].filter(Boolean).join(' · '),
  cells,
});

const load = async (
  tab: TabKey,
  filters: Filters,
  procedureId: number,
  page: number,
  signal: AbortSignal,
): Promise<Lines> => {
  const base = {
    ProcedureId: procedureId,
    PageIndex: page,
    PageSize: PAGE_SIZE,
    ...(filters['project'] ? { project: filters['project'] } : {}),
    ...(filters['Keyword'] ? { Keyword: filters['Keyword'] } : {}),
  };
  const step = filters['step'] ? { step: filters['step'] } : {};
  if (tab === 'wait') {
    const range = { from: filters['from'] ?? '', to: filters['to'] ?? '' };
    const input = {
      ...base,
      ...step,
      ...(filters['Overdue'] ? { Overdue: true } : {}),
      ...(range.from || range.to ? { arrivedAt: range } : {}),
    };
    const { rows, total } = await callApi(getWaitList, input, { signal });
    return {
      total,
      rows: rows.map((row) =>
        lineOf(row.NodeRecordId, row, [
          row.step,
          row.applicant,
          formatRecent(row.arrivedAt),
          row.waitedHours,
          row.urgency === 'overdue' ? (
            <Tag key="due" tone="bad">
              已超时
            </Tag>
          ) : row.urgency === 'soon' ? (
            <Tag key="due" tone="warn">
              即将到期
            </Tag>
          ) : row.dueAt ? (
            formatDateTime(row.dueAt)
          ) : (
            '—'
          ),
          row.claimedBy ? `${row.claimedBy}正在处理` : row.why,
        ]),
      ),
    };
  }
  if (tab === 'mine') {
    const { rows, total } = await callApi(getMyList, base, { signal });
    return {
      total,
      rows: rows.map((row) =>
        lineOf(row.BusinessId, row, [
          <StatusTag key="status" status={row.Status} />,
          row.currentStep ?? '—',
          row.handlers ?? '—',
          formatDateTime(row.submittedAt),
          row.usedHours ?? '—',
        ]),
      ),
    };
  }
  const { rows, total } = await callApi(getHistoryList, { ...base, ...step, Kind: tab }, { signal });
  return {
    total,
    rows: rows.map((row, index) =>
      lineOf(
        row.NodeRecordId ?? `${row.BusinessId}-${index}`,
        row,
        tab === 'cc'
          ? [
              row.from ?? '—',
              row.Opinion ?? '—',
              formatDateTime(row.handledAt),
              <StatusTag key="status" status={row.Status} />,
              row.read ? '已读' : '未读',
            ]
          : [
              row.step,
              row.conclusion,
              row.Opinion ?? '—',
              formatDateTime(row.handledAt),
              <StatusTag key="status" status={row.Status} />,
            ],
      ),
    ),
  };
};

/** What of a module waits for this person, what they handled, started or were told of. */
const TaskPage = ({ moduleId, title }: { readonly moduleId: string; readonly title: string }): ReactElement => {
  const form = useForm(moduleId);
  const { procedureId } = form.identity;
  const prefix = useId();
  const [filters, setFilters] = useUrlFilters();
  const tab = TABS.find(([key]) => key === filters['tab'])?.[0] ?? 'wait';
  const page = Number(filters['PageIndex'] ?? 1) || 1;
  const counts = useQuery({
    queryKey: ['todo', 'count', procedureId],
    queryFn: ({ signal }) => callApi(userExamineNumber, { ProcedureId: procedureId }, { signal }),
  });
  const list = useQuery({
    queryKey: ['tasks', moduleId, tab, filters, page],
    queryFn: ({ signal }) => load(tab, filters, procedureId, page, signal),
    placeholderData: keepPrevious,
  });
  const rows = list.data?.rows ?? [];
  const heads = HEADS[tab];
  const empty = TABS.find(([key]) => key === tab)?.[2] ?? '';
  return (
    <div className="list-page">
      <PageHeader title={title} />
      <div className="task-tabs" role="tablist" aria-label="待办分类">
        {TABS.map(([key, label]) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`${prefix}-${key}`}
            aria-selected={tab === key}
            aria-controls={`${prefix}-panel`}
            tabIndex={tab === key ? 0 : -1}
            onClick={() =>
              setFilters({ tab: key === 'wait' ? null : key, Overdue: null, step: null, from: null, to: null })
            }
            onKeyDown={(event) => {
              const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
              if (by === 0) return;
              const at = TABS.findIndex(([one]) => one === key);
              const next = TABS[(at + by + TABS.length) % TABS.length]?.[0] ?? 'wait';
              document.getElementById(`${prefix}-${next}`)?.focus();
            }}
          >
            {label}
            {counts.data ? <span>{counts.data.tabs[key]}</span> : null}
          </button>
        ))}
      </div>
      <div id={`${prefix}-panel`} role="tabpanel" aria-labelledby={`${prefix}-${tab}`}>
        <search className="filters">
          {form.field('project') ? (
            <div className="filter">
              <label htmlFor={`${prefix}-project`}>项目</label>
              <ReferencePicker
                id={`${prefix}-project`}
                entity="project"
                value={filters['project'] ?? null}
                labels={{}}
                placeholder="全部"
                aria={{ 'aria-label': '项目' }}
                onPick={(next) => setFilters({ project: typeof next === 'string' ? next : null })}
              />
            </div>
          ) : null}
          {tab === 'wait' || tab === 'handled' ? (
            <div className="filter">
              <label htmlFor={`${prefix}-step`}>步骤</label>
              <select
                id={`${prefix}-step`}
                className="in"
                value={filters['step'] ?? ''}
                onChange={(event) => setFilters({ step: event.target.value })}
              >
                <option value="">全部</option>
                {form.steps.map((step) => (
                  <option key={step.key} value={step.name}>
                    {step.name}
                  </option>
                ))}
              </select>
            </div>
          ) : null}
          {tab === 'wait' ? (
            <>
              <div className="filter filter-wide">
                <label htmlFor={`${prefix}-from`}>到达时间</label>
                <span className="filter-range">
                  {(['from', 'to'] as const).map((end) => (
                    <input
                      key={end}
                      id={`${prefix}-${end}`}
                      className="in"
                      type="date"
                      aria-label={end === 'from' ? '到达时间起' : '到达时间止'}
                      value={filters[end] ?? ''}
                      onChange={(event) => setFilters({ [end]: event.target.value })}
                    />
                  ))}
                </span>
              </div>
              <label className="filter-check">
                <input
                  type="checkbox"
                  checked={filters['Overdue'] === '1'}
                  onChange={(event) => setFilters({ Overdue: event.target.checked ? '1' : null })}
                />
                只看超时
              </label>
            </>
          ) : null}
        </search>
        <div className="surface list-surface">
          {list.error ? (
            <ErrorRetry error={list.error} onRetry={() => void list.refetch()} />
          ) : list.isPending ? (
            <SkeletonDelay rows={8} />
          ) : rows.length === 0 ? (
            <EmptyHint text={empty} />
          ) : (
            <div className="list-scroll" role="region" aria-label="单据" tabIndex={-1}>
              <table className="plain-table list-table cards-on-phone">
                <thead>
                  <tr>
                    <th scope="col">单号</th>
                    {heads.map((head) => (
                      <th key={head} scope="col">
                        {head}
                      </th>
                    ))}
                  </tr>
                </thead>
                <tbody>
                  {rows.map((row) => (
                    <tr key={row.key}>
                      <td className="cell-main" data-label="单号">
                        {row.to ? <Link to={row.to}>{row.title}</Link> : row.title}
                        <small>{row.note}</small>
                      </td>
                      {row.cells.map((cell, index) => (
                        <td key={heads[index]} data-label={heads[index]}>
                          {cell}
                        </td>
                      ))}
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
          {list.data && list.data.total > PAGE_SIZE ? (
            <Pagination
              className="list-paging"
              size="small"
              align="end"
              current={page}
              pageSize={PAGE_SIZE}
              total={list.data.total}
              showSizeChanger={false}
              showTotal={(total) => `共 ${total} 件`}
              onChange={(index) => setFilters({ PageIndex: String(index) })}
            />
          ) : null}
        </div>
      </div>
    </div>
  );
};

export default TaskPage;
