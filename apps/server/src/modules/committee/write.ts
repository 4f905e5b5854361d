/** What happens to a review: called, its experts asked, their opinions given, concluded, put right. */
import type { committeeInvite, committeeOpinion, committeeSave } from '@hengneng/contracts';
import { today } from '@hengneng/form-kit';
import { sql } from 'kysely';
import type { z } from 'zod';
import { type Engine, followUps } from '../../engine/index.ts';
import { rowOf } from '../../engine/views/source.ts';
import { trail } from '../../platform/audit/trail.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { bindFiles } from '../../platform/files/files.ts';
import { conflict, forbidden, invalid, notFound, refused } from '../../platform/http/errors.ts';
import { need } from '../identity/index.ts';
import { committeeReviewsView } from '../ledgers/index.ts';
import { notToBeCalled } from './consultants.ts';
import { demandSecretary, ended, lockReview, opinesOn, REVIEW_PAPER, SCREEN, signsOn, type Stored } from './store.ts';

type Input = z.output<typeof committeeSave.input>;
type Part<A extends Input['action']> = Extract<Input, { action: A }>;
type Done = { readonly ok: true };

const LEAST_EXPERTS = 3;
/** Days before the meeting by which its material is there. */
const MATERIAL_DAYS = 2;
const DAY = 86_400_000;

const note = (
  ctx: Ctx,
  tx: Tx,
  of: Pick<Stored, 'code' | 'topic'>,
  action: string,
  after: Readonly<Record<string, unknown>>,
) => trail(tx, ctx, { kind: '单据', action: `评审会${action}`, object: `${of.code} ${of.topic}`, after });

/** No record of a form stands behind it. */
const tell = (engine: Engine, tx: Tx, now: Date, to: readonly string[], title: string, due?: string) =>
  followUps({ deps: engine.deps, tx, now, module: { id: 'consult' } }, 'committee.review', { id: '0' }).todo({
    kind: '专家评审',
    title,
    to: [...new Set(to)],
    ...(due === undefined ? {} : { due }),
  });

const nextCode = async (tx: Tx, year: string): Promise<string> => {
  const head = `PSH-${year}-`;
  const { rows } = await sql<{
    last: number;
  }>`insert into serial_counter (module_id, head, last) values ('committee', ${head}, 1)
    on conflict (module_id, head) do update set last = serial_counter.last + 1 returning last`.execute(tx);
  return `${head}${String(rows[0]?.last ?? 1).padStart(4, '0')}`;
};

const demandPerson = async (tx: Tx, id: string, path: string, what: string): Promise<void> => {
  const { rows } = await sql`select 1 from app_user where id = ${id} and state = 'active'`.execute(tx);
  if (rows.length === 0) throw invalid([{ path, message: `${what}不存在或已停用` }]);
};

/** A scheme that waits for its review; its project goes along. */
const demandPlan = async (ctx: Ctx, tx: Tx, plan: string): Promise<string | null> => {
  await sql`select 1 from committee_plan where id = ${plan} for update`.execute(tx);
  const waiting = await rowOf(tx, committeeReviewsView, ctx, `p${plan}`);
  if (waiting === undefined) throw notFound('待评审的方案不存在、已组织评审，或您没有查看它的权限');
  const project = waiting['consultProject'];
  return project === null || project === undefined ? null : String(project);
};

export const saveReview = (ctx: Ctx, input: Part<'save'>): Promise<{ readonly Id: string }> =>
  ctx.write(async (tx) => {
    const day = today(ctx.now);
    if (input.meetOn < day) throw invalid([{ path: 'meetOn', message: '会议日期不能早于今天' }]);
    await demandPerson(tx, input.host, 'host', '主持');
    const old = input.Id ? await lockReview(ctx, tx, input.Id) : null;
    if (old !== null) {
      demandSecretary(ctx, old);
      if (old.state !== '议题征集' && old.state !== '待开会') throw refused('评审已经开始，不能修改');
      if (old.revision !== input.revision) throw conflict('评审会已被他人修改，请刷新后再改');
    } else need(ctx.session, SCREEN, 'add');
    const planned = old === null && input.plan ? await demandPlan(ctx, tx, input.plan) : null;
    const code = old?.code ?? (await nextCode(tx, day.slice(0, 4)));
    const values = {
      topic: input.topic,
      kind: input.kind,
      project: planned ?? input.consultProject ?? null,
      meetOn: input.meetOn,
      way: input.way,
      host: input.host,
      fee: input.fee ?? null,
    };
    const file = input.material ? JSON.stringify(input.material) : null;
    const { rows } =
      old === null
        ? await sql<{
            id: string;
          }>`insert into committee_review (code, topic, kind, plan, consult_project, meet_on, way, host, secretary, secretary_dept, fee, material, material_on)
            values (${code}, ${values.topic}, ${values.kind}, ${input.plan ?? null}, ${values.project}, ${values.meetOn}, ${values.way}, ${values.host},
              ${ctx.session.userId}, ${ctx.session.deptId}, ${values.fee}, ${file}::jsonb, ${file === null ? null : day}) returning id::text`.execute(
            tx,
          )
        : await sql<{
            id: string;
          }>`update committee_review set topic = ${values.topic}, kind = ${values.kind}, consult_project = ${values.project},
              meet_on = ${values.meetOn}, way = ${values.way}, host = ${values.host}, fee = ${values.fee}, material = coalesce(${file}::jsonb, material),
              material_on = case when ${file}::jsonb is null or ${file}::jsonb = material then material_on else ${day}::date end, revision = revision + 1
            where id = ${old.id} returning id::text`.execute(tx);
    const Id = rows[0]?.id ?? '';
    if (input.material) {
      const errors = await bindFiles(
        tx,
        REVIEW_PAPER,
        Id,
        [{ path: 'material', URL: input.material.URL }],
        ctx.session.userId,
      );
      if (errors.length > 0) throw invalid([...errors]);
    }
    await note(ctx, tx, { code, topic: input.topic }, old === null ? '新建' : '修改', values);
    return { Id };
  });

/** Who has to do with the project: whoever registered, sells or draws it up. */
const involved = async (tx: Tx, of: Stored, experts: readonly string[]): Promise<readonly string[]> => {
  const { rows } = await sql<{ name: string }>`
    select u.user_name as name from app_user u where u.id = any(${[...experts]}::bigint[]) and (
      exists (select from f_consult_project p where p.id = ${of.consultProject} and u.id in (p.applicant, p.salesman))
      or exists (select from f_consult c where c.consult_project = ${of.consultProject} and c.status in ('running', 'returned', 'approved')
        and u.id in (c.applicant, c.hvac_engineer))) order by u.id`.execute(tx);
  return rows.map(({ name }) => name);
};

export const inviteExperts = (
  ctx: Ctx,
  engine: Engine,
  { Id, experts }: z.output<typeof committeeInvite.input>,
): Promise<{ busy: string[] }> =>
  ctx.write(async (tx) => {
    const of = await lockReview(ctx, tx, Id);
    demandSecretary(ctx, of);
    if (of.state !== '议题征集' && of.state !== '待开会') throw refused('评审已经开始，不能再邀请');
    const wanted = [...new Set(experts)];
    const wrong = (message: string) => invalid([{ path: 'experts', message }]);
    if (wanted.length < LEAST_EXPERTS || wanted.length % 2 === 0) throw wrong('评审专家不少于3人且为单数');
    const { rows: known } =
      await sql`select 1 from app_user where id = any(${wanted}::bigint[]) and state = 'active'`.execute(tx);
    if (known.length < wanted.length) throw wrong('有专家不存在或已停用');
    const related = await involved(tx, of, wanted);
    if (related.length > 0) throw wrong(`${related.join('、')}与本项目有关联，应回避`);
    const barred = await notToBeCalled(tx, wanted, of.meetOn);
    if (barred.length > 0) throw wrong(`${barred.join('、')}，暂停派会`);
    const deadline = new Date(Date.parse(`${of.meetOn}T00:00:00Z`) - MATERIAL_DAYS * DAY).toISOString().slice(0, 10);
    if (of.material === null) throw refused(`请先上传评审材料（会前${MATERIAL_DAYS}天）`);
    if ((of.materialOn ?? '') > deadline)
      throw refused(`材料应在会前${MATERIAL_DAYS}天（${deadline}）上传，请改会议日期`);
    const { rows: fresh } = await sql<{ expert: string }>`
      with gone as (delete from committee_expert where review = ${Id} and expert <> all(${wanted}::bigint[]))
      insert into committee_expert (review, expert) select ${Id}, unnest(${wanted}::bigint[]) on conflict do nothing returning expert::text`.execute(
      tx,
    );
    await sql`update committee_review set state = '待开会', revision = revision + 1 where id = ${Id}`.execute(tx);
    const { rows: busy } = await sql<{ name: string }>`select distinct u.user_name as name from committee_expert e
      join committee_review r on r.id = e.review and r.id <> ${Id} and r.meet_on = ${of.meetOn} and r.state in ('待开会', '评审中')
      join app_user u on u.id = e.expert where e.expert = any(${wanted}::bigint[])`.execute(tx);
    await tell(
      engine,
      tx,
      ctx.now,
      fresh.map(({ expert }) => expert),
      `请参加${of.meetOn}的评审“${of.topic}”（${of.way}），在专家委员会列表签到并提交意见`,
      of.meetOn,
    );
    await note(ctx, tx, of, '邀请', { experts: wanted });
    return { busy: busy.map(({ name }) => name) };
  });

const ownSeat = async (ctx: Ctx, tx: Tx, of: Stored): Promise<{ readonly signed: boolean }> => {
  const { rows } = await sql<{ signed: boolean }>`select signed_at is not null as signed from committee_expert
    where review = ${of.id} and expert = ${ctx.session.userId}`.execute(tx);
  const [seat] = rows;
  if (seat === undefined) throw forbidden('您不是本次评审的专家');
  if (of.state !== '待开会' && of.state !== '评审中') throw refused('评审已形成结论');
  return seat;
};

export const signIn = (ctx: Ctx, Id: string): Promise<Done> =>
  ctx.write(async (tx) => {
    const of = await lockReview(ctx, tx, Id);
    const seat = await ownSeat(ctx, tx, of);
    if (of.way === '函审') throw refused('函审不需要签到，请直接提交意见');
    if (!signsOn(of, today(ctx.now))) throw refused(`请在会议当日（${of.meetOn}）签到`);
    if (seat.signed) throw refused('您已经签到');
    await sql`update committee_expert set signed_at = app_now() where review = ${Id} and expert = ${ctx.session.userId}`.execute(
      tx,
    );
    await sql`update committee_review set state = '评审中' where id = ${Id}`.execute(tx);
    await note(ctx, tx, of, '签到', {});
    return { ok: true };
  });

export const giveOpinion = (ctx: Ctx, input: z.output<typeof committeeOpinion.input>): Promise<Done> =>
  ctx.write(async (tx) => {
    const of = await lockReview(ctx, tx, input.Id);
    const seat = await ownSeat(ctx, tx, of);
    if (of.way !== '函审' && !seat.signed) throw refused('请先在会议当日签到');
    if (!opinesOn(of, today(ctx.now)))
      throw refused(of.way === '函审' ? '函审须在5日内提交意见，已经超过' : '会议还没有开始');
    const { score, verdict, concern = null, opinion } = input;
    // By letter whoever answers has come.
    await sql`update committee_expert set score = ${score}, verdict = ${verdict}, concern = ${concern}, opinion = ${opinion}, submitted_at = app_now(),
      signed_at = coalesce(signed_at, app_now()) where review = ${of.id} and expert = ${ctx.session.userId}`.execute(
      tx,
    );
    await sql`update committee_review set state = '评审中' where id = ${of.id}`.execute(tx);
    await note(ctx, tx, of, '意见', { score, verdict });
    return { ok: true };
  });

export const concludeReview = (ctx: Ctx, engine: Engine, input: Part<'conclude'>): Promise<{ readonly Id: string }> =>
  ctx.write(async (tx) => {
    const of = await lockReview(ctx, tx, input.Id);
    demandSecretary(ctx, of);
    if (of.state !== '评审中') throw refused(ended(of) ? '评审已形成结论' : '评审还没有开始');
    const { rows } = await sql<{ invited: number; present: number; silent: string | null }>`
      select count(*)::int as invited, count(e.signed_at)::int as present,
        string_agg(u.user_name, '、' order by e.id) filter (where e.signed_at is not null and e.submitted_at is null) as silent
      from committee_expert e join app_user u on u.id = e.expert where e.review = ${of.id}`.execute(tx);
    const [seats] = rows;
    if (seats === undefined || seats.present * 3 < seats.invited * 2)
      throw refused(`到会专家${seats?.present ?? 0}人，不足应到${seats?.invited ?? 0}人的三分之二，不能形成结论`);
    if (seats.silent !== null) throw refused(`到会专家还没有提交意见：${seats.silent}`);
    const day = today(ctx.now);
    for (const [at, fix] of input.fixes.entries()) {
      if (fix.dueOn < day) throw invalid([{ path: `fixes[${at}].dueOn`, message: '整改期限不能早于今天' }]);
      await demandPerson(tx, fix.owner, `fixes[${at}].owner`, '责任人');
      await sql`insert into committee_fix (review, row_no, matter, owner, due_on) values (${of.id}, ${at}, ${fix.matter}, ${fix.owner}, ${fix.dueOn})`.execute(
        tx,
      );
      await tell(engine, tx, ctx.now, [fix.owner], `评审“${of.topic}”的整改：${fix.matter}`, fix.dueOn);
    }
    const state = input.fixes.length === 0 ? '已闭环' : '已结论';
    await sql`update committee_review set state = ${state}, conclusion = ${input.conclusion}, conclusion_text = ${input.text}, concluded_on = ${day},
      revision = revision + 1 where id = ${of.id}`.execute(tx);
    if (of.plan !== null) await tellAsker(ctx, engine, tx, of, input.conclusion);
    await note(ctx, tx, of, '结论', { conclusion: input.conclusion, fixes: input.fixes.length });
    return { Id: of.id };
  });

/** The scheme that asked for the review has had it; whoever drew it up hears of it. */
const tellAsker = async (ctx: Ctx, engine: Engine, tx: Tx, of: Stored, conclusion: string): Promise<void> => {
  const { rows } = await sql<{ applicant: string; engineer: string | null }>`
    with had as (update committee_plan set state = '已评审' where id = ${of.plan} returning source_id)
    select c.applicant::text, c.hvac_engineer::text as engineer from had join f_consult c on c.id = had.source_id`.execute(
    tx,
  );
  const to = rows.flatMap((row) => [row.applicant, row.engineer]).filter((id) => id !== null);
  await tell(engine, tx, ctx.now, to, `“${of.topic}”的评审结论：${conclusion}`);
};

export const replyOpinion = (
  ctx: Ctx,
  { Id, expert, reply, adopted }: Part<'reply'>,
): Promise<{ readonly Id: string }> =>
  ctx.write(async (tx) => {
    const of = await lockReview(ctx, tx, Id);
    demandSecretary(ctx, of);
    const { rows } = await sql`update committee_expert set reply = ${reply}, adopted = ${adopted}
      where review = ${Id} and expert = ${expert} and submitted_at is not null returning 1`.execute(tx);
    if (rows.length === 0) throw invalid([{ path: 'expert', message: '该专家还没有提交意见' }]);
    await note(ctx, tx, of, '答复', { expert, adopted });
    return { Id };
  });

export const closeFix = (ctx: Ctx, { Id, fix }: Part<'close'>): Promise<{ readonly Id: string }> =>
  ctx.write(async (tx) => {
    const of = await lockReview(ctx, tx, Id);
    const { rows } = await sql<{
      owner: string;
      matter: string;
      closed: boolean;
    }>`select owner::text, matter, closed_on is not null as closed
      from committee_fix where id = ${fix} and review = ${Id}`.execute(tx);
    const [found] = rows;
    if (found === undefined) throw notFound('整改项不存在，请刷新后再试');
    if (found.owner !== ctx.session.userId && of.secretary !== ctx.session.userId)
      throw forbidden('整改由责任人或秘书闭环');
    if (found.closed) throw refused('该整改项已经闭环');
    await sql`update committee_fix set closed_on = ${today(ctx.now)}, closed_by = ${ctx.session.userId} where id = ${fix}`.execute(
      tx,
    );
    await sql`update committee_review r set state = '已闭环' where r.id = ${Id} and not exists (select from committee_fix f
      where f.review = r.id and f.closed_on is null)`.execute(tx);
    await note(ctx, tx, of, '整改闭环', { matter: found.matter });
    return { Id };
  });

/** What should have been put right by now: whoever has to is told, once. @returns how many */
export const tellFixes = (db: Db, engine: Engine, day: string, now: Date): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string; owner: string; secretary: string; matter: string; topic: string }>`
      with late as (update committee_fix set told_on = ${day}::date where closed_on is null and told_on is null and due_on < ${day}::date
        returning id, review, owner, matter)
      select r.id::text, l.owner::text, r.secretary::text, l.matter, r.topic from late l join committee_review r on r.id = l.review order by l.id`.execute(
      tx,
    );
    for (const late of rows)
      await tell(engine, tx, now, [late.owner, late.secretary], `评审“${late.topic}”的整改已逾期：${late.matter}`);
    return rows.length;
  });
