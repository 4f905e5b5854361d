/**
 * Moving and merging departments. A code says where a department stands, so that moving one gives it and everything below it new codes;
 * the old ones stay, disabled, with what they have become in `dept_successor`.
 */
import type { deptMove } from '@hengneng/contracts';
import { AREA_ID_LENGTH, CHILD_COMPANY_DEPT, isArea, PROJECT_AREA_DEPT } from '@hengneng/core';
import { sql } from 'kysely';
import type { z } from 'zod';
import { audit } from '../../platform/audit/audit.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { forbidden, invalid, refused } from '../../platform/http/errors.ts';
import { lockDept, MAX_LENGTH, nextId, type Stored } from './depts.ts';
import { coversDept } from './guard.ts';
import { TODAY } from './permissions.ts';
import { trail } from '../../platform/audit/trail.ts';

type Input = z.output<typeof deptMove.input>;
type Answer = z.input<typeof deptMove.output>;
type Mode = Input['mode'];

const impact = async (db: Db | Tx, id: string): Promise<Pick<Answer, 'users' | 'projects' | 'roles' | 'running'>> => {
  const { rows } = await sql<{ users: number; projects: number; roles: string[] | null; running: number }>`
    select (select count(*)::int from app_user where state <> 'disabled' and starts_with(dept_id, ${id})) as users,
      (select count(*)::int from project where starts_with(area, ${id})) as projects,
      (select array_agg(distinct r.name) from app_user u join user_role ur on ur.user_id = u.id join role r on r.id = ur.role_id
        join role_scope s on s.role_id = r.id and s.scope in ('dept', 'area') where starts_with(u.dept_id, ${id})) as roles,
      (select count(*)::int from wf_instance i where i.status = 'running'
        and (i.project_code in (select code from project where starts_with(area, ${id})) or starts_with(i.starter_dept, ${id}))) as running`.execute(
    db,
  );
  const row = rows[0];
  return { users: row?.users ?? 0, projects: row?.projects ?? 0, roles: row?.roles ?? [], running: row?.running ?? 0 };
};

interface Below {
  /** Length of the longest code in the subtree. */
  readonly longest: number;
  readonly projects: number;
  /** Names that would stand twice below the target. */
  readonly twice: readonly string[] | null;
}

/** Of a move, the department itself comes below the target; of a merge, what stands directly below it does. */
const below = async (tx: Tx, mode: Mode, from: Stored, to: Stored): Promise<Below> => {
  const comes = mode === 'move' ? sql`c.id = ${from.id}` : sql`c.parent_id = ${from.id}`;
  const { rows } = await sql<Below>`
    select max(length(d.id))::int as longest, (select count(*)::int from project where starts_with(area, ${from.id})) as projects,
      (select array_agg(c.name) from dept c join dept n on n.name = c.name and n.state = 'active'
        where ${comes} and c.state = 'active' and n.parent_id = ${to.id} and n.id <> ${from.id}) as twice
    from dept d where starts_with(d.id, ${from.id}) and d.state = 'active'`.execute(tx);
  return rows[0] ?? { longest: from.id.length, projects: 0, twice: null };
};

const FIXED: ReadonlySet<string> = new Set([PROJECT_AREA_DEPT, CHILD_COMPANY_DEPT]);

/** Why it cannot be; null where it can. */
const problemOf = async (tx: Tx, mode: Mode, from: Stored, to: Stored): Promise<string | null> => {
  const verb = mode === 'move' ? '移动' : '合并';
  if (from.id.length <= (mode === 'move' ? 5 : 3) || FIXED.has(from.id)) return `公司、项目大区和子公司不能${verb}`;
  if (mode === 'merge' && from.id === to.id) return '不能与自己合并';
  if (to.id.startsWith(from.id)) return mode === 'move' ? '不能移到自己的下级' : '不能并入自己的下级';
  if (mode === 'move' && from.parent === to.id) return '已在该上级之下';
  if (from.state !== 'active' || to.state !== 'active')
    return mode === 'move' ? '已停用的部门不能移动，也不能作为上级' : '已停用的部门不能合并';
  const { longest, projects, twice } = await below(tx, mode, from, to);
  if (mode === 'merge' && (to.id.length <= 3 || FIXED.has(to.id))) return '不能并入公司、项目大区或子公司';
  if (twice !== null)
    return mode === 'move' ? '同级已有同名部门' : `目标部门已有同名下级「${twice.join('、')}」，请先改名或分别合并`;
  const grows = to.id.length + (mode === 'move' ? 2 : 0) - from.id.length;
  if (longest + grows > MAX_LENGTH) return '编码长度不正确：移动后层级过深';
  // Projects hang at an area: seven characters below the project region.
  if (projects > 0 && mode === 'move' && isArea(from.id) && to.id !== PROJECT_AREA_DEPT)
    return '编码长度不正确：有项目的区域须直接位于项目大区之下';
  if (projects > 0 && mode === 'merge' && !isArea(to.id)) return '编码长度不正确：有项目的区域只能并入另一个区域';
  if (mode === 'move' && to.id === PROJECT_AREA_DEPT && from.id.length !== AREA_ID_LENGTH)
    return '编码长度不正确：区域编码须为7位';
  return null;
};

/** Who sees the target or manages anything touched reads their scope anew. */
const bumpAround = (tx: Tx, from: string, to: string) =>
  sql`update app_user set permission_version = permission_version + 1
    where starts_with(${to}, dept_id) or id in (select manager from dept where starts_with(id, ${from}) or starts_with(${to}, id) or starts_with(id, ${to}))`.execute(
    tx,
  );

/** Gives the subtree new codes below its new parent and takes people and projects along. Answers the new code. */
const carryOut = async (tx: Tx, from: string, to: string): Promise<string> => {
  const target = await nextId(tx, to);
  if (target === null) throw refused('该部门下不能再建下级');
  await sql`insert into dept (id, parent_id, name, manager, state, sort, establishment, pinyin, is_demo)
    select ${target} || substr(id, ${from.length + 1}), case when id = ${from} then ${to} else ${target} || substr(parent_id, ${from.length + 1}) end,
      name, manager, state, sort, establishment, pinyin, is_demo
    from dept where starts_with(id, ${from}) and state = 'active' order by length(id)`.execute(tx);
  await sql`insert into dept_successor (old_id, new_id)
    select id, ${target} || substr(id, ${from.length + 1}) from dept where starts_with(id, ${from}) and state = 'active'`.execute(
    tx,
  );
  await sql`update app_user set dept_id = ${target} || substr(dept_id, ${from.length + 1}), permission_version = permission_version + 1
    where starts_with(dept_id, ${from}) and exists (select 1 from dept where id = ${target} || substr(app_user.dept_id, ${from.length + 1}))`.execute(
    tx,
  );
  await sql`update project set area = ${target} || substr(area, ${from.length + 1}), version = version + 1, updated_at = now()
    where starts_with(area, ${from})`.execute(tx);
  await bumpAround(tx, from, target);
  await sql`update dept set state = 'disabled', manager = null, updated_at = now() where starts_with(id, ${from})`.execute(
    tx,
  );
  return target;
};

/** Everything of one department becomes the other's: people, projects, what stands below it, and through its successor its history. */
const mergeInto = async (tx: Tx, from: string, to: string): Promise<void> => {
  const { rows } = await sql<{ id: string }>`select id from dept where parent_id = ${from} and state = 'active'
    order by sort, id`.execute(tx);
  for (const child of rows) await carryOut(tx, child.id, to);
  // Also people who left from a department below that is closed by now.
  await sql`update app_user set dept_id = ${to}, permission_version = permission_version + 1 where starts_with(dept_id, ${from})`.execute(
    tx,
  );
  await sql`update project set area = ${to}, version = version + 1, updated_at = now() where starts_with(area, ${from})`.execute(
    tx,
  );
  await sql`insert into dept_successor (old_id, new_id) values (${from}, ${to})`.execute(tx);
  await bumpAround(tx, from, to);
  await sql`update dept set state = 'disabled', manager = null, updated_at = now() where id = ${from}`.execute(tx);
};

/** @returns the code under which the department's people are from now on */
const carry = async (tx: Tx, mode: Mode, from: string, to: string): Promise<string> => {
  if (mode === 'move') return carryOut(tx, from, to);
  await mergeInto(tx, from, to);
  return to;
};

/** Both, locked in one order, so that two who join the same departments crosswise do not wait for each other. */
const lockBoth = async (tx: Tx, from: string, to: string): Promise<readonly [Stored, Stored]> => {
  const first = await lockDept(tx, from < to ? from : to);
  const second = from === to ? first : await lockDept(tx, from < to ? to : from);
  return first.id === from ? [first, second] : [second, first];
};

export const moveDept = (ctx: Ctx, input: Input): Promise<Answer> =>
  ctx.write(async (tx) => {
    const { mode } = input;
    const [from, to] = await lockBoth(tx, input.T_OutSideDeptId, input.T_OutSideParentDeptID);
    if (!coversDept(ctx.session, from.id) || !coversDept(ctx.session, to.id))
      throw forbidden('该部门不在您的管理范围内');
    const problem = await problemOf(tx, mode, from, to);
    if (problem !== null) throw refused(problem);
    const days = await sql<{ today: string }>`select ${TODAY}::text as today`.execute(tx);
    const today = days.rows[0]?.today ?? '';
    const effectiveOn = input.effectiveOn ?? today;
    if (effectiveOn < today) throw invalid([{ path: 'effectiveOn', message: '生效日不能早于今天' }]);
    const counts = await impact(tx, from.id);
    if (input.preview) return { ...counts, effectiveOn, applied: false, T_OutSideDeptId: from.id };
    const now = effectiveOn === today;
    const old = mode === 'move' ? from.parent : `${from.name}（${from.id}）`;
    await sql`insert into dept_change (dept_id, kind, old_value, new_value, effective_on, applied_at, changed_by)
      values (${from.id}, ${mode === 'move' ? 'moved' : 'merged'}, ${old}, ${to.id}, ${effectiveOn}, ${now ? ctx.now : null}, ${ctx.session.userId})`.execute(
      tx,
    );
    const target = now ? await carry(tx, mode, from.id, to.id) : null;
    const verb = mode === 'move' ? '移动' : '合并';
    await trail(tx, ctx, {
      kind: '系统设置',
      action: now ? `${verb}部门` : `预定${verb}部门`,
      object: `部门 ${from.id}`,
      summary: `${from.name}${mode === 'move' ? '移到' : '并入'}${to.name}，${counts.users}人、${counts.projects}个项目，${effectiveOn}生效`,
      before: { 编码: from.id },
      after: { 编码: target ?? (mode === 'move' ? `${to.id}之下` : to.id) },
    });
    return { ...counts, effectiveOn, applied: now, T_OutSideDeptId: target ?? from.id };
  });

/** Carries out the moves and merges whose day has come; each once. For the daily job. */
export const applyDueMoves = (db: Db): Promise<number> =>
  db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string; kind: string; dept: string; into: string }>`
      select id::text, kind, dept_id as dept, new_value as into from dept_change
      where kind in ('moved', 'merged') and applied_at is null and effective_on <= ${TODAY} order by id for update skip locked`.execute(
      tx,
    );
    for (const row of rows) {
      const mode: Mode = row.kind === 'merged' ? 'merge' : 'move';
      const [from, to] = await lockBoth(tx, row.dept, row.into);
      // What was planned may no longer be possible; the plan is then closed without effect and its change shows no new code.
      const problem = await problemOf(tx, mode, from, to);
      const target = problem === null ? await carry(tx, mode, from.id, to.id) : null;
      await sql`update dept_change set applied_at = now() where id = ${row.id}`.execute(tx);
      const verb = mode === 'move' ? '移动' : '合并';
      await audit(tx, {
        userId: null,
        userName: '定时任务',
        kind: '系统设置',
        action: `执行预定${verb}`,
        object: `部门 ${from.id}`,
        summary: `${from.name}${mode === 'move' ? '移到' : '并入'}${to.name}${problem === null ? '' : `未执行：${problem}`}`,
        result: problem === null ? '成功' : '失败',
        before: { 编码: from.id },
        after: target === null ? null : { 编码: target },
      });
    }
    return rows.length;
  });
