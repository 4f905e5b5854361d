/** 顾问: engaged with their papers, paid by a standard that somebody else agreed to, rated after each service, no longer called once they rate low. */
import type { consultantDetail, consultantNotify, consultantSave, consultantScore } from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { today } from '@hengneng/form-kit';
import { consultants } from '@hengneng/forms';
import { sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../platform/audit/trail.ts';
import type { Ctx, Session } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { bindFiles } from '../../platform/files/files.ts';
import type { SeesPaper } from '../../platform/files/papers.ts';
import { invalid, notFound, refused } from '../../platform/http/errors.ts';
import { holds, need } from '../identity/index.ts';
import { ENDING_DAYS, LEAST_SCORE } from '../ledgers/index.ts';
import { sendMessage } from '../../platform/messages/send.ts';

export const CONSULTANTS = shortCodeOf(consultants.screen);
/** Under which the papers of a consultant are bound. */
export const CONSULTANT_PAPER = 'consultant';

type Input = z.output<typeof consultantSave.input>;
type Part<A extends Input['action']> = Extract<Input, { action: A }>;
type Saved = { readonly Id: string };
type Paper = z.output<typeof consultantDetail.output>['letter'];

/** Identity numbers, accounts and papers are for those who run the register, and for finance. */
const seesAll = (session: Session): boolean => holds(session, CONSULTANTS, 'edit') || session.roles.includes('finance');

export const seesConsultantPaper: SeesPaper = (_db, session) =>
  Promise.resolve(holds(session, CONSULTANTS, 'search') && seesAll(session));

interface Stored {
  readonly id: string;
  readonly name: string;
  readonly account: string | null;
  readonly toOn: string;
  readonly fee: string | null;
  readonly feeAsked: string | null;
  readonly feeAskedBy: string | null;
  readonly dismissed: boolean;
  readonly certificate: Paper;
  readonly letter: Paper;
}

const lockConsultant = async (tx: Tx, id: string): Promise<Stored> => {
  const { rows } =
    await sql<Stored>`select id::text, name, account::text, to_on::text as "toOn", fee::text, fee_asked::text as "feeAsked",
      fee_asked_by::text as "feeAskedBy", dismissed_on is not null as dismissed, certificate, letter
    from consultant where id = ${id} for update`.execute(tx);
  return rows[0] ?? Promise.reject(notFound('顾问不存在，请刷新后再试'));
};

const bound = async (
  tx: Tx,
  ctx: Ctx,
  id: string,
  papers: Readonly<Record<string, Paper | undefined>>,
): Promise<void> => {
  const named = Object.entries(papers).flatMap(([path, paper]) => (paper ? [{ path, URL: paper.URL }] : []));
  const errors = await bindFiles(tx, CONSULTANT_PAPER, id, named, ctx.session.userId);
  if (errors.length > 0) throw invalid([...errors]);
};

const demand = async (tx: Tx, input: Part<'save'>, certificate: Paper, letter: Paper): Promise<void> => {
  const { rows } = await sql<{ known: boolean; taken: string | null }>`
    select exists (select from app_user where id = ${input.account ?? null}::bigint and state = 'active') as known,
      (select name from consultant where account = ${input.account ?? null}::bigint and id is distinct from ${input.Id ?? null}::bigint) as taken`.execute(
    tx,
  );
  const [found] = rows;
  const errors = [
    ...(input.account && !found?.known ? [{ path: 'account', message: '账号不存在或已停用' }] : []),
    ...(found?.taken == null ? [] : [{ path: 'account', message: `该账号已是顾问${found.taken}的账号` }]),
    ...(input.toOn < input.fromOn ? [{ path: 'toOn', message: '聘期止不能早于聘期起' }] : []),
    ...(certificate === null ? [{ path: 'certificate', message: '请上传证件' }] : []),
    ...(letter === null ? [{ path: 'letter', message: '请上传聘书' }] : []),
  ];
  if (errors.length > 0) throw invalid(errors);
};

const save = async (ctx: Ctx, tx: Tx, input: Part<'save'>): Promise<Saved> => {
  const before = input.Id ? await lockConsultant(tx, input.Id) : null;
  const certificate = input.certificate ?? before?.certificate ?? null;
  const letter = input.letter ?? before?.letter ?? null;
  await demand(tx, input, certificate, letter);
  // A standard that changed is asked for anew; the one agreed to before holds until then.
  const fee = input.fee ?? null;
  const same = fee === null || (before !== null && before.fee !== null && Number(before.fee) === Number(fee));
  const asked = same ? sql`null::numeric, null::bigint` : sql`${fee}::numeric, ${ctx.session.userId}::bigint`;
  const columns = sql`name, account, org_title, field, level, region, phone, id_no, bank_name, bank_account, resume, from_on, to_on, certificate, letter,
    saved_by, fee_asked, fee_asked_by`;
  const values = sql`${input.name}, ${input.account ?? null}::bigint, ${input.orgTitle}, ${input.field}, ${input.level}, ${input.region ?? null},
    ${input.phone ?? null}, ${input.idNo ?? null}, ${input.bankName ?? null}, ${input.bankAccount ?? null}, ${input.resume ?? null},
    ${input.fromOn}::date, ${input.toOn}::date, ${JSON.stringify(certificate)}::jsonb, ${JSON.stringify(letter)}::jsonb,
    ${ctx.session.userId}::bigint, ${asked}`;
  const { rows } = await (before === null
    ? sql<{ id: string }>`insert into consultant (${columns}) values (${values}) returning id::text`
    : sql<{
        id: string;
      }>`update consultant set (${columns}) = row(${values}), fee_agreed_by = case when ${same} then fee_agreed_by end
          where id = ${before.id} returning id::text`
  ).execute(tx);
  const id = rows[0]?.id ?? '';
  await bound(tx, ctx, id, { certificate: input.certificate, letter: input.letter });
  await trail(tx, ctx, {
    kind: '单据',
    action: before === null ? '新增顾问' : '修改顾问',
    object: `顾问 ${input.name}`,
    after: {
      专业: input.field,
      级别: input.level,
      聘期: `${input.fromOn}～${input.toOn}`,
      待批报酬: same ? null : fee,
    },
  });
  return { Id: id };
};

const agree = async (ctx: Ctx, tx: Tx, { Id }: Part<'agree'>): Promise<Saved> => {
  const of = await lockConsultant(tx, Id);
  if (of.feeAsked === null) throw refused('没有待审批的报酬标准');
  if (of.feeAskedBy === ctx.session.userId) throw refused('报酬标准须由他人审批');
  await sql`update consultant set fee = fee_asked, fee_agreed_by = ${ctx.session.userId}, fee_asked = null where id = ${Id}`.execute(
    tx,
  );
  await trail(tx, ctx, {
    kind: '单据',
    action: '审批顾问报酬',
    object: `顾问 ${of.name}`,
    before: { 报酬标准: of.fee },
    after: { 报酬标准: of.feeAsked },
  });
  return { Id };
};

const renew = async (ctx: Ctx, tx: Tx, input: Part<'renew'>): Promise<Saved> => {
  const of = await lockConsultant(tx, input.Id);
  const errors = [
    ...(input.toOn <= of.toOn ? [{ path: 'toOn', message: `新的聘期止应晚于${of.toOn}` }] : []),
    ...(input.letter ? [] : [{ path: 'letter', message: '请上传聘书' }]),
  ];
  if (errors.length > 0) throw invalid(errors);
  await sql`update consultant set to_on = ${input.toOn}, letter = ${JSON.stringify(input.letter)}::jsonb, dismissed_on = null, dismissed_for = null
    where id = ${of.id}`.execute(tx);
  await bound(tx, ctx, of.id, { letter: input.letter });
  await trail(tx, ctx, {
    kind: '单据',
    action: '续聘顾问',
    object: `顾问 ${of.name}`,
    before: { 聘期止: of.toOn },
    after: { 聘期止: input.toOn },
  });
  return { Id: of.id };
};

const dismiss = async (ctx: Ctx, tx: Tx, input: Part<'dismiss'>): Promise<Saved> => {
  const of = await lockConsultant(tx, input.Id);
  if (of.dismissed) throw refused('该顾问已解聘');
  await sql`update consultant set dismissed_on = ${today(ctx.now)}, dismissed_for = ${input.reason} where id = ${of.id}`.execute(
    tx,
  );
  await trail(tx, ctx, {
    kind: '单据',
    action: '解聘顾问',
    object: `顾问 ${of.name}`,
    after: { 原因: input.reason },
  });
  return { Id: of.id };
};

export const saveConsultant = (ctx: Ctx, input: Input): Promise<Saved> =>
  ctx.write((tx) => {
    switch (input.action) {
      case 'save':
        if (!input.Id) need(ctx.session, CONSULTANTS, 'add');
        return save(ctx, tx, input);
      case 'agree':
        return agree(ctx, tx, input);
      case 'renew':
        return renew(ctx, tx, input);
      case 'dismiss':
        return dismiss(ctx, tx, input);
    }
  });

export const scoreConsultant = (ctx: Ctx, input: z.output<typeof consultantScore.input>): Promise<{ total: string }> =>
  ctx.write(async (tx) => {
    const of = await lockConsultant(tx, input.Id);
    if (input.servedOn > today(ctx.now)) throw invalid([{ path: 'servedOn', message: '服务日期不能晚于今天' }]);
    const { rows } = await sql<{ total: string }>`
      insert into consultant_score (consultant, service, served_on, expertise, promptness, outcome, cooperation, attendance, paid, remark, scored_by, scored_at)
      values (${of.id}, ${input.service}, ${input.servedOn}, ${input.expertise}, ${input.promptness}, ${input.outcome}, ${input.cooperation},
        ${input.attendance}, ${input.paid ?? null}::numeric, ${input.remark ?? null}, ${ctx.session.userId}, ${ctx.now}) returning total::text`.execute(
      tx,
    );
    const total = rows[0]?.total ?? '';
    await trail(tx, ctx, {
      kind: '单据',
      action: '评价顾问',
      object: `顾问 ${of.name}`,
      after: { 服务: input.service, 得分: total, 酬金: input.paid ?? null },
    });
    return { total };
  });

export const notifyConsultant = (ctx: Ctx, input: z.output<typeof consultantNotify.input>): Promise<{ ok: true }> =>
  ctx.write(async (tx) => {
    const of = await lockConsultant(tx, input.Id);
    if (of.account === null) throw refused('该顾问没有账号，请电话联系');
    await sendMessage(tx, [of.account], 'consultant.told', { 标题: input.title, 正文: input.body });
    await trail(tx, ctx, { kind: '单据', action: '通知顾问', object: `顾问 ${of.name}`, summary: input.title });
    return { ok: true };
  });

type Detail = z.input<typeof consultantDetail.output>;
type Row = Omit<Detail, 'services' | 'reviews' | 'may'> & { readonly feeAskedId: string | null };

/** The file of a consultant; that somebody saw what is personal is kept. */
export const showConsultant = async (ctx: Ctx, id: string): Promise<Detail> => {
  const day = today(ctx.now);
  const { rows } = await sql<Row>`
    select c.id::text as "Id", c.name, c.account::text, u.user_name as "accountName", c.org_title as "orgTitle", c.field, c.level, c.region, c.phone,
      c.id_no as "idNo", c.bank_name as "bankName", c.bank_account as "bankAccount", c.resume, c.from_on::text as "fromOn", c.to_on::text as "toOn",
      c.fee::text, c.fee_asked::text as "feeAsked", a.user_name as "feeAskedBy", g.user_name as "feeAgreedBy", c.fee_asked_by::text as "feeAskedId",
      case when c.dismissed_on is not null then '解聘' when c.to_on < ${day}::date then '到期' else '在聘' end as state,
      c.dismissed_for as "dismissedFor", c.certificate, c.letter,
      (select round(avg(s.total), 1)::text from consultant_score s where s.consultant = c.id) as score
    from consultant c left join app_user u on u.id = c.account left join app_user a on a.id = c.fee_asked_by left join app_user g on g.id = c.fee_agreed_by
    where c.id = ${id}`.execute(ctx.db);
  const [found] = rows;
  if (found === undefined) throw notFound('顾问不存在，请刷新后再试');
  const [services, reviews] = await Promise.all([
    sql<Detail['services'][number]>`select s.service, s.served_on::text as "servedOn", s.total::text,
        concat_ws('、', '专业' || s.expertise, '时效' || s.promptness, '成果' || s.outcome, '配合' || s.cooperation, '到会' || s.attendance) as points,
        s.paid::text, s.remark, u.user_name as "scoredBy"
      from consultant_score s join app_user u on u.id = s.scored_by where s.consultant = ${id} order by s.served_on desc, s.id desc`.execute(
      ctx.db,
    ),
    sql<
      Detail['reviews'][number]
    >`select r.topic, r.meet_on::text as "meetOn", e.signed_at is not null as present, e.submitted_at is not null as submitted
      from committee_expert e join committee_review r on r.id = e.review
      where e.expert = ${found.account}::bigint and r.state in ('评审中', '已结论', '已闭环') order by r.meet_on desc, r.id desc`.execute(
      ctx.db,
    ),
  ]);
  const all = seesAll(ctx.session);
  const amounts = ctx.session.permissions.classified.has('amount');
  const edits = holds(ctx.session, CONSULTANTS, 'edit');
  if (all && (found.idNo !== null || found.bankAccount !== null))
    await ctx.write((tx) => trail(tx, ctx, { kind: '敏感查看', action: '查看顾问档案', object: `顾问 ${found.name}` }));
  const { feeAskedId, ...file } = found;
  const hidden = { phone: null, idNo: null, bankName: null, bankAccount: null, certificate: null, letter: null };
  return {
    ...file,
    ...(all ? {} : hidden),
    ...(amounts ? {} : { fee: null, feeAsked: null }),
    services: services.rows.map((one) => (amounts ? one : { ...one, paid: null })),
    reviews: reviews.rows,
    may: {
      save: edits,
      agree: edits && found.feeAsked !== null && feeAskedId !== ctx.session.userId,
      score: edits,
      notify: edits && found.account !== null,
    },
  };
};

/** Who of these is not to be called for a day, and why. */
export const notToBeCalled = async (tx: Tx, experts: readonly string[], day: string): Promise<readonly string[]> => {
  const { rows } = await sql<{ name: string; why: string | null }>`
    select c.name, case when c.dismissed_on is not null then '已解聘' when c.to_on < ${day}::date then '聘期' || c.to_on || '到期'
      when (select avg(s.total) from consultant_score s where s.consultant = c.id) < ${LEAST_SCORE} then ${`综合评价低于${LEAST_SCORE}分`} end as why
    from consultant c where c.account = any(${[...experts]}::bigint[]) order by c.id`.execute(tx);
  return rows.flatMap(({ name, why }) => (why === null ? [] : [`${name}${why}`]));
};

/** Tells those who run the register of engagements that end soon, once for each end. @returns how many */
export const tellEndingConsultants = (db: Db, day: string): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ name: string; toOn: string; savedBy: string }>`
      update consultant set told_for = to_on where dismissed_on is null and told_for is distinct from to_on
        and to_on between ${day}::date and ${day}::date + ${ENDING_DAYS}::int
      returning name, to_on::text as "toOn", saved_by::text as "savedBy"`.execute(tx);
    for (const { name, toOn, savedBy } of rows)
      await sendMessage(tx, [savedBy], 'consultant.ending', { 顾问: name, 到期日: toOn });
    return rows.length;
  });
