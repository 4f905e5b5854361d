/** Communities, rooms and fees as forms point at them. What forms take from them holds on the day on which it is taken. */
import { PER_CYCLE } from '@hengneng/charging';
import { type RawBuilder, sql } from 'kysely';
import type { ReferenceSource } from '../../../engine/references/types.ts';
import { likeText } from '../../identity/index.ts';
import { asked, found, ids, named, propsOf, valuesOf } from '../referring.ts';
import { BARE_CODE, bareCode } from './room-code.ts';
import { ENDED, PRICE_NOW } from './rooms.ts';
import { communitiesVisible, TODAY } from './scope.ts';

export const communityReferences: ReferenceSource = {
  entity: 'community',
  search: (ctx, query) =>
    found(
      ctx.db,
      sql`select c.id::text as value, c.name as label, c.project_code as project, c.address, c.company from community c
        where c.state = '启用' and c.name ilike ${likeText(query.keyword)} and ${communitiesVisible(ctx.session)}
          and (${query.projectCode}::text is null or c.project_code = ${query.projectCode})`,
      sql`label`,
      query,
    ),
  labels: (db, values) =>
    named(db, sql`select id::text as value, name as label from community where id = any(${ids(values)}::bigint[])`),
  allowed: (db, session, values) =>
    valuesOf(
      db,
      sql`select c.id::text as value from community c where c.id = any(${ids(values)}::bigint[]) and ${communitiesVisible(session)}`,
    ),
  within: propsOf(sql`community c`, sql`c.id`, { project: sql`c.project_code` }),
  plain: propsOf(sql`community c`, sql`c.id`, {
    name: sql`c.name`,
    project: sql`c.project_code`,
    address: sql`c.address`,
    company: sql`c.company`,
  }),
};

/** Of the owner today. */
const owner = (
  column: 'name' | 'phone' | 'pinyin',
): RawBuilder<unknown> => sql`select ${sql.ref(`p.${column}`)} from occupancy o join party p on p.id = o.party_id
  where o.room_id = r.id and o.role = '业主' and o.span @> ${TODAY}`;
const ROOM_LABEL = sql`concat_ws(' ', r.full_code, (${owner('name')}))`;
const energyArea = sql`select trim_scale(a.energy_area) from room_area a where a.room_id = r.id and a.span @> ${TODAY}`;

const ROOM = sql`room r join community c on c.id = r.community_id`;
const ROOM_WITHIN = { community: sql`r.community_id`, project: sql`c.project_code` };

export const roomReferences: ReferenceSource = {
  entity: 'room',
  search: (ctx, query) => {
    const code = bareCode(query.keyword);
    const last = code.split('-').at(-1) ?? '';
    // The last part is looked for as it is written first: spelling out every room takes long.
    const numbered = /\d/.test(last)
      ? sql`r.full_code ilike ${likeText(last)} and ${BARE_CODE} like ${likeText(code)}`
      : sql`false`;
    const community = asked(query.extra, 'community') ?? asked(query.extra, 'communityId');
    return found(
      ctx.db,
      sql`select r.id::text as value, ${ROOM_LABEL} as label, c.name as community, r.full_code as "roomName", (${owner('name')}) as "ownerName",
          (${energyArea})::text as "chargeArea", r.id as _order
        from room r join community c on c.id = r.community_id
        where (${ROOM_LABEL} ilike ${likeText(query.keyword)} or (${owner('pinyin')}) ilike ${likeText(query.keyword)}
          or (${numbered})) and ${communitiesVisible(ctx.session)} and not ${ENDED}
          and (${query.projectCode}::text is null or c.project_code = ${query.projectCode})
          and (${community}::bigint is null or c.id = ${community}::bigint)`,
      sql`_order`,
      query,
    );
  },
  labels: (db, values) =>
    named(
      db,
      sql`select r.id::text as value, ${ROOM_LABEL} as label from room r where r.id = any(${ids(values)}::bigint[])`,
    ),
  allowed: (db, session, values) =>
    valuesOf(
      db,
      sql`select r.id::text as value from room r join community c on c.id = r.community_id
        where r.id = any(${ids(values)}::bigint[]) and ${communitiesVisible(session)}`,
    ),
  within: propsOf(ROOM, sql`r.id`, ROOM_WITHIN),
  plain: propsOf(ROOM, sql`r.id`, {
    ...ROOM_WITHIN,
    roomName: sql`r.full_code`,
    ownerName: owner('name'),
    ownerPhone: owner('phone'),
    chargeArea: energyArea,
    // What the room is charged for the basic supply, by its own contract or else by the list.
    basicPrice: sql`select trim_scale(coalesce(x.contract_price, ${PRICE_NOW})) from room_fee x join fee f on f.id = x.fee_id
      where x.room_id = r.id and f.category = '空调基本费' and x.span @> ${TODAY} order by x.id limit 1`,
    state: sql`r.state`,
    // Due and not paid by today, and what is kept ahead.
    arrears: sql`select (coalesce(sum(b.amount - b.reduced - b.settled), 0)::numeric / 100)::numeric(18,2) from bill b
      where b.room_id = r.id and b.state = '已发布' and b.kind not in ('红冲', '违约金') and b.amount > b.reduced + b.settled
      and b.due_day < ${TODAY}`,
    balance: sql`select (-coalesce(sum(a.balance), 0)::numeric / 100)::numeric(18,2) from ledger_account a
      where a.community_id = r.community_id and a.kind = '预存' and a.ref = r.id`,
  }),
};

/** In force today for every community and usage. */
const listPrice = sql`select trim_scale(v.unit_price) from fee_price v where v.fee_id = f.id and v.state = '生效' and v.span @> ${TODAY}
  and v.community_id is null and v.usage is null`;
const PRICE_UNIT = sql`'元/' || q.unit || coalesce(${JSON.stringify(PER_CYCLE)}::jsonb ->> f.cycle, '')`;

export const feeReferences: ReferenceSource = {
  entity: 'fee',
  search: (ctx, query) =>
    found(
      ctx.db,
      sql`select f.id::text as value, f.name as label, f.category as kind, (${listPrice})::text as "unitPrice", ${PRICE_UNIT} as "priceUnit", f.id as _order
        from fee f join fee_basis q on q.id = f.basis_id where f.state = '启用' and f.name ilike ${likeText(query.keyword)}`,
      sql`_order`,
      query,
    ),
  labels: (db, values) =>
    named(db, sql`select id::text as value, name as label from fee where id = any(${ids(values)}::bigint[])`),
  plain: propsOf(sql`fee f join fee_basis q on q.id = f.basis_id`, sql`f.id`, {
    name: sql`f.name`,
    kind: sql`f.category`,
    unitPrice: listPrice,
    priceUnit: PRICE_UNIT,
    taxRate: sql`f.tax_rate`,
    keepRate: sql`f.keep_rate`,
    state: sql`f.state`,
  }),
};
