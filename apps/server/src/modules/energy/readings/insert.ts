/** 提交: a whole sheet is written or nothing of it, and each cell says what is wrong with it. */
import type { entryInsert, entrySheet, TakenCell } from '@hengneng/contracts';
import type { FieldError } from '@hengneng/core';
import { ABNORMAL_REASONS, CHINA, judgeEntry, minutesOf, refusalOf, timeText } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../../platform/audit/trail.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/schema.ts';
import { pushEvent } from '../../../platform/events/push.ts';
import { bindFiles } from '../../../platform/files/files.ts';
import { AppError, invalid, refused } from '../../../platform/http/errors.ts';
import { seenProject } from '../../projects/index.ts';
import { PROGRESS_TOPIC } from '../each-project.ts';
import { settle } from '../facts/index.ts';
import { loadSheet, type Sheet, type SheetLine, storedVerdict, type StoredVerdict } from './sheet.ts';
import { READING_PHOTO } from './photos.ts';
import { addReadings, holdProject, knownClients, type NewReading } from './store.ts';

export type SheetInput = z.output<typeof entrySheet>;
type Input = SheetInput;
type Output = Omit<z.input<typeof entryInsert.output>, 'Batches'>;
type Row = Input['Rows'][number];

const OTHER = '其他';

/** What becomes of one row. */
type Outcome =
  | { readonly kind: 'wrong'; readonly errors: readonly FieldError[]; readonly taken?: TakenCell }
  | { readonly kind: 'known' }
  | { readonly kind: 'missed'; readonly line: SheetLine; readonly row: Row }
  | {
      readonly kind: 'write';
      readonly line: SheetLine;
      readonly reading: NewReading;
      readonly verdict: StoredVerdict;
      readonly conflict: string | null;
    };

const clock = (at: number): string => timeText(at, CHINA).slice(11);

/** 「08:00 已由 张三 录入 12345.6」 */
const already = ({ at, by, value }: NonNullable<SheetLine['standing']>): string =>
  `${clock(at)} 已由 ${by ?? '系统'} 录入 ${value}`;

const takenOf = (standing: NonNullable<SheetLine['standing']>, path: string, mine: string): TakenCell => ({
  path,
  EntryId: standing.id,
  Theirs: standing.value,
  Mine: mine.trim(),
  By: standing.by ?? '系统',
  At: new Date(standing.recordedAt).toISOString(),
});

interface Judging {
  readonly ctx: Ctx;
  readonly input: Input;
  readonly sheet: ReadonlyMap<string, SheetLine>;
  readonly clients: ReadonlySet<string>;
}

const keyOf = (device: string, register: string): string => `${device} ${register}`;

/** Judges one row by everything but its neighbours in the sheet. */
function outcomeOf({ ctx, input, sheet, clients }: Judging, row: Row, index: number): Outcome {
  const say = (field: string, message: string): Outcome => ({
    kind: 'wrong',
    errors: [{ path: `Rows[${index}].${field}`, message }],
  });
  if (row.ClientId !== undefined && clients.has(row.ClientId)) return { kind: 'known' };
  const line = sheet.get(keyOf(row.DeviceId, row.Register));
  if (line === undefined) return say('DeviceId', '表计不存在、已停用，或没有该示数项');
  const actor = { id: ctx.session.userId, roles: ctx.session.roles };
  const closed = refusalOf(line.lock, 'enter', actor);
  if (closed !== null) return say('Reading', closed);
  if (row.Missed !== undefined) {
    if (row.Missed === OTHER && row.Note === '') return say('Note', '未抄原因为其他时请写明');
    return line.standing === null
      ? { kind: 'missed', line, row }
      : say('Missed', `${already(line.standing)}，不必标未抄`);
  }
  const text = row.Reading ?? '';
  const judged = judgeEntry(
    line.entry,
    { text, at: line.at, rollover: row.Rollover },
    { day: line.day, now: ctx.now.getTime(), zone: line.thing.calendar.zone },
  );
  if (judged.kind === 'refused') return say('Reading', judged.message);
  const mobile = input.Source === 'mobile';
  if (line.standing !== null && !mobile)
    return {
      kind: 'wrong',
      errors: [{ path: `Rows[${index}].Reading`, message: `${already(line.standing)}，是否改为修改？` }],
      taken: takenOf(line.standing, `Rows[${index}].Reading`, text),
    };
  const verdict = storedVerdict(judged);
  if (verdict.level === 'abnormal') {
    if (row.ReasonType === '') return say('ReasonType', `${verdict.words}`);
    if (!ABNORMAL_REASONS.some((reason) => reason === row.ReasonType))
      return say('ReasonType', '请从列表中选择异常原因');
    if (row.ReasonType === OTHER && row.Reason === '') return say('Reason', '异常原因为其他时请写明');
  }
  if (line.needsPhoto && row.Photos.length === 0)
    return say('Photos', `${line.meter.name}为${line.meter.settles ? '结算表' : '必拍照表'}，请拍照`);
  return {
    kind: 'write',
    line,
    verdict,
    conflict: line.standing === null ? null : `${already(line.standing)}，你的值 ${text} 已存为待核对`,
    reading: {
      meter: line.meter.id,
      project: line.meter.project,
      register: line.register,
      // Of two of one moment the first holds and the other waits; a moment nearby would be a reading of its own.
      at: line.standing?.at ?? line.at,
      value: text.trim(),
      flag: mobile ? '移' : '实',
      day: line.day.day,
      ...(row.Rollover ? { rollover: 'claimed' as const } : {}),
      verdict,
      reasonType: row.ReasonType,
      reason: row.Reason,
      note: row.Note,
      photos: row.Photos,
      ...(row.ClientId === undefined ? {} : { clientId: row.ClientId }),
    },
  };
}

/** One cell is meant once. */
const repeated = (rows: readonly Row[]): readonly FieldError[] => {
  const seen = new Set<string>();
  return rows.flatMap(({ DeviceId, Register }, index) => {
    const key = keyOf(DeviceId, Register);
    if (seen.has(key)) return [{ path: `Rows[${index}].Reading`, message: '同一表计的同一示数项重复' }];
    seen.add(key);
    return [];
  });
};

async function writeMissed(tx: Tx, ctx: Ctx, missed: readonly { line: SheetLine; row: Row }[]): Promise<void> {
  if (missed.length === 0) return;
  const rows = missed.map(({ line, row }) => ({
    meter: line.meter.id,
    register: line.register,
    at: new Date(line.at).toISOString(),
    reason: row.Missed,
    note: row.Note,
  }));
  await sql`insert into reading_missed (meter_id, register, at, reason, note, recorded_by)
    select r.meter, r.register, r.at, r.reason, r.note, ${ctx.session.userId}::bigint
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(meter bigint, register text, at timestamptz, reason text, note text)
    on conflict (meter_id, register, at) do update set reason = excluded.reason, note = excluded.note,
      recorded_by = excluded.recorded_by, recorded_at = excluded.recorded_at`.execute(tx);
}

const STOPPED = [3, 4];

/** @throws invalid where people may not enter anything for the project any more */
export async function demandRunning(tx: Tx, project: string): Promise<void> {
  const { rows } = await sql<{ state: number }>`select state from project where code = ${project}`.execute(tx);
  if (STOPPED.includes(rows[0]?.state ?? 0)) throw refused('项目已停止运营，不能录入');
}

/** @throws invalid at the cell whose picture is not there, or somebody else's */
async function bindPhotos(tx: Tx, ctx: Ctx, rows: readonly Row[]): Promise<void> {
  const errors: FieldError[] = [];
  for (const [index, { DeviceId, Photos }] of rows.entries()) {
    if (Photos.length === 0) continue;
    const files = Photos.map(({ URL }) => ({ path: `Rows[${index}].Photos`, URL }));
    errors.push(...(await bindFiles(tx, READING_PHOTO, DeviceId, files, ctx.session.userId)));
  }
  if (errors.length > 0) throw invalid(errors);
}

const sheetByKey = ({ lines }: Sheet): ReadonlyMap<string, SheetLine> =>
  new Map(lines.map((line) => [keyOf(line.meter.id, line.register), line]));

/**
 * Writes one sheet in the given transaction.
 * @throws AppError with every cell that is wrong, and in its data those that somebody else filled in
 */
export async function writeSheet(ctx: Ctx, tx: Tx, input: Input): Promise<Output> {
  const twice = repeated(input.Rows);
  if (twice.length > 0) throw invalid(twice);
  const project = await seenProject(ctx, tx, input.ProjectCode);
  await demandRunning(tx, project.code);
  await holdProject(tx, project.code);
  const [loaded, clients] = await Promise.all([
    loadSheet(tx, {
      projects: [project.code],
      date: input.Date,
      ids: metersOf(input),
      minutes: input.ReadTime === undefined ? undefined : (minutesOf(input.ReadTime) ?? undefined),
      now: ctx.now,
      withSamples: true,
    }),
    knownClients(
      tx,
      input.Rows.flatMap(({ ClientId }) => ClientId ?? []),
    ),
  ]);
  const judging: Judging = { ctx, input, sheet: sheetByKey(loaded), clients };
  const outcomes = input.Rows.map((row, index) => outcomeOf(judging, row, index));
  const errors = outcomes.flatMap((one) => (one.kind === 'wrong' ? one.errors : []));
  if (errors.length > 0) {
    const taken = outcomes.flatMap((one) => (one.kind === 'wrong' ? (one.taken ?? []) : []));
    throw new AppError('invalid', errors[0]?.message ?? '', errors, taken.length > 0 ? { Taken: taken } : null);
  }
  const writes = outcomes.flatMap((one) => (one.kind === 'write' ? [one] : []));
  const missed = outcomes.flatMap((one) => (one.kind === 'missed' ? [one] : []));
  const made = await addReadings(
    tx,
    ctx.session.userId,
    writes.map(({ reading }) => reading),
    '录入',
  );
  await bindPhotos(tx, ctx, input.Rows);
  await writeMissed(tx, ctx, missed);
  // Anybody may listen: who wrote what is asked for, by who may see the project.
  await pushEvent(tx, null, `entry:${project.code}`, {});
  await trail(tx, ctx, {
    kind: '读数',
    action: '录入读数',
    object: `${project.name} ${input.Date}`,
    summary: `${writes.length}条${missed.length > 0 ? `，未抄${missed.length}条` : ''}`,
    after: Object.fromEntries(
      writes.map(({ line, reading }) => [`${line.meter.name} ${line.register}`, reading.value ?? '']),
    ),
  });
  return {
    Saved: outcomes.filter(({ kind }) => kind === 'write' || kind === 'known').length,
    Missed: missed.length,
    Verdicts: writes.map(({ line, verdict }, index) => ({
      DeviceId: line.meter.id,
      Register: line.register,
      EntryId: made[index] ?? null,
      Usage: verdict.usage,
      Deviation: verdict.deviation,
      Level: verdict.level,
      Words: verdict.words,
    })),
    Conflicts: writes.flatMap(({ line, conflict }, index) =>
      conflict === null
        ? []
        : [
            {
              DeviceId: line.meter.id,
              Register: line.register,
              Words: conflict,
              Mine: made[index] ?? '',
              Theirs: line.standing?.id ?? '',
            },
          ],
    ),
  };
}

export const metersOf = ({ Rows }: Pick<Input, 'Rows'>): readonly string[] => [
  ...new Set(Rows.map(({ DeviceId }) => DeviceId)),
];

export async function insertEntries(ctx: Ctx, input: Input): Promise<Output> {
  const answer = await ctx.write(async (tx) => {
    await pushEvent(tx, null, PROGRESS_TOPIC, {});
    return writeSheet(ctx, tx, input);
  });
  // Pages that open next show the days as they are now; what this leaves, the clock's worker does.
  await settle(ctx.db, metersOf(input));
  return answer;
}
