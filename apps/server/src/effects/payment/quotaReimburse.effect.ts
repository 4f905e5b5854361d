/** 额度报销: small expenses within a yearly quota, and the petty cash that was paid out on one. */
import { quotaAccount } from '@hengneng/forms';
import type { quotaReimburse } from '@hengneng/forms';
import { sql } from 'kysely';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import { wrong } from '../../platform/http/errors.ts';
import { payOut, reversePay } from '../books/bank.ts';
import { holdInvoices, releaseInvoices, unuseInvoices, useInvoices } from '../books/invoices.ts';
import { minus, plus, positive } from '../books/money.ts';
import { QUOTA_SUBJECT } from '../books/quota.ts';
import { deductFromPay, undoDeduction } from '../books/payroll.ts';
import { monthOf } from '../books/source.ts';
import { effect } from '../kit/effect.ts';

type Claim = Recorded<typeof quotaReimburse>;

const source = (record: Claim) => ({ module: 'quotaReimburse', id: record.id }) as const;

/** What an action draws on: under way, and done. */
const DRAWS = {
  额度内报销: { pending: 'usePending', done: 'usedDone' },
  拨款内核销: { pending: 'clearPending', done: 'cleared' },
  拨款退回: { pending: 'returnPending', done: 'returned' },
} as const;

const claimedOf = (record: Claim): string =>
  (record.quotaAction === '拨款退回' ? record.returnAmount : record.itemTotal) ?? '0';
const approvedOf = (record: Claim): string => minus(claimedOf(record), record.deductAmount ?? '0');

const hold = effect<Claim>(async ({ record, find, addEntry }) => {
  const [account] = await find(quotaAccount, { id: record.quotaAccount });
  if (account === undefined) throw wrong('quotaAccount', '额度账户不存在或已作废，请重新选择');
  if (account.quotaOwner !== record.quotaOwner || account.quotaKind !== record.quotaKind)
    throw wrong(
      'quotaAccount',
      `该账户是${account.quotaOwner ?? ''}${account.quotaKind ?? ''}，与所选归属和类别不一致`,
    );
  if (record.quotaOwner === '个人' && account.employee !== record.applicant)
    throw wrong('quotaAccount', '只能使用本人的额度');
  if (record.quotaOwner === '项目' && account.project !== record.project)
    throw wrong('quotaAccount', '该额度账户不属于所选项目');
  if (account.year !== Number(record.quotaMonth.slice(0, 4)))
    throw wrong('quotaMonth', `该账户是${account.year ?? ''}年度的额度，请选择当年月份`);
  if (!positive(claimedOf(record))) throw wrong('items', '报销金额应大于0');
  await addEntry(quotaAccount, account.id, { [DRAWS[record.quotaAction].pending]: claimedOf(record) }, 'quotaAccount');
});

export const quotaReimburseEffects: EffectsOf<'quotaReimburse', Claim> = {
  'quotaReimburse.hold': {
    async apply(tx, call) {
      const { record } = call;
      await hold.apply(tx, call);
      await holdInvoices(
        tx,
        record.tickets.map((line) => ({
          kind: '普通票据',
          sellerTaxNo: line.sellerTaxNo,
          code: line.invoiceCode,
          no: line.invoiceNo,
          issueDate: line.ticketDate,
          net: line.ticketAmount,
          tax: '0',
          deductible: '0',
        })),
        source(record),
        'tickets',
      );
    },
    async reverse(tx, call) {
      await releaseInvoices(tx, source(call.record));
      await hold.reverse(tx, call);
    },
  },
  'quotaReimburse.cut': effect(async ({ record, addEntry }) => {
    const { pending } = DRAWS[record.quotaAction];
    await addEntry(quotaAccount, record.quotaAccount, { [pending]: minus('0', record.deductAmount ?? '0') });
  }),
  'quotaReimburse.pay': {
    async apply(tx, { record }) {
      const refund = record.quotaAction === '拨款退回';
      if (record.payrollMode === '并入工资') {
        // What is added to the pay is a deduction of less than nothing.
        await deductFromPay(tx, source(record), {
          person: record.applicant,
          month: monthOf(record.payDate ?? record.quotaMonth),
          amount: minus('0', record.paidAmount ?? '0'),
          reason: `${record.quotaKind}并入工资 ${record.serial ?? ''}`,
        });
        return;
      }
      const { rows } = await sql<{
        name: string;
      }>`select user_name as name from app_user where id = ${record.applicant}`.execute(tx);
      await payOut(tx, {
        serial: record.bankSerial,
        direction: refund ? 'in' : 'out',
        amount: record.paidAmount,
        day: record.payDate,
        counterparty: rows[0]?.name ?? '',
        source: source(record),
      });
    },
    async reverse(tx, { record }) {
      await reversePay(tx, source(record));
      await undoDeduction(tx, source(record));
    },
  },
  'quotaReimburse.settle': effect(async ({ record, addEntry }) => {
    const { pending, done } = DRAWS[record.quotaAction];
    const amount = approvedOf(record);
    await addEntry(quotaAccount, record.quotaAccount, { [pending]: minus('0', amount), [done]: amount });
  }),
  'quotaReimburse.invoices': {
    apply: (tx, { record, now }) => useInvoices(tx, source(record), monthOf(now)),
    reverse: (tx, { record, now }) => unuseInvoices(tx, source(record), monthOf(now)),
  },
  'quotaReimburse.cost': effect(async ({ record, projectCost, deptCost }) => {
    if (record.quotaAction === '拨款退回') return;
    const line = { account: QUOTA_SUBJECT[record.quotaKind] ?? record.quotaKind, amount: approvedOf(record) };
    if (record.quotaOwner === '项目' && record.project !== null)
      await projectCost(record.project, record.quotaMonth, line);
    else await deptCost(record.dept, record.quotaMonth, line);
  }),
  'quotaReimburse.tellLow': effect(async ({ record, find, services }) => {
    const [account] = await find(quotaAccount, { id: record.quotaAccount });
    if (account === undefined || !positive(account.monthStandard)) return;
    const left = minus(
      plus(account.carryIn ?? '0', account.granted ?? '0'),
      plus(account.usePending ?? '0', account.usedDone ?? '0'),
    );
    if (positive(minus(account.monthStandard ?? '0', left)))
      await services.tell({
        to: [record.applicant],
        title: `${account.accountName ?? ''}可用额度只剩${left}元，低于月标准${account.monthStandard ?? ''}元`,
      });
  }),
};
