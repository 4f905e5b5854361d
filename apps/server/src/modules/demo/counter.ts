/** A year at the counters of the demo communities: once a month each cashier opens, takes money from some households, counts and hands over; the day is closed. */
import { plusDays } from '@hengneng/charging';
import { today } from '@hengneng/core';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/schema.ts';
import { bringStatements, reviewMonth } from './channel-statements.ts';
import type { Driver } from './driver.ts';

/** Of the month, at the first counter; the others follow day by day. */
const FIRST_DAY = 2;
/** One household in so many comes in a month. */
const SHARE = 6;
const WAYS = ['现金', '微信', '现金', '支付宝', '转账'] as const;
/** 备用金. */
const FLOAT = '500.00';
const FACES = [10_000, 5_000, 2_000, 1_000, 500, 100, 50, 10];

const clock = (day: string, minutes: number): Date => new Date(Date.parse(`${day}T09:00:00+08:00`) + minutes * 60_000);
const fenOf = (yuan: string): number => Math.round(Number(yuan) * 100);
const yuanOf = (fen: number): string => (fen / 100).toFixed(2);

/** Notes and coins of a sum; a cashier keeps what is under 0.1 out of the till. */
const piecesOf = (fen: number): readonly object[] => {
  let left = fen;
  return FACES.map((worth) => {
    const pieces = Math.floor(left / worth);
    left -= pieces * worth;
    return { face: String(worth / 100), count: pieces };
  });
};

interface Household {
  readonly room: { readonly payer: string };
  readonly bills: readonly {
    readonly id: string;
    readonly principal: string;
    readonly penalty: string;
    readonly dueDate: string;
  }[];
}

interface Desk {
  readonly id: string;
  readonly code: string;
  readonly cashier: string;
  readonly manager: string;
  readonly rooms: readonly string[];
}

interface Open {
  readonly id: string;
  readonly version: number;
  readonly openedAt: string;
}

/** A morning at one counter. */
async function morning(
  db: Db,
  driver: Driver,
  { id: communityId, cashier, manager, rooms }: Desk,
  day: string,
  month: number,
): Promise<void> {
  const call = (minutes: number, path: string, input: object, who = cashier) =>
    driver.call(who, clock(day, minutes), 'POST', `/pmsapi/${path}`, input);
  const current = async (): Promise<Open | null> =>
    ((await call(470, 'Cashier/ShiftCurrent', { communityId })) as { readonly shift: Open | null }).shift;
  const left = await current();
  // One that a stop has left open goes on; one that somebody works at now is theirs.
  if (left !== null && today(new Date(left.openedAt)) !== day) return;
  if (left === null) await call(0, 'Cashier/ShiftOpen', { communityId, floatAmount: FLOAT });
  let visits = 0;
  for (const [index, roomId] of rooms.entries()) {
    if ((index * 7 + month) % SHARE !== 0) continue;
    const { room, bills } = (await call(5 + visits, 'Cashier/Household', { roomId })) as Household;
    // Nobody pays what is not asked for yet.
    const open = bills.filter(({ dueDate }) => dueDate <= plusDays(day, 31));
    if (open.length === 0) continue;
    visits += 1;
    const due = open.reduce((sum, { principal, penalty }) => sum + fenOf(principal) + fenOf(penalty), 0);
    const type = WAYS[(index + month) % WAYS.length] ?? '现金';
    const inCash = type === '现金';
    // In cash people give round sums, and some leave the rest with us.
    const given = inCash ? Math.ceil(due / 1_000) * 1_000 : due;
    const ahead = inCash && index % 5 === 0;
    await call(5 + visits, 'Cashier/Charge', {
      requestId: crypto.randomUUID(),
      communityId,
      roomId,
      items: open.map(({ id, principal, penalty }) => ({ billId: id, principal, penalty })),
      tenders: [
        {
          type,
          amount: yuanOf(given),
          ...(inCash ? {} : { refNo: `${day.replaceAll('-', '')}${roomId.padStart(8, '0')}` }),
          ...(type === '转账' ? { refDay: day } : {}),
        },
      ],
      excessToPrepaid: ahead,
      payer: room.payer,
    });
  }
  const shift = await current();
  if (shift === null) return;
  // Who counts finds what is there.
  const { rows: till } = await sql<{ cash: string }>`select coalesce(sum(balance), 0)::text as cash from ledger_account
    where kind = '现金' and ref = ${shift.id}::bigint`.execute(db);
  const cash = Number(till[0]?.cash ?? '0');
  const pieces = piecesOf(cash + fenOf(FLOAT));
  await call(480, 'Cashier/ShiftClose', { step: 'count', shiftId: shift.id, version: shift.version, pieces });
  const counted = await current();
  await call(490, 'Cashier/ShiftClose', { step: 'check', shiftId: shift.id, version: counted?.version }, manager);
  await closeDay(call, { communityId, day, cash });
}

type Calling = (minutes: number, path: string, input: object) => Promise<unknown>;

async function closeDay(
  call: Calling,
  { communityId, day, cash }: { readonly communityId: string; readonly day: string; readonly cash: number },
): Promise<void> {
  const totals = (await call(500, 'Cashier/DayTotals', { communityId, day })) as {
    readonly totals: readonly { readonly type: string; readonly amount: string }[];
  };
  await call(500, 'Cashier/DayClose', {
    communityId,
    day,
    depositNo: cash === 0 ? '' : `JC${day.replaceAll('-', '')}`,
    depositAmount: yuanOf(cash),
    note: cash === 0 ? '' : '尾数留作备用金',
    channels: totals.totals
      .filter(({ type }) => ['微信', '支付宝', 'POS'].includes(type))
      .map(({ type, amount }) => ({ type, statement: amount })),
  });
}

/** Days on which money came in by a form alone, when nobody sat at the counter. */
async function closeRest(driver: Driver, { id: communityId, cashier }: Desk, now: Date): Promise<void> {
  const { toClose } = (await driver.call(cashier, now, 'POST', '/pmsapi/Cashier/ShiftCurrent', { communityId })) as {
    readonly toClose: readonly string[];
  };
  for (const day of toClose)
    await closeDay(
      (minutes, path, input) => driver.call(cashier, clock(day, minutes), 'POST', `/pmsapi/${path}`, input),
      { communityId, day, cash: 0 },
    );
}

/** The one that takes payment codes by a merchant of its own, since this month; that of Alipay is still to be tried. */
const OWN_MERCHANT = 'YQ';

async function enterMerchants(driver: Driver, { id: communityId, manager }: Desk, at: Date): Promise<void> {
  const call = (path: string, input: object) => driver.call(manager, at, 'POST', `/pmsapi/Community/${path}`, input);
  const known = (await call('PayChannels', { communityId })) as {
    readonly simulated: boolean;
    readonly rows: readonly object[];
  };
  // Where a real service takes money, nobody is asked for a fen by made-up merchants.
  if (!known.simulated || known.rows.length > 0) return;
  const save = (channel: string, merchant: string) =>
    call('SavePayChannel', { action: 'save', communityId, channel, merchant, key: `demo-key-of-${merchant}` });
  const { id } = (await save('微信', '1900006661')) as { readonly id: string };
  await call('SavePayChannel', {
    action: 'test',
    communityId,
    id,
    requestId: crypto.randomUUID(),
    authCode: '134567890123456789',
  });
  await save('支付宝', '2088541234567890');
}

async function desksOf(db: Db, driver: Driver): Promise<readonly Desk[]> {
  const { rows } = await sql<{ id: string; code: string; cashier: string; rooms: string[]; project: string }>`
    select c.id::text, c.code, min(u.account) as cashier, c.project_code as project, (select array_agg(r.id::text order by r.id) from room r where r.community_id = c.id) as rooms
    from community c join project p on p.code = c.project_code and p.is_demo join community_cashier k on k.community_id = c.id
    join app_user u on u.id = k.user_id and u.is_demo group by c.id order by c.id`.execute(db);
  return Promise.all(
    rows.map(async ({ id, code, cashier, rooms, project }) => {
      const { rows: managers } = await sql<{
        account: string;
      }>`select u.account from user_project m join app_user u on u.id = m.user_id
        where m.project_code = ${project} and u.account like 'propertyManager%' order by u.account limit 1`.execute(db);
      return {
        id,
        code,
        rooms,
        cashier: await driver.userId(cashier),
        manager: await driver.userId(managers[0]?.account ?? 'propertyManager'),
      };
    }),
  );
}

/**
 * What the counters do in the month so many back, for `seedBillRuns`. One that was worked is left alone, so that a stop in between is made up for;
 * in the month we are in, only days that are over.
 */
export const countersOf = async (
  db: Db,
  driver: Driver,
  now: Date,
  signal?: Pick<AbortSignal, 'aborted'>,
): Promise<(back: number) => Promise<void>> => {
  const desks = await desksOf(db, driver);
  return async (back) => {
    for (const [at, desk] of desks.entries()) {
      if (signal?.aborted === true) return;
      const day = today(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, FIRST_DAY + at)));
      const { rows } =
        await sql`select 1 from day_close where community_id = ${desk.id} and day = ${day}::date`.execute(db);
      if (rows.length === 0 && day < today(now)) await morning(db, driver, desk, day, back);
      // Finance looks into every month; the last one is still to be reviewed.
      const after = new Date(Math.min(now.getTime(), clock(`${day.slice(0, 7)}-28`, 5 * 24 * 60).getTime()));
      if (back === 0) await closeRest(driver, desk, now);
      if (back === 0 && desk.code === OWN_MERCHANT) await enterMerchants(driver, desk, now);
      if (day < today(now)) await bringStatements(db, driver, desk.id, day.slice(0, 7), after, back >= 1);
      if (back >= 2) await reviewMonth(db, driver, desk.id, day.slice(0, 7), after);
    }
  };
};
