/** What the tests of money forms read of the books. */
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { TestServer } from '../../testing/server.ts';
import { dayOf, monthOf } from '../books/source.ts';

export const today = dayOf(new Date());
export const month = monthOf(today);

let serial = 0;
/** A number that nothing else has. */
export const next = (): string => `${Date.now()}${serial++}`;

/** The books of a server that starts later. */
export const booksOf = (server: () => TestServer) => {
  const one = async <T>(query: { execute(db: TestServer['db']): Promise<{ rows: T[] }> }): Promise<T | undefined> =>
    (await query.execute(server().db)).rows[0];
  const budget = (ownerKind: string, ownerCode: string, subject: string, of = month) =>
    one(sql<{ approved: string; reserved: string; used: string; available: string }>`
      select approved::text, reserved::text, used::text, available::text from fund_budget_ledger
      where owner_kind = ${ownerKind} and owner_code = ${ownerCode} and month = ${of} and subject = ${subject}`);
  /** Every balance is the sum of its entries, everywhere. */
  const expectBooksToFold = async (): Promise<void> => {
    const { rows } = await sql`
      select l.id from fund_budget_ledger l cross join lateral (values ('approved', l.approved), ('appended', l.appended), ('moved_in', l.moved_in),
        ('moved_out', l.moved_out), ('reserved', l.reserved), ('used', l.used)) c(name, balance)
      where balance <> coalesce((select sum(amount) from fund_budget_entry e where e.ledger_id = l.id and e.column_name = c.name), 0)
      union all
      select b.borrowing_id from borrowing_ledger b cross join lateral (values ('claim_pending', b.claim_pending), ('claimed', b.claimed),
        ('return_pending', b.return_pending), ('returned', b.returned)) c(name, balance)
      where balance <> coalesce((select sum(amount) from balance_entry e where e.book = 'borrowing' and e.account_id = b.borrowing_id and e.column_name = c.name), 0)`.execute(
      server().db,
    );
    expect(rows).toEqual([]);
  };
  return { one, budget, expectBooksToFold };
};
