import { entryCategories, entryOperators, type EntryRow, type RunRow, weatherTemperature } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { Button, Popconfirm } from 'antd';
import { type ReactElement, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { callApi } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.ts';
import { can, canOpen } from '../../../lib/permission.ts';
import { type Filters, useUrlFilters } from '../../../lib/useUrlFilters.ts';
import { CountTabs } from '../../../ui/CountTabs.tsx';
import { EmptyHint, ErrorRetry, SkeletonDelay } from '../../../ui/feedback.tsx';
import { ChoiceFilter } from '../../../ui/filters.tsx';
import { MomentPicker } from '../../../ui/moment/MomentPicker.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { useUnsavedGuard } from '../../../ui/useUnsavedGuard.ts';
import { lastProject } from '../last-project.ts';
import { ExportButton } from '../ExportButton.tsx';
import { ProjectFilter } from '../ProjectFilter.tsx';
import { RunTab } from '../runs/RunTab.tsx';
import { useRuns } from '../runs/useRuns.ts';
import { EntryGrid } from './EntryGrid.tsx';
import { EntrySide } from './EntrySide.tsx';
import { keyOf } from './entries.ts';
import { RoomRings } from './RoomRings.tsx';
import { isWritable, type Sheet, useSheet } from './useSheet.ts';
import './entry.css';

const SCREEN = 'operationContent.DataInput.newDataInput';
const DEVICE_SET = 'operationContent.deviceManage.projectDeviceSet';
const STATES = ['未录', '异常', '已录'] as const;

/** The day of the last cut at eight in the morning, which is when days begin in UTC. */
const lastCut = (): string => new Date().toISOString().slice(0, 10);

const useAbout = (project: string, date: string) => {
  const asked = { ProjectCode: project, Date: date };
  const enabled = project !== '';
  const weather = useQuery({
    queryKey: ['weather', project, date],
    queryFn: ({ signal }) => callApi(weatherTemperature, asked, { signal }),
    enabled,
    staleTime: 600_000,
  });
  const operators = useQuery({
    queryKey: ['entryOperators', project, date],
    queryFn: ({ signal }) => callApi(entryOperators, asked, { signal }),
    enabled,
    staleTime: 600_000,
  });
  const categories = useQuery({
    queryKey: ['entrySheet', 'categories', project, date],
    queryFn: ({ signal }) => callApi(entryCategories, asked, { signal }),
    enabled,
  });
  return { weather: weather.data, operators: operators.data ?? [], categories: categories.data ?? [] };
};

/** The tab of what machines show; the others are codes of energies. */
const RUN = 'run';

/** Today in China: machines are read around the clock. */
const chinaToday = (): string => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);

const isAbnormal = (sheet: Sheet, row: EntryRow): boolean => {
  const draft = sheet.drafts[keyOf(row)];
  const judged = draft === undefined ? null : sheet.judged(row, draft);
  return judged === null
    ? row.Verdict === 'abnormal'
    : judged.kind === 'refused' || judged.verdict?.level === 'abnormal';
};

const shownRows = (sheet: Sheet, filters: Filters): readonly EntryRow[] =>
  sheet.rows.filter((row) => {
    if (filters['category'] && row.CategoryCode !== filters['category']) return false;
    if (filters['room'] && row.RoomName !== filters['room']) return false;
    switch (filters['state']) {
      case '未录':
        return row.EntryId === null;
      case '已录':
        return row.EntryId !== null;
      case '异常':
        return isAbnormal(sheet, row);
      default:
        return true;
    }
  });

/** Sum of what was used, of meters that no other meter counts; entered and typed. */
const usedOf = (sheet: Sheet, categories: readonly string[]): string => {
  const rows = sheet.rows.filter(
    (row) => row.IsMain && row.Register === 'total' && categories.includes(row.CategoryCode),
  );
  const usages = rows.flatMap((row) => {
    const draft = sheet.drafts[keyOf(row)];
    const judged = draft === undefined ? null : sheet.judged(row, draft);
    const usage = judged?.kind === 'taken' ? judged.usage : row.Usage;
    return usage === null ? [] : [Number(usage)];
  });
  return usages.length === 0
    ? '—'
    : usages.reduce((sum, usage) => sum + usage, 0).toLocaleString('zh-CN', { maximumFractionDigits: 0 });
};

const enteredOf = (rows: readonly EntryRow[]): number => rows.filter(({ EntryId }) => EntryId !== null).length;

/** COP of the shift: what the machines gave over what went into them, of the moments written down so far. */
const shiftCop = (runs: readonly RunRow[]): string => {
  const seen = runs.filter(
    (one) => !one.Candidate && one.Output !== null && one.Output > 0 && one.Cop !== null && one.Cop > 0,
  );
  const given = seen.reduce((sum, { Output }) => sum + (Output ?? 0), 0);
  const taken = seen.reduce((sum, { Output, Cop }) => sum + (Output ?? 0) / (Cop ?? 1), 0);
  return taken === 0 ? '—' : (given / taken).toFixed(2);
};

const Cards = ({ sheet, runs }: { readonly sheet: Sheet; readonly runs: readonly RunRow[] }): ReactElement => {
  const { rows, filled } = sheet;
  const cards = [
    ['已录/应录', `${enteredOf(rows)}/${rows.length}`, '条'],
    ['待提交', String(filled.length), '条'],
    ['异常', String(rows.filter((row) => isAbnormal(sheet, row)).length), '条'],
    ['电', usedOf(sheet, ['elec']), 'kWh'],
    ['气', usedOf(sheet, ['gas']), 'm³'],
    ['冷热量', usedOf(sheet, ['cooling', 'heating']), 'kWh'],
    ['当班COP', shiftCop(runs), ''],
  ] as const;
  return (
    <dl className="entry-cards">
      {cards.map(([label, value, unit]) => (
        <div className="surface" key={label}>
          <dt>{label}</dt>
          <dd>
            {value} <small>{unit}</small>
          </dd>
        </div>
      ))}
    </dl>
  );
};

/** The sheet of a project's meters: read, typed in, judged while it is typed, sent as a whole. */
const NewDataInputPage = (): ReactElement => {
  const [filters, setFilters] = useUrlFilters();
  const [kept] = useState(lastProject);
  const [today] = useState(lastCut);
  const [calendarDay] = useState(chinaToday);
  const project = filters['ProjectCode'] ?? kept;
  const onRuns = filters['category'] === RUN;
  const date = filters['Date'] ?? (onRuns ? calendarDay : today);
  const time = filters['time'] ?? '';
  const [chosen, setChosen] = useState<string | null>(null);
  const [goTo, setGoTo] = useState<{ readonly key: string; readonly turn: number } | null>(null);
  const runs = useRuns({ project, date: filters['Date'] ?? calendarDay });
  const sheet = useSheet({ project, date, time, onNews: () => void runs.sheet.refetch() });
  const about = useAbout(project, date);
  useUnsavedGuard(sheet.filled.length > 0);
  const rows = shownRows(sheet, filters);
  const rooms = useMemo(() => [...new Set(sheet.rows.map(({ RoomName }) => RoomName))].filter(Boolean), [sheet.rows]);
  const picked = sheet.rows.find((row) => keyOf(row) === chosen) ?? rows[0];
  const late = sheet.rows.length > 0 && sheet.rows.every((row) => row.EntryId !== null || !isWritable(row));
  const { weather } = about;
  const submit = () => {
    const wrong = sheet.submit();
    if (wrong === null) return;
    // What is filtered out is shown again; else the list stays as it is.
    if (!rows.some((row) => keyOf(row) === wrong)) setFilters({ category: null, room: null, state: null });
    setGoTo((before) => ({ key: wrong, turn: (before?.turn ?? 0) + 1 }));
  };
  const mayAdd = can(SCREEN, 'add');
  const pickedDraft = picked === undefined ? undefined : sheet.drafts[keyOf(picked)];
  return (
    <>
      <PageHeader
        title="数据录入"
        note={
          weather?.AvgTemp
            ? `${weather.Date} ${weather.Condition}，均温 ${weather.AvgTemp} ℃（${weather.MinTemp ?? '—'}~${weather.MaxTemp ?? '—'} ℃）${weather.Stale ? '，暂用相邻站' : ''}`
            : '按类别抄表录数，边录边看判定'
        }
        actions={
          onRuns ? null : (
            <ExportButton
              screen={SCREEN}
              kind="newDataInput"
              name="抄表单"
              label="导出抄表单"
              ask={{
                ProjectCode: project,
                Date: date,
                ...(time === '' ? {} : { ReadTime: time }),
                CategoryCode: filters['category'] ?? '',
                Room: filters['room'] ?? '',
              }}
              disabled={project === ''}
            />
          )
        }
      />
      <div className="filter-bar surface entry-filter">
        <ProjectFilter
          project={project}
          onPick={(code) => {
            setChosen(null);
            setFilters({ ProjectCode: code, category: null, room: null });
          }}
        />
        <MomentPicker
          kind="date"
          value={date}
          aria={{ 'aria-label': '日期' }}
          allowClear={false}
          onChange={(value) => setFilters({ Date: value })}
        />
        <MomentPicker
          kind="time"
          value={time === '' ? (sheet.sheet.data?.DayCut ?? null) : time}
          aria={{ 'aria-label': '抄表时刻' }}
          allowClear={false}
          onChange={(value) => setFilters({ time: value })}
        />
        <ChoiceFilter
          label="状态"
          value={filters['state']}
          options={STATES}
          onChange={(state) => setFilters({ state })}
        />
        <span className="entry-operator">
          {about.operators[0] === undefined
            ? ''
            : `值班员 ${about.operators[0].Name}${about.operators[0].Shift ? `（${about.operators[0].Shift}）` : ''}`}
        </span>
      </div>
      {project === '' ? (
        <section className="surface">
          <EmptyHint text="请先选择项目" />
        </section>
      ) : (
        <>
          {rooms.length > 1 && !onRuns ? (
            <RoomRings
              rows={sheet.rows}
              rooms={rooms}
              chosen={filters['room'] ?? null}
              onChoose={(room) => setFilters({ room })}
            />
          ) : null}
          {sheet.rows.length > 0 && !onRuns ? <Cards sheet={sheet} runs={runs.sheet.data?.rows ?? []} /> : null}
          <CountTabs
            prefix="entry"
            label="类别"
            chosen={filters['category'] ?? ''}
            tabs={[
              { key: '', label: '全部', count: enteredOf(sheet.rows), of: sheet.rows.length },
              ...about.categories.map((one) => ({
                key: one.CategoryCode,
                label: one.Name,
                count: one.EnteredCount,
                of: one.DueCount,
              })),
              {
                key: RUN,
                label: '运行参数',
                // While all machines rest nothing is to be written down.
                ...(runs.sheet.data === undefined || runs.sheet.data.Due === 0
                  ? {}
                  : { count: runs.sheet.data.Got, of: runs.sheet.data.Due }),
              },
            ]}
            onChoose={(category) => setFilters({ category })}
          />
          {onRuns ? (
            <RunTab key={`${project} ${date}`} project={project} date={date} runs={runs} />
          ) : sheet.sheet.isPending ? (
            <SkeletonDelay />
          ) : sheet.sheet.isLoadingError ? (
            <ErrorRetry error={sheet.sheet.error} onRetry={() => void sheet.sheet.refetch()} />
          ) : sheet.rows.length === 0 ? (
            <section className="surface">
              <EmptyHint
                text={sheet.sheet.data.Message}
                action={
                  canOpen(DEVICE_SET) ? (
                    <Link to={`/operationContent/deviceManage/projectDeviceSet?ProjectCode=${project}&tab=meters`}>
                      去项目设备设置
                    </Link>
                  ) : undefined
                }
              />
            </section>
          ) : (
            <>
              <div className="entry-body" role="tabpanel" id="entry-panel" aria-label="抄表录入">
                <EntryGrid
                  sheet={sheet}
                  shown={rows}
                  chosen={chosen}
                  onChoose={setChosen}
                  goTo={goTo}
                  onPasted={({ left, passed }) => {
                    const words = [
                      ...(left > 0 ? [`粘贴的内容比表多 ${left} 行，多出的没有填入`] : []),
                      ...(passed > 0 ? [`有 ${passed} 行对着已录或已锁定的示数，没有填入`] : []),
                    ];
                    if (words.length > 0) notify.warning(words.join('；'));
                  }}
                />
                {picked === undefined ? null : (
                  <EntrySide
                    key={keyOf(picked)}
                    row={picked}
                    typed={pickedDraft?.reading ?? ''}
                    judged={pickedDraft === undefined ? null : sheet.judged(picked, pickedDraft)}
                  />
                )}
              </div>
              <footer className="entry-foot surface">
                {sheet.gaps.length === 0 ? null : (
                  <div className="entry-gaps" role="status" aria-label="分时核对">
                    {sheet.gaps.map((words) => (
                      <p key={words}>{words}</p>
                    ))}
                  </div>
                )}
                <span>
                  {sheet.sheet.data.Message !== ''
                    ? sheet.sheet.data.Message
                    : sheet.sheet.isRefetchError
                      ? '连不上服务器，已填的保存在本机，恢复后再提交'
                      : late
                        ? '已过录入截止，请到数据补录'
                        : sheet.filled.length > 0
                          ? `本机有 ${sheet.filled.length} 条未提交草稿`
                          : '输入即判定；可粘贴 Excel 的一列'}
                </span>
                {sheet.filled.length > 0 ? (
                  <Popconfirm title="放弃本机的草稿？" okText="放弃" cancelText="保留" onConfirm={sheet.clear}>
                    <Button>放弃草稿</Button>
                  </Popconfirm>
                ) : null}
                {mayAdd ? (
                  <Button type="primary" disabled={sheet.filled.length === 0} loading={sheet.sending} onClick={submit}>
                    提交{sheet.filled.length > 0 ? ` ${sheet.filled.length} 条` : ''}
                  </Button>
                ) : null}
              </footer>
            </>
          )}
        </>
      )}
    </>
  );
};

export default NewDataInputPage;
