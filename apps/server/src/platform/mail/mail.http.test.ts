/** Notices by e-mail against a server of e-mail: who gets what, once, and what becomes of failures. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Held } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { noticeValues } from '../../engine/testing/notice.ts';
import { Walk } from '../../testing/walk.ts';
import { queueMail } from './queue.ts';
import { type MailSink, startMailSink, subjectOf, textOf } from './testing/smtp-server.ts';

let sink: MailSink;
let server: TestServer;
let manager: Held;
let operator: Held;
const ADDRESS = 'projectmanager@example.com';

const rowsOf = async <T>(query: ReturnType<typeof sql>): Promise<readonly T[]> =>
  (await query.execute(server.db)).rows as readonly T[];
const states = async (): Promise<readonly string[]> =>
  (await rowsOf<{ state: string }>(sql`select state from mail order by id`)).map((row) => row.state);
const choose = (session: Held, email: readonly string[], desktop: readonly string[] = []) =>
  server.client.json('/webapi/UserInfo/SaveNoticeWays', { email, desktop }, session);

/** Lets the job have everything in the outbox, each message as often as said; answers what it threw. */
const work = async (times = 1): Promise<readonly unknown[]> => {
  const job = server.jobs.find((one) => one.name === 'mail');
  const posted = await rowsOf<{ payload: unknown }>(sql`select payload from outbox where topic = 'mail' order by id`);
  const errors: unknown[] = [];
  for (const { payload } of posted)
    for (let turn = 0; turn < times; turn += 1) await job?.run(payload).catch((error: unknown) => errors.push(error));
  return errors;
};
const letter = (title: string, topic: 'todo' | 'cc' = 'todo') =>
  queueMail(server.db, [{ userId: manager.userId, topic, title, path: '/main' }]);
const forget = async () => {
  await sql`delete from mail`.execute(server.db);
  await sql`delete from outbox`.execute(server.db);
};

beforeAll(async () => {
  sink = await startMailSink();
  server = await startTestServer({
    mail: { url: sink.url, from: '衡能 <notice@hengneng.example>', productUrl: 'https://hn.example/' },
  });
  manager = await server.client.signIn('projectManager');
  operator = await server.client.signIn('operator');
});
afterAll(async () => {
  await server.close();
  await sink.close();
});

describe('the choice', () => {
  it('is the person’s own, needs an address, and is told what is possible', async () => {
    const ways = await server.client.get('/webapi/UserInfo/NoticeWays', {}, manager);
    expect(ways.data).toEqual({ desktop: [], email: [], mailOn: true, address: ADDRESS });
    expect((await choose(manager, ['todo'], ['cc'])).data).toMatchObject({ email: ['todo'], desktop: ['cc'] });
    expect((await choose(manager, ['nothing'])).errors[0]?.path).toBe('email[0]');
    await sql`update app_user set email = null where id = ${operator.userId}`.execute(server.db);
    expect((await choose(operator, ['todo'])).errors).toEqual([
      { path: 'email', message: '您还没有登记邮箱，请联系人事登记后再选择' },
    ]);
    const direct = { key: 'notice.ways', value: '{"email":["todo"]}' };
    expect((await server.client.post('/webapi/UserInfo/SaveSetting', direct, operator)).errors[0]?.path).toBe('key');
  });
});

describe('an e-mail', () => {
  it('goes to who chose so, about what they chose, with the notice and not before it', async () => {
    await forget();
    const { userId } = await server.client.signIn('admin');
    await choose(await server.client.signIn('admin'), ['system']);
    await server.client.post('/webapi/Message/PermissionRequest', { path: '/system/roles' }, operator);
    // Nothing of the others: the second administrator chose nothing, the manager wants to-dos.
    expect(await rowsOf(sql`select user_id::text as id, topic, path from mail`)).toEqual([
      { id: userId, topic: 'system', path: '/system/users' },
    ]);
    expect(sink.taken).toHaveLength(0);
    await letter('一份抄送', 'cc');
    await letter('请处理「项目经理审核」');
    expect(await work()).toEqual([]);
    expect(sink.taken.map((one) => one.to)).toEqual(['admin@example.com', ADDRESS]);
    const text = textOf(sink.taken[1] ?? { to: '', content: '' });
    expect(text).toContain('· 请处理「项目经理审核」');
    expect(text).toContain('https://hn.example/main');
    expect(text).not.toContain('抄送');
  });

  it('names the serial of its record, unless the title does', async () => {
    await forget();
    const before = sink.taken.length;
    const walk = new Walk(server, 'constructionNotice');
    const id = await walk.draft('operator', noticeValues({ schemeFiles: [await walk.file('operator')] }));
    expect((await walk.submit('operator', id)).message).toBe('');
    const serial = String((await walk.info('operator', id)).record['serial']);
    expect(serial).toMatch(/^SLSG-/);
    // The notice of the submission itself, whoever of those who chose so got it, and one whose title has it already.
    await queueMail(server.db, [
      {
        userId: manager.userId,
        topic: 'todo',
        title: `请处理 ${serial}`,
        path: null,
        record: { module: 'constructionNotice', id },
      },
      {
        userId: manager.userId,
        topic: 'todo',
        title: '请看一看',
        path: null,
        record: { module: 'constructionNotice', id },
      },
    ]);
    expect(await work()).toEqual([]);
    const lines = sink.taken
      .slice(before)
      .flatMap((one) => textOf(one).split('\n'))
      .filter((line) => line.startsWith('·'));
    expect(lines).toContain(`· 请处理 ${serial}`);
    expect(lines).toContain(`· 请看一看（${serial}）`);
    expect(lines.every((line) => line.split(serial).length === 2)).toBe(true);
  });

  it('is never sent twice, and what waits together goes together', async () => {
    await forget();
    const before = sink.taken.length;
    for (const title of ['第一件', '第二件', '第三件']) await letter(title);
    expect(await work(2)).toEqual([]);
    expect(await work()).toEqual([]);
    const [only, ...more] = sink.taken.slice(before);
    expect(more).toEqual([]);
    expect(subjectOf(only ?? { to: '', content: '' })).toBe('3 条新消息：第一件');
    for (const title of ['第一件', '第二件', '第三件'])
      expect(textOf(only ?? { to: '', content: '' })).toContain(title);
    expect(await states()).toEqual(['sent', 'sent', 'sent']);
  });

  it('waits while e-mail is stopped, and goes out when it goes on', async () => {
    await forget();
    const before = sink.taken.length;
    const admin = await server.client.signIn('admin');
    const set = (Enabled: boolean) =>
      server.client.post('/webapi/Message/SetChannel', { Channel: '邮件', Enabled, Reason: '服务器搬迁' }, admin);
    expect((await set(false)).status).toBe(1);
    for (const title of ['第一件', '第二件']) await letter(title);
    expect(await work()).toEqual([]);
    expect(await states()).toEqual(['queued', 'queued']);
    await sql`delete from outbox`.execute(server.db);
    expect((await set(true)).status).toBe(1);
    expect(await work()).toEqual([]);
    expect(await states()).toEqual(['sent', 'sent']);
    expect(sink.taken).toHaveLength(before + 1);
  });

  it('is tried again where the server put it off or hung up before it was given, and not where it was refused', async () => {
    await forget();
    const before = sink.taken.length;
    await letter('晚些再来');
    sink.expect('busy', 'hangUp');
    expect(await work()).toHaveLength(1);
    expect(await states()).toEqual(['queued']);
    expect(await work()).toHaveLength(1);
    expect(await work()).toEqual([]);
    expect(sink.taken.slice(before)).toHaveLength(1);

    await forget();
    await letter('没有这个信箱');
    sink.expect('refuse');
    expect(await work(2)).toEqual([]);
    expect(await states()).toEqual(['failed']);
    expect(sink.taken.slice(before)).toHaveLength(1);
  });

  it('of which nobody can say what became is left alone', async () => {
    await forget();
    const before = sink.taken.length;
    await letter('断在最后');
    sink.expect('vanish');
    expect(await work(3)).toEqual([]);
    expect(await states()).toEqual(['unknown']);
    // It had been taken: sending it again would have been the second time.
    expect(sink.taken.slice(before)).toHaveLength(1);

    await forget();
    await letter('停在途中');
    await sql`update mail set state = 'sending'`.execute(server.db);
    expect(await work()).toEqual([]);
    expect(sink.taken.slice(before)).toHaveLength(1);
  });

  it('is given up for who changed their mind, left, or after too many tries', async () => {
    await forget();
    const before = sink.taken.length;
    await letter('不再需要');
    await choose(manager, []);
    await work();
    expect(await states()).toEqual(['dropped']);

    await choose(manager, ['todo']);
    await forget();
    await letter('总是不行');
    sink.expect('busy', 'busy', 'busy', 'busy', 'busy');
    expect(await work(9)).toHaveLength(4);
    expect(await states()).toEqual(['failed']);
    expect(sink.taken.slice(before)).toHaveLength(0);
  });
});

describe('without a server of e-mail', () => {
  it('nobody can choose it, and what was chosen can be given up', async () => {
    const plain = await startTestServer({ databaseUrl: server.databaseUrl });
    const session = await plain.client.signIn('projectManager');
    await choose(manager, ['todo']);
    const save = (email: readonly string[]) =>
      plain.client.json('/webapi/UserInfo/SaveNoticeWays', { email, desktop: [] }, session);
    expect((await save(['todo', 'cc'])).errors).toEqual([{ path: 'email', message: '本系统没有开通邮件发送' }]);
    expect((await save([])).data).toMatchObject({ email: [], mailOn: false });
    expect(plain.jobs.some((job) => job.name === 'mail')).toBe(false);
    await plain.close();
  });
});
