/** What plans take from the books: the figures of the year and the season before, and the quotas that the plan in force lays down. */
import { daysOf, textOrNull } from '@hengneng/core';
import { Big } from 'big.js';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/schema.ts';
import type { Lookup, Lookups } from './lookup.ts';
import { dayOf, monthOf } from './source.ts';

const SEASON_START: Readonly<Record<string, string>> = {
  第一季度: '01',
  第二季度: '04',
  第三季度: '07',
  第四季度: '10',
};

/** The first day of the quarter that a plan is made for. */
export const quarterStart = (year: unknown, quarter: unknown): string | null => {
  const month = SEASON_START[textOrNull(quarter) ?? ''];
  return typeof year === 'number' && month !== undefined ? `${year}-${month}-01` : null;
};

const lastYearOpenArea: Lookup = async (tx, project, { record }) => {
  const month = textOrNull(record.surveyMonth);
  if (project === null || month === null) return null;
  const before = `${Number(month.slice(0, 4)) - 1}${month.slice(4)}`;
  const { rows } = await sql<{ area: string }>`select open_area::text as area from b_air_usage_month
    where project = ${project} and month = ${before} and state = '有效' and not voided`.execute(tx);
  return rows[0]?.area ?? null;
};

const lastSeasonPassRate: Lookup = async (tx, project, { record }) => {
  const start = quarterStart(record.planYear, record.quarter);
  if (project === null || start === null) return null;
  const { rows } = await sql<{
    rate: string | null;
  }>`select avg(temp_pass_rate)::numeric(12,4)::text as rate from b_air_usage_month
    where project = ${project} and state = '有效' and not voided
      and month >= to_char(${start}::date - interval '3 months', 'YYYY-MM') and month < ${start.slice(0, 7)}`.execute(
    tx,
  );
  return rows[0]?.rate ?? null;
};

/** A figure of the year before the one that is planned; unknown where the books have none. */
const lastYear =
  (look: (tx: Tx, project: string, year: number) => Promise<string | null>): Lookup =>
  async (tx, project, { record }) => {
    const { planYear } = record;
    return project === null || typeof planYear !== 'number' ? null : look(tx, project, planYear - 1);
  };

const profit = (column: 'income' | 'cost') =>
  lastYear(async (tx, project, year) => {
    const { rows } = await sql<{ sum: string | null }>`select sum(${sql.ref(column)})::numeric(18,2)::text as sum
      from b_project_profit where project = ${project} and month between ${`${year}-01`} and ${`${year}-12`} and not voided`.execute(
      tx,
    );
    return rows[0]?.sum ?? null;
  });

const energy = (kind: string) =>
  lastYear(async (tx, project, year) => {
    const { rows } = await sql<{
      sum: string | null;
    }>`select sum(quantity)::numeric(18,2)::text as sum from energy_payment_ledger
      where project_code = ${project} and energy_type = ${kind} and not voided
        and lower(period) between ${`${year}-01-01`}::date and ${`${year}-12-31`}::date`.execute(tx);
    return rows[0]?.sum ?? null;
  });

/** What the ledger of costs has of the month that is accounted for. */
const booked =
  (accounts: readonly string[]): Lookup =>
  async (tx, project, { record }) => {
    const month = textOrNull(record.accountMonth);
    if (project === null || month === null) return null;
    const { rows } = await sql<{ sum: string | null }>`select sum(amount)::numeric(18,2)::text as sum from project_cost
      where project_code = ${project} and month = ${month} and account = any(${[...accounts]}::text[])`.execute(tx);
    return rows[0]?.sum ?? null;
  };

/** Profit as it was confirmed for the same month of the year before. */
const lastYearMonthProfit: Lookup = async (tx, project, { record }) => {
  const month = textOrNull(record.accountMonth);
  if (project === null || month === null) return null;
  const { rows } = await sql<{ profit: string }>`select confirmed_profit::text as profit from b_project_profit
    where project = ${project} and month = ${`${Number(month.slice(0, 4)) - 1}${month.slice(4)}`} and not voided`.execute(
    tx,
  );
  return rows[0]?.profit ?? null;
};

/** Energy cost that the plan in force gives to some months; where there is none, what the project's own page says. */
async function planned(tx: Tx, project: string, from: string, to: string, column: string): Promise<string | null> {
  const { rows } = await sql<{ quota: string | null }>`select coalesce(
      (select sum(energy_cost) from b_year_budget where project = ${project} and month between ${from} and ${to}
        and state = '执行中' and not voided),
      (select ${sql.ref(column)} from project where code = ${project}))::numeric(18,2)::text as quota`.execute(tx);
  return rows[0]?.quota ?? null;
}

export const PLAN_LOOKUPS: Lookups = {
  project: {
    lastYearOpenArea,
    lastSeasonPassRate,
    lastYearIncome: profit('income'),
    lastYearCost: profit('cost'),
    lastYearGas: energy('天然气'),
    lastYearPower: energy('电'),
    lastYearMonthProfit,
    monthBonus: booked(['人工成本-考核奖金']),
    monthHousing: booked(['员工宿舍租金', '员工宿舍水电']),
    /** As much of the month's as its days that have gone by. */
    plannedMonthEnergy: async (tx, project, { record, now }) => {
      const day = dayOf(textOrNull(record.inspectTime) ?? now);
      const month = monthOf(day);
      const quota = project === null ? null : await planned(tx, project, month, month, 'month_energy_quota');
      if (quota === null) return null;
      const days = daysOf(Number(month.slice(0, 4)), Number(month.slice(5)));
      return Big(quota)
        .times(Number(day.slice(8)))
        .div(days)
        .round(2, Big.roundHalfUp)
        .toFixed(2);
    },
    plannedSeasonEnergy: async (tx, project, { record }) => {
      const [from, to] = [textOrNull(record.effectFrom), textOrNull(record.effectTo)];
      if (project === null || from === null || to === null) return null;
      return planned(tx, project, from.slice(0, 7), to.slice(0, 7), 'season_energy_quota');
    },
  },
};
