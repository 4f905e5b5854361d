import type { departmentalWorkContact } from '@hengneng/forms';
import { sql } from 'kysely';
import { voidRows } from '../books/books.ts';
import { bookDeptCost, bookProjectCost, reverseCosts } from '../books/costs.ts';
import { monthOf } from '../books/source.ts';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';

type Contact = Recorded<typeof departmentalWorkContact>;

const source = (record: Contact) => ({ module: 'departmentalWorkContact', id: record.id }) as const;

export const departmentalWorkContactEffects: EffectsOf<'departmentalWorkContact', Contact> = {
  'departmentalWorkContact.ledger': {
    async apply(tx, { record }) {
      const onTime = record.finishDate && record.promiseDate ? record.finishDate <= record.promiseDate : null;
      await sql`insert into dept_cooperation (from_dept, to_dept, kind, promise_date, finish_date, on_time, timely_mark, quality_mark, work_hours, cost, source_module, source_id)
        values (${record.fromDept}, ${record.toDept}, ${record.contactType}, ${record.promiseDate}, ${record.finishDate}, ${onTime},
          ${record.timelyMark}, ${record.qualityMark}, ${record.workHours}, ${record.actualCost}, 'departmentalWorkContact', ${record.id})`.execute(
        tx,
      );
    },
    reverse: (tx, { record }) => voidRows(tx, source(record), ['dept_cooperation']),
  },
  'departmentalWorkContact.mark': {
    async apply(tx, { record, now }) {
      if (record.averageMark !== null)
        await sql`insert into assessment_mark (dept_id, month, item, mark, source_module, source_id)
          values (${record.toDept}, ${monthOf(now)}, '部门协作评价', ${record.averageMark}, 'departmentalWorkContact', ${record.id})`.execute(
          tx,
        );
    },
    reverse: (tx, { record }) => voidRows(tx, source(record), ['assessment_mark']),
  },
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
