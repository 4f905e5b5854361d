/** Announcements of the demo communities: dunned twice, told of repairs, one letter that waits for somebody to agree, one that is still written. */
import { monthStart, plusDays } from '@hengneng/charging';
import { today } from '@hengneng/core';
import { sql } from 'kysely';
import { tellTime } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/schema.ts';
import { countRooms, DUNNED_BEFORE, EVERYBODY, roomsMeant, timesDunned } from './audience.ts';
import { COMMON_TEMPLATES } from './common-templates.ts';
import { addNotice, type NewNotice } from './draft.ts';
import { sendOn } from './job.ts';
import { noticeOf } from './record.ts';
import { begin } from './send.ts';
import { noticeWays } from './senders.ts';
import { addUsual } from './templates.ts';

/** Households of a community that are dunned, and those of them a second time. */
const FIRST = 18;
const SECOND = 8;
/** One letter in so many is read by its code. */
const READ = 3;

const DAYS = 7;
const STOP_AFTER = 10;

/** A template's words. */
const wordsOf = (name: string) => {
  const found = COMMON_TEMPLATES.find((one) => one.name === name);
  if (found === undefined) throw new Error(`no template ${name}`);
  return found;
};

interface Desk {
  readonly community: string;
  readonly maker: string;
}

const newOf = ({ community, maker }: Desk, template: string, more: Partial<NewNotice> = {}): NewNotice => {
  const { kind, title, body, channels } = wordsOf(template);
  return {
    communityId: community,
    kind,
    audience: EVERYBODY,
    stopDay: null,
    templateId: null,
    runId: null,
    title,
    body,
    smsSign: '',
    channels,
    again: false,
    skipMissing: true,
    planAt: null,
    rooms: 0,
    by: maker,
    ...more,
  };
};

/** Puts one down at a moment, `sent` goes out then. @returns its id; null where the community has one of this title already */
async function put(db: Db, of: NewNotice, at: Date, as: '草稿' | '待审核' | 'sent'): Promise<string | null> {
  return db.transaction().execute(async (tx) => {
    await tellTime(tx, at);
    const { rows: known } =
      await sql`select 1 from notice where community_id = ${of.communityId}::bigint and title = ${of.title}`.execute(
        tx,
      );
    if (known.length > 0) return null;
    const { rooms } = await countRooms(tx, of, today(at));
    if (rooms === 0) return null;
    const made = await addNotice(tx, { ...of, rooms }, today(at));
    if (made === null) return null;
    if (as !== '草稿') await sql`update notice set sent_by = made_by where id = ${made.id}::bigint`.execute(tx);
    if (as === '待审核') await sql`update notice set state = '待审核' where id = ${made.id}::bigint`.execute(tx);
    if (as === 'sent') await begin(tx, await noticeOf(tx, made.id, null, true), at);
    return made.id;
  });
}

/** Sends to the end as it was then; letters are handed over, some are read the same evening. */
async function sendThen(db: Db, of: NewNotice, at: Date): Promise<void> {
  const id = await put(db, of, at, 'sent');
  if (id === null) return;
  const ways = noticeWays(db, { smsUrl: null, smsKey: null, smsPrice: null, publicUrl: null }, true);
  await sendOn(db, ways, id, () => at);
  await sql`update notice_send set state = '送达' where notice_id = ${id}::bigint and state = '待投递'`.execute(db);
  await sql`update notice_send set read_at = sent_at + interval '3 hours' where notice_id = ${id}::bigint and state = '送达' and channel = '纸质' and seq % ${READ} = 1`.execute(
    db,
  );
}

/** The first households, in the order of the house, that a dunning would mean then. */
async function debtors(db: Db, of: NewNotice, day: string, most: number): Promise<readonly string[]> {
  const { rows } = await sql<{
    id: string;
  }>`select r.id::text from room r where ${roomsMeant(of, day)} and r.flags = '{}' order by r.id limit ${most}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

async function dun(db: Db, desk: Desk, template: string, at: Date, most: number): Promise<void> {
  const of = newOf(desk, template);
  const rooms = await debtors(db, of, today(at), most);
  if (rooms.length > 0) await sendThen(db, { ...of, audience: { ...EVERYBODY, rooms: [...rooms] } }, at);
}

/** Who was dunned twice and still owes: one of them, about to be cut off. */
async function stopOne(db: Db, desk: Desk, now: Date): Promise<void> {
  const of = newOf(desk, '停供通知');
  const { rows } = await sql<{ id: string }>`select r.id::text from room r where ${roomsMeant(of, today(now))}
    and ${timesDunned} >= ${DUNNED_BEFORE} order by r.id limit 1`.execute(db);
  const rooms = rows.map(({ id }) => id);
  if (rooms.length === 0) return;
  const stopDay = plusDays(today(now), STOP_AFTER);
  await put(db, { ...of, audience: { ...EVERYBODY, rooms }, stopDay }, now, '待审核');
}

const BOARD = {
  title: '换热站例行检修公告',
  body: '{community}各位业主：\n换热站将于本周六 9:00 至 12:00 例行检修，期间供能可能短时波动，敬请谅解。\n咨询电话：{communityPhone}',
};

const desksOf = async (db: Db): Promise<readonly Desk[]> => {
  const { rows } = await sql<Desk>`select c.id::text as community, u.id::text as maker from community c
    join project p on p.code = c.project_code and p.is_demo join app_user u on u.account = 'cashier' and u.is_demo order by c.id`.execute(
    db,
  );
  return rows;
};

/** Who is about to be cut off, once this month's counters have closed: whoever came and paid is not. */
export const demoStops = async (db: Db, now: Date): Promise<void> => {
  for (const desk of await desksOf(db)) await stopOne(db, desk, now);
};

/** For `seedBillRuns`: what was announced in the month so many back. What is there is left alone, so that a stop in between is made up for. */
export const demoNotices = (db: Db, now: Date): ((back: number) => Promise<void>) => {
  const moment = (back: number, time: string): Date => {
    const day = monthStart(today(now).slice(0, 7), -back);
    return new Date(Math.min(Date.parse(`${day}T${time}:00+08:00`), now.getTime()));
  };
  return async (back) => {
    if (back > 1) return;
    for (const desk of await desksOf(db))
      if (back === 1) await dun(db, desk, '一次催缴', moment(1, '14:00'), FIRST);
      else {
        await dun(db, desk, '二次催缴', moment(0, '14:00'), SECOND);
        const lately = new Date(`${plusDays(today(now), -DAYS)}T10:20:00+08:00`);
        await put(db, newOf(desk, '一般公告', BOARD), lately, 'sent');
        await put(db, newOf(desk, '缴费优惠'), now, '草稿');
      }
    // Last: from now on a release leaves a draft for its bills.
    if (back === 0) await db.transaction().execute(addUsual);
  };
};
