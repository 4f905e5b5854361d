/** Which roles one person holds. */
import { seenRoles, type userSaveRoles } from '@hengneng/contracts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import { conflict, invalid } from '../../platform/http/errors.ts';
import { changesBetween, lost } from './entitlements.ts';
import { keepAnAdmin, lockManaged, notOneself, onlyAdminsAppoint, refuseExclusions } from './guard.ts';
import { askedByRoles } from './hand-over.ts';
import { bumpUsers } from './permissions.ts';
import { keepingPosts } from './role-posts.ts';
import { answerOf, grantsOf } from './role-grants.ts';
import { checkPeriods, roleNames, rolesOf } from './roles.ts';
import { trail } from '../../platform/audit/trail.ts';

export const saveUserRoles = async (
  ctx: Ctx,
  input: z.output<typeof userSaveRoles.input>,
): Promise<z.input<typeof userSaveRoles.output>> => {
  checkPeriods(input.roles, 'roles');
  await notOneself(ctx, input.userId);
  const wanted = new Map(input.roles.map((row) => [row.roleId, row]));
  const names = new Map((await roleNames(ctx.db)).map((role) => [role.roleId, role]));
  const unknown = input.roles.findIndex((row) => !names.has(row.roleId));
  if (unknown >= 0) throw invalid([{ path: `roles[${unknown}].roleId`, message: '角色不存在' }]);
  const holding = (await rolesOf(ctx.db, input.userId)).filter((role) => role.current);
  const held = holding.map((role) => role.roleId);
  // What the post brings along stays, whatever is put in or taken out.
  const byPost = holding.filter((role) => role.post !== null).map((role) => role.roleId);
  const known = await grantsOf(ctx.db, [...held, ...wanted.keys()]);
  const all = (ids: Iterable<string>) => [...ids].flatMap((id) => known.get(id) ?? []);
  const changes = changesBetween(all(held), all(new Set([...wanted.keys(), ...byPost])));
  const gone = holding.filter((role) => !wanted.has(role.roleId) && role.post === null);
  const difference = await answerOf(ctx, {
    changes: changes.map((change) => ({ ...change, users: 1 })),
    touched: [input.userId],
    losers: changes.some((change) => lost(change).length > 0) ? [input.userId] : [],
  });
  const answer = {
    ...difference,
    waiting: await askedByRoles(
      ctx.db,
      [input.userId],
      gone.map((role) => role.roleCode),
    ),
  };
  if (input.preview) return answer;
  return ctx.write(async (tx) => {
    const user = await lockManaged(tx, ctx.session, input.userId);
    const had = (await rolesOf(tx, user.id)).filter((role) => role.direct);
    if (input.seen !== undefined && input.seen !== seenRoles(had))
      throw conflict(
        `${user.name}的角色刚被他人修改（现有：${had.map((role) => role.roleName).join('、') || '无'}），请重新打开核对后再保存`,
      );
    const wasAdmin = had.some((role) => role.roleCode === 'admin');
    const isAdmin = [...wanted.keys()].some((id) => names.get(id)?.roleCode === 'admin');
    if (wasAdmin !== isAdmin) onlyAdminsAppoint(ctx, { code: 'admin' });
    if (wasAdmin && !isAdmin) await keepAnAdmin(tx, [user.id]);
    const rows = [...wanted.values()].map((row) => ({ id: row.roleId, from: row.from ?? null, to: row.to ?? null }));
    await keepingPosts(tx, [user.id], async () => {
      await sql`delete from role_member where user_id = ${user.id}`.execute(tx);
      await sql`insert into role_member (user_id, role_id, from_date, to_date)
        select ${user.id}::bigint, r.id, r."from", r."to"
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id bigint, "from" date, "to" date)`.execute(tx);
    });
    await refuseExclusions(tx, [user.id]);
    await bumpUsers(tx, [user.id]);
    await trail(tx, ctx, {
      kind: '权限',
      action: '分配角色',
      object: `用户 ${user.account}`,
      before: { 角色: had.map((role) => role.roleName).join('、') || null },
      after: { 角色: [...wanted.keys()].map((id) => names.get(id)?.roleName ?? id).join('、') || null },
    });
    return answer;
  });
};
