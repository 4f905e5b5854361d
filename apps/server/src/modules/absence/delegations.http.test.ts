import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import readXlsx from 'read-excel-file/node';
import { UNDO_MS } from '../../engine/approval/index.ts';
import { NOTICE, postNotice } from '../../engine/testing/notice.ts';
import { type Held, held, type Reply } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { runDelegations } from './index.ts';

let server: TestServer;
/** Whose record it is, who checks it, who stands in, who has nothing to do with it. */
let operator: Held;
let manager: Held;
let deputy: Held;
let admin: Held;

type Row = Record<string, unknown>;
const HOUR = 3_600_000;
const hours = (ahead: number): string => new Date(Date.now() + ahead * HOUR).toISOString();
const post = (path: string, body: object, as: Held): Promise<Reply> => server.client.post(`/bpmapi/${path}`, body, as);
const rowsOf = (reply: Reply): Row[] => (reply.data.rows ?? []) as Row[];
const info = async (id: unknown, as: Held): Promise<Row> =>
  (await server.client.get(`${NOTICE}/GetInfo`, { BusinessId: id }, as)).data;
const save = (body: object, as: Held): Promise<Reply> => post('Delegation/Save', body, as);
const waits = async (as: Held): Promise<Row[]> => rowsOf(await post('NodeRecord/GetWaitList', { PageSize: 100 }, as));
const nameOf = async (as: Held): Promise<string> =>
  String((await server.client.get('/webapi/UserInfo/UserInfo', {}, as)).data['UserName']);

const submitted = (by: Held = operator): Promise<string> => postNotice(server.client, by);
const handle = async (id: string, as: Held, name = 'Approve', more: object = {}): Promise<Reply> => {
  const seen = await info(id, as);
  const task = { NodeRecordId: seen['NodeRecordId'], FormVersion: seen['FormVersion'] };
  return server.client.post(`${NOTICE}/${name}`, { ...task, ...more }, as);
};
const endAll = async (): Promise<void> => {
  await sql`update wf_delegation set ended_at = now() where ended_at is null`.execute(server.db);
  await runDelegations(server.db, new Date());
};

beforeAll(async () => {
  server = await startTestServer();
  operator = await server.client.signIn('operator');
  manager = await server.client.signIn('projectManager');
  deputy = await server.client.signIn('engineer2');
  admin = await server.client.signIn('admin');
});
afterAll(() => server.close());

describe('setting up a delegation', () => {
  it('says at the field what does not fit', async () => {
    const good = { delegate: deputy.userId, from: hours(0), to: hours(5) };
    const wrong = async (body: object, as: Held = manager) => (await save(body, as)).errors[0];
    expect(await wrong({ ...good, delegate: '' })).toEqual({ path: 'delegate', message: '请选择代理人' });
    expect(await wrong({ ...good, delegate: manager.userId })).toEqual({
      path: 'delegate',
      message: '代理人不能是本人',
    });
    expect(await wrong({ ...good, delegate: '999999' })).toEqual({
      path: 'delegate',
      message: '代理人不存在或已停用',
    });
    expect(await wrong({ ...good, to: hours(-1) })).toEqual({ path: 'to', message: '结束不能早于开始' });
    expect(await wrong({ ...good, from: hours(-5), to: hours(-1) })).toEqual({
      path: 'to',
      message: '结束时间已经过去',
    });
    expect(await wrong({ ...good, to: hours(24 * 400) })).toEqual({ path: 'to', message: '代理期最长一年' });
    expect(await wrong({ ...good, from: 'x' })).toEqual({ path: 'from', message: '请填写开始时间' });
    expect(await wrong({ ...good, modules: ['nothing'] })).toEqual({ path: 'modules', message: '没有模块nothing' });
    expect((await save({ ...good, user: operator.userId }, manager)).status).toBe(403);
    expect((await sql`select 1 from wf_delegation`.execute(server.db)).rows).toEqual([]);
  });

  it('keeps to one delegate a time and module, also when two press at once', async () => {
    const other = await server.client.signIn('engineer3');
    const both = await Promise.all([
      save({ delegate: deputy.userId, from: hours(30), to: hours(40), modules: ['constructionNotice'] }, manager),
      save({ delegate: other.userId, from: hours(35), to: hours(45) }, manager),
    ]);
    expect(both.map((one) => one.status).sort()).toEqual([0, 1]);
    expect(both.find((one) => one.status === 0)?.errors[0]).toMatchObject({
      path: 'from',
      message: expect.stringContaining('该时段已有代理：'),
    });
    await endAll();
  });

  it('closes no cycle, and pairs no roles that exclude each other', async () => {
    const time = { from: hours(50), to: hours(60) };
    expect((await save({ delegate: deputy.userId, ...time }, manager)).status).toBe(1);
    expect((await save({ delegate: operator.userId, ...time }, deputy)).status).toBe(1);
    expect((await save({ delegate: manager.userId, ...time }, operator)).errors).toEqual([
      { path: 'delegate', message: '代理关系形成循环，请检查' },
    ]);
    await endAll();
    const [cashier, finance] = [await server.client.signIn('cashier'), await server.client.signIn('finance')];
    expect((await save({ delegate: finance.userId, ...time }, cashier)).errors[0]).toMatchObject({
      path: 'delegate',
      message: expect.stringContaining('互斥角色不能代理'),
    });
  });
});

describe('while it runs', () => {
  it('brings the to-dos of the owner, and what was done is told as done for them', async () => {
    const before = await submitted();
    expect(
      (await save({ delegate: deputy.userId, from: hours(0), to: hours(5), reason: '出差' }, manager)).status,
    ).toBe(1);
    const after = await submitted();
    const owner = await nameOf(manager);
    for (const id of [before, after]) {
      expect((await waits(deputy)).find((row) => row['BusinessId'] === id)).toMatchObject({
        onBehalfOf: owner,
        pool: true,
      });
      expect((await waits(manager)).find((row) => row['BusinessId'] === id)).toMatchObject({
        onBehalfOf: null,
        pool: true,
      });
    }
    const seen = await info(after, deputy);
    expect(seen).toMatchObject({ OnBehalfOf: owner, stepKey: 's1' });
    expect(seen['allowedActions']).toEqual(expect.arrayContaining(['Approve', 'Reject']));
    expect(seen['allowedActions']).not.toContain('Transfer');
    expect(await handle(after, deputy, 'Transfer', { UserId: admin.userId, Opinion: '请处理' })).toMatchObject({
      status: 403,
      message: '代理人不能再转交他人，请由授权人本人办理',
    });

    // Whoever claims it keeps the other off, and the open record says who that is.
    const hold = (what: string) =>
      post('NodeRecord/GetNodeRecord', { NodeRecordId: seen['NodeRecordId'], [what]: true }, manager);
    expect((await hold('Claim')).status).toBe(1);
    expect(await info(after, deputy)).toMatchObject({
      claimedBy: owner,
      allowedActions: expect.not.arrayContaining(['Approve']),
    });
    expect((await hold('Release')).status).toBe(1);
    expect(await info(after, deputy)).toMatchObject({ claimedBy: null, OnBehalfOf: owner });

    const who = `${await nameOf(deputy)}代${owner}`;
    expect((await handle(after, deputy, 'Approve', { Opinion: '同意施工' })).status).toBe(1);
    const steps = (await info(after, operator))['steps'] as { handlers: Row[] }[];
    expect(steps[1]?.handlers).toMatchObject([
      { UserId: deputy.userId, UserName: who, OnBehalfOf: manager.userId, Opinion: '同意施工' },
    ]);
    const log = await post('NodeRecord/GetList', { ProcedureId: seen['ProcedureId'], BusinessId: after }, operator);
    expect((log.data['actions'] as Row[]).at(-1)).toMatchObject({ UserName: who, label: '同意' });
    const history = rowsOf(await post('NodeRecord/GetHistoryList', {}, deputy));
    expect(history[0]).toMatchObject({ BusinessId: after, onBehalfOf: owner, conclusion: '同意' });
    const late = await server.client.post(
      `${NOTICE}/Approve`,
      { NodeRecordId: seen['NodeRecordId'], FormVersion: seen['FormVersion'] },
      manager,
    );
    expect(late).toMatchObject({ status: 409, message: expect.stringContaining(`已由${who}于`) });
    const told = await sql<{ action: string }>`select action from audit_log where object_type = 'constructionNotice'
      and object_id = ${after} and user_id = ${deputy.userId} order by id desc limit 1`.execute(server.db);
    expect(told.rows[0]?.action).toBe(`同意：项目经理审核（代${owner}）`);
    // An agreement is told of once it can no longer be undone.
    const newest = async () => rowsOf(await post('NodeRecord/GetFirstNotice', {}, manager))[0];
    const title = expect.stringContaining(`${await nameOf(deputy)}代您同意「项目经理审核」：同意施工`);
    expect(await newest()).not.toMatchObject({ title });
    await sql`update wf_notice set held_until = held_until - ${UNDO_MS} * interval '1 millisecond' where held_until is not null`.execute(
      server.db,
    );
    expect(await newest()).toMatchObject({ label: '代办', title });

    // The owner may handle their own to-do; then it is nobody's any more.
    expect((await handle(before, manager)).status).toBe(1);
    expect((await waits(deputy)).filter((row) => [before, after].includes(String(row['BusinessId'])))).toEqual([]);
    const mine = rowsOf(await post('Delegation/Index', { mine: true, state: 'running' }, manager));
    expect(mine).toMatchObject([{ scope: '全部', handled: 1, mayEnd: true, state: 'running', reason: '出差' }]);
    await endAll();
  });

  it('lets one of the two take a to-do, and shows it to the other', async () => {
    expect((await save({ delegate: deputy.userId, from: hours(0), to: hours(5) }, manager)).status).toBe(1);
    const id = await submitted();
    const task = (await info(id, deputy))['NodeRecordId'];
    await post('NodeRecord/GetNodeRecord', { NodeRecordId: task, Claim: true }, deputy);
    expect((await waits(manager)).find((row) => row['BusinessId'] === id)).toMatchObject({
      claimedBy: await nameOf(deputy),
    });
    expect((await handle(id, manager)).message).toBe(`${await nameOf(deputy)}正在处理，请稍后再试`);
    // With the delegation ends what the delegate had open.
    await endAll();
    expect((await waits(manager)).find((row) => row['BusinessId'] === id)).toMatchObject({ claimedBy: null });
    expect((await handle(id, manager)).message).toBe('');
  });

  it('never brings people their own record, nor what somebody else gave to the owner', async () => {
    const third = await server.client.signIn('engineer3');
    expect((await save({ delegate: operator.userId, from: hours(0), to: hours(5) }, manager)).status).toBe(1);
    expect((await save({ delegate: third.userId, from: hours(0), to: hours(5) }, operator)).status).toBe(1);
    const own = await submitted();
    const others = await submitted(await server.client.signIn('operator2'));
    const list = await waits(operator);
    expect(list.some((row) => row['BusinessId'] === own)).toBe(false);
    expect(list.some((row) => row['BusinessId'] === others)).toBe(true);
    expect((await waits(third)).some((row) => [own, others].includes(String(row['BusinessId'])))).toBe(false);
    expect((await handle(own, operator)).status).not.toBe(1);
    await endAll();
  });

  it('is only for the modules that it names', async () => {
    expect(
      (await save({ delegate: deputy.userId, from: hours(0), to: hours(5), modules: ['payment'] }, manager)).status,
    ).toBe(1);
    const id = await submitted();
    expect((await waits(deputy)).some((row) => row['BusinessId'] === id)).toBe(false);
    await endAll();
  });
});

describe('its beginning and its end', () => {
  it('come by themselves, each told once', async () => {
    const id = await submitted();
    const has = async () => (await waits(deputy)).some((row) => row['BusinessId'] === id);
    const told = async (word: string) =>
      (
        await sql`select 1 from message where kind = '代理' and user_id = ${deputy.userId} and title like ${`%${word}`}`.execute(
          server.db,
        )
      ).rows.length;
    const [begun, over] = [await told('已开始'), await told('已结束')];
    const made = await save({ delegate: deputy.userId, from: hours(1), to: hours(3) }, manager);
    expect(made.message).toBe('');
    expect(await has()).toBe(false);
    const at = (ahead: number) => new Date(Date.now() + ahead * HOUR);
    await Promise.all([1, 2, 3].map(() => runDelegations(server.db, at(2))));
    expect([await has(), await told('已开始')]).toEqual([true, begun + 1]);
    // By the server's clock it has not begun: the list may be early by a moment, the deed is not.
    const task = (await waits(deputy)).find((row) => row['BusinessId'] === id);
    const early = { NodeRecordId: task?.['NodeRecordId'], FormVersion: task?.['FormVersion'] };
    expect((await server.client.post(`${NOTICE}/Approve`, early, deputy)).status).toBe(403);
    await Promise.all([1, 2, 3].map(() => runDelegations(server.db, at(4))));
    expect([await has(), await told('已结束')]).toEqual([false, over + 1]);
    await endAll();
  });

  it('end with the word of the owner or of who manages them, and with the account', async () => {
    const id = String((await save({ delegate: deputy.userId, from: hours(0), to: hours(5) }, manager)).data['Id']);
    const stranger = await server.client.signIn('sales');
    expect(await save({ Id: id, end: true }, stranger)).toMatchObject({ status: 404 });
    expect((await save({ Id: id, end: true }, deputy)).status).toBe(403);
    expect((await save({ Id: id }, manager)).errors[0]?.path).toBe('end');
    expect((await save({ Id: id, end: true, reason: '提前返回' }, admin)).status).toBe(1);
    expect((await save({ Id: id, end: true }, manager)).message).toBe('该代理已经结束');
    const list = rowsOf(await post('Delegation/Index', { user: manager.userId }, admin));
    expect(list.find((row) => row['Id'] === id)).toMatchObject({
      state: 'ended',
      endReason: '提前返回',
      waiting: 0,
      mayEnd: false,
    });
    expect(rowsOf(await post('Delegation/Index', {}, stranger))).toEqual([]);

    const made = await save({ user: manager.userId, delegate: stranger.userId, from: hours(1), to: hours(5) }, admin);
    expect(made.status).toBe(1);
    const off = await server.client.post(
      '/webapi/UserInfo/SetState',
      { userId: stranger.userId, state: 'disabled' },
      admin,
    );
    expect(off.message).toBe('');
    expect(rowsOf(await post('Delegation/Index', { user: stranger.userId }, admin))[0]).toMatchObject({
      state: 'ended',
    });
  });

  it('are exported for who may', async () => {
    const file = async (as: Held) =>
      fetch(`${server.client.url}/bpmapi/Delegation/Export`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...held(as) },
        body: JSON.stringify({ user: manager.userId }),
      });
    const [sheet] = await readXlsx(Buffer.from(await (await file(admin)).arrayBuffer()));
    expect(sheet?.data[0]?.slice(0, 3)).toEqual(['授权人', '代理人', '范围']);
    expect(sheet?.data.length).toBeGreaterThan(3);
    expect(((await (await file(manager)).json()) as Row)['status']).toBe(403);
  });
});
