/** 工程函件 on their way: sent to the address that the supplier registered, read as an exchange, put on paper, urged while nobody answers. */
import type { mailTemplate, worksLetterDetail } from '@hengneng/contracts';
import { today } from '@hengneng/form-kit';
import { supplierFine, supplierMail } from '@hengneng/forms';
import { sql } from 'kysely';
import type { z } from 'zod';
import { enter, SETUP } from '../../engine/books/entries.ts';
import { rowOf } from '../../engine/views/source.ts';
import { trail } from '../../platform/audit/trail.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { refused } from '../../platform/http/errors.ts';
import type { FileAnswer } from '../../platform/http/registry.ts';
import { tablePdf } from '../../platform/pdf/table.ts';
import { worksLettersView } from '../ledgers/index.ts';
import { sendMessage } from '../../platform/messages/send.ts';
import { seenLetter, type StoredLetter } from './letters.ts';

type Mails = z.input<typeof mailTemplate.output>;

const mailOf = (letter: StoredLetter): Mails['mails'][number] => ({
  supplier: letter.supplier,
  name: letter.supplierName,
  address: letter.address,
  subject: `${letter.title}（${letter.code}）`,
  body: letter.body,
  result:
    letter.state === '已发送'
      ? '已发送'
      : letter.state !== '待发送'
        ? `${letter.state}，审核通过后才能发送`
        : letter.address === null
          ? '没有登记邮箱，请先补登'
          : '',
});

/** A claim is entered among what the supplier owes, to be agreed to there before a payment takes it. */
const enterClaim = async (tx: Tx, letter: StoredLetter, day: string): Promise<string | null> => {
  if (letter.kind !== '索赔' || letter.amount === null) return null;
  const kind = supplierFine.columns.kind.options.find((one) => one === letter.claimKind) ?? '协作费用';
  const [id] = await enter(
    tx,
    supplierFine,
    [
      {
        supplier: letter.supplier,
        project: letter.project,
        contract: null,
        kind,
        amount: letter.amount,
        happenedOn: day,
        reason: `索赔函${letter.code}：${letter.title}`,
        state: '待确认',
      },
    ],
    SETUP,
  );
  return id ?? null;
};

/** Shows the letter as its receiver will read it, then sends it. */
export const sendLetter = async (ctx: Ctx, input: z.output<typeof mailTemplate.input>): Promise<Mails> => {
  if (input.preview) return { mails: [mailOf(await seenLetter(ctx, ctx.db, input.objectId))], sent: 0 };
  return ctx.write(async (tx) => {
    const letter = await seenLetter(ctx, tx, input.objectId, true);
    const mail = mailOf(letter);
    if (mail.result !== '') throw refused(mail.result);
    const day = today(ctx.now);
    const [entry] = await enter(
      tx,
      supplierMail,
      [
        {
          supplier: letter.supplier,
          address: letter.address,
          project: letter.project,
          kind: '工程函件',
          subject: mail.subject,
          body: mail.body,
          state: '待发送',
        },
      ],
      SETUP,
    );
    const fine = await enterClaim(tx, letter, day);
    await sql`update works_letter set state = '已发送', sent_at = ${ctx.now}, mail = ${entry ?? null}::bigint, fine = ${fine}::bigint
      where id = ${letter.id}`.execute(tx);
    // With ours the letter of theirs is answered.
    if (letter.answers !== null)
      await sql`update works_letter set replied_on = ${day} where id = ${letter.answers} and replied_on is null`.execute(
        tx,
      );
    await trail(tx, ctx, {
      kind: '业务',
      action: '发送工程函件',
      object: `函件 ${letter.code}`,
      after: { 单位: letter.supplierName, 邮箱: letter.address, 待确认扣款: fine === null ? null : letter.amount },
    });
    return { mails: [{ ...mail, result: '已放入发件箱' }], sent: 1 };
  });
};

type Detail = z.input<typeof worksLetterDetail.output>;

/** A letter with its whole exchange. */
export const letterDetail = async (ctx: Ctx, id: string): Promise<Detail> => {
  const letter = await seenLetter(ctx, ctx.db, id);
  const { rows } = await sql<Detail['letters'][number]>`
    select l.id::text, l.code, l.their_no as "theirNo", l.direction, l.title, l.body, l.made_on::text as "madeOn", l.reply_by::text as "replyBy",
      l.replied_on::text as "repliedOn", l.state, d.user_name as drafter, a.user_name as auditor, l.opinion, g.user_name as legal,
      l.legal_opinion as "legalOpinion", l.files
    from works_letter l join app_user d on d.id = l.drafted_by left join app_user a on a.id = l.audited_by left join app_user g on g.id = l.legal_by
    where l.root = ${letter.root} order by l.made_on, l.id`.execute(ctx.db);
  const seen = await Promise.all(
    rows.map(async (row) => ((await rowOf(ctx.db, worksLettersView, ctx, row.id)) === undefined ? [] : [row])),
  );
  return { id, code: letter.code, title: letter.title, supplier: letter.supplier, letters: seen.flat() };
};

export const printLetter = async (ctx: Ctx, id: string): Promise<FileAnswer> => {
  const { letters, code } = await letterDetail(ctx, id);
  const letter = letters.find((one) => one.id === id);
  if (letter === undefined) throw refused('函件不存在，请刷新后再试');
  const { supplierName, project } = await seenLetter(ctx, ctx.db, id);
  const { rows } = await sql<{ name: string }>`select name from project where code = ${project}`.execute(ctx.db);
  const body = await tablePdf({
    title: letter.title,
    about: [
      ['函号', code],
      ...(letter.theirNo === null ? [] : [['来函文号', letter.theirNo] as const]),
      [letter.direction === '发函' ? '致' : '来自', supplierName],
      ['项目', rows[0]?.name ?? project],
      ['日期', letter.madeOn],
      ['要求回复', letter.replyBy ?? '无'],
    ],
    columns: [{ head: '正文', share: 1 }],
    rows: letter.body.split('\n').map((line) => ({ cells: [line] })),
    seals:
      letter.direction === '发函'
        ? [
            { title: '发函单位', lines: ['（盖章）', '日期：'] },
            { title: '签收单位', lines: [supplierName, '签收人：', '日期：'] },
          ]
        : [],
    foot: `${code} ${today(ctx.now)}`,
    at: ctx.now,
  });
  await ctx.write((tx) => trail(tx, ctx, { kind: '导出', action: '打印', object: `工程函件 ${code}` }));
  return { fileName: `${code}.pdf`, contentType: 'application/pdf', body, size: body.length };
};

/** Days after which somebody is urged again. */
const URGE_DAYS = 7;

/** Urges once a week while an answer is overdue: those who wrote and lead, and by mail the supplier that owes it. @returns how many letters */
export const urgeLetters = (db: Db, day: string): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<{
      id: string;
      code: string;
      title: string;
      ours: boolean;
      people: string[];
      supplier: string;
      address: string | null;
      project: string;
      replyBy: string;
    }>`with late as (update works_letter set urged = urged + 1, urged_on = ${day}::date
        where replied_on is null and state in ('已发送', '已登记') and reply_by < ${day}::date
          and (urged_on is null or urged_on + ${URGE_DAYS}::int <= ${day}::date) returning *)
      select l.id::text, l.code, l.title, l.direction = '发函' as ours, array_remove(array[l.drafted_by::text, p.manager::text], null) as people,
        l.supplier::text, s.email as address, l.project, l.reply_by::text as "replyBy"
      from late l join project p on p.code = l.project join supplier s on s.id = l.supplier order by l.id`.execute(tx);
    for (const late of rows)
      await sendMessage(tx, late.people, 'letter.late', {
        函号: late.code,
        标题: late.title,
        期限: late.replyBy,
        要求: late.ours ? '得到回复，请催办' : '回复，请尽快复函',
      });
    await enter(
      tx,
      supplierMail,
      rows.flatMap((late) =>
        late.ours && late.address !== null
          ? [
              {
                supplier: late.supplier,
                address: late.address,
                project: late.project,
                kind: '工程函件' as const,
                subject: `催办：${late.title}（${late.code}）`,
                body: `贵单位应在${late.replyBy}前回复我方${late.code}「${late.title}」，至今未收到回复，请尽快书面回复。`,
                state: '待发送' as const,
              },
            ]
          : [],
      ),
      SETUP,
    );
    return rows.length;
  });
