import { type OutputOf, seenDays, workCalendarIndex, workCalendarSave } from '@hengneng/contracts';
import { isWeekend, weekdayOf } from '@hengneng/core';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Select } from 'antd';
import { type ReactElement, useEffect, useState } from 'react';
import { ApiError, callApi, refusalOf } from '../../lib/api.ts';
import { chinaClock, formatDateTime } from '../../lib/format.ts';
import { notify } from '../../lib/notify.ts';
import { can } from '../../lib/permission.ts';
import { useUrlFilters } from '../../lib/useUrlFilters.ts';
import { useWrite } from '../../lib/useWrite.ts';
import { ErrorRetry, SkeletonDelay } from '../../ui/feedback.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Tag } from '../../ui/StatusTag.tsx';
import { useUnsavedGuard } from '../../ui/useUnsavedGuard.ts';
import { DayDialog } from './calendar/DayDialog.tsx';
import {
  type Days,
  daysOf,
  daysOfMonth,
  holidaysOf,
  isWorked,
  kindOf,
  listOf,
  rebased,
  sameDays,
} from './calendar/days.ts';
import { ImportDialog } from './calendar/ImportDialog.tsx';

const CALENDAR_CODE = 'system.calendar';
const MONTHS = Array.from({ length: 12 }, (_, at) => at + 1);
const WEEK = ['一', '二', '三', '四', '五', '六', '日'];
const WORDS = { plain: '', off: '休', worked: '班' } as const;

const Month = ({
  year,
  month,
  days,
  today,
  onChoose,
}: {
  readonly year: number;
  readonly month: number;
  readonly days: Days;
  readonly today: string;
  readonly onChoose: ((day: string) => void) | null;
}): ReactElement => {
  const all = daysOfMonth(year, month);
  const worked = all.filter((day) => isWorked(days, day)).length;
  return (
    <section className="month surface" aria-label={`${month}月`}>
      <h2>
        {month} 月 <small>{worked} 个工作日</small>
      </h2>
      <div className="month-grid">
        {WEEK.map((word) => (
          <span key={word} className="month-week" aria-hidden>
            {word}
          </span>
        ))}
        {all.map((day, at) => {
          const kind = kindOf(days, day);
          const name = days.get(day)?.name ?? '';
          // What is read out begins with what is seen.
          const words = [
            `${Number(day.slice(8))}${kind === 'plain' ? '' : WORDS[kind]}`,
            day,
            `周${WEEK[weekdayOf(day) - 1] ?? ''}`,
            isWorked(days, day) ? '工作日' : '休息',
            name,
          ];
          return (
            <button
              key={day}
              type="button"
              className={`month-day day-${kind}${kind === 'plain' && isWeekend(day) ? ' day-weekend' : ''}${day === today ? ' day-today' : ''}`}
              style={at === 0 ? { gridColumnStart: weekdayOf(day) } : undefined}
              title={name || undefined}
              aria-label={words.filter(Boolean).join(' ')}
              disabled={onChoose === null}
              onClick={() => onChoose?.(day)}
            >
              {Number(day.slice(8))}
              {kind === 'plain' ? null : <small aria-hidden>{WORDS[kind]}</small>}
            </button>
          );
        })}
      </div>
    </section>
  );
};

type Year = OutputOf<typeof workCalendarIndex>;

/** One year: looked at, changed, saved as a whole. What somebody else saves meanwhile comes in under what was changed here. */
const YearView = ({
  data,
  today,
  onDirty,
}: {
  readonly data: Year;
  readonly today: string;
  readonly onDirty: (dirty: boolean) => void;
}): ReactElement => {
  const saved = daysOf(data.days);
  const [days, setDays] = useState<Days>(saved);
  const [base, setBase] = useState(data.days);
  if (base !== data.days) {
    setBase(data.days);
    setDays(rebased(days, daysOf(base), saved));
  }
  const [chosen, setChosen] = useState<string | null>(null);
  const [importing, setImporting] = useState(false);
  const dirty = !sameDays(days, saved);
  const editable = can(CALENDAR_CODE, 'edit');
  useUnsavedGuard(dirty);
  useEffect(() => onDirty(dirty), [dirty, onDirty]);
  const save = useWrite(workCalendarSave, {
    said: ({ tasks }) => (tasks > 0 ? `工作日历已保存，${tasks} 件待办的截止时间已重算` : '工作日历已保存'),
    renews: ['workCalendar', 'todo'],
    renewsOnConflict: true,
    onError: (error) =>
      notify.error(
        error instanceof ApiError && error.conflict
          ? `${refusalOf(error)}：对方的改动已并入本页，您的修改还在`
          : refusalOf(error),
      ),
  });
  const workdays = MONTHS.flatMap((month) => daysOfMonth(data.year, month)).filter((day) => isWorked(days, day)).length;
  return (
    <>
      <div className="filter-bar calendar-bar">
        <span>
          全年 <strong>{workdays}</strong> 个工作日，工作时间 8:30–17:30
        </span>
        <span className="calendar-legend" aria-hidden>
          <i className="day-off" /> 休 <i className="day-worked" /> 调休上班 <i className="day-weekend" /> 周末
        </span>
        {data.days.length === 0 && !dirty ? <Tag tone="warn">尚未录入，按周末计算</Tag> : null}
        {data.setBy && !dirty ? (
          <small className="hint">
            {data.setBy} {formatDateTime(data.setAt)} 保存
          </small>
        ) : null}
        {editable ? (
          <span className="calendar-tools">
            <Button onClick={() => setImporting(true)}>导入</Button>
            <Button disabled={!dirty} onClick={() => setDays(saved)}>
              撤销修改
            </Button>
            <Button
              type="primary"
              disabled={!dirty}
              loading={save.isPending}
              onClick={() =>
                save.mutate({
                  year: data.year,
                  days: listOf(days).map((one) => ({ ...one })),
                  seen: seenDays(data.days),
                })
              }
            >
              保存
            </Button>
          </span>
        ) : null}
      </div>
      <div className="calendar">
        <div className="months">
          {MONTHS.map((month) => (
            <Month
              key={month}
              year={data.year}
              month={month}
              days={days}
              today={today}
              onChoose={editable ? setChosen : null}
            />
          ))}
        </div>
        <aside className="surface holidays" aria-label="节假日">
          <h2>节假日与调休</h2>
          {days.size === 0 ? <p className="hint">没有。点日期设置，或导入放假通知。</p> : null}
          <ul className="plain-list">
            {holidaysOf(days).map((one) => (
              <li key={one.from}>
                <span>{one.name}</span>
                <small>
                  {one.from.slice(5)}
                  {one.from === one.to ? '' : ` 至 ${one.to.slice(5)}`} · {one.off ? `休 ${one.count} 天` : '上班'}
                </small>
              </li>
            ))}
          </ul>
        </aside>
      </div>
      {chosen ? <DayDialog day={chosen} days={days} onPut={setDays} onClose={() => setChosen(null)} /> : null}
      {importing ? <ImportDialog year={data.year} onPut={setDays} onClose={() => setImporting(false)} /> : null}
    </>
  );
};

/** Holidays and the weekends worked for them: what due times, waiting times and estimates are counted in. */
const CalendarPage = (): ReactElement => {
  const [filters, setFilters] = useUrlFilters();
  const [today] = useState(() => chinaClock(new Date()).toISOString().slice(0, 10));
  const now = Number(today.slice(0, 4));
  const year = Number(filters.year ?? now);
  const [dirty, setDirty] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['workCalendar', year],
    queryFn: ({ signal }) => callApi(workCalendarIndex, { year }, { signal }),
    staleTime: 0,
  });
  return (
    <>
      <PageHeader
        title="工作日历"
        note="待办截止、等待时长和预计完成都按工作日历计算"
        actions={
          <Select
            aria-label="年份"
            // Another year is another page: what is not saved yet stays in sight.
            disabled={dirty}
            title={dirty ? '请先保存或撤销修改' : undefined}
            value={year}
            onChange={(value: number) => setFilters({ year: String(value) })}
            options={Array.from({ length: 5 }, (_, at) => now - 2 + at).map((value) => ({
              value,
              label: `${value} 年`,
            }))}
          />
        }
      />
      {data && data.missing !== null && data.missing !== year ? (
        <Alert
          type="warning"
          showIcon
          className="calendar-missing"
          title={`${data.missing} 年的节假日尚未录入，落在该年的截止时间暂只按周末计算`}
          action={
            <Button size="small" disabled={dirty} onClick={() => setFilters({ year: String(data.missing) })}>
              去录入
            </Button>
          }
        />
      ) : null}
      {error ? <ErrorRetry error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <SkeletonDelay rows={10} /> : null}
      {data ? <YearView key={data.year} data={data} today={today} onDirty={setDirty} /> : null}
    </>
  );
};

export default CalendarPage;
