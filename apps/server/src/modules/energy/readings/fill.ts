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
  dialText,
  type Exact,
  exact,
  exactText,
  fillGap,
  instantOf,
  judgeEntry,
  type Lock,
  type LockDeed,
  minutesOf,
  multipliersOf,
  referenceOf,
  refusalOf,
  times,
  turnOf,
  versionOn,
  timeText,
} from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../../platform/audit/trail.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { pushEvent } from '../../../platform/events/push.ts';
import { bindFiles } from '../../../platform/files/files.ts';
import { conflict, forbidden, invalid } from '../../../platform/http/errors.ts';
import { holds } from '../../identity/index.ts';
import { seenProject } from '../../projects/index.ts';
import { sendMessage } from '../../../platform/messages/send.ts';
import { PROGRESS_TOPIC } from '../each-project.ts';
import { FILLED, settle } from '../facts/index.ts';
import { demandRunning } from './insert.ts';
import { tellLongEstimates } from './long-estimates.ts';
import { READING_PHOTO } from './photos.ts';
import { REPLENISH } from './screens.ts';
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
  /** The register went round since the reading before; somebody confirmed it of the one that the gap ends with. */
  readonly turned: boolean;
}

const MOST_DAYS = 62;
const STRICT = ['open', 'review', 'dayLocked', 'monthLocked'] as const;

type SeenProject = Awaited<ReturnType<typeof seenProject>>;

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

/** Register counts of one turn, where it went round between two readings and somebody confirmed it; 0 where it did not go back. */
const turnBetween = ({ dial, next }: SheetLine['entry'], before: string, after: string): Exact | null => {
  if (exact(after) >= exact(before)) return 0n;
  return next?.rollover === 'confirmed' ? turnOf(dial.digits) : null;
};
const unconfirmed = (before: string, after: string): string =>
  `后读数 ${after} 小于前读数 ${before}，请先由项目经理确认翻转，再补录`;

/** Between its neighbours; where the register went round between them, before or behind that. */
const checkAmong = (entry: SheetLine['entry'], reading: string, before: string, after: string): string | null => {
  const turn = turnBetween(entry, before, after);
  if (turn === null) return unconfirmed(before, after);
  if (turn === 0n) return checkBetween(reading, before, after);
  const isOne = exact(reading) >= exact(before) || exact(reading) <= exact(after);
  return isOne ? null : `应不小于 ${before}，或在翻转之后不大于 ${after}`;
};

const ratioAt = (line: SheetLine, at: number): string | null => {
  const value = multipliersOf(line.entry.line.multipliers).worthAt(at);
  return value === null ? null : exactText(value);
};

/** What has to be said of what is filled in, before it is written. */
const unsaid = ({ Method, Reason, Attachments }: Input): readonly FieldError[] => [
  ...(Method === '实抄' && Attachments.length === 0
    ? [{ path: 'Attachments', message: '实抄补录须上传照片或纸质记录' }]
    : []),
  ...(Reason === '' ? [{ path: 'Reason', message: '请填写补录原因' }] : []),
];

/**
 * Readings that somebody took: each between its neighbours, the ones typed here among them, and no more than the meter can count.
 * @param known what is wrong besides: it is told with them
 */
async function taken(
  ctx: Ctx,
  db: Db | Tx,
  project: string,
  input: Input,
  known: readonly FieldError[],
): Promise<readonly Filled[]> {
  const errors: FieldError[] = [...known];
  const filled: Filled[] = [];
  if (input.Rows.length === 0) throw invalid([{ path: 'Rows', message: '请填写补录的读数' }, ...known]);
  // Without a time it was read when the project reads its meters, which may have changed meanwhile.
  const calendar = input.Rows.every(({ ReadTime }) => ReadTime !== undefined)
    ? null
    : (await lineAt(ctx, db, project, input, instantOf(input.Rows[0]?.Date ?? '', 480, CHINA))).thing.calendar;
  for (const [index, row] of input.Rows.entries()) {
    const say = (field: string, message: string) => errors.push({ path: `Rows[${index}].${field}`, message });
    const minutes = row.ReadTime === undefined ? null : minutesOf(row.ReadTime);
    const at = instantOf(row.Date, minutes ?? versionOn(row.Date, calendar?.rules ?? [])?.cut ?? 480, CHINA);
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
    const reading = dialText(exactText(checked.value), entry.dial.decimals);
    const before = filled.findLast((one) => one.at < at)?.reading ?? entry.previous?.value ?? null;
    const after = entry.next?.value ?? null;
    const wrong =
      before !== null && after !== null
        ? checkAmong(entry, reading, before, after)
        : before !== null && exact(reading) < exact(before)
          ? `应不小于前读数 ${before}`
          : null;
    const { zone } = line.thing.calendar;
    const judged = judgeEntry(
      entry,
      { text: row.Reading, at, rollover: entry.next?.rollover === 'confirmed' },
      { day: line.day, now: ctx.now.getTime(), zone },
    );
    const refusal = wrong ?? (judged.kind === 'refused' ? judged.message : null);
    if (refusal !== null) {
      say('Reading', refusal);
      continue;
    }
    const ratio = ratioAt(line, at);
    const turned = before !== null && exact(reading) < exact(before);
    const turn = turned ? turnOf(entry.dial.digits) : 0n;
    const usage =
      before === null || ratio === null ? null : exactText(times(exact(reading) - exact(before) + turn, exact(ratio)));
    filled.push({ at, day: line.day.day, reading, usage, deviation: null, lock: line.lock, turned });
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
  calendar: SheetLine['thing']['calendar'],
): Promise<readonly (string | null)[]> {
  if (input.Method === '线性') return days.map(() => '1');
  if (input.Method === '同温日均') {
    const found: (string | null)[] = [];
    for (const day of days) {
      const line = await lineAt(ctx, db, project, input, dayEnd(day, calendar));
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
  const { breaks } = probe.thing.line(probe.register);
  if (breaks.some(({ removedAt }) => removedAt > before.at && removedAt <= after.at))
    throw invalid([{ path: 'From', message: '缺口内有换表，不能估算，请按实抄补录' }]);
  const days = [...gap, addDays(To, 1)];
  const stops = await sql<{
    day: string;
  }>`select day::text from stop_day where project_code = ${project} and day = any(${days}::date[])`.execute(db);
  const stopped = new Set(stops.rows.map(({ day }) => day));
  const by = await weights(ctx, db, project, input, days, calendar);
  const unknown = days.find((day, index) => by[index] === null && !stopped.has(day));
  if (unknown !== undefined) throw invalid([{ path: 'Method', message: `${unknown} 没有可比的日用量，请换一种方法` }]);
  const turn = turnBetween(closing.entry, before.value, after.value);
  if (turn === null) throw invalid([{ path: 'From', message: unconfirmed(before.value, after.value) }]);
  const filled = fillGap(
    { before: before.value, after: after.value, decimals: probe.entry.dial.decimals, turn },
    days.map((day, index) => ({ day, weight: by[index] ?? '0', stopped: stopped.has(day) })),
  );
  const ratio = ratioAt(probe, before.at);
  // The first day of a gap may be locked where its last is not.
  const lock = STRICT.indexOf(opening.lock.state) > STRICT.indexOf(closing.lock.state) ? opening.lock : closing.lock;
  return filled.slice(0, -1).map(({ day, reading, moved }, index) => ({
    at: ends[index] ?? 0,
    day,
    reading: dialText(reading, probe.entry.dial.decimals),
    usage: ratio === null ? null : exactText(times(exact(moved), exact(ratio))),
    deviation: null,
    lock,
    turned: exact(reading) < exact(filled[index - 1]?.reading ?? before.value),
  }));
}

const answerOf = (filled: readonly Filled[], saved: number, State: string, proposal: string | null = null): Output => ({
  Rows: filled.map(({ at, day, reading, usage, deviation }) => ({
    Date: day,
    At: new Date(at).toISOString(),
    Reading: reading,
    Usage: usage,
    Deviation: deviation,
  })),
  Saved: saved,
  AdjustId: null,
  State,
  ProposalId: proposal,
});

/** @param known what is wrong already, told with what else is; what is only looked at has none */
async function find(
  ctx: Ctx,
  db: Db | Tx,
  project: string,
  input: Input,
  known: readonly FieldError[] = [],
): Promise<readonly Filled[]> {
  if (input.Method === '实抄') return taken(ctx, db, project, input, known);
  if (known.length > 0) throw invalid(known);
  return workedOut(ctx, db, project, input);
}

/** @throws forbidden where the lock of one of the days keeps this person from it */
const demandEach = (
  ctx: Ctx,
  filled: readonly Filled[],
  deedOf: (state: Lock['state']) => LockDeed | null,
  proposer?: string,
): void => {
  const actor = { id: ctx.session.userId, roles: ctx.session.roles };
  for (const { lock } of filled) {
    const deed = deedOf(lock.state);
    const words = deed === null ? null : refusalOf(lock, deed, actor, proposer === undefined ? {} : { proposer });
    if (words !== null) throw forbidden(words);
  }
};

const writtenBy = async (
  ctx: Ctx,
  tx: Tx,
  project: SeenProject,
  input: Input,
  filled: readonly Filled[],
  by: string,
): Promise<void> => {
  await addReadings(
    tx,
    by,
    filled.map(({ at, day, reading, turned }) => ({
      ...(turned ? { rollover: 'confirmed' as const } : {}),
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
    FILLED,
  );
  const [begin] = filled;
  if (input.Method !== '实抄' && begin !== undefined) {
    const { meter, register } = await lineAt(ctx, tx, project.code, input, begin.at);
    await tellLongEstimates(tx, project, { id: meter.id, name: meter.name, register }, begin.at);
  }
  await pushEvent(tx, null, PROGRESS_TOPIC, {});
};

const told = (ctx: Ctx, tx: Tx, project: SeenProject, input: Input, filled: readonly Filled[], action: string) =>
  trail(tx, ctx, {
    kind: '读数',
    action,
    object: `${project.name} ${input.DeviceId}`,
    summary: `${input.Method}，${filled.length}条：${input.Reason}`,
    after: Object.fromEntries(filled.map(({ at, reading }) => [timeText(at, CHINA), reading])),
  });

/** Days that are locked are proposed; nothing counts until another agreed. */
async function propose(
  ctx: Ctx,
  tx: Tx,
  project: SeenProject,
  input: Input,
  filled: readonly Filled[],
): Promise<Output> {
  demandEach(ctx, filled, (state) => (state === 'dayLocked' ? 'propose' : 'backfill'));
  const days = filled.map(({ day }) => day).sort();
  const { rows } = await sql<{ id: string }>`insert into fill_proposal
      (project_code, meter_id, register, from_day, to_day, method, typed, readings, reason, photos, proposed_by)
    values (${project.code}, ${input.DeviceId}, ${input.Register}, ${days[0]}, ${days.at(-1)}, ${input.Method}, ${JSON.stringify(input.Rows)}::jsonb,
      ${JSON.stringify(filled.map(({ day, reading, usage }) => ({ Date: day, Reading: reading, Usage: usage })))}::jsonb,
      ${input.Reason}, ${JSON.stringify(input.Attachments)}::jsonb, ${ctx.session.userId})
    on conflict do nothing returning id::text`.execute(tx);
  const [made] = rows;
  if (made === undefined) throw conflict('该示数项已有待同意的补录，请先等能源数据分析师处理');
  await told(ctx, tx, project, input, filled, '提出补录');
  return answerOf(filled, 0, '待同意', made.id);
}

export async function fillReadings(ctx: Ctx, input: Input): Promise<Output> {
  const project = await seenProject(ctx, ctx.db, input.ProjectCode);
  if (input.Action !== 'save') return decide(ctx, project, input);
  if (!holds(ctx.session, REPLENISH, 'add')) throw forbidden();
  if (input.Preview) return answerOf(await find(ctx, ctx.db, project.code, input), 0, '预览');
  const answer = await ctx.write(async (tx) => {
    await demandRunning(tx, project.code);
    await holdProject(tx, project.code);
    const filled = await find(ctx, tx, project.code, input, unsaid(input));
    const locked = filled.some(({ lock }) => lock.state === 'dayLocked' || lock.state === 'monthLocked');
    if (!locked) demandEach(ctx, filled, () => 'backfill');
    const files = input.Attachments.map(({ URL }) => ({ path: 'Attachments', URL }));
    const errors = await bindFiles(tx, READING_PHOTO, input.DeviceId, files, ctx.session.userId);
    if (errors.length > 0) throw invalid(errors);
    if (locked) return propose(ctx, tx, project, input, filled);
    await writtenBy(ctx, tx, project, input, filled, ctx.session.userId);
    await told(ctx, tx, project, input, filled, '补录读数');
    return answerOf(filled, filled.length, '已生效');
  });
  await settle(ctx.db, [input.DeviceId]);
  return answer;
}

interface Waiting {
  readonly meter: string;
  readonly register: string;
  readonly from: string;
  readonly to: string;
  readonly method: Input['Method'];
  readonly typed: Input['Rows'];
  readonly readings: readonly { readonly Reading: string }[];
  readonly reason: string;
  readonly photos: Input['Attachments'];
  readonly by: string;
}

/** A second person's word; what was shown when it was proposed has to be what is written now. */
async function decide(ctx: Ctx, project: SeenProject, { Action, ProposalId, Reason, ...rest }: Input): Promise<Output> {
  if (ProposalId === undefined) throw invalid([{ path: 'ProposalId', message: '请选择待同意的补录' }]);
  const meters: string[] = [];
  const answer = await ctx.write(async (tx) => {
    await holdProject(tx, project.code);
    const { rows } =
      await sql<Waiting>`select meter_id::text as meter, register, from_day::text as "from", to_day::text as "to", method, typed,
        readings, reason, photos, proposed_by::text as by
      from fill_proposal where id = ${ProposalId}::bigint and project_code = ${project.code} and state = '待同意' for update`.execute(
        tx,
      );
    const [waiting] = rows;
    if (waiting === undefined) throw conflict('没有待同意的补录，可能已被处理，请刷新');
    if (!ctx.session.roles.includes('energyAnalyst')) throw forbidden('日锁后的补录由能源数据分析师同意');
    if (waiting.by === ctx.session.userId) throw forbidden('提出人不能自己同意');
    const agreed = Action === 'agree';
    if (!agreed && Reason === '') throw invalid([{ path: 'Reason', message: '请填写退回原因' }]);
    const input: Input = {
      ...rest,
      Action,
      DeviceId: waiting.meter,
      Register: waiting.register,
      Method: waiting.method,
      From: waiting.from,
      To: waiting.to,
      Rows: waiting.typed,
      Reason: waiting.reason,
      Attachments: waiting.photos,
    };
    const filled = agreed ? await find(ctx, tx, project.code, input) : [];
    if (agreed) {
      if (filled.some(({ reading }, at) => exact(reading) !== exact(waiting.readings[at]?.Reading ?? '0')))
        throw conflict('前后读数已变化，补录的数不再与提出时相同，请退回后重新提出');
      demandEach(ctx, filled, (state) => (state === 'open' || state === 'review' ? null : 'agree'), waiting.by);
      // Written by whoever proposed it: the one who agreed is with the proposal.
      await writtenBy(ctx, tx, project, input, filled, waiting.by);
      meters.push(waiting.meter);
    }
    await sql`update fill_proposal set state = ${agreed ? '已同意' : '已退回'}, decided_by = ${ctx.session.userId},
      decided_at = app_now(), decision = ${Reason} where id = ${ProposalId}::bigint`.execute(tx);
    await told(
      ctx,
      tx,
      project,
      { ...input, Reason: Reason || waiting.reason },
      filled,
      agreed ? '同意补录' : '退回补录',
    );
    await sendMessage(tx, [waiting.by], 'reading.filled', {
      项目: project.name,
      起: waiting.from,
      止: waiting.to,
      结果: agreed ? '已同意' : '被退回',
      原因: Reason,
    });
    return answerOf(filled, filled.length, agreed ? '已生效' : '已退回', ProposalId);
  });
  await settle(ctx.db, meters);
  return answer;
}
