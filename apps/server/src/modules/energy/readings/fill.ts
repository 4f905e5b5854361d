/** 补录: readings that were taken but not entered, or readings that are worked out for the days of a gap. Worked-out ones say so (估). */
import type { entryFill } from '@hengneng/contracts';
import type { FieldError } from '@hengneng/core';
import {
  addDays,
  addMonths,
  CHINA,
  checkBetween,
  checkReading,
  closedDay,
  dayAt,
  dayEnd,
  daysFrom,
  daysThrough,
  exact,
  exactText,
  fillGap,
  instantOf,
  minutesOf,
  multipliersOf,
  referenceOf,
  refusalOf,
  times,
  timeText,
} from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../../platform/audit/trail.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { bindFiles } from '../../../platform/files/files.ts';
import { forbidden, invalid } from '../../../platform/http/errors.ts';
import { seenProject } from '../../projects/index.ts';
import { settle } from '../facts/index.ts';
import { demandRunning } from './insert.ts';
import { READING_PHOTO } from './photos.ts';
import { loadSheet, type SheetLine } from './sheet.ts';
import { addReadings, holdProject } from './store.ts';

type Input = z.output<typeof entryFill.input>;
type Output = z.input<typeof entryFill.output>;

/** A reading that is to be written. */
interface Filled {
  readonly at: number;
  readonly day: string;
  readonly reading: string;
  readonly usage: string | null;
  readonly deviation: number | null;
  readonly lock: SheetLine['lock'];
}

const MOST_DAYS = 62;

const lineAt = async (ctx: Ctx, db: Db | Tx, project: string, input: Input, at: number): Promise<SheetLine> => {
  const { lines } = await loadSheet(db, {
    projects: [project],
    date: dayAt(at, CHINA),
    ids: [input.DeviceId],
    minutes: Math.round((at - instantOf(dayAt(at, CHINA), 0, CHINA)) / 60_000),
    now: ctx.now,
    withSamples: true,
  });
  const line = lines.find(({ register }) => register === input.Register);
  if (line === undefined) throw invalid([{ path: 'DeviceId', message: '表计不存在、已停用，或没有该示数项' }]);
  return line;
};

const ratioAt = (line: SheetLine, at: number): string | null => {
  const value = multipliersOf(line.entry.line.multipliers).at(at);
  return value === null ? null : exactText(value);
};

/** Readings that somebody took: each between its neighbours, the ones typed here among them. */
async function taken(ctx: Ctx, db: Db | Tx, project: string, input: Input): Promise<readonly Filled[]> {
  const errors: FieldError[] = [];
  const filled: Filled[] = [];
  if (input.Rows.length === 0) throw invalid([{ path: 'Rows', message: '请填写补录的读数' }]);
  if (input.Attachments.length === 0) throw invalid([{ path: 'Attachments', message: '实抄补录须上传照片或纸质记录' }]);
  for (const [index, row] of input.Rows.entries()) {
    const say = (field: string, message: string) => errors.push({ path: `Rows[${index}].${field}`, message });
    const minutes = row.ReadTime === undefined ? 480 : (minutesOf(row.ReadTime) ?? 480);
    const at = instantOf(row.Date, minutes, CHINA);
    const line = await lineAt(ctx, db, project, input, at);
    const { entry } = line;
    const checked = checkReading({ text: row.Reading, register: line.register, at }, entry.dial, {
      now: ctx.now.getTime(),
      installedAt: entry.installedAt,
    });
    if ('message' in checked) {
      say('Reading', checked.message);
      continue;
    }
    if (line.standing !== null) {
      say('Reading', `该时刻已有读数 ${line.standing.value}，请到数据修改中改`);
      continue;
    }
    const reading = exactText(checked.value);
    const before = filled.findLast((one) => one.at < at)?.reading ?? entry.previous?.value ?? null;
    const after = entry.next?.value ?? null;
    const wrong =
      before !== null && after !== null
        ? checkBetween(reading, before, after)
        : before !== null && exact(reading) < exact(before)
          ? `应不小于前读数 ${before}`
          : null;
    if (wrong !== null) {
      say('Reading', wrong);
      continue;
    }
    const ratio = ratioAt(line, at);
    const usage =
      before === null || ratio === null ? null : exactText(times(exact(reading) - exact(before), exact(ratio)));
    filled.push({ at, day: line.day.day, reading, usage, deviation: null, lock: line.lock });
  }
  if (errors.length > 0) throw invalid(errors);
  return filled;
}

/** What compared days used, by day; null where they are not known. */
async function weights(
  ctx: Ctx,
  db: Db | Tx,
  project: string,
  input: Input,
  days: readonly string[],
): Promise<readonly (string | null)[]> {
  if (input.Method === '线性') return days.map(() => '1');
  if (input.Method === '同温日均') {
    const found: (string | null)[] = [];
    for (const day of days) {
      const line = await lineAt(ctx, db, project, input, instantOf(addDays(day, 1), 480, CHINA));
      const { value } = referenceOf(line.day, line.entry.samples, line.entry.deviation);
      found.push(value === null ? null : value.toFixed(6));
    }
    return found;
  }
  const back = input.Method === '上月同日' ? -1 : -12;
  const compared = days.map((day) => `${addMonths(day.slice(0, 7), back)}-${day.slice(8)}`);
  const { rows } = await sql<{ day: string; usage: string }>`select day::text, usage::text from meter_day
    where meter_id = ${input.DeviceId} and register = ${input.Register} and not partial and doubts = '{}'
      and day::text = any(${compared}::text[])`.execute(db);
  const known = new Map(rows.map(({ day, usage }) => [day, usage]));
  return compared.map((day) => known.get(day) ?? null);
}

/** Readings for the days of a gap, so that what was used in all is divided among them. */
async function workedOut(ctx: Ctx, db: Db | Tx, project: string, input: Input): Promise<readonly Filled[]> {
  const { From, To } = input;
  if (From === undefined) throw invalid([{ path: 'From', message: '请选择缺口的开始日期' }]);
  if (To === undefined || To < From) throw invalid([{ path: 'To', message: '缺口的结束日期不能早于开始日期' }]);
  if (daysFrom(From, To) >= MOST_DAYS) throw invalid([{ path: 'To', message: `一次最多估算 ${MOST_DAYS} 天` }]);
  const gap = daysThrough(From, To);
  const probe = await lineAt(ctx, db, project, input, instantOf(addDays(From, 1), 480, CHINA));
  const { calendar } = probe.thing;
  const ends = gap.map((day) => dayEnd(day, calendar));
  const opening = await lineAt(ctx, db, project, input, ends[0] ?? 0);
  const closing = await lineAt(ctx, db, project, input, ends.at(-1) ?? 0);
  const before = opening.entry.previous;
  const after = closing.entry.next;
  if (before === null) throw invalid([{ path: 'From', message: '缺口之前没有读数，不能估算' }]);
  if (after === null) throw invalid([{ path: 'To', message: '缺口之后还没有读数，不能估算，请按实抄补录' }]);
  if (
    closedDay(after.at, calendar, probe.thing.tolerance) !== addDays(To, 1) ||
    opening.standing !== null ||
    closing.standing !== null
  )
    throw invalid([{ path: 'From', message: '缺口的起止与前后读数不相接，请按缺口列表选择' }]);
  if (probe.entry.line.breaks.some(({ removedAt }) => removedAt > before.at && removedAt < after.at))
    throw invalid([{ path: 'From', message: '缺口内有换表，不能估算，请按实抄补录' }]);
  const days = [...gap, addDays(To, 1)];
  const stops = await sql<{
    day: string;
  }>`select day::text from stop_day where project_code = ${project} and day = any(${days}::date[])`.execute(db);
  const stopped = new Set(stops.rows.map(({ day }) => day));
  const by = await weights(ctx, db, project, input, days);
  const unknown = days.find((day, index) => by[index] === null && !stopped.has(day));
  if (unknown !== undefined) throw invalid([{ path: 'Method', message: `${unknown} 没有可比的日用量，请换一种方法` }]);
  const filled = fillGap(
    { before: before.value, after: after.value, decimals: probe.entry.dial.decimals },
    days.map((day, index) => ({ day, weight: by[index] ?? '0', stopped: stopped.has(day) })),
  );
  const ratio = ratioAt(probe, before.at);
  return filled.slice(0, -1).map(({ day, reading, moved }, index) => ({
    at: ends[index] ?? 0,
    day,
    reading,
    usage: ratio === null ? null : exactText(times(exact(moved), exact(ratio))),
    deviation: null,
    lock: closing.lock,
  }));
}

const answerOf = (filled: readonly Filled[], saved: number): Output => ({
  Rows: filled.map(({ at, day, reading, usage, deviation }) => ({
    Date: day,
    At: new Date(at).toISOString(),
    Reading: reading,
    Usage: usage,
    Deviation: deviation,
  })),
  Saved: saved,
  AdjustId: null,
});

const find = (ctx: Ctx, db: Db | Tx, project: string, input: Input): Promise<readonly Filled[]> =>
  input.Method === '实抄' ? taken(ctx, db, project, input) : workedOut(ctx, db, project, input);

export async function fillReadings(ctx: Ctx, input: Input): Promise<Output> {
  const project = await seenProject(ctx, ctx.db, input.ProjectCode);
  if (input.Preview) return answerOf(await find(ctx, ctx.db, project.code, input), 0);
  if (input.Reason === '') throw invalid([{ path: 'Reason', message: '请填写补录原因' }]);
  const answer = await ctx.write(async (tx) => {
    await demandRunning(tx, project.code);
    await holdProject(tx, project.code);
    const filled = await find(ctx, tx, project.code, input);
    const actor = { id: ctx.session.userId, roles: ctx.session.roles };
    const closed = filled.map(({ lock }) => refusalOf(lock, 'backfill', actor)).find((words) => words !== null);
    if (closed !== undefined && closed !== null) throw forbidden(closed);
    const files = input.Attachments.map(({ URL }) => ({ path: 'Attachments', URL }));
    const errors = await bindFiles(tx, READING_PHOTO, input.DeviceId, files, ctx.session.userId);
    if (errors.length > 0) throw invalid(errors);
    await addReadings(
      tx,
      ctx.session.userId,
      filled.map(({ at, day, reading }) => ({
        meter: input.DeviceId,
        project: project.code,
        register: input.Register as SheetLine['register'],
        at,
        value: reading,
        flag: input.Method === '实抄' ? '补' : '估',
        day,
        reasonType: input.Method,
        reason: input.Reason,
        photos: input.Attachments,
      })),
      '补录',
    );
    await trail(tx, ctx, {
      kind: '抄表',
      action: '补录读数',
      object: `${project.name} ${input.DeviceId}`,
      summary: `${input.Method}，${filled.length}条：${input.Reason}`,
      after: Object.fromEntries(filled.map(({ at, reading }) => [timeText(at, CHINA), reading])),
    });
    return answerOf(filled, filled.length);
  });
  await settle(ctx.db, [input.DeviceId]);
  return answer;
}
