/** Letters between departments: data of running projects for consulting, and matters of a project that one department asks of another. */
import { addDays } from '@hengneng/core';
import {
  deptCooperation,
  energyBenchmark,
  type internalRelation,
  type internalRelationNew,
  runCalendar,
  subProject,
  supplierFine,
} from '@hengneng/forms';
import { Big } from 'big.js';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import { chargeWork } from '../books/service-receivable.ts';
import { positive } from '../books/money.ts';
import { dayOf, monthOf } from '../books/source.ts';
import { timeliness } from '../kit/assess.ts';
import { effect } from '../kit/effect.ts';
import { managersOf, peopleOf } from '../kit/people.ts';
import { archiving } from './shared.ts';

type Data = Recorded<typeof internalRelation>;
type Matter = Recorded<typeof internalRelationNew>;

/** Metric, unit, what is divided by what; in the basis that was asked for. */
type Row = Data['energyRows'][number];
const METRICS: Readonly<
  Record<NonNullable<Data['benchmarkUnit']>, readonly (readonly [string, string, keyof Row, keyof Row])[]>
> = {
  按面积: [
    ['单位面积供能', 'kWh/m²', 'supplyHeat', 'billArea'],
    ['单位面积燃气', 'm³/m²', 'gasUse', 'billArea'],
    ['单位面积电耗', 'kWh/m²', 'powerUse', 'billArea'],
    ['单位面积补水', 't/m²', 'waterUse', 'billArea'],
  ],
  按供冷供热量: [
    ['单位供能气耗', 'm³/kWh', 'gasUse', 'supplyHeat'],
    ['输配电耗比', 'kWh/kWh', 'powerUse', 'supplyHeat'],
  ],
  按运行小时: [
    ['小时供能', 'kWh/h', 'supplyHeat', 'runHours'],
    ['小时燃气', 'm³/h', 'gasUse', 'runHours'],
    ['小时电耗', 'kWh/h', 'powerUse', 'runHours'],
  ],
};

/** Over the rows that have both figures. Areas are the mean of the months, everything else adds up. */
function ratio(rows: readonly Row[], over: keyof Row, under: keyof Row): string | null {
  const both = rows.filter((row) => row[over] !== null && row[under] !== null);
  const sum = (key: keyof Row) => both.reduce((all, row) => all.plus(String(row[key])), Big(0));
  const divisor = under === 'billArea' && both.length > 0 ? sum(under).div(both.length) : sum(under);
  return divisor.eq(0) ? null : sum(over).div(divisor).toFixed(4);
}

export const internalRelationEffects: EffectsOf<'internalRelation', Data> = {
  'internalRelation.archiveFiles': archiving((record) => ({
    folder: record.consultProject === null ? `在营项目/${record.project}` : `咨询项目/${record.consultProject}`,
    title: `联系单${record.serial}${record.dataSubject}（${record.periodFrom}至${record.periodTo}）`,
    files: record.dataFiles,
  })),
  'internalRelation.abnormalDraft': effect(async ({ record, services, tx }) => {
    const over = record.measures.filter((row) => row.overBias === 1);
    const { project: manager } = await managersOf(tx, record.project);
    if (over.length === 0 || manager === null) return;
    const points = over.map((row) => `${row.meterPoint}偏差${Number(row.bias)}%`).join('、');
    await services.draft({
      module: 'energyAbnormalReport',
      applicant: manager,
      title: `联系单${record.serial}现场实测超差（${points}），请填报能耗异常报告`,
      values: { project: record.project, abnormalKind: '数据跳变' },
    });
  }),
  'internalRelation.benchmark': effect(async ({ record, book }) => {
    if (record.usable === '不可用') return;
    const entries = METRICS[record.benchmarkUnit ?? '按面积'].flatMap(([metric, unit, over, under]) => {
      const value = ratio(record.energyRows, over, under);
      return value === null
        ? []
        : [
            {
              project: record.project,
              monthFrom: record.periodFrom,
              monthTo: record.periodTo,
              metric,
              value,
              unit,
              missingRate: record.missingRate,
              usable: record.usable ?? '修正后使用',
              useFor: record.useFor,
              sourceNo: record.serial,
            },
          ];
    });
    await book(energyBenchmark, ...entries);
  }),
};

const MARKS: Readonly<Record<NonNullable<Matter['acceptResult']>, number>> = { 满意: 5, 基本满意: 4, 不满意: 2 };

export const internalRelationNewEffects: EffectsOf<'internalRelationNew', Matter> = {
  'internalRelationNew.cost': effect(async ({ record, book, projectCost, deptCost, now }) => {
    const amount = record.verifiedCost ?? record.costImpact ?? '0';
    if (!positive(amount)) return;
    const month = monthOf(now);
    const line = { account: '部门协作', amount };
    switch (record.costBearer) {
      case '项目成本':
        await projectCost(record.project, month, line);
        break;
      case '发出部门':
        await deptCost(record.fromDept, month, line);
        break;
      case '受理部门':
        await deptCost(record.toDept, month, line);
        break;
      case '客户':
        await chargeWork(
          { book },
          {
            project: record.project,
            contract: record.contract,
            amount,
            month,
            sourceNo: record.serial,
            item: record.relationKind,
            sourceKind: '代垫费用',
          },
        );
        break;
      case '供应商':
        if (record.costSupplier !== null)
          await book(supplierFine, {
            supplier: record.costSupplier,
            project: record.project,
            kind: '协作费用',
            amount,
            happenedOn: dayOf(now),
            reason: `${record.relationKind}：${record.background}`,
            state: '已确认',
          });
        break;
      case null:
        break;
    }
  }),
  'internalRelationNew.schedule': effect(async ({ record, find, setEntry }) => {
    const days = record.scheduleImpact ?? 0;
    if (days === 0 || record.delayedWork === null) return;
    for (const work of await find(subProject, { id: record.delayedWork }))
      if (work.planEnd !== null) await setEntry(subProject, work.id, { planEnd: addDays(work.planEnd, days) });
  }),
  'internalRelationNew.stop': effect(async ({ record, book, services, tx }) => {
    if (record.stopSupply !== true || record.stopFrom === null || record.stopTo === null) return;
    const hours = (Date.parse(record.stopTo) - Date.parse(record.stopFrom)) / 3_600_000;
    await book(runCalendar, {
      project: record.project,
      kind: '计划停供',
      startAt: record.stopFrom,
      endAt: record.stopTo,
      hours: hours.toFixed(1),
      reason: record.background,
      excluded: true,
      sourceNo: record.serial,
    });
    await services.tell({
      to: await peopleOf(tx, record.project),
      title: `联系单${record.serial}停机停能：${dayOf(record.stopFrom)}至${dayOf(record.stopTo)}，${record.relationKind}，请值班人员做好准备`,
    });
  }),
  'internalRelationNew.cooperation': effect(async ({ record, book, now }) => {
    const finished =
      record.replies
        .map((row) => row.finishDate)
        .toSorted()
        .at(-1) ?? dayOf(now);
    await book(deptCooperation, {
      fromDept: record.fromDept,
      toDept: record.toDept,
      project: record.project,
      kind: record.relationKind,
      promiseDate: record.promiseTime === null ? null : dayOf(record.promiseTime),
      finishDate: finished,
      onTime: timeliness(finished, record.promiseTime === null ? null : dayOf(record.promiseTime)),
      qualityMark: record.acceptResult === null ? null : MARKS[record.acceptResult],
      workHours: record.workHours,
      cost: record.verifiedCost ?? record.costImpact,
      sourceNo: record.serial,
    });
  }),
};
