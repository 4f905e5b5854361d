/** 个人扣款: what the next payroll keeps back. */
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/schema.ts';
import { voidRows } from './books.ts';
import type { Source } from './source.ts';

export const deductFromPay = async (
  tx: Tx,
  source: Source,
  { person, month, amount, reason }: { person: string | null; month: string; amount: string | null; reason: string },
): Promise<void> =>
  void (await sql`insert into payroll_deduction (user_id, month, amount, reason, source_module, source_id)
    values (${person}, ${month}, ${amount}, ${reason}, ${source.module}, ${source.id})`.execute(tx));

export const undoDeduction = (tx: Tx, source: Source): Promise<void> => voidRows(tx, source, ['payroll_deduction']);
