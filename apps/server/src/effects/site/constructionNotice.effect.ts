import { type constructionNotice, supplierEvaluation, waterArchive } from '@hengneng/forms';
import { bookProjectCost, reverseCosts } from '../books/costs.ts';
import { dayOf, monthOf } from '../books/source.ts';
import { moveStock, undoStock } from '../books/stock.ts';
import { effect } from '../kit/effect.ts';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';

type Notice = Recorded<typeof constructionNotice>;

const source = (record: Notice) => ({ module: 'constructionNotice', id: record.id }) as const;

export const constructionNoticeEffects: EffectsOf<'constructionNotice', Notice> = {
  'constructionNotice.archive': effect(async ({ record, book }) => {
    const day = dayOf(record.actualFinish ?? record.planEnd);
    await book(waterArchive, {
      project: record.project,
      kind: '施工记录',
      happenedOn: day,
      month: monthOf(day),
      summary: `${record.workType}：${record.workScope}`,
      ph: record.afterPh,
      conductivity: record.afterConductivity,
      result: record.workResult,
      amount: record.totalAmount,
      document: record.serial,
    });
  }),
  'constructionNotice.issueChemicals': {
    async apply(tx, { record }) {
      for (const [index, line] of record.chemicals.entries())
        await moveStock(
          tx,
          { kind: 'chemical', project: record.project, item: line.name },
          `-${line.quantity}`,
          source(record),
          '水处理施工出库',
          `chemicals[${index}].quantity`,
        );
    },
    reverse: (tx, { record }) => undoStock(tx, source(record), '施工单作废退库'),
  },
  'constructionNotice.cost': {
    apply: (tx, { record }) =>
      bookProjectCost(
        tx,
        record.project,
        monthOf(dayOf(record.actualFinish ?? record.planEnd)),
        [{ account: '水处理', amount: record.totalAmount }],
        source(record),
      ),
    reverse: (tx, { record }) => reverseCosts(tx, source(record)),
  },
  'constructionNotice.markSupplier': effect(async ({ record, book }) => {
    if (record.workResult === '未达标需返工')
      await book(supplierEvaluation, {
        supplier: record.constructionUnit,
        kind: '施工验收',
        project: record.project,
        node: `水处理施工${record.serial}未达标需返工`,
        evaluatedOn: dayOf(record.actualFinish ?? record.planEnd),
        result: '不合格',
      });
  }),
};
