/**
 * Sending, household by household. Each is decided and written in a transaction of its own, after looking again at what is owed, so that a process may
 * end at any point: the next one goes on with what still waits. A short message is claimed before it is handed to the provider; where the answer was lost,
 * nobody can say whether it arrived, and it waits for a person instead of going out twice.
 */
import { noticeLabel, smsHour, smsText } from '@hengneng/charging';
import { today } from '@hengneng/core';
import { sql } from 'kysely';
import { tellTime, type Clock } from '../../../platform/clock.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { UNSEEN } from '../../../platform/jobs/jobs.ts';
import { stopped } from '../../../platform/messages/channels.ts';
import { shareWords } from '../share-words.ts';
import { yuanOf } from '../yuan.ts';
import {
  DUNNED_BEFORE,
  type Household,
  households,
  isDunning,
  roomsMeant,
  timesDunned,
  toldLately,
  wantsDebt,
} from './audience.ts';
import { textFor } from './draft.ts';
import { linkFor, newToken, type Notice, noticeOf, tellNotice } from './record.ts';
import { begin } from './send.ts';
import { keyOf } from './receipts.ts';
import type { NoticeWays } from './senders.ts';

interface Waiting {
  readonly id: string;
  readonly room: string;
  readonly channel: '短信' | '纸质';
  readonly round: number;
}

type Verdict =
  | { readonly state: '跳过' | '失败'; readonly reason: string }
  | { readonly state: 'write'; readonly household: Household; readonly text: string; readonly token: string };

const skip = (reason: string): Verdict => ({ state: '跳过', reason });

/** Why a household that was meant is not any more. */
async function whyNot(tx: Tx, notice: Notice, roomId: string, day: string): Promise<string> {
  const [found] = await households(tx, notice, sql`r.id = ${roomId}::bigint`, day);
  return wantsDebt(notice) && found?.principal === 0n ? '已缴清' : '不再符合条件';
}

async function judge(tx: Tx, ways: NoticeWays, notice: Notice, of: Waiting, day: string): Promise<Verdict> {
  const { rows } = await sql<{ still: boolean; lately: boolean; dunned: number }>`
    select '停催' = any(r.flags) as still, ${toldLately(notice.kind, notice.id)} as lately, ${timesDunned} as dunned from room r where r.id = ${of.room}::bigint`.execute(
    tx,
  );
  const { still = false, lately = false, dunned = 0 } = rows[0] ?? {};
  const [household] = await households(tx, notice, sql`r.id = ${of.room}::bigint and ${roomsMeant(notice, day)}`, day);
  if (household === undefined) return skip(await whyNot(tx, notice, of.room, day));
  if (still && isDunning(notice)) return skip('房间已标记停催');
  if (lately && !notice.again) return skip('7天内已发过同类');
  if (notice.kind === '停供通知' && dunned < DUNNED_BEFORE) return skip('不足两次催缴');
  const token = newToken();
  const { text, missing } = textFor(notice, household, linkFor(ways, of.channel, token));
  if (missing.length > 0) {
    const reason = `缺少${missing.map(noticeLabel).join('、')}`;
    return notice.skipMissing ? skip(reason) : { state: '失败', reason };
  }
  if (of.channel === '短信') {
    if (household.phone === '') return { state: '失败', reason: '未留手机号' };
    const { rows: out } = await sql`select 1 from notice_optout where phone = ${household.phone}`.execute(tx);
    if (out.length > 0) return skip('已退订短信');
  }
  return { state: 'write', household, text, token };
}

async function billsOf(tx: Tx, { bills }: Household): Promise<string> {
  const shares = await shareWords(
    tx,
    bills.map(({ id }) => id),
  );
  return JSON.stringify(
    bills.map((bill) => ({
      fee: bill.feeName,
      period: bill.period,
      from: bill.from,
      to: bill.to,
      principal: yuanOf(bill.principal),
      penalty: yuanOf(bill.penalty.amount),
      dueDay: bill.dueDay,
      share: shares.get(bill.id) ?? '',
    })),
  );
}

interface Claimed {
  readonly id: string;
  readonly to: string;
  readonly text: string;
  readonly round: number;
}

/** What is to be handed to a provider, `written` where that is all, `none` where nothing can be done now. */
type Next = Claimed | 'written' | 'none';

async function takeNext(tx: Tx, ways: NoticeWays, noticeId: string, now: Date): Promise<Next> {
  const notice = await noticeOf(tx, noticeId, null);
  if (notice.state !== '发送中') return 'none';
  const { rows } = await sql<Waiting>`select s.id::text, s.room_id::text as room, s.channel, s.round from notice_send s
    where s.notice_id = ${noticeId}::bigint and s.state = '待发送' and (s.channel <> '短信' or ${smsHour(now)} and not ${stopped('短信')}) order by s.id limit 1 for update skip locked`.execute(
    tx,
  );
  const [of] = rows;
  if (of === undefined) return 'none';
  // Two announcements of a kind look at a room one after the other.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`charging.notice ${of.room}`}, 0))`.execute(tx);
  const verdict = await judge(tx, ways, notice, of, today(now));
  if (verdict.state !== 'write') {
    await sql`update notice_send set state = ${verdict.state}, reason = ${verdict.reason}, sent_at = app_now() where id = ${of.id}::bigint`.execute(
      tx,
    );
    return 'written';
  }
  const { household, text, token } = verdict;
  const said = of.channel === '短信' ? smsText(notice.smsSign, text) : text;
  await sql`update notice_send set state = ${of.channel === '短信' ? '发送中' : '待投递'}, reason = '', content = ${said}, token = ${token},
      party_id = ${household.partyId}::bigint, target = ${of.channel === '短信' ? household.phone : household.room},
      owed = ${String(household.principal + household.penalty)}::bigint, bill_ids = ${household.bills.map(({ id }) => id)}::bigint[],
      bills = ${await billsOf(tx, household)}::jsonb, sent_at = app_now(), read_at = null
    where id = ${of.id}::bigint`.execute(tx);
  return of.channel === '短信' ? { id: of.id, to: household.phone, text: said, round: of.round } : 'written';
}

/** One transaction at a moment. */
const at = <T>(db: Db, now: Date, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (tx) => {
    await tellTime(tx, now);
    return work(tx);
  });

/** Goes on by one household. @returns whether there may be another */
export async function sendNext(db: Db, ways: NoticeWays, noticeId: string, clock: Clock): Promise<boolean> {
  const next = await at(db, clock(), (tx) => takeNext(tx, ways, noticeId, clock()));
  if (typeof next === 'string') return next === 'written';
  const notice = await noticeOf(db, noticeId, null);
  const sender = ways.senders.短信;
  const refusal =
    (await sender?.send({
      key: keyOf(next.id, next.round),
      to: next.to,
      title: notice.title,
      text: next.text,
      sign: notice.smsSign,
      registered: notice.smsNo,
    })) ?? null;
  const state = refusal !== null ? '失败' : sender?.arrives === true ? '送达' : '已提交';
  // Whoever was faster to tell that it arrived is right.
  await sql`update notice_send set state = ${state}, reason = ${refusal ?? ''} where id = ${next.id}::bigint and state = '发送中'`.execute(
    db,
  );
  return true;
}

async function finish(db: Db, noticeId: string, now: Date): Promise<void> {
  await at(db, now, async (tx) => {
    await sql`update notice n set state = '已发送', finished_at = app_now(), version = version + 1 where n.id = ${noticeId}::bigint and n.state = '发送中'
      and not exists (select from notice_send s where s.notice_id = n.id and s.state in ('待发送', '发送中'))`.execute(
      tx,
    );
    await tellNotice(tx, noticeId);
  });
}

/** Pages are told after so many. */
const TOLD_EVERY = 20;

/** Goes on with an announcement to its end, or until the evening stops short messages; only one process at a time does. */
export async function sendOn(db: Db, ways: NoticeWays, noticeId: string, clock: Clock, report = UNSEEN): Promise<void> {
  await db.connection().execute(async (held) => {
    const key = sql`hashtextextended(${`charging.notice.job ${noticeId}`}, 0)`;
    const { rows } = await sql<{ mine: boolean }>`select pg_try_advisory_lock(${key}) as mine`.execute(held);
    if (rows[0]?.mine !== true) return;
    try {
      await sql`update notice_send set state = '失败', reason = '发送中断，是否送达不明，请核实后重发' where notice_id = ${noticeId}::bigint and state = '发送中'`.execute(
        db,
      );
      const { rows: waiting } = await sql<{ n: number }>`select count(*)::int as n from notice_send
        where notice_id = ${noticeId}::bigint and state = '待发送'`.execute(db);
      for (let done = 1; await sendNext(db, ways, noticeId, clock); done++) {
        if (done % TOLD_EVERY === 0) await tellNotice(db, noticeId);
        await report(done, waiting[0]?.n ?? 0);
      }
      await finish(db, noticeId, clock());
    } finally {
      await sql`select pg_advisory_unlock(${key})`.execute(held);
    }
  });
}

/** Begins what was planned for by now, and goes on with what was left in the middle. */
export async function sendDue(db: Db, ways: NoticeWays, clock: Clock): Promise<void> {
  const now = clock();
  const { rows: due } = await sql<{
    id: string;
  }>`select id::text from notice where state = '定时' and plan_at <= ${now} order by plan_at, id`.execute(db);
  for (const { id } of due)
    await at(db, now, async (tx) => {
      const notice = await noticeOf(tx, id, null, true);
      if (notice.state === '定时') await begin(tx, notice, now);
    });
  const { rows } = await sql<{ id: string }>`select id::text from notice where state = '发送中' order by id`.execute(
    db,
  );
  for (const { id } of rows) await sendOn(db, ways, id, clock);
}
