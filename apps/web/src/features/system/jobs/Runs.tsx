import { JOB_KINDS, JOB_STATES, jobCancel, jobExport, jobIndex, type JobRow, jobRetry } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Progress } from 'antd';
import { type ReactElement, useState } from 'react';
import { callApi, messageOf } from '../../../lib/api.ts';
import { counted } from '../../../lib/counted.ts';
import { download } from '../../../lib/download.ts';
import { formatMoment } from '../../../lib/format.ts';
import { notify } from '../../../lib/notify.ts';
import { can } from '../../../lib/permission.ts';
import { keepPrevious } from '../../../lib/query.ts';
import type { Filters } from '../../../lib/useUrlFilters.ts';
import { useWrite } from '../../../lib/useWrite.ts';
import type { CardColumn } from '../../../ui/CardTable.tsx';
import { PagedCards } from '../../../ui/PagedCards.tsx';
import { DayRange } from '../../../ui/DayRange.tsx';
import { EmptyHint } from '../../../ui/feedback.tsx';
import { useQuestions } from '../../../ui/confirm.ts';
import { ChoiceFilter } from '../../../ui/filters.tsx';
import type { Option } from '../../../ui/OptionSelect.tsx';
import { Tag, type Tone } from '../../../ui/StatusTag.tsx';
import { LogDrawer } from './LogDrawer.tsx';

const JOBS_CODE = 'system.jobs';
const TONE: Readonly<Record<JobRow['State'], Tone>> = {
  排队: 'neutral',
  运行: 'accent',
  成功: 'good',
  失败: 'bad',
  重试中: 'warn',
  已取消: 'neutral',
};
const PAGE_SIZE = 20;

/** Asked before a run is tried again that will fail as before. */
const inData = ({ Title, Fault }: JobRow) => ({
  title: `「${Title}」因数据有误失败`,
  content: `${Fault ?? ''}。请先修正数据，否则重试仍会失败。`,
  okText: '已修正，重试',
  cancelText: '取消',
});

/** One run after the other, the latest first. */
export const Runs = ({
  only,
  filters,
  onFilter,
  names,
}: {
  /** The state that all of them are in; null: any. */
  readonly only: JobRow['State'] | null;
  readonly filters: Filters;
  readonly onFilter: (change: Readonly<Record<string, string | null | undefined>>) => void;
  readonly names: readonly Option[];
}): ReactElement => {
  const state = only ?? JOB_STATES.find((one) => one === filters.state);
  const kind = JOB_KINDS.find((one) => one === filters.kind);
  const scope = {
    ...(kind ? { kind } : {}),
    ...(filters.name ? { name: filters.name } : {}),
    ...(state ? { state } : {}),
    ...(filters.from || filters.to
      ? { range: { ...(filters.from ? { from: filters.from } : {}), ...(filters.to ? { to: filters.to } : {}) } }
      : {}),
  };
  const query = { ...scope, PageIndex: Number(filters.PageIndex ?? 1), PageSize: PAGE_SIZE };
  const list = useQuery({
    queryKey: ['jobs', 'runs', query],
    queryFn: ({ signal }) => callApi(jobIndex, query, { signal }),
    placeholderData: keepPrevious,
    staleTime: 0,
  });
  const onError = (fault: unknown) => notify.error(messageOf(fault));
  const retry = useWrite(jobRetry, { said: '已放回队列', renews: ['jobs'], onError });
  const cancel = useWrite(jobCancel, { said: '已取消', renews: ['jobs'], onError });
  const modal = useQuestions();
  const mayEdit = can(JOBS_CODE, 'edit');
  const [logged, setLogged] = useState<JobRow | null>(null);
  const again = (row: JobRow): ReactElement | null => {
    if (!mayEdit) return null;
    const of = { Name: row.Name, Id: row.Id };
    if (row.State === '失败')
      return (
        <Button
          size="small"
          onClick={async () => {
            if (row.FaultInData && !(await modal.confirm(inData(row)))) return;
            retry.mutate(of);
          }}
        >
          重试
        </Button>
      );
    if (row.State === '排队' || row.State === '重试中')
      return (
        <Button size="small" onClick={() => cancel.mutate(of)}>
          取消
        </Button>
      );
    return null;
  };
  const act = (row: JobRow): ReactElement => (
    <span className="row-do">
      <Button size="small" onClick={() => setLogged(row)}>
        日志
      </Button>
      {again(row)}
    </span>
  );
  const columns: readonly CardColumn<JobRow>[] = [
    { key: 'title', head: '任务', main: true, show: ({ Title }) => Title },
    { key: 'id', head: '编号', show: ({ Id }) => <code title={Id}>{Id.slice(0, 8)}</code> },
    { key: 'kind', head: '类别', show: ({ Kind }) => Kind },
    {
      key: 'asked',
      head: '参数',
      show: ({ Asked }) => (Asked === '' ? '—' : <span className="wrap">{Asked}</span>),
    },
    { key: 'created', head: '提交时间', show: ({ CreatedAt }) => formatMoment(CreatedAt) },
    { key: 'by', head: '提交人', show: ({ By }) => By ?? '系统' },
    { key: 'started', head: '开始', show: ({ StartedAt }) => formatMoment(StartedAt) },
    {
      key: 'percent',
      head: '进度',
      unit: '%',
      number: true,
      show: ({ Percent, State, Title }) =>
        Percent === null ? (
          '—'
        ) : State === '运行' ? (
          <Progress percent={Percent} size="small" aria-label={`${Title}进度`} />
        ) : (
          counted(Percent)
        ),
    },
    {
      key: 'seconds',
      head: '用时',
      unit: '秒',
      number: true,
      show: ({ Seconds }) => (Seconds === null ? '—' : counted(Seconds)),
    },
    { key: 'tries', head: '次数', number: true, show: ({ Tries }) => counted(Tries) },
    { key: 'state', head: '状态', show: ({ State }) => <Tag tone={TONE[State]}>{State}</Tag> },
    { key: 'fault', head: '说明', show: ({ Fault }) => (Fault === null ? '—' : <span className="wrap">{Fault}</span>) },
    { key: 'acts', head: '操作', acts: true, show: act },
  ];
  return (
    <>
      <search className="filter-bar surface">
        <ChoiceFilter label="类别" value={kind} options={JOB_KINDS} onChange={(next) => onFilter({ kind: next })} />
        <ChoiceFilter
          label="任务"
          search
          value={filters.name}
          options={names}
          onChange={(name) => onFilter({ name })}
        />
        {only === null ? (
          <ChoiceFilter
            label="状态"
            value={state}
            options={JOB_STATES}
            onChange={(next) => onFilter({ state: next })}
          />
        ) : null}
        <DayRange
          label="日期"
          value={[filters.from ?? null, filters.to ?? null]}
          onChange={([from, to]) => onFilter({ from, to })}
        />
        {can(JOBS_CODE, 'export') ? (
          <Button onClick={() => void download('POST', jobExport.path, scope, { name: '任务历史.xlsx' })}>导出</Button>
        ) : null}
      </search>
      <PagedCards
        of={list}
        label="任务"
        columns={columns}
        rowKey={({ Id }) => Id}
        empty={<EmptyHint text="没有任务" />}
        page={query}
        onPage={(page) => onFilter({ PageIndex: String(page) })}
      />
      {logged ? <LogDrawer row={logged} onClose={() => setLogged(null)} /> : null}
      {filters.from || filters.to ? null : (
        <p className="hint">显示昨天和今天的任务；选日期可看更早的（保留 7 天）。</p>
      )}
    </>
  );
};
