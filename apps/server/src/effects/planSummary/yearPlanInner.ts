/** 年度计划(内部): the baseline of a project's year, its quotas of energy, and the work that comes up month by month. */
import { daysOf } from '@hengneng/core';
import { energyQuota, type yearPlanInner, yearBudget, yearWork } from '@hengneng/forms';
import { Big } from 'big.js';
import { sql } from 'kysely';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import { type Engine, followUps } from '../../engine/index.ts';
import type { Db } from '../../platform/db/schema.ts';
import { wrong } from '../../platform/http/errors.ts';
import { positive } from '../books/money.ts';
import { effect } from '../kit/effect.ts';
import { handOut } from './works.ts';

type Plan = Recorded<typeof yearPlanInner>;

/** What the quotas of a year's plan call their season, so that those of a season's own plan stay. */
const seasonOf = (year: number): string => `${year}年度计划`;
const lastDayOf = (month: string): string =>
  `${month}-${String(daysOf(Number(month.slice(0, 4)), Number(month.slice(5)))).padStart(2, '0')}`;

export const yearPlanInnerEffects: EffectsOf<'yearPlanInner', Plan> = {
  'yearPlanInner.check': effect(({ record }) => {
    const year = String(record.planYear);
    for (const [index, row] of record.months.entries()) {
      const path = `months[${index}].month`;
      if (row.month.slice(0, 4) !== year) throw wrong(path, `月份应在${year}年之内`);
      if (record.months.findIndex((other) => other.month === row.month) < index)
        throw wrong(path, '月份重复，十二个月各填一行');
    }
    for (const [index, row] of record.works.entries())
      if (row.planMonth.slice(0, 4) !== year) throw wrong(`works[${index}].planMonth`, `计划月份应在${year}年之内`);
  }),
  'yearPlanInner.baseline': effect(async ({ record, book, find, setEntry }) => {
    const of = { project: record.project, year: record.planYear };
    for (const old of await find(yearBudget, { ...of, state: '执行中' }))
      await setEntry(yearBudget, old.id, { state: '已失效' });
    await book(
      yearBudget,
      ...record.months.map((row) => ({
        ...of,
        month: row.month,
        versionName: record.planVersion,
        income: row.income,
        gas: row.gas,
        power: row.power,
        water: row.water,
        energyCost: row.energyCost ?? '0',
        labor: row.labor,
        repair: row.repair,
        chemical: row.chemical,
        manage: row.manage,
        cost: row.cost ?? '0',
        profit: row.profit ?? '0',
        state: '执行中' as const,
        document: record.serial ?? '',
      })),
    );
  }),
  'yearPlanInner.quota': effect(async ({ record, book, find, setEntry }) => {
    const of = { project: record.project, season: seasonOf(record.planYear) };
    for (const old of await find(energyQuota, { ...of, state: '执行中' }))
      await setEntry(energyQuota, old.id, { state: '已失效' });
    await book(
      energyQuota,
      ...record.months.flatMap((row) => {
        const to = lastDayOf(row.month);
        const kinds = [
          { energy: '天然气', total: row.gas, unit: 'm³' },
          { energy: '电', total: row.power, unit: 'kWh' },
        ] as const;
        return kinds
          .filter(({ total }) => positive(total))
          .map(({ energy, total, unit }) => ({
            ...of,
            energy,
            unit,
            dayQuantity: Big(total)
              .div(Number(to.slice(8)))
              .toFixed(2),
            effectFrom: `${row.month}-01`,
            effectTo: to,
            state: '执行中' as const,
            document: record.serial ?? '',
          }));
      }),
    );
  }),
  'yearPlanInner.works': effect(async ({ record, book, find, setEntry }) => {
    const of = { project: record.project, year: record.planYear };
    for (const old of await find(yearWork, { ...of, state: '待下达' }))
      await setEntry(yearWork, old.id, { state: '已失效' });
    await book(
      yearWork,
      ...record.works.map((row) => ({
        ...of,
        month: row.planMonth,
        work: row.workKind,
        device: row.device,
        executor: row.executor,
        owner: row.workOwner,
        budget: row.budget,
        state: '待下达' as const,
        document: record.serial ?? '',
      })),
    );
  }),
};

interface Due {
  readonly project: string;
  readonly month: string;
  readonly work: string;
  readonly device: string | null;
  readonly executor: string;
  readonly owner: string;
  readonly document: string;
  readonly plan: string;
}

/** Lays the work of the month, and what is overdue of it, on the desks of those who are to do it. @returns how much */
export const handOutYearWorks = (db: Db, engine: Engine, today: string, now: Date): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<Due>`update b_year_work set state = '已下达'
      where state = '待下达' and not voided and month <= ${today.slice(0, 7)} and year = ${Number(today.slice(0, 4))}
      returning project, month, work, device::text as device, executor, owner::text as owner, document, source_id::text as plan`.execute(
      tx,
    );
    for (const due of rows) {
      const module = { id: 'yearPlanInner' as const };
      const services = followUps({ deps: engine.deps, tx, now, module }, 'yearPlanInner.works', {
        id: due.plan,
        project: due.project,
      });
      await handOut(tx, services, {
        ...due,
        title: `年度计划${due.document}：${due.month}${due.work}（${due.executor}），请办理`,
      });
    }
    return rows.length;
  });
