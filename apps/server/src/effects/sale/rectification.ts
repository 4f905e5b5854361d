/** EMC问题整改: entered at submit, closed at the end, and what it was raised by learns of both. */
import { assessmentItem, complaint, customerVisit, rectification, safetyHazard } from '@hengneng/forms';
import type { emcProblemRectification } from '@hengneng/forms';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import { monthOf } from '../books/source.ts';
import { effect, type Writing } from '../kit/effect.ts';

type Rectification = Recorded<typeof emcProblemRectification>;

const HAZARD = { 整改中: '整改中', 已整改: '已闭环', 部分整改: '整改中' } as const;

/** Tells the entries that the number of the source stands for how far their rectification is. */
async function tellSource(w: Writing, record: Rectification, rectifyState: keyof typeof HAZARD): Promise<void> {
  const of = { project: record.project, sourceNo: record.sourceNo };
  for (const one of await w.find(complaint, of)) await w.setEntry(complaint, one.id, { rectifyState });
  for (const one of await w.find(customerVisit, of)) await w.setEntry(customerVisit, one.id, { rectifyState });
  if (record.source === '安全检查')
    for (const one of await w.find(safetyHazard, of))
      if (one.state !== '已闭环')
        await w.setEntry(safetyHazard, one.id, {
          state: HAZARD[rectifyState],
          closedOn: rectifyState === '已整改' ? record.finishDate : null,
        });
}

export const rectificationEffects: EffectsOf<'emcProblemRectification', Rectification> = {
  'emcProblemRectification.open': effect(async (call) => {
    const { record, book } = call;
    await book(rectification, {
      project: record.project,
      origin: record.source,
      originNo: record.sourceNo,
      problemField: record.problemField,
      severity: record.severity,
      problem: record.problemDesc,
      leader: record.rectifyLeader,
      deadline: record.totalDeadline,
      state: '整改中',
      budget: record.budgetTotal,
      sourceNo: record.serial,
    });
    await tellSource(call, record, '整改中');
  }),
  'emcProblemRectification.close': effect(async (call) => {
    const { record, find, setEntry } = call;
    const closed = record.acceptResult === '合格关闭';
    for (const entry of await find(rectification, { sourceNo: record.serial }))
      await setEntry(rectification, entry.id, {
        state: closed ? '已关闭' : '部分合格',
        finishedOn: record.finishDate,
        score: record.acceptScore,
        cost: record.actualCost,
        penalty: record.penalty,
      });
    await tellSource(call, record, closed ? '已整改' : '部分整改');
  }),
  'emcProblemRectification.cost': effect(({ record, projectCost }) =>
    projectCost(record.project, monthOf(record.finishDate ?? record.foundDate), {
      account: '维修费',
      amount: record.actualCost,
    }),
  ),
  'emcProblemRectification.assess': effect(({ record, book, now }) =>
    book(assessmentItem, {
      month: monthOf(now),
      project: record.project,
      employee: record.rectifyLeader,
      kind: '问题整改',
      content: `${record.problemField}整改验收${record.acceptScore ?? 0}分，${record.acceptResult ?? ''}`,
      amount: record.penalty,
      sourceNo: record.serial,
    }),
  ),
  'emcProblemRectification.renew': effect(async ({ record, services }) => {
    if (record.acceptResult !== '部分合格转新单') return;
    await services.draft({
      module: 'emcProblemRectification',
      applicant: record.applicant,
      title: `整改${record.serial}部分合格，请就未完成的部分下达新整改`,
      values: {
        project: record.project,
        contract: record.contract,
        source: record.source,
        sourceNo: record.sourceNo,
        foundDate: record.finishDate,
        problemField: record.problemField,
        severity: record.severity,
        repeated: true,
        repeatNo: record.id,
        problemDesc: record.problemDesc,
        effectDesc: record.effectDesc,
        monthLoss: record.monthLoss,
        rectifyLeader: record.rectifyLeader,
        tasks: record.tasks,
      },
    });
  }),
};
