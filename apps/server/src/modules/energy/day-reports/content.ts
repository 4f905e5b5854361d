/** What a day's report says besides meters, what was corrected of it, and how a correction is told. */
import type { DayChangeRow, DayHost, DayNote, DayRun } from '@hengneng/contracts';
import type { FieldError } from '@hengneng/core';
import { minutesOf } from '@hengneng/energy/measuring';

export type HostRow = Omit<DayHost, 'NextDay'>;

export interface DayContent {
  readonly Run: DayRun;
  readonly Hosts: readonly HostRow[];
  readonly Note: DayNote;
}

/** What differs from what was recorded elsewhere; of machines all rows, where one of them was changed. */
export interface Override {
  readonly Run?: Partial<DayRun>;
  readonly Hosts?: readonly HostRow[];
  readonly Note?: Partial<DayNote>;
}

export const EMPTY_NOTE: DayNote = { Focus: '', Pending: '', Materials: '', Remark: '' };

export const merged = (recorded: DayContent, override: Override | undefined): DayContent => ({
  Run: { ...recorded.Run, ...override?.Run },
  Hosts: override?.Hosts ?? recorded.Hosts,
  Note: { ...recorded.Note, ...override?.Note },
});

const RUN_LABELS: Readonly<Record<Exclude<keyof DayRun, 'Stops'>, string>> = {
  Weather: '天气',
  OutMax: '室外最高(℃)',
  OutMin: '室外最低(℃)',
  OutAvg: '室外日均(℃)',
  Humidity: '湿度(%)',
  OnDuty: '当班人员',
  Areas: '供能区域',
  Occupancy: '客流或入住率(%)',
  Complaints: '客户投诉数',
};
const NOTE_LABELS: Readonly<Record<keyof DayNote, string>> = {
  Focus: '重点事项',
  Pending: '遗留问题',
  Materials: '备件药剂消耗',
  Remark: '备注',
};

const shown = (value: unknown): string =>
  value === null || value === undefined || value === ''
    ? '—'
    : typeof value === 'number'
      ? String(value)
      : `${value as string}`;

const stopsWords = (stops: DayRun['Stops']): string =>
  stops.map(({ From, To, Reason }) => `${From}-${To}${Reason === '' ? '' : ` ${Reason}`}`).join('；') || '—';

const VALUES = [
  ['Starts', '启停', '次'],
  ['LoadRate', '负荷率', '%'],
  ['ChwIn', '回水', '℃'],
  ['ChwOut', '供水', '℃'],
  ['CwIn', '冷却进', '℃'],
  ['CwOut', '冷却出', '℃'],
] as const;

const hostWords = (row: HostRow): string =>
  [
    `${row.Start}-${row.End} ${row.Mode}`,
    ...VALUES.flatMap(([key, name, unit]) => (row[key] === null ? [] : [`${name}${row[key]}${unit}`])),
    row.Note,
  ]
    .filter(Boolean)
    .join(' ');

const sortedHosts = (rows: readonly HostRow[]): readonly HostRow[] =>
  rows.toSorted((a, b) => a.DeviceId.localeCompare(b.DeviceId) || a.Start.localeCompare(b.Start));

/** Rows of one machine, as one text. */
const ofMachine = (rows: readonly HostRow[], id: string): string =>
  sortedHosts(rows.filter(({ DeviceId }) => DeviceId === id))
    .map(hostWords)
    .join('；') || '未运行';

export interface DayField {
  readonly Part: '运行信息' | '主机运行' | '交接与备注';
  readonly Field: string;
  readonly From: string;
  readonly To: string;
}

/** Two states of a day, field by field, as people read them. */
export function fieldsOf(
  before: DayContent,
  after: DayContent,
  names: ReadonlyMap<string, string>,
): readonly DayField[] {
  const run = Object.entries(RUN_LABELS).map(([key, label]): DayField => {
    const field = key as keyof typeof RUN_LABELS;
    return { Part: '运行信息', Field: label, From: shown(before.Run[field]), To: shown(after.Run[field]) };
  });
  const note = Object.entries(NOTE_LABELS).map(([key, label]): DayField => {
    const field = key as keyof DayNote;
    return { Part: '交接与备注', Field: label, From: shown(before.Note[field]), To: shown(after.Note[field]) };
  });
  const ids = [...new Set([...before.Hosts, ...after.Hosts].map(({ DeviceId }) => DeviceId))];
  return [
    ...run,
    {
      Part: '运行信息',
      Field: '停供起止与原因',
      From: stopsWords(before.Run.Stops),
      To: stopsWords(after.Run.Stops),
    },
    ...ids.map(
      (id): DayField => ({
        Part: '主机运行',
        Field: `${names.get(id) ?? id} 运行`,
        From: ofMachine(before.Hosts, id),
        To: ofMachine(after.Hosts, id),
      }),
    ),
    ...note,
  ];
}

/** What a save changes of what holds. */
export const changesOf = (
  before: DayContent,
  after: DayContent,
  names: ReadonlyMap<string, string>,
): readonly DayChangeRow[] =>
  fieldsOf(before, after, names).flatMap(({ Field, From, To }) =>
    From === To ? [] : [{ Field, Before: From, After: To }],
  );

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Of `after` what is not as it was recorded; what was corrected back to that is corrected no more. */
export function overrideOf(recorded: DayContent, after: DayContent): Override {
  const part = <T extends object>(was: T, is: T): Partial<T> =>
    Object.fromEntries(Object.entries(is).filter(([key, value]) => !same(value, Reflect.get(was, key)))) as Partial<T>;
  const Run = part(recorded.Run, after.Run);
  const Note = part(recorded.Note, after.Note);
  const hosts = same(sortedHosts(recorded.Hosts), sortedHosts(after.Hosts)) ? undefined : after.Hosts;
  return {
    ...(Object.keys(Run).length === 0 ? {} : { Run }),
    ...(hosts === undefined ? {} : { Hosts: hosts }),
    ...(Object.keys(Note).length === 0 ? {} : { Note }),
  };
}

const at = (clock: string): number => minutesOf(clock) ?? 0;

export const hoursOf = ({ Start, End }: Pick<HostRow, 'Start' | 'End'>): number => (at(End) - at(Start)) / 60;

/** A day's part of each row, and what of rows that go past midnight belongs to the day after. */
export function splitRows(hosts: readonly DayHost[]): { readonly own: HostRow[]; readonly next: HostRow[] } {
  const own: HostRow[] = [];
  const next: HostRow[] = [];
  for (const { NextDay, ...row } of hosts) {
    own.push(NextDay ? { ...row, End: '24:00' } : row);
    if (NextDay && row.End !== '00:00') next.push({ ...row, Start: '00:00', Starts: 0 });
  }
  return { own, next };
}

/** What is wrong with the rows of machines. */
export function hostFaults(hosts: readonly DayHost[], names: ReadonlyMap<string, string>): readonly FieldError[] {
  const faults: FieldError[] = [];
  const held: { readonly id: string; readonly from: number; readonly to: number }[] = [];
  hosts.forEach((row, index) => {
    const say = (field: string, message: string) => faults.push({ path: `Hosts[${index}].${field}`, message });
    const name = names.get(row.DeviceId);
    if (name === undefined) {
      say('DeviceId', '主机不存在或已停用');
      return;
    }
    const from = at(row.Start);
    const to = row.NextDay ? 1440 : at(row.End);
    if (to <= from) {
      say('End', '停机应晚于启动；次日停机请选「次日」');
      return;
    }
    if (row.NextDay && at(row.End) > from) {
      say('End', '一次运行不能超过 24 小时');
      return;
    }
    const clash = held.find((one) => one.id === row.DeviceId && one.from < to && from < one.to);
    if (clash !== undefined) say('Start', `${name} ${row.Start}-${row.NextDay ? '24:00' : row.End} 与已有时段重叠`);
    held.push({ id: row.DeviceId, from, to });
  });
  return faults;
}

export const stopFaults = (run: DayRun): readonly FieldError[] =>
  run.Stops.flatMap(({ From, To, Reason }, index) => [
    ...(at(To) <= at(From) ? [{ path: `Run.Stops[${index}].To`, message: '停供止应晚于停供起' }] : []),
    ...(Reason === '' ? [{ path: `Run.Stops[${index}].Reason`, message: '请填写停供原因' }] : []),
  ]);

export const weatherFaults = ({ OutMax, OutMin, OutAvg }: DayRun): readonly FieldError[] => {
  if (OutMax !== null && OutMin !== null && OutMin > OutMax)
    return [{ path: 'Run.OutMin', message: '室外最低不能高于最高' }];
  const out = OutAvg !== null && ((OutMax !== null && OutAvg > OutMax) || (OutMin !== null && OutAvg < OutMin));
  return out ? [{ path: 'Run.OutAvg', message: '室外日均应在最低与最高之间' }] : [];
};
