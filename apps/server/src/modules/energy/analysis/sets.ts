/** 对比集 (SetType=compareSet): series under a name, so that the same days are looked at again. */
import type { CompareSet, compareSetInput, compareSetRead } from '@hengneng/contracts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../../platform/audit/trail.ts';
import type { Ctx } from '../../../platform/context.ts';
import { invalid, notFound } from '../../../platform/http/errors.ts';
import { seenProject } from '../../projects/index.ts';
import { countedMeters, nodeAmong } from './meters.ts';

export async function readSets(ctx: Ctx, input: z.output<typeof compareSetRead>): Promise<CompareSet[]> {
  const { code } = await seenProject(ctx, ctx.db, input.ProjectCode);
  const { rows } =
    await sql<CompareSet>`select c.id::text as "Id", c.name as "Name", c.align as "Align", u.user_name as "By",
      (select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('Name', s.name, 'NodeId', s.node, 'Days', s.days, 'MinC', s.min_c, 'MaxC', s.max_c,
        'Date', jsonb_build_object('from', s.from_day, 'to', s.to_day))) order by s.place) from energy_compare_series s where s.set_id = c.id) as "Series"
    from energy_compare_set c join app_user u on u.id = c.edited_by
    where c.project_code = ${code} and c.deleted_at is null order by c.name`.execute(ctx.db);
  return rows;
}

type Input = z.output<typeof compareSetInput>;

/** A name that is there already is written over where its Id is given, and refused where it is not. */
export const writeSet = (ctx: Ctx, input: Input): Promise<{ readonly Id: string }> =>
  ctx.write(async (tx) => {
    const { code } = await seenProject(ctx, tx, input.ProjectCode);
    await sql`select pg_advisory_xact_lock(hashtextextended(${`compareSet ${code}`}, 0))`.execute(tx);
    const { rows: kept } = await sql<{ id: string; name: string }>`select id::text, name from energy_compare_set
      where project_code = ${code} and deleted_at is null`.execute(tx);
    const before = kept.find(({ id }) => id === input.Id);
    if (input.Id !== undefined && before === undefined) throw notFound('对比集不存在，或已被删除');
    if (kept.some(({ id, name }) => name === input.Name && id !== input.Id))
      throw invalid([{ path: 'Name', message: '已有同名的对比集，请换一个名称' }]);
    const who = ctx.session.userId;
    const about = { kind: '业务', object: `${code} 对比集【${input.Name}】` } as const;
    if (input.Remove === true && before !== undefined) {
      await sql`update energy_compare_set set deleted_at = app_now(), edited_by = ${who}, edited_at = app_now() where id = ${before.id}::bigint`.execute(
        tx,
      );
      await trail(tx, ctx, { ...about, action: '删除对比集', before });
      return { Id: before.id };
    }
    const meters = await countedMeters(ctx.db, code);
    for (const one of input.Series) nodeAmong(meters, { nodeId: one.NodeId });
    const { rows } =
      before === undefined
        ? await sql<{ id: string }>`insert into energy_compare_set (project_code, name, align, edited_by)
            values (${code}, ${input.Name}, ${input.Align}, ${who}) returning id::text`.execute(tx)
        : await sql<{
            id: string;
          }>`update energy_compare_set set name = ${input.Name}, align = ${input.Align}, edited_by = ${who}, edited_at = app_now()
            where id = ${before.id}::bigint returning id::text`.execute(tx);
    const id = rows[0]?.id ?? '';
    await sql`delete from energy_compare_series where set_id = ${id}::bigint`.execute(tx);
    const series = input.Series.map((one, index) => ({
      place: index + 1,
      name: one.Name,
      node: one.NodeId,
      from: one.Date.from,
      to: one.Date.to,
      days: one.Days,
      min: one.MinC ?? null,
      max: one.MaxC ?? null,
    }));
    await sql`insert into energy_compare_series (set_id, place, name, node, from_day, to_day, days, min_c, max_c)
      select ${id}::bigint, s.place, s.name, s.node, s."from", s."to", s.days, s.min, s.max
      from jsonb_to_recordset(${JSON.stringify(series)}::jsonb) as s(place int, name text, node text, "from" date, "to" date, days text, min numeric, max numeric)`.execute(
      tx,
    );
    await trail(tx, ctx, {
      ...about,
      action: before === undefined ? '新增对比集' : '修改对比集',
      before: before ?? null,
      after: { series: JSON.stringify(series) },
    });
    return { Id: id };
  });
