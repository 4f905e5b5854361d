import { addDays } from '@hengneng/core';
import { energyQuota, hostSetting, type operationsPlan, runPlan, supplyCommitment } from '@hengneng/forms';
import { Big } from 'big.js';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import { positive } from '../books/money.ts';
import { effect } from '../kit/effect.ts';
import { peopleOf } from '../kit/people.ts';

type Plan = Recorded<typeof operationsPlan>;

const perDay = (total: string, days: string): string => Big(total).div(days).toFixed(2);

export const operationsPlanEffects: EffectsOf<'operationsPlan', Plan> = {
  'operationsPlan.current': effect(async ({ record, book, find, setEntry }) => {
    const of = { project: record.project, season: record.season };
    for (const old of await find(runPlan, { ...of, state: '执行中' }))
      await setEntry(runPlan, old.id, { state: '已失效' });
    for (const promised of await find(supplyCommitment, { project: record.project, state: '待确认' }))
      if ((promised.supplyStart ?? '') <= record.effectTo && (promised.supplyEnd ?? '') >= record.effectFrom)
        await setEntry(supplyCommitment, promised.id, { state: '已采用' });
    await book(runPlan, {
      ...of,
      plan: record.id,
      effectFrom: record.effectFrom,
      effectTo: record.effectTo,
      planDays: record.planDays,
      gasTotal: record.gasTotal,
      powerTotal: record.powerTotal,
      costTotal: record.costTotal,
      unitCost: record.unitCost,
      state: '执行中',
      document: record.serial ?? '',
    });
  }),
  'operationsPlan.hostPlan': effect(async ({ record, book, find, setEntry }) => {
    const of = { project: record.project, season: record.season };
    for (const old of await find(hostSetting, { ...of, state: '执行中' }))
      await setEntry(hostSetting, old.id, { state: '已失效' });
    await book(
      hostSetting,
      ...record.segments.map((row) => ({
        ...of,
        tempFrom: row.tempFrom,
        tempTo: row.tempTo,
        hostCombo: row.hostCombo,
        loadRate: row.loadRate,
        outletSet: row.outletSet,
        deltaSet: row.deltaSet,
        pumpHz: row.pumpHz,
        coolingPumpHz: row.coolingPumpHz,
        towerFans: row.towerFans,
        coolingInSet: row.coolingInSet,
        dayHours: row.dayHours,
        state: '执行中' as const,
        document: record.serial ?? '',
      })),
    );
  }),
  'operationsPlan.quota': effect(async ({ record, book, find, setEntry }) => {
    const of = { project: record.project, season: record.season };
    for (const old of await find(energyQuota, { ...of, state: '执行中' }))
      await setEntry(energyQuota, old.id, { state: '已失效' });
    const days = record.planDays;
    if (days === null || !positive(days)) return;
    const totals = [
      { energy: '天然气', total: record.gasTotal, unit: 'm³' },
      { energy: '电', total: record.powerTotal, unit: 'kWh' },
    ] as const;
    await book(
      energyQuota,
      ...totals.flatMap(({ energy, total, unit }) =>
        total === null || !positive(total)
          ? []
          : [
              {
                ...of,
                energy,
                unit,
                dayQuantity: perDay(total, days),
                effectFrom: record.effectFrom,
                effectTo: record.effectTo,
                state: '执行中' as const,
                document: record.serial ?? '',
              },
            ],
      ),
    );
  }),
  'operationsPlan.timetable': effect(async ({ tx, record, services }) => {
    const to = await peopleOf(tx, record.project);
    const slots = record.timetable.map((row) => `${row.slotStart}–${row.slotEnd} ${row.slotMode}（${row.slotNote}）`);
    const title = `${record.season}运行方案${record.serial}自${record.effectFrom}执行：${slots.join('；')}`;
    await services.tell({ to, title });
    await services.remind({ on: record.effectFrom, to, title });
  }),
  'operationsPlan.remindReview': effect(async ({ record, services }) => {
    await services.remind({
      on: addDays(record.effectTo, 1),
      to: [record.applicant],
      role: 'energyAnalyst',
      title: `${record.season}运行方案${record.serial}已到期，请对比实际与测算`,
    });
  }),
};
