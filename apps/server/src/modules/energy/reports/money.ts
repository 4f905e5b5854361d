/** Costs in reports: for those only who may see amounts, rounded once, with what keeps a sum from being whole. */
import type { reportDays, reportMonth } from '@hengneng/contracts';
import { moneyText } from '@hengneng/core';
import { addDays, CHINA, dayAt, type Exact, exact, sumOf } from '@hengneng/energy/measuring';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import {
  dayCosts,
  type EnergyCost,
  fenOf,
  type MonthCost,
  monthCosts,
  seesCosts,
  spanCosts,
  sumCosts,
} from '../costs/index.ts';
import { rounded } from './sums.ts';

type DayCost = NonNullable<z.input<typeof reportDays.output>['cost']>;
export type MonthCostWords = NonNullable<z.input<typeof reportMonth.output>['cost']>;

interface Span {
  readonly from: string;
  readonly to: string;
}

/** Days that are over; null for whoever may not see amounts. */
export const dayCostsFor = async (ctx: Ctx, project: string, span: Span): Promise<readonly EnergyCost[] | null> => {
  if (!seesCosts(ctx.session)) return null;
  const yesterday = addDays(dayAt(ctx.now.getTime(), CHINA), -1);
  const to = span.to < yesterday ? span.to : yesterday;
  return span.from > to ? [] : dayCosts(ctx.db, [project], { from: span.from, to });
};

export const monthCostsFor = async (
  ctx: Ctx,
  projects: readonly string[],
  months: Span,
): Promise<readonly MonthCost[] | null> =>
  seesCosts(ctx.session) ? monthCosts(ctx.db, projects, months, dayAt(ctx.now.getTime(), CHINA)) : null;

/** What several spans of months cost, each by itself; null for whoever may not see amounts. */
export const spanCostsFor = async (
  ctx: Ctx,
  projects: readonly string[],
  spans: readonly Span[],
): Promise<readonly (readonly EnergyCost[])[] | null> =>
  seesCosts(ctx.session) ? spanCosts(ctx.db, projects, spans, dayAt(ctx.now.getTime(), CHINA)) : null;

export const costWords = (costs: readonly EnergyCost[], areaM2: string | null): DayCost => {
  const { amount, meanPrice, problems } = sumCosts(costs);
  return {
    amount,
    // A mean of several energies says nothing.
    meanPrice: new Set(costs.map(({ code }) => code)).size > 1 ? null : meanPrice,
    perM2:
      amount === null || areaM2 === null || Number(areaM2) === 0 ? null : rounded(Number(amount) / Number(areaM2), 2),
    problems: [...problems],
  };
};

const fen = (values: readonly (string | null)[]): string | null => {
  const known = values.flatMap((value): Exact[] => (value === null ? [] : [exact(value)]));
  return known.length === 0 ? null : moneyText(fenOf(sumOf(known)));
};

export const monthCostWords = (costs: readonly MonthCost[], areaM2: string | null): MonthCostWords => {
  const several = new Set(costs.map(({ code }) => code)).size > 1;
  return {
    ...costWords(costs, areaM2),
    ...(several ? { meanPrice: null } : {}),
    basic: fen(costs.map(({ basic }) => basic)),
    powerFactor: fen(costs.map(({ powerFactor }) => powerFactor)),
    adjusted: fen(costs.flatMap(({ adjusted, amount }) => (adjusted === true ? [amount] : []))),
  };
};
