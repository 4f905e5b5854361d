/** What happens to a topic: set up and changed, its milestones, its months, what came of it, its end. */
import type { researchClose, researchProgress, researchSave } from '@hengneng/contracts';
import { today } from '@hengneng/form-kit';
import { sql } from 'kysely';
import type { z } from 'zod';
import { takeSerial } from '../../engine/forms/numbering.ts';
import { trail } from '../../platform/audit/trail.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { bindFiles } from '../../platform/files/files.ts';
import { invalid, refused } from '../../platform/http/errors.ts';
import { lockTopic, REPORT_FILES, type Topic } from './store.ts';

type Input = z.output<typeof researchSave.input>;
type Part<A extends Input['action']> = Extract<Input, { action: A }>;
type Saved = { readonly Id: string };
interface Wrong {
  readonly path: string;
  readonly message: string;
}

/** Days late from which a topic is changed before it is reported on. */
const CHANGE_DAYS = 30;
const DAY_MS = 86_400_000;

const note = (
  ctx: Ctx,
  tx: Tx,
  of: Pick<Topic, 'code' | 'topic'>,
  action: string,
  after: Readonly<Record<string, unknown>>,
) => trail(tx, ctx, { kind: '单据', action: `研究课题${action}`, object: `${of.code} ${of.topic}`, after });

const demand = (errors: readonly Wrong[]): void => {
  if (errors.length > 0) throw invalid([...errors]);
};

export const saveTopic = (ctx: Ctx, input: Part<'save'>): Promise<Saved> =>
  ctx.write(async (tx) => {
    const before = input.Id ? await lockTopic(ctx, tx, input.Id) : null;
    const people = [...new Set([input.leader, ...input.members])];
    const { rows: known } =
      await sql`select 1 from app_user where id = any(${people}::bigint[]) and state = 'active'`.execute(tx);
    demand([
      ...(known.length < people.length ? [{ path: 'leader', message: '负责人或成员不存在或已停用' }] : []),
      ...(input.toOn < input.fromOn ? [{ path: 'toOn', message: '止不能早于起' }] : []),
      ...(before !== null && before.toOn !== input.toOn && !input.reason
        ? [{ path: 'reason', message: '变更课题期限请写明原因' }]
        : []),
    ]);
    const columns = sql`topic, field, leader, partner, from_on, to_on, budget, secret, objective`;
    const values = sql`${input.topic}, ${input.field}, ${input.leader}::bigint, ${input.partner ?? null}, ${input.fromOn}::date, ${input.toOn}::date,
      ${input.budget}::numeric, ${input.secret}, ${input.objective}`;
    const code = before?.code ?? (await takeSerial(tx, 'researchProject', 'KY-{yyyy}-{seq3}', ctx.now));
    const { rows } = await (before === null
      ? sql<{ id: string }>`insert into research_project (code, created_by, ${columns})
            values (${code}, ${ctx.session.userId}, ${values}) returning id::text`
      : sql<{
          id: string;
        }>`update research_project set (${columns}) = row(${values}) where id = ${before.id} returning id::text`
    ).execute(tx);
    const id = rows[0]?.id ?? '';
    await sql`delete from research_member where research = ${id}`.execute(tx);
    await sql`insert into research_member (research, member) select ${id}, unnest(${[...new Set(input.members)]}::bigint[])`.execute(
      tx,
    );
    await note(ctx, tx, { code, topic: input.topic }, before === null ? '立项' : '变更', {
      期限: `${input.fromOn}～${input.toOn}`,
      预算: input.budget,
      保密: input.secret,
      原因: input.reason ?? null,
    });
    return { Id: id };
  });

export const saveMilestone = (ctx: Ctx, input: Part<'milestone'>): Promise<Saved> =>
  ctx.write(async (tx) => {
    const of = await lockTopic(ctx, tx, input.Id);
    const late = (input.doneOn ?? '') > input.dueOn;
    demand([
      ...((input.doneOn ?? '') > today(ctx.now) ? [{ path: 'doneOn', message: '实际日期不能晚于今天' }] : []),
      ...(late && !input.lateReason ? [{ path: 'lateReason', message: '延期完成请写明原因' }] : []),
      ...(input.score && !input.doneOn ? [{ path: 'score', message: '完成后才能评价' }] : []),
    ]);
    await sql`insert into research_milestone (research, name, due_on, done_on, deliverable, score, late_reason)
      values (${of.id}, ${input.name}, ${input.dueOn}, ${input.doneOn ?? null}::date, ${input.deliverable}, ${input.score ?? null}::numeric,
        ${input.lateReason ?? null})
      on conflict (research, name) do update set due_on = excluded.due_on, done_on = excluded.done_on, deliverable = excluded.deliverable,
        score = excluded.score, late_reason = excluded.late_reason`.execute(tx);
    await note(ctx, tx, of, '里程碑', { 节点: input.name, 计划: input.dueOn, 实际: input.doneOn ?? null });
    return { Id: of.id };
  });

export const saveOutcome = (ctx: Ctx, input: Part<'outcome'>): Promise<Saved> =>
  ctx.write(async (tx) => {
    const of = await lockTopic(ctx, tx, input.Id);
    if (input.gotOn > today(ctx.now)) throw invalid([{ path: 'gotOn', message: '取得日期不能晚于今天' }]);
    const { rows } = await sql`insert into research_outcome (research, kind, title, got_on)
      values (${of.id}, ${input.kind}, ${input.title}, ${input.gotOn}) on conflict do nothing returning 1`.execute(tx);
    if (rows.length === 0) throw invalid([{ path: 'title', message: '该成果已登记' }]);
    await note(ctx, tx, of, '登记成果', { 类别: input.kind, 名称: input.title });
    return { Id: of.id };
  });

export const stopResearch = (ctx: Ctx, input: Part<'stop'>): Promise<Saved> =>
  ctx.write(async (tx) => {
    const of = await lockTopic(ctx, tx, input.Id);
    await sql`update research_project set stage = '终止', closed_on = ${today(ctx.now)}, conclusion = ${input.reason} where id = ${of.id}`.execute(
      tx,
    );
    await note(ctx, tx, of, '终止', { 原因: input.reason });
    return { Id: of.id };
  });

/** A month is reported once, in order, never backwards; a topic that is late by much has its end changed first. */
export const reportMonth = (ctx: Ctx, input: z.output<typeof researchProgress.input>): Promise<Saved> =>
  ctx.write(async (tx) => {
    const of = await lockTopic(ctx, tx, input.Id);
    const day = today(ctx.now);
    const late = Math.round((Date.parse(day) - Date.parse(of.toOn)) / DAY_MS);
    if (late >= CHANGE_DAYS) throw refused(`课题已延期${late}天，请先变更课题期限`);
    const { rows } = await sql<{
      last: string | null;
    }>`select to_char(max(month), 'YYYY-MM') as last from research_progress
      where research = ${of.id}`.execute(tx);
    const last = rows[0]?.last ?? null;
    demand([
      ...(input.month > day.slice(0, 7) ? [{ path: 'month', message: '不能填以后的月份' }] : []),
      ...(input.month < of.fromOn.slice(0, 7) ? [{ path: 'month', message: `课题${of.fromOn}开始` }] : []),
      ...(last !== null && input.month <= last ? [{ path: 'month', message: `已填到${last}，每月一份` }] : []),
      ...(Number(input.progress) < Number(of.progress)
        ? [{ path: 'progress', message: `完成率只增不减，已填${of.progress}%` }]
        : []),
    ]);
    await sql`insert into research_progress (research, month, stage, progress, spent, note, reported_by, reported_at)
      values (${of.id}, ${`${input.month}-01`}, ${input.stage}, ${input.progress}, ${input.spent}, ${input.note}, ${ctx.session.userId}, ${ctx.now})`.execute(
      tx,
    );
    await sql`update research_project set stage = ${input.stage}, progress = ${input.progress} where id = ${of.id}`.execute(
      tx,
    );
    await note(ctx, tx, of, '进展', { 月份: input.month, 完成率: input.progress, 本月支出: input.spent });
    return { Id: of.id };
  });

/** Closed once everything is there: outcomes, all milestones, and an account that agrees with the months. */
export const closeResearch = (ctx: Ctx, input: z.output<typeof researchClose.input>): Promise<Saved> =>
  ctx.write(async (tx) => {
    const of = await lockTopic(ctx, tx, input.Id);
    const { rows } = await sql<{ outcomes: number; open: number; spent: string; agrees: boolean }>`
      select (select count(*)::int from research_outcome where research = ${of.id}) as outcomes,
        (select count(*)::int from research_milestone where research = ${of.id} and done_on is null) as open,
        coalesce(sum(spent), 0)::text as spent, coalesce(sum(spent), 0) = ${input.settled}::numeric as agrees
      from research_progress where research = ${of.id}`.execute(tx);
    const [found] = rows;
    if (!found?.outcomes) throw refused('还没有登记成果，不能结题');
    if (found.open > 0) throw refused(`还有${found.open}个里程碑没有完成，不能结题`);
    demand([
      ...(found.agrees ? [] : [{ path: 'settled', message: `经费决算应与各月支出合计${found.spent}元一致` }]),
      ...(input.report ? [] : [{ path: 'report', message: '请上传结题报告' }]),
    ]);
    await sql`update research_project set stage = '结题', progress = 100, closed_on = ${today(ctx.now)}, conclusion = ${input.conclusion},
      report = ${JSON.stringify(input.report)}::jsonb where id = ${of.id}`.execute(tx);
    const named = input.report ? [{ path: 'report', URL: input.report.URL }] : [];
    const errors = await bindFiles(tx, REPORT_FILES, of.id, named, ctx.session.userId);
    if (errors.length > 0) throw invalid([...errors]);
    await note(ctx, tx, of, '结题', { 决算: input.settled, 结论: input.conclusion });
    return { Id: of.id };
  });
