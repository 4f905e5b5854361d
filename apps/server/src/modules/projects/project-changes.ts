/** 变更记录: what became of a project's archive, by people and by the forms that were passed. */
import type { ProjectChange, projectChanges } from '@hengneng/contracts';
import { isModuleId, MODULES } from '@hengneng/core';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { COLUMNS, LABEL_OF, namesOf, told } from './project-columns.ts';
import { seenProject } from './seen.ts';

type Texts = Readonly<Record<string, string | null>>;
interface Stored {
  readonly Id: string;
  readonly At: string;
  readonly By: string | null;
  readonly Action: string;
  readonly Reason: string;
  readonly module: string | null;
  readonly before: Texts | null;
  readonly after: Texts | null;
  readonly total: number;
}

/** Columns of a project that forms change and the archive shows. */
const SHOWN = Object.values(COLUMNS).map(([column]) => column);

/** What else is set up for a project has records of its own. */
const ACTIONS = ['修改项目', '新增补充信息', '修改补充信息'];

/** Newest first. What a form changed at one stroke is one entry; what was taken back is none. */
const entries = (code: string) => sql`
  select 'a' || a.id as "Id", a.at, coalesce(nullif(a.user_name, ''), u.user_name) as "By", a.action as "Action", a.summary as "Reason",
    null::text as module, a.before, a.after
  from audit_log a left join app_user u on u.id = a.user_id where a.kind = '系统设置' and a.object = ${`项目 ${code}`}
    and a.action = any(${ACTIONS}::text[]) and a.result = '成功'
  union all
  select 'e' || min(e.id), min(e.at), null, '', '', e.source_module, jsonb_object_agg(e.column_name, e.before), jsonb_object_agg(e.column_name, e.after)
  from entity_change e where e.table_name = 'project' and e.row_key = ${code} and e.column_name = any(${SHOWN}::text[]) and e.undone_at is null
    and e.before is distinct from e.after
  group by e.source_module, e.source_id, e.source_effect`;

export const listChanges = async (
  ctx: Ctx,
  input: z.output<typeof projectChanges.input>,
): Promise<z.input<typeof projectChanges.output>> => {
  const project = await seenProject(ctx, ctx.db, input.ProjectCode);
  const { rows } =
    await sql<Stored>`select x."Id", to_char(x.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "At", x."By", x."Action",
      x."Reason", x.module, x.before, x.after, count(*) over ()::int as total
    from (${entries(project.code)}) x order by x.at desc, x."Id" desc
    limit ${input.PageSize} offset ${(input.PageIndex - 1) * input.PageSize}`.execute(ctx.db);
  const name = await namesOf(
    ctx.db,
    rows.flatMap(({ module, before, after }) =>
      module === null ? [] : [...Object.entries(before ?? {}), ...Object.entries(after ?? {})],
    ),
  );
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.map(({ module, before, after, total: _, ...row }): ProjectChange => {
      const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
      return {
        ...row,
        Action: module === null ? row.Action : isModuleId(module) ? MODULES[module].title : '单据',
        Changes: fields.map((field) => ({
          Field: module === null ? field : (LABEL_OF.get(field) ?? field),
          Before: told(module === null ? (before?.[field] ?? null) : name(field, before?.[field])),
          After: told(module === null ? (after?.[field] ?? null) : name(field, after?.[field])),
        })),
      };
    }),
  };
};

/** 面积 of a project, m², as it became another on a day. */
export interface AreaChange {
  readonly day: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** From a day on, the oldest first: by people and by forms. @param since `YYYY-MM-DD` */
export const areaChanges = async (db: Db | Tx, code: string, since: string): Promise<readonly AreaChange[]> => {
  const [column, label] = COLUMNS.area_m2;
  const { rows } = await sql<AreaChange>`
    select to_char(x.at at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day, trim_scale(x.before::numeric)::text as before,
      trim_scale(x.after::numeric)::text as after
    from (${entries(code)}) y cross join lateral (select y.at, coalesce(y.before ->> ${label}, y.before ->> ${column}) as before,
      coalesce(y.after ->> ${label}, y.after ->> ${column}) as after) x
    where x.at >= ${since}::date::timestamp at time zone 'Asia/Shanghai' and x.before is distinct from x.after order by x.at, y."Id"`.execute(
    db,
  );
  return rows;
};

/** The area that a project had on a day. @param now the area of today */
export const areaOn = (changes: readonly AreaChange[], now: string | null, day: string): string | null => {
  const next = changes.find((change) => change.day > day);
  return next === undefined ? now : next.before;
};

/** Who has changed the basic information since somebody looked, and what: the last `times` of them. */
export const changedSince = async (tx: Tx, code: string, times: number): Promise<string> => {
  const { rows } = await sql<{
    by: string;
    at: string;
    fields: string;
  }>`select coalesce(nullif(a.user_name, ''), '他人') as by,
      to_char(a.at at time zone 'Asia/Shanghai', 'MM-DD HH24:MI') as at, (select string_agg(k, '、') from jsonb_object_keys(a.after) k) as fields
    from audit_log a where a.kind = '系统设置' and a.object = ${`项目 ${code}`} and a.action = '修改项目'
    order by a.id desc limit ${Math.max(1, Math.min(times, 5))}`.execute(tx);
  return rows.map(({ by, at, fields }) => `${by}于 ${at} 改了${fields}`).join('；');
};
