/** 月锁 and 月解锁 by people: what still stands in the way is told line by line. */
import { CARRIERS } from '@hengneng/energy/factors';
import {
  addMonths,
  CHINA,
  compare,
  dayAt,
  daysIn,
  instantOf,
  lockOf,
  monthEnd,
  monthLockOf,
  refusalOf,
} from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import { several } from '@hengneng/contracts';
import { z } from 'zod';
import { trail } from '../../../platform/audit/trail.ts';
import type { Access } from '../../../platform/auth/access.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { pushEvent } from '../../../platform/events/push.ts';
import { forbidden, invalid } from '../../../platform/http/errors.ts';
import { seenProject } from '../../projects/index.ts';
import { unexplainedBills } from '../bills/read.ts';
import { eachProject, PROGRESS_TOPIC } from '../each-project.ts';
import { projectRules, type SettingKind, side } from '../settings/index.ts';

const project = z.string('请选择项目').trim().min(1, '请选择项目').max(30, '项目编码过长');
const month = z.string('请选择月份').regex(/^\d{4}-(0[1-9]|1[0-2])$/, '月份格式应为 YYYY-MM');

const readInput = z.object({ ProjectCode: project, Month: month.optional() });
const writeInput = z.object({
  ProjectCode: project.optional(),
  /** Several at once: each by itself, with what became of it. */
  ProjectCodes: several(project, 100, '一次最多100个项目').optional(),
  Month: month,
  Action: z.enum(['lock', 'unlock'], '操作只能是 lock 或 unlock'),
  Reason: z.string().trim().max(200, '原因最多200字').default(''),
});

export interface Unmet {
  /** Where it is put right: gaps, readings without a reason, bills, what waits to be confirmed, a year that was quite another. */
  readonly Kind: 'missing' | 'unexplained' | 'bills' | 'waiting' | 'compared';
  readonly What: string;
  readonly Count: number;
}

/** Below it a month is not closed. */
const LEAST_PERCENT = 95;
/** 同比 beyond which somebody has to say why. */
const MOST_CHANGE = 0.2;
const COMPARED = '/operationContent/stateMents/energyConsumptionYOY';

/** Bought energies of which a month used so much more or less than a year before, that nobody has explained on the page that compares them. */
async function unexplainedChanges(db: Db | Tx, code: string, of: string): Promise<readonly string[]> {
  const before = addMonths(of, -12);
  const { rows } = await sql<{
    code: string;
    name: string;
    now: string;
    last: string;
    complete: number;
    before: number;
  }>`
    with f as (
      select e.code, e.name, e.sort, x.month, sum(x.usage) as usage, coalesce(sum(x.got) * 100.0 / nullif(sum(x.due), 0), 0) as complete
      from meter_month x join meter m on m.device_id = x.meter_id
        join energy_category c on c.id = m.category_id join energy_category e on e.id = coalesce(c.parent_id, c.id)
        left join meter a on a.device_id = m.parent_id left join energy_category b on b.id = a.category_id
      where m.project_code = ${code} and x.register = 'total' and x.month in (${of}, ${before}) and e.code = any(${[...CARRIERS]}::text[])
        and coalesce(b.parent_id, b.id) is distinct from e.id
      group by 1, 2, 3, 4)
    select n.code, n.name, n.usage::text as now, l.usage::text as last, n.complete::float8 as complete, l.complete::float8 as before
    from f n join f l on l.code = n.code and l.month = ${before}
    where n.month = ${of} and not exists (select from energy_report_note r
      where r.screen = ${COMPARED} and r.project_code = ${code} and r.period = ${of} and r.line in ('', n.code))
    order by n.sort`.execute(db);
  const days = (at: string): number => daysIn({ from: `${at}-01`, to: monthEnd(at) });
  return rows.flatMap((row) => {
    const { rate } = compare(
      { usage: row.now, completeness: row.complete, days: days(of) },
      { usage: row.last, completeness: row.before, days: days(before) },
      '去年同期',
    );
    return rate !== null && Math.abs(rate) > MOST_CHANGE ? [row.name] : [];
  });
}

/** What a month has to have before people close it. */
export async function unmetOf(db: Db | Tx, code: string, of: string): Promise<readonly Unmet[]> {
  const first = `${of}-01`;
  const { rows } = await sql<{ due: number; got: number; unexplained: number; waiting: number }>`
    select coalesce((select sum(m.due)::int from meter_month m where m.project_code = ${code} and m.month = ${of}), 0) as due,
      coalesce((select sum(m.got)::int from meter_month m where m.project_code = ${code} and m.month = ${of}), 0) as got,
      (select count(*)::int from manual_reading r where r.meter_id in (select x.device_id from meter x where x.project_code = ${code})
        and r.project_code = ${code} and r.verdict ->> 'level' = 'abnormal' and r.reason_type = ''
        and not exists (select from manual_reading s where s.supersedes = r.id)
        and r.at >= ${new Date(instantOf(first, 0, CHINA))} and r.at < ${new Date(instantOf(first, 0, CHINA))}::timestamptz + interval '1 month') as unexplained,
      (select count(*)::int from meter_day d where d.project_code = ${code} and '待确认' = any(d.doubts)
        and d.day >= ${first}::date and d.day < ${first}::date + interval '1 month') as waiting`.execute(db);
  const { due = 0, got = 0, unexplained = 0, waiting = 0 } = rows[0] ?? {};
  const bills = await unexplainedBills(db, code, of);
  const changes = await unexplainedChanges(db, code, of);
  const percent = due === 0 ? 0 : (got / due) * 100;
  return [
    ...(percent < LEAST_PERCENT
      ? [{ Kind: 'missing' as const, What: `完整率 ${percent.toFixed(1)}%，未达 ${LEAST_PERCENT}%`, Count: due - got }]
      : []),
    ...(unexplained > 0 ? [{ Kind: 'unexplained' as const, What: '异常读数未说明原因', Count: unexplained }] : []),
    ...(bills > 0 ? [{ Kind: 'bills' as const, What: '账单与抄表的差异未说明原因', Count: bills }] : []),
    ...(waiting > 0 ? [{ Kind: 'waiting' as const, What: '翻转或换表待确认', Count: waiting }] : []),
    ...(changes.length > 0
      ? [
          {
            Kind: 'compared' as const,
            What: `${changes.join('、')}用量同比超过 ±${MOST_CHANGE * 100}%，请在能耗同比中写明原因`,
            Count: changes.length,
          },
        ]
      : []),
  ];
}

async function readLock(ctx: Ctx, { ProjectCode, Month }: z.output<typeof readInput>) {
  const seen = await seenProject(ctx, ctx.db, ProjectCode);
  const today = dayAt(ctx.now.getTime(), CHINA);
  const of = Month ?? today.slice(0, 7);
  const rules = (await projectRules(ctx.db, [seen.code], today)).get(seen.code);
  const { rows } = await sql<{ month: string; act: string; why: string; by: string | null; at: Date }>`
    select a.month, a.act, a.why, u.user_name as by, a.at from period_act a left join app_user u on u.id = a.by_user
    where a.project_code = ${seen.code} order by a.id desc limit 50`.execute(ctx.db);
  const state = rules === undefined ? null : monthLockOf(of, rules.lockInput(ctx.now));
  return {
    Month: of,
    State: state?.locked === true ? '已锁' : '未锁',
    Until: state?.until === null || state === null ? null : new Date(state.until).toISOString(),
    Unmet: await unmetOf(ctx.db, seen.code, of),
    rows: rows.map(({ month: which, act, why, by, at }) => ({
      Month: which,
      Action: act === 'lock' ? '月锁' : '月解锁',
      Reason: why,
      By: by ?? '系统',
      Time: at.toISOString(),
    })),
  };
}

/** @throws invalid with everything that stands in the way */
async function lockOne(
  ctx: Ctx,
  tx: Tx,
  code: string,
  { Month, Action, Reason }: Omit<z.output<typeof writeInput>, 'ProjectCode' | 'ProjectCodes'>,
): Promise<void> {
  const seen = await seenProject(ctx, tx, code);
  await sql`select pg_advisory_xact_lock(hashtextextended(${`energy.month ${seen.code}`}, 0))`.execute(tx);
  const today = dayAt(ctx.now.getTime(), CHINA);
  const rules = (await projectRules(tx, [seen.code], today)).get(seen.code);
  if (rules === undefined) throw invalid([{ path: 'ProjectCode', message: '项目不存在' }]);
  const { rows: quoted } = await sql`select 1 from reading_quote where project_code = ${seen.code}
    and from_day < (${`${Month}-01`}::date + interval '1 month') and to_day >= ${`${Month}-01`}::date limit 1`.execute(
    tx,
  );
  // The month as such: a settlement that quotes some of its readings keeps people from opening it.
  const lock = lockOf(`${Month}-01`, false, rules.lockInput(ctx.now));
  const settled = Action === 'unlock' && quoted.length > 0;
  const words = refusalOf({ ...lock, settled }, Action === 'lock' ? 'lockMonth' : 'unlockMonth', {
    id: ctx.session.userId,
    roles: ctx.session.roles,
  });
  if (words !== null) throw forbidden(words);
  if (Action === 'lock' && Month >= today.slice(0, 7))
    throw invalid([{ path: 'Month', message: '本月尚未结束，不能月锁' }]);
  if (Action === 'unlock' && Reason === '') throw invalid([{ path: 'Reason', message: '请填写解锁原因' }]);
  const unmet = Action === 'lock' ? await unmetOf(tx, seen.code, Month) : [];
  if (unmet.length > 0)
    throw invalid(unmet.map(({ What, Count }) => ({ path: 'Month', message: `${What}（${Count} 条），不能月锁` })));
  await sql`insert into period_act (project_code, month, act, why, by_user)
    values (${seen.code}, ${Month}, ${Action}, ${Reason}, ${ctx.session.userId})`.execute(tx);
  await trail(tx, ctx, {
    kind: '读数',
    action: Action === 'lock' ? '月锁' : '月解锁',
    object: `${seen.name} ${Month}`,
    summary: Reason,
  });
}

const writeLock = (ctx: Ctx, { ProjectCode, ProjectCodes, ...what }: z.output<typeof writeInput>) =>
  ctx.write(async (tx) => {
    const State = what.Action === 'lock' ? '已锁' : '未锁';
    await pushEvent(tx, null, PROGRESS_TOPIC, {});
    if (ProjectCodes === undefined) {
      if (ProjectCode === undefined) throw invalid([{ path: 'ProjectCode', message: '请选择项目' }]);
      await lockOne(ctx, tx, ProjectCode, what);
      return { State, Unmet: [] as readonly Unmet[] };
    }
    if (ProjectCodes.length === 0) throw invalid([{ path: 'ProjectCodes', message: '请选择项目' }]);
    const Results = await eachProject(tx, ProjectCodes, async (code) => {
      await lockOne(ctx, tx, code, what);
      return '';
    });
    return { State, Unmet: [] as readonly Unmet[], Results };
  });

export const monthLockKind = (read: Access, write: Access): SettingKind => ({
  read: side(read, readInput, readLock),
  write: side(write, writeInput, writeLock),
});
