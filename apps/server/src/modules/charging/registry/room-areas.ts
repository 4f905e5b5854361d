/** Areas of a room: versions from a day on, so that what was billed stands. */
import { AREA_BEYOND, type roomSave } from '@hengneng/contracts';
import type { FieldError } from '@hengneng/core';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/schema.ts';
import { invalid } from '../../../platform/http/errors.ts';
import { TODAY, todayOf } from './scope.ts';

type One = Extract<z.output<typeof roomSave.input>, { action: 'save' }>;
type Areas = Pick<One, 'buildArea' | 'innerArea' | 'energyArea' | 'areaNote' | 'effectiveFrom' | 'deliverDate'>;

export const areaFaults = (of: {
  readonly buildArea: string;
  readonly innerArea?: string | null;
  readonly energyArea: string;
  readonly areaNote: string;
}): FieldError[] => {
  const [build, energy] = [Number(of.buildArea), Number(of.energyArea)];
  return [
    ...(of.innerArea != null && Number(of.innerArea) > build
      ? [{ path: 'innerArea', message: '套内面积不能大于建筑面积' }]
      : []),
    ...(energy <= 0 ? [{ path: 'energyArea', message: '供能面积应大于0' }] : []),
    ...(energy > build * AREA_BEYOND && of.areaNote === ''
      ? [{ path: 'energyArea', message: `供能面积大于建筑面积的${AREA_BEYOND}倍，请填写原因` }]
      : []),
  ];
};

/** Areas from a day on. The same areas again are no version. */
export async function keepAreas(ctx: Ctx, tx: Tx, roomId: string, of: Areas, fresh: boolean): Promise<boolean> {
  const { rows } = await sql<{ same: boolean; from: string; latest: string }>`select lower(span)::text as "from",
      (build_area, coalesce(inner_area, -1), energy_area) = (${of.buildArea}::numeric, coalesce(${of.innerArea}::numeric, -1), ${of.energyArea}::numeric) as same,
      (select max(lower(x.span))::text from room_area x where x.room_id = a.room_id) as latest
    from room_area a where room_id = ${roomId}::bigint and span @> coalesce(${of.effectiveFrom}::date, ${TODAY})`.execute(
    tx,
  );
  const [now] = rows;
  if (now?.same === true) return false;
  const from = fresh ? (of.deliverDate ?? todayOf(ctx)) : of.effectiveFrom;
  if (from === null) throw invalid([{ path: 'effectiveFrom', message: '面积有改动，请选择生效日' }]);
  if (now !== undefined && now.latest > from)
    throw invalid([{ path: 'effectiveFrom', message: `已有 ${now.latest} 起的面积，请选择更晚的生效日` }]);
  const { rows: billed } = await sql<{ to: string }>`select max(b.to_day)::text as "to" from bill b
    where b.room_id = ${roomId}::bigint and b.kind = '周期' and b.state not in ('已作废', '已红冲') and b.from_day <= ${from}::date
      and b.to_day > ${from}::date having max(b.to_day) is not null`.execute(tx);
  // What was billed is not billed anew: the area holds from the cycle after.
  if (!fresh && billed[0] !== undefined)
    throw invalid([{ path: 'effectiveFrom', message: `该日期已出账，只能从 ${billed[0].to} 起生效` }]);
  await sql`update room_area set span = daterange(lower(span), ${from}::date)
    where room_id = ${roomId}::bigint and span @> ${from}::date and lower(span) < ${from}::date`.execute(tx);
  await sql`delete from room_area where room_id = ${roomId}::bigint and lower(span) = ${from}::date`.execute(tx);
  await sql`insert into room_area (room_id, span, build_area, inner_area, energy_area, note)
    values (${roomId}::bigint, daterange(${from}::date, null), ${of.buildArea}::numeric, ${of.innerArea}::numeric, ${of.energyArea}::numeric, ${of.areaNote})`.execute(
    tx,
  );
  return true;
}

/** Fees by area, whose next bill comes out otherwise. */
export const touched = async (tx: Tx, roomId: string): Promise<string[]> => {
  const { rows } = await sql<{
    name: string;
  }>`select f.name from room_fee x join fee f on f.id = x.fee_id join fee_basis q on q.id = f.basis_id
    where x.room_id = ${roomId}::bigint and x.span @> ${TODAY} and q.source in ('建筑面积', '套内面积', '供能面积', '公式') order by f.id`.execute(
    tx,
  );
  return rows.map(({ name }) => name);
};
