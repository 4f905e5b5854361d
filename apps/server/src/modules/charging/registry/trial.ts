/** What a fee would come to for some rooms, by the very lines that a run bills. */
import { pricesOf } from '@hengneng/charging';
import { type feeTrial, ROOM_USAGES } from '@hengneng/contracts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/schema.ts';
import { forbidden, notFound } from '../../../platform/http/errors.ts';
import { lineCtes, type LinesAsked, linesAsked } from '../bills/lines.ts';
import { visibleCommunity } from './scope.ts';
import { yuanOf } from '../yuan.ts';

type Asked = z.output<typeof feeTrial.input>;
type Answer = z.input<typeof feeTrial.output>;

interface Version {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly price: string;
  readonly ofCommunity: boolean;
  readonly usage: string | null;
  readonly tiers: unknown;
}

const ENDLESS = '9999-01-01';

/** The prices as they would follow one another with a version in force that waits to be checked. */
async function withVersion(db: Db, asked: LinesAsked, of: Asked): Promise<LinesAsked> {
  const [billed] = asked.fees;
  if (of.priceId === null || billed === undefined) return asked;
  const { rows } = await sql<
    Version & { community: string | null; tried: boolean }
  >`select id::text, lower(span)::text as "from",
      coalesce(upper(span)::text, ${ENDLESS}) as "to", unit_price::text as price, community_id is not null as "ofCommunity", usage, tiers,
      community_id::text as community, id = ${of.priceId}::bigint as tried
    from fee_price where fee_id = ${of.feeId}::bigint and (state = '生效' or id = ${of.priceId}::bigint)
      and (community_id is null or community_id = ${of.communityId}::bigint)`.execute(db);
  const tried = rows.find((row) => row.tried);
  if (tried === undefined) throw notFound('价格版本不存在，或不适用于该小区');
  const versions = rows.flatMap((row) => {
    if (row.tried || row.community !== tried.community || row.usage !== tried.usage || row.to <= tried.from)
      return [row];
    return row.from < tried.from ? [{ ...row, to: tried.from }] : [];
  });
  return {
    ...asked,
    prices: ROOM_USAGES.flatMap((usage) =>
      pricesOf<Version>(versions, usage, billed.cycle).map((one) => ({ ...one, fee: billed.id, of: usage })),
    ),
  };
}

interface Line {
  readonly room: string;
  readonly part: number;
  readonly quantity: string;
  readonly unit: string;
  readonly unitPrice: string;
  readonly from: string;
  readonly to: string;
  readonly days: number;
  readonly cycleDays: number;
  readonly weight: string;
  readonly amount: string;
  readonly last: string | null;
}

export async function tryFee(ctx: Ctx, of: Asked): Promise<Answer> {
  if (!ctx.session.permissions.classified.has('price')) throw forbidden('您没有查看价格的权限');
  const community = await visibleCommunity(ctx, ctx.db, of.communityId);
  const plain = await linesAsked(ctx.db, { communityId: community.id, period: of.period, feeIds: [of.feeId] });
  const asked = await withVersion(ctx.db, plain, of);
  const { rows: rooms } = await sql<{
    room: string;
    charged: boolean;
    state: string;
  }>`select r.full_code as room, r.state,
      exists (select from room_fee x where x.room_id = r.id and x.fee_id = ${of.feeId}::bigint) as charged
    from room r where r.community_id = ${community.id}::bigint and r.id = any(${of.rooms}::bigint[]) order by r.id`.execute(
    ctx.db,
  );
  const [billed] = asked.fees;
  if (billed === undefined)
    return {
      cycle: null,
      rows: [],
      total: '0.00',
      none: rooms.map(({ room }) => ({ room, reason: '该账期不出此费项的账' })),
    };
  const { rows } = await sql<Line>`with ${lineCtes(asked, { roomIds: of.rooms, again: true })}
    select l.full_code as room, l.part, trim_scale(l.quantity)::text as quantity, l.unit, trim_scale(l.unit_price)::text as "unitPrice",
      l.from_day::text as "from", l.to_day::text as "to", l.days, l.whole_days as "cycleDays", trim_scale(l.weight)::text as weight, l.amount::text as amount,
      (select sum(b.amount)::text from bill b where b.room_fee_id = l.room_fee_id and b.cycle = l.last and b.kind = '周期'
        and b.state not in ('已作废', '已红冲')) as last
    from line l order by l.room_id, l.part`.execute(ctx.db);
  const sums = new Map<string, bigint>();
  for (const { room, amount } of rows) sums.set(room, (sums.get(room) ?? 0n) + BigInt(amount));
  return {
    cycle: { key: billed.cycle.key, from: billed.cycle.from, to: billed.cycle.to },
    // A cycle that is cut has several lines; the one before is set against all of them, beside the first.
    rows: rows.map(({ part, amount, last, ...line }) => ({
      ...line,
      amount: yuanOf(BigInt(amount)),
      last: part === 0 && last !== null ? yuanOf(BigInt(last)) : null,
      difference: part === 0 && last !== null ? yuanOf((sums.get(line.room) ?? 0n) - BigInt(last)) : null,
    })),
    total: yuanOf([...sums.values()].reduce((sum, amount) => sum + amount, 0n)),
    none: rooms
      .filter(({ room }) => !sums.has(room))
      .map(({ room, charged, state }) => ({
        room,
        reason: state === '停用' ? '房间已停用' : charged ? '该账期没有用量、面积或单价' : '未设此费项',
      })),
  };
}
