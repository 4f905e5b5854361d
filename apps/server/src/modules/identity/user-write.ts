/** Changing accounts. Every change is audited and works at the person's next request. */
import {
  seenProjects,
  type userEditAvatars,
  type userKick,
  type userResetPassword,
  type userSave,
  type userSaveProjects,
  type userSetState,
} from '@hengneng/contracts';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { conflict, forbidden, invalid, refused } from '../../platform/http/errors.ts';
import { sendMessage } from '../../platform/messages/send.ts';
import {
  coversDept,
  keepAnAdmin,
  lockManaged,
  type ManagedUser,
  need,
  notOneself,
  USERS,
  shownPhone,
} from './guard.ts';
import { endDelegations } from '../../engine/index.ts';
import { hashPassword } from '../../platform/auth/passwords.ts';
import { addressOf, findFile } from '../../platform/files/files.ts';
import { endSessions } from '../../platform/auth/sessions.ts';
import { insistUnchanged } from '../../platform/http/changed-since.ts';
import { temporaryPassword } from './passwords.ts';
import { bumpUsers } from './permissions.ts';
import { pinyinOf } from './pinyin.ts';
import { toHandOver } from './hand-over.ts';
import { rolesByPost } from './role-posts.ts';
import { trail } from '../../platform/audit/trail.ts';
import { unlock } from './signins.ts';

type SaveInput = z.output<typeof userSave.input>;

const TAKEN: readonly (readonly [column: string, path: string, message: string])[] = [
  ['account', 'account', '账号已存在'],
  ['phone', 'phone', '手机号已被其他账号使用'],
  ['job_no', 'jobNo', '工号已存在'],
];

const refuseTaken = async (tx: Tx, input: SaveInput): Promise<void> => {
  const { rows } = await sql<{ account: string; phone: string | null; job_no: string | null }>`
    select account, phone, job_no from app_user
    where (lower(account) = lower(${input.account}) or phone = ${input.phone ?? null} or job_no = ${input.jobNo ?? null})
      and id <> ${input.userId ?? '0'}`.execute(tx);
  const sent = { account: input.account.toLowerCase(), phone: input.phone ?? null, job_no: input.jobNo ?? null };
  const errors = TAKEN.filter(([column]) =>
    rows.some((row) => {
      const key = column as keyof typeof sent;
      const theirs = key === 'account' ? row.account.toLowerCase() : row[key];
      return sent[key] !== null && theirs === sent[key];
    }),
  ).map(([, path, message]) => ({ path, message }));
  if (errors.length > 0) throw invalid(errors);
};

const checkDept = async (tx: Tx, ctx: Ctx, dept: string): Promise<void> => {
  const { rows } = await sql<{ state: string }>`select state from dept where id = ${dept}`.execute(tx);
  if (rows[0] === undefined) throw invalid([{ path: 'T_OutSideDeptId', message: '部门不存在' }]);
  if (rows[0].state !== 'active') throw invalid([{ path: 'T_OutSideDeptId', message: '部门已停用' }]);
  if (!coversDept(ctx.session, dept)) throw forbidden('该部门不在您的管理范围内');
};

const FIELD_NAMES = {
  account: '账号',
  UserName: '姓名',
  T_OutSideDeptId: '部门',
  phone: '手机',
  email: '邮箱',
  jobNo: '工号',
  position: '岗位',
} as const;

const shown = (input: Omit<SaveInput, 'seen'>) => ({
  账号: input.account,
  姓名: input.UserName,
  部门: input.T_OutSideDeptId,
  手机: shownPhone(input.phone ?? null),
  邮箱: input.email ?? null,
  工号: input.jobNo ?? null,
  岗位: input.position ?? null,
});

const create = async (tx: Tx, ctx: Ctx, input: SaveInput) => {
  const password = temporaryPassword();
  const { rows } = await sql<{ id: string }>`
    insert into app_user (account, user_name, password_hash, phone, dept_id, state, must_change_password, password_changed_at, job_no, position,
      email, pinyin)
    values (${input.account}, ${input.UserName}, ${await hashPassword(password)}, ${input.phone ?? null}, ${input.T_OutSideDeptId}, 'active',
      true, now(), ${input.jobNo ?? null}, ${input.position ?? null}, ${input.email ?? null}, ${pinyinOf(input.UserName)})
    on conflict do nothing returning id::text`.execute(tx);
  const id = rows[0]?.id;
  if (id === undefined) {
    // Somebody was faster by a moment: by now it shows with what.
    await refuseTaken(tx, input);
    throw conflict('刚有人建立了相同的账号，请刷新后再试');
  }
  await trail(tx, ctx, {
    kind: '权限',
    action: '新建账号',
    object: `用户 ${input.account}`,
    after: { ...shown(input), 岗位角色: await rolesByPost(tx, id) },
  });
  return { userId: id, password };
};

const change = async (tx: Tx, ctx: Ctx, id: string, input: SaveInput) => {
  const old = await lockManaged(tx, ctx.session, id);
  const { rows } = await sql<{ email: string | null; job_no: string | null; position: string | null }>`
    select email, job_no, position from app_user where id = ${id}`.execute(tx);
  const before = rows[0];
  const standing = {
    account: old.account,
    UserName: old.name,
    T_OutSideDeptId: old.dept,
    phone: old.phone,
    email: before?.email ?? null,
    jobNo: before?.job_no ?? null,
    position: before?.position ?? null,
  };
  insistUnchanged('该用户', FIELD_NAMES, input.seen, standing);
  // A field that was not sent stays as it is.
  const next: SaveInput = {
    ...input,
    phone: input.phone === undefined ? standing.phone : input.phone,
    email: input.email === undefined ? standing.email : input.email,
    jobNo: input.jobNo === undefined ? standing.jobNo : input.jobNo,
    position: input.position === undefined ? standing.position : input.position,
  };
  const byPost = await rolesByPost(tx, id);
  await sql`update app_user set account = ${next.account}, user_name = ${next.UserName}, phone = ${next.phone ?? null},
      dept_id = ${next.T_OutSideDeptId}, job_no = ${next.jobNo ?? null}, position = ${next.position ?? null}, email = ${next.email ?? null},
      pinyin = ${pinyinOf(next.UserName)}, updated_at = now() where id = ${id}`.execute(tx);
  const nowByPost = await rolesByPost(tx, id);
  if (byPost !== nowByPost) await notOneself(ctx, id);
  // The department decides what a department or area scope covers, and the session carries the name.
  await bumpUsers(tx, [id]);
  await trail(tx, ctx, {
    kind: '权限',
    action: '修改账号',
    object: `用户 ${old.account}`,
    before: { ...shown({ ...standing, T_OutSideDeptId: old.dept ?? '' }), 岗位角色: byPost },
    after: { ...shown(next), 岗位角色: nowByPost },
  });
  return { userId: id, password: null };
};

export const saveUser = (ctx: Ctx, input: SaveInput): Promise<z.input<typeof userSave.output>> => {
  need(ctx.session, USERS, input.userId === undefined ? 'add' : 'edit');
  return ctx.write(async (tx) => {
    await checkDept(tx, ctx, input.T_OutSideDeptId);
    await refuseTaken(tx, input);
    return input.userId === undefined ? create(tx, ctx, input) : change(tx, ctx, input.userId, input);
  });
};

/** Takes an account out of service: signed out, standing in for nobody, and nobody for it. What waits for the person must be gone before. */
export const disableAccount = async (tx: Tx, ctx: Ctx, user: ManagedUser): Promise<void> => {
  if (user.id === ctx.session.userId) throw refused('不能停用自己的账号');
  if (user.admin) await keepAnAdmin(tx, [user.id]);
  const pending = await toHandOver(tx, user.id);
  if (pending > 0) throw refused(`该人员还有${pending}件待办，请先移交后再停用`);
  await markState(tx, ctx, user, 'disabled');
  await endSessions(tx, user.id);
  const by = { userId: ctx.session.userId, reason: `${user.name}的账号已停用` };
  await endDelegations(tx, { ofPerson: user.id }, by, ctx.now);
};

const markState = async (tx: Tx, ctx: Ctx, user: ManagedUser, state: 'active' | 'disabled'): Promise<void> => {
  await sql`update app_user set state = ${state}, updated_at = now() where id = ${user.id}`.execute(tx);
  await bumpUsers(tx, [user.id]);
  await trail(tx, ctx, {
    kind: '权限',
    action: state === 'disabled' ? '停用账号' : '启用账号',
    object: `用户 ${user.account}`,
    before: { 状态: user.state },
    after: { 状态: state },
  });
};

export const setState = (ctx: Ctx, input: z.output<typeof userSetState.input>): Promise<{ ok: true }> =>
  ctx.write(async (tx) => {
    const user = await lockManaged(tx, ctx.session, input.userId);
    if (user.state === input.state) return { ok: true };
    if (input.state === 'disabled') await disableAccount(tx, ctx, user);
    else await markState(tx, ctx, user, input.state);
    return { ok: true };
  });

/** A project that somebody was assigned to goes to somebody else, with its role and dates. */
export const moveProject = async (tx: Tx, ctx: Ctx, code: string, from: string, to: string): Promise<void> => {
  need(ctx.session, USERS, 'associatedProject');
  await notOneself(ctx, to);
  const taker = await lockManaged(tx, ctx.session, to);
  await sql`insert into user_project (user_id, project_code, project_role, from_date, to_date)
    select ${taker.id}::bigint, project_code, project_role, from_date, to_date from user_project where user_id = ${from} and project_code = ${code}
    on conflict do nothing`.execute(tx);
  await sql`delete from user_project where user_id = ${from} and project_code = ${code}`.execute(tx);
  await bumpUsers(tx, [from, taker.id]);
  await trail(tx, ctx, {
    kind: '权限',
    action: '移交项目',
    object: `用户 ${taker.account}`,
    after: { 增加: code },
  });
};

export const resetPassword = (
  ctx: Ctx,
  input: z.output<typeof userResetPassword.input>,
): Promise<{ password: string }> =>
  ctx.write(async (tx) => {
    const user = await lockManaged(tx, ctx.session, input.userId);
    if (user.id === ctx.session.userId) throw refused('修改自己的密码请用个人中心的“修改密码”');
    const password = temporaryPassword();
    await sql`update app_user set password_hash = ${await hashPassword(password)}, must_change_password = true, password_changed_at = now(),
      updated_at = now() where id = ${user.id}`.execute(tx);
    await endSessions(tx, user.id);
    await unlock(tx, user.account);
    await sendMessage(tx, [user.id], 'password.reset', { 管理员: ctx.session.userName });
    await trail(tx, ctx, { kind: '权限', action: '重置密码', object: `用户 ${user.account}` });
    return { password };
  });

export const kick = (ctx: Ctx, input: z.output<typeof userKick.input>): Promise<{ sessions: number }> =>
  ctx.write(async (tx) => {
    const user = await lockManaged(tx, ctx.session, input.userId);
    if (input.action === 'unlock') {
      await unlock(tx, user.account);
      await trail(tx, ctx, { kind: '权限', action: '解锁账号', object: `用户 ${user.account}` });
      return { sessions: 0 };
    }
    const { length: sessions } = await endSessions(tx, user.id, input.sessionId === '' ? undefined : input.sessionId);
    await trail(tx, ctx, {
      kind: '权限',
      action: '强制下线',
      object: `用户 ${user.account}`,
      summary: `${sessions}个登录`,
    });
    return { sessions };
  });

export const saveProjects = (
  ctx: Ctx,
  input: z.output<typeof userSaveProjects.input>,
): Promise<{ added: number; removed: number }> =>
  ctx.write(async (tx) => {
    await notOneself(ctx, input.userId);
    const user = await lockManaged(tx, ctx.session, input.userId);
    const errors = input.projects.flatMap((grant, index) =>
      grant.from != null && grant.to != null && grant.to < grant.from
        ? [{ path: `projects[${index}].to`, message: '结束日期不能早于开始日期' }]
        : [],
    );
    if (errors.length > 0) throw invalid(errors);
    const known = await sql<{ code: string; area: string; name: string }>`select code, area, name from project`.execute(
      tx,
    );
    const names = new Map(known.rows.map((row) => [row.code, row.name]));
    const wanted = new Map(input.projects.map((grant) => [grant.ProjectCode, grant]));
    const unknown = input.projects.findIndex((grant) => !names.has(grant.ProjectCode));
    if (unknown >= 0) throw invalid([{ path: `projects[${unknown}].ProjectCode`, message: '项目不存在' }]);
    for (const area of input.areas)
      for (const row of known.rows)
        if (row.area.startsWith(area) && !wanted.has(row.code)) wanted.set(row.code, { ProjectCode: row.code });
    const old = await sql<{ code: string; role: string | null; from: string | null; to: string | null }>`
      select project_code as code, project_role as role, from_date::text as "from", to_date::text as "to"
      from user_project where user_id = ${user.id} for update`.execute(tx);
    const standing = old.rows.map(({ code, role, ...term }) => ({ ProjectCode: code, projectRole: role, ...term }));
    if (input.seen !== undefined && input.seen !== seenProjects(standing))
      throw conflict(`${user.name}的项目刚被他人修改（现有${old.rows.length}个），请重新打开核对后再保存`);
    const had = new Set(old.rows.map((row) => row.code));
    const rows = [...wanted.values()].map((grant) => ({
      code: grant.ProjectCode,
      role: grant.projectRole ?? null,
      from: grant.from ?? null,
      to: grant.to ?? null,
    }));
    await sql`delete from user_project where user_id = ${user.id} and project_code <> all(${[...wanted.keys()]})`.execute(
      tx,
    );
    await sql`insert into user_project (user_id, project_code, project_role, from_date, to_date)
      select ${user.id}::bigint, g.code, g.role, g."from", g."to"
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(code text, role text, "from" date, "to" date)
      on conflict (user_id, project_code) do update set project_role = excluded.project_role, from_date = excluded.from_date,
        to_date = excluded.to_date`.execute(tx);
    await bumpUsers(tx, [user.id]);
    const added = rows.filter((row) => !had.has(row.code));
    const removed = [...had].filter((code) => !wanted.has(code));
    const list = (codes: readonly string[]) => codes.map((code) => names.get(code) ?? code).join('、') || null;
    await trail(tx, ctx, {
      kind: '权限',
      action: '分配项目',
      object: `用户 ${user.account}`,
      before: { 减少: list(removed) },
      after: { 增加: list(added.map((row) => row.code)) },
    });
    return { added: added.length, removed: removed.length };
  });

/** One's own picture, uploaded by oneself: everybody may see it then, which is nothing to be had for a file of others. */
export const editAvatar = (ctx: Ctx, input: z.output<typeof userEditAvatars.input>): Promise<{ URL: string }> => {
  const address = addressOf(input.URL);
  return ctx.write(async (tx) => {
    const file = address === null ? undefined : await findFile(tx, address.id, address.secret);
    if (file?.uploaded_by !== ctx.session.userId || !file.mime.startsWith('image/'))
      throw invalid([{ path: 'URL', message: '请先上传头像' }]);
    await sql`update app_user set avatar = ${JSON.stringify({ URL: input.URL })}::jsonb, updated_at = now()
      where id = ${ctx.session.userId}`.execute(tx);
    await trail(tx, ctx, { kind: '系统设置', action: '换头像', object: `用户 ${ctx.session.account}` });
    return { URL: input.URL };
  });
};
