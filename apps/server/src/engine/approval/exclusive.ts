/** Duties that one person must not hold together: what one of them has to do does not come to who holds the other. */
import { sql } from 'kysely';
import type { RoleCode } from '@hengneng/core';
import type { Tx } from '../../platform/db/schema.ts';
import { roleOf } from './people.ts';
import type { ChainStep } from './types.ts';

const dutyOf = ({ by, among }: ChainStep): RoleCode | null =>
  by === 'projectManager' || by === 'areaManager' ? by : (roleOf(by) ?? among);

/** Why somebody must not be given a step's task; null where they may have it. */
export const exclusionAt = async (tx: Tx, step: ChainStep, userId: string, now: Date): Promise<string | null> => {
  const duty = dutyOf(step);
  if (duty === null) return null;
  const { rows } = await sql<{ reason: string }>`
    select x.reason from role_exclusion x join role d on d.code = ${duty} and d.id in (x.role_a, x.role_b)
      join user_role h on h.user_id = ${userId} and h.role_id in (x.role_a, x.role_b) and h.role_id <> d.id
     where daterange(h.from_date, h.to_date, '[]') @> (${now}::timestamptz at time zone 'Asia/Shanghai')::date limit 1`.execute(
    tx,
  );
  return rows[0]?.reason ?? null;
};
