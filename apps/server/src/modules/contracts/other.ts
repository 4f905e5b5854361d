/** 其他合同 that no form registers: entered with their paper, renewed or ended when they run out; whoever keeps them is reminded to decide. */
import type { contractSaveOther } from '@hengneng/contracts';
import { addDays } from '@hengneng/core';
import { agreement } from '@hengneng/forms';
import { sql } from 'kysely';
import type { z } from 'zod';
import { enter, SETUP } from '../../engine/books/entries.ts';
import { takeSerial } from '../../engine/forms/numbering.ts';
import { trail } from '../../platform/audit/trail.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { bindFiles } from '../../platform/files/files.ts';
import { invalid, notFound, refused } from '../../platform/http/errors.ts';
import { sendMessage } from '../../platform/messages/send.ts';
import { seen } from './handling.ts';

/** Under which the papers of these contracts are kept. */
export const OTHER_PAPER = 'otherContract';

type Input = z.output<typeof contractSaveOther.input>;
type Part<A extends Input['action']> = Extract<Input, { action: A }>;
type Renewing = Pick<Part<'renew'>, 'endDate' | 'autoRenew' | 'noticeDays' | 'remindOn'>;
type Fault = { readonly path: string; readonly message: string };

const NUMBERS = 'QT-{yyyy}{MM}-{seq4}';
/** Who registers what is secret. */
const SECRET = ['秘密', '机密'];
const KEEPERS_OF_SECRETS = ['legal', 'admin'] as const;
/** Days before the end, or before the last day of notice, on which people are reminded where they chose no day. */
const DECIDE_DAYS = 30;

/** What is wrong with how a contract ends and renews itself. */
const renewingFaults = ({ endDate, autoRenew, noticeDays, remindOn }: Renewing, start: string): readonly Fault[] => {
  const faults: Fault[] = [];
  if (endDate !== null && endDate < start) faults.push({ path: 'endDate', message: '到期日不能早于开始日期' });
  if (autoRenew) {
    if (endDate === null) faults.push({ path: 'endDate', message: '自动续期的合同请填写到期日' });
    if (noticeDays === null) faults.push({ path: 'noticeDays', message: '自动续期的合同请填写终止通知期' });
    if (remindOn === null) faults.push({ path: 'remindOn', message: '自动续期的合同请设提醒日' });
  }
  if (remindOn !== null && endDate === null) faults.push({ path: 'remindOn', message: '没有到期日的合同不用设提醒日' });
  else if (remindOn !== null && endDate !== null) {
    const last = addDays(endDate, -(noticeDays ?? 0));
    if (remindOn > last) faults.push({ path: 'remindOn', message: `提醒日不能晚于通知期前（${last}）` });
  }
  return faults;
};

const remindDay = ({ endDate, noticeDays, remindOn }: Renewing): string | null =>
  remindOn ?? (endDate === null ? null : addDays(endDate, -(noticeDays ?? 0) - DECIDE_DAYS));

const add = (ctx: Ctx, input: Part<'add'>): Promise<{ readonly Id: string }> =>
  ctx.write(async (tx) => {
    const { session } = ctx;
    const faults = [...renewingFaults(input, input.startDate)];
    if (SECRET.includes(input.secrecy) && !KEEPERS_OF_SECRETS.some((role) => session.roles.includes(role)))
      faults.push({ path: 'secrecy', message: '秘密及以上的合同由法务登记' });
    const { rows: people } = await sql`select 1 from app_user where id = ${input.keeper} and state = 'active'`.execute(
      tx,
    );
    if (people.length === 0) faults.push({ path: 'keeper', message: '经办人不存在或已停用' });
    const { rows: same } = await sql`select 1 from b_agreement where agreement_no = ${input.no} and not voided`.execute(
      tx,
    );
    if (same.length > 0) faults.push({ path: 'no', message: '该编号已登记' });
    if (faults.length > 0) throw invalid(faults);
    const no = input.no ?? (await takeSerial(tx, 'otherContract', NUMBERS, ctx.now));
    const [id = ''] = await enter(
      tx,
      agreement,
      [
        {
          agreementNo: no,
          name: input.name,
          kind: input.kind,
          counterpart: input.counterpart,
          supplier: null,
          keeper: input.keeper,
          amount: input.amount,
          executed: '0.00',
          signDate: input.signDate,
          startDate: input.startDate,
          endDate: input.endDate,
          autoRenew: input.autoRenew,
          noticeDays: input.noticeDays,
          deposit: input.deposit,
          secrecy: input.secrecy,
          state: '履行中',
        },
      ],
      SETUP,
    );
    await sql`insert into other_contract (agreement, remind_on, paper, saved_by)
      values (${id}, ${remindDay(input)}, ${JSON.stringify(input.paper)}::jsonb, ${session.userId})`.execute(tx);
    const wrong = await bindFiles(tx, OTHER_PAPER, id, [{ path: 'paper', URL: input.paper.URL }], session.userId);
    if (wrong.length > 0) throw invalid(wrong);
    await trail(tx, ctx, {
      kind: '单据',
      action: '登记其他合同',
      object: `合同 ${no}`,
      summary: `${input.kind} ${input.name}，对方${input.counterpart}，到期日${input.endDate ?? '无'}`,
    });
    return { Id: id };
  });

interface Standing {
  readonly no: string;
  readonly startDate: string;
  readonly endDate: string | null;
  readonly deposit: string | null;
}

/** The contract, locked. @throws where the person does not see it, it is over, or a form keeps it */
const lock = async (ctx: Ctx, tx: Tx, id: string): Promise<Standing> => {
  const { state } = await seen(tx, ctx.session, ctx.now, `a${id}`);
  if (state === '已终止') throw refused('该合同已终止，请刷新');
  const { rows } = await sql<Standing>`
    select a.agreement_no as no, a.start_date::text as "startDate", a.end_date::text as "endDate", a.deposit::text
    from other_contract o join b_agreement a on a.id = o.agreement where a.id = ${id} and not a.voided for update of a`.execute(
    tx,
  );
  const [found] = rows;
  if (found === undefined) throw notFound('该合同由表单登记，请在它的单据里办理');
  return found;
};

const renew = (ctx: Ctx, input: Part<'renew'>): Promise<{ readonly Id: string }> =>
  ctx.write(async (tx) => {
    const contract = await lock(ctx, tx, input.Id);
    const { endDate } = input;
    const faults = [...renewingFaults(input, contract.startDate)];
    if (endDate === null || (contract.endDate !== null && endDate <= contract.endDate))
      faults.push({ path: 'endDate', message: `新到期日应晚于现到期日${contract.endDate ?? ''}` });
    if (faults.length > 0) throw invalid(faults);
    await sql`update b_agreement set end_date = ${endDate}, auto_renew = ${input.autoRenew}, notice_days = ${input.noticeDays}
      where id = ${input.Id}`.execute(tx);
    await sql`update other_contract set remind_on = ${remindDay(input)}, saved_by = ${ctx.session.userId}, saved_at = app_now()
      where agreement = ${input.Id}`.execute(tx);
    await trail(tx, ctx, {
      kind: '单据',
      action: '其他合同续期',
      object: `合同 ${contract.no}`,
      summary: input.reason,
      before: { 到期日: contract.endDate },
      after: { 到期日: endDate },
    });
    return { Id: input.Id };
  });

const end = (ctx: Ctx, { Id, reason, depositBack }: Part<'end'>): Promise<{ readonly Id: string }> =>
  ctx.write(async (tx) => {
    const contract = await lock(ctx, tx, Id);
    if (Number(contract.deposit ?? 0) > 0 && !depositBack)
      throw invalid([{ path: 'depositBack', message: `保证金${contract.deposit ?? ''}元请先收回并确认` }]);
    await sql`update b_agreement set state = '已终止' where id = ${Id}`.execute(tx);
    await sql`update other_contract set remind_on = null, deposit_back = ${depositBack}, saved_by = ${ctx.session.userId}, saved_at = app_now()
      where agreement = ${Id}`.execute(tx);
    await trail(tx, ctx, {
      kind: '单据',
      action: '终止其他合同',
      object: `合同 ${contract.no}`,
      summary: reason,
      before: { 状态: '履行中' },
      after: { 状态: '已终止' },
    });
    return { Id };
  });

export const saveOther = (ctx: Ctx, input: Input): Promise<{ readonly Id: string }> => {
  switch (input.action) {
    case 'add':
      return add(ctx, input);
    case 'renew':
      return renew(ctx, input);
    case 'end':
      return end(ctx, input);
  }
};

/** Tells whoever keeps a contract that it is to be decided on, once for each day of reminding. @returns how many */
export const tellEndingOthers = (db: Db, day: string): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ name: string; no: string; end: string; renews: boolean; keeper: string }>`
      update other_contract o set told_for = o.remind_on from b_agreement a
      where a.id = o.agreement and not a.voided and a.state = '履行中' and o.remind_on <= ${day}::date and o.told_for is distinct from o.remind_on
      returning a.name, a.agreement_no as no, a.end_date::text as end, coalesce(a.auto_renew, false) as renews, a.keeper::text`.execute(
      tx,
    );
    for (const { name, no, end: last, renews, keeper } of rows)
      await sendMessage(tx, [keeper], 'contract.otherEnding', {
        合同: `${name}（${no}）`,
        到期日: last,
        怎么到期: renews ? '到期将自动续期，请在终止通知期前决定是否续' : '到期，请续期或终止',
      });
    return rows.length;
  });
