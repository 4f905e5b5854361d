/** 工程付款: an application locks what it asks for, a batch pays what of it was approved, and what was not paid waits for the next. */
import { buyerContract, payQueue, projectContract, supplierMail, supplierPayable } from '@hengneng/forms';
import type { payMoney, payMoneyApproval } from '@hengneng/forms';
import { Big } from 'big.js';
import { sql } from 'kysely';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { refused, wrong } from '../../platform/http/errors.ts';
import { payOut, reversePay } from '../books/bank.ts';
import { worksSubject } from '../books/budget-draws.ts';
import { postBudget, releaseBudget, undoBudget } from '../books/budget.ts';
import { type ContractFigures, contractFigures, demandContract, payableOf } from '../books/contracts.ts';
import { minus, positive } from '../books/money.ts';
import { dayOf } from '../books/source.ts';
import { demandNotSuspended } from '../books/suppliers.ts';
import { buyerOf, payableOfInvoice } from '../books/works-pay.ts';
import { effect, type Writing } from '../kit/effect.ts';
import { payRetention } from '../payment/retention.ts';

type Application = Recorded<typeof payMoney>;
type Batch = Recorded<typeof payMoneyApproval>;

const isAdvance = (payKind: string): boolean => payKind === '预付款';
const isRetention = (payKind: string): boolean => payKind === '质保金';

/** What the form's rules ask, once more under the contract's lock: another application may have come between. */
function demandLeft(record: Application, figures: ContractFigures): void {
  const over = (limit: string): boolean => Big(record.applyAmount).gt(limit);
  if (isAdvance(record.payKind)) {
    if (over(figures.prepayLimit)) throw wrong('applyAmount', `可申请的预付款只有${figures.prepayLimit}元`);
    return;
  }
  const payable = payableOf(figures, record.thisOffset);
  if (over(payable)) throw wrong('applyAmount', `可付余额只有${payable}元`);
  if (isRetention(record.payKind) && over(figures.retentionDue))
    throw wrong('applyAmount', `到期可退的质保金只有${figures.retentionDue}元`);
  if (!Big(figures.fineDeducted).plus(record.thisFine).eq(figures.fineTotal))
    throw wrong('thisFine', `累计罚款${figures.fineTotal}元，已扣${figures.fineDeducted}元，未扣的须在本次扣清`);
}

/** A stage of a contract is asked for once at a time, so that nobody agrees to half of a claim without the other. */
async function demandAlone(tx: Tx, record: Application): Promise<void> {
  const { rows } = await sql<{ serial: string }>`select r.serial from b_project_contract c
      join f_pay_money r on r.project_contract = c.id and r.pay_kind = ${record.payKind} and r.status = 'running' and r.id <> ${record.id}
    where c.id = ${record.projectContract} for update of c`.execute(tx);
  if (rows[0]) throw wrong('payKind', `该合同的${record.payKind}已有申请在审批中（${rows[0].serial}），请办完后再申请`);
}

/** Stages of a contract that must have been reached before they are paid. */
async function demandStage({ find, tx }: Pick<Writing, 'find' | 'tx'>, record: Application): Promise<void> {
  const [contract] = await find(projectContract, { id: record.projectContract });
  const missing =
    (record.payKind === '到货款' && contract?.arrivedOn == null && '合同还没有到货，不能申请到货款') ||
    (record.payKind === '竣工款' && contract?.completedOn == null && '合同还没有竣工验收，不能申请竣工款') ||
    (record.payKind === '结算款' && contract?.settlementAmount == null && '合同还没有审定结算，不能申请结算款');
  if (missing) throw wrong('payKind', missing);
  if (record.completion === null) return;
  const { rows } = await sql`select 1 from f_completion_check where id = ${record.completion} and status = 'approved'
    and project_contract = ${record.projectContract}`.execute(tx);
  if (rows.length === 0) throw wrong('completion', '竣工验收单不是这份合同已通过的验收');
}

const budgetKey = (of: { readonly project: string; readonly budgetMonth: string; readonly payKind: string }) =>
  ({ ownerKind: 'project', ownerCode: of.project, month: of.budgetMonth, subject: worksSubject(of.payKind) }) as const;

const applicationSource = (record: { readonly id: string }) => ({ module: 'payMoney', id: record.id }) as const;

/** Kinds of payment that a supplier which is suspended may still ask for. */
const SETTLING: readonly string[] = ['结算款', '质保金'];

const reserve = effect<Application>(async (call) => {
  const { record, tx, now, addEntry, find } = call;
  if (!SETTLING.includes(record.payKind))
    await demandNotSuspended(tx, record.supplier, 'payKind', '在履合同只按实结算，只能申请结算款、质保金');
  await demandContract(tx, record.projectContract, record);
  await demandStage(call, record);
  const figures = await contractFigures(tx, record.projectContract, applicationSource(record), dayOf(now));
  if (figures === null) throw wrong('projectContract', '工程合同不存在');
  demandLeft(record, figures);
  await demandAlone(tx, record);
  const buyer = await buyerOf(call, record.projectContract);
  if (buyer !== undefined) {
    if (buyer.payChannel !== '工程付款申请') throw wrong('projectContract', '该合同在非能源付款中付款');
    await addEntry(buyerContract, buyer.id, { reserved: record.applyAmount }, 'applyAmount');
  }
  await addEntry(
    projectContract,
    record.projectContract,
    isAdvance(record.payKind)
      ? { prepayPending: record.applyAmount }
      : {
          reserved: record.applyAmount,
          offsetPending: record.thisOffset,
          finePending: record.thisFine,
          ...(isRetention(record.payKind) ? { retentionPending: record.applyAmount } : {}),
        },
    'applyAmount',
  );
  for (const [index, row] of record.invoices.entries()) {
    const path = `invoices[${index}].thisClear`;
    const payable = await payableOfInvoice({ tx, find }, row.invoice);
    if (payable === undefined) throw wrong(`invoices[${index}].invoice`, '该发票没有应付，不能核销');
    if (record.invoices.findIndex((other) => other.invoice === row.invoice) < index)
      throw wrong(`invoices[${index}].invoice`, '发票重复，请合并为一行');
    await demandSameContract(tx, row.invoice, record.projectContract, `invoices[${index}].invoice`);
    await addEntry(supplierPayable, payable.id, { payPending: row.thisClear }, path);
  }
});

async function demandSameContract(tx: Tx, invoice: string, contract: string, path: string): Promise<void> {
  const { rows } =
    await sql`select 1 from f_purchase_invoice where id = ${invoice} and project_contract = ${contract}`.execute(tx);
  if (rows.length === 0) throw wrong(path, '发票不是这份工程合同的');
}

const applicationEffects: EffectsOf<'payMoney', Application> = {
  'payMoney.reserve': {
    async apply(tx, call) {
      const { record } = call;
      await reserve.apply(tx, call);
      await postBudget(
        tx,
        budgetKey(record),
        { reserved: record.applyAmount },
        applicationSource(record),
        '工程付款占用',
      );
    },
    async reverse(tx, call) {
      await releaseBudget(tx, applicationSource(call.record), '释放占用');
      await reserve.reverse(tx, call);
    },
  },
  'payMoney.queue': effect(async ({ record, book }) => {
    await book(payQueue, {
      apply: record.id,
      project: record.project,
      supplier: record.supplier,
      contract: record.projectContract,
      payKind: record.payKind,
      amount: record.applyAmount,
      scheduled: '0.00',
      paid: '0.00',
      planPayDate: record.planPayDate,
    });
  }),
};

interface Applied {
  readonly id: string;
  readonly serial: string;
  readonly project: string;
  readonly contract: string;
  readonly payKind: string;
  readonly budgetMonth: string;
  readonly applyAmount: string;
  readonly thisOffset: string;
  readonly thisFine: string;
  readonly payee: string;
  readonly email: string | null;
  readonly supplier: string;
}

async function applicationOf(tx: Tx, id: string): Promise<Applied> {
  const { rows } =
    await sql<Applied>`select p.id::text, p.serial, p.project, p.project_contract::text as contract, p.pay_kind as "payKind",
      p.budget_month as "budgetMonth", p.apply_amount::text as "applyAmount", p.this_offset::text as "thisOffset", p.this_fine::text as "thisFine",
      s.name as payee, s.email, s.id::text as supplier
    from f_pay_money p join supplier s on s.id = p.supplier where p.id = ${id}`.execute(tx);
  return rows[0] ?? Promise.reject(refused('付款申请单不存在'));
}

const queued = async ({ find }: Pick<Writing, 'find'>, apply: string, path: string) => {
  const [entry] = await find(payQueue, { apply });
  if (entry === undefined) throw wrong(path, '付款申请单不在待排款清单中');
  return entry;
};

const succeeded = (record: Batch) => record.vouchers.filter((row) => row.payState === '成功');

/** Each receipt is of an application of the batch, and pays no more than was approved of it. */
function demandVouchers(record: Batch): void {
  const approved = new Map(record.pays.map((row) => [row.apply, row.approveAmount]));
  for (const [index, row] of record.vouchers.entries()) {
    const amount = approved.get(row.paidApply);
    if (amount === undefined) throw wrong(`vouchers[${index}].paidApply`, '该付款申请不在本批付款明细中');
    if (record.vouchers.findIndex((other) => other.paidApply === row.paidApply) < index)
      throw wrong(`vouchers[${index}].paidApply`, '每笔付款登记一张回执');
    if (row.payState === '成功' && (!positive(row.paidAmount) || Big(row.paidAmount).gt(amount)))
      throw wrong(`vouchers[${index}].paidAmount`, `实付金额应大于0且不超过核定的${amount}元`);
  }
}

interface Cleared {
  readonly invoice: string;
  readonly thisClear: string;
}

/** Whoever asked for a payment, or agreed to it, does not make it out as well. */
async function demandOtherPayer(tx: Tx, record: Batch, actor: string): Promise<void> {
  const applies = record.pays.map((row) => row.apply);
  const { rows } = await sql<{ person: string }>`
    with papers as (select id, starter from wf_instance
      where (module_id = 'payMoney' and biz_id = any(${applies}::bigint[])) or (module_id = 'payMoneyApproval' and biz_id = ${record.id}))
    select starter::text as person from papers
    union select a.actor::text from papers join wf_action a on a.instance_id = papers.id
      where a.kind = 'approve' and a.node_name <> '出纳付款'`.execute(tx);
  const others = rows.map((row) => row.person);
  if (others.includes(actor)) throw refused('您是本批付款的申请人或审批人，须由其他出纳付款');
  if (record.payOperator !== null && others.includes(record.payOperator))
    throw wrong('payOperator', '制单人不能是本批付款的申请人或审批人');
}

/** How much of each invoice is cleared once so much was paid and taken off, in the order of the rows. */
function clearedBy(rows: readonly Cleared[], settled: Big): readonly Big[] {
  let left = settled;
  return rows.map((row) => {
    const part = left.lt(row.thisClear) ? left : Big(row.thisClear);
    left = left.minus(part);
    return part;
  });
}

/** Books one payment: on the contract, the invoices that it clears, the budget. What an application offsets and is fined goes with its first. */
async function payOne(call: Writing, batch: Batch, of: Applied, paid: string, before: string): Promise<void> {
  const { tx, addEntry, setEntry, find } = call;
  const first = Big(before).eq(0);
  const [offset, fine] = first ? [of.thisOffset, of.thisFine] : ['0', '0'];
  await addEntry(
    projectContract,
    of.contract,
    isAdvance(of.payKind)
      ? { prepayPending: `-${paid}`, prepaid: paid }
      : {
          reserved: `-${paid}`,
          paid,
          offsetPending: minus('0', offset),
          offsetTaken: offset,
          finePending: minus('0', fine),
          fineTaken: fine,
          ...(isRetention(of.payKind) ? { retentionPending: `-${paid}`, retentionPaid: paid } : {}),
        },
  );
  const buyer = await buyerOf(call, of.contract);
  if (buyer !== undefined) await addEntry(buyerContract, buyer.id, { reserved: `-${paid}`, paid });
  if (isRetention(of.payKind)) await payRetention(call, { projectContract: of.contract }, paid);
  const { rows } = await sql<Cleared>`select invoice::text, this_clear::text as "thisClear" from f_pay_money_invoices
    where parent_id = ${of.id} order by row_no`.execute(tx);
  const taken = Big(of.thisOffset).plus(of.thisFine);
  const then = first ? rows.map(() => Big(0)) : clearedBy(rows, Big(before).plus(taken));
  const now = clearedBy(rows, Big(before).plus(paid).plus(taken));
  for (const [index, row] of rows.entries()) {
    const part = (now[index] ?? Big(0)).minus(then[index] ?? 0).toFixed(2);
    const payable = await payableOfInvoice({ tx, find }, row.invoice);
    if (payable === undefined || !positive(part)) continue;
    await addEntry(supplierPayable, payable.id, { payPending: `-${part}`, paid: part });
    if (
      Big(payable.paid ?? 0)
        .plus(part)
        .eq(payable.amount ?? 0)
    )
      await setEntry(supplierPayable, payable.id, { state: '已付清' });
  }
  await postBudget(
    tx,
    budgetKey(of),
    { reserved: `-${paid}`, used: paid },
    { module: 'payMoneyApproval', id: batch.id },
    `工程付款${of.serial}`,
  );
}

const pay = effect<Batch>(async (call) => {
  const { record, tx, addEntry, actor } = call;
  demandVouchers(record);
  await demandOtherPayer(tx, record, actor.userId);
  const source = { module: 'payMoneyApproval', id: record.id } as const;
  const paid = new Map(succeeded(record).map((row) => [row.paidApply, row]));
  for (const [index, row] of record.pays.entries()) {
    const entry = await queued(call, row.apply, `pays[${index}].apply`);
    const voucher = paid.get(row.apply);
    // What was approved and not paid goes back into the queue.
    await addEntry(payQueue, entry.id, { scheduled: `-${row.approveAmount}`, paid: voucher?.paidAmount ?? '0' });
    if (voucher === undefined) continue;
    const of = await applicationOf(tx, row.apply);
    await payOne(call, record, of, voucher.paidAmount, entry.paid ?? '0.00');
    await payOut(tx, {
      serial: voucher.bankSerial,
      account: record.payAccount,
      direction: 'out',
      amount: voucher.paidAmount,
      day: voucher.paidDate,
      counterparty: of.payee,
      source,
      path: `vouchers[${record.vouchers.indexOf(voucher)}].bankSerial`,
    });
  }
});

/** What an application offsets and is fined went with its first payment; those that came after stand on it. @throws refused */
async function demandLast(tx: Tx, record: Batch): Promise<void> {
  const applies = succeeded(record).map((row) => row.paidApply);
  await sql`select 1 from b_pay_queue where apply = any(${applies}::bigint[]) order by id for update`.execute(tx);
  const { rows } = await sql`with standing as (
      select v.parent_id as batch, v.paid_apply as apply, b.id from f_pay_money_approval_vouchers v
      join bank_journal b on b.source_module = 'payMoneyApproval' and b.source_id = v.parent_id and b.bank_serial = v.bank_serial
        and b.reverses_id is null and not exists (select from bank_journal r where r.reverses_id = b.id)
      where v.paid_apply = any(${applies}::bigint[]))
    select 1 from standing mine join standing later on later.apply = mine.apply and later.id > mine.id
    where mine.batch = ${record.id} and later.batch <> ${record.id}`.execute(tx);
  if (rows.length > 0) throw refused('该付款申请之后还有付款，请先作废后面的付款批次');
}

const batchEffects: EffectsOf<'payMoneyApproval', Batch> = {
  'payMoneyApproval.hold': effect(async (call) => {
    const { record, addEntry } = call;
    for (const [index, row] of record.pays.entries()) {
      if (record.pays.findIndex((other) => other.apply === row.apply) < index)
        throw wrong(`pays[${index}].apply`, '付款申请单重复，请删去一行');
      if (!positive(row.approveAmount))
        throw wrong(`pays[${index}].approveAmount`, '核定金额应大于0，不付的请移出本批');
      const entry = await queued(call, row.apply, `pays[${index}].apply`);
      await addEntry(payQueue, entry.id, { scheduled: row.approveAmount }, `pays[${index}].approveAmount`);
    }
  }),
  'payMoneyApproval.pay': {
    apply: pay.apply,
    async reverse(tx, call) {
      const source = { module: 'payMoneyApproval', id: call.record.id } as const;
      await demandLast(tx, call.record);
      await reversePay(tx, source);
      await undoBudget(tx, source, '付款作废');
      await pay.reverse(tx, call);
    },
  },
  'payMoneyApproval.mail': effect(async ({ record, tx, book }) => {
    for (const voucher of succeeded(record)) {
      const of = await applicationOf(tx, voucher.paidApply);
      await book(supplierMail, {
        supplier: of.supplier,
        address: of.email,
        project: of.project,
        kind: '付款通知',
        subject: `付款通知 ${of.serial}`,
        body: `${of.payee}：\n${of.payKind}${voucher.paidAmount}元已于${voucher.paidDate}付至贵单位账户，流水号${voucher.bankSerial ?? ''}，请查收。`,
        state: '待发送',
      });
    }
  }),
};

export const payMoneyEffects = { ...applicationEffects, ...batchEffects };
