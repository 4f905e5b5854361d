/** 内部日报: of all projects that a person sees what a day cost, what their contracts bring in for it, and what is left. */
import type { internalReport } from '@hengneng/contracts';
import { moneyText, sumMoney } from '@hengneng/core';
import {
  addDays,
  CHINA,
  compare,
  dayAt,
  divideRounded,
  exact,
  exactText,
  lastYearOf,
  ONE,
  sumOf,
} from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { forbidden, invalid } from '../../../platform/http/errors.ts';
import { projectsVisible } from '../../projects/index.ts';
import { dayCosts, type EnergyCost, fenOf, seesCosts, sumCosts } from '../costs/index.ts';
import { dayFiguresOf, type Figure, type MonthFigure, weighingOf } from './figures.ts';
import { type Income, incomeOver } from './income.ts';
import { type Labour, labourOn } from './labour.ts';
import { comparedOf } from './month.ts';
import { copOf, outputOf, qualityOf, rounded } from './sums.ts';

export type Internal = z.input<typeof internalReport.output>;
type Row = Internal['rows'][number];
type Asked = z.output<typeof internalReport.input>;

/** Below it a project is not ranked. */
const RANKED = 80;

interface Project {
  readonly code: string;
  readonly name: string;
  readonly area: string;
  readonly areaName: string;
  readonly chargeModel: string;
  readonly areaM2: string | null;
  readonly meanC: number | null;
  readonly stopped: boolean;
}

const projectsOn = async (ctx: Ctx, day: string): Promise<readonly Project[]> => {
  const { rows } = await sql<Project>`
    select p.code, p.name, p.area, d.name as "areaName", coalesce(p.charge_model, '') as "chargeModel", p.area_m2::text as "areaM2",
      w.avg_c::float8 as "meanC", exists (select from stop_day s where s.project_code = p.code and s.day = ${day}) as stopped
    from project p join dept d on d.id = p.area left join lateral project_weather(p.code, ${day}::date, ${day}::date) w on true
    where ${projectsVisible(ctx.session, 'p')} and exists (select from meter m where m.project_code = p.code and m.used_from <= ${day}
      and (m.used_to is null or m.used_to >= ${day})) order by p.code`.execute(ctx.db);
  return rows;
};

const periodOf = (costs: readonly EnergyCost[], figures: readonly Figure[]) => {
  const { amount, problems } = sumCosts(costs);
  return { usage: problems.length > 0 ? null : amount, completeness: qualityOf(figures).complete, days: 1 };
};

const grouped = <T extends { readonly project: string }>(list: readonly T[]) =>
  Map.groupBy(list, ({ project }) => project);

const NO_CONTRACT: Income = { amount: null, problems: ['没有生效的合同'], fees: [] };

/** Sums what is whole; what is not is told by project. */
const sumWhole = (rows: readonly Row[], of: 'cost' | 'income'): Internal['cost'] => {
  const known = rows.flatMap((row) => (row[of].amount === null ? [] : [fenOf(exact(row[of].amount))]));
  return {
    amount: known.length === 0 ? null : moneyText(sumMoney(known)),
    problems: rows.flatMap((row) =>
      row[of].problems.length === 0 ? [] : [`${row.name}：${row[of].problems.join('、')}`],
    ),
  };
};

export async function readInternal(ctx: Ctx, asked: Asked): Promise<Internal> {
  if (!seesCosts(ctx.session)) throw forbidden('您没有查看金额的权限');
  const { Date: day } = asked;
  if (day >= dayAt(ctx.now.getTime(), CHINA)) throw invalid([{ path: 'Date', message: '只能查看今天以前的日期' }]);
  const margins = ctx.session.permissions.classified.has('margin');
  const all = await projectsOn(ctx, day);
  const projects = all.filter(
    ({ code, area, chargeModel }) =>
      (!asked.ProjectCode || code === asked.ProjectCode) &&
      (!asked.Area || area.startsWith(asked.Area)) &&
      (!asked.ChargeModel || chargeModel === asked.ChargeModel),
  );
  const codes = projects.map(({ code }) => code);
  const before = addDays(day, -1);
  const lastYear = lastYearOf({ from: day, to: day }).from;
  const costsOn = (of: string) => dayCosts(ctx.db, codes, { from: of, to: of });
  const [figures, today, yesterday, then, income, { energies }, labours] = await Promise.all([
    dayFiguresOf(ctx.db, codes, [day, before, lastYear], ctx.now),
    costsOn(day),
    costsOn(before),
    costsOn(lastYear),
    incomeOver(ctx.db, codes, { from: day, to: day }),
    weighingOf(ctx.db, codes),
    margins ? labourOn(ctx.db, codes, day) : new Map<string, Labour>(),
  ]);
  const [nowCosts, oldCosts, yearCosts, byProject] = [
    grouped(today),
    grouped(yesterday),
    grouped(then),
    grouped(figures),
  ];
  const rows = projects.map(({ code, name, areaName, chargeModel, areaM2, meanC, stopped }): Row => {
    const own = byProject.get(code) ?? [];
    const at = (of: string): readonly MonthFigure[] => own.filter((figure) => figure.at === of);
    const now = at(day);
    const costs = nowCosts.get(code) ?? [];
    const { amount, problems } = sumCosts(costs);
    const cost = {
      amount,
      problems: [...problems, ...(now.some(({ known }) => known) || stopped ? [] : ['当日没有用量'])],
    };
    const { fees, ...earned } = income.get(code) ?? NO_CONTRACT;
    const output = outputOf(now);
    const quality = qualityOf(now);
    const whole = cost.problems.length === 0 && cost.amount !== null && earned.amount !== null;
    const period = periodOf(costs, now);
    const labour = labours.get(code);
    const spent = exact(cost.amount ?? '0') + exact(labour?.amount ?? '0');
    return {
      code,
      name,
      area: areaName,
      chargeModel,
      areaM2,
      meanC,
      stopped,
      used: Object.fromEntries(now.flatMap((figure) => (figure.known ? [[figure.code, figure.usage]] : []))),
      output,
      costs: Object.fromEntries(
        costs.map((one) => {
          const sum = sumCosts([one]);
          return [one.code, { amount: sum.amount, problems: [...sum.problems] }];
        }),
      ),
      cost,
      income: earned,
      fees,
      ...(margins
        ? {
            labour:
              labour === undefined ? null : { amount: moneyText(fenOf(exact(labour.amount))), month: labour.month },
            margin: whole ? moneyText(fenOf(exact(earned.amount ?? '0') - spent)) : null,
          }
        : {}),
      perM2:
        amount === null || areaM2 === null || Number(areaM2) === 0 ? null : rounded(Number(amount) / Number(areaM2), 2),
      perOutput:
        amount === null || problems.length > 0 || output === null || exact(output) <= 0n
          ? null
          : exactText(divideRounded(exact(amount) * ONE, exact(output)), 4),
      cop: copOf(now, energies),
      yoy: comparedOf(compare(period, periodOf(yearCosts.get(code) ?? [], at(lastYear)), '去年同期')),
      mom: comparedOf(compare(period, periodOf(oldCosts.get(code) ?? [], at(before)), '上期')),
      ...quality,
      ranked: quality.complete !== null && quality.complete >= RANKED,
    };
  });
  const left = rows.flatMap(({ margin }) => (margin == null ? [] : [exact(margin)]));
  const used = new Set(rows.flatMap((row) => Object.keys(row.used)));
  return {
    date: day,
    asOf: ctx.now.toISOString(),
    categories: energies.filter(({ code }) => used.has(code)).map(({ code, name, unit }) => ({ code, name, unit })),
    rows,
    cost: sumWhole(rows, 'cost'),
    income: sumWhole(rows, 'income'),
    ...(margins ? { margin: left.length === 0 ? null : moneyText(fenOf(sumOf(left))) } : {}),
    ...qualityOf(figures.filter(({ at }) => at === day)),
    areas: [...new Map(all.map(({ area, areaName }) => [area, { code: area, name: areaName }])).values()],
    models: [...new Set(all.map(({ chargeModel }) => chargeModel).filter((model) => model !== ''))].toSorted(),
  };
}
