/** What people say to each other about a record, beside its approval. */
import { sql } from 'kysely';
import type { CommentRow } from '@hengneng/contracts';
import type { FieldError, ModuleId } from '@hengneng/core';
import type { Ctx } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { forbidden, invalid, notFound } from '../../platform/http/errors.ts';
import { identityOf } from './modules.ts';
import { noticesFor, notifier } from './notices.ts';
import type { ApprovalDeps } from './seeing.ts';
import { participantsOf } from './views.ts';

export const commentsOf = async (
  db: Db,
  moduleId: ModuleId,
  businessId: string,
  viewer: string,
): Promise<CommentRow[]> => {
  const { rows } = await sql<{
    id: string;
    author: string;
    author_name: string;
    content: string | null;
    created_at: Date;
    mentions: { UserId: string; UserName: string }[];
  }>`
    select c.id, c.author, c.author_name, case when c.deleted_at is null then c.content end as content, c.created_at,
           case when c.deleted_at is null then coalesce((
             select json_agg(json_build_object('UserId', u.id::text, 'UserName', u.user_name) order by m.place)
               from unnest(c.mentions) with ordinality as m(person, place) join app_user u on u.id = m.person), '[]')
             else '[]' end as mentions
      from wf_comment c where c.module_id = ${moduleId} and c.biz_id = ${businessId}
     order by c.id limit 500`.execute(db);
  return rows.map((row) => ({
    Id: row.id,
    UserId: row.author,
    UserName: row.author_name,
    Content: row.content,
    mentions: row.mentions,
    at: row.created_at.toISOString(),
    mine: row.author === viewer,
  }));
};

/** People who cannot be told, because they may not see what it is about. */
const blind = async (
  db: Db,
  deps: ApprovalDeps,
  moduleId: ModuleId,
  businessId: string,
  people: readonly string[],
): Promise<readonly FieldError[]> => {
  const participants = new Set(await participantsOf(db, moduleId, businessId));
  const found = await deps.directory.people(db, people);
  const errors: FieldError[] = [];
  for (const userId of people) {
    const person = found.find((one) => one.userId === userId);
    if (person === undefined) errors.push({ path: 'UserIds', message: '提醒的人不存在或已停用' });
    else if (!participants.has(userId)) {
      const session = await deps.sessionOf(db, userId);
      if (session === null || !(await deps.forms.canSee(db, session, moduleId, businessId)))
        errors.push({ path: 'UserIds', message: `${person.userName}看不到该单据，不能提醒` });
    }
  }
  return errors;
};

/** Writes a comment and tells those named in it. Whoever calls has checked that its author may see the record. */
export const comment = async (
  tx: Tx,
  ctx: Pick<Ctx, 'session' | 'now'>,
  deps: ApprovalDeps,
  of: {
    readonly moduleId: ModuleId;
    readonly businessId: string;
    readonly content: string;
    readonly people: readonly string[];
  },
): Promise<string> => {
  const { session, now } = ctx;
  const { moduleId, businessId } = of;
  const instance = await tx
    .selectFrom('wf_instance')
    .select(['id', 'title', 'project_code'])
    .where('module_id', '=', moduleId)
    .where('biz_id', '=', businessId)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (instance === undefined) throw notFound('单据不存在或已被删除');
  const people = [...new Set(of.people)].filter((userId) => userId !== session.userId);
  const errors = await blind(tx, deps, moduleId, businessId, people);
  if (errors.length > 0) throw invalid(errors);
  const { id } = await tx
    .insertInto('wf_comment')
    .values({
      module_id: moduleId,
      biz_id: businessId,
      author: session.userId,
      author_name: session.userName,
      content: of.content,
      mentions: people,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  // By characters: half of one is none, and the database refuses it.
  const letters = [...of.content];
  const words = letters.length > 60 ? `${letters.slice(0, 60).join('')}…` : of.content;
  await notifier(deps.push)(
    tx,
    noticesFor(
      {
        module_id: moduleId,
        biz_id: businessId,
        instance_id: instance.id,
        project_code: instance.project_code,
        created_at: now,
      },
      { kind: 'comment', task_id: null, people },
      'approval.comment',
      { 单据: instance.title, 评论人: session.userName, 评论: words },
    ),
    null,
  );
  await announce(tx, deps, moduleId, businessId, people);
  return id;
};

/** Takes back a comment of one's own; that something was said stays. */
export const takeBackComment = async (
  tx: Tx,
  ctx: Pick<Ctx, 'session' | 'now'>,
  deps: ApprovalDeps,
  id: string,
): Promise<{ readonly moduleId: ModuleId; readonly businessId: string }> => {
  const found = await tx
    .selectFrom('wf_comment')
    .select(['author', 'module_id', 'biz_id', 'deleted_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (found === undefined) throw notFound('评论不存在');
  if (found.author !== ctx.session.userId) throw forbidden('只能收回自己的评论');
  const moduleId = found.module_id as ModuleId;
  if (found.deleted_at === null) {
    await tx.updateTable('wf_comment').set({ deleted_at: ctx.now }).where('id', '=', id).execute();
    await announce(tx, deps, moduleId, found.biz_id, []);
  }
  return { moduleId, businessId: found.biz_id };
};

/** Lets the open pages of those concerned look again. */
const announce = async (
  tx: Tx,
  deps: ApprovalDeps,
  moduleId: ModuleId,
  businessId: string,
  also: readonly string[],
): Promise<void> => {
  const people = new Set([...(await participantsOf(tx, moduleId, businessId)), ...also]);
  const data = { kind: 'comment', ...identityOf(moduleId), BusinessId: businessId };
  await deps.push?.(tx, [{ userIds: [...people].sort(), topic: 'record', data }]);
};
