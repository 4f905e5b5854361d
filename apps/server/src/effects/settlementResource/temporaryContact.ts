import { overtimeRecord, settlementBasis, type temporaryContact } from '@hengneng/forms';
import { Big } from 'big.js';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import { positive } from '../books/money.ts';
import { dayOf, monthOf } from '../books/source.ts';
import { noteWorkHours, voidWorkHours } from '../books/work-hours.ts';
import { effect, undoing } from '../kit/effect.ts';

type Contact = Recorded<typeof temporaryContact>;

/** The hours that were really supplied, over the sessions as they were planned; what rounding leaves falls to the last. */
export function hoursBySession(planned: readonly (string | null)[], actual: string): readonly string[] {
  const total = planned.reduce((sum, hours) => sum.plus(hours ?? '0'), Big(0));
  let left = Big(actual);
  return planned.map((hours, at) => {
    const share =
      at === planned.length - 1 || total.eq(0)
        ? left
        : Big(actual)
            .times(hours ?? '0')
            .div(total)
            .round(1, Big.roundDown);
    left = left.minus(share);
    return share.toFixed(1);
  });
}

const suppliedHours = (record: Contact): readonly string[] =>
  hoursBySession(
    record.sessions.map((row) => row.planHours),
    record.actualTotalHours ?? '0',
  );

export const temporaryContactEffects: EffectsOf<'temporaryContact', Contact> = {
  'temporaryContact.basis': effect(async ({ record, book, now }) => {
    if (!positive(record.actualFee)) return;
    const metered = record.settleWay === '按计量用量';
    await book(settlementBasis, {
      basisNo: record.serial ?? '',
      kind: '临时用能',
      item: `${record.useArea} ${record.contactType}`,
      project: record.project,
      contract: record.contract,
      month: record.settleMonth ?? monthOf(now),
      quantity: (metered ? record.actualKwh : record.actualTotalHours) ?? '0',
      unit: metered ? 'kWh' : 'h',
      amount: record.actualFee,
      state: '未结算',
    });
  }),
  'temporaryContact.overtime': effect(async ({ record, book }) => {
    const hours = suppliedHours(record);
    await book(
      overtimeRecord,
      ...record.sessions.flatMap((row, at) =>
        positive(hours[at])
          ? [
              {
                project: record.project,
                contract: record.contract,
                useDate: row.useDate,
                dayKind: row.dayKind,
                kind: record.contactType,
                area: record.useArea,
                square: record.useSquare,
                planFrom: row.planFrom,
                planTo: row.planTo,
                hours: hours[at] ?? '0',
                energy: record.sessions.length === 1 ? record.actualKwh : null,
                document: record.serial ?? '',
              },
            ]
          : [],
      ),
    );
  }),
  'temporaryContact.dutyHours': undoing(
    effect(async ({ tx, record, source }) => {
      const hours = suppliedHours(record);
      await noteWorkHours(
        tx,
        record.sessions.flatMap((row, at) =>
          positive(hours[at])
            ? record.dutyStaff.map((user) => ({ user, day: dayOf(row.planFrom), hours: hours[at] ?? '0' }))
            : [],
        ),
        source,
      );
    }),
    (tx, { source }) => voidWorkHours(tx, source),
  ),
};
