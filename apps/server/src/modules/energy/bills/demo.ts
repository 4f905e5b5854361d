/** Bills of the demo projects for the two months before this one, made up from what their main meters counted and what it cost. */
import {
  addMonths,
  CHINA,
  dayAt,
  divideRounded,
  exact,
  exactText,
  monthEnd,
  monthOf,
} from '@hengneng/energy/measuring';
import { moneyText } from '@hengneng/core';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/schema.ts';
import { seedShares } from './shares.ts';
import { fenOf, type MonthCost, monthCosts } from '../costs/index.ts';

const SUPPLIERS: Readonly<Record<string, string>> = {
  elec: '示例供电公司',
  gas: '示例燃气公司',
  water: '示例自来水公司',
};

/** Most bills agree with the meters within a percent; now and then one does not. Per mille. */
const offBy = (at: number): bigint => (at % 7 === 3 ? 1046n : 1000n + BigInt(at % 5) * 2n);

const billOf = (cost: MonthCost, at: number) => {
  const off = offBy(at);
  const usage = divideRounded(exact(cost.usage) * off, 1000n);
  const fees = exact(cost.basic ?? '0') + exact(cost.powerFactor ?? '0');
  const energy = divideRounded((exact(cost.amount ?? '0') - fees) * off, 1000n);
  return {
    project: cost.project,
    code: cost.code,
    supplier: SUPPLIERS[cost.code] ?? '',
    account: `${cost.project}-${cost.code.toUpperCase()}`,
    from: `${cost.at}-01`,
    to: monthEnd(cost.at),
    usage: exactText(usage, 2),
    basic: cost.basic === null ? null : moneyText(fenOf(exact(cost.basic))),
    amount: moneyText(fenOf(energy + fees)),
  };
};

/** Once the readings are there; a company that has bills keeps its own. */
export async function seedBills(db: Db, now: Date): Promise<void> {
  const today = dayAt(now.getTime(), CHINA);
  const { rows } = await sql<{ code: string }>`select code from project where is_demo
    and not exists (select from energy_bill) order by code`.execute(db);
  if (rows.length === 0) return;
  const month = monthOf(today);
  const span = { from: addMonths(month, -2), to: addMonths(month, -1) };
  const costs = await monthCosts(
    db,
    rows.map(({ code }) => code),
    span,
    today,
  );
  const bills = costs
    .filter(({ code, amount, problems }) => SUPPLIERS[code] !== undefined && amount !== null && problems.length === 0)
    .map(billOf);
  await sql`insert into energy_bill (project_code, category_id, supplier, account_no, from_day, to_day, usage, basic_fee, amount, created_by)
    select b.project, c.id, b.supplier, b.account, b."from", b."to", b.usage, b.basic, b.amount, u.id
    from jsonb_to_recordset(${JSON.stringify(bills)}::jsonb) as b(project text, code text, supplier text, account text, "from" date, "to" date,
      usage numeric, basic numeric, amount numeric)
    join energy_category c on c.code = b.code join app_user u on u.account = 'energyAnalyst' and u.is_demo`.execute(db);
  await seedShares(db, month);
}
