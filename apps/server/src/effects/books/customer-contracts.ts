/** 合同台账 of contracts with customers, and 合同单价: hand-written tables that screens edit as well. */
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/schema.ts';
import { invalid, refused } from '../../platform/http/errors.ts';
import type { EntrySource } from '../../engine/books/entries.ts';
import { fullPinyin } from '../people/accounts.ts';

export interface SignedContract {
  readonly code: string;
  readonly name: string;
  readonly project: string;
  readonly kind: string;
  readonly partyA: string;
  readonly partyB: string;
  readonly amount: string | null;
  readonly signOn: string | null;
  readonly startOn: string;
  readonly endOn: string;
  readonly chargeModel: string;
}

const USED = '该合同编号已被使用，请核对';

/** @throws invalid at `path` where a number cannot name a contract, or names one already. */
export async function demandFreeCode(tx: Tx, code: string, path: string): Promise<void> {
  if (!/^[A-Za-z0-9-]{2,40}$/.test(code))
    throw invalid([{ path, message: '合同编号只能用字母、数字和短横线，2到40位' }]);
  const { rows } = await sql`select from contract where code = ${code} and state <> 'cancelled'`.execute(tx);
  if (rows.length > 0) throw invalid([{ path, message: USED }]);
}

/** Enters a contract; the number of one that was cancelled may be used again. @throws invalid at `path` where the number is taken */
export async function signContract(tx: Tx, contract: SignedContract, path: string): Promise<void> {
  const { rows } = await sql`insert into contract as c
      (code, name, project_code, kind, party_a, party_b, amount, sign_on, start_on, end_on, charge_model, pinyin)
    values (${contract.code}, ${contract.name}, ${contract.project}, ${contract.kind}, ${contract.partyA}, ${contract.partyB},
      ${contract.amount}, ${contract.signOn}, ${contract.startOn}, ${contract.endOn}, ${contract.chargeModel}, ${fullPinyin(contract.name)})
    on conflict (code) do update set name = excluded.name, project_code = excluded.project_code, kind = excluded.kind, party_a = excluded.party_a,
      party_b = excluded.party_b, amount = excluded.amount, sign_on = excluded.sign_on, start_on = excluded.start_on, end_on = excluded.end_on,
      charge_model = excluded.charge_model, pinyin = excluded.pinyin, state = 'active', version = c.version + 1, updated_at = app_now()
    where c.state = 'cancelled' returning 1`.execute(tx);
  if (rows.length === 0) throw invalid([{ path, message: USED }]);
}

/** Takes a contract out of the ledger with its number; what was written about it stays readable. */
export const cancelContract = async (tx: Tx, code: string): Promise<void> =>
  void (await sql`update contract set state = 'cancelled', version = version + 1, updated_at = app_now() where code = ${code}`.execute(
    tx,
  ));

/** What can be charged for, as forms say it. */
export type PriceItem =
  | '供冷'
  | '采暖'
  | '卫生热水'
  | '蒸汽'
  | '基本容量费'
  | '加班用能'
  | '托管年费'
  | '代收电费'
  | '代收水费'
  | '运营服务费';

/** Kind of a price (`PRICE_KINDS`): cooling and heating by area stand beside those by quantity. */
export function priceKind(item: PriceItem, basis: string): string {
  const byArea = basis.startsWith('元/m²');
  switch (item) {
    case '供冷':
      return byArea ? 'coldArea' : 'cold';
    case '采暖':
      return byArea ? 'heatArea' : 'heat';
    case '卫生热水':
      return 'hotWater';
    case '蒸汽':
      return 'steam';
    case '基本容量费':
      return 'capacity';
    case '加班用能':
      return 'overtime';
    case '托管年费':
      return 'custody';
    case '代收电费':
      return 'electric';
    case '代收水费':
      return 'water';
    case '运营服务费':
      return 'operation';
  }
}

export interface NewPrice {
  readonly kind: string;
  readonly unit: string;
  readonly price: string;
  /** % that the price includes; absent where the document says none: what the kind was taxed by goes on. */
  readonly taxRate?: string | null;
  readonly from: string;
  readonly to: string | null;
}

interface Closed {
  readonly id: string;
  readonly to: string | null;
  readonly gone: boolean;
}

/** @throws refused where another price of the kind holds on some of the days */
async function notOverlapping(write: Promise<unknown>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === '23P01')
      throw refused('同一计费项目的单价时段重叠，请先在合同单价中核对');
    throw error;
  }
}

/**
 * Puts new prices in the place of those of the same kind: what holds from their first day on ends the day before, or falls away.
 * @returns what `restorePrices` needs
 */
export async function replacePrices(
  tx: Tx,
  contract: string,
  prices: readonly NewPrice[],
  source: EntrySource,
  by: string,
): Promise<string> {
  // Two that come together must not overlap.
  await sql`select from contract where code = ${contract} for update`.execute(tx);
  const closed: Closed[] = [];
  const firstDays = new Map<string, string>();
  for (const { kind, from } of prices) {
    const known = firstDays.get(kind);
    if (known === undefined || from < known) firstDays.set(kind, from);
  }
  for (const [kind, from] of firstDays) {
    const { rows } =
      await sql<Closed>`select id::text, valid_to::text as "to", valid_from >= ${from}::date as gone from contract_price
      where contract_code = ${contract} and kind = ${kind} and deleted_at is null and (valid_to is null or valid_to >= ${from}::date)
      for update`.execute(tx);
    closed.push(...rows);
    await sql`update contract_price set updated_at = app_now(),
        valid_to = case when valid_from >= ${from}::date then valid_to else ${from}::date - 1 end,
        deleted_at = case when valid_from >= ${from}::date then app_now() end
      where id = any(${rows.map((row) => row.id)}::bigint[])`.execute(tx);
  }
  for (const price of prices)
    await notOverlapping(
      sql`insert into contract_price (contract_code, kind, unit, price, tax_rate, valid_from, valid_to, created_by, source_module, source_id, source_effect)
      values (${contract}, ${price.kind}, ${price.unit}, ${price.price},
        coalesce(${price.taxRate ?? null}::numeric, (select o.tax_rate from contract_price o where o.contract_code = ${contract}
          and o.kind = ${price.kind} and o.tax_rate is not null order by o.valid_from desc, o.id desc limit 1)),
        ${price.from}, ${price.to}, ${by}, ${source.module}, ${source.id}, ${source.effect})`.execute(tx),
    );
  return JSON.stringify(closed);
}

/** Takes back the prices that a record's effect brought, and lets those before hold again. */
export async function restorePrices(tx: Tx, source: EntrySource, note: string | undefined): Promise<void> {
  await sql`update contract_price set deleted_at = app_now(), updated_at = app_now() where deleted_at is null
    and source_module = ${source.module} and source_id = ${source.id} and source_effect = ${source.effect}`.execute(tx);
  for (const { id, to, gone } of JSON.parse(note ?? '[]') as readonly Closed[])
    await notOverlapping(
      sql`update contract_price set updated_at = app_now(), valid_to = ${to}, deleted_at = ${gone ? null : sql`deleted_at`}
      where id = ${id}`.execute(tx),
    );
}
