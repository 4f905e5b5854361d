/** Saving a day's report as a version: at once while the day is open, by a second person's word once it is locked. */
import type { DayChangeRow, dayReportUpdate } from '@hengneng/contracts';
import { addDays, CHINA, dayAt, instantOf, MINUTE, minutesOf, refusalOf } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../../platform/audit/trail.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/schema.ts';
import { conflict, forbidden, invalid, refused } from '../../../platform/http/errors.ts';
import { seenProject } from '../../projects/index.ts';
import { holdProject } from '../readings/index.ts';
import { runRules } from '../runs/index.ts';
import {
  changesOf,
  type DayContent,
  hostFaults,
  type HostRow,
  merged,
  type Override,
  overrideOf,
  splitRows,
  stopFaults,
  weatherFaults,
} from './content.ts';
import { type DayStates, dayStates, holdingOf } from './recorded.ts';

type Input = z.output<typeof dayReportUpdate.input>;
type Output = z.input<typeof dayReportUpdate.output>;

/** A day with all that is known of it. */
interface Day extends DayStates {
  readonly day: string;
  readonly holds: DayContent;
}

async function loadDay(ctx: Ctx, tx: Tx, project: string, day: string): Promise<Day> {
  const states = await dayStates(tx, project, day, ctx.now);
  return { day, ...states, holds: merged(states.recorded, holdingOf(states.versions, day)?.content) };
}

const demandCurrent = ({ versions }: Day, version: number): void => {
  const last = versions.at(-1);
  if ((last?.version ?? 0) !== version) throw conflict(`该日报已由 ${last?.by ?? '他人'} 改过，请刷新后再改`);
};

const actorOf = ({ session }: Ctx) => ({ id: session.userId, roles: session.roles });

/**
 * Whether a day may be changed at once.
 * @returns false where somebody else has to agree
 * @throws forbidden
 */
async function mayChange(ctx: Ctx, tx: Tx, project: string, day: string): Promise<boolean> {
  const { lock } = await runRules(tx, project, day, ctx.now);
  const locked = lock.state === 'dayLocked';
  // There is no author whose own it would be: the day's report is its manager's.
  const words = refusalOf(lock, locked ? 'propose' : 'edit', actorOf(ctx));
  if (words !== null)
    throw forbidden(
      lock.state === 'monthLocked'
        ? '该月已月锁，日报不能再改'
        : locked
          ? '日锁后的日报由项目经理提出修改'
          : '日报由项目经理修改',
    );
  return !locked;
}

async function addVersion(
  ctx: Ctx,
  tx: Tx,
  project: { readonly code: string; readonly name: string },
  of: Day,
  made: {
    readonly content: Override;
    readonly changed: readonly DayChangeRow[];
    readonly reason: string;
    readonly now: boolean;
  },
): Promise<number> {
  const version = (of.versions.at(-1)?.version ?? 0) + 1;
  await sql`insert into day_report_version (project_code, day, version, content, changed, reason, state, created_by)
    values (${project.code}, ${of.day}, ${version}, ${JSON.stringify(made.content)}::jsonb, ${JSON.stringify(made.changed)}::jsonb,
      ${made.reason}, ${made.now ? '已生效' : '待同意'}, ${ctx.session.userId})`.execute(tx);
  await trail(tx, ctx, {
    kind: '读数',
    action: made.now ? '修改日报' : '提出修改日报',
    object: `${project.name} ${of.day}`,
    summary: made.reason,
    before: Object.fromEntries(made.changed.map(({ Field, Before }) => [Field, Before])),
    after: Object.fromEntries(made.changed.map(({ Field, After }) => [Field, After])),
  });
  return version;
}

/** A machine stops when it stopped, not when it will. */
function futureFaults(input: Input, day: string, now: number) {
  const at = (of: string, clock: string) => instantOf(of, minutesOf(clock) ?? 0, CHINA);
  return (input.Hosts ?? []).flatMap((row, index) =>
    at(row.NextDay ? addDays(day, 1) : day, row.End) > now + MINUTE
      ? [{ path: `Hosts[${index}].End`, message: '停机时刻不能晚于现在' }]
      : [],
  );
}

const clashes = (rows: readonly HostRow[], added: readonly HostRow[]): HostRow | undefined =>
  added.find((one) => rows.some((row) => row.DeviceId === one.DeviceId && row.Start < one.End && one.Start < row.End));

async function save(
  ctx: Ctx,
  tx: Tx,
  project: { readonly code: string; readonly name: string },
  of: Day,
  input: Input,
): Promise<Output> {
  if (input.Reason === '') throw invalid([{ path: 'Reason', message: '请填写修改原因' }]);
  if (of.versions.some(({ state }) => state === '待同意'))
    throw refused('该日报有待同意的修改，请先等能源数据分析师处理');
  const Run = input.Run ?? of.holds.Run;
  const faults = [
    ...stopFaults(Run),
    ...weatherFaults(Run),
    ...hostFaults(input.Hosts ?? [], of.names),
    ...futureFaults(input, of.day, ctx.now.getTime()),
  ];
  if (faults.length > 0) throw invalid(faults);
  const { own, next } = input.Hosts === undefined ? { own: [...of.holds.Hosts], next: [] } : splitRows(input.Hosts);
  const after: DayContent = { Run, Hosts: own, Note: input.Note ?? of.holds.Note };
  const changed = changesOf(of.holds, after, of.names);
  if (changed.length === 0 && next.length === 0) throw invalid([{ path: 'Reason', message: '内容没有变化' }]);
  const now = await mayChange(ctx, tx, project.code, of.day);
  if (next.length > 0) {
    if (!now) throw invalid([{ path: 'Hosts', message: '已日锁的日报请按日分别提出，停机填 24:00' }]);
    await carryOver(ctx, tx, project, of.day, next, input);
  }
  const version =
    changed.length === 0
      ? (of.versions.at(-1)?.version ?? 0)
      : await addVersion(ctx, tx, project, of, {
          content: overrideOf(of.recorded, after),
          changed,
          reason: input.Reason,
          now,
        });
  return { Version: version, State: now ? '已生效' : '待同意', Changed: [...changed] };
}

/** What lies past midnight is the next day's, in the same act. */
async function carryOver(
  ctx: Ctx,
  tx: Tx,
  project: { readonly code: string; readonly name: string },
  day: string,
  rows: readonly HostRow[],
  input: Input,
): Promise<void> {
  const next = await loadDay(ctx, tx, project.code, addDays(day, 1));
  if (!(await mayChange(ctx, tx, project.code, next.day)) || next.versions.some(({ state }) => state === '待同意'))
    throw invalid([{ path: 'Hosts', message: `${next.day} 的日报现在不能改，请把停机填为 24:00` }]);
  const clash = clashes(next.holds.Hosts, rows);
  if (clash !== undefined)
    throw invalid([
      {
        path: `Hosts[${(input.Hosts ?? []).findIndex((row) => row.NextDay && row.DeviceId === clash.DeviceId)}].End`,
        message: `${next.day} ${next.names.get(clash.DeviceId) ?? ''} 00:00-${clash.End} 与已有时段重叠，请先改那一天`,
      },
    ]);
  const after = { ...next.holds, Hosts: [...rows, ...next.holds.Hosts] };
  await addVersion(ctx, tx, project, next, {
    content: overrideOf(next.recorded, after),
    changed: changesOf(next.holds, after, next.names),
    reason: `${input.Reason}（${day} 跨日拆分）`,
    now: true,
  });
}

/** A second person's word on a change of a locked day. */
async function decide(
  ctx: Ctx,
  tx: Tx,
  project: { readonly code: string; readonly name: string },
  of: Day,
  input: Input,
): Promise<Output> {
  const waiting = of.versions.find(({ state }) => state === '待同意');
  if (waiting === undefined) throw conflict('没有待同意的修改，可能已被处理，请刷新');
  const { lock } = await runRules(tx, project.code, of.day, ctx.now);
  const agreed = input.Action === 'agree';
  const words = refusalOf(lock, 'agree', actorOf(ctx), { proposer: waiting.author });
  if (words !== null) throw forbidden(words);
  if (!agreed && input.Reason === '') throw invalid([{ path: 'Reason', message: '请填写退回原因' }]);
  const State = agreed ? '已生效' : '已退回';
  await sql`update day_report_version set state = ${State}, decided_by = ${ctx.session.userId}, decided_at = app_now(),
    decision = ${input.Reason} where id = ${waiting.id}`.execute(tx);
  await trail(tx, ctx, {
    kind: '读数',
    action: agreed ? '同意修改日报' : '退回修改日报',
    object: `${project.name} ${of.day}`,
    summary: agreed ? waiting.reason : input.Reason,
    after: Object.fromEntries(waiting.changed.map(({ Field, After }) => [Field, After])),
  });
  return { Version: waiting.version, State, Changed: [...waiting.changed] };
}

export const updateDay = (ctx: Ctx, input: Input): Promise<Output> =>
  ctx.write(async (tx) => {
    const split = input.ReportId.lastIndexOf(':');
    const day = input.ReportId.slice(split + 1);
    if (day > dayAt(ctx.now.getTime(), CHINA)) throw invalid([{ path: 'ReportId', message: '不能修改还没有到的日期' }]);
    const project = await seenProject(ctx, tx, input.ReportId.slice(0, split));
    await holdProject(tx, project.code);
    const of = await loadDay(ctx, tx, project.code, day);
    demandCurrent(of, input.Version);
    return input.Action === 'save' ? save(ctx, tx, project, of, input) : decide(ctx, tx, project, of, input);
  });
