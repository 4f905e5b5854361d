/**
 * 工程合同台账 (projectContract): what may still be paid on a contract, from what was matched, paid, asked for, held back and fined.
 * Balances are columns of the book within its limits.
 */
import { Big } from 'big.js';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/schema.ts';
import { invalid, refused } from '../../platform/http/errors.ts';
import type { Lookup } from './lookup.ts';
import { dayOf, type Source } from './source.ts';

/** Most that may be paid in advance, percent of the contract, by the supplier's grade. */
const PREPAY_CAP = { A: 30, B: 20, C: 0, D: 0 } as const;
const UNRATED_CAP = PREPAY_CAP.B;

/** Amounts as exact text. What is under way leaves out what the asking record holds itself. */
export interface ContractFigures {
  readonly matchedInvoice: string;
  readonly paidAmount: string;
  readonly reservedAmount: string;
  /** Kept back until the end of the warranty; nothing once that has come. */
  readonly retentionHeld: string;
  /** What of it may be asked for now. */
  readonly retentionDue: string;
  readonly prepayLimit: string;
  readonly prepayLeft: string;
  readonly offsetDone: string;
  readonly fineTotal: string;
  readonly fineDeducted: string;
  /** Mean of its evaluations; empty where there are none. */
  readonly processAvg: string | null;
}

const cap = sql.join(
  Object.entries(PREPAY_CAP).map(([grade, percent]) => sql`when ${grade} then ${percent}::numeric`),
  sql` `,
);
/** What the asking record has added to a column itself. */
const own = (column: string) => sql`coalesce((select amount from own where name = ${column}), 0)`;

/** The figures of a contract on a day; null where there is no such contract. */
export async function contractFigures(
  tx: Tx,
  contract: string,
  except: Source,
  today: string,
): Promise<ContractFigures | null> {
  const { rows } = await sql<ContractFigures>`
    with own as (
      select column_name as name, sum(amount) as amount from entity_change where table_name = 'b_project_contract' and row_key = ${contract}
        and undone_at is null and source_module = ${except.module} and source_id = ${except.id}::bigint group by 1),
    held as (
      select c.*, coalesce(c.warranty_to <= ${today}::date, false) as released,
        round(coalesce(c.settlement_amount, c.matched, 0) * c.retention_rate / 100, 2) as retention,
        round(c.amount * least(c.prepay_rate, case s.grade ${cap} else ${UNRATED_CAP}::numeric end) / 100, 2) as prepay_allowed
      from b_project_contract c join supplier s on s.id = c.supplier where c.id = ${contract} and not c.voided)
    select coalesce(matched, 0)::text as "matchedInvoice", coalesce(paid, 0)::text as "paidAmount",
      (coalesce(reserved, 0) - ${own('reserved')})::text as "reservedAmount",
      (case when released then 0 else retention end)::numeric(18,2)::text as "retentionHeld",
      (case when released then greatest(retention - coalesce(retention_paid, 0) - coalesce(retention_pending, 0) + ${own('retention_pending')}, 0)
        else 0 end)::numeric(18,2)::text as "retentionDue",
      greatest(prepay_allowed - coalesce(prepaid, 0) - coalesce(prepay_pending, 0) + ${own('prepay_pending')}, 0)::numeric(18,2)::text as "prepayLimit",
      (coalesce(prepaid, 0) - coalesce(offset_taken, 0) - coalesce(offset_pending, 0) + ${own('offset_pending')})::text as "prepayLeft",
      (coalesce(offset_taken, 0) + coalesce(offset_pending, 0) - ${own('offset_pending')})::text as "offsetDone",
      (select coalesce(sum(f.amount), 0)::numeric(18,2)::text from b_supplier_fine f
        where f.contract = held.id and f.state = '已确认' and not f.voided) as "fineTotal",
      (coalesce(fine_taken, 0) + coalesce(fine_pending, 0) - ${own('fine_pending')})::text as "fineDeducted",
      (select round(avg(e.score), 1)::text from b_supplier_evaluation e
        where e.contract = held.id and e.kind = '过程评价' and not e.voided) as "processAvg"
    from held`.execute(tx);
  return rows[0] ?? null;
}

/** Months of warranty of contracts that do not say how long. */
const USUAL_WARRANTY = 24;

export interface Warranty {
  readonly from: string;
  readonly to: string;
}

/** From the day on which its works were accepted, as long as the contract says; null where there is no such contract. */
export async function warrantyFrom(tx: Tx, contract: string | null, acceptedOn: string): Promise<Warranty | null> {
  const { rows } = await sql<Warranty>`select ${acceptedOn}::text as "from",
      (${acceptedOn}::date + make_interval(months => coalesce(warranty_months, ${USUAL_WARRANTY})))::date::text as "to"
    from b_project_contract where id = ${contract} and not voided`.execute(tx);
  return rows[0] ?? null;
}

/** The day that a completion counts from: that of its acceptance, until then the one on which the works were done. */
const acceptance = async (tx: Tx, { record }: Parameters<Lookup>[2]): Promise<Warranty | null> => {
  const day = record.checkDate ?? record.actualEnd;
  const contract = record.projectContract;
  return typeof day === 'string' && typeof contract === 'string' ? warrantyFrom(tx, contract, day) : null;
};

export const WARRANTY_LOOKUPS = {
  from: async (tx, _value, env) => (await acceptance(tx, env))?.from ?? null,
  to: async (tx, _value, env) => (await acceptance(tx, env))?.to ?? null,
} satisfies Readonly<Record<string, Lookup>>;

const figure =
  (name: keyof ContractFigures): Lookup =>
  async (tx, contract, env) =>
    contract === null
      ? null
      : ((await contractFigures(tx, contract, { module: env.moduleId, id: env.businessId ?? '0' }, dayOf(env.now)))?.[
          name
        ] ?? null);

export const CONTRACT_LOOKUPS: Readonly<Record<keyof ContractFigures, Lookup>> = {
  matchedInvoice: figure('matchedInvoice'),
  paidAmount: figure('paidAmount'),
  reservedAmount: figure('reservedAmount'),
  retentionHeld: figure('retentionHeld'),
  retentionDue: figure('retentionDue'),
  prepayLimit: figure('prepayLimit'),
  prepayLeft: figure('prepayLeft'),
  offsetDone: figure('offsetDone'),
  fineTotal: figure('fineTotal'),
  fineDeducted: figure('fineDeducted'),
  processAvg: figure('processAvg'),
};

/** A form that names a contract is about its supplier. @throws invalid at `path` */
export async function demandContract(
  tx: Tx,
  contract: string,
  of: { readonly supplier?: string | null },
  path = 'projectContract',
): Promise<void> {
  const { rows } = await sql<{ supplier: string; state: string }>`
    select supplier::text, state from b_project_contract where id = ${contract} and not voided`.execute(tx);
  const row = rows[0];
  if (row === undefined) throw invalid([{ path, message: '工程合同不存在或已作废，请重新选择' }]);
  if (of.supplier !== undefined && row.supplier !== of.supplier)
    throw invalid([{ path, message: '工程合同的单位与所选供应商不一致' }]);
  if (row.state === '已终止') throw refused('该工程合同已终止');
}

/** 可付余额 of a contract: matched − paid − asked for by others − kept back − offset − fined; `offset` is what a payment takes of the advance itself. */
export const payableOf = (figures: ContractFigures, offset: string): string =>
  Big(figures.matchedInvoice)
    .minus(figures.paidAmount)
    .minus(figures.reservedAmount)
    .minus(figures.retentionHeld)
    .minus(figures.offsetDone)
    .minus(offset)
    .minus(figures.fineTotal)
    .toFixed(2);
