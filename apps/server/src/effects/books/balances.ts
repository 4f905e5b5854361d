/**
 * Balances that are drawn on by several records: 供方预付款 (advanceLedger, by payment), 个人借款 (borrowingLedger, by loan), 工程合同
 * (projectContract) and 供应商应付 (supplierPayable). What is drawn, with what is under way, never exceeds what there is (a CHECK); every change
 * writes an entry.
 */
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/schema.ts';
import { refused } from '../../platform/http/errors.ts';
import { insertRows } from './rows.ts';
import { columnsOf, type Source } from './source.ts';

const BOOKS = {
  advance: {
    table: 'advance_ledger',
    key: 'payment_id',
    over: '冲抵与退回合计超过原预付单已付金额',
    gone: '原付款单没有预付余额',
  },
  borrowing: {
    table: 'borrowing_ledger',
    key: 'borrowing_id',
    over: '冲抵与还款合计超过原借款已付金额',
    gone: '原借款单尚未付款',
  },
  projectContract: {
    table: 'b_project_contract',
    key: 'id',
    over: '已付、在途与抵扣合计将超过工程合同的已匹配发票或预付款，请核对是否有其他单据',
    gone: '工程合同不存在',
  },
  supplierPayable: {
    table: 'b_supplier_payable',
    key: 'id',
    over: '已付与在途合计将超过应付单金额，请核对是否有其他付款申请',
    gone: '应付单不存在',
  },
} as const;

/** Columns of each book that entries change. */
interface Columns {
  readonly advance:
    | 'paid'
    | 'claim_pending'
    | 'claimed'
    | 'return_pending'
    | 'returned'
    | 'ticket_pending'
    | 'ticketed';
  readonly borrowing: 'paid' | 'claim_pending' | 'claimed' | 'return_pending' | 'returned';
  readonly projectContract:
    | 'matched'
    | 'paid'
    | 'reserved'
    | 'prepaid'
    | 'prepay_pending'
    | 'offset_taken'
    | 'offset_pending'
    | 'fine_taken'
    | 'fine_pending'
    | 'retention_paid'
    | 'retention_pending';
  readonly supplierPayable: 'pending' | 'paid';
}

export type BalanceBook = keyof typeof BOOKS;
type Column<B extends BalanceBook> = Columns[B];
/** Amounts by column; negative takes away. */
export type BalanceChanges<B extends BalanceBook> = Partial<Record<Column<B>, string>>;

/**
 * Changes the balances of one account and writes the entries.
 * @throws refused when the account is unknown or would be overdrawn.
 */
export async function postBalance<B extends BalanceBook>(
  tx: Tx,
  book: B,
  account: string,
  changes: BalanceChanges<B>,
  source: Source,
  reason: string,
): Promise<void> {
  const entries = Object.entries<string | undefined>(changes).filter(([, amount]) => Number(amount) !== 0);
  if (entries.length === 0) return;
  const { table, key, over, gone } = BOOKS[book];
  const sets = sql.join(
    entries.map(([column, amount]) => sql`${sql.ref(column)} = coalesce(${sql.ref(column)}, 0) + ${amount}::numeric`),
  );
  try {
    const { rows } =
      await sql`update ${sql.table(table)} set ${sets} where ${sql.ref(key)} = ${account} returning 1`.execute(tx);
    if (rows.length === 0) throw refused(gone);
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
      ...columnsOf(source),
    })),
  );
}

interface Net<B extends BalanceBook> {
  readonly account_id: string;
  readonly column_name: Column<B>;
  readonly net: string;
}

/** What a record changed in a book, net, by account and column. */
export async function balanceNet<B extends BalanceBook>(tx: Tx, book: B, source: Source): Promise<readonly Net<B>[]> {
  const { rows } = await sql<Net<B>>`select account_id, column_name, sum(amount)::text as net from balance_entry
    where book = ${book} and source_module = ${source.module} and source_id = ${source.id}
    group by 1, 2 having sum(amount) <> 0 order by 1`.execute(tx);
  return rows;
}

/** Undoes everything that a record changed in a book. */
export async function undoBalance<B extends BalanceBook>(
  tx: Tx,
  book: B,
  source: Source,
  reason: string,
): Promise<void> {
  const byAccount = new Map<string, BalanceChanges<B>>();
  for (const { account_id: account, column_name: column, net } of await balanceNet(tx, book, source)) {
    const back = { [column]: net.startsWith('-') ? net.slice(1) : `-${net}` };
    byAccount.set(account, { ...byAccount.get(account), ...back } as BalanceChanges<B>);
  }
  for (const [account, changes] of byAccount) await postBalance(tx, book, account, changes, source, reason);
}

/** Turns what a record has under way into done: claim_pending → claimed, return_pending → returned, ticket_pending → ticketed. */
export async function settleBalance(
  tx: Tx,
  book: 'advance' | 'borrowing',
  source: Source,
  reason: string,
): Promise<void> {
  const done: Partial<Record<Columns['advance'], Columns['advance']>> = {
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
