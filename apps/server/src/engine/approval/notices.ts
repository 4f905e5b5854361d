/** What people are told: a row for each, in the transaction of the command, so that nobody hears of what did not happen. */
import { sql } from 'kysely';
import { z } from 'zod';
import { type NoticeRow, topicOfNotice } from '@hengneng/contracts';
import { procedureRoute } from '@hengneng/core';
import { raw } from '../../platform/db/raw.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { type Letter, queueMail, WAYS_SETTING } from '../../platform/mail/queue.ts';
import type { Facts as Words, MessageCode } from '../../platform/messages/templates.ts';
import { heldOvernight, said } from '../../platform/messages/wording.ts';
import { identityOf } from './modules.ts';
import { post } from '../../platform/jobs/jobs.ts';
import type { LiveWord, Notice, Notify, Push } from './writing.ts';

/** The job that releases what was held back. */
export const RELEASE = 'approval-notices';
/** What the job is told. */
export const heldNotices = z.object({ instanceId: z.string(), seq: z.number() });

/** The same notice for each of these people, in the wording in force; for nobody where it was switched off. */
export const noticesFor = <C extends MessageCode>(
  base: Pick<Notice, 'module_id' | 'biz_id' | 'instance_id' | 'project_code' | 'created_at'>,
  { kind, task_id, people }: Pick<Notice, 'kind' | 'task_id'> & { readonly people: readonly string[] },
  code: C,
  facts: Words<C>,
): readonly Notice[] => {
  const words = said(code, facts);
  if (words === null) return [];
  const { title, template, version } = words;
  return people.map((user_id) => ({ ...base, user_id, kind, task_id, title, template, template_version: version }));
};

const morningOf = ({ template, created_at }: Notice): Date | null =>
  template == null ? null : heldOvernight(template, new Date(created_at));

/** Writes notices and pushes them; those held back are pushed by the job, and ordinary ones of the night in the morning. */
export const notifier =
  (push: Push | null): Notify =>
  async (tx, all, held = null, also = []) => {
    const ordinary = all.filter((notice) => morningOf(notice) !== null);
    const notices = all.filter((notice) => !ordinary.includes(notice));
    const morning = ordinary[0] === undefined ? null : morningOf(ordinary[0]);
    const [first] = notices;
    const seconds =
      held === null || first === undefined
        ? 0
        : Math.max(0, held.until.getTime() - new Date(first.created_at).getTime()) / 1000;
    const words = held === null ? [...wordsOf(notices), ...also] : also;
    await Promise.all([
      first !== undefined && writeNotices(tx, notices, held),
      morning !== null && writeNotices(tx, ordinary, { until: morning, seq: held?.seq ?? null, overnight: true }),
      first !== undefined &&
        held !== null &&
        post(tx, RELEASE, { instanceId: first.instance_id, seq: held.seq }, seconds),
      words.length > 0 && push?.(tx, words),
    ]);
  };

const WRITE = `
  with told as (
    insert into wf_notice (user_id, kind, title, module_id, biz_id, instance_id, task_id, project_code, created_at, template, template_version,
      held_until, action_seq, overnight)
    select n.*, $2::timestamptz, $3::integer, $4::boolean
      from jsonb_to_recordset($1::jsonb) as n(user_id bigint, kind text, title text, module_id text, biz_id bigint, instance_id bigint,
        task_id bigint, project_code text, created_at timestamptz, template text, template_version integer)
  )
  select exists (select from user_setting s where s.user_id = any($5::bigint[]) and s.key = $6) as chosen`;

/** The rows, and with those that are told at once what people want of them by e-mail; most have never said how they want to hear of things. */
const writeNotices = async (
  tx: Tx,
  notices: readonly Notice[],
  held: { readonly until: Date; readonly seq: number | null; readonly overnight?: boolean } | null,
): Promise<void> => {
  const [row] = await raw<{ chosen: boolean }>(tx, WRITE, [
    JSON.stringify(notices),
    held?.until ?? null,
    held?.seq ?? null,
    held?.overnight ?? false,
    held === null ? notices.map((notice) => notice.user_id) : [],
    WAYS_SETTING,
  ]);
  if (row?.chosen === true) await queueMail(tx, notices.map(letterOf));
};

/** Tells what one command led to, unless that was undone meanwhile: then there is nothing left of it. */
export const releaseNotices = async (tx: Tx, push: Push | null, of: z.output<typeof heldNotices>): Promise<void> => {
  const rows = await tx
    .updateTable('wf_notice')
    .set({ held_until: null })
    .where('instance_id', '=', of.instanceId)
    .where('action_seq', '=', of.seq)
    .where('held_until', 'is not', null)
    .where('overnight', '=', false)
    .returningAll()
    .execute();
  await release(tx, push, rows);
};

/** Tells what waited for the morning. */
export const releaseOvernight = (db: Db, push: Push | null, now: Date): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const rows = await tx
      .updateTable('wf_notice')
      .set({ held_until: null })
      .where('overnight', '=', true)
      .where('held_until', '<=', now)
      .returningAll()
      .execute();
    await release(tx, push, rows);
  });

const release = async (
  tx: Tx,
  push: Push | null,
  rows: readonly (Notice & { readonly read_at: Date | null })[],
): Promise<void> => {
  // Whoever has handled it already need not hear of it.
  const unread = rows.filter((row) => row.read_at === null);
  if (unread.length === 0) return;
  await Promise.all([queueMail(tx, unread.map(letterOf)), push?.(tx, wordsOf(unread))]);
};

/** Notices as open pages hear of them. Branches that begin at once ask their people for different steps, each in its own words. */
const wordsOf = (notices: readonly Notice[]): readonly LiveWord[] =>
  [...Map.groupBy(notices, ({ kind, title }) => `${kind} ${title}`).values()].flatMap((rows): readonly LiveWord[] => {
    const [first] = rows;
    if (first === undefined) return [];
    const { kind } = first;
    return [
      {
        userIds: [...new Set(rows.map((row) => row.user_id))].sort(),
        topic: kind === 'todo' ? 'todo' : 'notice',
        data: {
          kind,
          title: first.title,
          ...identityOf(first.module_id),
          BusinessId: first.biz_id,
          at: new Date(first.created_at).toISOString(),
        },
      },
    ];
  });

/** The same by e-mail, for who wants it so. */
const letterOf = ({ user_id, kind, title, module_id, biz_id }: Notice): Letter => ({
  userId: user_id,
  topic: topicOfNotice(kind),
  title,
  path: procedureRoute(identityOf(module_id).ProcedureId, biz_id) ?? null,
  record: { module: module_id, id: biz_id },
});

const LABEL: Readonly<Record<NoticeRow['kind'], string>> = {
  todo: '审批',
  returned: '退回',
  ended: '结果',
  cc: '抄送',
  urged: '催办',
  comment: '评论',
  delegated: '代办',
  late: '超时',
};

/** What has not been held back, or no longer is. */
const told = (now: Date) => sql<boolean>`(n.held_until is null or n.held_until <= ${now})`;

/** What a person's pages fetch has reached them, whether they look at it or not. */
const noteDelivered = (db: Db, userId: string, now: Date): Promise<unknown> =>
  sql`update wf_notice n set delivered_at = ${now} where n.user_id = ${userId} and n.delivered_at is null and n.read_at is null
    and ${told(now)}`.execute(db);

/** The newest notices of a person. */
export const firstNotices = async (
  db: Db,
  userId: string,
  top: number,
  all: boolean,
  now: Date,
): Promise<{ rows: NoticeRow[]; unread: number }> => {
  const [rows, unread] = await Promise.all([
    db
      .selectFrom('wf_notice as n')
      .select(['n.id', 'n.kind', 'n.title', 'n.module_id', 'n.biz_id', 'n.task_id', 'n.created_at', 'n.read_at'])
      .select(sql<string | null>`(select p.name from project p where p.code = n.project_code)`.as('project'))
      .where('n.user_id', '=', userId)
      .where(told(now))
      .$if(!all, (q) => q.where('n.read_at', 'is', null))
      .orderBy('n.id', 'desc')
      .limit(top)
      .execute(),
    unreadOf(db, userId, now),
    noteDelivered(db, userId, now),
  ]);
  return {
    unread,
    rows: rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      label: LABEL[row.kind],
      title: row.title,
      ProcedureId: identityOf(row.module_id).ProcedureId,
      BusinessId: row.biz_id,
      NodeRecordId: row.task_id,
      project: row.project,
      at: row.created_at.toISOString(),
      read: row.read_at !== null,
    })),
  };
};

const unreadOf = async (db: Db, userId: string, now: Date): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from wf_notice n
     where n.user_id = ${userId} and n.read_at is null and ${told(now)}`.execute(db);
  return rows[0]?.count ?? 0;
};

/** Marks a person's notices read, and with a notice of a copy the copy itself. Others' notices are left alone. Answers how many stay unread. */
export const markRead = async (tx: Tx, userId: string, ids: readonly string[] | null, now: Date): Promise<number> => {
  await sql`
    with done as (
      update wf_notice n set read_at = ${now}
       where n.user_id = ${userId} and n.read_at is null and ${told(now)} ${ids === null ? sql`` : sql`and id = any(${[...ids]}::bigint[])`}
      returning kind, instance_id
    )
    update wf_cc c set read_at = ${now} from done
     where done.kind = 'cc' and c.instance_id = done.instance_id and c.user_id = ${userId} and c.read_at is null`.execute(
    tx,
  );
  return unreadOf(tx, userId, now);
};

/** A person who opens a record has read what it had to tell them. */
export const markRecordRead = async (db: Db, userId: string, instanceId: string, now: Date): Promise<void> => {
  await sql`
    with copies as (
      update wf_cc set read_at = ${now} where instance_id = ${instanceId} and user_id = ${userId} and read_at is null
    )
    update wf_notice set read_at = ${now}
     where user_id = ${userId} and instance_id = ${instanceId} and read_at is null and kind in ('ended', 'cc', 'comment')`.execute(
    db,
  );
};
