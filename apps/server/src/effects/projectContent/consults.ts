/** 自控咨询 and 销售技术咨询: schemes filed away, hours noted, what the project in sight is told of them. */
import { type ecuConsult, researchTopic, type saleConsult } from '@hengneng/forms';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import { dayOf } from '../books/source.ts';
import { effect } from '../kit/effect.ts';
import { archiving, workHours } from './shared.ts';

type Ecu = Recorded<typeof ecuConsult>;
type Sale = Recorded<typeof saleConsult>;

export const ecuConsultEffects: EffectsOf<'ecuConsult', Ecu> = {
  'ecuConsult.archiveFiles': archiving((record) => ({
    folder: `自控/${record.consultProject}`,
    title: `自控咨询${record.serial}点表${record.pointTotal ?? 0}点、策略${record.strategies.length}项与网络拓扑`,
    files: record.topology,
  })),
  'ecuConsult.updateProject': effect(({ record, set }) =>
    set('consultProject', record.consultProject, { control_points: record.pointTotal }),
  ),
  'ecuConsult.workHours': workHours((record, now) => [
    { user: record.automationEngineer, day: dayOf(now), hours: record.actualHours },
  ]),
};

export const saleConsultEffects: EffectsOf<'saleConsult', Sale> = {
  'saleConsult.archiveFiles': archiving((record) => ({
    folder: `销售/${record.consultProject}`,
    title: `销售咨询${record.serial}选型计算书${record.researchAnswer ? `（非标：${record.feasibleLevel}）` : ''}`,
    files: record.selectionSheet,
  })),
  'saleConsult.updateProject': effect(({ record, set }) =>
    set('consultProject', record.consultProject, {
      machine_models: record.selections.map((row) => `${row.model}×${row.quantity}`).join('、'),
      selected_cooling: record.selectedCooling,
    }),
  ),
  'saleConsult.researchTopic': effect(async ({ record, book, now }) => {
    if (record.feasibleLevel === '不可实现')
      await book(researchTopic, {
        consultProject: record.consultProject,
        productLine: record.productLine,
        items: (record.nonStandardItems ?? []).join('、'),
        question: record.question,
        opinion: record.researchOpinion,
        engineer: record.researchEngineer,
        raisedOn: dayOf(now),
        sourceNo: record.serial,
      });
  }),
  'saleConsult.workHours': workHours((record, now) => [
    { user: record.hvacEngineer, day: dayOf(now), hours: record.hvacHours },
    { user: record.researchEngineer, day: dayOf(now), hours: record.researchHours },
  ]),
};
