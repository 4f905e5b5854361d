import { sql } from 'kysely';
import readXlsx from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Held, held, type Reply } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { applyDueMoves, handlerSource } from './index.ts';
import { loadPermissions } from './permissions.ts';

let server: TestServer;
let admin: Held;

const post = (path: string, body: object, as: Held = admin): Promise<Reply> => server.client.post(path, body, as);
type Row = Record<string, unknown>;
const rowsOf = (reply: Reply): Row[] => (Array.isArray(reply.data) ? reply.data : (reply.data.rows ?? [])) as Row[];

/** A department of this test's own. */
const made = async (parent: string, name: string): Promise<string> =>
  String(
    (await post('/webapi/Dept/Save', { T_OutSideParentDeptID: parent, T_OutSideDeptName: name })).data.T_OutSideDeptId,
  );
let people = 0;
const person = async (dept: string): Promise<string> => {
  people += 1;
  const account = `mover_${people}`;
  const reply = await post('/webapi/UserInfo/Save', { account, UserName: `成员${people}`, T_OutSideDeptId: dept });
  return String(reply.data.userId);
};
const deptOf = async (userId: string): Promise<string | null> => {
  const { rows } = await sql<{ dept: string }>`select dept_id as dept from app_user where id = ${userId}`.execute(
    server.db,
  );
  return rows[0]?.dept ?? null;
};
const join = (from: string, to: string, more: object = {}) =>
  post('/webapi/Dept/Move', { T_OutSideDeptId: from, T_OutSideParentDeptID: to, mode: 'merge', ...more });

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.client.signIn('admin');
});
afterAll(() => server.close());

describe('merging departments', () => {
  it('takes people, what stands below and the history along, and closes the department', async () => {
    const [from, to] = [await made('A6303', '往来组'), await made('A6303', '核算组')];
    const child = await made(from, '对账小组');
    const [one, two] = [await person(from), await person(child)];
    const preview = await join(from, to, { preview: true });
    expect(preview.data).toMatchObject({ users: 2, projects: 0, applied: false, T_OutSideDeptId: from });
    expect(await deptOf(one)).toBe(from);

    expect((await join(from, to)).data).toMatchObject({ applied: true, T_OutSideDeptId: to });
    expect(await deptOf(one)).toBe(to);
    expect(await deptOf(two)).toBe(`${to}01`);
    const detail = (await post('/webapi/Dept/Detail', { T_OutSideDeptId: to })).data;
    // Its own people first, whatever they are called, then those below.
    expect((detail.members as Row[]).map((row) => [row.UserId, row.T_OutSideDeptId])).toEqual([
      [one, to],
      [two, `${to}01`],
    ]);
    expect(detail.users).toBe(2);
    const below = (await post('/webapi/Dept/Detail', { T_OutSideDeptId: `${to}01` })).data;
    expect((below.members as Row[]).map((row) => row.UserId)).toEqual([two]);
    const changes = (detail.changes as Row[]).map((row) => `${String(row.label)} ${String(row.newValue)}`);
    expect(changes).toEqual([`合并 ${to}`, '新建 核算组', '新建 往来组']);
    const all = rowsOf(await post('/webapi/Dept/Index', { T_OutSideParentDeptID: 'A6303', all: true }));
    expect(all.find((row) => row.T_OutSideDeptId === from)?.state).toBe('disabled');
    const log = rowsOf(await post('/webapi/AuditLog/Index', { object: '往来组并入核算组' }))[0];
    expect(log).toMatchObject({ action: '合并部门' });
    expect((await join(from, to)).message).toBe('已停用的部门不能合并');
  });

  it('takes the projects of an area into another area, and nowhere else', async () => {
    const from = await made('A6322', '并出区域');
    await sql`update project set area = ${from} where code = 'EMC01001'`.execute(server.db);
    expect((await join(from, 'A6303')).message).toBe('编码长度不正确：有项目的区域只能并入另一个区域');
    expect((await join(from, 'A6322')).message).toBe('不能并入公司、项目大区或子公司');
    expect((await join(from, 'A632202')).data).toMatchObject({ applied: true, projects: 1 });
    const { rows } = await sql<{ area: string }>`select area from project where code = 'EMC01001'`.execute(server.db);
    expect(rows[0]?.area).toBe('A632202');
  });

  it('refuses what cannot be, and changes nothing then', async () => {
    const [from, to] = [await made('A6303', '甲组'), await made('A6303', '乙组')];
    const inside = await made(from, '同名小组');
    await made(to, '同名小组');
    const someone = await person(inside);
    expect((await join(from, to)).message).toBe('目标部门已有同名下级「同名小组」，请先改名或分别合并');
    expect((await join(from, from)).message).toBe('不能与自己合并');
    expect((await join(from, inside)).message).toBe('不能并入自己的下级');
    expect((await join('A6322', to)).message).toBe('公司、项目大区和子公司不能合并');
    expect((await join(from, to, { mode: 'swap' })).errors[0]?.path).toBe('mode');
    expect((await join(from, to, { effectiveOn: '2020-01-01' })).status).not.toBe(1);
    expect(await deptOf(someone)).toBe(inside);
    const stranger = await server.client.signIn('operator');
    const sent = { T_OutSideDeptId: from, T_OutSideParentDeptID: to, mode: 'merge' };
    expect((await post('/webapi/Dept/Move', sent, stranger)).status).toBe(403);
  });

  it('of two at once happens once', async () => {
    const [from, to] = [await made('A6303', '丙组'), await made('A6303', '丁组')];
    const answers = await Promise.all([join(from, to), join(to, from)]);
    expect(answers.filter((answer) => answer.status === 1)).toHaveLength(1);
  });

  it('waits for its day', async () => {
    const [from, to] = [await made('A6303', '戊组'), await made('A6303', '己组')];
    const someone = await person(from);
    expect((await join(from, to, { effectiveOn: '2099-01-01' })).data).toMatchObject({ applied: false });
    expect(await deptOf(someone)).toBe(from);
    expect(await applyDueMoves(server.db)).toBe(0);
    await sql`update dept_change set effective_on = current_date - 1 where dept_id = ${from} and kind = 'merged'`.execute(
      server.db,
    );
    expect(await applyDueMoves(server.db)).toBe(1);
    expect(await deptOf(someone)).toBe(to);
    expect(await applyDueMoves(server.db)).toBe(0);
    const log = rowsOf(await post('/webapi/AuditLog/Index', { object: `部门 ${from}`, kind: '系统设置' }));
    expect(log[0]).toMatchObject({ action: '执行预定合并', userName: '定时任务', result: '成功' });
  });

  it('that has become impossible by its day is closed, and the log says why', async () => {
    const [from, to] = [await made('A6303', '子组'), await made('A6303', '丑组')];
    await join(from, to, { effectiveOn: '2099-01-01' });
    await post('/webapi/Dept/Save', { T_OutSideDeptId: to, state: 'disabled' });
    await sql`update dept_change set effective_on = current_date - 1 where dept_id = ${from} and kind = 'merged'`.execute(
      server.db,
    );
    expect(await applyDueMoves(server.db)).toBe(1);
    const log = rowsOf(await post('/webapi/AuditLog/Index', { object: `部门 ${from}`, kind: '系统设置' }));
    expect(log[0]).toMatchObject({ result: '失败', summary: expect.stringContaining('已停用的部门不能合并') });
  });
});

describe('the organisation as a sheet', () => {
  it('holds what the page is narrowed to, and without conditions all of it', async () => {
    const dept = await made('A6303', '导出组');
    await post('/webapi/Dept/Save', { T_OutSideDeptId: dept, state: 'disabled' });
    const sheets = async (body: object) => {
      const answer = await fetch(`${server.client.url}/webapi/Dept/Export`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...held(admin) },
        body: JSON.stringify(body),
      });
      return readXlsx(Buffer.from(await answer.arrayBuffer()));
    };
    const codes = async (body: object) => (await sheets(body))[0]?.data.slice(1).map((row) => row[0]) ?? [];
    expect(await codes({})).toContain(dept);
    expect(await codes({ state: 'active' })).not.toContain(dept);
    expect(await codes({ Keyword: '导出组' })).toEqual([dept]);
    const areas = await codes({ idLength: 7, state: 'active' });
    expect(areas.every((code) => String(code).length <= 7)).toBe(true);
    expect((await sheets({ Keyword: '导出组' }))[1]?.data).toContainEqual(['名称或编码', '导出组']);
  });
});

describe('the establishment of a department', () => {
  it('is kept with its history, goes along with a move, and can be taken back', async () => {
    const dept = await made('A6303', '编制组');
    const save = (establishment: string) => post('/webapi/Dept/Save', { T_OutSideDeptId: dept, establishment });
    expect((await save('x')).errors[0]?.path).toBe('establishment');
    await save('12');
    const detail = async (id: string) => (await post('/webapi/Dept/Detail', { T_OutSideDeptId: id })).data;
    expect(await detail(dept)).toMatchObject({ establishment: 12 });
    expect((await detail(dept)).changes).toContainEqual(
      expect.objectContaining({ label: '编制', oldValue: null, newValue: '12人' }),
    );
    const moved = await post('/webapi/Dept/Move', { T_OutSideDeptId: dept, T_OutSideParentDeptID: 'A6310' });
    const now = String(moved.data.T_OutSideDeptId);
    expect(await detail(now)).toMatchObject({ establishment: 12 });
    await post('/webapi/Dept/Save', { T_OutSideDeptId: now, establishment: '' });
    expect(await detail(now)).toMatchObject({ establishment: null });
  });
});

describe('two administrators at one department', () => {
  it('saves nothing of the one who had opened it before the other changed it', async () => {
    const dept = await made('A6303', '癸组');
    const detail = async () => (await post('/webapi/Dept/Detail', { T_OutSideDeptId: dept })).data;
    const { T_OutSideDeptName, managerId, sort, establishment } = await detail();
    const seen = { T_OutSideDeptName, managerId, sort, establishment };
    const save = (body: object) => post('/webapi/Dept/Save', { T_OutSideDeptId: dept, seen, ...body });
    expect((await save({ T_OutSideDeptName: '癸组一', establishment: 3 })).message).toBe('');
    expect(await save({ T_OutSideDeptName: '癸组', establishment: '', sort: 7 })).toMatchObject({
      status: 409,
      message: '该部门的名称、编制刚被他人修改，请重新打开核对后再保存',
    });
    expect(await detail()).toMatchObject({ T_OutSideDeptName: '癸组一', establishment: 3, sort });
  });
});

describe('what was filed under an old code', () => {
  it('stays in the scope of whoever covers what the code has become, over several changes', async () => {
    const [first, second, third] = [
      await made('A6303', '庚组'),
      await made('A6303', '辛组'),
      await made('A6310', '壬组'),
    ];
    const boss = await person(second);
    const other = await person(third);
    await join(first, second);
    const moved = await post('/webapi/Dept/Move', { T_OutSideDeptId: second, T_OutSideParentDeptID: third });
    const now = String(moved.data.T_OutSideDeptId);
    expect(await deptOf(boss)).toBe(now);
    const rootsOf = async (userId: string) => (await loadPermissions(server.db, userId)).permissions.deptRoots;
    expect([...(await rootsOf(boss))].sort()).toEqual([first, second, now].sort());
    expect(await rootsOf(other)).toEqual(expect.arrayContaining([first, second, third]));
    // An approval that was started there is led by whoever leads it now.
    expect((await handlerSource.deptManager(server.db, first)).map((one) => one.via)).toEqual(['安全质量部负责人']);
    const elsewhere = await person('A6303');
    expect(await rootsOf(elsewhere)).not.toContain(first);
  });
});
