/** Roles that come with a post: who holds it has the role without being put in. What follows from it is kept by the database (migration 0582). */
import type { rolePosts, roleSavePosts } from '@hengneng/contracts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../platform/audit/trail.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { conflict, forbidden, refused } from '../../platform/http/errors.ts';
import { manageable, notOneself, type RoleInfo, roleById } from './guard.ts';

type Posts = z.input<typeof rolePosts.output>;

export const postsOf = async (db: Db | Tx, roleId: string): Promise<Posts> => {
  await roleById(db, roleId);
  const { rows } = await sql<Posts>`
    with held as (
      select u.id, u.user_name, btrim(u.position) as post from app_user u where u.state = 'active' and btrim(u.position) <> ''
    )
    select
      coalesce((select json_agg(json_build_object('post', p.post, 'users', (select count(*) from held where held.post = p.post),
        'withheld', coalesce((select json_agg(json_build_object('UserId', h.id::text, 'UserName', h.user_name, 'reason', b.withheld) order by h.id)
          from roles_by_post(array(select held.id from held where held.post = p.post)) b join held h on h.id = b.user_id
          where b.role_id = p.role_id and b.withheld is not null), '[]')) order by p.post)
        from role_post p where p.role_id = ${roleId}), '[]') as posts,
      coalesce((select json_agg(json_build_object('post', k.post, 'users', k.users) order by k.users desc, k.post)
        from (select post, count(*) as users from held group by post) k), '[]') as known`.execute(db);
  return rows[0] ?? { posts: [], known: [] };
};

interface Member {
  readonly id: string;
  readonly name: string;
  readonly covered: boolean;
}

const membersNow = async (tx: Tx, ctx: Ctx, roleId: string): Promise<ReadonlyMap<string, Member>> => {
  const { rows } = await sql<Member>`select u.id::text, u.user_name as name, (${manageable(ctx.session)}) as covered
    from user_role ur join app_user u on u.id = ur.user_id where ur.role_id = ${roleId} order by u.id`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
};

const sameTexts = (a: readonly string[], b: readonly string[]): boolean =>
  JSON.stringify([...new Set(a)].sort()) === JSON.stringify([...new Set(b)].sort());

export const savePosts = (
  ctx: Ctx,
  input: z.output<typeof roleSavePosts.input>,
): Promise<z.input<typeof roleSavePosts.output>> =>
  ctx.write(async (tx) => {
    await sql`select 1 from role where id = ${input.roleId} for update`.execute(tx);
    const role = await roleById(tx, input.roleId);
    if (role.code === 'admin') throw refused('系统管理员须逐人授予，不能随岗位自动加入');
    const before = (await postsOf(tx, role.id)).posts.map(({ post }) => post);
    if (input.seen !== undefined && !sameTexts(input.seen, before))
      throw conflict(
        `「${role.name}」的岗位刚被他人修改（现有：${before.join('、') || '无'}），请重新打开核对后再保存`,
      );
    const wanted = [...new Set(input.posts)];
    const had = await membersNow(tx, ctx, role.id);
    await sql`delete from role_post where role_id = ${role.id} and post <> all(${wanted}::text[])`.execute(tx);
    await sql`insert into role_post (role_id, post) select ${role.id}::bigint, unnest(${wanted}::text[]) on conflict do nothing`.execute(
      tx,
    );
    const has = await membersNow(tx, ctx, role.id);
    const added = [...has.values()].filter(({ id }) => !had.has(id));
    const removed = [...had.values()].filter(({ id }) => !has.has(id));
    for (const { id } of [...added, ...removed]) await notOneself(ctx, id);
    const outside = [...added, ...removed].filter(({ covered }) => !covered);
    if (outside.length > 0)
      throw forbidden(
        `这些岗位上有${outside.length}人不在您的管理范围内（如${outside[0]?.name ?? ''}），请由其管理员设置`,
      );
    const withheld = (await postsOf(tx, role.id)).posts.flatMap((post) => post.withheld);
    const names = (people: readonly Member[]): string[] => people.map(({ name }) => name);
    await trail(tx, ctx, {
      kind: '权限',
      action: '设置岗位自动加入',
      object: `角色 ${role.name}`,
      before: { 岗位: before.join('、') || null, 减少: names(removed).join('、') || null },
      after: { 岗位: wanted.join('、') || null, 增加: names(added).join('、') || null },
    });
    return {
      added: names(added),
      removed: names(removed),
      withheld: withheld.map(({ UserName, reason }) => `${UserName}（${reason}）`),
    };
  });

/** Roles that somebody has by their post, for people; null: none. */
export const rolesByPost = async (tx: Tx, userId: string): Promise<string | null> => {
  const { rows } = await sql<{ names: string | null }>`
    select string_agg(r.name, '、' order by r.sort, r.id) as names from user_role ur join role r on r.id = ur.role_id
    where ur.user_id = ${userId} and ur.post is not null`.execute(tx);
  return rows[0]?.names ?? null;
};

/** Nobody is taken out of what their post brings along. */
export const refuseLeavingByPost = async (tx: Tx, role: RoleInfo, users: readonly string[]): Promise<void> => {
  const { rows } = await sql<{ name: string; post: string }>`
    select u.user_name as name, ur.post from user_role ur join app_user u on u.id = ur.user_id
    where ur.role_id = ${role.id} and ur.user_id = any(${[...users]}::bigint[]) and ur.post is not null
      and not exists (select from role_member m where m.user_id = ur.user_id and m.role_id = ur.role_id) limit 1`.execute(
    tx,
  );
  const [first] = rows;
  if (first !== undefined)
    throw refused(`${first.name}因岗位「${first.post}」自动加入「${role.name}」，请改其岗位或取消该岗位的自动加入`);
};

/**
 * Puts people in and refuses where that would take from them a role that their post brings along: a role of a post gives way to one that it
 * excludes, which is for moves between posts; somebody who is put in by hand is told instead.
 */
export const keepingPosts = async <T>(tx: Tx, users: readonly string[], put: () => Promise<T>): Promise<T> => {
  const held = async () => {
    const { rows } = await sql<{ key: string }>`select user_id || ':' || role_id as key from user_role
      where user_id = any(${[...users]}::bigint[]) and post is not null`.execute(tx);
    return rows.map(({ key }) => key);
  };
  const before = await held();
  const done = await put();
  if (before.length === 0) return done;
  const { rows } = await sql<{ name: string; role: string; post: string; reason: string }>`
    select u.user_name as name, r.name as role, b.post, b.withheld as reason
    from roles_by_post(${[...users]}::bigint[]) b join app_user u on u.id = b.user_id join role r on r.id = b.role_id
    where b.withheld is not null and b.user_id || ':' || b.role_id = any(${before}::text[]) limit 1`.execute(tx);
  const [clash] = rows;
  if (clash !== undefined)
    throw refused(`${clash.reason}（${clash.name}因岗位「${clash.post}」已有「${clash.role}」）`);
  return done;
};
