import { procedureRoute, MODULES } from '@hengneng/core';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertRecord, markRecord } from '../../engine/forms/store.ts';
import { leaveFollowUp } from '../../engine/forms/follow-up.ts';
import type { Held, Reply } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let admin: Held;
let operator: Held;

const post = (path: string, body: object, as: Held): Promise<Reply> => server.client.post(path, body, as);
const rowsOf = (reply: Reply): Record<string, unknown>[] => (reply.data.rows ?? []) as Record<string, unknown>[];

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.client.signIn('admin');
  operator = await server.client.signIn('operator');
});
afterAll(() => server.close());

describe('settings', () => {
  it('are one’s own, and go when emptied', async () => {
    const key = 'columns:payment';
    await post('/webapi/UserInfo/SaveSetting', { key, value: '{"hidden":["a"]}' }, operator);
    const read = (as: Held) => server.client.get('/webapi/UserInfo/GetSetting', { key }, as);
    expect(JSON.parse(String((await read(operator)).data[key]))).toEqual({ hidden: ['a'] });
    expect((await read(admin)).data).toEqual({});
    expect((await post('/webapi/UserInfo/SaveSetting', { key, value: '{' }, operator)).errors[0]?.path).toBe('value');
    await post('/webapi/UserInfo/SaveSetting', { key, value: '' }, operator);
    expect((await read(operator)).data).toEqual({});
  });
});

describe('asking for a permission', () => {
  it('tells the administrators, once a day for an address', async () => {
    const first = await post(
      '/webapi/Message/PermissionRequest',
      { path: '/system/users?from=1', reason: '需要查人' },
      operator,
    );
    expect(first.data.admins).toEqual(['周岚', '程立言']);
    const again = await post('/webapi/Message/PermissionRequest', { path: '/system/users' }, operator);
    expect(again.message).toBe('今天已申请过，请等待管理员处理');
    expect(rowsOf(await post('/webapi/Message/Index', {}, admin))[0]?.title).toBe('崔国栋申请访问 /system/users');
    expect(rowsOf(await post('/webapi/Message/Index', {}, operator))).toEqual([]);
    expect((await post('/webapi/Message/PermissionRequest', { path: '//elsewhere' }, operator)).errors[0]?.path).toBe(
      'path',
    );
  });
});

describe('messages', () => {
  it('are marked read one by one or all, only one’s own', async () => {
    const other = await server.client.signIn('hr');
    for (const path of ['/system/roles', '/system/depts', '/system/audit']) {
      // Long enough apart that they are not told together.
      await sql`update message set created_at = created_at - interval '6 minutes'`.execute(server.db);
      await post('/webapi/Message/PermissionRequest', { path }, other);
    }
    const inbox = await post('/webapi/Message/Index', {}, admin);
    const before = Number(inbox.data.unread);
    expect(before).toBeGreaterThanOrEqual(3);
    const [first] = rowsOf(inbox);
    expect(first?.read).toBe(false);
    await post('/webapi/Message/Read', { Ids: [first?.id] }, operator);
    expect((await post('/webapi/Message/Index', {}, admin)).data.unread).toBe(before);
    expect((await post('/webapi/Message/Read', { Ids: [first?.id] }, admin)).data.unread).toBe(before - 1);
    expect((await post('/webapi/Message/Read', { Ids: [first?.id] }, admin)).data.unread).toBe(before - 1);
    expect((await post('/webapi/Message/Read', {}, admin)).errors[0]).toEqual({ path: 'Ids', message: '请指定消息' });
    expect((await post('/webapi/Message/Read', { All: true }, admin)).data.unread).toBe(0);
    expect(rowsOf(await post('/webapi/Message/Index', { unread: true }, admin))).toEqual([]);
  });
});

describe('phrases', () => {
  it('are one’s own, at most twenty, and kept ones come first', async () => {
    const texts = async (as: Held) =>
      rowsOf(await post('/bpmapi/Phrase/Index', {}, as)).map((row) => `${String(row.text)} ${String(row.kept)}`);
    await sql`insert into wf_phrase (user_id, text, uses) values (${operator.userId}, '已核实', 9)`.execute(server.db);
    await post('/bpmapi/Phrase/Save', { text: ' 同意，请按计划执行 ' }, operator);
    expect(await texts(operator)).toEqual(['同意，请按计划执行 true', '已核实 false']);
    expect(await texts(admin)).toEqual([]);
    await post('/bpmapi/Phrase/Delete', { text: '已核实' }, admin);
    expect(await texts(operator)).toHaveLength(2);
    await post('/bpmapi/Phrase/Delete', { text: '已核实' }, operator);
    for (let n = 1; n < 20; n += 1) await post('/bpmapi/Phrase/Save', { text: `意见${n}` }, operator);
    const full = await post('/bpmapi/Phrase/Save', { text: '再来一条' }, operator);
    expect(full.errors).toEqual([{ path: 'text', message: '最多收藏20条，请先删除不用的' }]);
    expect((await post('/bpmapi/Phrase/Save', { text: '意见1' }, operator)).status).toBe(1);
    expect((await post('/bpmapi/Phrase/Save', { text: '长'.repeat(101) }, operator)).errors[0]?.path).toBe('text');
  });
});

describe('a page that somebody is turned away from', () => {
  it('stands in the audit log without what stood behind its address, and says whom to call', async () => {
    const asked = await post('/webapi/Message/Denied', { path: '/system/audit?user=7' }, operator);
    const admins = asked.data.admins as { name: string; phone: string | null }[];
    expect(admins.map((one) => one.name)).toContain('周岚');
    const [noted] = rowsOf(await post('/webapi/AuditLog/Index', { object: '/system/audit' }, admin));
    expect(noted).toMatchObject({ action: '打开页面', result: '拒绝', summary: '无权打开 /system/audit' });
    expect((await post('/webapi/Message/Denied', { path: '//elsewhere' }, operator)).errors[0]?.path).toBe('path');
  });
});

describe('what approvals leave to be followed up', () => {
  it('stands among the messages of who is meant, opens what it is about, and is read by each alone', async () => {
    const finance = await server.client.signIn('finance');
    const second = await server.client.signIn('finance2');
    const left = { project: 'EMC01001', due: null, target: null, source: { module: 'payment', id: '7', effect: 't' } };
    await server.db.transaction().execute(async (tx) => {
      const { directory } = server.engine.deps;
      await leaveFollowUp(tx, directory, {
        ...left,
        kind: '待填报',
        title: '给运行工',
        user: operator.userId,
        role: null,
      });
      await leaveFollowUp(tx, directory, { ...left, kind: '结算调整', title: '给财务', user: null, role: 'finance' });
    });
    const found = async (as: Held) =>
      rowsOf(await post('/webapi/Message/Index', {}, as)).filter((row) => String(row.id).startsWith('f'));
    const unread = async (as: Held) => Number((await post('/webapi/Message/Index', {}, as)).data.unread);
    const mine = (await found(operator)).find((row) => row.title === '给运行工');
    expect(mine).toMatchObject({
      label: '待填报',
      project: '浦江国际大厦项目',
      path: procedureRoute(MODULES.payment.procedureId, '7'),
      read: false,
    });
    expect((await found(operator)).map((row) => row.title)).not.toContain('给财务');
    const [hers, his] = [await unread(finance), await unread(second)];
    const [one] = (await found(finance)).filter((row) => row.title === '给财务');
    expect((await post('/webapi/Message/Read', { Ids: [one?.id] }, finance)).data).toEqual({ unread: hers - 1 });
    expect(await unread(second)).toBe(his);
    // Nobody reads for somebody else.
    await post('/webapi/Message/Read', { Ids: [mine?.id] }, second);
    expect((await found(operator)).find((row) => row.title === '给运行工')?.read).toBe(false);
    expect((await post('/webapi/Message/Read', { All: true }, second)).data).toEqual({ unread: 0 });
  });
});

describe('search', () => {
  it('finds menus, projects and people that one may see', async () => {
    const find = async (keyword: string, as: Held) =>
      rowsOf(await post('/webapi/Search/Index', { Keyword: keyword }, as));
    expect((await find('用户管理', operator)).filter((row) => row.kind === 'menu')).toEqual([]);
    expect((await find('yhgl', admin))[0]).toMatchObject({ kind: 'menu', path: '/system/users' });
    expect((await find('zhujiang', operator)).filter((row) => row.kind === 'project')).toEqual([]);
    expect((await find('pujiang', operator)).find((row) => row.kind === 'project')).toMatchObject({
      title: '浦江国际大厦项目',
      id: 'EMC01001',
    });
    expect((await find('operator', admin)).find((row) => row.kind === 'user')?.id).toBe(operator.userId);
    // A room as people write it, only for who may look at the counter.
    const cashier = await server.client.signIn('cashier');
    const { rows } = await sql<{ id: string; code: string; community: string }>`
      select r.id::text, r.full_code as code, c.name as community from room r join community c on c.id = r.community_id
        join community_cashier k on k.community_id = c.id and k.user_id = ${cashier.userId} and upper_inf(k.span)
      order by r.id limit 1`.execute(server.db);
    const room = rows[0];
    const spoken = String(room?.code).replaceAll('-', ' ');
    expect((await find(spoken, cashier)).filter((row) => row.kind === 'room')).toContainEqual({
      kind: 'room',
      title: room?.code,
      note: room?.community,
      path: expect.stringContaining(`room=${room?.id}`),
      id: null,
    });
    expect((await find(spoken, operator)).filter((row) => row.kind === 'room')).toEqual([]);
    expect((await find('单元', cashier)).filter((row) => row.kind === 'room')).toEqual([]);
  });

  it('finds a record by its number for whoever its list shows it to, once, and no draft', async () => {
    const { engine } = server;
    const payment = engine.catalog.get('payment');
    if (payment === undefined) throw new Error('no payment');
    const begun = 'NYFK-209901-';
    const place = async (serial: string, project: string, status: string): Promise<string> => {
      const id = await insertRecord(server.db, payment, { project }, admin.userId, 'A6301');
      await markRecord(server.db, payment, id, { status, serial });
      // Two rounds of life, as of one that was withdrawn and submitted again.
      for (const round of ['withdrawn', status])
        await sql`insert into wf_instance (module_id, biz_id, status, starter, starter_dept, project_code, serial, title)
          values ('payment', ${id}, ${round}, ${admin.userId}, 'A6301', ${project}, ${serial}, '周岚的能源付款')`.execute(
          server.db,
        );
      return id;
    };
    const east = await place(`${begun}0001`, 'EMC01001', 'approved');
    const south = await place(`${begun}0002`, 'EMC02002', 'approved');
    await place(`${begun}0003`, 'EMC01001', 'draft');
    const found = async (keyword: string, account: string) =>
      rowsOf(await post('/webapi/Search/Index', { Keyword: keyword }, await server.client.signIn(account)))
        .filter((row) => row.kind === 'record')
        .map((row) => String(row.note).split(' ')[1]);
    expect(await found(`${begun}0001`.toLowerCase(), 'areaManager')).toEqual([`${begun}0001`]);
    // The other area's is not theirs, though both begin so.
    expect(await found(begun, 'areaManager')).toEqual([`${begun}0001`]);
    expect(await found(begun, 'areaManager2')).toEqual([`${begun}0002`]);
    expect((await found(begun, 'generalManager')).toSorted()).toEqual([`${begun}0001`, `${begun}0002`]);
    // Nobody finds what they could not open in a list.
    expect(await found(begun, 'legal')).toEqual([]);
    // A letter like any other.
    expect(await found('NYFK-20990%', 'generalManager')).toEqual([]);
    const [first] = rowsOf(
      await post('/webapi/Search/Index', { Keyword: `${begun}0002` }, await server.client.signIn('generalManager')),
    );
    expect(first?.path).toBe(procedureRoute(MODULES.payment.procedureId, south));
    await sql`delete from wf_instance where module_id = 'payment' and biz_id = any(${[east, south]}::bigint[])`.execute(
      server.db,
    );
  });
});

describe('the audit log', () => {
  it('shows who did what, and refuses more than a year', async () => {
    await post(
      '/emcapi/ProjectAdditionInfo/AddInfo',
      { ProjectCode: 'EMC01001', kind: '概况', title: '外立面' },
      admin,
    );
    const found = rowsOf(await post('/webapi/AuditLog/Index', { object: 'EMC01001' }, admin))[0];
    expect(found).toMatchObject({ action: '新增补充信息', userName: '周岚', result: '成功' });
    const long = await post('/webapi/AuditLog/Index', { range: { from: '2020-01-01', to: '2026-01-01' } }, admin);
    expect(long.errors).toEqual([{ path: 'range.from', message: '最多查询一年' }]);
    expect((await post('/webapi/AuditLog/Index', { range: { from: '昨天' } }, admin)).errors[0]?.path).toBe(
      'range.from',
    );
  });

  it('cannot be changed, and tells where it was all the same', async () => {
    await expect(sql`update audit_log set action = '别的'`.execute(server.db)).rejects.toThrow('append-only');
    await expect(sql`delete from audit_log`.execute(server.db)).rejects.toThrow('append-only');
    await expect(sql`truncate audit_log cascade`.execute(server.db)).rejects.toThrow('append-only');
    await sql`alter table audit_log disable trigger audit_log_append_only`.execute(server.db);
    // As if written a minute ago, so that the chain takes it up now.
    await sql`update audit_log set at = at - interval '1 minute'`.execute(server.db);
    expect((await post('/webapi/AuditLog/Verify', {}, admin)).data).toMatchObject({ ok: true, brokenAt: null });
    const first = await sql<{ id: string }>`select id::text from audit_log order by id limit 1`.execute(server.db);
    const id = first.rows[0]?.id;
    await sql`update audit_log set summary = '改过' where id = ${id}`.execute(server.db);
    expect((await post('/webapi/AuditLog/Verify', {}, admin)).data).toMatchObject({ ok: false, brokenAt: id });
  });

  it('is exported only with a reason', async () => {
    expect((await post('/webapi/AuditLog/Export', {}, admin)).errors[0]).toEqual({
      path: 'reason',
      message: '请填写导出原因',
    });
  });
});
