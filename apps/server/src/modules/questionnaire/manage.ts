/** Setting questionnaires up: design, versions, publishing with a code for each project, and how many messages went out. */
import { randomBytes } from 'node:crypto';
import type {
  copyQuestionnaire,
  questionnaireDetail,
  saveQuestionnaire,
  setQuestionnaireSent,
  setQuestionnaireState,
} from '@hengneng/contracts';
import type { FieldError } from '@hengneng/core';
import { checkDesign, rateOf, STATES } from '@hengneng/core/questionnaire';
import { sql } from 'kysely';
import type { z } from 'zod';
import { mayPress } from '../../platform/auth/access.ts';
import { BUTTONS, type ButtonName } from '../../platform/auth/buttons.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { conflict, forbidden, invalid, notFound, refused } from '../../platform/http/errors.ts';
import { trail } from '../identity/index.ts';
import { projectsVisible } from '../projects/index.ts';
import { answerVisible, readDesign, readQuestionnaire, SCREEN, type Stored } from './store.ts';

type Saved = z.input<typeof saveQuestionnaire.output>;
type Link = z.input<typeof questionnaireDetail.output>['links'][number];

const demand = (ctx: Ctx, button: ButtonName): void => {
  if (!mayPress(ctx.session, SCREEN, BUTTONS[button])) throw forbidden();
};

const linksOf = async (ctx: Ctx, id: string): Promise<Link[]> => {
  const { rows } = await sql<Omit<Link, 'rate'> & { messages: number }>`
    select l.id::text, l.project_code as project, p.name as "projectName", l.code, l.active, l.sent_sms as "sentSms", l.sent_wechat as "sentWechat",
      count(a.id)::int as returned, (count(a.id) filter (where a.source in ('短信', '微信')))::int as messages
    from questionnaire_link l join project p on p.code = l.project_code
      left join questionnaire_answer a on a.questionnaire_id = l.questionnaire_id and a.project_code = l.project_code
    where l.questionnaire_id = ${id} and ${projectsVisible(ctx.session)}
    group by l.id, p.name order by l.active desc, p.name`.execute(ctx.db);
  return rows.map(({ messages, ...link }) => ({ ...link, rate: rateOf(messages, link.sentSms + link.sentWechat) }));
};

export const showQuestionnaire = async (ctx: Ctx, id: string): Promise<z.input<typeof questionnaireDetail.output>> => {
  const of = await readQuestionnaire(ctx, ctx.db, id, 'see');
  const [design, links, projects, versions, pending] = await Promise.all([
    readDesign(ctx.db, id, of.version),
    linksOf(ctx, id),
    sql<{ value: string; label: string }>`select p.code as value, p.name as label from project p
      where p.code = any(${[...of.projects]}::text[]) and ${projectsVisible(ctx.session)} order by p.name`.execute(
      ctx.db,
    ),
    sql<{ version: number; by: string; at: Date; answers: number }>`
      select v.version, u.user_name as by, v.created_at as at,
        (select count(*)::int from questionnaire_answer a where a.questionnaire_id = v.questionnaire_id and a.version = v.version
          and ${answerVisible(ctx.session)}) as answers
      from questionnaire_version v join app_user u on u.id = v.created_by
      where v.questionnaire_id = ${id} order by v.version desc`.execute(ctx.db),
    sql<{ n: number }>`select count(*)::int as n from questionnaire_answer a
      where a.questionnaire_id = ${id} and a.state = '待处理' and ${answerVisible(ctx.session)}`.execute(ctx.db),
  ]);
  const { title, intro, thanks, hotline, season, state, listed, version, revision, mine } = of;
  return {
    Id: id,
    title,
    intro,
    thanks,
    hotline,
    season,
    state,
    listed,
    startsAt: of.starts_at?.toISOString() ?? null,
    endsAt: of.ends_at?.toISOString() ?? null,
    projects: projects.rows,
    version,
    revision,
    design,
    links,
    versions: versions.rows.map(({ at, ...one }) => ({ ...one, at: at.toISOString() })),
    mine,
    pending: pending.rows[0]?.n ?? 0,
  };
};

/** Projects that the person may not see, as errors. */
const projectErrors = async (ctx: Ctx, tx: Tx, projects: readonly string[]): Promise<readonly FieldError[]> => {
  const { rows } = await sql<{ code: string }>`select p.code from project p
    where p.code = any(${[...projects]}::text[]) and ${projectsVisible(ctx.session)}`.execute(tx);
  const seen = new Set(rows.map(({ code }) => code));
  const missing = projects.filter((code) => !seen.has(code));
  return missing.length === 0 ? [] : [{ path: 'projects', message: `您无权管理项目 ${missing.join('、')}` }];
};

/** A code for each project that has none; projects that were taken out answer no more. */
const giveLinks = async (tx: Tx, id: string, projects: readonly string[]): Promise<void> => {
  for (const project of projects)
    await sql`insert into questionnaire_link (questionnaire_id, project_code, code)
      values (${id}, ${project}, ${randomBytes(12).toString('base64url')})
      on conflict (questionnaire_id, project_code) do update set active = true`.execute(tx);
  await sql`update questionnaire_link set active = false
    where questionnaire_id = ${id} and project_code <> all(${[...projects]}::text[])`.execute(tx);
};

/** Questions alone make a version; object keys are written in the order of the schema on both sides. */
const sameDesign = async (tx: Tx, id: string, version: number, design: unknown): Promise<boolean> => {
  const { rows } = await sql<{
    same: boolean;
  }>`select design = ${JSON.stringify(design)}::jsonb as same from questionnaire_version
    where questionnaire_id = ${id} and version = ${version}`.execute(tx);
  return rows[0]?.same === true;
};

const writeVersion = (ctx: Ctx, tx: Tx, id: string, version: number, design: unknown) =>
  sql`insert into questionnaire_version (questionnaire_id, version, design, created_by, created_at)
    values (${id}, ${version}, ${JSON.stringify(design)}::jsonb, ${ctx.session.userId}, ${ctx.now})
    on conflict (questionnaire_id, version) do update set design = excluded.design, created_by = excluded.created_by,
      created_at = excluded.created_at`.execute(tx);

type SaveInput = z.output<typeof saveQuestionnaire.input>;

const create = async (ctx: Ctx, tx: Tx, input: SaveInput): Promise<Saved> => {
  const { rows } = await sql<{ id: string }>`
    insert into questionnaire (title, intro, thanks, hotline, season, listed, starts_at, ends_at, projects, created_by, created_at)
    values (${input.title}, ${input.intro}, ${input.thanks}, ${input.hotline}, ${input.season}, ${input.listed}, ${input.startsAt},
      ${input.endsAt}, ${input.projects}, ${ctx.session.userId}, ${ctx.now}) returning id::text`.execute(tx);
  const id = rows[0]?.id ?? '';
  await writeVersion(ctx, tx, id, 1, input.Design);
  await trail(tx, ctx, { kind: '业务', action: '新建问卷', object: input.title, after: { projects: input.projects } });
  return { Id: id, revision: 1, version: 1 };
};

const shown = (of: Pick<Stored, 'title' | 'season' | 'listed' | 'projects' | 'version'>) => ({
  title: of.title,
  season: of.season,
  listed: of.listed,
  projects: of.projects,
  version: of.version,
});

const change = async (ctx: Ctx, tx: Tx, id: string, input: SaveInput): Promise<Saved> => {
  const of = await readQuestionnaire(ctx, tx, id, 'change');
  if (of.state === 'ended') throw refused('问卷已结束，不能修改，可复制为新问卷');
  if (input.revision !== undefined && input.revision !== of.revision) throw conflict('问卷已被他人修改，请刷新后重试');
  if (of.state !== 'draft' && input.projects.length === 0) throw invalid([{ path: 'projects', message: '请选择项目' }]);
  // A draft was answered by nobody: it stays version 1.
  const next =
    of.state === 'draft' || (await sameDesign(tx, id, of.version, input.Design)) ? of.version : of.version + 1;
  if (of.state === 'draft' || next !== of.version) await writeVersion(ctx, tx, id, next, input.Design);
  await sql`update questionnaire set title = ${input.title}, intro = ${input.intro}, thanks = ${input.thanks}, hotline = ${input.hotline},
      season = ${input.season}, listed = ${input.listed}, starts_at = ${input.startsAt}, ends_at = ${input.endsAt},
      projects = ${input.projects}, version = ${next}, revision = revision + 1 where id = ${id}`.execute(tx);
  if (of.state !== 'draft') await giveLinks(tx, id, input.projects);
  await trail(tx, ctx, {
    kind: '业务',
    action: '修改问卷',
    object: input.title,
    before: shown(of),
    after: shown({ ...input, version: next }),
  });
  return { Id: id, revision: of.revision + 1, version: next };
};

export const saveDesign = (ctx: Ctx, input: SaveInput): Promise<Saved> => {
  demand(ctx, input.Id === undefined ? 'add' : 'edit');
  const { startsAt, endsAt } = input;
  const errors: readonly FieldError[] = [
    ...checkDesign(input.Design),
    ...(startsAt !== null && endsAt !== null && Date.parse(endsAt) <= Date.parse(startsAt)
      ? [{ path: 'endsAt', message: '截止时间必须晚于开始时间' }]
      : []),
  ];
  if (errors.length > 0) throw invalid(errors);
  return ctx.write(async (tx) => {
    const wrong = await projectErrors(ctx, tx, input.projects);
    if (wrong.length > 0) throw invalid(wrong);
    return input.Id === undefined ? create(ctx, tx, input) : change(ctx, tx, input.Id, input);
  });
};

export const copyDesign = (ctx: Ctx, id: string): Promise<z.input<typeof copyQuestionnaire.output>> =>
  ctx.write(async (tx) => {
    const of = await readQuestionnaire(ctx, tx, id, 'see');
    const design = await readDesign(tx, id, of.version);
    const { rows } = await sql<{ id: string }>`
      insert into questionnaire (title, intro, thanks, hotline, season, projects, created_by, created_at)
      select left(title || '（副本）', 60), intro, thanks, hotline, season,
        array(select p.code from project p where p.code = any(projects) and ${projectsVisible(ctx.session)}), ${ctx.session.userId}, ${ctx.now}
      from questionnaire where id = ${id} returning id::text`.execute(tx);
    const copy = rows[0]?.id ?? '';
    await writeVersion(ctx, tx, copy, 1, design);
    await trail(tx, ctx, { kind: '业务', action: '复制问卷', object: of.title });
    return { Id: copy };
  });

const FROM: Readonly<Record<'collecting' | 'paused' | 'ended', readonly string[]>> = {
  collecting: ['draft', 'paused'],
  paused: ['collecting'],
  ended: ['collecting', 'paused'],
};

export const setState = (
  ctx: Ctx,
  { Id, state }: z.output<typeof setQuestionnaireState.input>,
): Promise<{ ok: true }> =>
  ctx.write(async (tx) => {
    const of = await readQuestionnaire(ctx, tx, Id, 'change');
    if (!FROM[state].includes(of.state))
      throw refused(
        of.state === state
          ? `问卷${STATES[of.state]}，无需重复操作`
          : `问卷${STATES[of.state]}，不能改为${STATES[state]}`,
      );
    if (state === 'collecting') {
      if (of.projects.length === 0) throw invalid([{ path: 'projects', message: '请先选择项目再发布' }]);
      if (of.ends_at !== null && of.ends_at <= ctx.now)
        throw invalid([{ path: 'endsAt', message: '截止时间必须晚于现在' }]);
      await giveLinks(tx, Id, of.projects);
    }
    await sql`update questionnaire set state = ${state}, revision = revision + 1,
        published_at = case when ${state} = 'collecting' then coalesce(published_at, ${ctx.now}) else published_at end,
        ends_at = case when ${state} = 'ended' then least(ends_at, ${ctx.now}) else ends_at end
      where id = ${Id}`.execute(tx);
    await trail(tx, ctx, {
      kind: '业务',
      action: state === 'collecting' ? '发布问卷' : state === 'paused' ? '暂停问卷' : '结束问卷',
      object: of.title,
      before: { state: STATES[of.state] },
      after: { state: STATES[state] },
    });
    return { ok: true };
  });

export const setSent = (
  ctx: Ctx,
  { Id, project, sentSms, sentWechat }: z.output<typeof setQuestionnaireSent.input>,
): Promise<{ ok: true }> =>
  ctx.write(async (tx) => {
    const of = await readQuestionnaire(ctx, tx, Id, 'change');
    const { rows } = await sql<{ sms: number; wechat: number }>`
      with before as (select id, sent_sms, sent_wechat from questionnaire_link where questionnaire_id = ${Id} and project_code = ${project} for update)
      update questionnaire_link l set sent_sms = ${sentSms}, sent_wechat = ${sentWechat} from before
       where l.id = before.id returning before.sent_sms as sms, before.sent_wechat as wechat`.execute(tx);
    const [before] = rows;
    if (before === undefined) throw notFound('该项目还没有投放链接');
    await trail(tx, ctx, {
      kind: '业务',
      action: '登记投放',
      object: of.title,
      before: { project, ...before },
      after: { project, sms: sentSms, wechat: sentWechat },
    });
    return { ok: true };
  });

/** Whether somebody may read the files of an answer. */
export const maySeeAnswer = async (db: Db, session: Ctx['session'], id: string): Promise<boolean> => {
  if (!mayPress(session, SCREEN, BUTTONS.search)) return false;
  const { rows } =
    await sql`select 1 from questionnaire_answer a where a.id = ${id} and ${answerVisible(session)}`.execute(db);
  return rows.length > 0;
};
