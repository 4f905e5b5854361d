/** 费用代缴: bills of others that we pay once, and ask back. */
import { behalfBill } from '@hengneng/forms';
import type { feePaymentBehalf } from '@hengneng/forms';
import { Big } from 'big.js';
import { sql } from 'kysely';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import { wrong } from '../../platform/http/errors.ts';
import { payOut, reversePay } from '../books/bank.ts';
import { positive } from '../books/money.ts';
import { chargeWork } from '../books/service-receivable.ts';
import { dayOf, monthOf } from '../books/source.ts';
import { effect } from '../kit/effect.ts';

type Behalf = Recorded<typeof feePaymentBehalf>;

const source = (record: Behalf) => ({ module: 'feePaymentBehalf', id: record.id }) as const;

export const feePaymentBehalfEffects: EffectsOf<'feePaymentBehalf', Behalf> = {
  'feePaymentBehalf.hold': effect(async ({ record, tx, book }) => {
    for (const [index, row] of record.bills.entries()) {
      const path = `bills[${index}].accountNo`;
      const same = (other: Behalf['bills'][number]) =>
        other.accountNo === row.accountNo && other.billMonth === row.billMonth;
      if (record.bills.findIndex(same) < index) throw wrong(path, '户号与账期重复，请合并为一行');
      if (Big(row.lateFee ?? 0).gt(row.billAmount)) throw wrong(`bills[${index}].lateFee`, '滞纳金不能大于账单金额');
      // Paid here before, or as energy of our own.
      const { rows } = await sql<{ document: string }>`
        select document from b_behalf_bill where payee_unit = ${record.payeeUnit} and account_no = ${row.accountNo}
          and month = ${row.billMonth} and not voided
        union all
        select p.serial from energy_payment_ledger l join f_payment p on p.id = l.payment_id where l.account_no = ${row.accountNo} and not l.voided
          and not l.correction and l.period && daterange((${row.billMonth} || '-01')::date, ((${row.billMonth} || '-01')::date + interval '1 month')::date)
        limit 1`.execute(tx);
      if (rows[0]) throw wrong(path, `该户号${row.billMonth}账期已由${rows[0].document}支付，不能重复支付`);
    }
    await book(
      behalfBill,
      ...record.bills.map((row) => ({
        project: record.project,
        feeType: record.feeType,
        payeeUnit: record.payeeUnit,
        accountNo: row.accountNo,
        month: row.billMonth,
        amount: row.billAmount,
        behalfName: record.behalfName,
        document: record.serial,
      })),
    );
  }),
  'feePaymentBehalf.pay': {
    apply: (tx, { record }) =>
      payOut(tx, {
        serial: record.bankSerial,
        account: record.payAccount,
        direction: 'out',
        amount: record.paidAmount,
        day: record.payDate,
        counterparty: record.payeeUnit,
        source: source(record),
      }),
    reverse: (tx, { record }) => reversePay(tx, source(record)),
  },
  'feePaymentBehalf.receivable': effect(async ({ record, book, services, now }) => {
    const amount = record.recoverable ?? '0';
    await chargeWork(
      { book },
      {
        project: record.project,
        contract: record.contract,
        customerName: record.behalfName,
        amount,
        month: monthOf(record.payDate ?? dayOf(now)),
        sourceNo: record.serial,
        item: `代缴${record.feeType}`,
        sourceKind: '代缴费用',
        dueDate: record.recoverDate,
        onItsOwn: record.recoverMode !== '并入当期结算',
      },
    );
    await services.remind({
      on: record.recoverDate,
      everyDays: 7,
      to: [record.applicant],
      title: `替${record.behalfName}代缴的${record.feeType}${amount}元（${record.serial}）应收回，请${record.recoverMode}`,
    });
  }),
  'feePaymentBehalf.lateFees': effect(async ({ record, projectCost, now }) => {
    if (positive(record.lateTotal))
      await projectCost(record.project, monthOf(record.payDate ?? dayOf(now)), {
        account: '营业外支出-违约金',
        amount: record.lateTotal,
      });
  }),
};
