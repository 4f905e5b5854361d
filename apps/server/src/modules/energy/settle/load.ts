/** What a settlement is worked out from: the contract with its prices, and the days of the meters that it is billed by. */
import { type Exact, exact } from '@hengneng/energy/measuring';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { notFound } from '../../../platform/http/errors.ts';
import { projectsVisible } from '../../projects/index.ts';
import { daysAsOf } from '../facts/index.ts';
import { seasonsOf, USUAL_SEASONS } from '../seasons.ts';
import type { ContractPrice, Measured, Span, Terms } from './terms.ts';

export interface Contract {
  readonly code: string;
  readonly name: string;
  readonly project: string;
  readonly projectName: string;
  readonly customer: string;
  readonly partyA: string;
  readonly partyB: string;
  readonly model: string | null;
  readonly startOn: string | null;
  readonly endOn: string | null;
  readonly state: string;
  readonly areaM2: string | null;
  readonly coolingKw: string | null;
}

const CONTRACT = sql`c.code, c.name, c.project_code as project, p.name as "projectName", p.customer_name as customer,
  c.party_a as "partyA", c.party_b as "partyB", c.charge_model as model,
  c.start_on::text as "startOn", c.end_on::text as "endOn", c.state, p.area_m2::text as "areaM2", p.design_cooling_kw::text as "coolingKw"`;

/** @throws notFound where the person sees no such contract */
export async function contractOf(ctx: Ctx, db: Db | Tx, code: string): Promise<Contract> {
  const { rows } = await sql<Contract>`select ${CONTRACT} from contract c join project p on p.code = c.project_code
    where c.code = ${code} and ${projectsVisible(ctx.session, 'p')}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw notFound('合同不存在，或您没有查看它的权限');
  return row;
}

/** Contracts of the projects that hold on a day. */
export async function contractsOn(db: Db | Tx, projects: readonly string[], day: string): Promise<readonly Contract[]> {
  const { rows } = await sql<Contract>`select ${CONTRACT} from contract c join project p on p.code = c.project_code
    where c.project_code = any(${[...projects]}::text[]) and c.state = 'active'
      and (c.start_on is null or c.start_on <= ${day}) and (c.end_on is null or c.end_on >= ${day}) order by c.code`.execute(
    db,
  );
  return rows;
}

/** Terms by contract, with the prices and seasons that hold up to the last day. */
export async function termsOf(
  db: Db | Tx,
  contracts: readonly Contract[],
  span: Span,
): Promise<ReadonlyMap<string, Terms>> {
  const codes = contracts.map(({ code }) => code);
  const projects = contracts.map(({ project }) => project);
  const [prices, seasons] = await Promise.all([
    sql<ContractPrice & { readonly contract: string }>`
      select id::text, contract_code as contract, kind, unit, price::text, trim_scale(tax_rate)::text as "taxRate",
        valid_from::text as "from", valid_to::text as "to" from contract_price
      where contract_code = any(${codes}::text[]) and deleted_at is null
        and daterange(valid_from, valid_to, '[]') && daterange(${span.from}::date, ${span.to}::date, '[]') order by kind, valid_from`.execute(
      db,
    ),
    seasonsOf(db, projects, span.to),
  ]);
  const byContract = Map.groupBy(prices.rows, ({ contract }) => contract);
  return new Map(
    contracts.map(({ code, project, model, areaM2, coolingKw }) => [
      code,
      {
        model,
        areaM2,
        coolingKw,
        seasons: seasons.get(project) ?? USUAL_SEASONS,
        prices: byContract.get(code) ?? [],
      },
    ]),
  );
}

/** The days that what follows is read from: those that stand, or as they would have been told at an instant. */
type Days = RawBuilder<unknown>;
export const STANDING: Days = sql`days as not materialized (select * from meter_day where register = 'total')`;

/** Of the settling meters of a project, from the readings that were known by then. Multipliers and exchanges are those of today. */
export async function daysKnownAt(db: Db | Tx, project: string, span: Span, asOf: string): Promise<Days> {
  const { rows: meters } = await sql<{ id: string; frequency: string }>`
    select device_id::text as id, frequency from meter where project_code = ${project} and is_settle`.execute(db);
  const known = (await daysAsOf(db, meters, span, Date.parse(asOf))).filter(({ register }) => register === 'total');
  return sql`days as (select * from jsonb_to_recordset(${JSON.stringify(
    known.map(({ meter, day, from, to, open, close, usage, estimated, due, got, flags, doubts }) => ({
      meter_id: meter,
      register: 'total',
      day,
      from_at: from,
      to_at: to,
      open,
      close,
      usage,
      estimated,
      due,
      got,
      flags,
      doubts,
    })),
  )}::jsonb) as x(meter_id bigint, register text, day date, from_at timestamptz, to_at timestamptz, open numeric, close numeric, usage numeric,
    estimated numeric, due int, got int, flags text[], doubts text[]))`;
}

interface DayRow {
  readonly project: string;
  readonly code: string;
  readonly unit: string;
  readonly day: string | null;
  readonly usage: string | null;
}

/** By project and energy what settling meters used day by day; a meter below another settling one of its energy counts there already. */
export async function settledUse(
  db: Db | Tx,
  projects: readonly string[],
  span: Span,
  days: Days = STANDING,
): Promise<ReadonlyMap<string, ReadonlyMap<string, Measured>>> {
  const { rows } = await sql<DayRow>`with ${days}
    select m.project_code as project, e.code, e.unit, f.day::text, sum(f.usage)::text as usage
    from meter m join energy_category c on c.id = m.category_id join energy_category e on e.id = coalesce(c.parent_id, c.id)
    left join meter p on p.device_id = m.parent_id left join energy_category pc on pc.id = p.category_id
    left join days f on f.meter_id = m.device_id and f.day between ${span.from} and ${span.to}
    where m.project_code = any(${[...projects]}::text[]) and m.is_settle
      and not (coalesce(p.is_settle, false) and coalesce(pc.parent_id, pc.id) is not distinct from e.id)
    group by 1, 2, 3, 4`.execute(db);
  const found = new Map<string, Map<string, { unit: string; days: Map<string, Exact> }>>();
  for (const { project, code, unit, day, usage } of rows) {
    const of = found.get(project) ?? new Map<string, { unit: string; days: Map<string, Exact> }>();
    found.set(project, of);
    const energy = of.get(code) ?? { unit, days: new Map<string, Exact>() };
    of.set(code, energy);
    if (day !== null && usage !== null) energy.days.set(day, exact(usage));
  }
  return found;
}

export interface SettledMeter {
  readonly DeviceId: string;
  readonly name: string;
  readonly energy: string;
  readonly code: string;
  readonly unit: string;
  readonly fromAt: string | null;
  readonly open: string | null;
  readonly toAt: string | null;
  readonly close: string | null;
  readonly ratio: string | null;
  readonly breaks: string[];
  readonly usage: string;
  readonly estimated: string;
  readonly due: number;
  readonly got: number;
  readonly flags: string[];
  readonly waiting: number;
  readonly verifiedTo: string | null;
}

/** The settling meters of a project with what they showed at both ends, what happened to them between, and how well it is known. */
export async function settledMeters(
  db: Db | Tx,
  project: string,
  span: Span,
  days: Days = STANDING,
): Promise<readonly SettledMeter[]> {
  const { rows } = await sql<SettledMeter>`with ${days}
    select m.device_id::text as "DeviceId", coalesce(d.display_name, d.name) as name, e.name as energy, e.code, m.unit,
      to_jsonb(f.from_at) #>> '{}' as "fromAt", trim_scale(f.open)::text as open, to_jsonb(l.to_at) #>> '{}' as "toAt",
      trim_scale(l.close)::text as close,
      (select trim_scale(round(r.value * r.gas_factor, 6))::text from meter_ratio r where r.meter_id = m.device_id and r.state = '已生效' and r.valid_from <= coalesce(l.to_at, app_now())
        order by r.valid_from desc limit 1) as ratio,
      array(select b.serial || '（' || b.state || '）' from meter_break b where b.meter_id = m.device_id and b.state <> '已作废'
        and b.removed_at >= coalesce(f.from_at, ${span.from}::date) and b.removed_at < coalesce(l.to_at, ${span.to}::date + 1) order by b.removed_at) as breaks,
      trim_scale(coalesce(s.usage, 0))::text as usage, trim_scale(coalesce(s.estimated, 0))::text as estimated,
      (coalesce(s.due, 0) + greatest(0, (least(${span.to}::date, coalesce(m.used_to, ${span.to}::date)) - greatest(${span.from}::date, m.used_from) + 1
        - coalesce(s.days, 0) - (select count(*)::int from stop_day x where x.project_code = m.project_code and x.day between ${span.from} and ${span.to}))))::int as due,
      coalesce(s.got, 0)::int as got, coalesce(s.flags, '{}') as flags,
      (coalesce(s.waiting, 0) + (select count(*) from meter_break b where b.meter_id = m.device_id and b.state in ('待登记', '待核对')
        and b.removed_at < ${span.to}::date + 2))::int as waiting, m.verified_to::text as "verifiedTo"
    from meter m join device d on d.id = m.device_id join energy_category c on c.id = m.category_id
    join energy_category e on e.id = coalesce(c.parent_id, c.id)
    left join lateral (select sum(x.usage) as usage, sum(x.estimated) as estimated, sum(x.due) as due, sum(x.got) as got, count(*)::int as days,
        count(*) filter (where '待确认' = any(x.doubts)) as waiting, min(x.day) as first, max(x.day) as last,
        (select array_agg(distinct g order by g) from days y, unnest(y.flags) g where y.meter_id = m.device_id
          and y.day between ${span.from} and ${span.to}) as flags
      from days x where x.meter_id = m.device_id and x.day between ${span.from} and ${span.to}) s on true
    left join days f on f.meter_id = m.device_id and f.day = s.first
    left join days l on l.meter_id = m.device_id and l.day = s.last
    where m.project_code = ${project} and m.is_settle and m.used_from <= ${span.to} and (m.used_to is null or m.used_to >= ${span.from})
    order by e.sort, d.sort, d.code`.execute(db);
  return rows;
}
