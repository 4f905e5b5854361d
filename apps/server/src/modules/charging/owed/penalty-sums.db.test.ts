/** Penalty added up where the bills lie is what each bill has, to the fen: whatever rates, caps, days of grace, payments and reductions there were. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Db } from '../../../platform/db/schema.ts';
import { blankDatabase, opened } from '../../../testing/databases.ts';
import { owedBills, standing } from './index.ts';
import { penaltySums } from './penalty-sums.ts';

let db: Db;
let close: () => Promise<void>;

/** Two communities whose terms changed, three fees of which one has terms of its own, 40 rooms of which some are in dispute, 400 bills half of which were touched. */
const LEDGER = `
  insert into dept (id, parent_id, name) values ('A63', null, '公司'), ('A6322', 'A63', '大区'), ('A632201', 'A6322', '片区');
  insert into project (code, name, area) values ('P1', '项目', 'A632201');
  insert into app_user (account, user_name) values ('payer', '收费'), ('checker', '审核');
  insert into community (code, name, project_code) values ('C1', '甲', 'P1'), ('C2', '乙', 'P1');
  insert into community_terms (community_id, from_day, grace_days, penalty_rate, penalty_cap)
    select id, day::date, grace, rate, cap from community, (values ('2025-01-01', 0, 0.5, 100), ('2025-05-20', 7, 0.3, 5), ('2025-09-01', 3, 1, 40)) as t(day, grace, rate, cap)
    where code = 'C1' or day > '2025-02-01';
  insert into building (community_id, code, name) select id, '1', '1栋' from community;
  insert into room (community_id, building_id, code, full_code, flags)
    select b.community_id, b.id, n, '1-' || n, case n % 7 when 0 then array['争议'] else '{}' end from building b, generate_series(1, 20) n;
  insert into fee_basis (name, source, unit) values ('面积', '建筑面积', 'm²');
  insert into fee (code, name, kind, basis_id, cycle, penalty_rate, penalty_cap)
    select code, code, '周期性', (select id from fee_basis), '月', rate, cap from (values ('F1', null, null), ('F2', 0.7, 3), ('F3', null, 100)) as f(code, rate, cap);
  insert into bill (bill_no, community_id, room_id, fee_id, cycle, period, from_day, to_day, amount, due_day, kind, state, released_on)
    select 'B' || r.id || '-' || n, r.community_id, r.id, (select min(id) from fee) + n % 3, 'C' || n, '2025-01', '2025-01-01', '2025-02-01',
      1 + (r.id * 7919 + n * 104729) % 90001, '2025-01-10'::date + ((r.id * 31 + n * 37) % 300)::integer, '期初', '已发布', '2025-01-01'
    from room r, generate_series(1, 10) n;
  with paid as (insert into payment (request_id, community_id, kind, amount, day, made_by)
      select gen_random_uuid(), community_id, '收款', id, '2025-06-01', (select min(id) from app_user) from bill where id % 4 = 0 returning id, amount as bill)
    insert into allocation (payment_id, bill_id, principal, penalty, day, value_day)
      select p.id, b.id, b.amount / 3 + 1, b.id % 5, b.due_day + 20, case when b.id % 8 = 0 then b.due_day + 5 end from paid p join bill b on b.id = p.bill;
  update bill b set settled = least(a.principal, amount) from allocation a where a.bill_id = b.id;
  insert into bill_request (no, community_id, kind, bill_id, amount, penalty, category, reason, state, made_by, checked_by, checked_at)
    select 'Q' || id, community_id, '减免', id, greatest(amount / 10, 1), id % 3, '协议优惠', '', '已通过', (select min(id) from app_user), (select max(id) from app_user), due_day + interval '40 days'
    from bill where id % 6 = 1;
  update bill b set reduced = q.amount from bill_request q where q.bill_id = b.id and b.settled + q.amount <= b.amount`;

beforeAll(async () => {
  ({ db, close } = await opened(blankDatabase(), 2));
  for (const statement of LEDGER.split(';')) await sql.raw(statement).execute(db);
}, 120_000);
afterAll(() => close());

it.each(['2025-01-20', '2025-05-20', '2025-06-30', '2026-03-01'])(
  'as of %s, by the room, by the fee and in all',
  async (asOf) => {
    const bills = await owedBills(db, sql`${standing} and b.amount > b.reduced + b.settled`, asOf);
    const added = (keyOf: (bill: (typeof bills)[number]) => string) => {
      const sums = new Map<string, bigint>();
      for (const bill of bills)
        if (bill.penalty.amount > 0n) sums.set(keyOf(bill), (sums.get(keyOf(bill)) ?? 0n) + bill.penalty.amount);
      return sums;
    };
    const told = async (by: 'all' | 'room' | 'fee') =>
      new Map([...(await penaltySums(db, sql`true`, asOf, by))].filter(([, fen]) => fen > 0n));
    expect(added(() => 'all').get('all')).toBeGreaterThan(0n);
    expect(await told('all')).toEqual(added(() => 'all'));
    expect(await told('room')).toEqual(added(({ roomId }) => roomId));
    expect(await told('fee')).toEqual(added(({ feeId }) => feeId));
    // Both ways of reckoning have something to reckon.
    expect(bills.some(({ settled, reduced }) => settled + reduced > 0n)).toBe(true);
    expect(bills.some(({ settled, reduced }) => settled + reduced === 0n)).toBe(true);
  },
);
