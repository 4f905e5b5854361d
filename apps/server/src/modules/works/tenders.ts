/** Tenders that are out: what bidders ask is answered to all of them, and each is invited by a letter of its own. */
import type { bidInvitationReply, mailTemplate, tenderAddendumAdd } from '@hengneng/contracts';
import { today as todayIn } from '@hengneng/form-kit';
import { supplierMail } from '@hengneng/forms';
import { sql } from 'kysely';
import type { z } from 'zod';
import { enter } from '../../engine/books/entries.ts';
import { rowOf } from '../../engine/views/source.ts';
import { trail } from '../../platform/audit/trail.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { bindFiles } from '../../platform/files/files.ts';
import type { SeesPaper } from '../../platform/files/papers.ts';
import { invalid, notFound, refused } from '../../platform/http/errors.ts';
import { tenderProjectsView } from '../ledgers/index.ts';

/** Under which the files of an answer are bound. */
export const ADDENDUM_FILES = 'tenderAddendum';
/** What changes the documents comes no later than so many days before the deadline. Source: 招标投标法实施条例第21条, shortened by the tender's own rule. */
const ADDENDUM_DAYS = 3;
const DAY_MS = 86_400_000;

interface Invited {
  readonly supplier: string;
  readonly name: string;
  readonly address: string | null;
}

/** Those who were asked to bid, in the order of the list. */
const invitedTo = async (db: Db | Tx, tender: string): Promise<readonly Invited[]> => {
  const { rows } = await sql<Invited>`select u.provider::text as supplier, s.name, s.email as address
    from f_invitation_unit i join f_invitation_unit_units u on u.parent_id = i.id join supplier s on s.id = u.provider
    where i.tender = ${tender} and i.status in ('running', 'returned', 'approved') order by u.row_no`.execute(db);
  return rows;
};

/** The tender as the page shows it. @throws notFound where there is none that the person may see */
export const seenTender = async (ctx: Ctx, db: Db | Tx, id: string): Promise<Readonly<Record<string, unknown>>> => {
  const row = await rowOf(db, tenderProjectsView, ctx, id);
  if (row === undefined) throw notFound('标段不存在，或您没有查看它的权限');
  return row;
};

/** Whoever sees the tender sees what was answered about it. */
export const seesAddendum: SeesPaper = async (db, session, id) => {
  const { rows } = await sql<{ tender: string }>`select tender::text from tender_addendum where id = ${id}`.execute(db);
  const [addendum] = rows;
  if (addendum === undefined) return false;
  return (await rowOf(db, tenderProjectsView, { session, now: new Date() }, addendum.tender)) !== undefined;
};

type Addendum = z.output<typeof tenderAddendumAdd>;

const demandAnswer = (input: Addendum, invited: readonly Invited[], deadline: Date, now: Date): void => {
  const errors: { path: string; message: string }[] = [];
  if (input.asker && !invited.some(({ supplier }) => supplier === input.asker))
    errors.push({ path: 'asker', message: '提问单位不在受邀名单中' });
  if (input.asker && !input.question) errors.push({ path: 'question', message: '请填写提问单位的问题' });
  if (input.question && !input.asker) errors.push({ path: 'asker', message: '请选择提问单位' });
  if (!input.asker && !input.addendum)
    errors.push({ path: 'asker', message: '答复请选择提问单位；主动说明请勾选补遗' });
  if (input.addendum && deadline.getTime() - now.getTime() < ADDENDUM_DAYS * DAY_MS)
    errors.push({ path: 'addendum', message: '截标前3天内补遗须顺延截标：请先撤回邀标，调整截标时间后再发' });
  if (errors.length > 0) throw invalid(errors);
};

/** Answers a question, or adds to the documents: kept, and one letter for each that was invited. */
export const addAddendum = (ctx: Ctx, input: Addendum): Promise<{ readonly id: string }> =>
  ctx.write(async (tx) => {
    const tender = await seenTender(ctx, tx, input.tender);
    if (tender['stage'] !== '邀标中') throw refused(`该标段${String(tender['stage'])}，不能再答疑补遗`);
    const invited = await invitedTo(tx, input.tender);
    demandAnswer(input, invited, new Date(String(tender['bidDeadline'])), ctx.now);
    const { rows } = await sql<{ id: string }>`
      insert into tender_addendum (tender, asker, question, content, addendum, files, created_by)
      values (${input.tender}, ${input.asker ?? null}, ${input.question ?? null}, ${input.content}, ${input.addendum},
        ${JSON.stringify(input.files)}::jsonb, ${ctx.session.userId}) returning id::text`.execute(tx);
    const id = rows[0]?.id ?? '';
    const named = input.files.map(({ URL }, at) => ({ path: `files[${at}]`, URL }));
    const errors = await bindFiles(tx, ADDENDUM_FILES, id, named, ctx.session.userId);
    if (errors.length > 0) throw invalid([...errors]);
    const name = String(tender['packageName']);
    await enter(
      tx,
      supplierMail,
      invited.map(({ supplier, address }) => ({
        supplier,
        address,
        project: String(tender['project']),
        kind: '答疑补遗' as const,
        subject: `${input.addendum ? '招标补遗' : '答疑'}：${name}（${String(tender['serial'])}）`,
        body: input.question ? `问：${input.question}\n答：${input.content}` : input.content,
        state: '待发送' as const,
      })),
      { module: 'tenderApplication', id: input.tender, effect: 'works.addendum' },
    );
    await trail(tx, ctx, {
      kind: '业务',
      action: input.addendum ? '招标补遗' : '招标答疑',
      object: `标段 ${String(tender['serial'])}`,
      summary: `发${invited.length}家`,
      after: { 问题: input.question ?? null, 内容: input.content },
    });
    return { id };
  });

/** 回执: said before the deadline whether they bid; said anew, the last word counts. */
export const noteReply = (
  ctx: Ctx,
  input: z.output<typeof bidInvitationReply.input>,
): Promise<{ readonly id: string }> =>
  ctx.write(async (tx) => {
    const tender = await seenTender(ctx, tx, input.tender);
    if (tender['stage'] !== '邀标中') throw refused(`该标段${String(tender['stage'])}，不能再登记回执`);
    if ((await handedOut(tx, input.tender)) === null) throw refused('邀标名单还没有批准，批准后才能登记回执');
    const unit = (await invitedTo(tx, input.tender)).find(({ supplier }) => supplier === input.supplier);
    if (unit === undefined) throw invalid([{ path: 'supplier', message: '该单位不在受邀名单中' }]);
    if (input.repliedOn > todayIn(ctx.now)) throw invalid([{ path: 'repliedOn', message: '回执日期不能晚于今天' }]);
    const attends = input.reply === '参加';
    if (!attends && !input.note) throw invalid([{ path: 'note', message: '不参加的请写明原因' }]);
    await sql`insert into tender_reply (tender, supplier, attends, replied_on, note, noted_by)
      values (${input.tender}, ${input.supplier}, ${attends}, ${input.repliedOn}, ${input.note ?? null}, ${ctx.session.userId})
      on conflict (tender, supplier) do update set attends = excluded.attends, replied_on = excluded.replied_on, note = excluded.note,
        noted_by = excluded.noted_by, noted_at = app_now()`.execute(tx);
    await trail(tx, ctx, {
      kind: '业务',
      action: '登记投标回执',
      object: `标段 ${String(tender['serial'])}`,
      after: { 单位: unit.name, 回执: input.reply, 日期: input.repliedOn, 说明: input.note ?? null },
    });
    return { id: input.tender };
  });

type Mails = z.input<typeof mailTemplate.output>;

/** `2026-12-01 09:30` in China. */
const shown = (instant: unknown): string =>
  new Date(new Date(String(instant)).getTime() + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');

/** How the documents are handed out, once the list of those invited is agreed to: the bids are being waited for. Null before. */
const handedOut = async (db: Db | Tx, tender: string): Promise<string | null> => {
  const { rows } = await sql<{ way: string }>`select i.send_way as way from f_invitation_unit i
    join wf_instance w on w.module_id = 'InvitationUnit' and w.biz_id = i.id join wf_node_run n on n.instance_id = w.id
    where i.tender = ${tender} and i.status in ('running', 'approved') and n.name = '回标登记' and n.state in ('active', 'done') limit 1`.execute(
    db,
  );
  return rows[0]?.way ?? null;
};

/** Invites those on the agreed list, each by a letter of its own that names nobody else; who was invited already is not invited again. */
export const inviteBidders = async (ctx: Ctx, input: z.output<typeof mailTemplate.input>): Promise<Mails> => {
  const work = async (db: Db | Tx): Promise<Mails> => {
    const tender = await seenTender(ctx, db, input.objectId);
    if (tender['stage'] !== '邀标中') throw refused(`该标段${String(tender['stage'])}，不能发投标邀请`);
    const way = await handedOut(db, input.objectId);
    if (way === null) throw refused('邀标名单还没有批准，批准后才能发邀请');
    const subject = `投标邀请：${String(tender['packageName'])}（${String(tender['serial'])}）`;
    const { rows: before } = await sql<{ supplier: string }>`select supplier::text from b_supplier_mail
      where kind = '投标邀请' and subject = ${subject} and not voided`.execute(db);
    const told = new Set(before.map((row) => row.supplier));
    const invited = await invitedTo(db, input.objectId);
    const chosen = invited.filter(({ supplier }) => input.to.length === 0 || input.to.includes(supplier));
    if (chosen.length < Math.max(1, input.to.length))
      throw invalid([{ path: 'to', message: '收件单位不在受邀名单中' }]);
    const mails = chosen.map(({ supplier, name, address }) => ({
      supplier,
      name,
      address,
      subject,
      body: [
        `${name}：`,
        `现邀请贵单位参加「${String(tender['packageName'])}」（${String(tender['packageKind'])}，${String(tender['tenderMode'])}）投标。`,
        `答疑截止：${shown(tender['askDeadline'])}；截标：${shown(tender['bidDeadline'])}；开标：${shown(tender['openTime'])}。`,
        `招标文件发放：${way}。投标文件请在截标前密封或加密递交，逾期不收。`,
      ].join('\n'),
      result: told.has(supplier) ? '已发过邀请' : address === null ? '没有登记邮箱，请先补登' : '',
    }));
    return { mails, sent: 0 };
  };
  if (input.preview) return work(ctx.db);
  return ctx.write(async (tx) => {
    // Two who send at once send once.
    await sql`select 1 from f_tender_application where id = ${input.objectId} for update`.execute(tx);
    const { mails } = await work(tx);
    const ready = mails.filter(({ result }) => result === '');
    if (ready.length === 0) throw refused(mails[0]?.result ?? '没有可发的邀请');
    const { rows } = await sql<{ project: string; serial: string }>`select project, serial from f_tender_application
      where id = ${input.objectId}`.execute(tx);
    await enter(
      tx,
      supplierMail,
      ready.map(({ supplier, address, subject, body }) => ({
        supplier,
        address,
        project: rows[0]?.project ?? null,
        kind: '投标邀请' as const,
        subject,
        body,
        state: '待发送' as const,
      })),
      { module: 'tenderApplication', id: input.objectId, effect: 'works.invite' },
    );
    await trail(tx, ctx, {
      kind: '业务',
      action: '发投标邀请',
      object: `标段 ${rows[0]?.serial ?? ''}`,
      summary: `${ready.length}家`,
      after: { 单位: ready.map(({ name }) => name).join('、') },
    });
    return {
      mails: mails.map((mail) => (mail.result === '' ? { ...mail, result: '已放入发件箱' } : mail)),
      sent: ready.length,
    };
  });
};
