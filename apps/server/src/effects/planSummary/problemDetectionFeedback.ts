/** 问题检测反馈: what a test found, until it is put right and tested again. */
import { addDays } from '@hengneng/core';
import { detectionIssue, savingBenefit } from '@hengneng/forms';
import type { problemDetectionFeedback } from '@hengneng/forms';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import { noteHistory, undoHistory } from '../books/devices.ts';
import { positive } from '../books/money.ts';
import { monthOf, nextMonth } from '../books/source.ts';
import { effect, undoing } from '../kit/effect.ts';

type Feedback = Recorded<typeof problemDetectionFeedback>;

const WATCHED_DAYS = 30;

export const problemDetectionFeedbackEffects: EffectsOf<'problemDetectionFeedback', Feedback> = {
  'problemDetectionFeedback.open': effect(({ record, book }) =>
    book(detectionIssue, {
      project: record.project,
      device: record.device,
      kind: record.detectKind,
      detectionNo: record.sourceForm,
      severity: record.severity,
      phenomenon: record.phenomenon,
      detectedOn: record.detectDate,
      monthLoss: record.monthLoss,
      state: '整改中',
      sourceNo: record.serial,
    }),
  ),
  'problemDetectionFeedback.close': effect(async ({ record, find, setEntry }) => {
    for (const entry of await find(detectionIssue, { sourceNo: record.serial }))
      await setEntry(detectionIssue, entry.id, {
        state: record.retestResult === '合格关闭' ? '已关闭' : '继续观察',
        finishedOn: record.actualFinish,
        retestedOn: record.retestDate,
        cost: record.actualCost,
      });
  }),
  'problemDetectionFeedback.cost': effect(({ record, projectCost }) =>
    projectCost(record.project, monthOf(record.actualFinish ?? record.detectDate), {
      account: '维修费',
      amount: record.actualCost,
    }),
  ),
  'problemDetectionFeedback.saving': effect(async ({ record, book }) => {
    const { savedMonthly } = record;
    if (savedMonthly !== null && positive(savedMonthly))
      await book(savingBenefit, {
        project: record.project,
        device: record.device,
        fromMonth: nextMonth(record.retestDate ?? record.detectDate),
        measure: record.measurePlan ?? record.phenomenon,
        monthly: savedMonthly,
        cost: record.actualCost,
        sourceNo: record.serial,
      });
  }),
  'problemDetectionFeedback.history': undoing(
    effect<Feedback>(async ({ tx, record, source }) => {
      if (record.device === null || record.retestDate === null) return;
      await noteHistory(tx, source, [
        {
          device: record.device,
          project: record.project,
          kind: '复测',
          at: record.retestDate,
          summary: `${record.detectKind}复测${record.retestResult ?? ''}：原超标${record.outCount ?? 0}项，仍超标${record.retestOut ?? 0}项`,
        },
      ]);
    }),
    (tx, { source }) => undoHistory(tx, source),
  ),
  'problemDetectionFeedback.retest': effect(async ({ record, services }) => {
    if (record.retestResult === '改善继续观察' && record.retestDate !== null)
      await services.remind({
        on: addDays(record.retestDate, WATCHED_DAYS),
        to: [record.detector],
        title: `${record.serial ?? ''}${record.detectKind}继续观察满${WATCHED_DAYS}天，请再次复测`,
      });
  }),
};
