import { assessmentItem, type departmentalWorkContact, deptCooperation } from '@hengneng/forms';
import { bookDeptCost, bookProjectCost, reverseCosts } from '../books/costs.ts';
import { monthOf } from '../books/source.ts';
import { effect } from '../kit/effect.ts';
import { timeliness } from '../kit/assess.ts';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';

type Contact = Recorded<typeof departmentalWorkContact>;

const source = (record: Contact) => ({ module: 'departmentalWorkContact', id: record.id }) as const;

export const departmentalWorkContactEffects: EffectsOf<'departmentalWorkContact', Contact> = {
  'departmentalWorkContact.ledger': effect(({ record, book }) =>
    book(deptCooperation, {
      fromDept: record.fromDept,
      toDept: record.toDept,
      project: record.project,
      kind: record.contactType,
      promiseDate: record.promiseDate,
      finishDate: record.finishDate,
      onTime: timeliness(record.finishDate, record.promiseDate),
      timelyMark: record.timelyMark,
      qualityMark: record.qualityMark,
      workHours: record.workHours,
      cost: record.actualCost,
      sourceNo: record.serial,
    }),
  ),
  'departmentalWorkContact.mark': effect(async ({ record, book, now }) => {
    if (record.averageMark !== null)
      await book(assessmentItem, {
        month: monthOf(now),
        dept: record.toDept,
        project: record.project,
        kind: '部门协作评价',
        content: `${record.contactType}：及时性${record.timelyMark}分，质量${record.qualityMark}分，均分${record.averageMark}分`,
        sourceNo: record.serial,
      });
  }),
  'departmentalWorkContact.cost': {
    async apply(tx, { record, now }) {
      const month = monthOf(record.finishDate ?? now);
      const line = [{ account: '部门协作', amount: record.actualCost }];
      if (record.costBearer === '提出部门') await bookDeptCost(tx, record.fromDept, month, line, source(record));
      if (record.costBearer === '接收部门') await bookDeptCost(tx, record.toDept, month, line, source(record));
      if (record.costBearer === '项目承担' && record.project)
        await bookProjectCost(
          tx,
          record.project,
          month,
          [{ account: '维修费', amount: record.actualCost }],
          source(record),
        );
    },
    reverse: (tx, { record }) => reverseCosts(tx, source(record)),
  },
  'departmentalWorkContact.dispatchDraft': {
    async apply(_tx, { record, services }) {
      if (record.contactType === '备件调拨')
        await services.draft({
          module: 'operatePurchaseSend',
          applicant: record.receiver,
          title: `联系单${record.serial}为备件调拨，请填报发货单`,
          values: { project: record.project, receiver: record.applicant },
        });
    },
    reverse: (_tx, { services }) => services.takeBack(),
  },
};
