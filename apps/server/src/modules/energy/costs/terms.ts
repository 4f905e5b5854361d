/** What a price asks for by the month: basic fee by demand or capacity, and the adjustment by power factor. */
import { monthRange } from '@hengneng/core';
import {
  addDays,
  adjustmentOf,
  adjustmentShare,
  CHINA,
  daysFrom,
  divideRounded,
  type Exact,
  exact,
  instantOf,
  monthEnd,
  powerFactorOf,
  sumOf,
  times,
  withTax,
} from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import type { CostLine } from './costs.ts';
import type { Main, Priced, Span } from './segments.ts';

export interface Term {
  readonly project: string;
  readonly at: string;
  readonly code: string;
  readonly basic: Exact | null;
  readonly powerFactor: Exact | null;
  readonly problems: readonly string[];
}

interface Measured {
  readonly project: string;
  readonly month: string;
  readonly code: string;
  /** Largest demand of each meter, added up; kvarh. Null where nobody read any. */
  readonly demand: string | null;
  readonly reactive: string | null;
}

/** Demand and reactive energy of the main meters: a reading at the very start of a month still shows the month before. */
async function measured(db: Db | Tx, mains: readonly Main[], months: Span): Promise<readonly Measured[]> {
  const list = monthRange(months.from, months.to).map((month) => ({
    month,
    after: new Date(instantOf(`${month}-01`, 720, CHINA)).toISOString(),
    until: new Date(instantOf(addDays(monthEnd(month), 1), 720, CHINA)).toISOString(),
  }));
  const meters = mains.map(({ meter, project, code }) => ({ meter, project, code }));
  const { rows } = await sql<Measured>`
    with main as (select * from jsonb_to_recordset(${JSON.stringify(meters)}::jsonb) as m(meter bigint, project text, code text)),
    months as (select * from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as m(month text, after timestamptz, until timestamptz)),
    demand as (select main.project, main.code, months.month, main.meter, max(r.value * coalesce((select x.value from meter_ratio x
          where x.meter_id = main.meter and x.state = '已生效' and x.valid_from <= r.at order by x.valid_from desc limit 1), 1)) as value
      from main join manual_reading r on r.meter_id = main.meter and r.register = 'demand' and r.value is not null
        and not exists (select from manual_reading s where s.supersedes = r.id)
      join months on r.at > months.after and r.at <= months.until
      group by main.project, main.code, months.month, main.meter),
    reactive as (select main.project, main.code, m.month, sum(m.usage) as value from main
      join meter_month m on m.meter_id = main.meter and m.register = 'reactive' and m.month between ${months.from} and ${months.to}
      group by main.project, main.code, m.month),
    peak as (select project, code, month, sum(value) as value from demand group by project, code, month)
    select coalesce(p.project, r.project) as project, coalesce(p.code, r.code) as code, coalesce(p.month, r.month) as month,
      p.value::text as demand, r.value::text as reactive
    from peak p full join reactive r on r.project = p.project and r.code = p.code and r.month = p.month`.execute(db);
  return rows;
}

/** Days of a month on which the version holds and that are over; of the whole month for a version that holds all along. */
const daysHeld = ({ version: { from, to } }: Priced, month: string, today: string): number => {
  const start = from > `${month}-01` ? from : `${month}-01`;
  const ends = [monthEnd(month), to ?? monthEnd(month), addDays(today, -1)];
  return Math.max(
    0,
    daysFrom(
      start,
      ends.reduce((least, day) => (day < least ? day : least)),
    ) + 1,
  );
};

const daysIn = (month: string): number => Number(monthEnd(month).slice(8));

export async function termsOf(
  db: Db | Tx,
  of: {
    readonly mains: readonly Main[];
    readonly prices: readonly Priced[];
    readonly lines: readonly CostLine[];
    readonly months: Span;
    readonly today: string;
  },
): Promise<readonly Term[]> {
  const asking = of.lines.filter(({ group: { price } }) => price?.version.basic ?? price?.version.powerFactor);
  if (asking.length === 0) return [];
  const projects = new Set(asking.map(({ group }) => group.project));
  const known = new Map(
    (
      await measured(
        db,
        of.mains.filter(({ project }) => projects.has(project)),
        of.months,
      )
    ).map((one) => [`${one.project} ${one.code} ${one.month}`, one]),
  );
  const byMonth = Map.groupBy(of.lines, ({ group, at }) => `${group.project} ${group.code} ${at}`);
  return asking.flatMap((line): Term[] => {
    const { project, code, price } = line.group;
    if (price === null) return [];
    const found = known.get(`${project} ${code} ${line.at}`);
    const problems: string[] = [];
    const { version } = price;
    const quantity = version.basic?.by === 'capacity' ? price.capacity : (found?.demand ?? null);
    const held = daysHeld(price, line.at, of.today);
    let basic: Exact | null = null;
    if (version.basic !== undefined && held > 0) {
      if (quantity === null)
        problems.push(version.basic.by === 'demand' ? '没有本期最大需量，不能计基本电费' : '没有容量，不能计基本电费');
      else
        basic = divideRounded(
          times(exact(quantity), exact(version.basic.price)) * BigInt(held),
          BigInt(daysIn(line.at)),
        );
    }
    let powerFactor: Exact | null = null;
    if (version.powerFactor !== undefined) {
      // The mean of the month is one, whatever prices share it.
      const active = sumOf((byMonth.get(`${project} ${code} ${line.at}`) ?? []).map(({ usage }) => usage));
      const factor = found?.reactive == null ? null : powerFactorOf(active, exact(found.reactive));
      if (found?.reactive == null) problems.push('没有无功电量，不能计力调电费');
      else if (factor !== null)
        powerFactor = times(line.energy + (basic ?? 0n), adjustmentShare(adjustmentOf(factor, version.powerFactor)));
    }
    const taxed = (value: Exact | null): Exact | null => (value === null ? null : withTax(value, version.tax));
    return [{ project, at: line.at, code, basic: taxed(basic), powerFactor: taxed(powerFactor), problems }];
  });
}
