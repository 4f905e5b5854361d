/** 水质管理: shifts, monthly and yearly records, laboratory reports, cleaning, and the chemicals that all of it takes. */
import type {
  coolTowerWaterTankRecord,
  detectReport,
  manageRecord,
  softWaterUsageStatistical,
  waterManagementDiary,
  yearWaterCappReport,
} from '@hengneng/forms';
import { supplierPayable, waterArchive, waterDosing, waterPlan, waterShift, waterTest } from '@hengneng/forms';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import { positive, totalsBy } from '../books/money.ts';
import { dayOf, monthOf } from '../books/source.ts';
import { TURNS } from '../books/water-lookups.ts';
import { supplierName } from '../contractManage/ledger.ts';
import { effect } from '../kit/effect.ts';
import { projectManagers } from '../kit/people.ts';
import { draftRepair } from '../kit/repair-draft.ts';

type Month = Recorded<typeof manageRecord>;
type Report = Recorded<typeof detectReport>;
type Diary = Recorded<typeof waterManagementDiary>;
type Cleaning = Recorded<typeof coolTowerWaterTankRecord>;
type SoftWater = Recorded<typeof softWaterUsageStatistical>;
type Year = Recorded<typeof yearWaterCappReport>;

/** Cost account of everything that water treatment takes. */
const WATER_COST = '水处理';

/** What a monthly sample measures, by the column of its row. */
const MEASURED = [
  ['ph', 'pH值', '无量纲'],
  ['conductivity', '电导率', 'μS/cm'],
  ['turbidity', '浊度', 'NTU'],
  ['hardness', '总硬度', 'mg/L'],
  ['alkalinity', '总碱度', 'mg/L'],
  ['chloride', '氯离子', 'mg/L'],
  ['totalIron', '总铁', 'mg/L'],
  ['agentContent', '药剂浓度', 'mg/L'],
] as const;

const monthEffects: EffectsOf<'manageRecord', Month> = {
  'manageRecord.archive': effect(async ({ record, book, set }) => {
    const cooling = record.tests.find((row) => row.waterSystem === '冷却水');
    await book(waterArchive, {
      project: record.project,
      kind: '月度管理',
      happenedOn: `${record.recordMonth}-01`,
      month: record.recordMonth,
      summary: `${record.season} ${record.serviceMode}：${record.adjustAdvice ?? ''}`,
      ph: cooling?.ph,
      conductivity: record.coolingConductivity,
      ratio: record.concentrationRatio,
      coolingMakeup: record.coolingMakeup,
      chilledMakeup: record.chilledMakeup,
      result: record.qualityGrade,
      amount: record.chemicalCost,
      document: record.serial,
    });
    await book(
      waterTest,
      ...record.tests.flatMap((row) =>
        MEASURED.flatMap(([key, item, unit]) =>
          row[key] === null
            ? []
            : [
                {
                  project: record.project,
                  kind: '月度检测' as const,
                  waterSystem: row.waterSystem,
                  item,
                  sampledAt: `${row.sampleDate}T00:00:00+08:00`,
                  value: row[key],
                  unit,
                  fit: row.testResult?.result !== '不合格',
                  document: record.serial,
                },
              ],
        ),
      ),
    );
    await set('project', record.project, { water_grade: record.qualityGrade });
  }),
  'manageRecord.cost': effect(({ record, projectCost }) =>
    projectCost(record.project, record.recordMonth, { account: WATER_COST, amount: record.chemicalCost }),
  ),
  'manageRecord.draftProblem': effect(async ({ record, tx, services }) => {
    if (record.retestResult !== '仍不合格') return;
    const [manager] = await projectManagers(tx, record.project);
    await services.draft({
      module: 'problemDetectionFeedback',
      applicant: manager ?? record.applicant,
      title: `${record.recordMonth}水质复测仍不合格（${record.serial}），请填报问题检测反馈`,
      values: {
        project: record.project,
        detectKind: '水质检测',
        sourceForm: record.serial,
        phenomenon: `${record.recordMonth}水质复测仍不合格`,
      },
    });
  }),
};

const reportEffects: EffectsOf<'detectReport', Report> = {
  'detectReport.archive': effect(async ({ record, book, set, find }) => {
    const of = (item: string) => record.items.find((row) => row.waterSystem === '冷却水' && row.item === item);
    await book(waterArchive, {
      project: record.project,
      kind: '检测报告',
      happenedOn: record.reportDate,
      month: monthOf(record.reportDate),
      summary: `${record.detectReason} ${record.reportNo}：${record.treatAdvice ?? ''}`,
      ph: of('pH值')?.value,
      conductivity: of('电导率')?.value,
      result: record.conclusion,
      amount: record.testFee,
      document: record.serial,
    });
    await book(
      waterTest,
      ...record.items.map((row) => ({
        project: record.project,
        kind: '检测报告' as const,
        waterSystem: row.waterSystem,
        samplePoint: row.samplePoint,
        item: row.item,
        sampledAt: record.sampleTime,
        value: row.value,
        unit: row.unit,
        limitLow: row.limitLow,
        limitHigh: row.limitHigh,
        fit: row.itemResult?.result !== '不合格',
        document: record.serial,
      })),
    );
    // A report that comes late does not hide a newer one.
    const reports = await find(waterArchive, { project: record.project, kind: '检测报告' });
    if (reports.every((each) => (each.happenedOn ?? '') <= record.reportDate))
      await set('project', record.project, {
        last_water_test: record.reportDate,
        water_test_result: record.conclusion,
      });
  }),
  'detectReport.retest': effect(async ({ record, services }) => {
    if (record.retestNeeded === true)
      await services.todo({
        kind: '检测复检',
        title: `水质检测${record.reportNo}需在${record.retestBefore ?? ''}前取样复检`,
        project: record.project,
        to: [record.sampler],
        due: record.retestBefore,
      });
  }),
  'detectReport.cost': effect(({ record, projectCost }) =>
    projectCost(record.project, monthOf(record.reportDate), { account: WATER_COST, amount: record.testFee }),
  ),
};

const diaryEffects: EffectsOf<'waterManagementDiary', Diary> = {
  'waterManagementDiary.issueChemicals': effect(async ({ record, stock }) => {
    for (const [index, row] of record.dosing.entries())
      await stock(
        { kind: 'chemical', project: record.project, item: row.chemical },
        `-${row.quantity}`,
        '日志加药',
        `dosing[${index}].quantity`,
      );
  }),
  'waterManagementDiary.readings': effect(async ({ record, book }) => {
    await book(waterShift, {
      project: record.project,
      day: record.diaryDate,
      shift: record.shift,
      turn: TURNS[record.shift],
      towerMeter: record.towerMeterNow,
      chilledMeter: record.chilledMeterNow,
      towerMakeup: record.towerMakeup,
      chilledMakeup: record.chilledMakeup,
      coolingPh: record.coolingPh,
      coolingConductivity: record.coolingConductivity,
      softHardness: record.softHardness,
    });
  }),
  'waterManagementDiary.monthDosing': effect(async ({ record, book }) => {
    await book(
      waterDosing,
      ...record.dosing.map((row) => ({
        project: record.project,
        month: monthOf(record.diaryDate),
        day: record.diaryDate,
        chemical: row.chemical,
        dosingSystem: row.dosingSystem,
        quantity: row.quantity,
        document: record.serial,
      })),
    );
  }),
  'waterManagementDiary.callEngineer': effect(async ({ record, services }) => {
    if (record.needVisit === true)
      await services.todo({
        kind: '水质到场',
        title: `${record.diaryDate}${record.shift}水质异常需到场处理：${record.abnormalDesc ?? ''}`,
        project: record.project,
        to: [],
        role: 'waterEngineer',
        due: record.diaryDate,
      });
  }),
};

const cleaningEffects: EffectsOf<'coolTowerWaterTankRecord', Cleaning> = {
  'coolTowerWaterTankRecord.devices': effect(async ({ record, set, services }) => {
    if (record.acceptResult !== '合格') return;
    for (const row of record.objects)
      await set('device', row.equipment, {
        last_clean_date: dayOf(record.cleanEnd),
        next_clean_date: record.nextCleanDate,
      });
    if (record.nextCleanDate !== null)
      await services.remind({
        on: record.nextCleanDate,
        daysBefore: 7,
        to: [record.applicant],
        title: `${record.objects.length}台冷却塔或水箱${record.nextCleanDate}到期清洗（上次${record.serial}）`,
      });
  }),
  'coolTowerWaterTankRecord.issueDisinfectant': effect(async ({ record, stock }) => {
    if (record.disinfectant !== null && positive(record.disinfectKg))
      await stock(
        { kind: 'chemical', project: record.project, item: record.disinfectant },
        `-${record.disinfectKg ?? '0'}`,
        '清洗消毒领用',
        'disinfectKg',
      );
  }),
  'coolTowerWaterTankRecord.cost': effect(async ({ record, tx, book, projectCost }) => {
    const day = dayOf(record.cleanEnd);
    await book(waterArchive, {
      project: record.project,
      kind: '清洗消毒',
      happenedOn: day,
      month: monthOf(day),
      summary: `${record.cleanReason}：${record.objects.length}台，${record.executorType}`,
      units: record.objectCount,
      result: record.acceptResult,
      amount: record.cleanFee,
      document: record.serial,
    });
    await projectCost(record.project, monthOf(day), { account: WATER_COST, amount: record.cleanFee });
    if (record.cleaner === null || !positive(record.cleanFee)) return;
    await book(supplierPayable, {
      payableNo: record.serial,
      supplier: record.cleaner,
      payeeName: await supplierName(tx, record.cleaner),
      project: record.project,
      subject: '冷却塔与水箱清洗',
      amount: record.cleanFee ?? '0.00',
      costBooked: true,
      state: '未付清',
    });
  }),
  'coolTowerWaterTankRecord.draftRepair': effect(async ({ tx, record, services }) => {
    for (const row of record.objects)
      if ((row.objectFail ?? 0) > 0)
        await draftRepair(
          { tx, record, services },
          {
            title: `清洗${record.serial}发现${row.objectType}有${row.objectFail ?? 0}处不合格，请补全维修记录`,
            values: {
              equipment: row.equipment,
              findWay: '保养发现',
              faultSystem: '冷却水系统',
              faultPart: '填料布水',
              faultDesc: `清洗${record.serial}：${row.objectType}${row.objectFail ?? 0}处不合格`,
            },
          },
        );
  }),
};

const softWaterEffects: EffectsOf<'softWaterUsageStatistical', SoftWater> = {
  'softWaterUsageStatistical.readings': effect(async ({ record, set }) => {
    for (const row of record.meters) await set('device', row.softener, { last_reading: row.thisReading });
  }),
  'softWaterUsageStatistical.issueSalt': effect(async ({ record, stock }) => {
    if (positive(record.saltUsed))
      await stock(
        { kind: 'chemical', project: record.project, item: record.salt },
        `-${record.saltUsed ?? '0'}`,
        `${record.statMonth}软水盐耗用`,
        'saltClosing',
      );
  }),
  'softWaterUsageStatistical.cost': effect(({ record, projectCost }) =>
    projectCost(record.project, record.statMonth, {
      account: WATER_COST,
      amount: record.saltCost,
      quantity: record.saltUsed,
    }),
  ),
  'softWaterUsageStatistical.draftRepair': effect(async ({ record, tx, services }) => {
    if (record.leakJudge !== '疑似系统泄漏') return;
    const [manager] = await projectManagers(tx, record.project);
    await draftRepair(
      { tx, record, services },
      {
        applicant: manager ?? record.applicant,
        title: `${record.statMonth}软水用量疑似系统泄漏，请查漏并补全维修记录`,
        values: {
          findWay: '公司巡检',
          faultSystem: '水处理设备',
          faultPart: '管道阀门',
          faultDesc: `软水统计${record.serial}：用量${record.totalUsage ?? ''}m³，超定额${record.overRate ?? ''}%。${record.waterAdvice ?? ''}`,
        },
      },
    );
  }),
};

const yearEffects: EffectsOf<'yearWaterCappReport', Year> = {
  'yearWaterCappReport.archive': effect(async ({ record, book }) => {
    await book(waterArchive, {
      project: record.project,
      kind: '年度报告',
      happenedOn: `${record.reportYear}-12-31`,
      month: `${record.reportYear}-12`,
      summary: `${record.reportYear}年度水质报告：合格率${record.passRate ?? ''}%，${record.engineerOpinion ?? ''}`,
      ratio: record.avgRatio,
      coolingMakeup: record.coolingMakeup,
      chilledMakeup: record.chilledMakeup,
      units: record.towerCleanTimes,
      result: record.yearGrade,
      amount: record.totalCost,
      document: record.serial,
    });
  }),
  'yearWaterCappReport.plan': effect(async ({ record, book }) => {
    await book(
      waterPlan,
      ...record.nextPlan.map((row) => ({
        project: record.project,
        year: Number(row.planMonth.slice(0, 4)),
        month: row.planMonth,
        work: row.planWork,
        budget: row.planCost,
        document: record.serial,
      })),
    );
  }),
  'yearWaterCappReport.budget': effect(async ({ record, tx, services }) => {
    const [manager] = await projectManagers(tx, record.project);
    const months = totalsBy(
      record.nextPlan,
      (row) => row.planMonth,
      (row) => row.planCost,
    );
    for (const [month, amount] of months)
      if (positive(amount))
        await services.draft({
          module: 'fundBudget',
          applicant: manager ?? record.applicant,
          title: `${month}资金预算草稿：水质年报${record.serial}排定水处理${amount}元`,
          values: {
            project: record.project,
            ownerType: '项目',
            budgetKind: '月度预算',
            budgetMonth: month,
            lines: [{ subject: '水处理药剂', planPayDate: `${month}-25`, applyAmount: amount, priority: '可延后' }],
          },
        });
  }),
};

export const waterQualityEffects = {
  ...monthEffects,
  ...reportEffects,
  ...diaryEffects,
  ...cleaningEffects,
  ...softWaterEffects,
  ...yearEffects,
};
