/** Reading people: the list behind pickers and the administrators' page, cards, who is on which project. */
import type {
  personRow,
  USER_STATES,
  userIndex,
  userIndexChildren,
  userInfo,
  userProjectCodes,
  UserRow,
} from '@hengneng/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx, ScopeKind } from '../../platform/context.ts';
import type { Db } from '../../platform/db/schema.ts';
import { forbidden, notFound } from '../../platform/http/errors.ts';
import { coversDept, holds, holdsAnywhere, manageable, USERS, shownPhone } from './guard.ts';
import { likeText, type Page, pageOf } from './paging.ts';
import { heldNow } from './permissions.ts';
import { scopeName } from './role-scopes.ts';
import { devicesOf, lockedUsers, onlineUsers, signinsOf } from './signins.ts';
import { trail } from '../../platform/audit/trail.ts';

type UserState = (typeof USER_STATES)[number];
type PersonRow = z.output<typeof personRow>;
type IndexInput = z.output<typeof userIndex.input>;

/** Passwords last 90 days. */
const PASSWORD_DAYS = 90;
/** Columns of `personRow`, from `app_user u` left join `dept d`. */
export const personColumns = sql`u.id::text as "UserId", u.account, u.user_name as "UserName", u.dept_id as "T_OutSideDeptId",
  d.name as "deptName", u.position, u.job_no as "jobNo", u.avatar->>'URL' as avatar, (u.state = 'active') as active`;

const SORTABLE = ['UserName', 'account', 'T_OutSideDeptId', 'jobNo', 'position', 'UserId'];

/** Only as much of a number as is shown anyway, or all of it: nobody is to feel their way through the middle. */
const PHONE = /^(\d{4}|1\d{10})$/;

/** @param phones whether people are found by their telephone as well: by the whole number or its last four digits */
const matching = (keyword: string | undefined, phones = false): RawBuilder<boolean> => {
  const wanted = keyword?.trim() ?? '';
  if (wanted === '') return sql<boolean>`true`;
  const like = likeText(wanted);
  const phone = phones && PHONE.test(wanted) ? sql`or right(u.phone, ${wanted.length}::int) = ${wanted}` : sql``;
  return sql<boolean>`(u.user_name ilike ${like} or u.account ilike ${like} or u.pinyin ilike ${like} or u.job_no ilike ${like} ${phone})`;
};

const passwordDays = sql<number | null>`case when u.password_changed_at is null then null
  else ${PASSWORD_DAYS} - floor(extract(epoch from now() - u.password_changed_at) / 86400)::int end`;

const isExpired = sql<boolean>`(u.must_change_password or u.password_changed_at < now() - make_interval(days => ${PASSWORD_DAYS}))`;

/** An account with the password that it was handed out with, which nobody has used yet. */
const isFresh = sql<boolean>`(u.must_change_password and not exists (select from login_attempt a where a.user_id = u.id and a.ok))`;

/** What is worked out of an account in service besides its being locked. */
const standing = sql<
  'pending' | 'expired' | 'active'
>`case when ${isFresh} then 'pending' when ${isExpired} then 'expired' else 'active' end`;

const hasRole = (role: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from user_role ur join role r on r.id = ur.role_id
    where ur.user_id = u.id and (r.code = ${role} or r.id::text = ${role}) and ${heldNow('ur')})`;

interface Filter {
  readonly admin: boolean;
  readonly online: readonly string[];
  readonly locked: readonly string[];
}

const stateIs = (state: UserState, filter: Filter): RawBuilder<boolean> => {
  const locked = sql<boolean>`u.id = any(${[...filter.locked]}::bigint[])`;
  switch (state) {
    case 'disabled':
      return sql<boolean>`u.state = 'disabled'`;
    case 'locked':
      return sql<boolean>`u.state = 'active' and ${locked}`;
    case 'pending':
      return sql<boolean>`(u.state = 'pending' or u.state = 'active' and not ${locked} and ${isFresh})`;
    case 'expired':
    case 'active':
      return sql<boolean>`u.state = 'active' and not ${locked} and ${standing} = ${state}`;
  }
};

const where = (ctx: Ctx, input: IndexInput, filter: Filter): RawBuilder<boolean> => {
  const parts: RawBuilder<boolean>[] = [matching(input.Keyword, filter.admin)];
  if (input.dept !== undefined && input.dept !== '') parts.push(sql`starts_with(u.dept_id, ${input.dept})`);
  if (input.role !== undefined && input.role !== '') parts.push(hasRole(input.role));
  if (filter.admin) {
    parts.push(manageable(ctx.session));
    if (input.state !== undefined) parts.push(stateIs(input.state, filter));
    if (input.online !== undefined) {
      const isOnline = sql<boolean>`u.id = any(${[...filter.online]}::bigint[])`;
      parts.push(input.online ? isOnline : sql`not ${isOnline}`);
    }
  } else parts.push(sql`u.state = 'active'`);
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
};

type Listed = Omit<UserRow, 'state' | 'online' | 'failures' | 'lastLogin'> & {
  raw_state: 'active' | 'disabled' | 'pending';
  standing: 'pending' | 'expired' | 'active';
};

const adminColumns = sql`u.phone, u.email, ${passwordDays} as "passwordDays",
  coalesce((select json_agg(json_build_object('roleId', r.id::text, 'roleCode', r.code, 'roleName', r.name) order by r.sort, r.id)
    from user_role ur join role r on r.id = ur.role_id where ur.user_id = u.id and ${heldNow('ur')}), '[]') as roles,
  (select count(*)::int from user_project up where up.user_id = u.id and ${heldNow('up')}) as "projectCount",
  coalesce((select json_agg(distinct s.scope) from user_role ur join role_scope s on s.role_id = ur.role_id
    where ur.user_id = u.id and ${heldNow('ur')}), '[]') as scopes`;

/** Everybody in service for pickers; with what administrators need for who may manage people. */
export const listUsers = async (
  ctx: Ctx,
  input: IndexInput,
  page: Page = input,
): Promise<{ rows: UserRow[]; total: number }> => {
  const admin = holds(ctx.session, USERS, 'search');
  const filter: Filter = {
    admin,
    online: admin && input.online !== undefined ? await onlineUsers(ctx.db) : [],
    locked: admin && input.state !== undefined ? await lockedUsers(ctx.db) : [],
  };
  const found = await pageOf<Listed>(
    ctx.db,
    page,
    sql`select ${personColumns}, u.state as raw_state, ${standing} as standing, u.pinyin as _order ${admin ? sql`, ${adminColumns}` : sql``}
      from app_user u left join dept d on d.id = u.dept_id where ${where(ctx, input, filter)}`,
    sql`_order, "UserId"`,
    SORTABLE,
  );
  const seen = admin
    ? await signinsOf(
        ctx.db,
        found.rows.map((row) => row.UserId),
      )
    : new Map();
  return {
    total: found.total,
    rows: found.rows.map(({ raw_state, standing: stands, ...row }) => {
      if (!admin) return { ...row, state: raw_state };
      const signin = seen.get(row.UserId);
      const state: UserState = raw_state !== 'active' ? raw_state : signin?.locked === true ? 'locked' : stands;
      return {
        ...row,
        state,
        phone: shownPhone(row.phone ?? null),
        failures: signin?.failures ?? 0,
        lastLogin: signin?.lastLogin ?? null,
        online: signin?.online ?? false,
      };
    }),
  };
};

export const listDeptPeople = (
  ctx: Ctx,
  input: z.output<typeof userIndexChildren.input>,
): Promise<{ rows: PersonRow[]; total: number }> =>
  pageOf<PersonRow>(
    ctx.db,
    input,
    sql`select ${personColumns}, u.pinyin as _order from app_user u left join dept d on d.id = u.dept_id
      where u.state = 'active' and starts_with(u.dept_id, ${input.deptId}) and ${matching(input.Keyword)}`,
    sql`_order, "UserId"`,
    SORTABLE,
  );

type ScopeView = { scope: ScopeKind; label: string; roles: string[] };

/** Row scopes of a person, each with the roles it comes from. */
const scopesOf = async (db: Db, userId: string): Promise<ScopeView[]> => {
  const { rows } = await sql<{ scope: ScopeKind; roles: string[] }>`
    select s.scope, array_agg(r.name order by r.sort) as roles
    from user_role ur join role r on r.id = ur.role_id join role_scope s on s.role_id = r.id
    where ur.user_id = ${userId} and ${heldNow('ur')} group by s.scope`.execute(db);
  return rows.map((row) => ({ ...row, label: scopeName(row.scope) }));
};

export const projectsOf = async (db: Db, userId: string) => {
  const { rows } = await sql<{
    ProjectCode: string;
    ProjectName: string;
    area: string;
    areaName: string;
    projectRole: string | null;
    from: string | null;
    to: string | null;
  }>`select p.code as "ProjectCode", p.name as "ProjectName", p.area, d.name as "areaName", up.project_role as "projectRole",
      up.from_date::text as "from", up.to_date::text as "to"
    from user_project up join project p on p.code = up.project_code join dept d on d.id = p.area
    where up.user_id = ${userId} order by p.code`.execute(db);
  return rows;
};

/** To-dos that wait for a person, those of others whom they stand in for not among them. */
export const pendingOf = async (db: Db, userId: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from wf_task_actor where principal = ${`u:${userId}`} and delegation_id is null`.execute(
    db,
  );
  return rows[0]?.n ?? 0;
};

/** One's own profile with everything, a colleague's card, or all of it for who manages the person. */
export const readUser = async (
  ctx: Ctx,
  input: z.output<typeof userInfo.input>,
): Promise<z.input<typeof userInfo.output>> => {
  const id = input.userId ?? ctx.session.userId;
  const { rows } = await sql<
    PersonRow & {
      phone: string | null;
      email: string | null;
      raw_state: 'active' | 'disabled' | 'pending';
      standing: 'pending' | 'expired' | 'active';
      must: boolean;
      passwordDays: number | null;
      chain: string[] | null;
      roles: { roleId: string; roleCode: string; roleName: string }[];
    }
  >`select ${personColumns}, u.phone, u.email, u.state as raw_state, ${standing} as standing, u.must_change_password as must,
      ${passwordDays} as "passwordDays",
      (select array_agg(a.name order by length(a.id)) from dept a where starts_with(u.dept_id, a.id)) as chain,
      coalesce((select json_agg(json_build_object('roleId', r.id::text, 'roleCode', r.code, 'roleName', r.name) order by r.sort, r.id)
        from user_role ur join role r on r.id = ur.role_id where ur.user_id = u.id and ${heldNow('ur')}), '[]') as roles
    from app_user u left join dept d on d.id = u.dept_id where u.id = ${id}`.execute(ctx.db);
  const row = rows[0];
  if (row === undefined) throw notFound('人员不存在');
  const { raw_state, standing: stands, must, chain, passwordDays: days, phone, ...person } = row;
  const card = { ...person, deptChain: chain ?? [], phone: shownPhone(phone) };
  const own = id === ctx.session.userId;
  const manages = holds(ctx.session, USERS, 'search') && coversDept(ctx.session, row.T_OutSideDeptId);
  if (!own && !manages) return card;
  const [seen, devices, scopes, projects, pending] = await Promise.all([
    signinsOf(ctx.db, [id]),
    devicesOf(ctx.db, id),
    scopesOf(ctx.db, id),
    projectsOf(ctx.db, id),
    pendingOf(ctx.db, id),
  ]);
  const locked = seen.get(id)?.locked === true;
  const inFull = holds(ctx.session, USERS, 'edit') && manages;
  if (inFull && !own && phone !== null)
    await trail(ctx.db, ctx, { kind: '敏感查看', action: '查看手机号', object: `用户 ${row.account}` });
  return {
    ...card,
    state: raw_state !== 'active' ? raw_state : locked ? 'locked' : stands,
    scopes,
    projects,
    mustChangePassword: must,
    passwordDays: days,
    devices: devices.map((device) => ({ ...device, current: own && device.id === ctx.session.id })),
    pending,
    ...(inFull ? { phoneFull: phone } : {}),
  };
};

type ProjectUser = z.input<typeof userProjectCodes.output>[number];

/**
 * Who is on which project: those assigned to it, and its manager. A person's projects are shown to themselves, to who manages people, and to
 * whoever may relate people and projects as far as they see those projects.
 * @param visible the projects that the asker sees, as a condition on `project p`
 * @throws forbidden without the button for what is asked: a project's people, a person's projects
 */
export const projectPeople = async (
  ctx: Ctx,
  input: z.output<typeof userProjectCodes.input>,
  visible: RawBuilder<boolean>,
): Promise<ProjectUser[]> => {
  const { session } = ctx;
  const manages = holds(session, USERS, 'search');
  const own = input.userId === session.userId;
  const button = input.userId === undefined ? 'associatedUser' : 'associatedProject';
  if (!own && !manages && !holdsAnywhere(session, button)) throw forbidden();
  const everything = own || (manages && input.userId !== undefined);
  const { rows } = await sql<ProjectUser>`
    select ${personColumns}, p.code as "ProjectCode", p.name as "ProjectName", up.project_role as "projectRole",
      up.from_date::text as "from", up.to_date::text as "to"
    from (select user_id, project_code, project_role, from_date, to_date from user_project
      union all select m.manager, m.code, '负责人', null, null from project m
      where m.manager is not null and not exists (select 1 from user_project a where a.user_id = m.manager and a.project_code = m.code)) up
    join app_user u on u.id = up.user_id left join dept d on d.id = u.dept_id
    join project p on p.code = up.project_code
    where ${everything ? sql`true` : visible}
      ${input.userId === undefined ? sql`and u.state = 'active'` : sql`and u.id = ${input.userId}`}
      ${input.projectCode === undefined ? sql`` : sql`and p.code = ${input.projectCode}`}
    order by p.code, u.pinyin, u.id limit 5000`.execute(ctx.db);
  return rows;
};
