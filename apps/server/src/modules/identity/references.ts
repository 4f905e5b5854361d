/** People and departments as forms point at them. */
import { textOrNull } from '@hengneng/core';
import { sql } from 'kysely';
import { DEPT_NOW } from '../../engine/index.ts';
import { propColumns } from '../../engine/references/columns.ts';
import type { ReferenceSource } from '../../engine/references/types.ts';
import type { Db } from '../../platform/db/schema.ts';
import { likeText } from './paging.ts';
import { heldNow } from './permissions.ts';

export const userReferences: ReferenceSource = {
  entity: 'user',
  async search(ctx, query) {
    const like = likeText(query.keyword);
    const role = textOrNull(query.extra.Role);
    const dept = textOrNull(query.extra.Dept);
    const where = sql`u.state = 'active'
      and (u.user_name ilike ${like} or u.account ilike ${like} or u.pinyin ilike ${like} or u.job_no ilike ${like})
      ${role === null ? sql`` : sql`and exists (select 1 from user_role ur join role r on r.id = ur.role_id where ur.user_id = u.id and r.code = ${role} and ${heldNow('ur')})`}
      ${dept === null ? sql`` : sql`and starts_with(u.dept_id, ${dept})`}
      ${query.projectCode === null || query.extra.OnProject !== 'true' ? sql`` : sql`and exists (select 1 from user_project up where up.user_id = u.id and up.project_code = ${query.projectCode} and ${heldNow('up')})`}`;
    const { rows } = await sql<{
      value: string;
      label: string;
      account: string;
      dept: string | null;
      deptName: string | null;
      position: string | null;
      jobNo: string | null;
      total: number;
    }>`select u.id as value, u.user_name as label, u.account, u.dept_id as dept, d.name as "deptName", u.position, u.job_no as "jobNo",
        (count(*) over ())::int as total
      from app_user u left join dept d on d.id = u.dept_id where ${where}
      order by u.pinyin, u.id limit ${query.limit} offset ${query.offset}`.execute(ctx.db);
    return { rows: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 };
  },
  labels: (db, values) =>
    names(db, sql`select id::text as value, user_name as label from app_user where id::text = any(${[...values]})`),
  plain: propColumns('app_user', 'id', {
    jobNo: 'job_no',
    dept: 'dept_id',
    position: 'position',
    phone: 'phone',
    email: 'email',
  }),
};

export const deptReferences: ReferenceSource = {
  entity: 'dept',
  async search(ctx, query) {
    const like = likeText(query.keyword);
    const { rows } = await sql<{
      value: string;
      label: string;
      parent: string | null;
      path: string;
      total: number;
    }>`select d.id as value, d.name || case when d.state = 'active' then '' else '（已停用）' end as label, d.parent_id as parent,
        (select string_agg(a.name, ' / ' order by length(a.id)) from dept a where starts_with(d.id, a.id) and length(a.id) > 3) as path,
        (count(*) over ())::int as total
      from dept d where (d.state = 'active' or ${query.extra.Former === 'true'}) and (d.name ilike ${like} or d.id ilike ${like} or d.pinyin ilike ${like})
      order by d.state, d.id limit ${query.limit} offset ${query.offset}`.execute(ctx.db);
    return { rows: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 };
  },
  labels: (db, values) => names(db, sql`select id as value, name as label from dept where id = any(${[...values]})`),
};

/** Departments by what they are called and have become today. */
export const deptNowReferences: ReferenceSource = {
  ...deptReferences,
  entity: DEPT_NOW,
  labels: (db, values) =>
    names(
      db,
      sql`select code as value, d.name as label from unnest(${[...values]}::text[]) code join dept d on d.id = dept_now(code)`,
    ),
};

const names = async (db: Db, query: ReturnType<typeof sql>): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await sql<{ value: string; label: string }>`${query}`.execute(db);
  return new Map(rows.map((row) => [row.value, row.label]));
};
