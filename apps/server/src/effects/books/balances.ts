/**
 * Balances that are claimed back against a paid amount: 供方预付款 (advanceLedger, by payment) and 个人借款 (borrowingLedger, by loan).
 * Always: claimed + returned, both with what is under way, ≤ paid (a CHECK); every change writes an entry.
 */
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/schema.ts';
import { refused } from '../../platform/http/errors.ts';
import { insertRows } from './rows.ts';
import { sourceColumns, type Source } from './source.ts';

export type BalanceBook = 'advance' | 'borrowing';
type Column = 'paid' | 'claim_pending' | 'claimed' | 'return_pending' | 'returned' | 'ticket_pending' | 'ticketed';

const BOOKS = {
  advance: { table: 'advance_ledger', key: 'payment_id', over: '冲抵与退回合计超过原预付单已付金额' },
  borrowing: { table: 'borrowing_ledger', key: 'borrowing_id', over: '冲抵与还款合计超过原借款已付金额' },
} as const;

/**
 * Changes the balances of one account and writes the entries.
 * @throws refused when the account is unknown or would be overdrawn.
 */
export async function postBalance(
  tx: Tx,
  book: BalanceBook,
  account: string,
  changes: Partial<Record<Column, string>>,
  source: Source,
  reason: string,
): Promise<void> {
  const entries = Object.entries(changes).filter(([, amount]) => Number(amount) !== 0);
  if (entries.length === 0) return;
  const { table, key, over } = BOOKS[book];
  const sets = sql.join(
    entries.map(([column, amount]) => sql`${sql.ref(column)} = ${sql.ref(column)} + ${amount}::numeric`),
  );
  try {
    const { rows } =
      await sql`update ${sql.table(table)} set ${sets} where ${sql.ref(key)} = ${account} returning 1`.execute(tx);
    if (rows.length === 0) throw refused(book === 'advance' ? '原付款单没有预付余额' : '原借款单尚未付款');
  } catch (error) {
    if (error instanceof Error && 'constraint' in error && String(error.constraint).endsWith('not_overdrawn'))
      throw refused(over);
    throw error;
  }
  await insertRows(
    tx,
    'balance_entry',
    entries.map(([column, amount]) => ({
      book,
      account_id: account,
      column_name: column,
      amount,
      reason,
      ...sourceColumns(source),
    })),
  );
}

interface Net {
  readonly account_id: string;
  readonly column_name: Column;
  readonly net: string;
}

/** What a record changed in a book, net, by account and column. */
async function balanceNet(tx: Tx, book: BalanceBook, source: Source): Promise<readonly Net[]> {
  const { rows } = await sql<Net>`select account_id, column_name, sum(amount)::text as net from balance_entry
    where book = ${book} and source_module = ${source.module} and source_id = ${source.id}
    group by 1, 2 having sum(amount) <> 0 order by 1`.execute(tx);
  return rows;
}

/** Undoes everything that a record changed in a book. */
export async function undoBalance(tx: Tx, book: BalanceBook, source: Source, reason: string): Promise<void> {
  const byAccount = new Map<string, Partial<Record<Column, string>>>();
  for (const net of await balanceNet(tx, book, source)) {
    const changes = byAccount.get(net.account_id) ?? {};
    changes[net.column_name] = net.net.startsWith('-') ? net.net.slice(1) : `-${net.net}`;
    byAccount.set(net.account_id, changes);
  }
  for (const [account, changes] of byAccount) await postBalance(tx, book, account, changes, source, reason);
}

/** Turns what a record has under way into done: claim_pending → claimed, return_pending → returned, ticket_pending → ticketed. */
export async function settleBalance(tx: Tx, book: BalanceBook, source: Source, reason: string): Promise<void> {
  const done: Partial<Record<Column, Column>> = {
    claim_pending: 'claimed',
    return_pending: 'returned',
    ticket_pending: 'ticketed',
  };
  for (const net of await balanceNet(tx, book, source)) {
    const to = done[net.column_name];
    if (to)
      await postBalance(tx, book, net.account_id, { [net.column_name]: `-${net.net}`, [to]: net.net }, source, reason);
  }
}
