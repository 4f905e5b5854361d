/** Signing in by password or phone code, out, and changing the password. */
import { createHash, randomInt, timingSafeEqual } from 'node:crypto';
import * as contracts from '@hengneng/contracts';
import { maskPhone } from '@hengneng/core';
import { sql } from 'kysely';
import { audit } from '../audit/audit.ts';
import { type Ctx, onlyProject } from '../context.ts';
import type { Db, Tx } from '../db/schema.ts';
import { AppError, invalid, notFound, refused } from '../http/errors.ts';
import type { CallRegistry } from '../http/registry.ts';
import { isStopped } from '../messages/channels.ts';
import { sendMessage } from '../messages/send.ts';
import { hashPassword, newKey, passwordProblem, unseal, verifyPassword } from './passwords.ts';
import { endSessions, openSession, type Person } from './sessions.ts';
import type { SendCode } from './sms.ts';

export interface AuthDeps {
  readonly menus: (
    db: Db,
    userId: string,
  ) => Promise<{ readonly menuList: readonly unknown[]; readonly functionList: readonly unknown[] }>;
  readonly person: (db: Db, userId: string) => Promise<Person>;
  /** Sends a code to a phone; null where there is no way to telephones. */
  readonly sendCode: SendCode | null;
}

const WRONG = '账号或密码不正确';
const LOCK_MINUTES = 15;
const MOST_FAILURES = 5;
/** An office shares one address: who forgets a password locks the account, and only many at once lock the address. */
const MOST_OF_SOURCE = 20;
const CODE_MINUTES = 5;
const CODE_SECONDS = 60;
const CODES_A_DAY = 10;
const CODE_TRIES = 5;
const STALE_CODE = '验证码已失效，请重新获取';

interface Account {
  readonly id: string;
  readonly account: string;
  readonly user_name: string;
  readonly password_hash: string;
  readonly phone: string | null;
  readonly dept_id: string | null;
  readonly dept_name: string | null;
  readonly state: string;
  readonly position: string | null;
  readonly avatar: { readonly URL?: string } | null;
  readonly must_change: boolean;
}

async function accountBy(db: Db | Tx, column: 'account' | 'phone' | 'id', value: string): Promise<Account | undefined> {
  const { rows } =
    await sql<Account>`select u.id, u.account, u.user_name, u.password_hash, u.phone, u.dept_id, d.name as dept_name, u.state, u.position, u.avatar,
      (u.must_change_password or u.password_changed_at < now() - interval '90 days') as must_change
    from app_user u left join dept d on d.id = u.dept_id where u.${sql.raw(column)} = ${value}`.execute(db);
  return rows[0];
}

interface Lock {
  readonly seconds: number;
  readonly why: string;
}

/** Failures in a row within the lock time, of the account and of the source: what is locked longer, null where neither is. */
async function lockOf(db: Db, account: string, ip: string): Promise<Lock | null> {
  const { rows } = await sql<Lock>`
    select ceil(extract(epoch from (last_at + make_interval(mins => ${LOCK_MINUTES}) - now())))::int as seconds, why from (
      select count(*) as n, max(at) as last_at, ${MOST_FAILURES}::int as most, ${`连续失败${MOST_FAILURES}次`} as why
      from login_attempt f where account = ${account} and not ok and not forgiven
        and at > now() - make_interval(mins => ${LOCK_MINUTES})
        and at > coalesce((select max(at) from login_attempt s where s.account = ${account} and s.ok), '-infinity')
      union all
      select count(*), max(at), ${MOST_OF_SOURCE}::int, ${`同一来源连续失败${MOST_OF_SOURCE}次`} from login_attempt f where ip = ${ip} and not ok and not forgiven
        and at > now() - make_interval(mins => ${LOCK_MINUTES})
        and at > coalesce((select max(at) from login_attempt s where s.ip = ${ip} and s.ok), '-infinity')
    ) streak where n >= most order by 1 desc limit 1`.execute(db);
  return rows[0] ?? null;
}

async function refuseLocked(db: Db, account: string, ip: string, what = '登录失败'): Promise<void> {
  const lock = await lockOf(db, account, ip);
  if (lock !== null)
    throw new AppError('tooMany', `${what}次数过多，请在${Math.max(1, Math.ceil(lock.seconds / 60))}分钟后再试`);
}

const note = (
  db: Db | Tx,
  ctx: Ctx,
  account: string,
  of: { readonly userId: string | null; readonly ok: boolean; readonly reason: string },
) =>
  sql`insert into login_attempt (account, ip, user_id, ok, reason, device) values (${account.slice(0, 64)}, ${ctx.ip}, ${of.userId}, ${of.ok}, ${of.reason}, ${ctx.device})`.execute(
    db,
  );

const logged = (
  db: Db | Tx,
  ctx: Ctx,
  user: Account | undefined,
  account: string,
  action: string,
  result: '成功' | '失败',
  summary = '',
) =>
  audit(db, {
    userId: user?.id ?? null,
    userName: user?.user_name ?? '',
    deptId: user?.dept_id ?? null,
    kind: '登录',
    action,
    object: account.slice(0, 64),
    summary,
    result,
    ip: ctx.ip,
    device: ctx.device,
    requestId: ctx.requestId,
  });

/** Notes a failed attempt; the one that locks the account or the source says so in the log. */
async function failed(
  ctx: Ctx,
  of: {
    readonly account: string;
    /** As the log shows it. */
    readonly shown?: string;
    readonly user?: Account | undefined;
    readonly action: string;
    readonly reason: string;
  },
): Promise<void> {
  await note(ctx.db, ctx, of.account, { userId: of.user?.id ?? null, ok: false, reason: of.reason });
  const lock = await lockOf(ctx.db, of.account, ctx.ip);
  const summary = lock === null ? of.reason : `${of.reason}，${lock.why}，锁定${LOCK_MINUTES}分钟`;
  await logged(ctx.db, ctx, of.user, of.shown ?? of.account, of.action, '失败', summary);
}

/** Slower with every failure in a row, up to two seconds. */
async function slowDown(db: Db, account: string): Promise<void> {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from login_attempt where account = ${account} and not ok and at > now() - interval '15 minutes'`.execute(
    db,
  );
  const ms = Math.min(2_000, 200 * 2 ** Math.max(0, (rows[0]?.n ?? 0) - 1));
  await new Promise((done) => setTimeout(done, ms));
}

/** Where the person signs in from, as their list of devices shows it. */
const placeOf = ({ device, browser = '', ip }: Ctx) => ({ device, browser, ip });

async function answer(ctx: Ctx, deps: AuthDeps, user: Account) {
  const token = await openSession(ctx.db, { userId: user.id, kind: 'full', ...placeOf(ctx) });
  const [menus, person] = await Promise.all([deps.menus(ctx.db, user.id), deps.person(ctx.db, user.id)]);
  return {
    user: {
      userId: user.id,
      account: user.account,
      UserName: user.user_name,
      T_OutSideDeptId: user.dept_id ?? '',
      deptName: user.dept_name ?? '',
      position: user.position,
      avatar: user.avatar?.URL ?? null,
      roles: [...person.roles],
      projectCode: onlyProject(person.permissions),
      mustChangePassword: user.must_change,
    },
    userId: user.id,
    token,
    menuList: [...menus.menuList],
    functionList: [...menus.functionList],
    mustChangePassword: user.must_change,
  };
}

const codeHash = (phone: string, code: string): Buffer => createHash('sha256').update(`${phone}:${code}`).digest();

/** Takes a code: wrong ones count, five end it, a right one is used up. The count must stand even where the answer is a refusal, so no transaction. */
async function takeCode(ctx: Ctx, phone: string, code: string): Promise<void> {
  const { rows } = await sql<{
    id: string;
    code_hash: Buffer;
  }>`update verification_code set tries = tries + 1 where id = (
      select id from verification_code where phone = ${phone} order by id desc limit 1)
    and expires_at > now() and used_at is null and tries < ${CODE_TRIES} returning id, code_hash`.execute(ctx.db);
  const row = rows[0];
  if (!row) throw invalid([{ path: 'code', message: STALE_CODE }]);
  if (!timingSafeEqual(row.code_hash, codeHash(phone, code)))
    throw invalid([{ path: 'code', message: '验证码不正确' }]);
  const used =
    await sql`update verification_code set used_at = now() where id = ${row.id} and used_at is null returning 1`.execute(
      ctx.db,
    );
  if (used.rows.length === 0) throw invalid([{ path: 'code', message: STALE_CODE }]);
}

/** Whoever sits at a page that was left open guesses no more often than at the sign-in page. @throws invalid where it is another one */
async function demandOld(ctx: Ctx, user: Account, old: string): Promise<void> {
  const lock = () => refuseLocked(ctx.db, user.account, ctx.ip, '密码错误');
  await lock();
  const right = await verifyPassword(user.password_hash, old);
  await lock();
  if (right) return;
  await failed(ctx, { account: user.account, user, action: '修改密码', reason: '旧密码不正确' });
  await slowDown(ctx.db, user.account);
  throw invalid([{ path: 'oldPassword', message: '旧密码不正确' }]);
}

export function registerAuth(registry: CallRegistry, deps: AuthDeps): void {
  registry.handle(contracts.jsEncrypt, { access: 'public' }, (ctx) => newKey(ctx.db));

  registry.handle(contracts.login, { access: 'public' }, async (ctx, input) => {
    await refuseLocked(ctx.db, input.account, ctx.ip);
    const [password = ''] = await unseal(ctx.db, input.keyId, input.password);
    const user = await accountBy(ctx.db, 'account', input.account);
    const right = await verifyPassword(user?.password_hash ?? null, password);
    // Guesses that are sent all at once find nothing locked when they come: those of them that come out after it was learn nothing.
    await refuseLocked(ctx.db, input.account, ctx.ip);
    if (!right) {
      await failed(ctx, { account: input.account, user, action: '登录', reason: WRONG });
      await slowDown(ctx.db, input.account);
      throw refused(WRONG);
    }
    if (!user || user.state !== 'active') {
      await logged(ctx.db, ctx, user, input.account, '登录', '失败', '账号已停用');
      throw refused('账号已停用，请联系人事');
    }
    await note(ctx.db, ctx, input.account, { userId: user.id, ok: true, reason: '' });
    await logged(ctx.db, ctx, user, input.account, '登录', '成功');
    return answer(ctx, deps, user);
  });

  registry.handle(contracts.sendVerification, { access: 'public' }, async (ctx, { phone }) => {
    if (deps.sendCode === null) throw refused('短信未接入，请用账号登录或联系管理员');
    if (await isStopped(ctx.db, '短信')) throw refused('短信暂停发送，请用账号登录或联系管理员');
    const code = String(randomInt(1_000_000)).padStart(6, '0');
    // Asked for many times at once it is sent once, too: each costs a message.
    await ctx.db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${`code ${phone}`}, 0))`.execute(tx);
      const { rows } = await sql<{ today: number; wait: number | null }>`select
          count(*) filter (where (sent_at at time zone 'Asia/Shanghai')::date = (now() at time zone 'Asia/Shanghai')::date)::int as today,
          ceil(extract(epoch from (max(sent_at) + make_interval(secs => ${CODE_SECONDS}) - now())))::int as wait
        from verification_code where phone = ${phone} and sent_at > now() - interval '2 days'`.execute(tx);
      const { today = 0, wait = null } = rows[0] ?? {};
      if (wait !== null && wait > 0) throw new AppError('tooMany', `请${wait}秒后再获取`);
      if (today >= CODES_A_DAY) throw new AppError('tooMany', '今日获取次数已用完，请改用账号登录或联系管理员');
      await sql`insert into verification_code (phone, code_hash, expires_at) values (${phone}, ${codeHash(phone, code)}, now() + make_interval(mins => ${CODE_MINUTES}))`.execute(
        tx,
      );
    });
    // A number that nobody has gets the same answer, and no message.
    const user = await accountBy(ctx.db, 'phone', phone);
    if (user?.state === 'active') await deps.sendCode(phone, code);
    return { seconds: CODE_SECONDS };
  });

  registry.handle(contracts.loginByPhone, { access: 'public' }, async (ctx, input) => {
    await refuseLocked(ctx.db, input.phone, ctx.ip);
    try {
      await takeCode(ctx, input.phone, input.code);
    } catch (error) {
      await failed(ctx, {
        account: input.phone,
        shown: maskPhone(input.phone),
        user: await accountBy(ctx.db, 'phone', input.phone),
        action: '验证码登录',
        reason: '验证码不正确',
      });
      throw error;
    }
    const user = await accountBy(ctx.db, 'phone', input.phone);
    if (user?.state !== 'active') throw invalid([{ path: 'code', message: STALE_CODE }]);
    await note(ctx.db, ctx, input.phone, { userId: user.id, ok: true, reason: '' });
    await logged(
      ctx.db,
      ctx,
      user,
      maskPhone(input.phone),
      input.purpose === 'reset' ? '验证手机' : '验证码登录',
      '成功',
    );
    if (input.purpose === 'reset')
      return {
        userId: user.id,
        token: await openSession(ctx.db, { userId: user.id, kind: 'reset', ...placeOf(ctx) }),
      };
    return answer(ctx, deps, user);
  });

  registry.handle(contracts.editPassword, { access: 'signedIn', evenIfPasswordDue: true }, async (ctx, input) => {
    const { userId } = ctx.session;
    const reset = ctx.session.resetOnly === true;
    const [next = '', old = ''] = await unseal(
      ctx.db,
      input.keyId,
      input.newPassword,
      ...(input.oldPassword === undefined ? [] : [input.oldPassword]),
    );
    const user = await accountBy(ctx.db, 'id', userId);
    if (!user) throw refused('账号不存在');
    // Who never had a password signed in by phone code, which proves as much.
    if (!reset && user.password_hash !== '') await demandOld(ctx, user, old);
    const problem = passwordProblem(next, user.account, user.phone);
    if (problem) throw invalid([{ path: 'newPassword', message: problem }]);
    const { rows: before } = await sql<{
      hash: string;
    }>`(select password_hash as hash from app_user where id = ${userId})
      union all (select hash from password_history where user_id = ${userId} order by changed_at desc limit 5)`.execute(
      ctx.db,
    );
    for (const { hash } of before.slice(0, 5))
      if (await verifyPassword(hash, next))
        throw invalid([{ path: 'newPassword', message: '不能使用最近5次用过的密码' }]);
    const hashed = await hashPassword(next);
    await ctx.write(async (tx) => {
      // The one that is left: the new one is compared with as the current.
      if (user.password_hash !== '')
        await sql`insert into password_history (user_id, hash) values (${userId}, ${user.password_hash})`.execute(tx);
      await sql`update app_user set password_hash = ${hashed}, must_change_password = false, password_changed_at = now() where id = ${userId}`.execute(
        tx,
      );
      await endSessions(tx, userId);
      await sendMessage(tx, [userId], 'password.changed', { 设备: ctx.device, 地址: ctx.ip });
      await logged(tx, ctx, user, user.account, '修改密码', '成功');
    });
    return { done: true as const };
  });

  registry.handle(contracts.logout, { access: 'signedIn', evenIfPasswordDue: true }, async (ctx, { sessionId }) => {
    await ctx.write(async (tx) => {
      const [device] = await endSessions(tx, ctx.session.userId, sessionId ?? ctx.session.id);
      if (sessionId !== undefined && device === undefined) throw notFound('该处登录已下线');
      await audit(tx, {
        userId: ctx.session.userId,
        userName: ctx.session.userName,
        kind: '登录',
        action: sessionId === undefined ? '退出' : '下线其他设备',
        ...(sessionId === undefined ? {} : { summary: device ?? '' }),
        ip: ctx.ip,
        device: ctx.device,
        requestId: ctx.requestId,
      });
    });
    return { done: true as const };
  });
}
