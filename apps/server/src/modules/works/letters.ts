/**
 * 工程函件: ours are drafted, passed by somebody else, by the lawyers too where money is spoken of, and go out once they were looked at; theirs are
 * registered. An answer closes the letter that it answers.
 */
import type { worksLetterAudit, worksLetterDraft, worksLetterReceive } from '@hengneng/contracts';
import { fillLetter, needsLegal, shortCodeOf, type WorksLetterKind } from '@hengneng/core';
import { today } from '@hengneng/form-kit';
import { worksLetters } from '@hengneng/forms';
import { sql } from 'kysely';
import type { z } from 'zod';
import { takeSerial } from '../../engine/forms/numbering.ts';
import { rowOf } from '../../engine/views/source.ts';
import { trail } from '../../platform/audit/trail.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { bindFiles } from '../../platform/files/files.ts';
import type { SeesPaper } from '../../platform/files/papers.ts';
import { forbidden, invalid, notFound, refused } from '../../platform/http/errors.ts';
import { holds } from '../identity/index.ts';
import { worksLettersView } from '../ledgers/index.ts';
import { seenProject } from '../projects/index.ts';

/** Under which the files of a letter are bound. */
export const LETTER_FILES = 'worksLetter';
export const LETTERS = shortCodeOf(worksLetters.screen);

export interface StoredLetter {
  readonly id: string;
  readonly root: string;
  readonly code: string;
  readonly project: string;
  readonly supplier: string;
  readonly supplierName: string;
  readonly address: string | null;
  readonly kind: WorksLetterKind;
  readonly direction: '发函' | '收函';
  readonly title: string;
  readonly body: string;
  readonly answers: string | null;
  readonly amount: string | null;
  readonly claimKind: string | null;
  readonly state: string;
  readonly draftedBy: string;
  readonly repliedOn: string | null;
}

/** The letter that a call names, where the person may see it; in a transaction it is locked. @throws notFound */
export const seenLetter = async (ctx: Ctx, db: Db | Tx, id: string, lock = false): Promise<StoredLetter> => {
  const { rows } = await sql<StoredLetter>`
    select l.id::text, l.root::text, l.code, l.project, l.supplier::text, s.name as "supplierName", s.email as address, l.kind, l.direction, l.title,
      l.body, l.answers::text, l.amount::text, l.claim_kind as "claimKind", l.state, l.drafted_by::text as "draftedBy",
      l.replied_on::text as "repliedOn"
    from works_letter l join supplier s on s.id = l.supplier where l.id = ${id} ${lock ? sql`for update of l` : sql``}`.execute(
    db,
  );
  const [letter] = rows;
  if (letter === undefined || (await rowOf(db, worksLettersView, ctx, id)) === undefined)
    throw notFound('函件不存在，或您没有查看它的权限');
  return letter;
};

export const seesWorksLetter: SeesPaper = async (db, session, id) =>
  holds(session, LETTERS, 'search') &&
  (await rowOf(db, worksLettersView, { session, now: new Date() }, id)) !== undefined;

type Draft = z.output<typeof worksLetterDraft>;
type Receive = z.output<typeof worksLetterReceive>;

interface Place {
  readonly project: string;
  readonly projectName: string;
  readonly supplier: string;
  readonly supplierName: string;
  readonly answered: StoredLetter | null;
}

/** Whom a letter is between: as the letter that it answers, else as was chosen. @throws invalid at what is missing */
async function placeOf(ctx: Ctx, tx: Tx, input: Draft | Receive): Promise<Place> {
  const answered = input.answers ? await seenLetter(ctx, tx, input.answers, true) : null;
  if (answered !== null) {
    const ours = input.action === 'draft';
    if (answered.direction === (ours ? '发函' : '收函'))
      throw refused(ours ? '复函只能回复收到的函' : '回复只能登记在发出的函上');
    if (!ours && answered.state !== '已发送') throw refused('该函还没有发出，不能登记回复');
  }
  const code = answered?.project ?? input.project ?? '';
  const supplier = answered?.supplier ?? input.supplier ?? '';
  const errors = [
    ...(code === '' ? [{ path: 'project', message: '请选择项目' }] : []),
    ...(supplier === '' ? [{ path: 'supplier', message: '请选择单位' }] : []),
  ];
  if (errors.length > 0) throw invalid(errors);
  const project = await seenProject(ctx, tx, code);
  const { rows } = await sql<{ name: string }>`select name from supplier where id = ${supplier}`.execute(tx);
  const name = rows[0]?.name ?? answered?.supplierName;
  if (name === undefined) throw invalid([{ path: 'supplier', message: '服务商不存在，请重新选择' }]);
  return { project: project.code, projectName: project.name, supplier, supplierName: name, answered };
}

const bindAll = async (tx: Tx, ctx: Ctx, id: string, files: Draft['files']): Promise<void> => {
  const named = files.map(({ URL }, at) => ({ path: `files[${at}]`, URL }));
  const errors = await bindFiles(tx, LETTER_FILES, id, named, ctx.session.userId);
  if (errors.length > 0) throw invalid([...errors]);
};

/** What a letter of ours says, with everything filled in. @throws invalid naming what has no value yet */
function written(input: Draft, place: Place, day: string): string {
  const errors: { path: string; message: string }[] = [];
  if (input.replyBy && input.replyBy < day) errors.push({ path: 'replyBy', message: '要求回复日不能早于今天' });
  if (input.letterKind === '索赔' && !input.amount) errors.push({ path: 'amount', message: '索赔函请填写涉及金额' });
  if (input.letterKind === '索赔' && !input.claimKind) errors.push({ path: 'claimKind', message: '请选择扣款类别' });
  const { text, missing } = fillLetter(input.body, {
    项目: place.projectName,
    单位: place.supplierName,
    要求回复日: input.replyBy ?? null,
    涉及金额: input.amount ?? null,
    日期: day,
  });
  if (missing.length > 0) errors.push({ path: 'body', message: `模板变量还没有值：${missing.join('、')}` });
  if (errors.length > 0) throw invalid(errors);
  return text;
}

export const draftLetter = (ctx: Ctx, input: Draft): Promise<{ readonly id: string }> =>
  ctx.write(async (tx) => {
    const before = input.id ? await seenLetter(ctx, tx, input.id, true) : null;
    if (before !== null && before.state !== '退回') throw refused(`该函${before.state}，不能再改`);
    if (before !== null && before.draftedBy !== ctx.session.userId) throw forbidden('只有起草人可以修改退回的函');
    const place = await placeOf(ctx, tx, { ...input, answers: before?.answers ?? input.answers });
    const day = today(ctx.now);
    const body = written(input, place, day);
    const amount = input.amount ?? null;
    const claimKind = input.letterKind === '索赔' ? (input.claimKind ?? null) : null;
    const values = sql`${place.project}, ${place.supplier}, ${input.letterKind}, ${input.title}, ${body}, ${day}, ${input.replyBy ?? null}::date,
      ${amount}::numeric, ${claimKind}, ${JSON.stringify(input.files)}::jsonb, '待审核', ${ctx.session.userId}, ${ctx.now}`;
    const code = before?.code ?? (await takeSerial(tx, LETTER_FILES, `GCH-${place.project}-{yyyy}-{seq4}`, ctx.now));
    const columns = sql`project, supplier, kind, title, body, made_on, reply_by, amount, claim_kind, files, state, drafted_by, drafted_at`;
    const { rows } =
      before === null
        ? await sql<{ id: string }>`insert into works_letter (code, direction, root, answers, ${columns})
            values (${code}, '发函', ${place.answered?.root ?? null}::bigint, ${place.answered?.id ?? null}::bigint, ${values}) returning id::text`.execute(
            tx,
          )
        : await sql<{
            id: string;
          }>`update works_letter set (${columns}) = row(${values}), audited_by = null, audited_at = null, legal_by = null,
            legal_opinion = null where id = ${before.id} returning id::text`.execute(tx);
    const id = rows[0]?.id ?? '';
    await sql`update works_letter set root = coalesce(root, id) where id = ${id}`.execute(tx);
    await bindAll(tx, ctx, id, input.files);
    await trail(tx, ctx, {
      kind: '业务',
      action: before === null ? '起草工程函件' : '修改工程函件',
      object: `函件 ${code}`,
      summary: input.title,
      after: { 单位: place.supplierName, 类别: input.letterKind, 涉及金额: amount, 正文: body },
    });
    return { id };
  });

export const receiveLetter = (ctx: Ctx, input: Receive): Promise<{ readonly id: string }> =>
  ctx.write(async (tx) => {
    const place = await placeOf(ctx, tx, input);
    const errors: { path: string; message: string }[] = [];
    if (input.madeOn > today(ctx.now)) errors.push({ path: 'madeOn', message: '来函日期不能晚于今天' });
    if (input.replyBy && input.replyBy < input.madeOn)
      errors.push({ path: 'replyBy', message: '要求回复日不能早于来函日期' });
    if (errors.length > 0) throw invalid(errors);
    const code = await takeSerial(tx, `${LETTER_FILES}In`, `GCL-${place.project}-{yyyy}-{seq4}`, ctx.now);
    const { rows } = await sql<{ id: string }>`
      insert into works_letter (code, direction, root, answers, their_no, project, supplier, kind, title, body, made_on, reply_by, amount, files, state,
        drafted_by, drafted_at)
      values (${code}, '收函', ${place.answered?.root ?? null}::bigint, ${place.answered?.id ?? null}::bigint, ${input.theirNo ?? null}, ${place.project},
        ${place.supplier}, ${input.letterKind}, ${input.title}, ${input.body}, ${input.madeOn}, ${input.replyBy ?? null}::date, ${input.amount ?? null}::numeric,
        ${JSON.stringify(input.files)}::jsonb, '已登记', ${ctx.session.userId}, ${ctx.now}) returning id::text`.execute(
      tx,
    );
    const id = rows[0]?.id ?? '';
    await sql`update works_letter set root = coalesce(root, id) where id = ${id}`.execute(tx);
    // The first answer is the one that was waited for.
    if (place.answered !== null)
      await sql`update works_letter set replied_on = ${input.madeOn} where id = ${place.answered.id} and replied_on is null`.execute(
        tx,
      );
    await bindAll(tx, ctx, id, input.files);
    await trail(tx, ctx, {
      kind: '业务',
      action: place.answered === null ? '登记工程来函' : '登记工程函件回复',
      object: `函件 ${code}`,
      summary: input.title,
      after: { 单位: place.supplierName, 来函文号: input.theirNo ?? null, 回复: place.answered?.code ?? null },
    });
    return { id };
  });

export const auditLetter = (ctx: Ctx, input: z.output<typeof worksLetterAudit>): Promise<{ readonly id: string }> =>
  ctx.write(async (tx) => {
    const letter = await seenLetter(ctx, tx, input.id, true);
    const legal = letter.state === '待法务';
    if (!legal && letter.state !== '待审核') throw refused(`该函${letter.state}，不能再审核`);
    if (letter.draftedBy === ctx.session.userId) throw refused('审核人不能是起草人，请由他人审核');
    if (legal && !ctx.session.roles.includes('legal')) throw forbidden('涉及金额的函须由法务审核');
    if (!input.pass && !input.opinion) throw invalid([{ path: 'opinion', message: '退回请写明原因' }]);
    const state = !input.pass ? '退回' : !legal && needsLegal(letter.kind, letter.amount) ? '待法务' : '待发送';
    const opinion = input.opinion ?? null;
    await (legal
      ? sql`update works_letter set state = ${state}, legal_by = ${ctx.session.userId}, legal_opinion = ${opinion} where id = ${input.id}`
      : sql`update works_letter set state = ${state}, audited_by = ${ctx.session.userId}, audited_at = ${ctx.now}, opinion = ${opinion}
          where id = ${input.id}`
    ).execute(tx);
    await trail(tx, ctx, {
      kind: '业务',
      action: `${legal ? '法务' : ''}${input.pass ? '审核' : '退回'}工程函件`,
      object: `函件 ${letter.code}`,
      after: { 状态: state, 意见: opinion },
    });
    return { id: input.id };
  });
