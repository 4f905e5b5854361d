/** The counter under load: sixteen cashiers who take money at once over real bills, and how long a household's figures take among many bills. */
import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { Api, type Person, post } from './client.ts';
import { load } from './load.ts';
import type { Processor } from './processes.ts';
import { count, type Goal, ms, table } from './report.ts';

const PASSWORD = 'Hengneng@2026';
const CASHIERS = 16;
/** Bills that wait for each cashier; a charge pays one. */
const BILLS = 4_000;
const SECONDS = Number(process.env.BENCH_SECONDS ?? '5');
const TIMES = 50;

/** Sixteen cashiers like the demo company's, each with a book of receipts, and rooms of their own with bills to pay. */
async function fill(db: Client): Promise<readonly { account: string; rooms: readonly string[]; community: string }[]> {
  await db.query(
    `with made as (insert into app_user (account, user_name, password_hash, dept_id, state, is_demo, password_changed_at)
        select 'benchCashier' || n, '压测收费员' || n, u.password_hash, u.dept_id, 'active', true, now() from app_user u, generate_series(1, $1::int) n
        where u.account = 'cashier' returning id, account)
    insert into role_member (user_id, role_id) select made.id, r.role_id from made, user_role r join app_user u on u.id = r.user_id where u.account = 'cashier'`,
    [CASHIERS],
  );
  await db.query(
    `insert into community_cashier (community_id, user_id, span)
    select c.id, u.id, daterange('2020-01-01', null) from community c, app_user u where c.code = 'BJ' and u.account like 'benchCashier%'`,
  );
  await db.query(
    `insert into receipt_book (community_id, no, prefix, first_no, last_no, next_no, holder_id)
    select c.id, 'B' || u.id, 'B' || u.id || '-', 1, 1000000, 1, u.id from community c, app_user u where c.code = 'BJ' and u.account like 'benchCashier%'`,
  );
  const { rows } = await db.query<{ id: string; community: string }>(
    `with b as (select b.id, b.community_id from building b join community c on c.id = b.community_id where c.code = 'BJ' limit 1),
      made as (insert into room (community_id, building_id, code, full_code)
        select b.community_id, b.id, 'BENCH-' || n, 'BENCH-' || n from b, generate_series(1, $1::int * 10) n returning id, community_id)
    select id::text, community_id::text as community from made order by id`,
    [CASHIERS],
  );
  await db.query(
    `with f as (select id from fee where name = '物业费'), r as (select id, community_id from room where full_code like 'BENCH-%'),
      j as (insert into journal (community_id, kind, day, source, source_id) select distinct community_id, '发布', current_date, 'billing_run', 0 from r returning id, community_id),
      made as (insert into bill (bill_no, community_id, room_id, fee_id, cycle, period, from_day, to_day, amount, due_day, kind, state, released_on)
        select 'BENCH' || r.id || '-' || n, r.community_id, r.id, f.id, 'B' || n, '2026-01', '2026-01-01', '2026-02-01', 10000, current_date + 30, '期初', '已发布', current_date
        from f, r, generate_series(1, $1::int / 10) n returning id, room_id, community_id, amount),
      owed as (insert into ledger_account (community_id, kind, ref, kept, balance) select community_id, '应收', room_id, true, sum(amount) from made group by 1, 3
        returning id, ref),
      earned as (insert into ledger_account (community_id, kind, ref, kept) select r.community_id, '收入', 0, false from r group by 1 returning id)
    insert into transfer (journal_id, debit, credit, amount, bill_id)
    select j.id, owed.id, earned.id, made.amount, made.id from made join owed on owed.ref = made.room_id, earned, j`,
    [BILLS],
  );
  await db.query('analyze bill, room, transfer, ledger_account');
  return Array.from({ length: CASHIERS }, (_, n) => ({
    account: `benchCashier${n + 1}`,
    community: rows[0]?.community ?? '',
    rooms: rows.slice(n * 10, n * 10 + 10).map(({ id }) => id),
  }));
}

const percentile95 = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? 0;

/** @returns what to print, and how it stands beside the goals */
export async function counterTimes(
  port: number,
  db: Client,
  meter: () => Processor,
): Promise<{ readonly text: string; readonly goals: readonly Goal[] }> {
  const desks = await fill(db);
  const api = new Api(port);
  const people: { person: Person; community: string; bills: { room: string; id: string }[] }[] = [];
  for (const { account, rooms, community } of desks) {
    const person = await api.signIn(account, PASSWORD);
    await api.call('POST', '/pmsapi/Cashier/ShiftOpen', { communityId: community, floatAmount: '0' }, person);
    const { rows } = await db.query<{ room: string; id: string }>(
      `select room_id::text as room, id::text from bill where room_id = any($1::bigint[]) and cycle like 'B%' order by id`,
      [rooms],
    );
    people.push({ person, community, bills: rows });
  }
  const charged = await load({
    name: '收款',
    port,
    connections: CASHIERS,
    seconds: SECONDS,
    meter,
    shot: (n) => {
      const desk = people[n % CASHIERS];
      const bill = desk?.bills.pop();
      if (desk === undefined || bill === undefined) throw new Error('more was taken than there are bills');
      return post(desk.person, '/pmsapi/Cashier/Charge', {
        requestId: randomUUID(),
        communityId: desk.community,
        roomId: bill.room,
        items: [{ billId: bill.id, principal: '100.00', penalty: '0' }],
        tenders: [{ type: '现金', amount: '100.00' }],
      });
    },
  });
  if (charged.failed > 0) throw new Error(`${charged.failed} charges failed: ${charged.problem}`);
  const { rows: houses } = await db.query<{ id: string }>(
    `select distinct room_id::text as id from bill where true order by 1 limit ${TIMES}`,
  );
  const { rows: now } = await db.query<{ day: string }>(
    `select (now() at time zone 'Asia/Shanghai')::date::text as day`,
  );
  const to = now[0]?.day ?? '';
  const timesOf = async (path: string, more: object): Promise<{ readonly p95: number; readonly used: number }> => {
    const times: number[] = [];
    const before = meter();
    for (const { id } of houses) {
      const began = performance.now();
      await api.call('POST', path, { roomId: id, ...more }, await admin(api));
      times.push(performance.now() - began);
    }
    const after = meter();
    const spent = after.server + after.database - before.server - before.database;
    return { p95: percentile95(times), used: spent / Math.max(1, times.length) };
  };
  const asked = await timesOf('/pmsapi/Cashier/Household', {});
  const told = await timesOf('/pmsapi/Room/Statement', { to });
  const { rows: bills } = await db.query<{ n: string }>('select count(*)::text as n from bill');
  const text = table(
    ['收费台', '结果', '目标'],
    [
      [
        `收款（${CASHIERS} 名收费员同时）`,
        `${count(charged.perSecond)} 次/秒，p95 ${ms(charged.p95)} ms，处理器 ${ms(charged.used.server / charged.requests)} + ${ms(charged.used.database / charged.requests)} ms/次`,
        '≥ 300 次/秒',
      ],
      [
        `一户的房间卡与欠费（库中 ${count(Number(bills[0]?.n ?? 0))} 张账单）`,
        `p95 ${ms(asked.p95)} ms，处理器 ${ms(asked.used)} ms/次`,
        '≤ 20 ms',
      ],
      ['一户的往来对账单', `p95 ${ms(told.p95)} ms，处理器 ${ms(told.used)} ms/次`, '≤ 20 ms'],
    ],
  );
  return {
    text,
    goals: [
      {
        name: `收款（${CASHIERS} 个连接）`,
        measured: `${count(charged.perSecond)} 次/秒`,
        goal: '≥ 300 次/秒',
        met: charged.perSecond >= 300,
      },
      {
        name: `一户的往来对账单（${count(Number(bills[0]?.n ?? 0))} 张账单）`,
        measured: `p95 ${ms(told.p95)} ms`,
        goal: '≤ 20 ms',
        met: told.p95 <= 20,
      },
    ],
  };
}

let known: Person | null = null;
const admin = async (api: Api): Promise<Person> => (known ??= await api.signIn('admin', PASSWORD));
