/** The form of a day: texts as they are typed, what differs from what was recorded, and what is sent. */
import type { DayReportRow } from '@hengneng/contracts';
import { minutesOf } from '@hengneng/energy/measuring';
import { SUPPLY_RANGE } from '@hengneng/energy/plant';

export type RunKey = Exclude<keyof DayReportRow['Run'], 'Stops'>;
export type NoteKey = keyof DayReportRow['Note'];

export interface RunField {
  readonly key: RunKey;
  readonly label: string;
  readonly number: boolean;
}
export const RUN_FIELDS: readonly RunField[] = [
  { key: 'Weather', label: '天气', number: false },
  { key: 'OutMax', label: '室外最高（℃）', number: true },
  { key: 'OutMin', label: '室外最低（℃）', number: true },
  { key: 'OutAvg', label: '室外日均（℃）', number: true },
  { key: 'Humidity', label: '湿度（%）', number: true },
  { key: 'OnDuty', label: '当班人员', number: false },
  { key: 'Areas', label: '供能区域', number: false },
  { key: 'Occupancy', label: '客流或入住率（%）', number: true },
  { key: 'Complaints', label: '客户投诉数', number: true },
];
export const NOTE_FIELDS: readonly { readonly key: NoteKey; readonly label: string }[] = [
  { key: 'Focus', label: '重点事项' },
  { key: 'Pending', label: '遗留问题' },
  { key: 'Materials', label: '备件药剂消耗' },
  { key: 'Remark', label: '备注' },
];

export const HOST_NUMBERS = [
  { key: 'Starts', head: '启停', unit: '次' },
  { key: 'LoadRate', head: '平均负荷率', unit: '%' },
  { key: 'ChwIn', head: '回水', unit: '℃' },
  { key: 'ChwOut', head: '供水', unit: '℃' },
  { key: 'CwIn', head: '冷却水进', unit: '℃' },
  { key: 'CwOut', head: '冷却水出', unit: '℃' },
] as const;
export type HostNumber = (typeof HOST_NUMBERS)[number]['key'];

/** One spell of a machine, as typed. */
export interface HostText {
  /** Of the row on the page. */
  readonly id: number;
  readonly DeviceId: string;
  readonly Mode: '制冷' | '采暖' | '热水';
  readonly Start: string;
  readonly End: string;
  readonly NextDay: boolean;
  readonly numbers: Readonly<Record<HostNumber, string>>;
  readonly Note: string;
}

export interface StopText {
  readonly From: string;
  readonly To: string;
  readonly Reason: string;
}

export interface DayText {
  readonly run: Readonly<Record<RunKey, string>>;
  readonly stops: readonly StopText[];
  readonly hosts: readonly HostText[];
  readonly note: Readonly<Record<NoteKey, string>>;
}

const text = (value: string | number | null): string => (value === null ? '' : String(value));

export const textsOf = ({ Run, Hosts, Note }: Pick<DayReportRow, 'Run' | 'Hosts' | 'Note'>): DayText => ({
  run: Object.fromEntries(RUN_FIELDS.map(({ key }) => [key, text(Run[key])])) as Record<RunKey, string>,
  stops: Run.Stops,
  hosts: Hosts.map((row, id) => ({
    id,
    DeviceId: row.DeviceId,
    Mode: row.Mode,
    Start: row.Start,
    End: row.End,
    NextDay: row.NextDay,
    numbers: Object.fromEntries(HOST_NUMBERS.map(({ key }) => [key, text(row[key])])) as Record<HostNumber, string>,
    Note: row.Note,
  })),
  note: Object.fromEntries(NOTE_FIELDS.map(({ key }) => [key, Note[key]])) as Record<NoteKey, string>,
});

/** As the call takes it: numbers stay text, which the server reads and refuses at their field. */
export const sentOf = (texts: DayText) => ({
  Run: { ...texts.run, Stops: texts.stops },
  Hosts: texts.hosts.map(({ id: _, numbers, ...row }) => ({ ...row, ...numbers })),
  Note: texts.note,
});

const minutes = (clock: string): number | null => (clock === '24:00' ? 1440 : minutesOf(clock));

/** Hours of a spell on its day; null as long as its times cannot be read. */
export const hoursOfText = ({ Start, End, NextDay }: Pick<HostText, 'Start' | 'End' | 'NextDay'>): number | null => {
  const [from, to] = [minutes(Start), NextDay ? 1440 : minutes(End)];
  return from === null || to === null || to <= from ? null : (to - from) / 60;
};

/** What is unusual of a spell, and may be right. */
export const hintOf = ({ Mode, numbers }: Pick<HostText, 'Mode' | 'numbers'>): string | null => {
  const range = SUPPLY_RANGE[Mode];
  const supply = numbers.ChwOut.trim() === '' ? null : Number(numbers.ChwOut);
  return range === undefined || supply === null || (supply >= range[0] && supply <= range[1])
    ? null
    : `${Mode}供水一般为 ${range[0]}~${range[1]} ℃，请核对`;
};
