/** The directory of people for approval chains. Active people only; nearest first: the project's, then the area's, then the company's. */
import { areaOf, COMPANY_DEPT, type RoleCode } from '@hengneng/core';
import { type RawBuilder, sql } from 'kysely';
import type { HandlerSource, Person, Where } from '../../engine/approval/types.ts';
import type { Db } from '../../platform/db/schema.ts';
import { heldNow } from './permissions.ts';

interface Candidate {
  id: string;
  name: string;
  dept: string | null;
  dept_name: string | null;
  on_project: boolean;
}

const person = (row: { id: string; name: string }, via: string): Person => ({
  userId: row.id,
  userName: row.name,
  via,
});

const areaOfProject = async (db: Db, projectCode: string | null): Promise<string | null> => {
  if (projectCode === null) return null;
  const { rows } = await sql<{ area: string }>`select area from project where code = ${projectCode}`.execute(db);
  return rows[0] === undefined ? null : (areaOf(rows[0].area) ?? rows[0].area);
};

const holders = async (db: Db, role: string, projectCode: string | null): Promise<readonly Candidate[]> => {
  const { rows } = await sql<Candidate>`
    select u.id, u.user_name as name, u.dept_id as dept, d.name as dept_name,
      exists (select 1 from user_project up where up.user_id = u.id and up.project_code = ${projectCode} and ${heldNow('up')}) as on_project
    from role r join user_role ur on ur.role_id = r.id and ${heldNow('ur')}
    join app_user u on u.id = ur.user_id and u.state = 'active'
    left join dept d on d.id = u.dept_id
    where r.code = ${role} order by u.id`.execute(db);
  return rows;
};

/** What a department has become: an approval on its way still names the code that it was started under. */
const deptNow = async (db: Db, deptId: string): Promise<string> => {
  const { rows } = await sql<{ now: string }>`select dept_now(${deptId}) as now`.execute(db);
  return rows[0]?.now ?? deptId;
};

/** Area of the project, else of the department. */
const areaAt = async (db: Db, where: Where): Promise<string | null> => {
  const found = await areaOfProject(db, where.projectCode);
  return found ?? (where.deptId === null ? null : areaOf(await deptNow(db, where.deptId)));
};

/** Who takes a community's money now. */
const cashiersOf = async (db: Db, community: string): Promise<readonly Person[]> => {
  const { rows } = await sql<{ id: string; name: string; community: string }>`
    select u.id, u.user_name as name, c.name as community
    from community_cashier k join community c on c.id = k.community_id join app_user u on u.id = k.user_id and u.state = 'active'
    where k.community_id = ${community}::bigint and k.span @> (app_now() at time zone 'Asia/Shanghai')::date
    order by u.id`.execute(db);
  return rows.map((row) => person(row, row.community));
};

/** What a household's record belongs to where it names no project. */
const withProject = async (db: Db, where: Where): Promise<Where> => {
  if (where.projectCode !== null || where.community == null) return where;
  const { rows } = await sql<{ project: string | null }>`
    select project_code as project from community where id = ${where.community}::bigint`.execute(db);
  return { ...where, projectCode: rows[0]?.project ?? null };
};

const byRole = async (db: Db, role: RoleCode, asked: Where): Promise<readonly Person[]> => {
  // Others do not see the household, so that they are not asked where it has nobody else: the step goes up.
  if (role === 'cashier' && asked.community != null) return cashiersOf(db, asked.community);
  const where = await withProject(db, asked);
  const [all, area] = await Promise.all([holders(db, role, where.projectCode), areaAt(db, where)]);
  const onProject = all.filter((row) => row.on_project);
  if (onProject.length > 0) return onProject.map((row) => person(row, `项目${where.projectCode ?? ''}人员`));
  const inArea = area === null ? [] : all.filter((row) => row.dept?.startsWith(area) === true);
  if (inArea.length > 0) return inArea.map((row) => person(row, row.dept_name ?? ''));
  // A role with people in several areas: those of another area are asked only where the company has none of its own.
  const central = all.filter((row) => row.dept !== null && areaOf(row.dept) === null);
  return (central.length > 0 ? central : all).map((row) => person(row, row.dept_name ?? ''));
};

/** The manager of the department that lies deepest of those named by a subquery or array of codes. */
const managerOf = async (db: Db, deptIds: RawBuilder<unknown>): Promise<readonly Person[]> => {
  const { rows } = await sql<{ id: string; name: string; dept: string; dept_name: string }>`
    select u.id, u.user_name as name, d.id as dept, d.name as dept_name
    from dept d join app_user u on u.id = d.manager and u.state = 'active'
    where d.id = any(${deptIds}) order by length(d.id) desc limit 1`.execute(db);
  return rows.map((row) => person(row, `${row.dept_name}负责人`));
};

const areaManager = async (db: Db, where: Where): Promise<readonly Person[]> => {
  const area = await areaAt(db, await withProject(db, where));
  if (area === null) return [];
  const managers = await managerOf(db, sql`array[${area}]::text[]`);
  if (managers.length > 0) return managers;
  const all = await holders(db, 'areaManager', null);
  return all.filter((row) => row.dept?.startsWith(area) === true).map((row) => person(row, row.dept_name ?? ''));
};

const projectManager = async (db: Db, projectCode: string): Promise<readonly Person[]> => {
  const { rows } = await sql<{ id: string; name: string; project: string }>`
    select u.id, u.user_name as name, p.name as project
    from project p join app_user u on u.id = p.manager and u.state = 'active' where p.code = ${projectCode}`.execute(
    db,
  );
  if (rows.length > 0) return rows.map((row) => person(row, row.project));
  const all = await holders(db, 'projectManager', projectCode);
  return all.filter((row) => row.on_project).map((row) => person(row, `项目${projectCode}人员`));
};

const people = async (db: Db, ids: readonly string[]): Promise<readonly Person[]> => {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string; name: string }>`
    select id, user_name as name from app_user where state = 'active' and id = any(${[...ids]}::bigint[])`.execute(db);
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = found.get(id);
    return row === undefined ? [] : [person(row, '')];
  });
};

const userNames = async (db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; name: string }>`
    select id, user_name as name from app_user where id = any(${[...ids]}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row.name]));
};

export const handlerSource: HandlerSource = {
  byRole,
  projectManager,
  areaManager,
  /** Of the department, or of the nearest one above that has a manager. */
  deptManager: (db, deptId) =>
    managerOf(
      db,
      // What never became another department is hardly worth a call.
      sql`array(select left(n, l)
        from (select case when exists (select from dept_successor where old_id = ${deptId}) then dept_now(${deptId}) else ${deptId} end as n) d,
             generate_series(${COMPANY_DEPT.length}::integer, length(n), 2) l)`,
    ),
  people,
  userNames,
};
