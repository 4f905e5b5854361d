/** Bills of a month beside what the main meters counted on the same days. */
import type { billList } from '@hengneng/contracts';
import { money, moneyText, sumMoney } from '@hengneng/core';
import { DEFAULT_DEVIATION, exact, exactText, monthEnd, times } from '@hengneng/energy/measuring';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { projectsVisible } from '../../projects/index.ts';
import { dayCosts, type EnergyCost, fenOf, seesCosts, sumCosts } from '../costs/index.ts';
import { qualityOf, rounded } from '../reports/sums.ts';
import { mainMeters } from '../things/index.ts';

type Listed = z.input<typeof billList.output>;
type Row = Listed['rows'][number];
type Asked = z.output<typeof billList.input>;

/** Percent, where nobody set another. */
const ALLOWED = DEFAULT_DEVIATION.billDiff;

interface Raw extends Omit<Row, 'Difference' | 'DiffRate' | 'State' | 'complete' | 'estimated' | 'Trial'> {
  readonly due: number;
  readonly got: number;
  readonly estimatedUsage: string;
}

/** Bills with the use of their days; `of` narrows them down. */
async function rawBills(db: Db | Tx, projects: readonly string[], of: RawBuilder<unknown>): Promise<readonly Raw[]> {
  const { rows } = await sql<Raw>`with ${mainMeters(projects)}
    select b.id::text as "BillId", b.version as "Version", b.project_code as "ProjectCode", p.name as "ProjectName", c.code as "CategoryCode",
      c.name as "CategoryName", c.unit as "Unit", b.supplier as "Supplier", b.account_no as "AccountNo", b.from_day::text as "From", b.to_day::text as "To",
      trim_scale(b.last_reading)::text as "LastReading", trim_scale(b.this_reading)::text as "ThisReading", trim_scale(b.ratio)::text as "Ratio",
      trim_scale(b.usage)::text as "Usage", trim_scale(b.sharp)::text as "Sharp", trim_scale(b.peak)::text as "Peak", trim_scale(b.flat)::text as "Flat",
      trim_scale(b.valley)::text as "Valley", b.basic_fee::text as "BasicFee", b.power_factor_fee::text as "PowerFactorFee", b.late_fee::text as "LateFee",
      b.amount::text as "Amount", b.invoice_no as "InvoiceNo", b.files as "Files", b.note as "Note", u.user_name as "Editor",
      to_jsonb(b.edited_at) #>> '{}' as "EditTime", trim_scale(s.usage)::text as "MeterUsage", coalesce(s.due, 0)::int as due, coalesce(s.got, 0)::int as got,
      coalesce(s.estimated, 0)::text as "estimatedUsage",
      coalesce((select v.bill_diff::float8 from deviation_setting v where v.bill_diff is not null and (v.level = 'company'
          or (v.level = 'project' and v.project_code = b.project_code)
          or (v.level = 'category' and v.project_code = b.project_code and v.category_id = b.category_id))
        order by array_position(array['category', 'project', 'company'], v.level) limit 1), ${ALLOWED}) as "Allowed"
    from energy_bill b join project p on p.code = b.project_code join energy_category c on c.id = b.category_id
    join app_user u on u.id = coalesce(b.edited_by, b.created_by)
    left join lateral (
      select sum(f.usage) as usage, sum(f.estimated) as estimated, sum(f.got) as got,
        sum(case when f.day is null then 1 else f.due end) as due
      from main cross join lateral generate_series(greatest(b.from_day, main.used_from), least(b.to_day, coalesce(main.used_to, b.to_day)), interval '1 day') g
      left join meter_day f on f.meter_id = main.device_id and f.register = 'total' and f.day = g::date
      where main.project_code = b.project_code and main.energy_id = b.category_id
        and not exists (select from stop_day x where x.project_code = b.project_code and x.day = g::date and f.day is null)) s on true
    where b.project_code = any(${[...projects]}::text[]) and ${of} order by p.code, c.sort, b.account_no, b.from_day`.execute(
    db,
  );
  return rows;
}

const stateOf = (rate: number | null, allowed: number, note: string): Row['State'] =>
  rate === null ? '无抄表' : Math.abs(rate) <= allowed ? '一致' : note === '' ? '有差异' : '已说明';

const compared = (raw: Raw): Pick<Row, 'Difference' | 'DiffRate' | 'State'> => {
  const { MeterUsage, Usage, Allowed, Note } = raw;
  if (MeterUsage === null) return { Difference: null, DiffRate: null, State: '无抄表' };
  const difference = exact(MeterUsage) - exact(Usage);
  const rate = exact(Usage) === 0n ? null : rounded((Number(exactText(difference)) / Number(Usage)) * 100, 1);
  return { Difference: exactText(difference), DiffRate: rate, State: stateOf(rate, Allowed, Note) };
};

/** The bill's quantity at the mean price of the meters' days, and the fees that stand on the bill. */
function trialOf(raw: Raw, costs: readonly EnergyCost[]): string | null {
  const own = costs.filter(({ project, code }) => project === raw.ProjectCode && code === raw.CategoryCode);
  const { meanPrice, problems } = sumCosts(own);
  if (meanPrice === null || problems.length > 0) return null;
  const fees = [raw.BasicFee, raw.PowerFactorFee, raw.LateFee].flatMap((fee) => (fee === null ? [] : [money(fee)]));
  return moneyText(sumMoney([fenOf(times(exact(meanPrice), exact(raw.Usage))), ...fees]));
}

const rowOf = (raw: Raw, costs: readonly EnergyCost[] | null): Row => {
  const { due, got, estimatedUsage, ...bill } = raw;
  const withheld = { BasicFee: null, PowerFactorFee: null, LateFee: null, Amount: null };
  return {
    ...bill,
    ...(costs === null ? withheld : {}),
    ...compared(raw),
    ...(raw.MeterUsage === null
      ? { complete: null, estimated: null }
      : qualityOf([{ usage: raw.MeterUsage, estimated: estimatedUsage, due, got }])),
    Trial: costs === null ? null : trialOf(raw, costs),
  };
};

/** Bills of one period, most often a month, are tried together. */
async function rowsOf(db: Db | Tx, raw: readonly Raw[], amounts: boolean): Promise<readonly Row[]> {
  if (!amounts) return raw.map((one) => rowOf(one, null));
  const periods = [...Map.groupBy(raw, ({ From, To }) => `${From} ${To}`).values()];
  const tried = new Map<string, Row>();
  for (const bills of periods) {
    const [first] = bills;
    if (first === undefined) continue;
    const costs = await dayCosts(db, [...new Set(bills.map(({ ProjectCode }) => ProjectCode))], {
      from: first.From,
      to: first.To,
    });
    const byProject = Map.groupBy(costs, ({ project }) => project);
    for (const one of bills) tried.set(one.BillId, rowOf(one, byProject.get(one.ProjectCode) ?? []));
  }
  return raw.flatMap(({ BillId }) => tried.get(BillId) ?? []);
}

const projectsOf = async (ctx: Ctx, code: string | undefined): Promise<readonly string[]> => {
  const { rows } = await sql<{ code: string }>`select p.code from project p
    where ${projectsVisible(ctx.session, 'p')} and (${code ?? null}::text is null or p.code = ${code ?? null})`.execute(
    ctx.db,
  );
  return rows.map((row) => row.code);
};

export async function listBills(ctx: Ctx, asked: Asked): Promise<Listed> {
  const projects = await projectsOf(ctx, asked.ProjectCode || undefined);
  const span = { from: `${asked.Month}-01`, to: monthEnd(asked.Month) };
  const code = asked.CategoryCode || null;
  const ofCode = sql`(${code}::text is null or c.code = ${code})`;
  const [raw, expected] = await Promise.all([
    rawBills(ctx.db, projects, sql`b.to_day between ${span.from} and ${span.to} and ${ofCode}`),
    sql<Listed['expected'][number]>`
      select b.project_code as "ProjectCode", p.name as "ProjectName", c.name as "CategoryName", b.supplier as "Supplier", b.account_no as "AccountNo",
        max(b.to_day)::text as "lastTo"
      from energy_bill b join project p on p.code = b.project_code join energy_category c on c.id = b.category_id
      where b.project_code = any(${[...projects]}::text[]) and ${ofCode} and b.from_day <= ${span.to}
      group by b.project_code, p.name, c.name, b.supplier, b.account_no
      having max(b.to_day) < ${span.from} order by 1, 3`.execute(ctx.db),
  ]);
  const rows = await rowsOf(ctx.db, raw, seesCosts(ctx.session));
  return {
    rows: rows.filter(({ State }) => !asked.DiffOnly || State === '有差异' || State === '已说明'),
    expected: expected.rows,
    asOf: ctx.now.toISOString(),
  };
}

/** One bill as it stands now, for what is said about it once it is kept. */
export async function billOfId(tx: Tx, project: string, id: string): Promise<Row | null> {
  const [row] = await rowsOf(tx, await rawBills(tx, [project], sql`b.id = ${id}::bigint`), true);
  return row ?? null;
}

/** A bill that says another use than the meters. */
export interface OddBill {
  readonly id: string;
  readonly supplier: string;
  readonly account: string;
  /** Percent, the meters against the bill. */
  readonly rate: number;
  readonly allowed: number;
  readonly note: string;
  readonly words: string;
}

/** Of those that end in a month: whatever differs by more than is allowed, explained or not. */
export async function oddBills(db: Db | Tx, project: string, month: string): Promise<readonly OddBill[]> {
  const raw = await rawBills(db, [project], sql`b.to_day between ${`${month}-01`} and ${monthEnd(month)}`);
  return raw.flatMap((one): OddBill[] => {
    const { State, DiffRate } = compared(one);
    if (DiffRate === null || (State !== '有差异' && State !== '已说明')) return [];
    const apart = `${DiffRate > 0 ? '+' : '−'}${Math.abs(DiffRate).toFixed(1)}%`;
    return [
      {
        id: one.BillId,
        supplier: `${one.CategoryName} ${one.Supplier}`,
        account: one.AccountNo,
        rate: DiffRate,
        allowed: one.Allowed,
        note: one.Note,
        words: `账单 ${Number(one.Usage).toLocaleString('en-US')} ${one.Unit}，抄表 ${Number(one.MeterUsage).toLocaleString('en-US')} ${one.Unit}，抄表较账单 ${apart}，超过 ${one.Allowed}%，请核对账期、倍率和漏计`,
      },
    ];
  });
}

/** Bills that end in a month, differ from the meters by more than is allowed, and say no reason. */
export async function unexplainedBills(db: Db | Tx, project: string, month: string): Promise<number> {
  const raw = await rawBills(db, [project], sql`b.to_day between ${`${month}-01`} and ${monthEnd(month)}`);
  return raw.filter((one) => compared(one).State === '有差异').length;
}
