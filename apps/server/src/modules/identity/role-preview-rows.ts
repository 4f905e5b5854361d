/** Which records a role lists: those of one of its people, by the role alone, as far as whoever looks may see them as well. */
import type { rolePreviewRows } from '@hengneng/contracts';
import { moduleOfProcedure, MODULES } from '@hengneng/core';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Engine } from '../../engine/index.ts';
import { trail } from '../../platform/audit/trail.ts';
import type { Ctx, Session } from '../../platform/context.ts';
import { notFound } from '../../platform/http/errors.ts';
import { heldNow, sessionOf } from './permissions.ts';
import { readRole } from './roles.ts';

type Answer = z.input<typeof rolePreviewRows.output>;

const ROWS = 10;
const NOTHING: Answer['rows'] = { rows: [], total: 0, sums: {}, uncounted: 0, labels: {} };

/** Nobody: what a person filed or took part in is theirs without the role. */
const NOBODY = '0';

const memberOf = async ({ db }: Ctx, roleId: string, userId: string | undefined): Promise<string | null> => {
  const { rows } = await sql<{ id: string }>`
    select u.id::text as id from user_role ur join app_user u on u.id = ur.user_id and u.state = 'active'
    where ur.role_id = ${roleId} and ${heldNow('ur')}
      ${userId === undefined ? sql`` : sql`and u.id = ${userId}`} order by u.pinyin, u.id limit 1`.execute(db);
  return rows[0]?.id ?? null;
};

/** Somebody with this role alone, in the member's department and projects; what is kept from who looks stays kept. */
const sessionAs = (member: Session, viewer: Session): Session => ({
  ...member,
  userId: NOBODY,
  permissions: {
    ...member.permissions,
    classified: new Set([...member.permissions.classified].filter((name) => viewer.permissions.classified.has(name))),
  },
});

/** @throws notFound where there is no such role, form or member */
export const previewRows = async (
  ctx: Ctx,
  engine: Pick<Engine, 'listAs'>,
  input: z.output<typeof rolePreviewRows.input>,
): Promise<Answer> => {
  const { db, session: viewer, now } = ctx;
  const moduleId = moduleOfProcedure(input.ProcedureId);
  if (moduleId === null || moduleId === undefined) throw notFound('没有这个流程');
  const role = await readRole(db, input.roleId);
  const memberId = await memberOf(ctx, input.roleId, input.userId);
  if (memberId === null && input.userId !== undefined) throw notFound('此人不是该角色的在职成员，请重新选择');
  const member = memberId === null ? null : await sessionOf(db, memberId, input.roleId);
  if (member === null)
    return { member: null, reason: '该角色还没有在职成员，加入成员后才知道是哪些部门和项目的单据', rows: NOTHING };
  const rows = await engine.listAs(db, now, { moduleId, as: sessionAs(member, viewer), beside: viewer, rows: ROWS });
  const { title } = MODULES[moduleId];
  await trail(db, ctx, {
    kind: '权限',
    action: '试看单据',
    object: `角色 ${role.roleName}`,
    objectType: 'role',
    objectId: input.roleId,
    summary: `${title}：以${member.userName}的部门和项目，列出${rows?.total ?? 0}条`,
  });
  return {
    member: { userId: member.userId, userName: member.userName },
    reason: rows === null ? '该角色或您本人没有这个列表的查询权限，不列出单据' : null,
    rows: rows ?? NOTHING,
  };
};
