/** Departments: the tree, one of them with its history, and changing it in its place. */
import type { deptDetail, deptIndex, DeptRow, deptSave } from '@hengneng/contracts';
import { AREA_ID_LENGTH, CHILD_COMPANY_DEPT, PROJECT_AREA_DEPT, ROOT_DEPT } from '@hengneng/core';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { forbidden, invalid, notFound, refused } from '../../platform/http/errors.ts';
import { insistUnchanged } from '../../platform/http/changed-since.ts';
import { coversDept, DEPTS_SCREEN, need } from './guard.ts';
import { likeText } from './paging.ts';
import { bumpUsers, TODAY } from './permissions.ts';
import { pinyinOf } from './pinyin.ts';
import { personColumns } from './user-list.ts';
import { trail } from '../../platform/audit/trail.ts';

const STATE_NAMES = ['筹备', '在建', '运营', '停运', '退场'] as const;
export const MAX_LENGTH = 15;

const columns = sql`d.id as "T_OutSideDeptId", coalesce(d.parent_id, ${ROOT_DEPT}) as "T_OutSideParentDeptID", d.name as "T_OutSideDeptName",
  d.manager::text as "managerId", m.user_name as "managerName", d.state, d.sort, d.establishment,
  (select count(*)::int from app_user u where u.state = 'active' and starts_with(u.dept_id, d.id)) as users,
  (select count(*)::int from project p where p.state in (0, 1, 2) and starts_with(p.area, d.id)) as projects`;

export const listDepts = async (db: Db, input: z.output<typeof deptIndex.input>): Promise<DeptRow[]> => {
  const root = input.T_OutSideParentDeptID ?? ROOT_DEPT;
  const longest = Math.min(
    input.idLength ?? MAX_LENGTH,
    // `A` is the root above A63: its first level has three characters.
    input.depth === undefined ? MAX_LENGTH : root.length + input.depth * 2,
  );
  const like = likeText(input.Keyword ?? '');
  const { rows } = await sql<DeptRow>`select ${columns} from dept d left join app_user m on m.id = d.manager
    where starts_with(d.id, ${root}) and d.id <> ${root} and length(d.id) <= ${longest}
      and (d.name ilike ${like} or d.id ilike ${like} or d.pinyin ilike ${like})
      ${input.state !== undefined ? sql`and d.state = ${input.state}` : input.all ? sql`` : sql`and d.state = 'active'`}
    order by length(d.id), d.sort, d.id`.execute(db);
  return rows;
};

const CHANGE_LABELS: Readonly<Record<string, string>> = {
  created: '新建',
  renamed: '改名',
  manager: '负责人',
  establishment: '编制',
  moved: '移动',
  merged: '合并',
  disabled: '停用',
  enabled: '启用',
  sorted: '排序',
};

/** The next free code below a department; codes are never used twice, so that disabled ones count. */
export const nextId = async (db: Db | Tx, parent: string): Promise<string | null> => {
  if (parent.length + 2 > MAX_LENGTH) return null;
  const { rows } = await sql<{
    last: string | null;
  }>`select max(right(id, 2)) as last from dept where parent_id = ${parent}`.execute(db);
  const next = Number(rows[0]?.last ?? '0') + 1;
  return next > 99 ? null : `${parent}${String(next).padStart(2, '0')}`;
};

export const readDept = async (db: Db, id: string): Promise<z.input<typeof deptDetail.output>> => {
  const found =
    await sql<DeptRow>`select ${columns} from dept d left join app_user m on m.id = d.manager where d.id = ${id}`.execute(
      db,
    );
  const dept = found.rows[0];
  if (dept === undefined) throw notFound('部门不存在');
  type Detail = z.input<typeof deptDetail.output>;
  const [members, projects, changes, next] = await Promise.all([
    sql<Detail['members'][number]>`select ${personColumns} from app_user u left join dept d on d.id = u.dept_id
      where u.state = 'active' and starts_with(u.dept_id, ${id}) order by u.dept_id <> ${id}, u.dept_id, u.pinyin, u.id limit 500`.execute(
      db,
    ),
    sql<{ ProjectCode: string; ProjectName: string; G_ProjectState: number }>`
      select code as "ProjectCode", name as "ProjectName", state as "G_ProjectState" from project
      where starts_with(area, ${id}) order by code limit 500`.execute(db),
    sql<Detail['changes'][number]>`
      select to_char(c.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at, c.kind, c.kind as label, c.old_value as "oldValue",
        c.new_value as "newValue", u.user_name as "by", c.effective_on::text as "effectiveOn", (c.applied_at is not null) as applied
      from dept_change c left join app_user u on u.id = c.changed_by where c.dept_id = ${id} or c.dept_id in (select old_id from dept_successor where dept_now(old_id) = ${id}) order by c.id desc limit 100`.execute(
      db,
    ),
    nextId(db, id),
  ]);
  return {
    ...dept,
    members: members.rows,
    projectRows: projects.rows.map((row) => ({ ...row, stateName: STATE_NAMES[row.G_ProjectState] ?? '' })),
    changes: changes.rows.map((row) => ({ ...row, label: CHANGE_LABELS[row.kind] ?? row.kind })),
    nextId: next,
  };
};

export interface Stored {
  readonly id: string;
  readonly name: string;
  readonly parent: string | null;
  readonly manager: string | null;
  readonly sort: number;
  readonly establishment: number | null;
  readonly state: 'active' | 'disabled';
}

export const lockDept = async (tx: Tx, id: string): Promise<Stored> => {
  const { rows } =
    await sql<Stored>`select id, name, parent_id as parent, manager::text, sort, establishment, state from dept where id = ${id} for update`.execute(
      tx,
    );
  const dept = rows[0];
  if (dept === undefined) throw notFound('部门不存在');
  return dept;
};

const refuseSibling = async (tx: Tx, parent: string | null, name: string, except: string | null): Promise<void> => {
  const { rows } =
    await sql`select 1 from dept where parent_id is not distinct from ${parent} and name = ${name} and state = 'active'
    and id is distinct from ${except}`.execute(tx);
  if (rows.length > 0) throw invalid([{ path: 'T_OutSideDeptName', message: '同级已有同名部门' }]);
};

const changed = (tx: Tx, by: string, dept: string, kind: string, before: string | null, after: string | null) =>
  sql`insert into dept_change (dept_id, kind, old_value, new_value, effective_on, applied_at, changed_by)
    values (${dept}, ${kind}, ${before}, ${after}, ${TODAY}, now(), ${by})`.execute(tx);
const noteChange = (tx: Tx, ctx: Ctx, dept: string, kind: string, before: string | null, after: string | null) =>
  changed(tx, ctx.session.userId, dept, kind, before, after);

type SaveInput = z.output<typeof deptSave.input>;

const checkManager = async (tx: Tx, id: string | null | undefined): Promise<void> => {
  if (id == null) return;
  const { rows } = await sql`select 1 from app_user where id = ${id} and state = 'active'`.execute(tx);
  if (rows.length === 0) throw invalid([{ path: 'managerId', message: '负责人不存在或已停用' }]);
};

/**
 * Opens a company below 子公司, as an approval does; people and a manager come later.
 * @returns its code
 */
export const openSubsidiary = async (tx: Tx, name: string, by: string): Promise<string> => {
  await lockDept(tx, CHILD_COMPANY_DEPT);
  await refuseSibling(tx, CHILD_COMPANY_DEPT, name, null);
  const id = await nextId(tx, CHILD_COMPANY_DEPT);
  if (id === null) throw refused('该部门下不能再建下级');
  await sql`insert into dept (id, parent_id, name, pinyin) values (${id}, ${CHILD_COMPANY_DEPT}, ${name}, ${pinyinOf(name)})`.execute(
    tx,
  );
  await changed(tx, by, id, 'created', null, name);
  return id;
};

/** Closes it again. @throws refused while people or projects belong to it */
export const closeSubsidiary = async (tx: Tx, id: string, by: string): Promise<void> => {
  const dept = await lockDept(tx, id);
  if (dept.state !== 'active') return;
  await disable(tx, dept);
  await sql`update dept set state = 'disabled' where id = ${id}`.execute(tx);
  await changed(tx, by, id, 'disabled', dept.name, null);
};

const create = async (tx: Tx, ctx: Ctx, input: SaveInput): Promise<string> => {
  const parentId = input.T_OutSideParentDeptID ?? '';
  if (parentId === '' || parentId === ROOT_DEPT)
    throw invalid([{ path: 'T_OutSideParentDeptID', message: '请选择上级部门' }]);
  const name = input.T_OutSideDeptName;
  if (name === undefined) throw invalid([{ path: 'T_OutSideDeptName', message: '请输入部门名称' }]);
  const parent = await lockDept(tx, parentId);
  if (parent.state !== 'active') throw refused('上级部门已停用');
  if (!coversDept(ctx.session, parentId)) throw forbidden('该部门不在您的管理范围内');
  const next = await nextId(tx, parentId);
  const id = input.T_OutSideDeptId === undefined || input.T_OutSideDeptId === '' ? next : input.T_OutSideDeptId;
  if (id === null) throw refused('该部门下不能再建下级');
  if (!id.startsWith(parentId) || id.length !== parentId.length + 2 || !/^A\d+$/.test(id))
    throw invalid([{ path: 'T_OutSideDeptId', message: '编码长度不正确' }]);
  if (parentId === PROJECT_AREA_DEPT && id.length !== AREA_ID_LENGTH)
    throw invalid([{ path: 'T_OutSideDeptId', message: '编码长度不正确' }]);
  const used = await sql`select 1 from dept where id = ${id}`.execute(tx);
  if (used.rows.length > 0) throw invalid([{ path: 'T_OutSideDeptId', message: '编码已使用，编码不回收复用' }]);
  await refuseSibling(tx, parentId, name, null);
  await checkManager(tx, input.managerId);
  await sql`insert into dept (id, parent_id, name, manager, sort, establishment, pinyin)
    values (${id}, ${parentId}, ${name}, ${input.managerId ?? null}, ${input.sort ?? 0}, ${input.establishment ?? null}, ${pinyinOf(name)})`.execute(
    tx,
  );
  await noteChange(tx, ctx, id, 'created', null, name);
  if (input.managerId != null) await bumpUsers(tx, [input.managerId]);
  await trail(tx, ctx, {
    kind: '系统设置',
    action: '新建部门',
    object: `部门 ${id}`,
    after: { 名称: name, 上级: parent.name },
  });
  return id;
};

const disable = async (tx: Tx, dept: Stored): Promise<void> => {
  if (dept.id.length <= 3 || dept.id === PROJECT_AREA_DEPT || dept.id === CHILD_COMPANY_DEPT)
    throw refused('公司、项目大区和子公司不能停用');
  const { rows } = await sql<{ users: number; projects: number; below: number }>`
    select (select count(*)::int from app_user where state <> 'disabled' and starts_with(dept_id, ${dept.id})) as users,
      (select count(*)::int from project where state in (0, 1, 2, 3) and starts_with(area, ${dept.id})) as projects,
      (select count(*)::int from dept where parent_id = ${dept.id} and state = 'active') as below`.execute(tx);
  const counts = rows[0] ?? { users: 0, projects: 0, below: 0 };
  if (counts.users > 0 || counts.projects > 0) throw refused(`该部门还有${counts.users}人、${counts.projects}个项目`);
  if (counts.below > 0) throw refused(`该部门还有${counts.below}个下级部门`);
};

const FIELD_NAMES = {
  T_OutSideDeptName: '名称',
  managerId: '负责人',
  sort: '排序',
  establishment: '编制',
} as const;

const change = async (tx: Tx, ctx: Ctx, id: string, input: SaveInput): Promise<string> => {
  const dept = await lockDept(tx, id);
  if (!coversDept(ctx.session, id)) throw forbidden('该部门不在您的管理范围内');
  insistUnchanged('该部门', FIELD_NAMES, input.seen, {
    T_OutSideDeptName: dept.name,
    managerId: dept.manager,
    sort: dept.sort,
    establishment: dept.establishment,
  });
  const name = input.T_OutSideDeptName ?? dept.name;
  const manager = input.managerId === undefined ? dept.manager : input.managerId;
  const state = input.state ?? dept.state;
  const sort = input.sort ?? dept.sort;
  const establishment = input.establishment === undefined ? dept.establishment : input.establishment;
  if (state === 'active' && (name !== dept.name || dept.state !== 'active'))
    await refuseSibling(tx, dept.parent, name, id);
  if (manager !== dept.manager) await checkManager(tx, manager);
  if (state === 'disabled' && dept.state === 'active') {
    need(ctx.session, DEPTS_SCREEN, 'delete');
    await disable(tx, dept);
  }
  if (state === 'active' && dept.state === 'disabled' && dept.parent !== null) {
    const parent = await lockDept(tx, dept.parent);
    if (parent.state !== 'active') throw refused('上级部门已停用，请先启用上级');
  }
  await sql`update dept set name = ${name}, pinyin = ${pinyinOf(name)}, manager = ${manager}, state = ${state}, sort = ${sort},
    establishment = ${establishment}, updated_at = now() where id = ${id}`.execute(tx);
  if (name !== dept.name) await noteChange(tx, ctx, id, 'renamed', dept.name, name);
  if (manager !== dept.manager) {
    const people = await sql<{ id: string; name: string }>`select id::text, user_name as name from app_user
      where id = any(${[manager, dept.manager].filter((one) => one !== null)}::bigint[])`.execute(tx);
    const nameOf = (one: string | null) => people.rows.find((row) => row.id === one)?.name ?? null;
    await noteChange(tx, ctx, id, 'manager', nameOf(dept.manager), nameOf(manager));
    // Managing a department widens what its scope covers.
    await bumpUsers(
      tx,
      people.rows.map((row) => row.id),
    );
  }
  if (state !== dept.state) await noteChange(tx, ctx, id, state === 'disabled' ? 'disabled' : 'enabled', null, null);
  const said = (people: number | null) => (people === null ? null : `${people}人`);
  if (establishment !== dept.establishment)
    await noteChange(tx, ctx, id, 'establishment', said(dept.establishment), said(establishment));
  if (sort !== dept.sort) await noteChange(tx, ctx, id, 'sorted', String(dept.sort), String(sort));
  await trail(tx, ctx, {
    kind: '系统设置',
    action: state === dept.state ? '修改部门' : state === 'disabled' ? '停用部门' : '启用部门',
    object: `部门 ${id}`,
    before: { 名称: dept.name, 负责人: dept.manager, 编制: dept.establishment, 状态: dept.state, 排序: dept.sort },
    after: { 名称: name, 负责人: manager, 编制: establishment, 状态: state, 排序: sort },
  });
  return id;
};

/** Another manager of a department, whoever it was before. */
export const setDeptManager = async (tx: Tx, ctx: Ctx, id: string, managerId: string): Promise<void> => {
  need(ctx.session, DEPTS_SCREEN, 'edit');
  await change(tx, ctx, id, { T_OutSideDeptId: id, managerId });
};

export const saveDept = (ctx: Ctx, input: SaveInput): Promise<{ T_OutSideDeptId: string }> =>
  ctx.write(async (tx) => {
    // Whatever code it names: one that is taken is refused, and not the department changed that has it.
    const asNew = input.T_OutSideParentDeptID !== undefined && input.T_OutSideParentDeptID !== '';
    need(ctx.session, DEPTS_SCREEN, asNew ? 'add' : input.state === 'disabled' ? 'delete' : 'edit');
    return {
      T_OutSideDeptId: asNew ? await create(tx, ctx, input) : await change(tx, ctx, input.T_OutSideDeptId ?? '', input),
    };
  });
