/** What a fee comes to over a collecting season, as the form of 停用 reckons it: by the m² and the season, whatever cycle it is billed by. */
import { type Cycle, effectOf, type Line, plusDays } from '@hengneng/charging';
import { textOrNull, today } from '@hengneng/core';
import { Big } from 'big.js';
import { sql } from 'kysely';
import type { Prop, PropEnv, ReferenceSource } from '../../../engine/references/types.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { type FeeOfRoom, findFeeOfRoom } from './world.ts';

/** How often a fee is billed in its season; the season of what is billed by the month or the quarter is a year. */
const TIMES: Readonly<Partial<Record<Cycle, number>>> = { 月: 12, 季: 4 };
const YEAR = 365;

export interface Season {
  /** By the m² of the area that the form counts with; null where nothing says it. */
  readonly price: string | null;
  readonly days: number | null;
}

interface FullCycle {
  readonly days: number;
  /** Of the day that was asked for. */
  readonly line: Line | undefined;
}

/** The cycle of a day with nothing let off; null where there is none. */
export async function fullCycle(room: FeeOfRoom, day: string): Promise<FullCycle | null> {
  const [first] = await room.cycles({ from: day, to: plusDays(day, 1) });
  const [full] = first === undefined ? [] : effectOf([first.world], { fixed: [], stops: [] }, { kind: 'ends', day });
  if (full === undefined) return null;
  return { days: full.cycleDays, line: full.lines.find(({ from, to }) => from <= day && day < to) ?? full.lines[0] };
}

const NONE: Season = { price: null, days: null };
const priced = (price: Big, cycle: Cycle): string => price.times(TIMES[cycle] ?? 1).toFixed(4, Big.roundHalfUp);

/** Of a room; one that is charged by use has nothing to let off. */
export async function seasonOfRoom(room: FeeOfRoom, day: string, area: string | null): Promise<Season> {
  const { cycle } = room.fee;
  const full = await fullCycle(room, day);
  const days = cycle in TIMES ? YEAR : (full?.days ?? null);
  if (room.byUse) return { price: priced(Big(0), cycle), days: days ?? YEAR };
  if (full?.line === undefined) return { price: null, days };
  const { quantity, unitPrice } = full.line;
  // Charged by another area, or by the household: spread over the m² that the form multiplies with.
  const over = area === null || Big(area).lte(0) ? Big(quantity) : Big(area);
  return { price: over.eq(0) ? null : priced(Big(quantity).times(unitPrice).div(over), cycle), days };
}

/** Of a fee, before it is known for which room. */
async function listed(db: Db | Tx, feeId: string, day: string): Promise<Season> {
  const { rows } = await sql<{
    cycle: Cycle;
    price: string | null;
  }>`select f.cycle, (select v.unit_price::text from fee_price v
      where v.fee_id = f.id and v.state = '生效' and v.span @> ${day}::date and v.community_id is null and v.usage is null) as price
    from fee f where f.id = ${feeId}::bigint`.execute(db);
  const [fee] = rows;
  if (fee === undefined) return NONE;
  return {
    price: fee.price === null ? null : priced(Big(fee.price), fee.cycle),
    days: fee.cycle in TIMES ? YEAR : null,
  };
}

async function seasonFor(db: Db | Tx, feeId: string, { record, now }: PropEnv): Promise<Season> {
  const day = textOrNull(record['startDate']) ?? today(now);
  const roomId = textOrNull(record['room']);
  const room = roomId === null ? null : await findFeeOfRoom(db, { roomId, feeId, day });
  const [own, list] = await Promise.all([
    room === null ? NONE : seasonOfRoom(room, day, textOrNull(record['useArea'])),
    listed(db, feeId, day),
  ]);
  return { price: own.price ?? list.price, days: own.days ?? list.days };
}

const propOf =
  (key: keyof Season): Prop =>
  async (db, feeId, env) =>
    feeId === null ? null : (await seasonFor(db, feeId, env))[key];

/** What the form takes from a fee besides what is the same for every room. */
export const SEASON_PROPS: NonNullable<ReferenceSource['props']> = {
  seasonPrice: propOf('price'),
  seasonDays: propOf('days'),
};
