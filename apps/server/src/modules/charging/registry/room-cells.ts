/** Cells of the list of rooms, edited where they stand: what was not touched stays as it is, whoever has changed it meanwhile. */
import { ROOM_CELLS, type roomSave } from '@hengneng/contracts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../../platform/audit/trail.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/schema.ts';
import { conflict, invalid, refused } from '../../../platform/http/errors.ts';
import { areaFaults, keepAreas, touched } from './room-areas.ts';
import { visibleRoom } from './rooms.ts';
import { TODAY } from './scope.ts';

type Cells = Extract<z.output<typeof roomSave.input>, { action: 'cell' }>;
type Saved = z.input<typeof roomSave.output>;

const WORDS = { ...ROOM_CELLS, areaNote: '面积说明' } as const;
type Name = keyof typeof WORDS;
type Values = Readonly<Record<Name, string | null>>;
const NAMES = Object.keys(WORDS) as Name[];
const AREAS: readonly Name[] = ['buildArea', 'innerArea', 'energyArea', 'areaNote'];

/** As it stands, with the areas of a day; of a room that has none then, its latest. */
async function standing(tx: Tx, id: string, day: string | null): Promise<Values> {
  const { rows } = await sql<Values>`select r.usage, r.layout, r.state, r.deliver_day::text as "deliverDate",
      trim_scale(a.build_area)::text as "buildArea", trim_scale(a.inner_area)::text as "innerArea", trim_scale(a.energy_area)::text as "energyArea",
      coalesce(a.note, '') as "areaNote"
    from room r left join lateral (select * from room_area x where x.room_id = r.id
      order by x.span @> coalesce(${day}::date, ${TODAY}) desc, lower(x.span) desc limit 1) a on true
    where r.id = ${id}::bigint`.execute(tx);
  const [row] = rows;
  if (row === undefined) throw new Error(`no room ${id}`);
  return row;
}

export async function saveCells(ctx: Ctx, tx: Tx, of: Cells): Promise<Saved> {
  const seen = await visibleRoom(ctx, tx, of.id, true);
  if (seen.endedOn !== null) throw refused(`该房间已于 ${seen.endedOn} 拆分或合并，不能修改`);
  if (seen.version !== of.version) throw conflict('房间已被他人修改，请核对现在的值后再改');
  const before = await standing(tx, seen.id, of.effectiveFrom);
  const after = Object.fromEntries(
    NAMES.map((name) => [name, of[name] === undefined ? before[name] : of[name]]),
  ) as Record<Name, string | null>;
  // Why an area was as it was is no reason for another.
  const others = after.buildArea !== before.buildArea || after.energyArea !== before.energyArea;
  if (others && of.areaNote === undefined) after.areaNote = '';
  const changed = NAMES.filter((name) => after[name] !== before[name]);
  const { buildArea, energyArea, innerArea } = after;
  let fees: string[] = [];
  if (changed.some((name) => AREAS.includes(name))) {
    if (buildArea === null || energyArea === null)
      throw invalid([{ path: buildArea === null ? 'buildArea' : 'energyArea', message: '请填写建筑面积与供能面积' }]);
    const areas = { buildArea, energyArea, innerArea, areaNote: after.areaNote ?? '' };
    const errors = areaFaults(areas);
    if (errors.length > 0) throw invalid(errors);
    const { effectiveFrom } = of;
    if (await keepAreas(ctx, tx, seen.id, { ...areas, effectiveFrom, deliverDate: after.deliverDate }, false))
      fees = await touched(tx, seen.id);
  }
  if (changed.length === 0) return { id: seen.id, version: seen.version, fees, codes: [] };
  const { rows } = await sql<{
    version: number;
  }>`update room set usage = ${after.usage}, layout = ${after.layout}, state = ${after.state},
      deliver_day = ${after.deliverDate}::date, version = version + 1 where id = ${seen.id}::bigint returning version`.execute(
    tx,
  );
  const told = (values: Values) => Object.fromEntries(changed.map((name) => [WORDS[name], values[name] ?? '']));
  await trail(tx, ctx, {
    kind: '收费',
    action: '修改房间',
    object: `房间 ${seen.fullCode}`,
    summary: changed.map((name) => WORDS[name]).join('、'),
    before: told(before),
    after: { ...told(after), ...(fees.length > 0 ? { 生效日: of.effectiveFrom } : {}) },
  });
  return { id: seen.id, version: rows[0]?.version ?? seen.version, fees, codes: [] };
}
