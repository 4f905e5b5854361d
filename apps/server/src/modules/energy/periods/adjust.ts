/** 调整: what came too late for a locked month. One proposes it with its papers, another agrees; then it counts in the earliest open month. */
import { type AdjustmentList, adjustmentRead, adjustmentWrite } from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import {
  addMonths,
  adjustmentTarget,
  CHINA,
  dayAt,
  lockOf,
  monthLockOf,
  monthOf,
  refusalOf,
} from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { z } from 'zod';
import { takeSerial } from '../../../engine/forms/numbering.ts';
import { trail } from '../../../platform/audit/trail.ts';
import type { Ctx, Session } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { bindFiles } from '../../../platform/files/files.ts';
import type { SeesPaper } from '../../../platform/files/papers.ts';
import { forbidden, invalid, notFound, refused } from '../../../platform/http/errors.ts';
import { holds } from '../../identity/index.ts';
import { projectsVisible, seenProject } from '../../projects/index.ts';
import { type ProjectRules, projectRules, type SettingKind, side } from '../settings/index.ts';
import { mainMeters } from '../things/index.ts';

/** Under which its papers are kept. */
export const ADJUSTMENT_PAPER = 'energyAdjustment';
const SERIAL = 'TZ-{yyyy}{MM}-{seq4}';
const MONTHS_BACK = 24;
const PAGE = shortCodeOf('/operationContent/stateMents/monthStateMents');

type Written = z.output<typeof adjustmentWrite>;

export interface Adjustment {
  readonly id: string;
  readonly serial: string;
  /** Of the energy at the top of the tree. */
  readonly code: string;
  readonly fromMonth: string;
  readonly toMonth: string;
  readonly meter: string;
  readonly quantity: string;
  readonly unit: string;
  readonly amount: string | null;
  readonly reason: string;
  readonly files: { URL: string; Size: number; Name: string }[];
  readonly by: string;
  readonly state: '待同意' | '已同意' | '已退回';
  readonly decider: string | null;
  readonly decision: string;
  readonly mine: boolean;
}

/** The analyst agrees, or whoever answers for several projects; never the person who proposed. */
const decides = ({ roles }: Session): boolean =>
  roles.some((role) => role === 'energyAnalyst' || role === 'operationDirector' || role === 'areaManager');

export const mayAdjust = (session: Session): boolean =>
  holds(session, PAGE, 'add') && session.roles.some((role) => role === 'projectManager' || role === 'energyAnalyst');

/** Those booked into a month of a project and those of what was used in it, whatever became of them; what counts is 已同意. */
export const adjustmentsOf = async (ctx: Ctx, project: string, month: string): Promise<readonly Adjustment[]> => {
  const may = holds(ctx.session, PAGE, 'edit') && decides(ctx.session);
  const { rows } = await sql<Adjustment>`
    select a.id::text, a.serial, e.code, to_char(a.day, 'YYYY-MM') as "fromMonth", a.month as "toMonth", coalesce(d.display_name, d.name) as meter,
      trim_scale(a.difference)::text as quantity, m.unit, a.amount::text, a.reason, a.photos as files, u.user_name as by, a.state,
      w.user_name as decider, a.decision,
      (a.state = '待同意' and ${may} and a.created_by <> ${ctx.session.userId}::bigint) as mine
    from adjustment a join meter m on m.device_id = a.meter_id join device d on d.id = a.meter_id
    join energy_category c on c.id = m.category_id join energy_category e on e.id = coalesce(c.parent_id, c.id)
    join app_user u on u.id = a.created_by left join app_user w on w.id = a.decided_by
    where a.project_code = ${project} and ${month} in (a.month, to_char(a.day, 'YYYY-MM')) and not a.voided order by a.id`.execute(
    ctx.db,
  );
  return rows;
};

async function rulesOf(ctx: Ctx, db: Db | Tx, project: string): Promise<ProjectRules> {
  const rules = (await projectRules(db, [project], dayAt(ctx.now.getTime(), CHINA))).get(project);
  if (rules === undefined) throw notFound('项目不存在');
  return rules;
}

const meterOf = async (db: Db | Tx, project: string) => {
  const { rows } = await sql<{ DeviceId: string; Name: string; Unit: string; Code: string }>`
    with ${mainMeters([project])}
    select main.device_id::text as "DeviceId", coalesce(d.display_name, d.name) as "Name", m.unit as "Unit", main.code as "Code"
    from main join device d on d.id = main.device_id join meter m on m.device_id = main.device_id
    order by main.code, d.sort, d.code`.execute(db);
  return rows;
};

/** What the form offers: locked months, the meters that make totals, and the month that takes a difference up. */
async function read(ctx: Ctx, { ProjectCode }: z.output<typeof adjustmentRead>): Promise<AdjustmentList> {
  const seen = await seenProject(ctx, ctx.db, ProjectCode);
  const [rules, meters] = await Promise.all([rulesOf(ctx, ctx.db, seen.code), meterOf(ctx.db, seen.code)]);
  const input = rules.lockInput(ctx.now);
  const current = monthOf(dayAt(ctx.now.getTime(), CHINA));
  const back = Array.from({ length: MONTHS_BACK }, (_, at) => addMonths(current, -1 - at));
  const months = back.filter((month) => monthLockOf(month, input).locked);
  const target =
    months[0] === undefined ? null : adjustmentTarget(`${months[0]}-01`, { quantity: '', unit: '' }, input);
  return { Months: months, ToMonth: target?.month ?? null, Meters: meters };
}

async function add(ctx: Ctx, input: Extract<Written, { Action: 'add' }>): Promise<{ AdjustId: string; State: string }> {
  return ctx.write(async (tx) => {
    const seen = await seenProject(ctx, tx, input.ProjectCode);
    if (!holds(ctx.session, PAGE, 'add')) throw forbidden();
    const { rows: sent } = await sql<{ id: string; state: string }>`
      select id::text, state from adjustment where client_id = ${input.ClientId}::uuid and created_by = ${ctx.session.userId}`.execute(
      tx,
    );
    if (sent[0] !== undefined) return { AdjustId: sent[0].id, State: sent[0].state };
    const rules = await rulesOf(ctx, tx, seen.code);
    const lock = lockOf(`${input.FromMonth}-01`, false, rules.lockInput(ctx.now));
    const words = refusalOf(lock, 'adjust', { id: ctx.session.userId, roles: ctx.session.roles });
    if (words !== null)
      throw lock.state === 'monthLocked' ? forbidden(words) : invalid([{ path: 'FromMonth', message: words }]);
    const meter = (await meterOf(tx, seen.code)).find(({ DeviceId }) => DeviceId === input.DeviceId);
    if (meter === undefined) throw invalid([{ path: 'DeviceId', message: '请选择该项目计入合计的总表' }]);
    const target = adjustmentTarget(
      `${input.FromMonth}-01`,
      { quantity: input.Qty, unit: meter.Unit },
      rules.lockInput(ctx.now),
    );
    if (target === null)
      throw invalid([{ path: 'FromMonth', message: '该月尚未月锁，请直接修改或补录，不必登记调整' }]);
    const serial = await takeSerial(tx, ADJUSTMENT_PAPER, SERIAL, ctx.now);
    const { rows } = await sql<{ id: string }>`
      insert into adjustment (serial, project_code, meter_id, register, day, difference, amount, month, reason, photos, created_by, client_id)
      values (${serial}, ${seen.code}, ${input.DeviceId}, 'total', ${`${input.FromMonth}-01`}, ${input.Qty}, ${input.Amount ?? null},
        ${target.month}, ${input.Reason}, ${JSON.stringify(input.File)}::jsonb, ${ctx.session.userId}, ${input.ClientId}) returning id::text`.execute(
      tx,
    );
    const id = rows[0]?.id ?? '';
    const faults = await bindFiles(
      tx,
      ADJUSTMENT_PAPER,
      id,
      input.File.map(({ URL }, at) => ({ path: `File[${at}]`, URL })),
      ctx.session.userId,
    );
    if (faults.length > 0) throw invalid(faults);
    await trail(tx, ctx, {
      kind: '读数',
      action: '登记调整',
      object: `${seen.name} ${serial}`,
      summary: `${meter.Name} ${input.FromMonth} ${input.Qty} ${meter.Unit}，计入 ${target.month}：${input.Reason}`,
    });
    return { AdjustId: id, State: '待同意' };
  });
}

async function decide(
  ctx: Ctx,
  input: Extract<Written, { Action: 'agree' | 'refuse' }>,
): Promise<{ AdjustId: string; State: string }> {
  return ctx.write(async (tx) => {
    const { rows } = await sql<{
      serial: string;
      project: string;
      fromMonth: string;
      month: string;
      state: string;
      by: string;
      quantity: string;
    }>`select a.serial, a.project_code as project, to_char(a.day, 'YYYY-MM') as "fromMonth", a.month, a.state, a.created_by::text as by,
        trim_scale(a.difference)::text as quantity
      from adjustment a join project p on p.code = a.project_code
      where a.id = ${input.AdjustId}::bigint and not a.voided and ${projectsVisible(ctx.session, 'p')} for update of a`.execute(
      tx,
    );
    const [row] = rows;
    if (row === undefined) throw notFound('调整不存在，或您没有查看它的权限');
    if (!holds(ctx.session, PAGE, 'edit') || !decides(ctx.session))
      throw forbidden('调整由能源数据分析师、区域经理或运营总监同意');
    if (row.by === ctx.session.userId) throw forbidden('提出人不能自己同意');
    const state = input.Action === 'agree' ? '已同意' : '已退回';
    // Pressed twice it is done once.
    if (row.state === state) return { AdjustId: input.AdjustId, State: state };
    if (row.state !== '待同意') throw refused(`该调整${row.state}，不能再处理`);
    const rules = await rulesOf(ctx, tx, row.project);
    // The month that was to take it up may have been closed meanwhile.
    const target = monthLockOf(row.month, rules.lockInput(ctx.now)).locked
      ? adjustmentTarget(`${row.fromMonth}-01`, { quantity: row.quantity, unit: '' }, rules.lockInput(ctx.now))
      : null;
    const month = target?.month ?? row.month;
    await sql`update adjustment set state = ${state}, decided_by = ${ctx.session.userId}, decided_at = app_now(), decision = ${input.Reason},
      month = ${month} where id = ${input.AdjustId}::bigint`.execute(tx);
    await trail(tx, ctx, {
      kind: '读数',
      action: input.Action === 'agree' ? '同意调整' : '退回调整',
      object: `${row.project} ${row.serial}`,
      summary: input.Reason === '' ? `计入 ${month}` : input.Reason,
    });
    return { AdjustId: input.AdjustId, State: state };
  });
}

/** Each action asks for its own button. */
export const adjustKind: SettingKind = {
  read: side({ screen: PAGE, button: 'search' }, adjustmentRead, read),
  write: side({ screen: PAGE, button: 'search' }, adjustmentWrite, (ctx, input) =>
    input.Action === 'add' ? add(ctx, input) : decide(ctx, input),
  ),
};

/** A paper is seen with its adjustment. */
export const seesAdjustment: SeesPaper = async (db, session, id) => {
  if (!holds(session, PAGE, 'search')) return false;
  const { rows } = await sql`select 1 from adjustment a join project p on p.code = a.project_code
    where a.id = ${id} and ${projectsVisible(session, 'p')}`.execute(db);
  return rows.length > 0;
};
