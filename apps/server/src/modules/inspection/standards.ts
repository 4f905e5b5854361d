/** The library of standards: points as projects take them over. What was taken over does not change with it. */
import {
  itemFaults,
  type perambulateStandardIndex,
  type perambulateStandardSave,
  type StandardRow,
} from '@hengneng/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { conflict, invalid, notFound } from '../../platform/http/errors.ts';
import { likeText, need, pageOf, trail } from '../identity/index.ts';
import { instant } from './points-read.ts';
import { tidyItems, totalOf } from './points-write.ts';
import { POINT_SET } from './screen.ts';

type SaveInput = z.output<typeof perambulateStandardSave.input>;
type Stored = Omit<StandardRow, 'score'>;

const select = sql`select s.id::text as id, s.kind, s.name, s.area, s.frequency, s.photo_needed as "photoNeeded", s.items, s.state,
    s.revision as "FormVersion", u.user_name as "updatedBy", ${instant(sql`s.updated_at`)} as "updatedAt"
  from point_standard s left join app_user u on u.id = s.updated_by`;

const scored = (row: Stored): StandardRow => ({ ...row, score: totalOf(row.items) });

export const listStandards = async (
  ctx: Ctx,
  input: z.output<typeof perambulateStandardIndex.input>,
): Promise<{ rows: StandardRow[]; total: number }> => {
  const like = likeText(input.Keyword ?? '');
  const parts: RawBuilder<boolean>[] = [sql`(s.name ilike ${like} or s.items::text ilike ${like})`];
  if (input.kind) parts.push(sql`s.kind = ${input.kind}`);
  if (input.pointArea) parts.push(sql`s.area = ${input.pointArea}`);
  if (input.state) parts.push(sql`s.state = ${input.state}`);
  const page = await pageOf<Stored>(
    ctx.db,
    input,
    sql`${select} where ${sql.join(parts, sql` and `)}`,
    sql`kind, id::bigint`,
    ['name', 'area', 'frequency', 'state'],
  );
  return { rows: page.rows.map(scored), total: page.total };
};

/** Those in use among the ids. @throws where one is not */
export const readStandards = async (db: Db | Tx, ids: readonly string[]): Promise<readonly StandardRow[]> => {
  const { rows } =
    await sql<Stored>`${select} where s.id = any(${[...ids]}::bigint[]) and s.state = '启用' order by s.id`.execute(db);
  if (rows.length !== new Set(ids).size)
    throw invalid([{ path: 'standards', message: '所选标准不存在或已停用，请刷新后再选' }]);
  return rows.map(scored);
};

const shown = (standard: SaveInput | Stored): Record<string, unknown> => ({
  名称: standard.name,
  部位: standard.area,
  频次: standard.frequency,
  状态: standard.state,
  检查项: standard.items.map((one) => `${one.item} ${one.standard}（${one.score}分）`).join('；'),
});

export const saveStandard = async (ctx: Ctx, input: SaveInput): Promise<{ id: string; FormVersion: number }> => {
  need(ctx.session, POINT_SET, input.id === undefined ? 'add' : 'edit');
  const faults = itemFaults(input);
  if (faults.length > 0) throw invalid(faults);
  const items = JSON.stringify(tidyItems(input.items));
  return ctx.write(async (tx) => {
    const { rows: taken } = await sql`select 1 from point_standard where kind = ${input.kind} and name = ${input.name}
      and id is distinct from ${input.id ?? null}::bigint`.execute(tx);
    if (taken.length > 0) throw invalid([{ path: 'name', message: '标准库已有同名标准' }]);
    const about = { kind: '系统设置', object: `巡检标准 ${input.name}` } as const;
    if (input.id === undefined) {
      const { rows } = await sql<{
        id: string;
      }>`insert into point_standard (kind, name, area, frequency, photo_needed, items, state, updated_by)
        values (${input.kind}, ${input.name}, ${input.area}, ${input.frequency}, ${input.photoNeeded}, ${items}::jsonb, ${input.state},
          ${ctx.session.userId}) returning id::text as id`.execute(tx);
      await trail(tx, ctx, { ...about, action: '新增巡检标准', after: shown(input) });
      return { id: rows[0]?.id ?? '', FormVersion: 1 };
    }
    const { rows } = await sql<Stored>`${select} where s.id = ${input.id} for update of s`.execute(tx);
    const [old] = rows;
    if (old === undefined) throw notFound('标准不存在');
    if (input.FormVersion !== undefined && input.FormVersion !== old.FormVersion)
      throw conflict('该标准已被他人修改，请刷新后再改');
    await sql`update point_standard set kind = ${input.kind}, name = ${input.name}, area = ${input.area}, frequency = ${input.frequency},
        photo_needed = ${input.photoNeeded}, items = ${items}::jsonb, state = ${input.state}, revision = revision + 1,
        updated_by = ${ctx.session.userId}, updated_at = app_now() where id = ${input.id}`.execute(tx);
    await trail(tx, ctx, { ...about, action: '修改巡检标准', before: shown(old), after: shown(input) });
    return { id: input.id, FormVersion: old.FormVersion + 1 };
  });
};
