/** 质量异常反馈 and 技术改造记录, beside purchases and repairs. */
import { savingMeasure, supplierFine, supplierQuality } from '@hengneng/forms';
import type { qualityExceptionFeedback, technicalRenovationRecord } from '@hengneng/forms';
import { Big } from 'big.js';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import { noteHistory, undoHistory } from '../books/devices.ts';
import { positive } from '../books/money.ts';
import { dayOf, monthOf, nextMonth } from '../books/source.ts';
import { splitAmount } from '../contractManage/instalments.ts';
import { effect, undoing } from '../kit/effect.ts';
import { projectManagers } from '../kit/people.ts';
import { operatePurchaseAcceptEffects, operatePurchaseEffects, operatePurchaseSendEffects } from './purchases.ts';

type Feedback = Recorded<typeof qualityExceptionFeedback>;
type Renovation = Recorded<typeof technicalRenovationRecord>;

/** What an exception costs a supplier in the year's review. */
const POINTS = { 轻微: 1, 一般: 3, 严重: 5, 安全事故: 10 } as const;
/** Whose fault is not the supplier's. */
const NOT_THEIRS: readonly string[] = ['我方操作', '客户原因'];

const feedbackEffects: EffectsOf<'qualityExceptionFeedback', Feedback> = {
  'qualityExceptionFeedback.record': effect(async ({ record, book }) => {
    await book(supplierQuality, {
      supplier: record.supplierUnit,
      project: record.project,
      exceptionType: record.exceptionType,
      product: record.productName,
      factoryNo: record.factoryNo,
      foundOn: record.findDate,
      severity: record.severity,
      points: NOT_THEIRS.includes(record.responsible ?? '') ? 0 : POINTS[record.severity],
      responsible: record.responsible,
      claim: record.claimAmount,
      agreed: record.agreedClaim,
      result: record.verifyResult,
      document: record.serial,
    });
  }),
  'qualityExceptionFeedback.claim': effect(async ({ record, book, now }) => {
    if (!positive(record.agreedClaim)) return;
    await book(supplierFine, {
      supplier: record.supplierUnit,
      project: record.project,
      kind: '质量扣款',
      amount: record.agreedClaim ?? '0',
      happenedOn: record.verifyDate ?? dayOf(now),
      reason: `${record.serial} ${record.productName}质量异常赔付`,
      state: '已确认',
    });
  }),
  'qualityExceptionFeedback.cost': effect(async ({ record, projectCost }) => {
    // A repair that it belongs to has its cost itself.
    if (record.repairRecord === null)
      await projectCost(record.project, monthOf(record.verifyDate ?? record.findDate), {
        account: '维修费',
        amount: record.actualLoss,
      });
  }),
  'qualityExceptionFeedback.again': effect(async ({ record, services }) => {
    if (record.verifyResult !== '未解决') return;
    await services.draft({
      module: 'qualityExceptionFeedback',
      applicant: record.applicant,
      title: `质量异常${record.serial}未解决，请再次反馈`,
      values: {
        project: record.project,
        exceptionType: record.exceptionType,
        findStage: record.findStage,
        supplierUnit: record.supplierUnit,
        productDevice: record.productDevice,
        productName: record.productName,
        factoryNo: record.factoryNo,
        commissionDate: record.commissionDate,
        warrantyEnd: record.warrantyEnd,
        repairRecord: record.repairRecord,
        severity: record.severity,
        repeatTimes: record.repeatTimes + 1,
        exceptionDesc: record.exceptionDesc,
      },
    });
    await services.todo({
      kind: '质量异常',
      title: `质量异常${record.serial}验证未解决，请继续与供方交涉`,
      project: record.project,
      to: [],
      role: 'purchaser',
    });
  }),
};

const RENOVATION_COST = '技改费';

/** Months over which an investment is a cost: what is left of the contract, from the month it was finished. */
function spread(record: Renovation): readonly (readonly [string, string])[] {
  const invest = Big(record.actualInvest ?? 0)
    .times(record.companyRatio)
    .div(100)
    .toFixed(2);
  const count = Math.max(1, record.contractLeft ?? 1);
  let month = monthOf(record.actualFinish ?? record.planEnd);
  return splitAmount(
    invest,
    Array.from({ length: count }, () => Big(1)),
  ).map((amount) => {
    const at = month;
    month = nextMonth(month);
    return [at, amount] as const;
  });
}

const renovationEffects: EffectsOf<'technicalRenovationRecord', Renovation> = {
  'technicalRenovationRecord.cost': effect(async ({ record, projectCost }) => {
    for (const [month, amount] of spread(record))
      await projectCost(record.project, month, { account: RENOVATION_COST, amount });
  }),
  'technicalRenovationRecord.history': undoing(
    effect(async ({ tx, record, source }) => {
      if (record.renovatedDevice === null) return;
      await noteHistory(tx, source, [
        {
          device: record.renovatedDevice,
          project: record.project,
          kind: '改造',
          at: record.actualFinish ?? record.planEnd,
          summary: `${record.renovationName}（${record.renovationType}）：${record.effectResult ?? ''}`,
          cost: record.actualInvest,
        },
      ]);
    }),
    (tx, { source }) => undoHistory(tx, source),
  ),
  'technicalRenovationRecord.saving': effect(async ({ record, book }) => {
    if (record.measuredSaving === null) return;
    await book(savingMeasure, {
      project: record.project,
      source: '技术改造',
      title: record.renovationName,
      fromMonth: monthOf(record.actualFinish ?? record.planEnd),
      expected: record.yearSaving,
      measured: record.measuredSaving,
      invest: record.actualInvest,
      result: record.effectResult,
      document: record.serial,
    });
  }),
  'technicalRenovationRecord.meters': effect(async ({ tx, record, services }) => {
    if (record.renovationType !== '计量改造') return;
    await services.todo({
      kind: '表计确认',
      title: `计量改造${record.serial}（${record.renovationName}）已完工，请按新表计重新提交表计确认`,
      project: record.project,
      to: [...(await projectManagers(tx, record.project))],
    });
  }),
};

export const repairMaintenanceEffects = {
  ...operatePurchaseEffects,
  ...operatePurchaseSendEffects,
  ...operatePurchaseAcceptEffects,
  ...feedbackEffects,
  ...renovationEffects,
};
