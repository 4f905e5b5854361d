/** 员工租房: a house is let once at a time, a period is paid once, deposits come back, and what employees bear is kept from their pay. */
import type { staffRent } from '@hengneng/forms';
import { dormitoryStay, rentLease, rentPayment } from '@hengneng/forms';
import { sql } from 'kysely';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import { payOut, reversePay } from '../books/bank.ts';
import { minus, positive } from '../books/money.ts';
import { deductFromPay, undoDeduction } from '../books/payroll.ts';
import { dayOf, monthOf } from '../books/source.ts';
import { effect, undoing } from '../kit/effect.ts';
import { checkLease, checkPeriods, checkStays } from './rent-checks.ts';
import { settleDeposit, takeDeposit } from './rent-deposits.ts';
import { dayAfter, dueLines, leaseOf, once, rentCosts, selfDeductions, silence } from './rents.ts';

export type Rent = Recorded<typeof staffRent>;

const source = (record: Rent) => ({ module: 'staffRent', id: record.id }) as const;
const ends = (record: Rent): boolean => record.applyType === '退租';
const paidOn = (record: Rent, now: Date): string => record.payDate ?? dayOf(now);

export const staffRentEffects: EffectsOf<'staffRent', Rent> = {
  'staffRent.check': effect(async (w) => {
    await checkLease(w, w.record);
    await checkPeriods(w.tx, w.record);
    await checkStays(w.tx, w.record);
  }),
  'staffRent.hold': effect(async ({ record, book, addEntry, setEntry }) => {
    await once('periodStart', () =>
      book(
        rentPayment,
        ...dueLines(record).map((line) => ({
          ...line,
          project: record.project,
          lease: record.lease,
          houseAddress: record.houseAddress,
          periodStart: record.periodStart,
          periodEnd: record.periodEnd,
          state: '在途' as const,
          document: record.serial ?? '',
        })),
      ),
    );
    if (record.lease === null) return;
    await addEntry(rentLease, record.lease, { laterRecords: 1 });
    if (!ends(record)) return;
    await setEntry(rentLease, record.lease, { state: '退租中' });
    await addEntry(rentLease, record.lease, { depositLeft: minus('0', record.depositBack ?? '0') }, 'depositBack');
  }),
  'staffRent.pay': {
    async apply(tx, { record, now }) {
      const line = {
        account: record.payAccount,
        day: paidOn(record, now),
        counterparty: record.landlord,
        source: source(record),
      };
      if (positive(record.paidAmount))
        await payOut(tx, { ...line, serial: record.bankSerial, direction: 'out', amount: record.paidAmount });
      if (positive(record.receivedAmount))
        await payOut(tx, {
          ...line,
          serial: record.receiptSerial,
          direction: 'in',
          amount: record.receivedAmount,
          path: 'receiptSerial',
        });
    },
    reverse: (tx, { record }) => reversePay(tx, source(record)),
  },
  'staffRent.lease': effect(async (w) => {
    const { record, book, setEntry } = w;
    const terms = {
      landlord: record.landlord,
      landlordPhone: record.landlordPhone,
      payeeAccount: record.payeeAccount,
    };
    const rent = { leaseEnd: record.leaseEnd, monthRent: record.monthRent, payCycle: record.payCycle };
    if (record.applyType === '新租') {
      await once('leaseStart', () =>
        book(rentLease, {
          ...terms,
          ...rent,
          leaseNo: record.leaseNo ?? '',
          project: record.project,
          houseAddress: record.houseAddress,
          layout: record.layout,
          houseArea: record.houseArea,
          leaseStart: record.leaseStart,
          deposit: '0.00',
          depositLeft: '0.00',
          laterRecords: 0,
          state: '在租',
          keeper: record.applicant,
          document: record.serial ?? '',
        }),
      );
      return;
    }
    const lease = await leaseOf(w, record);
    if (ends(record)) return setEntry(rentLease, lease.id, { state: '已退租', endedOn: record.leaveDate });
    const renewed = record.applyType === '续租' ? rent : {};
    return once('leaseEnd', () => setEntry(rentLease, lease.id, { ...terms, ...renewed }));
  }),
  'staffRent.paid': effect(async (w) => {
    const { record, find, setEntry } = w;
    const lease = await leaseOf(w, record);
    const lines = await find(rentPayment, { document: record.serial });
    for (const { id } of lines)
      await setEntry(rentPayment, id, { lease: lease.id, payDate: record.payDate, state: '已付' });
    if (positive(record.rentAmount) && (lease.paidTo === null || lease.paidTo < record.periodEnd))
      await setEntry(rentLease, lease.id, { paidTo: record.periodEnd });
  }),
  'staffRent.remindEnd': effect(async (w) => {
    const { record, services } = w;
    const lets = record.applyType === '新租' || record.applyType === '续租';
    if (!lets && !ends(record)) return;
    await silence(w, record, 'staffRent.remindEnd');
    if (lets)
      await services.remind({
        on: record.leaseEnd,
        daysBefore: 30,
        to: [record.applicant],
        role: 'admin',
        title: `宿舍${record.houseAddress}的租期${record.leaseEnd}到期（${record.leaseNo ?? ''}），请办理续租或退租`,
      });
  }),
  'staffRent.remindPay': effect(async (w) => {
    const { record, services } = w;
    if (!positive(record.rentAmount) && !ends(record)) return;
    await silence(w, record, 'staffRent.remindPay');
    const next = dayAfter(record.periodEnd);
    if (!ends(record) && next <= record.leaseEnd)
      await services.remind({
        on: next,
        daysBefore: 7,
        to: [record.applicant],
        title: `宿舍${record.houseAddress}（${record.leaseNo ?? ''}）自${next}起的租金应付，请申请租金支付`,
      });
  }),
  'staffRent.stay': effect(async (w) => {
    const { record, tx, book, find, setEntry } = w;
    const lease = await leaseOf(w, record);
    const known = await find(dormitoryStay, { lease: lease.id });
    for (const [index, row] of record.occupants.entries()) {
      const path = `occupants[${index}].occupant`;
      const terms = { stayTo: row.stayTo ?? (ends(record) ? record.leaveDate : null), selfShare: row.selfShare };
      const stay = known.find((one) => one.occupant === row.occupant && one.stayFrom === row.stayFrom);
      await once(path, async () => {
        if (stay) return setEntry(dormitoryStay, stay.id, terms);
        const of = { lease: lease.id, project: record.project, houseAddress: record.houseAddress };
        await book(dormitoryStay, {
          ...of,
          ...terms,
          occupant: row.occupant,
          stayFrom: row.stayFrom,
          document: record.serial ?? '',
        });
      });
    }
    if (!ends(record)) return;
    // Whoever is still registered leaves with the lease; whoever was to come later never did.
    const { rows } = await sql<{
      id: string;
      from: string;
    }>`select id::text, stay_from::text as from from b_dormitory_stay
      where lease = ${lease.id} and not voided and coalesce(stay_to, 'infinity') > ${record.leaveDate}`.execute(tx);
    for (const { id, from } of rows) {
      const day = record.leaveDate ?? from;
      await setEntry(dormitoryStay, id, { stayTo: from > day ? from : day });
    }
  }),
  'staffRent.cost': effect(({ record, projectCost, now }) =>
    projectCost(record.project, monthOf(paidOn(record, now)), ...rentCosts(record)),
  ),
  'staffRent.deduct': undoing(
    effect(async ({ record, tx, now }) => {
      for (const one of selfDeductions(record, monthOf(paidOn(record, now))))
        await deductFromPay(tx, source(record), {
          ...one,
          reason: `宿舍${record.houseAddress}个人承担房租（${record.serial ?? ''}）`,
        });
    }),
    (tx, { record }) => undoDeduction(tx, source(record)),
  ),
  'staffRent.deposit': effect(async (w) => {
    const lease = await leaseOf(w, w.record);
    if (ends(w.record)) await settleDeposit(w, lease, w.record);
    else await takeDeposit(w, lease, w.record);
  }),
};
