/** Roles that come with a post: who gets them, who loses them, and what keeps anybody from it. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { applyDueTransfers } from './jobTransfer.effect.ts';
import type { Held, Reply } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { handlerSource } from '../../modules/identity/index.ts';

let server: TestServer;
let admin: Held;

const post = (path: string, body: object, as: Held = admin): Promise<Reply> => server.client.post(path, body, as);
type Row = Record<string, unknown>;
const rowsOf = (reply: Reply): Row[] => (Array.isArray(reply.data) ? reply.data : (reply.data.rows ?? [])) as Row[];
const personOf = async (account: string): Promise<Row> => {
  const found = rowsOf(await post('/webapi/UserInfo/Index', { Keyword: account })).find(
    (row) => row.account === account,
  );
  if (found === undefined) throw new Error(account);
  return found;
};
const idOf = async (account: string): Promise<string> => String((await personOf(account)).UserId);

/** Gives somebody a post, as the people's administration does. */
const employ = async (account: string, position: string, as: Held = admin): Promise<Reply> => {
  const { UserId, UserName, T_OutSideDeptId } = await personOf(account);
  return post('/webapi/UserInfo/Save', { userId: UserId, account, UserName, T_OutSideDeptId, position }, as);
};

let roleId: string;
const members = async (of = roleId): Promise<Row[]> =>
  rowsOf(await post('/webapi/UserRole/GetUsersByRoleId', { roleId: of }));
const memberNamed = async (account: string, of = roleId): Promise<Row | undefined> =>
  (await members(of)).find((row) => row.account === account);
const byPosts = (posts: readonly string[], more: object = {}): Promise<Reply> =>
  post('/webapi/UserRole/SavePosts', { roleId, posts: posts.length === 0 ? '' : posts, ...more });
const roleNamed = async (code: string): Promise<string> =>
  String(rowsOf(await post('/webapi/UserRole/Index', {})).find((row) => row.roleCode === code)?.roleId);
const lastTrail = async (action: string): Promise<Row | undefined> => {
  const { rows } =
    await sql<Row>`select object, before, after from audit_log where action = ${action} order by id desc limit 1`.execute(
      server.db,
    );
  return rows[0];
};

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.client.signIn('admin');
  roleId = String(
    (await post('/webapi/UserRole/Save', { roleCode: 'towerKeeper', roleName: '冷却塔管理员' })).data.roleId,
  );
  await post('/webapi/UserRole/SaveGrants', {
    roleId,
    grants: [{ ShortCode: 'system.depts', buttons: [3] }],
    scopes: ['self'],
  });
});
afterAll(() => server.close());

it('are held by whoever has the post, at once, and lost with it', async () => {
  expect((await employ('operator', '冷却塔管理')).message).toBe('');
  const operator = await server.client.signIn('operator');
  const list = () => post('/webapi/UserRole/RolesUser', {}, operator);
  const opens = () => post('/webapi/Dept/Detail', { T_OutSideDeptId: 'A63' }, operator);
  expect((await opens()).status).toBe(403);
  const saved = await byPosts(['冷却塔管理', ' 冷却塔管理 ', '水处理主管']);
  expect(saved.data).toMatchObject({ added: [(await personOf('operator')).UserName], removed: [], withheld: [] });
  expect(await lastTrail('设置岗位自动加入')).toMatchObject({
    object: '角色 冷却塔管理员',
    before: { 岗位: null },
    after: { 岗位: '冷却塔管理、水处理主管', 增加: (await personOf('operator')).UserName },
  });
  expect(await memberNamed('operator')).toMatchObject({ direct: false, post: '冷却塔管理', current: true, to: null });
  expect((await opens()).status).toBe(1);
  expect(rowsOf(await list()).find((row) => row.roleId === roleId)).toMatchObject({
    direct: false,
    post: '冷却塔管理',
  });
  // Chains that ask for the role find its holder as they find those who were put in.
  const found = await handlerSource.byRole(server.db, 'towerKeeper' as never, { projectCode: null, deptId: null });
  expect(found.map((person) => person.userId)).toEqual([await idOf('operator')]);
  const effective = await post('/webapi/UserInfo/Effective', { userId: await idOf('operator') });
  expect(JSON.stringify(effective.data.menus)).toContain('冷却塔管理员（岗位自动：冷却塔管理）');

  expect((await employ('operator', '运行工')).message).toBe('');
  expect(await lastTrail('修改账号')).toMatchObject({
    before: { 岗位: '冷却塔管理', 岗位角色: '冷却塔管理员' },
    after: { 岗位: '运行工', 岗位角色: null },
  });
  expect(await memberNamed('operator')).toBeUndefined();
  expect((await opens()).status).toBe(403);
});

it('end with the day of a transfer that says so, and come back when it is taken back', async () => {
  const user = await idOf('operator');
  const { rows } = await sql<{ dept: string }>`select dept_id as dept from app_user where id = ${user}`.execute(
    server.db,
  );
  await server.db.transaction().execute(async (tx) => {
    await sql`insert into transfer_order (user_id, effective_on, from_dept, to_dept, from_project, to_project, from_position, to_position,
        old_salary, new_salary, source_id)
      values (${user}, current_date - 1, ${rows[0]?.dept}, ${rows[0]?.dept}, null, null, '运行工', '水处理主管', 1, 1, 987654321)`.execute(
      tx,
    );
    expect(await applyDueTransfers(tx, '2099-01-01')).toBe(1);
  });
  expect(await memberNamed('operator')).toMatchObject({ post: '水处理主管', direct: false });
  expect(await lastTrail('岗位角色变更')).toMatchObject({
    object: '用户 operator',
    after: { 岗位: '水处理主管', 岗位角色: '冷却塔管理员' },
  });
  // An account that is out of service holds nothing by its post, and again when it is back.
  await post('/webapi/UserInfo/SetState', { userId: user, state: 'disabled' });
  expect(await memberNamed('operator')).toBeUndefined();
  await post('/webapi/UserInfo/SetState', { userId: user, state: 'active' });
  expect(await memberNamed('operator')).toMatchObject({ post: '水处理主管' });
});

it('stand beside being put in: neither way out takes away what the other gives', async () => {
  const user = await idOf('operator');
  const out = await post('/webapi/UserRole/SaveMembers', { roleId, remove: [user] });
  expect(out.message).toContain('因岗位「水处理主管」自动加入「冷却塔管理员」');
  // For a time, by hand, that is over: the post goes on.
  await post('/webapi/UserRole/SaveMembers', { roleId, add: [{ userId: user, from: '2020-01-01', to: '2020-02-01' }] });
  expect(await memberNamed('operator')).toMatchObject({
    direct: true,
    post: '水处理主管',
    current: true,
    to: '2020-02-01',
  });
  await post('/webapi/UserRole/SaveMembers', { roleId, add: [{ userId: user, to: '2099-01-01' }] });
  await employ('operator', '运行工');
  expect(await memberNamed('operator')).toMatchObject({ direct: true, post: null, current: true, to: '2099-01-01' });
  await employ('operator', '水处理主管');
  // The roles of a person are saved without what the post brings: it is neither put in by that nor lost.
  const own = rowsOf(await post('/webapi/UserRole/RolesUser', { userId: user })).filter((row) => row.roleId !== roleId);
  const roles = own.map((row) => ({ roleId: row.roleId, from: row.from ?? '', to: row.to ?? '' }));
  expect((await post('/webapi/UserRole/SaveUserRoles', { userId: user, roles })).message).toBe('');
  expect(await memberNamed('operator')).toMatchObject({ direct: false, post: '水处理主管' });
  expect((await byPosts([])).data).toMatchObject({ removed: [(await personOf('operator')).UserName] });
  expect(await memberNamed('operator')).toBeUndefined();
});

it('never bring two roles together that exclude each other', async () => {
  const cashier = await roleNamed('cashier');
  const holder = await personOf('areaManager');
  await employ('areaManager', '收银主管');
  const saved = await byPosts(['收银主管'], { roleId: cashier });
  const why = '出纳与付款审批互斥';
  expect(saved.data).toMatchObject({ added: [], withheld: [`${String(holder.UserName)}（${why}）`] });
  const shown = await post('/webapi/UserRole/Posts', { roleId: cashier });
  expect(shown.data.posts).toMatchObject([
    { post: '收银主管', users: 1, withheld: [{ UserName: holder.UserName, reason: why }] },
  ]);
  // Who has it by the post already is not put into the other.
  await employ('sales', '收银主管');
  expect(await memberNamed('sales', cashier)).toMatchObject({ post: '收银主管' });
  const add = { roleId: await roleNamed('areaManager'), add: [{ userId: await idOf('sales') }] };
  expect((await post('/webapi/UserRole/SaveMembers', add)).message).toContain(why);
  expect(await memberNamed('sales', cashier)).toMatchObject({ post: '收银主管' });
  // Withheld only while there is a reason.
  await sql`delete from role_member where user_id = ${holder.UserId}`.execute(server.db);
  expect(await memberNamed('areaManager', cashier)).toMatchObject({ post: '收银主管' });
  await byPosts([], { roleId: cashier });
});

it('are not for administrators, not for oneself, and not over what somebody else has just changed', async () => {
  expect((await byPosts(['总工'], { roleId: await roleNamed('admin') })).message).toBe(
    '系统管理员须逐人授予，不能随岗位自动加入',
  );
  expect((await byPosts(['总工'])).data).toMatchObject({ added: [] });
  expect((await byPosts(['总监'], { seen: [] as string[] })).status).toBe(1);
  const late = await byPosts(['调度'], { seen: ['总工'] });
  expect(late).toMatchObject({ status: 409, message: expect.stringContaining('（现有：总监）') });
  expect((await employ('admin', '总监')).message).toBe('不能修改自己的权限，请由另一名管理员操作');
  expect(await memberNamed('admin')).toBeUndefined();
  expect((await byPosts(['x'.repeat(51)])).errors).toEqual([{ path: 'posts[0]', message: '岗位最多50字' }]);
  const other = await server.client.signIn('hr');
  expect((await post('/webapi/UserRole/SavePosts', { roleId, posts: ['运行工'] }, other)).status).toBe(403);
});

describe('handing over', () => {
  const preview = async (userId: unknown): Promise<Row[]> =>
    (await server.client.json('/bpmapi/Handover/Preview', { userId }, admin)).data['lines'] as Row[];
  const give = (userId: unknown, to: unknown): Promise<Reply> =>
    server.client.json('/bpmapi/Handover/Save', { userId, to, lines: [{ key: `role:${roleId}` }] }, admin);

  it('leaves with the post what came with it: nobody is put in', async () => {
    await byPosts(['泵房值守']);
    await employ('engineer2', '泵房值守');
    const [holder, taker] = [await idOf('engineer2'), await idOf('engineer3')];
    expect((await preview(holder)).find((line) => line.key === `role:${roleId}`)).toMatchObject({
      act: 'know',
      suggested: false,
      note: expect.stringContaining('随岗位「泵房值守」自动加入'),
    });
    expect((await give(holder, taker)).message).toBe('请选择要交接的事项');
    expect(await memberNamed('engineer3')).toBeUndefined();
  });

  it('puts nobody in who has the role by their post', async () => {
    await byPosts(['泵房值守']);
    await employ('engineer2', '泵房值守');
    const [giver, taker] = [await idOf('engineer4'), await idOf('engineer2')];
    await post('/webapi/UserRole/SaveMembers', { roleId, add: [{ userId: giver }] });
    expect((await give(giver, taker)).message).toBe('');
    expect(await memberNamed('engineer4')).toBeUndefined();
    expect(await memberNamed('engineer2')).toMatchObject({ direct: false, post: '泵房值守' });
  });
});
