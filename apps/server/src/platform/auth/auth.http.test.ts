import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DEMO_PASSWORD, type Held, type Reply, seal } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { codeSender } from './sms.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
// Failures of one test must not lock the source for the next.
beforeEach(async () => {
  await sql`delete from login_attempt`.execute(server.db);
});

const one = async <T>(query: ReturnType<typeof sql<T>>): Promise<T> => {
  const { rows } = await query.execute(server.db);
  const [row] = rows;
  if (row === undefined) throw new Error('no row');
  return row;
};
const held = (reply: Reply): Held => ({ userId: String(reply.data.userId), token: String(reply.data.token) });
const change = async (session: Held, next: string, old?: string): Promise<Reply> => {
  const key = await server.client.post('/webapi/Anonymous/JsEncrypt', {});
  const publicKey = String(key.data.publicKey);
  return server.client.post(
    '/webapi/UserInfo/EditPaw',
    {
      keyId: key.data.keyId,
      newPassword: seal(publicKey, next),
      ...(old === undefined ? {} : { oldPassword: seal(publicKey, old) }),
    },
    session,
  );
};
/** What the log says of failed attempts at an account or a masked telephone, the first of them first. */
const failures = async (object: string): Promise<string[]> => {
  const { rows } = await sql<{
    summary: string;
  }>`select summary from audit_log where kind = '登录' and result = '失败' and object = ${object} order by id`.execute(
    server.db,
  );
  return rows.map(({ summary }) => summary);
};
const profile = (session: Held) => server.client.get('/webapi/UserInfo/UserInfo', {}, session);

describe('signing in', () => {
  it('answers a person, a token that is kept nowhere, and menus', async () => {
    const answer = await server.client.login('projectManager', DEMO_PASSWORD);
    expect(answer).toMatchObject({ status: 1, data: { user: { account: 'projectManager' } } });
    expect(answer.data.menuList).not.toEqual([]);
    const token = String(answer.data.token);
    const kept = await one(
      sql<{ n: number }>`select count(*)::int as n from app_session where encode(token_hash, 'escape') = ${token}`,
    );
    expect(kept.n).toBe(0);
    expect((await profile(held(answer))).status).toBe(1);
  });

  it('says the same of a wrong name and a wrong password, and of a tampered text', async () => {
    const wrong = await server.client.login('projectManager', 'Wrong@12345');
    const nobody = await server.client.login('nobodyHere', 'Wrong@12345');
    const key = await server.client.post('/webapi/Anonymous/JsEncrypt', {});
    const tampered = await server.client.post('/webapi/Anonymous/Login', {
      keyId: key.data.keyId,
      account: 'projectManager',
      password: Buffer.alloc(256, 7).toString('base64'),
    });
    for (const answer of [wrong, nobody, tampered])
      expect(answer).toMatchObject({ http: 200, status: 0, message: '账号或密码不正确' });
  });

  it('uses a key once', async () => {
    const key = await server.client.post('/webapi/Anonymous/JsEncrypt', {});
    const body = {
      keyId: key.data.keyId,
      account: 'finance',
      password: seal(String(key.data.publicKey), DEMO_PASSWORD),
    };
    expect((await server.client.post('/webapi/Anonymous/Login', body)).status).toBe(1);
    expect((await server.client.post('/webapi/Anonymous/Login', body)).errors[0]?.path).toBe('keyId');
  });

  it('locks the account after five failures, also against the right password, and nobody who shares its address', async () => {
    // Each answers later than the one before, and counts as soon as it is known to be wrong.
    const guesses: Promise<unknown>[] = [];
    for (let n = 1; n <= 5; n++) {
      guesses.push(server.client.login('hr', 'Wrong@12345'));
      await expect.poll(() => failures('hr')).toHaveLength(n);
    }
    expect(await server.client.login('hr', DEMO_PASSWORD)).toMatchObject({
      status: 429,
      message: expect.stringMatching(/^登录失败次数过多，请在\d+分钟后再试$/),
    });
    const told = await failures('hr');
    expect(told).toHaveLength(5);
    expect(told.filter((summary) => summary.endsWith('，连续失败5次，锁定15分钟'))).toEqual([told.at(-1)]);
    expect(await server.client.login('legal', DEMO_PASSWORD)).toMatchObject({ status: 1 });
    await Promise.all(guesses);
  });

  it('locks a source that tries twenty accounts in a row', async () => {
    await server.client.login('nobody', 'Wrong@12345');
    await sql`insert into login_attempt (account, ip, ok) select 'nobody' || n, a.ip, false
      from generate_series(1, 18) n, (select ip from login_attempt order by at desc limit 1) a`.execute(server.db);
    expect(await server.client.login('purchaser', 'Wrong@12345')).toMatchObject({ status: 0 });
    expect(await failures('purchaser')).toEqual(['账号或密码不正确，同一来源连续失败20次，锁定15分钟']);
    expect(await server.client.login('legal', DEMO_PASSWORD)).toMatchObject({ status: 429 });
  });

  it('does not say what is right to a guess that was under way when it was locked', async () => {
    const key = await server.client.post('/webapi/Anonymous/JsEncrypt', {});
    const body = { keyId: key.data.keyId, account: 'legal', password: seal(String(key.data.publicKey), DEMO_PASSWORD) };
    const answer = await server.db.transaction().execute(async (tx) => {
      // Held up where it takes its key, which is after it was let in.
      await sql`select from rsa_key where id = ${String(key.data.keyId)} for update`.execute(tx);
      const guess = server.client.post('/webapi/Anonymous/Login', body);
      await expect
        .poll(async () => {
          const { rows } =
            await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
              server.db,
            );
          return rows.length;
        })
        .toBe(1);
      await sql`insert into login_attempt (account, ip, ok) select 'legal', '198.51.100.7', false from generate_series(1, 5)`.execute(
        server.db,
      );
      return { guess };
    });
    expect(await answer.guess).toMatchObject({ status: 429 });
  });

  it('tells a stopped account so only where the password is right, and ends its sessions', async () => {
    const before = await server.client.login('adviser', DEMO_PASSWORD);
    await sql`update app_user set state = 'disabled' where account = 'adviser'`.execute(server.db);
    expect((await server.client.login('adviser', DEMO_PASSWORD)).message).toBe('账号已停用，请联系人事');
    expect(await failures('adviser')).toEqual(['账号已停用']);
    expect((await server.client.login('adviser', 'Wrong@12345')).message).toBe('账号或密码不正确');
    expect((await profile(held(before))).reLogin).toBe(true);
  });

  it('ends after two idle hours, after twelve in all, and by signing out', async () => {
    for (const past of [sql`last_seen_at = now() - interval '121 minutes'`, sql`expires_at = now()`]) {
      const session = held(await server.client.login('purchaser', DEMO_PASSWORD));
      expect((await profile(session)).status).toBe(1);
      await sql`update app_session set ${past} where user_id = ${session.userId}`.execute(server.db);
      expect((await profile(session)).reLogin).toBe(true);
    }
    const session = held(await server.client.login('purchaser', DEMO_PASSWORD));
    expect((await server.client.post('/webapi/UserInfo/Logout', {}, session)).status).toBe(1);
    expect((await profile(session)).reLogin).toBe(true);
  });

  it('is ended from another device of the same person, and of nobody else', async () => {
    const lost = held(await server.client.login('purchaser', DEMO_PASSWORD));
    const here = held(await server.client.login('purchaser', DEMO_PASSWORD));
    const other = held(await server.client.login('sales', DEMO_PASSWORD));
    const logout = (sessionId: string, who: Held) => server.client.post('/webapi/UserInfo/Logout', { sessionId }, who);
    const devices = (await profile(here)).data.devices as { readonly id: string; readonly current: boolean }[];
    // Named by no browser: nothing stands in its place.
    expect(devices).toContainEqual(expect.objectContaining({ device: '电脑', browser: '', current: true }));
    const sessionId = devices.find(({ current }) => !current)?.id ?? '';
    expect(await logout(sessionId, other)).toMatchObject({ status: 404, message: '该处登录已下线' });
    expect((await profile(lost)).status).toBe(1);
    expect((await logout(sessionId, here)).status).toBe(1);
    expect((await profile(lost)).reLogin).toBe(true);
    expect((await profile(here)).status).toBe(1);
    expect(await logout(sessionId, here)).toMatchObject({ status: 404, message: '该处登录已下线' });
    expect((await profile(other)).status).toBe(1);
  });
});

describe('the password', () => {
  it('that is due must be changed before anything else', async () => {
    await sql`update app_user set password_changed_at = now() - interval '91 days' where account = 'sales'`.execute(
      server.db,
    );
    const answer = await server.client.login('sales', DEMO_PASSWORD);
    expect(answer.data.mustChangePassword).toBe(true);
    expect(await profile(held(answer))).toMatchObject({ status: 403, message: '请先修改密码' });
    expect((await change(held(answer), 'Another#2027', DEMO_PASSWORD)).status).toBe(1);
    expect((await server.client.login('sales', 'Another#2027')).data.mustChangePassword).toBe(false);
  });

  it('follows the rules, each told at its field, and ends every session once changed', async () => {
    const session = held(await server.client.login('engineer', DEMO_PASSWORD));
    const refused: readonly (readonly [string, string, RegExp])[] = [
      ['short#A1', DEMO_PASSWORD, /至少10位/],
      ['alllowercase', DEMO_PASSWORD, /三类/],
      ['Engineer#2027', DEMO_PASSWORD, /不能包含账号/],
      [DEMO_PASSWORD, DEMO_PASSWORD, /最近5次/],
    ];
    for (const [next, old, message] of refused) {
      const answer = await change(session, next, old);
      expect(answer.errors[0]).toMatchObject({ path: 'newPassword', message: expect.stringMatching(message) });
    }
    expect((await change(session, 'Fresh#Start1', 'Wrong@12345')).errors[0]?.path).toBe('oldPassword');
    // A wrong old one counts as it does at the sign-in page: behind the fifth not even the right one is listened to.
    await sql`insert into login_attempt (account, ip, ok, reason, device) select 'engineer', '', false, '', '' from generate_series(1, 4)`.execute(
      server.db,
    );
    expect((await change(session, 'Fresh#Start1', DEMO_PASSWORD)).message).toBe('密码错误次数过多，请在15分钟后再试');
    await sql`delete from login_attempt where account = 'engineer' and not ok`.execute(server.db);
    expect((await change(session, 'Fresh#Start1', DEMO_PASSWORD)).status).toBe(1);
    expect((await profile(session)).reLogin).toBe(true);
    const again = held(await server.client.login('engineer', 'Fresh#Start1'));
    expect((await change(again, DEMO_PASSWORD, 'Fresh#Start1')).errors[0]?.message).toMatch(/最近5次/);
  });
});

describe('a code by phone', () => {
  const send = (phone: string) => server.client.get('/webapi/Anonymous/SendVerificationByLogin', { phone });
  const enter = (phone: string, code: string, purpose = 'login') =>
    server.client.post('/webapi/Anonymous/LoginByNobodyPhone', { phone, code, purpose });
  const codeFor = async (phone: string): Promise<string> => {
    const { body } = await one(
      sql<{ body: string }>`select body from message where phone = ${phone} order by id desc limit 1`,
    );
    return /\d{6}/.exec(body)?.[0] ?? '';
  };
  const phoneOf = async (account: string): Promise<string> =>
    (await one(sql<{ phone: string }>`select phone from app_user where account = ${account}`)).phone;

  it('is sent once a minute, ten times a day, and says nothing of unknown numbers', async () => {
    const phone = await phoneOf('hvacLeader');
    expect((await send(phone)).data).toEqual({ seconds: 60 });
    expect((await send(phone)).message).toMatch(/^请\d+秒后再获取$/);
    await sql`insert into verification_code (phone, code_hash, expires_at, sent_at)
      select ${phone}, '', now(), now() - interval '61 seconds' from generate_series(1, 9)`.execute(server.db);
    await sql`update verification_code set sent_at = now() - interval '61 seconds' where phone = ${phone}`.execute(
      server.db,
    );
    expect((await send(phone)).message).toBe('今日获取次数已用完，请改用账号登录或联系管理员');
    expect((await send('13900009999')).data).toEqual({ seconds: 60 });
  });

  it('asked for many times at once is sent once', async () => {
    const phone = await phoneOf('automationLeader');
    const answers = await Promise.all(Array.from({ length: 4 }, () => send(phone)));
    expect(answers.filter(({ status }) => status === 1)).toHaveLength(1);
  });

  it('goes by the gateway where there is one, and what that refuses stands in the outbox', async () => {
    const phone = await phoneOf('legal');
    const sent: string[] = [];
    const by = (refusal: string | null) =>
      codeSender(server.db, {
        demo: false,
        short: (_key, to, _title, text) => {
          sent.push(`${to} ${text}`);
          return Promise.resolve(refusal);
        },
      })?.(phone, '482913');
    await by('短信网关拒收（402）');
    expect(sent).toEqual([expect.stringMatching(new RegExp(`^${phone} .*482913`))]);
    const last = () =>
      one(
        sql<{ state: string; fault: string | null; body: string }>`select state, fault, body from message
          where phone = ${phone} and kind = '验证码' order by id desc limit 1`,
      );
    await expect
      .poll(last)
      .toEqual({ state: '失败', fault: '短信网关拒收（402）', body: expect.not.stringContaining('482913') });
    await by(null);
    await expect.poll(async () => (await last()).state).toBe('已发');
  });

  it('is not promised where it would reach nobody', () => {
    expect(codeSender(server.db, { demo: false, short: null })).toBeNull();
  });

  it('signs in once', async () => {
    const phone = await phoneOf('emcDirector');
    await send(phone);
    const code = await codeFor(phone);
    expect((await enter(phone, code)).data).toMatchObject({ user: { account: 'emcDirector' } });
    expect((await enter(phone, code)).message).toBe('验证码已失效，请重新获取');
  });

  it('is void after five wrong tries', async () => {
    const phone = await phoneOf('safetyOfficer');
    await send(phone);
    const code = await codeFor(phone);
    for (let n = 0; n < 5; n++) {
      await enter(phone, code === '000000' ? '000001' : '000000');
      await sql`delete from login_attempt`.execute(server.db);
    }
    expect((await enter(phone, code)).message).toBe('验证码已失效，请重新获取');
    expect(await failures(`${phone.slice(0, 3)}****${phone.slice(-4)}`)).toHaveLength(6);
  });

  it('for a reset is good for changing the password, once, and for nothing else', async () => {
    const phone = await phoneOf('legal');
    await send(phone);
    const session = held(await enter(phone, await codeFor(phone), 'reset'));
    expect((await profile(session)).status).toBe(403);
    expect((await change(session, 'Reset#Path99')).status).toBe(1);
    expect((await change(session, 'Reset#Path98')).reLogin).toBe(true);
    expect((await server.client.login('legal', 'Reset#Path99')).status).toBe(1);
  });
});
