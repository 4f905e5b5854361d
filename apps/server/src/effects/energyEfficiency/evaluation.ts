/** What energy was saved and who has which part of it, and whether a project is worth taking on. */
import { efficiencyIndex, energySavingLedger, projectEvaluation, settlementBasis } from '@hengneng/forms';
import type { energySavingEvaluation, newProjectEvaluation } from '@hengneng/forms';
import { Big } from 'big.js';
import { sql } from 'kysely';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { invalid, refused } from '../../platform/http/errors.ts';
import { positive } from '../books/money.ts';
import { dayOf, monthOf } from '../books/source.ts';
import { effect } from '../kit/effect.ts';
import { projectManagers } from '../kit/people.ts';

type Saving = Recorded<typeof energySavingEvaluation>;
type Evaluation = Recorded<typeof newProjectEvaluation>;

const SHARING = '效益分享结算';

/** A saving that was shared already within the period, under the contract's lock; null where there is none. */
async function sharedBefore(tx: Tx, record: Saving): Promise<string | null> {
  if (record.evaluateKind !== SHARING) return null;
  await sql`select from contract where code = ${record.contract} for update`.execute(tx);
  const { rows } = await sql<{ document: string }>`select document from b_energy_saving_ledger
    where contract = ${record.contract} and kind = ${SHARING} and not voided
      and report_from <= ${record.reportTo}::date and report_to >= ${record.reportFrom}::date limit 1`.execute(tx);
  return rows[0]?.document ?? null;
}

const savingEffects: EffectsOf<'energySavingEvaluation', Saving> = {
  'energySavingEvaluation.check': effect(async ({ tx, record }) => {
    const other = await sharedBefore(tx, record);
    if (other !== null)
      throw invalid([{ path: 'reportFrom', message: `报告期与${other}重叠，同一期间的节能效益不能分享两次` }]);
  }),
  'energySavingEvaluation.ledger': effect(async ({ tx, record, book, add }) => {
    const other = await sharedBefore(tx, record);
    if (other !== null) throw refused(`报告期与${other}重叠，同一期间的节能效益不能分享两次`);
    const ourAmount = record.evaluateKind === SHARING ? record.confirmShare : null;
    await book(energySavingLedger, {
      project: record.project,
      contract: record.contract,
      kind: record.evaluateKind,
      renovation: record.renovation,
      reportFrom: record.reportFrom,
      reportTo: record.reportTo,
      savingRate: record.confirmRate ?? record.savingRate ?? '0',
      promiseRate: record.promiseRate,
      saveMoney: record.confirmMoney ?? record.saveMoney ?? '0',
      ourAmount,
      coal: record.coalTotal,
      carbon: record.carbonTotal,
      payYears: record.payYears,
      document: record.serial ?? '',
    });
    if (ourAmount !== null && positive(ourAmount)) await add('contract', record.contract, { shared_saving: ourAmount });
  }),
  'energySavingEvaluation.basis': effect(async ({ record, book }) => {
    if (record.evaluateKind !== SHARING || !positive(record.confirmShare)) return;
    await book(settlementBasis, {
      basisNo: record.serial ?? '',
      kind: '效益分享',
      item: `${record.reportFrom}至${record.reportTo} 节能效益分享`,
      project: record.project,
      contract: record.contract,
      month: monthOf(record.confirmDate ?? record.reportTo),
      periodStart: record.reportFrom,
      periodEnd: record.reportTo,
      quantity: '1',
      unit: '项',
      amount: record.confirmShare,
      state: '未结算',
    });
  }),
  'energySavingEvaluation.renovation': effect(async ({ tx, record, services }) => {
    if (record.renovation === null) return;
    await services.tell({
      to: await projectManagers(tx, record.project),
      title: `技术改造实测：节能率${Number(record.confirmRate ?? record.savingRate ?? 0)}%，回收期${record.payYears ?? '—'}年（${record.serial}）`,
    });
  }),
  'energySavingEvaluation.rectify': effect(async ({ tx, record, services }) => {
    const gap = Number(record.promiseGap ?? 0);
    if (gap >= 0) return;
    const [manager = record.applicant] = await projectManagers(tx, record.project);
    await services.draft({
      module: 'emcProblemRectification',
      applicant: manager,
      title: `${record.serial}节能率${Number(record.savingRate)}%，较承诺低${-gap}个百分点，请填报EMC问题整改`,
      values: {
        project: record.project,
        contract: record.contract,
        source: '能耗异常',
        sourceNo: record.serial,
        foundDate: record.reportTo,
        problemDesc: `报告期${record.reportFrom}至${record.reportTo}节能率${Number(record.savingRate)}%，承诺${Number(record.promiseRate)}%，低${-gap}个百分点`,
      },
    });
  }),
  'energySavingEvaluation.carbon': effect(async ({ record, book }) => {
    if (record.carbonTotal !== null)
      await book(efficiencyIndex, {
        project: record.project,
        month: monthOf(record.reportTo),
        metric: '减碳量',
        value: record.carbonTotal,
        unit: 'tCO₂',
        document: record.serial,
      });
  }),
};

const perArea = (amount: string | null, area: string | null): string | null =>
  amount === null || area === null || !positive(area) ? null : Big(amount).div(area).toFixed(2);

/** States of a project, by number (`PROJECT_STATES`). */
const PREPARING = 0;
const GIVEN_UP = 4;

const evaluationEffects: EffectsOf<'newProjectEvaluation', Evaluation> = {
  'newProjectEvaluation.library': effect(async ({ record, book }) => {
    await book(projectEvaluation, {
      customerName: record.customerName,
      cityName: record.cityName,
      buildingUse: record.buildingUse,
      project: record.project,
      chargeArea: record.chargeArea,
      coolLoad: record.coolLoad,
      heatLoad: record.heatLoad,
      coolYear: record.coolYear,
      heatYear: record.heatYear,
      energyPerArea: perArea(record.energyTotal, record.chargeArea),
      investTotal: record.investTotal,
      operateProfit: record.operateProfit,
      payYears: record.payYears,
      npv: record.npv,
      takeOpinion: record.takeOpinion ?? '放弃',
      priceFloor: record.priceFloor,
      bottomTerms: record.bottomTerms,
      document: record.serial ?? '',
    });
  }),
  'newProjectEvaluation.review': effect(async ({ record, now, services }) => {
    if (record.takeOpinion === '放弃') return;
    const month = monthOf(dayOf(now));
    await services.draft({
      module: 'projectInvestReview',
      applicant: record.applicant,
      title: `${record.customerName}项目评估${record.takeOpinion}（${record.serial}），请补全投资评审`,
      values: {
        reviewKind: record.projectKind === '改造项目' ? '存量改造投资' : '新建项目投资',
        contractYears: record.contractYears,
        supplyArea: record.chargeArea,
        occupancy: record.openRate,
        mainRisk: record.risks.map((row) => `${row.riskKind}：${row.counter}`).join('；'),
        investments: record.investments.map((row) => ({
          investItem: INVEST_ITEMS[row.investItem] ?? '不可预见费',
          investAmount: row.investAmount,
          investDate: month,
        })),
      },
    });
  }),
  'newProjectEvaluation.abandon': effect(async ({ tx, record, set, services }) => {
    if (record.takeOpinion !== '放弃') return;
    if (record.project !== null) {
      const { rows } = await sql`select from project where code = ${record.project} and state = ${PREPARING}`.execute(
        tx,
      );
      if (rows.length > 0) await set('project', record.project, { state: GIVEN_UP });
    }
    await services.todo({
      kind: '项目放弃',
      title: `${record.customerName}项目评估意见为放弃（${record.serial}）：${record.bottomTerms ?? ''}`,
      to: [],
      role: 'sales',
    });
  }),
};

/** Investments as the review of them calls them. */
const INVEST_ITEMS: Readonly<Record<string, string>> = {
  主机更新: '主机设备',
  水泵冷却塔: '冷却塔与水泵',
  管网改造: '管网阀门',
  变配电: '配电自控',
  自控计量: '配电自控',
  机房标准化: '土建机房',
  末端改造: '管网阀门',
  进场费或设备受让: '开办费',
  设计监理: '设计监理',
  预备费: '不可预见费',
};

export const evaluationAndSavingEffects = { ...savingEffects, ...evaluationEffects };
