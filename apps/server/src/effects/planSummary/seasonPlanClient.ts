/** 季度计划(客户): what a customer was promised for a quarter, told of stops and costs, and signed for. */
import { addDays } from '@hengneng/core';
import { feeEstimate, projectDocument, runCalendar, type seasonPlanClient, supplyCommitment } from '@hengneng/forms';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import { wrong } from '../../platform/http/errors.ts';
import { addMonths } from '../contractManage/instalments.ts';
import { quarterStart } from '../books/plan-lookups.ts';
import { positive } from '../books/money.ts';
import { dayOf } from '../books/source.ts';
import { effect } from '../kit/effect.ts';
import { projectManagers } from '../kit/people.ts';
import { handOut } from './works.ts';

type Plan = Recorded<typeof seasonPlanClient>;

const NOTICE_DAYS = 3;
/** What the plan of operation calls the season; a quarter that changes over is planned for what it changes to. */
const SEASONS: Readonly<Partial<Record<Plan['seasonMode'], string>>> = {
  制冷: '制冷季',
  采暖转制冷: '制冷季',
  采暖: '采暖季',
  制冷转采暖: '采暖季',
  仅卫生热水: '全年卫生热水',
};

const monthsOf = (record: Plan): readonly string[] => {
  const start = quarterStart(record.planYear, record.quarter) ?? record.supplyStart;
  return [0, 1, 2].map((by) => addMonths(start, by).slice(0, 7));
};

export const seasonPlanClientEffects: EffectsOf<'seasonPlanClient', Plan> = {
  'seasonPlanClient.check': effect(({ record }) => {
    const months = monthsOf(record);
    for (const [index, row] of record.estimates.entries()) {
      if (!months.includes(row.month))
        throw wrong(`estimates[${index}].month`, `月份应在${record.planYear}年${record.quarter}之内`);
      const same = (other: Plan['estimates'][number]) =>
        other.month === row.month && other.energyItem === row.energyItem;
      if (record.estimates.findIndex(same) < index)
        throw wrong(`estimates[${index}].energyItem`, `${row.month}的${row.energyItem}重复，请合并为一行`);
    }
    const missing = months.filter((month) => !record.estimates.some((row) => row.month === month));
    if (missing.length > 0) throw wrong('estimates', `缺少${missing.join('、')}的费用预估`);
  }),
  'seasonPlanClient.commitment': effect(async ({ tx, record, book, find, setEntry, services }) => {
    const of = { project: record.project, year: record.planYear, quarter: record.quarter };
    for (const old of await find(supplyCommitment, of))
      if (old.state !== '已失效') await setEntry(supplyCommitment, old.id, { state: '已失效' });
    await book(supplyCommitment, {
      ...of,
      contract: record.contract,
      seasonMode: record.seasonMode,
      supplyStart: record.supplyStart,
      supplyEnd: record.supplyEnd,
      dailyOpen: record.dailyOpen,
      dailyClose: record.dailyClose,
      nightSupply: record.nightSupply,
      indoorLow: record.indoorLow,
      indoorHigh: record.indoorHigh,
      hotWaterTemp: record.hotWaterTemp,
      clientRequire: record.clientRequire,
      state: '待确认',
      document: record.serial ?? '',
    });
    const season = SEASONS[record.seasonMode];
    if (season === undefined) return;
    const [manager = record.applicant] = await projectManagers(tx, record.project);
    await services.draft({
      module: 'operationsPlan',
      applicant: manager,
      title: `客户已确认${record.planYear}年${record.quarter}供能时间与室温承诺（${record.serial}），请按建议值确认运行方案`,
      values: {
        project: record.project,
        contract: record.contract,
        season,
        effectFrom: record.supplyStart,
        effectTo: record.supplyEnd,
        supplyStart: record.dailyOpen,
        supplyEnd: record.dailyClose,
        indoorLow: record.indoorLow,
        indoorHigh: record.indoorHigh,
      },
    });
  }),
  'seasonPlanClient.stops': effect(async ({ record, book, services }) => {
    for (const row of record.arrangements) {
      if (!row.stopSupply) continue;
      await book(runCalendar, {
        project: record.project,
        kind: '计划停供',
        startAt: `${row.workStart}T00:00:00+08:00`,
        endAt: `${addDays(row.workEnd, 1)}T00:00:00+08:00`,
        hours: row.stopHours,
        reason: `${row.workKind}：${row.scope}`,
        excluded: true,
        sourceNo: record.serial ?? '',
      });
      await services.remind({
        on: row.workStart,
        daysBefore: NOTICE_DAYS,
        to: [record.applicant],
        title: `${row.workStart}起${row.workKind}停供${row.stopHours ?? 0}小时（${row.affectZone ?? row.scope}），请发布停供公告`,
      });
    }
  }),
  'seasonPlanClient.works': effect(async ({ tx, record, services }) => {
    for (const row of record.arrangements)
      await handOut(tx, services, {
        project: record.project,
        work: row.workKind,
        device: null,
        owner: record.applicant,
        title: `季度计划${record.serial}：${row.workStart}至${row.workEnd}${row.workKind}（${row.scope}），请办理`,
      });
  }),
  'seasonPlanClient.estimates': effect(async ({ record, book, find, setEntry }) => {
    for (const month of monthsOf(record))
      for (const old of await find(feeEstimate, { project: record.project, month, state: '有效' }))
        await setEntry(feeEstimate, old.id, { state: '已失效' });
    await book(
      feeEstimate,
      ...record.estimates
        .filter((row) => positive(row.usage))
        .map((row) => ({
          project: record.project,
          contract: record.contract,
          month: row.month,
          energyItem: row.energyItem,
          usage: row.usage,
          unitPrice: row.unitPrice,
          fee: row.fee ?? '0',
          state: '有效' as const,
          document: record.serial ?? '',
        })),
    );
  }),
  'seasonPlanClient.archive': effect(({ record, book, now }) =>
    book(projectDocument, {
      archiveNo: record.serial ?? '',
      project: record.project,
      contract: record.contract,
      category: '客户确认单',
      docName: `${record.planYear}年${record.quarter}运行服务计划（客户签认）`,
      docNo: record.serial,
      docDate: record.submitDate ?? dayOf(now),
      counterpart: record.customerName,
      secrecy: '内部',
      fileCount: (record.signedFile ?? []).length,
      files: record.signedFile,
    }),
  ),
};
