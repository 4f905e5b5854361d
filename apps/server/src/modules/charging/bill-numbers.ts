/** Numbers of bills: ZD{yyyyMM}{community}{6 digits}, counted on within a community's month. */
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/schema.ts';

/** Takes so many numbers. @returns what stands before the six digits, and the first of them */
export async function takeBillNumbers(
  tx: Tx,
  communityId: string,
  period: string,
  count: number,
): Promise<{ readonly prefix: string; readonly first: number }> {
  const { rows } = await sql<{ code: string; last: string }>`
    insert into bill_counter as b (community_id, period, last) values (${communityId}, ${period}, ${count})
    on conflict (community_id, period) do update set last = b.last + excluded.last
    returning last::text, (select code from community c where c.id = community_id) as code`.execute(tx);
  const row = rows[0];
  if (row === undefined) throw new Error('no number was counted');
  return { prefix: `ZD${period.replace('-', '')}${row.code}`, first: Number(row.last) - count + 1 };
}

export const billNo = (prefix: string, number: number): string => `${prefix}${String(number).padStart(6, '0')}`;
