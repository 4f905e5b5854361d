/** What somebody has typed into a sheet, before it is sent: judged by the formulas of the server, kept on this machine. */
import type { entryDevices, EntryRow, OutputOf } from '@hengneng/contracts';
import {
  CHINA,
  checkTouSum,
  type EntryLine,
  type Judged,
  judgeEntry,
  type MeterLine,
  ranHoursOf,
  type Register,
  TOU_KINDS,
} from '@hengneng/energy/measuring';
import { keepAll, loadKept } from '../kept-drafts.ts';

export interface Photo {
  readonly URL: string;
  readonly Size: number;
  readonly Name: string;
}

/** One row as far as it was filled in. */
export interface Draft {
  readonly reading: string;
  readonly rollover: boolean;
  readonly reasonType: string;
  readonly reason: string;
  readonly photos: readonly Photo[];
  readonly note: string;
  /** Why it could not be read; empty where it was. */
  readonly missed: string;
}

export const EMPTY: Draft = {
  reading: '',
  rollover: false,
  reasonType: '',
  reason: '',
  photos: [],
  note: '',
  missed: '',
};

export const keyOf = (row: Pick<EntryRow, 'DeviceId' | 'Register'>): string => `${row.DeviceId} ${row.Register}`;

/** Whether there is something to send. */
export const isFilled = ({ reading, missed }: Draft): boolean => reading.trim() !== '' || missed !== '';

export type Days = OutputOf<typeof entryDevices>['Days'];

/** The server sends what the formulas take; its shape is theirs. */
const lineOf = (row: EntryRow): EntryLine => ({
  ...row.Judge,
  line: row.Judge.line as unknown as MeterLine,
  register: row.Register as Register,
  dial: { digits: row.Digits, decimals: row.Decimals },
});

const known = new WeakMap<Draft, { readonly row: EntryRow; readonly judged: Judged }>();

/** What is said of a typed reading; null while there is none. */
export const judgeRow = (row: EntryRow, draft: Draft, days: Days, now: number): Judged | null => {
  if (draft.reading.trim() === '' || draft.missed !== '') return null;
  const before = known.get(draft);
  if (before?.row === row) return before.judged;
  const { temperature, rest, ran = null } = days[row.Day] ?? { temperature: null, rest: false };
  const ranHours = ranHoursOf(row.CategoryCode, row.IsMain, ran);
  const judged = judgeEntry(
    lineOf(row),
    { text: draft.reading, at: Date.parse(row.At), rollover: draft.rollover },
    { day: { day: row.Day, temperature, rest, ranHours }, now, zone: CHINA },
  );
  known.set(draft, { row, judged });
  return judged;
};

const isPart = ({ Register: register }: EntryRow): boolean => register in TOU_KINDS;

/**
 * What of the typed dials does not make up the total: a digit that was misread in one of them shows here before it is sent. Each dial is cut off
 * at its last digit by itself. @param usageOf in the meter's unit; null: not known yet
 */
export const touGaps = (
  rows: readonly EntryRow[],
  usageOf: (row: EntryRow) => string | null,
  typed: (row: EntryRow) => boolean,
): readonly string[] =>
  [...Map.groupBy(rows, ({ DeviceId }) => DeviceId).values()].flatMap((own) => {
    const whole = own.find(({ Register: register }) => register === 'total');
    const parts = own.filter(isPart);
    if (whole === undefined || parts.length === 0 || ![whole, ...parts].some(typed)) return [];
    // Only dials that were read together last time say the same span.
    if (parts.some(({ LastTime }) => LastTime !== whole.LastTime)) return [];
    const [total, ...others] = [whole, ...parts].map(usageOf);
    const used = others.flatMap((usage) => usage ?? []);
    if (total == null || used.length < others.length) return [];
    const step = (10 ** -whole.Decimals * Number(whole.Ratio) * parts.length).toFixed(6);
    const words = checkTouSum(total, used, step, whole.Unit);
    return words === null ? [] : [`${whole.DisplayName}：${words}`];
  });

export type Field = 'Reading' | 'ReasonType' | 'Reason' | 'Photos' | 'Note' | 'Missed';
export interface Fault {
  readonly field: Field;
  readonly message: string;
}

/** What would be refused, said before it is sent; the server judges again. */
export const faultOf = (row: EntryRow, draft: Draft, judged: Judged | null): Fault | null => {
  if (draft.missed !== '')
    return draft.missed === '其他' && draft.note.trim() === ''
      ? { field: 'Note', message: '未抄原因为其他时请写明' }
      : null;
  if (judged === null) return null;
  if (judged.kind === 'refused') return { field: 'Reading', message: judged.message };
  if (judged.verdict?.level === 'abnormal') {
    if (draft.reasonType === '') return { field: 'ReasonType', message: judged.verdict.words };
    if (draft.reasonType === '其他' && draft.reason.trim() === '')
      return { field: 'Reason', message: '异常原因为其他时请写明' };
  }
  if (row.NeedPhoto && draft.photos.length === 0)
    return { field: 'Photos', message: `${row.DisplayName}为${row.IsSettle ? '结算表' : '必拍照表'}，请拍照` };
  return null;
};

export interface SentRow {
  readonly DeviceId: string;
  readonly Register: string;
  readonly Note: string;
  readonly Reading?: string;
  readonly Rollover?: boolean;
  readonly ReasonType?: string;
  readonly Reason?: string;
  readonly Photos?: readonly Photo[];
  readonly Missed?: string;
}

/** As the call takes them, in the order of the keys. */
export const sentRows = (
  filled: readonly { readonly row: Pick<EntryRow, 'DeviceId' | 'Register'>; readonly draft: Draft }[],
): readonly SentRow[] =>
  filled.map(({ row, draft }) => ({
    DeviceId: row.DeviceId,
    Register: row.Register,
    Note: draft.note.trim(),
    ...(draft.missed === ''
      ? {
          Reading: draft.reading.trim(),
          Rollover: draft.rollover,
          ReasonType: draft.reasonType,
          Reason: draft.reason.trim(),
          Photos: draft.photos,
        }
      : { Missed: draft.missed }),
  }));

/** A pasted column, or several columns of which the first is meant: one text a line. Thousands marks of a workbook are no part of a reading. */
export const pastedColumn = (text: string): readonly string[] => {
  const lines = text.replaceAll('\r\n', '\n').replace(/\n$/, '').split('\n');
  return lines.map((line) => {
    const cell = (line.split('\t')[0] ?? '').trim();
    return /^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(cell) ? cell.replaceAll(',', '') : cell;
  });
};

export interface PlacedPaste {
  readonly placed: ReadonlyMap<string, string>;
  /** Lines beyond the last row. */
  readonly left: number;
  /** Lines whose row takes nothing: entered already, locked. */
  readonly passed: number;
}

/** Where a pasted column goes: line by line beside the rows from one on, as in a workbook; were rows that take nothing skipped, every reading after one would come to a wrong meter. */
export const placePaste = (
  rows: readonly EntryRow[],
  from: number,
  values: readonly string[],
  writable: (row: EntryRow) => boolean,
): PlacedPaste => {
  const placed = new Map<string, string>();
  let left = 0;
  let passed = 0;
  for (const [index, value] of values.entries()) {
    if (value === '') continue;
    const row = rows[from + index];
    if (row === undefined) left += 1;
    else if (writable(row)) placed.set(keyOf(row), value);
    else passed += 1;
  }
  return { placed, left, passed };
};

const STORE = 'entry-draft';

export const draftKey = (userId: string, project: string, date: string, time: string): string =>
  `${STORE}:${userId}:${project}:${date}:${time}`;

export type Drafts = Readonly<Record<string, Draft>>;

export const loadDrafts = (key: string): Drafts => loadKept<Draft>(key);
export const keepDrafts = (key: string, drafts: Drafts): void => keepAll(key, drafts, isFilled);

/** The drafts without the rows that were written; what was typed meanwhile stays. */
export const withoutSent = (drafts: Drafts, sent: readonly Pick<SentRow, 'DeviceId' | 'Register'>[]): Drafts => {
  const gone = new Set(sent.map(keyOf));
  return Object.fromEntries(Object.entries(drafts).filter(([key]) => !gone.has(key)));
};
