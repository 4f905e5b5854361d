/** Monthly confirmations of cold and heat, hot water, water and main energy: what customers are billed by, and what we pay suppliers for. */
import { efficiencyIndex, settlementBasis, userPayAccount } from '@hengneng/forms';
import type { coldAndHeatMeter, mainEnergySource, sanitaryHotWater, waterMeter } from '@hengneng/forms';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import { noteHistory, undoHistory } from '../books/devices.ts';
import { bookConfirmed } from '../books/energy-costs.ts';
import { energySubjectOf } from '../books/energy-suppliers.ts';
import { TOWER_WATER } from '../books/metering.ts';
import { effect, undoing } from '../kit/effect.ts';
import { draftRepair } from '../kit/repair-draft.ts';
import { billOf, codesOf } from './energy-bill.ts';
import { readingEffects } from './readings.ts';

type Heat = Recorded<typeof coldAndHeatMeter>;
type HotWater = Recorded<typeof sanitaryHotWater>;
type Water = Recorded<typeof waterMeter>;
type Energy = Recorded<typeof mainEnergySource>;

/** Deviation from the supplier's bill, in percent, above which the difference is looked into as an abnormal consumption. */
const BILL_ALARM = 5;

interface Statement {
  readonly serial: string | null;
  readonly project: string;
  readonly contract: string | null;
  readonly settleMonth: string;
  readonly periodStart: string;
  readonly periodEnd: string;
}

/** What an entry of the basis has of the statement that confirms it. */
const basisOf = ({ serial, project, contract, settleMonth, periodStart, periodEnd }: Statement) =>
  ({
    basisNo: serial ?? '',
    project,
    contract,
    month: settleMonth,
    periodStart,
    periodEnd,
    state: '未结算',
  }) as const;

const heatReadings = readingEffects<Heat>('readings', (record) =>
  record.readings.map((row) => ({ ...row, quantity: row.usageKwh, unit: 'kWh' })),
);

const coldAndHeatMeterEffects: EffectsOf<'coldAndHeatMeter', Heat> = {
  'coldAndHeatMeter.check': heatReadings.check,
  'coldAndHeatMeter.basis': effect(async ({ record, book }) => {
    await book(settlementBasis, {
      ...basisOf(record),
      kind: '冷热量',
      item: `${record.settleMonth} ${record.supplyMode === '供冷' ? '供冷量' : '供热量'}`,
      quantity: record.settleTotal ?? '0',
      unit: 'kWh',
      amount: record.settleAmount,
    });
  }),
  'coldAndHeatMeter.lastReading': heatReadings.lastReading,
  'coldAndHeatMeter.replaceRecord': undoing(
    effect(async ({ tx, record, source, services }) => {
      for (const row of record.readings) {
        if (row.readKind !== '换表') continue;
        const summary = `结算换表：旧表止码${row.oldFinal}，新表起码${row.newInitial}（${record.serial}）`;
        await noteHistory(tx, source, [
          { device: row.meter, project: record.project, kind: '换表', at: record.readTime, summary },
        ]);
        await services.draft({
          module: 'deviceReplaceRecord',
          applicant: record.ourReader,
          title: `${record.serial}本期换表，请补全设备更换记录`,
          values: { project: record.project, device: row.meter },
        });
      }
    }),
    (tx, { source }) => undoHistory(tx, source),
  ),
};

const hotReadings = readingEffects<HotWater>('zones', (record) =>
  record.zones.map((row) => ({ ...row, quantity: row.usedM3, unit: 'm³' })),
);

const sanitaryHotWaterEffects: EffectsOf<'sanitaryHotWater', HotWater> = {
  'sanitaryHotWater.check': hotReadings.check,
  'sanitaryHotWater.basis': effect(async ({ record, book }) => {
    const byHeat = record.chargeWay === '按热量计费';
    await book(settlementBasis, {
      ...basisOf(record),
      kind: '卫生热水',
      item: `${record.settleMonth} 卫生热水`,
      quantity: (byHeat ? record.heatTotal : record.waterTotal) ?? '0',
      unit: byHeat ? 'GJ' : 'm³',
      amount: record.settleFee,
    });
  }),
  'sanitaryHotWater.lastReading': hotReadings.lastReading,
  'sanitaryHotWater.draftProblem': effect(async ({ record, services }) => {
    for (const row of record.zones)
      if ((row.lowTemp ?? 0) > 0)
        await services.draft({
          module: 'problemDetectionFeedback',
          applicant: record.applicant,
          title: `卫生热水${record.serial}：${row.zone}供水${row.hotTemp}℃低于约定${row.agreedTemp}℃，请反馈问题`,
          values: {
            project: record.project,
            device: row.meter,
            sourceForm: record.serial,
            detectDate: record.periodEnd,
            detector: record.ourReader,
            phenomenon: `${row.zone}供水温度${row.hotTemp}℃，约定${row.agreedTemp}℃。${record.lowTempNote ?? ''}`,
          },
        });
  }),
};

const waterReadings = readingEffects<Water>('readings', (record) =>
  record.readings.map((row) => ({ ...row, quantity: row.usedM3, unit: 'm³' })),
);

const waterMeterEffects: EffectsOf<'waterMeter', Water> = {
  'waterMeter.check': waterReadings.check,
  'waterMeter.basis': effect(async ({ record, book }) => {
    await book(settlementBasis, {
      ...basisOf(record),
      kind: '水量',
      item: `${record.settleMonth} 水量`,
      quantity: record.usedTotal ?? '0',
      unit: 'm³',
      ourQuantity: record.ourTotal,
      amount: record.ourFee,
    });
  }),
  'waterMeter.lastReading': waterReadings.lastReading,
  'waterMeter.cost': effect((call) =>
    bookConfirmed(call, { subject: '水费', amount: call.record.ourFee, quantity: call.record.ourTotal }),
  ),
  'waterMeter.towerWater': effect(async ({ record, book }) => {
    const of = { project: record.project, month: record.settleMonth, document: record.serial };
    if (record.towerTotal !== null)
      await book(efficiencyIndex, { ...of, metric: TOWER_WATER, value: record.towerTotal, unit: 'm³' });
    if (record.waterPerMwh !== null)
      await book(efficiencyIndex, { ...of, metric: '单位供冷耗水', value: record.waterPerMwh, unit: 'm³/MWh' });
  }),
  'waterMeter.draftRepair': effect(async ({ tx, record, services }) => {
    if (record.waterJudge === '管网泄漏')
      await draftRepair(
        { tx, record, services },
        {
          title: `水表确认${record.serial}判断为管网泄漏，请补全维修记录`,
          values: {
            findWay: '公司巡检',
            faultDesc: `水表确认${record.serial}：${record.leakNote ?? record.saveAdvice ?? ''}`,
          },
        },
      );
  }),
};

const energyReadings = readingEffects<Energy>('readings', (record) =>
  record.readings.map((row) => ({
    ...row,
    multiple: row.correctFactor,
    quantity: row.usedQty,
    unit: record.energyUnit,
  })),
);

/** Kinds of energy as payments call them; waste heat is no supply that the payment form knows. */
const PAID_AS: Readonly<Record<string, string>> = {
  管道天然气: '天然气',
  液化天然气: '天然气',
  市政蒸汽: '外购蒸汽',
  市政热水: '市政热水',
  柴油: '轻柴油',
  余热蒸汽: '外购蒸汽',
  余热热水: '市政热水',
};

const mainEnergySourceEffects: EffectsOf<'mainEnergySource', Energy> = {
  'mainEnergySource.check': energyReadings.check,
  'mainEnergySource.basis': effect(async ({ record, book }) => {
    await book(settlementBasis, {
      ...basisOf(record),
      kind: '主能源',
      item: `${record.settleMonth} ${record.energyKind}`,
      quantity: record.confirmQty ?? record.usedTotal ?? '0',
      unit: record.energyUnit,
      ourQuantity: record.usedTotal,
      amount: record.payAmount,
    });
  }),
  'mainEnergySource.draftPayment': effect(async ({ record, services, find, tx }) => {
    const [account] = await find(userPayAccount, { id: record.userNo });
    const bill = billOf(record, await codesOf(tx, record), account?.userNo ?? '');
    await services.draft({
      module: 'payment',
      applicant: record.applicant,
      title: `${record.settleMonth}${record.energyKind}已确认应付${record.payAmount}元，请在${record.payBefore}前办理付款`,
      values: {
        project: record.project,
        contract: record.contract,
        energyType: PAID_AS[record.energyKind],
        budgetSubject: energySubjectOf(PAID_AS[record.energyKind]),
        payKind: '月结后付',
        payeeAccount: record.payeeAccount,
        periodStart: record.periodStart,
        periodEnd: record.periodEnd,
        costMonth: record.settleMonth,
        payMonth: record.payBefore?.slice(0, 7),
        latestPayDate: record.payBefore,
        billFiles: record.billFiles,
        ...bill,
      },
    });
  }),
  'mainEnergySource.lastReading': energyReadings.lastReading,
  'mainEnergySource.cost': effect((call) =>
    bookConfirmed(call, {
      account: '主能源',
      subject: energySubjectOf(PAID_AS[call.record.energyKind]),
      amount: call.record.payAmount,
      quantity: call.record.confirmQty,
    }),
  ),
  'mainEnergySource.draftAbnormal': effect(async ({ record, services }) => {
    const rate = Number(record.diffRate ?? 0);
    if (Math.abs(rate) > BILL_ALARM)
      await services.draft({
        module: 'energyAbnormalReport',
        applicant: record.applicant,
        title: `主能源确认${record.serial}账单差异率${rate.toFixed(2)}%，请填报能耗异常`,
        values: {
          project: record.project,
          device: record.readings[0]?.meter ?? null,
          abnormalSource: '供能账单差异',
          abnormalKind: rate > 0 ? '用量突增' : '用量突减',
          energyKind: PAID_AS[record.energyKind] === '天然气' ? '天然气' : null,
          actualQuantity: record.billQty,
          benchmarkQuantity: record.usedTotal,
          unitPrice: record.energyPrice,
        },
      });
  }),
};

export const statementEffects = {
  ...coldAndHeatMeterEffects,
  ...mainEnergySourceEffects,
  ...sanitaryHotWaterEffects,
  ...waterMeterEffects,
};
