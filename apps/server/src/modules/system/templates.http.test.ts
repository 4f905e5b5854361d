/** Wordings of messages as administrators change them, and that what is sent says it; quiet hours; messages that are told together. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NOTICE, postNotice } from '../../engine/testing/notice.ts';
import { sendMessage, tellHeld } from '../../platform/messages/send.ts';
import { morningAfter } from '../../platform/messages/wording.ts';
import type { Held, Reply } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

type Row = Record<string, unknown>;
const DAY = new Date('2026-11-28T12:00:00+08:00');
const NIGHT = new Date('2026-11-28T22:30:00+08:00');
const MORNING = new Date('2026-11-29T08:00:00+08:00');

let server: TestServer;
let now = DAY;
const people = new Map<string, Held>();
const as = async (account: string): Promise<Held> => {
  const known = people.get(account) ?? (await server.client.signIn(account));
  people.set(account, known);
  return known;
};
const message = async (call: string, body: object, account = 'admin'): Promise<Reply> =>
  server.client.post(`/webapi/Message/${call}`, body, await as(account));
const rowsOf = (reply: Reply): Row[] => (reply.data.rows ?? []) as Row[];
const template = async (Code: string): Promise<Row> =>
  rowsOf(await message('Templates', {})).find((row) => row['Code'] === Code) ?? {};
const save = async (Code: string, change: object): Promise<Reply> => {
  const { Text, Enabled, Version } = await template(Code);
  return message('SaveTemplate', { Code, Text, Enabled, Version, ...change });
};
const ask = (path: string, account: string): Promise<Reply> =>
  message('PermissionRequest', { path, reason: '要用' }, account);
const notices = async (account: string): Promise<Row[]> =>
  rowsOf(await server.client.post('/bpmapi/NodeRecord/GetFirstNotice', { Top: 50, All: true }, await as(account)));

/** A record of the operator's that the project manager has to check. */
const submitted = async (): Promise<string> => postNotice(server.client, await as('operator'));
const copied = async (id: string, to: string): Promise<Reply> =>
  server.client.post(`${NOTICE}/Cc`, { BusinessId: id, UserIds: [(await as(to)).userId] }, await as('operator'));

beforeAll(async () => {
  server = await startTestServer({ clock: () => now });
});
afterAll(() => server.close());

describe('wordings', () => {
  it('are checked: words that there are, braces that close, nothing left out that must be said', async () => {
    const fault = async (Code: string, Text: string) => (await save(Code, { Text })).errors[0];
    expect(await fault('approval.todo', '{单据}请{怎么办}')).toEqual({
      path: 'Text',
      message: '没有变量 {怎么办}，请从变量表中选择：{单据}、{事由}、{步骤}',
    });
    expect((await fault('approval.todo', '{单据}：{事由'))?.message).toBe('花括号没有成对，变量写作 {变量名}');
    expect((await fault('code.login', '验证码已发送'))?.message).toBe('正文必须含有 {验证码}');
    expect((await fault('approval.todo', ' '))?.message).toBe('请填写正文');
    expect((await save('approval.todo', { Enabled: false })).message).toContain('这个消息不能停用');
    expect((await message('SaveTemplate', { Code: 'nothing', Text: '字', Enabled: true, Version: 0 })).message).toBe(
      '没有这个消息模板',
    );
    expect((await message('Templates', {}, 'operator')).status).toBe(403);
  });

  it('say what is sent from then on, each change a version of its own', async () => {
    const saved = await save('permission.asked', { Text: '请批：{申请人} → {页面}\n理由是{理由}' });
    expect(saved.data).toEqual({ Version: 1 });
    await ask('/system/roles', 'legal');
    expect(rowsOf(await message('Index', {}))[0]).toMatchObject({
      kind: '权限申请',
      title: expect.stringMatching(/^请批：.+ → \/system\/roles$/) as string,
      note: '理由是要用',
      path: '/system/users',
    });
    const { rows } = await sql<Row>`select template, template_version as version, facts ->> '页面' as page from message
      where kind = '权限申请' order by id desc limit 1`.execute(server.db);
    expect(rows[0]).toEqual({ template: 'permission.asked', version: 1, page: '/system/roles' });
    const stale = await message('SaveTemplate', {
      Code: 'permission.asked',
      Text: '{申请人}',
      Enabled: true,
      Version: 0,
    });
    expect(stale.message).toBe('模板已被他人修改，请刷新后再改');
    const { Own, Variables } = await template('permission.asked');
    expect(Variables).toEqual(['申请人', '页面', '理由']);
    expect((await save('permission.asked', { Text: Own })).data).toEqual({ Version: 2 });
    const versions = rowsOf(await message('TemplateVersions', { Code: 'permission.asked' }));
    expect(versions.map((row) => [row['Version'], row['Text'] === Own])).toEqual([
      [2, true],
      [1, false],
    ]);
    const audit = await server.client.post('/webapi/AuditLog/Index', { object: '权限申请' }, await as('auditor'));
    expect(rowsOf(audit).map((row) => row['action'] ?? row['Action'])).toContain('修改消息模板');
  });

  it('of approvals say what handlers read, and what is switched off is not told', async () => {
    await save('approval.todo', { Text: '【待办】{单据}（{步骤}）{事由}' });
    await save('approval.cc', { Enabled: false });
    const id = await submitted();
    const [todo] = await notices('projectManager');
    expect(todo).toMatchObject({ BusinessId: id, title: expect.stringMatching(/^【待办】.+（.+）请处理$/) as string });
    expect((await copied(id, 'finance')).message).toBe('');
    expect((await notices('finance')).filter((row) => row['BusinessId'] === id)).toEqual([]);
    await save('approval.cc', { Enabled: true });
    expect((await copied(id, 'legal')).message).toBe('');
    expect((await notices('legal')).map((row) => row['kind'])).toEqual(['cc']);
  });
});

describe('messages of one kind to one person', () => {
  it('within five minutes are told as one, later ones by themselves, and are read together', async () => {
    await sql`delete from message`.execute(server.db);
    await ask('/system/depts', 'finance');
    await ask('/system/menus', 'finance');
    await ask('/system/audit', 'finance');
    const inbox = await message('Index', {});
    expect(inbox.data['unread']).toBe(1);
    const [first, ...others] = rowsOf(inbox);
    expect(others).toEqual([]);
    expect(String(first?.['title'])).toContain('/system/audit');
    const also = first?.['also'] as string[];
    expect(also.map((title) => title.split(' ')[1])).toEqual(['/system/menus', '/system/depts']);
    await sql`update message set created_at = created_at - interval '6 minutes'`.execute(server.db);
    await ask('/system/jobs', 'finance');
    expect((await message('Index', {})).data['unread']).toBe(2);
    const read = await message('Read', { Ids: [first?.['id']] });
    expect(read.data['unread']).toBe(1);
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from message
      where user_id = ${(await as('admin')).userId} and read_at is not null`.execute(server.db);
    expect(rows[0]?.n).toBe(3);
    // What has been read is not gone on with.
    await ask('/system/health', 'finance');
    await message('Read', { All: true });
    await ask('/system/users', 'finance');
    expect((await message('Index', {})).data['unread']).toBe(1);
  });
});

describe('a message to somebody who is meant twice', () => {
  it('comes once, also by e-mail', async () => {
    const { userId } = await as('engineer');
    await sql`update app_user set email = 'engineer@example.com' where id = ${userId}`.execute(server.db);
    await sql`insert into user_setting (user_id, key, value) values (${userId}, 'notice.ways', '{"email": ["system"]}')
      on conflict (user_id, key) do update set value = excluded.value`.execute(server.db);
    await server.db
      .transaction()
      .execute((tx) => sendMessage(tx, [userId, userId], 'inspection.urged', { 内容: '请尽快整改' }));
    const { rows } = await sql<{ messages: number; mails: number }>`select
      (select count(*)::int from message where user_id = ${userId} and title = '请尽快整改') as messages,
      (select count(*)::int from mail where user_id = ${userId}) as mails`.execute(server.db);
    expect(rows[0]).toEqual({ messages: 1, mails: 1 });
  });
});

describe('quiet hours', () => {
  it('end in the morning that follows', () => {
    const hours = { from: 21, to: 8 };
    const at = (text: string) => morningAfter(new Date(`2026-11-28T${text}:00+08:00`), hours)?.toISOString() ?? null;
    expect(at('20:59')).toBeNull();
    expect(at('21:00')).toBe('2026-11-29T00:00:00.000Z');
    expect(at('07:59')).toBe('2026-11-28T00:00:00.000Z');
    expect(at('08:00')).toBeNull();
    expect(morningAfter(NIGHT, { from: 9, to: 9 })).toBeNull();
    expect(morningAfter(DAY, { from: 11, to: 13 })?.toISOString()).toBe('2026-11-28T05:00:00.000Z');
  });

  it('are not set over those of another administrator', async () => {
    const seen = { From: 21, To: 8 };
    await message('SaveQuiet', seen);
    expect((await message('SaveQuiet', { From: 22, To: 8, seen })).data).toEqual({ From: 22, To: 8 });
    expect(await message('SaveQuiet', { From: 21, To: 7, seen })).toMatchObject({
      status: 409,
      message: '静默时段的开始刚被他人修改，请重新打开核对后再保存',
    });
    await message('SaveQuiet', seen);
  });

  it('keep what is ordinary for the morning, and let through what waits for somebody', async () => {
    expect((await message('SaveQuiet', { From: 24, To: 8 })).errors[0]?.message).toBe('开始不能大于23');
    expect((await message('SaveQuiet', { From: 21, To: 8 })).data).toEqual({ From: 21, To: 8 });
    now = NIGHT;
    people.clear();
    const id = await submitted();
    expect((await notices('projectManager')).map((row) => row['BusinessId'])).toContain(id);
    await copied(id, 'hr');
    expect(await notices('hr')).toEqual([]);
    const before = Number((await message('Index', {})).data['unread']);
    await ask('/system/calendar', 'hr');
    expect((await message('Index', {})).data['unread']).toBe(before);
    const out = rowsOf(await message('Outbox', { Keyword: '/system/calendar' }));
    expect(out.map((row) => [row['State'], row['Reason'], row['SentAt']])).toEqual(
      out.map(() => ['待发', '静默时段，次日晨间发出', null]),
    );
    expect(out.length).toBeGreaterThan(0);
    // An announcement waits, too, where nobody said that it is urgent.
    const told = { Title: '班车', Body: '周日停开', RoleCodes: ['hr'] };
    expect((await message('Send', told)).data['HeldUntil']).toBe(MORNING.toISOString());
    expect(rowsOf(await message('MyAnnouncements', {}, 'hr'))).toEqual([]);
    expect((await message('Send', { ...told, Title: '停水', Urgent: true })).data['HeldUntil']).toBeNull();
    expect(rowsOf(await message('MyAnnouncements', {}, 'hr')).map((row) => row['title'])).toEqual(['停水']);

    await tellHeld(server.db, NIGHT);
    expect(await notices('hr')).toEqual([]);
    now = MORNING;
    people.clear();
    expect((await notices('hr')).map((row) => row['kind'])).toEqual(['cc']);
    const pushed = async () =>
      (await sql<{ n: number }>`select count(*)::int as n from live_event where topic = 'notice'`.execute(server.db))
        .rows[0]?.n ?? 0;
    const heard = await pushed();
    await server.jobs.find(({ name }) => name === 'held-messages')?.run(undefined);
    expect(await pushed()).toBeGreaterThan(heard);
    expect(await tellHeld(server.db, MORNING)).toBe(0);
    expect(rowsOf(await message('MyAnnouncements', {}, 'hr')).map((row) => row['title'])).toEqual(['停水', '班车']);
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::int as n from wf_notice where overnight and held_until is not null`.execute(server.db);
    expect(rows[0]?.n).toBe(0);
  });
});
