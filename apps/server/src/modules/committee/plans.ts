/** 专家工作计划: drafts until they are published; from then on each adjustment has a reason and leaves the plan as it stood. */
import type { committeePlanVersions, committeeSavePlan } from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { today } from '@hengneng/form-kit';
import { committeeActivities } from '@hengneng/forms';
import { sql } from 'kysely';
import type { z } from 'zod';
import { takeSerial } from '../../engine/forms/numbering.ts';
import { rowOf } from '../../engine/views/source.ts';
import { trail } from '../../platform/audit/trail.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { forbidden, invalid, notFound, refused } from '../../platform/http/errors.ts';
import { holds, need } from '../identity/index.ts';
import { committeeActivitiesView } from '../ledgers/index.ts';
import { sendMessage } from '../../platform/messages/send.ts';

export const PLANS = shortCodeOf(committeeActivities.screen);

type Input = z.output<typeof committeeSavePlan.input>;
type Part<A extends Input['action']> = Extract<Input, { action: A }>;
type Saved = { readonly Id: string };

interface Stored {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly kind: string;
  readonly expert: string;
  readonly members: string | null;
  readonly planFrom: string;
  readonly planTo: string;
  readonly weight: string;
  readonly budget: string | null;
  readonly progress: string;
  readonly begunOn: string | null;
  readonly published: boolean;
  readonly cancelled: boolean;
}

const lockPlan = async (ctx: Ctx, tx: Tx, id: string): Promise<Stored> => {
  const { rows } =
    await sql<Stored>`select id::text, code, name, kind, expert::text, members, plan_from::text as "planFrom",
      plan_to::text as "planTo", weight::text, budget::text, progress::text, begun_on::text as "begunOn", published_at is not null as published,
      cancelled from committee_activity where id = ${id} for update`.execute(tx);
  const [stored] = rows;
  if (stored === undefined || (await rowOf(tx, committeeActivitiesView, ctx, id)) === undefined)
    throw notFound('计划不存在，或您没有查看它的权限');
  if (stored.cancelled) throw refused('该项计划已取消');
  return stored;
};

/** Keeps a published plan as it stands, before it changes. */
const keepVersion = async (ctx: Ctx, tx: Tx, of: Stored, reason: string): Promise<void> => {
  const { kind, name, expert, members, planFrom, planTo, weight, budget } = of;
  await sql`insert into committee_activity_version (activity, version, plan, reason, changed_by, changed_at)
    select ${of.id}, count(*) + 1, ${JSON.stringify({ kind, name, expert, members, planFrom, planTo, weight, budget })}::jsonb, ${reason},
      ${ctx.session.userId}, ${ctx.now} from committee_activity_version where activity = ${of.id}`.execute(tx);
};

const demand = async (tx: Tx, input: Part<'save'>, before: Stored | null): Promise<void> => {
  const { rows } = await sql`select 1 from app_user where id = ${input.expert} and state = 'active'`.execute(tx);
  const errors = [
    ...(rows.length === 0 ? [{ path: 'expert', message: '人员不存在或已停用' }] : []),
    ...(input.planTo < input.planFrom ? [{ path: 'planTo', message: '计划止不能早于计划起' }] : []),
    ...(before?.published && !input.reason ? [{ path: 'reason', message: '计划已发布，调整请写明原因' }] : []),
  ];
  if (errors.length > 0) throw invalid(errors);
};

const save = async (ctx: Ctx, tx: Tx, input: Part<'save'>): Promise<Saved> => {
  const before = input.Id ? await lockPlan(ctx, tx, input.Id) : null;
  if (before !== null && Number(before.progress) === 100) throw refused('该项工作已完成，不能再调整');
  await demand(tx, input, before);
  if (before?.published) await keepVersion(ctx, tx, before, input.reason ?? '');
  const { year, name, kind, expert, members = null, planFrom, planTo, weight, budget = null } = input;
  const code = before?.code ?? (await takeSerial(tx, 'committeeActivity', `JH-${year}-{seq4}`, ctx.now));
  const columns = sql`year, name, kind, expert, members, plan_from, plan_to, weight, budget, saved_by`;
  const values = sql`${year}::integer, ${name}, ${kind}, ${expert}::bigint, ${members}, ${planFrom}::date, ${planTo}::date, ${weight}::numeric,
    ${budget}::numeric, ${ctx.session.userId}::bigint`;
  const { rows } = await (before === null
    ? sql<{
        id: string;
      }>`insert into committee_activity (code, ${columns}) values (${code}, ${values}) returning id::text`
    : sql<{
        id: string;
      }>`update committee_activity set (${columns}) = row(${values}) where id = ${before.id} returning id::text`
  ).execute(tx);
  await trail(tx, ctx, {
    kind: '单据',
    action: before === null ? '新增专家工作计划' : '调整专家工作计划',
    object: `${code} ${name}`,
    ...(before === null ? {} : { before: { ...before } }),
    after: { year, kind, expert, planFrom, planTo, weight, budget, 原因: input.reason ?? null },
  });
  return { Id: rows[0]?.id ?? '' };
};

const publish = async (ctx: Ctx, tx: Tx, { year }: Part<'publish'>): Promise<Saved> => {
  const { rows } = await sql<{ id: string; expert: string; name: string }>`
    update committee_activity set published_at = ${ctx.now} where year = ${year} and published_at is null and not cancelled
    returning id::text, expert::text, name`.execute(tx);
  if (rows.length === 0) throw refused(`${year}年没有待发布的计划`);
  for (const [expert, works] of Map.groupBy(rows, (row) => row.expert))
    await sendMessage(tx, [expert], 'plan.published', {
      年: String(year),
      项数: String(works.length),
      工作: works.map(({ name }) => name).join('、'),
    });
  await trail(tx, ctx, { kind: '单据', action: '发布专家工作计划', object: `${year}年`, summary: `${rows.length}项` });
  return { Id: rows[0]?.id ?? '' };
};

/** Whoever answers for a work, or plans it, says how far it is: further than before, and with what came of it once it is done. */
const report = async (ctx: Ctx, tx: Tx, input: Part<'progress'>): Promise<Saved> => {
  const of = await lockPlan(ctx, tx, input.Id);
  if (of.expert !== ctx.session.userId && !holds(ctx.session, PLANS, 'edit'))
    throw forbidden('只有负责专家可以填写进展');
  if (!of.published) throw refused('计划发布后才能填写进展');
  const done = Number(input.progress) === 100;
  const errors = [
    ...(Number(input.progress) < Number(of.progress)
      ? [{ path: 'progress', message: `完成率只增不减，已填${of.progress}%` }]
      : []),
    ...(input.on > today(ctx.now) ? [{ path: 'on', message: '日期不能晚于今天' }] : []),
    ...(of.begunOn !== null && input.on < of.begunOn
      ? [{ path: 'on', message: `日期不能早于实际起${of.begunOn}` }]
      : []),
    ...(done && !input.result ? [{ path: 'result', message: '完成的工作请填写成果' }] : []),
  ];
  if (errors.length > 0) throw invalid(errors);
  await sql`update committee_activity set progress = ${input.progress}, begun_on = coalesce(begun_on, ${input.on}::date),
      ended_on = ${done ? input.on : null}::date, spent = coalesce(${input.spent ?? null}::numeric, spent), result = coalesce(${input.result ?? null}, result)
    where id = ${of.id}`.execute(tx);
  await trail(tx, ctx, {
    kind: '单据',
    action: '填写专家工作进展',
    object: `${of.code} ${of.name}`,
    after: { 完成率: input.progress, 日期: input.on, 实际费用: input.spent ?? null, 成果: input.result ?? null },
  });
  return { Id: of.id };
};

const cancel = async (ctx: Ctx, tx: Tx, input: Part<'cancel'>): Promise<Saved> => {
  const of = await lockPlan(ctx, tx, input.Id);
  if (Number(of.progress) === 100) throw refused('该项工作已完成，不能取消');
  if (of.published) await keepVersion(ctx, tx, of, `取消：${input.reason}`);
  await sql`update committee_activity set cancelled = true where id = ${of.id}`.execute(tx);
  await trail(tx, ctx, {
    kind: '单据',
    action: '取消专家工作计划',
    object: `${of.code} ${of.name}`,
    after: { 原因: input.reason },
  });
  return { Id: of.id };
};

export const savePlan = (ctx: Ctx, input: Input): Promise<Saved> =>
  ctx.write((tx) => {
    if (input.action !== 'progress') need(ctx.session, PLANS, input.action === 'save' && !input.Id ? 'add' : 'edit');
    switch (input.action) {
      case 'save':
        return save(ctx, tx, input);
      case 'publish':
        return publish(ctx, tx, input);
      case 'progress':
        return report(ctx, tx, input);
      case 'cancel':
        return cancel(ctx, tx, input);
    }
  });

type Versions = z.input<typeof committeePlanVersions.output>;

export const planVersions = async (ctx: Ctx, id: string): Promise<Versions> => {
  const seen = await rowOf(ctx.db, committeeActivitiesView, ctx, id);
  if (seen === undefined) throw notFound('计划不存在，或您没有查看它的权限');
  const { rows } = await sql<Versions['versions'][number]>`
    select v.version, v.plan ->> 'planFrom' as "planFrom", v.plan ->> 'planTo' as "planTo", e.user_name as expert, v.plan ->> 'weight' as weight,
      v.reason, u.user_name as "changedBy", to_json(v.changed_at) #>> '{}' as "changedAt"
    from committee_activity_version v join app_user u on u.id = v.changed_by join app_user e on e.id = (v.plan ->> 'expert')::bigint
    where v.activity = ${id} order by v.version desc`.execute(ctx.db);
  return { name: String(seen['name']), versions: rows };
};

/** Days late from which somebody is told, and how often. */
const LATE_DAYS = 15;
const TELL_DAYS = 7;

/** Tells those who answer for works that are late by much, and those who planned them; each week anew. @returns how many */
export const tellLatePlans = (db: Db, day: string): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ expert: string; savedBy: string; name: string; days: number }>`
      update committee_activity set told_on = ${day}::date where published_at is not null and not cancelled and ended_on is null
        and plan_to + ${LATE_DAYS}::int <= ${day}::date and (told_on is null or told_on + ${TELL_DAYS}::int <= ${day}::date)
      returning expert::text, saved_by::text as "savedBy", name, ${day}::date - plan_to as days`.execute(tx);
    for (const { expert, savedBy, name, days } of rows)
      await sendMessage(tx, [expert, savedBy], 'plan.late', { 工作: name, 天数: String(days) });
    return rows.length;
  });
