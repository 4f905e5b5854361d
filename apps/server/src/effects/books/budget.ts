/**
 * 资金预算台账 (fundBudgetLedger): owner + month + subject. Available = approved + appended + moved in − moved out − reserved − used,
 * never negative (a CHECK); balances change only together with an entry.
 */
import { Big } from 'big.js';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/schema.ts';
import { AppError, refused } from '../../platform/http/errors.ts';
import { insertRows } from './rows.ts';
import { sourceColumns, type Source } from './source.ts';

export interface BudgetKey {
  readonly ownerKind: 'project' | 'dept';
  readonly ownerCode: string;
  /** `YYYY-MM` */
  readonly month: string;
  /** 资金科目 */
  readonly subject: string;
}

const COLUMNS = ['approved', 'appended', 'moved_in', 'moved_out', 'reserved', 'used'] as const;
export type BudgetColumn = (typeof COLUMNS)[number];

const isOverdrawn = (error: unknown): boolean =>
  error instanceof Error && 'constraint' in error && error.constraint === 'fund_budget_not_overdrawn';

async function ledgerId(tx: Tx, key: BudgetKey): Promise<string> {
  await sql`insert into fund_budget_ledger (owner_kind, owner_code, month, subject)
    values (${key.ownerKind}, ${key.ownerCode}, ${key.month}, ${key.subject}) on conflict do nothing`.execute(tx);
  const { rows } = await sql<{ id: string }>`select id from fund_budget_ledger
    where owner_kind = ${key.ownerKind} and owner_code = ${key.ownerCode} and month = ${key.month} and subject = ${key.subject}
    for update`.execute(tx);
  return rows[0]?.id ?? '';
}

/** Amount available under a key; `0.00` where nothing was ever budgeted. `except` leaves out what that record itself holds. */
export async function budgetLeft(tx: Tx, key: BudgetKey, except?: Source): Promise<string> {
  const { rows } = await sql<{ left: string }>`
    select (l.available + coalesce((
      select sum(e.amount) from fund_budget_entry e
      where e.ledger_id = l.id and e.column_name = 'reserved'
        and e.source_module = ${except?.module ?? ''} and e.source_id = ${except?.id ?? '0'}), 0))::text as left
    from fund_budget_ledger l
    where owner_kind = ${key.ownerKind} and owner_code = ${key.ownerCode} and month = ${key.month} and subject = ${key.subject}`.execute(
    tx,
  );
  return rows[0]?.left ?? '0.00';
}

/**
 * Changes balances under a key and writes the entries.
 * @throws refused with the amount that is left, when the key would be overdrawn.
 */
export async function postBudget(
  tx: Tx,
  key: BudgetKey,
  changes: Partial<Record<BudgetColumn, string>>,
  source: Source,
  reason: string,
): Promise<void> {
  const entries = Object.entries(changes).filter(([, amount]) => Number(amount) !== 0);
  if (entries.length === 0) return;
  const id = await ledgerId(tx, key);
  const delta = (column: BudgetColumn): string => changes[column] ?? '0';
  const { rows } = await sql<{ available: string; enough: boolean }>`
    select available::text, available + ${delta('approved')}::numeric + ${delta('appended')}::numeric + ${delta('moved_in')}::numeric
      - ${delta('moved_out')}::numeric - ${delta('reserved')}::numeric - ${delta('used')}::numeric >= 0 as enough
    from fund_budget_ledger where id = ${id}`.execute(tx);
  if (!rows[0]?.enough)
    throw refused(`${key.month}「${key.subject}」可用预算只有${rows[0]?.available ?? '0.00'}元，请先追加资金预算`);
  try {
    await sql`update fund_budget_ledger set
      approved = approved + ${delta('approved')}::numeric, appended = appended + ${delta('appended')}::numeric,
      moved_in = moved_in + ${delta('moved_in')}::numeric, moved_out = moved_out + ${delta('moved_out')}::numeric,
      reserved = reserved + ${delta('reserved')}::numeric, used = used + ${delta('used')}::numeric
      where id = ${id}`.execute(tx);
  } catch (error) {
    if (isOverdrawn(error))
      throw new AppError('invalid', `${key.month}「${key.subject}」可用预算不足，请先追加资金预算`);
    throw error;
  }
  await insertRows(
    tx,
    'fund_budget_entry',
    entries.map(([column, amount]) => ({
      ledger_id: id,
      column_name: column,
      amount,
      reason,
      ...sourceColumns(source),
    })),
  );
}

interface Net {
  readonly owner_kind: 'project' | 'dept';
  readonly owner_code: string;
  readonly month: string;
  readonly subject: string;
  readonly column_name: BudgetColumn;
  readonly net: string;
}

/** What a record holds or has changed, net, by key and column. */
async function netOf(tx: Tx, source: Source): Promise<readonly Net[]> {
  const { rows } = await sql<Net>`
    select l.owner_kind, l.owner_code, l.month, l.subject, e.column_name, sum(e.amount)::text as net
    from fund_budget_entry e join fund_budget_ledger l on l.id = e.ledger_id
    where e.source_module = ${source.module} and e.source_id = ${source.id}
    group by 1, 2, 3, 4, 5 having sum(e.amount) <> 0 order by 1, 2, 3, 4`.execute(tx);
  return rows;
}

const keyOf = (net: Net): BudgetKey => ({
  ownerKind: net.owner_kind,
  ownerCode: net.owner_code,
  month: net.month,
  subject: net.subject,
});
const negated = (amount: string): string => (amount.startsWith('-') ? amount.slice(1) : `-${amount}`);

/** Gives back what a record still holds. */
export async function releaseBudget(tx: Tx, source: Source, reason: string): Promise<void> {
  for (const net of await netOf(tx, source))
    if (net.column_name === 'reserved')
      await postBudget(tx, keyOf(net), { reserved: negated(net.net) }, source, reason);
}

/** Turns what a record holds into used, whatever was cut before. */
export async function spendBudget(tx: Tx, source: Source, reason: string): Promise<void> {
  for (const net of await netOf(tx, source))
    if (net.column_name === 'reserved')
      await postBudget(tx, keyOf(net), { reserved: negated(net.net), used: net.net }, source, reason);
}

/** What a record still holds, over all keys. */
export async function budgetHeld(tx: Tx, source: Source): Promise<string> {
  const held = (await netOf(tx, source)).filter((net) => net.column_name === 'reserved');
  return held.reduce((sum, net) => sum.plus(net.net), Big(0)).toFixed(2);
}

/** Part of what a record took from another's hold, so that it can be given back there. */
export interface Taken {
  readonly key: BudgetKey;
  readonly amount: string;
}

/** A payment spends what the record that caused it holds, up to an amount. @returns what was taken, by key @throws refused where less is held */
export async function spendHeldOf(
  tx: Tx,
  of: Source,
  by: Source,
  amount: string,
  reason: string,
): Promise<readonly Taken[]> {
  let left = Big(amount);
  const taken: Taken[] = [];
  for (const net of await netOf(tx, of)) {
    if (net.column_name !== 'reserved' || left.lte(0)) continue;
    const part = (left.lt(net.net) ? left : Big(net.net)).toFixed(2);
    left = left.minus(part);
    await postBudget(tx, keyOf(net), { reserved: negated(part) }, of, reason);
    await postBudget(tx, keyOf(net), { used: part }, by, reason);
    taken.push({ key: keyOf(net), amount: part });
  }
  if (left.gt(0)) throw refused(`来源单占用的预算还差${left.toFixed(2)}元，请改选本单占用`);
  return taken;
}

/** The way back of `spendHeldOf`; what the payment used itself is undone before (`undoBudget`). */
export async function holdAgain(tx: Tx, of: Source, taken: readonly Taken[], reason: string): Promise<void> {
  for (const { key, amount } of taken) await postBudget(tx, key, { reserved: amount }, of, reason);
}

/** Undoes everything that a record changed in the book: its net becomes zero. */
export async function undoBudget(tx: Tx, source: Source, reason: string): Promise<void> {
  const byKey = new Map<string, { key: BudgetKey; changes: Partial<Record<BudgetColumn, string>> }>();
  for (const net of await netOf(tx, source)) {
    const key = keyOf(net);
    const id = JSON.stringify(key);
    const entry = byKey.get(id) ?? { key, changes: {} };
    entry.changes[net.column_name] = negated(net.net);
    byKey.set(id, entry);
  }
  for (const { key, changes } of byKey.values()) await postBudget(tx, key, changes, source, reason);
}
