/** What householders of the demo company sent from their phones: one waits, one came twice from somebody who is no owner, one went back. */
import { createHash } from 'node:crypto';
import { plusDays } from '@hengneng/charging';
import { today } from '@hengneng/core';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/schema.ts';
import type { Driver } from './driver.ts';
import type { Act } from './questionnaire.ts';
import { HOUR } from './script.ts';

const API = '/pmsapi/BillSuspend';
const COMMUNITY = 'BJ';
const FEE = '采暖费';
const MANAGER = 'propertyManager';

interface Wish {
  readonly room: string;
  /** Hours before the demo begins. */
  readonly before: number;
  /** Somebody else than the owner. */
  readonly by?: { readonly name: string; readonly phone: string; readonly relation: string };
  readonly type: '停用' | '延长停用' | '恢复使用';
  readonly reason: string;
  readonly returned?: string;
}

const WISHES: readonly Wish[] = [
  { room: '1栋-502', before: 30, type: '停用', reason: '外出居住', returned: '证件照不清晰，请重新拍照上传' },
  { room: '1栋-502', before: 6, type: '停用', reason: '外出居住' },
  {
    room: '2栋-602',
    before: 3,
    by: { name: '沈岚', phone: '13611130002', relation: '租户' },
    type: '停用',
    reason: '自装空调',
  },
  { room: '1栋-701', before: 1, type: '停用', reason: '房屋空置' },
];

/** The same number each time: what was sent is not sent again. */
const numberOf = (at: number): string => {
  const hex = createHash('sha256').update(`demo wish ${at}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

interface Place {
  readonly community: string;
  readonly room: string;
  readonly fee: string;
  readonly name: string;
  readonly phone: string;
}

const placeOf = async (db: Db, room: string): Promise<Place | undefined> => {
  const { rows } =
    await sql<Place>`select c.id::text as community, r.id::text as room, f.id::text as fee, p.name, p.phone
    from community c join room r on r.community_id = c.id and r.full_code = ${room} cross join fee f
    join occupancy o on o.room_id = r.id and o.role = '业主' and upper_inf(o.span) join party p on p.id = o.party_id
    where c.code = ${COMMUNITY} and f.name = ${FEE}`.execute(db);
  return rows[0];
};

async function sent(db: Db, driver: Driver, at: Date, index: number, of: Wish): Promise<void> {
  const place = await placeOf(db, of.room);
  const { rows } = await sql`select 1 from suspend_wish where client_id = ${numberOf(index)}::uuid`.execute(db);
  if (place === undefined || rows.length > 0) return;
  const manager = await driver.userId(MANAGER);
  const link = (await driver.call(manager, at, 'POST', `${API}/ApplyLink`, { communityId: place.community })) as {
    readonly path: string | null;
  };
  const c = link.path?.split('c=')[1] ?? '';
  const photo = await driver.sendPicture(manager, at, `${API}/PublicPhoto`, { c }, '证件照.png');
  const day = today(at);
  const { no } = (await driver.call(manager, at, 'POST', `${API}/PublicApply`, {
    requestId: numberOf(index),
    c,
    room: place.room,
    name: of.by?.name ?? place.name,
    phone: of.by?.phone ?? place.phone,
    relation: of.by?.relation ?? '业主',
    fee: place.fee,
    type: of.type,
    from: plusDays(day, 3),
    to: plusDays(day, 62),
    reason: of.reason,
    photos: [photo],
  })) as { readonly no: string };
  if (of.returned === undefined) return;
  const found = await sql<{ id: string }>`select id::text from suspend_wish where no = ${no}`.execute(db);
  await driver.call(manager, at, 'POST', `${API}/Check`, {
    wxId: found.rows[0]?.id,
    result: '退回',
    note: of.returned,
  });
}

export const suspendWishActs = (db: Db, driver: Driver, now: Date): readonly Act[] =>
  WISHES.map((of, index) => {
    const at = new Date(now.getTime() - of.before * HOUR);
    return { at, run: () => sent(db, driver, at, index, of) };
  });
