/** Buildings and their units, with how many rooms there are and how many owe. */
import type {
  BuildingNode,
  buildingDelete,
  buildingPage,
  buildingSave,
  buildingTree,
  unitList,
  unitPage,
  unitSave,
} from '@hengneng/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../../platform/audit/trail.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { conflict, invalid, notFound } from '../../../platform/http/errors.ts';
import { likeText, pageOf } from '../../identity/index.ts';
import { ENDED } from './rooms.ts';
import { communitiesVisible, TODAY, todayOf, visibleCommunity } from './scope.ts';

type Raw = BuildingNode['units'][number] & { readonly building: string | null };

export async function readTree(
  ctx: Ctx,
  { communityId }: z.output<typeof buildingTree.input>,
): Promise<BuildingNode[]> {
  await visibleCommunity(ctx, ctx.db, communityId);
  const year = todayOf(ctx).slice(0, 4);
  const counted = sql`with owing as (select distinct b.room_id from bill b where b.community_id = ${communityId}::bigint and b.state = '已发布'
      and b.kind not in ('红冲', '违约金') and b.due_day < ${TODAY} and b.amount > b.reduced + b.settled),
    billed as (select r.unit_id, sum(b.amount - b.reduced) as due, sum(b.settled) as paid from bill b join room r on r.id = b.room_id
      where b.community_id = ${communityId}::bigint and b.state = '已发布' and b.kind not in ('红冲', '违约金')
        and b.period between ${`${year}-01`} and ${`${year}-12`} and r.unit_id is not null group by 1)`;
  const [buildings, units] = await Promise.all([
    sql<
      Omit<BuildingNode, 'units'>
    >`${counted} select b.id::text, b.version, b.code, b.name, b.floors, b.kind as type, count(r.id)::int as rooms,
        count(o.room_id)::int as "arrearsRooms"
      from building b left join room r on r.building_id = b.id and not ${ENDED} left join owing o on o.room_id = r.id
      where b.community_id = ${communityId}::bigint group by b.id order by length(b.code), b.code`.execute(ctx.db),
    sql<Raw>`${counted} select u.id::text, u.version, u.code, u.name, u.building_id::text as building, count(r.id)::int as rooms,
        count(o.room_id)::int as "arrearsRooms", (select round(y.paid * 100.0 / y.due, 2)::float8 from billed y where y.unit_id = u.id and y.due > 0) as rate
      from building_unit u join building b on b.id = u.building_id left join room r on r.unit_id = u.id and not ${ENDED} left join owing o on o.room_id = r.id
      where b.community_id = ${communityId}::bigint group by u.id order by length(u.code), u.code`.execute(ctx.db),
  ]);
  const of = Map.groupBy(units.rows, ({ building }) => building);
  return buildings.rows.map((row) => ({
    ...row,
    units: (of.get(row.id) ?? []).map(({ building: _, ...unit }) => unit),
  }));
}

export async function listBuildings(
  ctx: Ctx,
  input: z.output<typeof buildingPage.input>,
): Promise<z.input<typeof buildingPage.output>> {
  await visibleCommunity(ctx, ctx.db, input.communityId);
  const like = likeText(input.Keyword ?? '');
  return pageOf(
    ctx.db,
    input,
    sql`select b.id::text, b.version, b.code, b.name, b.floors, b.kind as type,
      (select count(*)::int from building_unit u where u.building_id = b.id) as units,
      (select count(*)::int from room r where r.building_id = b.id and not ${ENDED}) as rooms
    from building b where b.community_id = ${input.communityId}::bigint and (b.code ilike ${like} or b.name ilike ${like})`,
    sql`length(code), code`,
    ['code', 'name', 'floors', 'units', 'rooms'],
  );
}

const units = (buildingId: string, like: string): RawBuilder<unknown> =>
  sql`select u.id::text, u.version, u.code, u.name, (select count(*)::int from room r where r.unit_id = u.id and not ${ENDED}) as rooms
    from building_unit u where u.building_id = ${buildingId}::bigint and (u.code ilike ${like} or u.name ilike ${like})`;

export async function listUnits(
  ctx: Ctx,
  input: z.output<typeof unitPage.input>,
): Promise<z.input<typeof unitPage.output>> {
  await visibleBuilding(ctx, ctx.db, input.buildingId);
  const found = units(input.buildingId, likeText(input.Keyword ?? ''));
  return pageOf(ctx.db, input, found, sql`length(code), code`, ['code', 'name', 'rooms']);
}

export async function optionsOfUnits(
  ctx: Ctx,
  { buildingId }: z.output<typeof unitList.input>,
): Promise<z.input<typeof unitList.output>> {
  await visibleBuilding(ctx, ctx.db, buildingId);
  const { rows } = await sql<z.input<typeof unitList.output>[number]>`select id, name, rooms
    from (${units(buildingId, likeText(''))}) u order by length(code), code`.execute(ctx.db);
  return rows;
}

/** What a room is called: by building, unit and door. Kept with the room, because people type it. */
export const renameRooms = (tx: Tx, building: string): Promise<unknown> =>
  sql`update room r set full_code = concat_ws('-', b.code, u.code, r.code) from building b, room x left join building_unit u on u.id = x.unit_id
    where x.id = r.id and b.id = r.building_id and b.id = ${building}::bigint and r.full_code <> concat_ws('-', b.code, u.code, r.code)`.execute(
    tx,
  );

export const saveBuilding = (ctx: Ctx, of: z.output<typeof buildingSave.input>): Promise<{ id: string }> =>
  ctx.write(async (tx) => {
    const community = await visibleCommunity(ctx, tx, of.communityId);
    const { rows: same } =
      await sql`select 1 from building where community_id = ${community.id}::bigint and code = ${of.code}
      and id <> ${of.id ?? '0'}::bigint`.execute(tx);
    if (same.length > 0) throw invalid([{ path: 'code', message: '该小区已存在此楼栋编码' }]);
    const { rows } =
      of.id === null
        ? await sql<{ id: string }>`insert into building (community_id, code, name, floors, kind)
            values (${community.id}::bigint, ${of.code}, ${of.name}, ${of.floors}, ${of.type}) returning id::text`.execute(
            tx,
          )
        : await sql<{
            id: string;
          }>`update building set code = ${of.code}, name = ${of.name}, floors = ${of.floors}, kind = ${of.type},
              version = version + 1 where id = ${of.id}::bigint and community_id = ${community.id}::bigint and version = ${of.version}
            returning id::text`.execute(tx);
    const [row] = rows;
    if (row === undefined) throw conflict('楼栋已被他人修改，请刷新后重试');
    if (of.id !== null) await renameRooms(tx, row.id);
    await trail(tx, ctx, {
      kind: '收费',
      action: '保存楼栋',
      object: `${community.name} ${of.name}`,
      after: { ...of },
    });
    return row;
  });

export const saveUnit = (ctx: Ctx, of: z.output<typeof unitSave.input>): Promise<{ id: string }> =>
  ctx.write(async (tx) => {
    const building = await visibleBuilding(ctx, tx, of.buildingId);
    const { rows: same } =
      await sql`select 1 from building_unit where building_id = ${building.id}::bigint and code = ${of.code}
      and id <> ${of.id ?? '0'}::bigint`.execute(tx);
    if (same.length > 0) throw invalid([{ path: 'code', message: '该楼栋已存在此单元编码' }]);
    const { rows } =
      of.id === null
        ? await sql<{
            id: string;
          }>`insert into building_unit (building_id, code, name) values (${building.id}::bigint, ${of.code}, ${of.name})
            returning id::text`.execute(tx)
        : await sql<{ id: string }>`update building_unit set code = ${of.code}, name = ${of.name}, version = version + 1
            where id = ${of.id}::bigint and building_id = ${building.id}::bigint and version = ${of.version} returning id::text`.execute(
            tx,
          );
    const [row] = rows;
    if (row === undefined) throw conflict('单元已被他人修改，请刷新后重试');
    if (of.id !== null) await renameRooms(tx, building.id);
    await trail(tx, ctx, {
      kind: '收费',
      action: '保存单元',
      object: `${building.name} ${of.name}`,
      after: { ...of },
    });
    return row;
  });

export interface SeenBuilding {
  readonly id: string;
  readonly communityId: string;
  readonly code: string;
  readonly name: string;
}

export async function visibleBuilding(ctx: Ctx, tx: Db | Tx, id: string): Promise<SeenBuilding> {
  const { rows } = await sql<SeenBuilding>`select b.id::text, b.community_id::text as "communityId", b.code, b.name
    from building b join community c on c.id = b.community_id where b.id = ${id}::bigint and ${communitiesVisible(ctx.session)}`.execute(
    tx,
  );
  const [found] = rows;
  if (found === undefined) throw notFound('楼栋不存在，或您没有查看它的权限');
  return found;
}

const KINDS = {
  building: { what: '楼栋', column: sql.ref('building_id'), name: sql`select b.name, b.community_id from building b` },
  building_unit: {
    what: '单元',
    column: sql.ref('unit_id'),
    name: sql`select b.name, x.community_id from building_unit b join building x on x.id = b.building_id`,
  },
} as const;

/** Those without rooms go; of the others is said why they stay. */
export const deleteParts = (
  ctx: Ctx,
  table: keyof typeof KINDS,
  { ids }: z.output<typeof buildingDelete.input>,
): Promise<z.input<typeof buildingDelete.output>> =>
  ctx.write(async (tx) => {
    const { what, column, name } = KINDS[table];
    const done: { id: string; ok: boolean; reason: string }[] = [];
    for (const id of ids) {
      const { rows } = await sql<{
        name: string;
        used: boolean;
      }>`select n.name, exists (select from room r where r.${column} = ${id}::bigint) as used
        from (${name} where b.id = ${id}::bigint) n join community c on c.id = n.community_id where ${communitiesVisible(ctx.session)}`.execute(
        tx,
      );
      const [found] = rows;
      if (found === undefined) throw notFound(`${what}不存在，或您没有查看它的权限`);
      if (!found.used) {
        if (table === 'building') await sql`delete from building_unit where building_id = ${id}::bigint`.execute(tx);
        await sql`delete from ${sql.table(table)} where id = ${id}::bigint`.execute(tx);
        await trail(tx, ctx, { kind: '收费', action: `删除${what}`, object: `${what} ${found.name}` });
      }
      done.push({ id, ok: !found.used, reason: found.used ? `${what}下有房间，不能删除` : '' });
    }
    return done;
  });
