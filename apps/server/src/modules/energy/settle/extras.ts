/** What a settlement bills besides the contract's own prices: overtime, what was paid for the customer, and adjustments of locked months. */
import { exact, monthEnd } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import type { Adjusted, Item, Span } from './terms.ts';

/** Kinds of 结算依据 that no price of the contract works out, by what settlements call their fee. */
const FEES: Readonly<Record<string, string>> = { 临时用能: '加班用能费', 代缴费用: '代缴费用' };

interface Basis {
  readonly id: string;
  readonly no: string;
  readonly kind: string;
  readonly item: string;
  readonly month: string;
  readonly quantity: string;
  readonly unit: string;
  readonly amount: string;
  readonly taxRate: string | null;
}

/** A month belongs to the period in which it ends, so that periods that follow each other take each month once. */
const ends = (month: string, { from, to }: Span): boolean => from <= monthEnd(month) && monthEnd(month) <= to;

/** What was agreed to and is not settled yet. */
export async function basisItems(db: Db | Tx, contract: string, span: Span): Promise<readonly Item[]> {
  const { rows } = await sql<Basis>`
    select b.id::text, b.basis_no as no, b.kind, b.item, b.month, trim_scale(b.quantity)::text as quantity, coalesce(b.unit, '') as unit,
      b.amount::text, (select trim_scale(p.tax_rate)::text from contract_price p where b.kind = '临时用能' and p.contract_code = b.contract
        and p.kind = 'overtime' and p.deleted_at is null and p.valid_from <= (b.month || '-01')::date + 27
        order by p.valid_from desc limit 1) as "taxRate"
    from b_settlement_basis b
    where b.contract = ${contract} and not b.voided and b.kind = any(${Object.keys(FEES)}::text[]) and b.amount is not null
      and coalesce(b.settling, 0) = 0 and coalesce(b.settled, 0) = 0
      and b.month between ${span.from.slice(0, 7)} and ${span.to.slice(0, 7)} order by b.month, b.id`.execute(db);
  return rows
    .filter(({ month }) => ends(month, span))
    .map(({ id, no, kind, item, month, quantity, unit, amount, taxRate }) => ({
      kind: 'overtime',
      fee: FEES[kind] ?? kind,
      basis: `${no} ${item}`,
      from: `${month}-01`,
      to: monthEnd(month),
      quantity,
      unit,
      // The document says the amount; what it was worked out by stands there.
      price: null,
      coefficient: null,
      amount: exact(amount),
      taxRate,
      problem: null,
      basisId: id,
    }));
}

/** Agreed adjustments that months of the period carry, of settling meters that no other settling meter of the energy counts. */
export async function adjustmentsIn(db: Db | Tx, project: string, span: Span): Promise<readonly Adjusted[]> {
  const { rows } = await sql<Adjusted & { readonly carried: string }>`
    select a.serial, e.code, m.unit, to_char(a.day, 'YYYY-MM') as month, trim_scale(a.difference)::text as quantity, a.month as carried
    from adjustment a join meter m on m.device_id = a.meter_id join energy_category c on c.id = m.category_id
    join energy_category e on e.id = coalesce(c.parent_id, c.id)
    left join meter p on p.device_id = m.parent_id left join energy_category pc on pc.id = p.category_id
    where a.project_code = ${project} and a.state = '已同意' and not a.voided and m.is_settle and a.register = 'total'
      and not (coalesce(p.is_settle, false) and coalesce(pc.parent_id, pc.id) is not distinct from e.id)
      and a.month between ${span.from.slice(0, 7)} and ${span.to.slice(0, 7)} order by a.day, a.id`.execute(db);
  return rows.filter(({ carried }) => ends(carried, span)).map(({ carried: _, ...one }) => one);
}
