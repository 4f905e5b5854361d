/** Delegations as people set them up, end them and look at them. */
import {
  DELEGATION_STATE_TITLES,
  type delegationExport,
  type delegationIndex,
  type DelegationRow,
  type delegationSave,
} from '@hengneng/contracts';
import { isModuleId, MODULES } from '@hengneng/core';
import { sql } from 'kysely';
import type { z } from 'zod';
import { advanceDelegations, clock, endDelegations, lockDelegations } from '../../engine/index.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { pushEvent } from '../../platform/events/push.ts';
import { forbidden, invalid, notFound, refused } from '../../platform/http/errors.ts';
import type { FileAnswer } from '../../platform/http/registry.ts';
import { runWrite } from '../../platform/http/write.ts';
import { holds, lockManaged, manageable, need, pageOf, trail, workbook } from '../identity/index.ts';
import { sendMessage } from '../../platform/messages/send.ts';
import { type Arrow, closesCycle, sameTime } from './cycle.ts';

export const DELEGATIONS = 'system.delegations';
const LONGEST_DAYS = 366;
const MOST = 20_000;

type SaveInput = z.output<typeof delegationSave.input>;
type Filters = z.output<typeof delegationExport.input>;

const titleOf = (module: string): string => (isModuleId(module) ? MODULES[module].title : module);
const scopeWords = (modules: readonly string[] | null): string =>
  modules === null || modules.length === 0 ? '全部' : modules.map(titleOf).join('、');

/** Whose delegations the person may see: their own, and those of people whom they manage where the page is theirs. */
const visible = (ctx: Ctx) => {
  const { session } = ctx;
  const own = sql`(d.owner = ${session.userId} or d.delegate = ${session.userId})`;
  return holds(session, DELEGATIONS, 'search') ? sql`(${own} or ${manageable(session, 'o')})` : own;
};

type Stored = Omit<DelegationRow, 'scope' | 'mayEnd'> & { readonly managed: boolean };

const list = async (
  ctx: Ctx,
  input: Filters & { readonly mine?: boolean },
): Promise<{ rows: DelegationRow[]; total: number }> => {
  const { session, now } = ctx;
  const state = sql`case when d.ended_at is not null then 'ended' when d.ends_at <= ${now} then 'over'
    when d.starts_at > ${now} then 'pending' else 'running' end`;
  const utc = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
  const found = await pageOf<Stored>(
    ctx.db,
    input,
    sql`select * from (
      select d.id::text as "Id", d.owner::text as "ownerId", o.user_name as owner, d.delegate::text as "delegateId", g.user_name as delegate,
        coalesce(to_json(d.modules), '[]') as modules, ${utc('d.starts_at')} as "from", ${utc('d.ends_at')} as "to", d.reason,
        (select count(*)::int from wf_task_actor a where a.delegation_id = d.id) as waiting,
        (select count(*)::int from wf_task t where t.delegation_id = d.id) as handled,
        ${state} as state, d.set_by::text as "setById", coalesce(s.user_name, '') as "setBy",
        ${utc('d.ended_at')} as "endedAt", e.user_name as "endedBy", d.end_reason as "endReason",
        ${manageable(session, 'o')} as managed, d.starts_at as _order
      from wf_delegation d
      join app_user o on o.id = d.owner
      join app_user g on g.id = d.delegate
      left join app_user s on s.id = d.set_by
      left join app_user e on e.id = d.ended_by
      where ${visible(ctx)}
        ${input.mine === true ? sql`and ${session.userId} in (d.owner, d.delegate)` : sql``}
        ${input.user === undefined ? sql`` : sql`and ${input.user} in (d.owner, d.delegate)`}
        ${input.range?.from === undefined ? sql`` : sql`and d.ends_at > (${input.range.from}::date)::timestamp at time zone 'Asia/Shanghai'`}
        ${input.range?.to === undefined ? sql`` : sql`and d.starts_at < (${input.range.to}::date + 1)::timestamp at time zone 'Asia/Shanghai'`}
    ) found ${input.state === undefined ? sql`` : sql`where state = ${input.state}`}`,
    sql`_order desc, "Id"::bigint desc`,
    ['owner', 'delegate', 'from', 'to', 'waiting', 'handled'],
  );
  const mayEndAll = holds(session, DELEGATIONS, 'edit');
  return {
    total: found.total,
    rows: found.rows.map(({ managed, ...row }) => ({
      ...row,
      scope: scopeWords(row.modules),
      mayEnd:
        (row.state === 'running' || row.state === 'pending') &&
        (row.ownerId === session.userId || (mayEndAll && managed)),
    })),
  };
};

export const listDelegations = (ctx: Ctx, input: z.output<typeof delegationIndex.input>) => list(ctx, input);

const local = (iso: string): string =>
  new Date(Date.parse(iso) + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');

export const exportDelegations = async (ctx: Ctx, input: Filters): Promise<FileAnswer> => {
  const { rows, total } = await list(ctx, { ...input, PageIndex: 1, PageSize: MOST });
  if (total > MOST) throw refused('数据超过2万行，请缩小筛选范围');
  return workbook(ctx, {
    title: '代理授权',
    head: [
      '授权人',
      '代理人',
      '范围',
      '起',
      '止',
      '原因',
      '生效中待办',
      '已代办数',
      '状态',
      '设置人',
      '终止时间',
      '终止人',
      '终止原因',
    ],
    rows: rows.map((row) => [
      row.owner,
      row.delegate,
      row.scope,
      local(row.from),
      local(row.to),
      row.reason,
      String(row.waiting),
      String(row.handled),
      DELEGATION_STATE_TITLES[row.state],
      row.setBy,
      row.endedAt === null ? null : local(row.endedAt),
      row.endedBy,
      row.endReason,
    ]),
    filters: [
      [
        '人员',
        rows.find((row) => row.ownerId === input.user)?.owner ??
          rows.find((row) => row.delegateId === input.user)?.delegate ??
          input.user ??
          '',
      ],
      ['状态', input.state === undefined ? '' : DELEGATION_STATE_TITLES[input.state]],
      ['期间', [input.range?.from, input.range?.to].filter(Boolean).join(' 至 ')],
    ].filter((pair): pair is [string, string] => pair[1] !== ''),
  });
};

interface Person {
  readonly id: string;
  readonly name: string;
  readonly account: string;
}

const activePerson = async (tx: Tx, userId: string): Promise<Person | undefined> => {
  const { rows } = await sql<Person>`
    select id, user_name as name, account from app_user where id = ${userId} and state = 'active'`.execute(tx);
  return rows[0];
};

const at = (path: string, message: string) => invalid([{ path, message }]);

/** The period and the modules as they are to stand; what has begun already begins now. */
const windowOf = (input: SaveInput, now: Date): Pick<Arrow, 'modules' | 'from' | 'to'> => {
  if (input.from === undefined) throw at('from', '请填写开始时间');
  if (input.to === undefined) throw at('to', '请填写结束时间');
  const [asked, to] = [new Date(input.from), new Date(input.to)];
  const from = asked < now ? now : asked;
  if (to <= asked) throw at('to', '结束不能早于开始');
  if (to <= now) throw at('to', '结束时间已经过去');
  if (to.getTime() - from.getTime() > LONGEST_DAYS * 86_400_000) throw at('to', '代理期最长一年');
  const unknown = input.modules.find((module) => !isModuleId(module));
  if (unknown !== undefined) throw at('modules', `没有模块${unknown}`);
  return { modules: input.modules.length === 0 ? null : [...new Set(input.modules)].sort(), from, to };
};

/** Two people who hold roles that one person must not hold together do not stand in for each other. */
const refuseExclusive = async (tx: Tx, owner: string, delegate: string): Promise<void> => {
  const { rows } = await sql<{ reason: string }>`
    select x.reason from role_exclusion x
      join user_role a on a.role_id = x.role_a and a.user_id in (${owner}, ${delegate})
      join user_role b on b.role_id = x.role_b and b.user_id in (${owner}, ${delegate})
     where a.user_id <> b.user_id and daterange(a.from_date, a.to_date, '[]') && daterange(b.from_date, b.to_date, '[]') limit 1`.execute(
    tx,
  );
  if (rows[0] !== undefined) throw at('delegate', `互斥角色不能代理：${rows[0].reason}`);
};

const standing = async (tx: Tx, now: Date): Promise<readonly (Arrow & { readonly name: string })[]> => {
  const { rows } = await sql<Arrow & { name: string }>`
    select d.owner, d.delegate, d.modules, d.starts_at as "from", d.ends_at as "to", g.user_name as name
      from wf_delegation d join app_user g on g.id = d.delegate where d.ended_at is null and d.ends_at > ${now}`.execute(
    tx,
  );
  return rows;
};

const periodWords = ({ from, to }: Pick<Arrow, 'from' | 'to'>, now: Date): string =>
  `${clock(from, now)}至${clock(to, now)}`;

const create = async (tx: Tx, ctx: Ctx, input: SaveInput): Promise<{ Id: string }> => {
  const { session, now } = ctx;
  const ownerId = input.user ?? session.userId;
  if (ownerId !== session.userId) {
    need(session, DELEGATIONS, 'add');
    await lockManaged(tx, session, ownerId);
  }
  const owner = await activePerson(tx, ownerId);
  if (owner === undefined) throw at('user', '授权人不存在或已停用');
  if (input.delegate === undefined) throw at('delegate', '请选择代理人');
  if (input.delegate === ownerId) throw at('delegate', '代理人不能是本人');
  const delegate = await activePerson(tx, input.delegate);
  if (delegate === undefined) throw at('delegate', '代理人不存在或已停用');
  const next: Arrow = { owner: owner.id, delegate: delegate.id, ...windowOf(input, now) };
  // What two set up at the same moment must fit together, whoever they are.
  await lockDelegations(tx);
  const known = await standing(tx, now);
  const taken = sameTime(known, next);
  if (taken !== undefined) throw at('from', `该时段已有代理：${taken.name}，${periodWords(taken, now)}`);
  if (closesCycle(known, next)) throw at('delegate', '代理关系形成循环，请检查');
  await refuseExclusive(tx, owner.id, delegate.id);
  const { rows } = await sql<{ id: string }>`
    insert into wf_delegation (owner, delegate, modules, starts_at, ends_at, reason, set_by, created_at, begun)
    values (${next.owner}, ${next.delegate}, ${next.modules}::text[], ${next.from}, ${next.to}, ${input.reason}, ${session.userId}, ${now},
      ${next.from <= now}) returning id`.execute(tx);
  await bringUpToDate(tx, now);
  const [period, scope] = [periodWords(next, now), scopeWords(next.modules)];
  const about = { 期间: period, 范围: scope, 原因: input.reason };
  await sendMessage(tx, [delegate.id], 'delegation.given', { 授权人: owner.name, ...about });
  if (owner.id !== session.userId)
    await sendMessage(tx, [owner.id], 'delegation.set', {
      设置人: session.userName,
      代理人: delegate.name,
      ...about,
    });
  await trail(tx, ctx, {
    kind: '权限',
    action: '设置代理',
    object: `用户 ${owner.account}`,
    summary: `由${delegate.name}代理，${period}，范围：${scope}`,
    after: {
      代理人: delegate.name,
      范围: scope,
      起: next.from.toISOString(),
      止: next.to.toISOString(),
      原因: input.reason,
    },
  });
  return { Id: rows[0]?.id ?? '' };
};

const end = async (tx: Tx, ctx: Ctx, id: string, reason: string): Promise<{ Id: string }> => {
  const { session, now } = ctx;
  const { rows } = await sql<{
    owner: string;
    account: string;
    owner_name: string;
    delegate: string;
    delegate_name: string;
  }>`
    select d.owner, o.account, o.user_name as owner_name, d.delegate, g.user_name as delegate_name
      from wf_delegation d join app_user o on o.id = d.owner join app_user g on g.id = d.delegate
     where d.id = ${id} for update of d`.execute(tx);
  const row = rows[0];
  // Who has nothing to do with it does not learn that it exists.
  if (
    row === undefined ||
    (row.owner !== session.userId && row.delegate !== session.userId && !holds(session, DELEGATIONS, 'search'))
  )
    throw notFound('代理授权不存在');
  if (row.owner !== session.userId) {
    if (!holds(session, DELEGATIONS, 'edit')) throw forbidden('只有授权人本人或管理员可以终止代理');
    await lockManaged(tx, session, row.owner);
  }
  const ended = await endDelegations(tx, { id }, { userId: session.userId, reason }, now);
  if (ended.length === 0) throw refused('该代理已经结束');
  await bringUpToDate(tx, now);
  if (row.owner !== session.userId)
    await sendMessage(tx, [row.owner], 'delegation.ended', {
      终止人: session.userName,
      代理人: row.delegate_name,
      原因: reason,
    });
  await trail(tx, ctx, {
    kind: '权限',
    action: '终止代理',
    object: `用户 ${row.account}`,
    summary: `${row.delegate_name}不再代${row.owner_name}处理${reason === '' ? '' : `：${reason}`}`,
  });
  return { Id: id };
};

export const saveDelegation = (ctx: Ctx, input: SaveInput): Promise<{ Id: string }> =>
  ctx.write((tx) => (input.Id === undefined ? create(tx, ctx, input) : end(tx, ctx, input.Id, input.reason)));

/** Carries out what has become due, and lets open pages know. */
export const bringUpToDate = async (tx: Tx, now: Date): Promise<void> => {
  const { begun, over, lists } = await advanceDelegations(tx, now);
  for (const one of begun) await sendMessage(tx, [one.delegate], 'delegation.begins', { 授权人: one.ownerName });
  for (const one of over) await sendMessage(tx, [one.delegate], 'delegation.over', { 授权人: one.ownerName });
  if (lists.length > 0) await pushEvent(tx, lists, 'todo', { kind: 'delegation' });
};

/** By the clock: delegations begin and end whoever looks. */
export const runDelegations = (db: Db, now: Date): Promise<void> =>
  runWrite(db, undefined, (tx) => bringUpToDate(tx, now), now);
