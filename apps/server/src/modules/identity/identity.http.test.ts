import { seenProjects, seenRoles } from '@hengneng/contracts';
import { sql } from 'kysely';
import readXlsx from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import type { Held, Reply } from '../../testing/client.ts';

let server: TestServer;
let admin: Held;
let admin2: Held;
let operator: Held;

const post = (path: string, body: object, as: Held): Promise<Reply> => server.client.post(path, body, as);
type Row = Record<string, unknown>;
const rowsOf = (reply: Reply): Row[] => (Array.isArray(reply.data) ? reply.data : (reply.data.rows ?? [])) as Row[];
const idOf = async (account: string): Promise<string> => {
  const reply = await post('/webapi/UserInfo/Index', { Keyword: account }, admin);
  const row = rowsOf(reply).find((each) => each.account === account);
  if (row === undefined) throw new Error(`no ${account}`);
  return String(row.UserId);
};
const roleId = async (code: string): Promise<string> =>
  String(
    rowsOf(await post('/webapi/UserInfo/RoleNameIndex', {}, admin)).find((role) => role.roleCode === code)?.roleId,
  );
const codesIn = (nodes: unknown): string[] =>
  (nodes as { ShortCode: string; ChildMenu: unknown }[]).flatMap((node) => [
    node.ShortCode,
    ...codesIn(node.ChildMenu),
  ]);

let made = 0;
/** An account of this test's own, with the password it was given. */
interface Seen {
  readonly ProjectCode: string;
}

const newUser = async (dept = 'A6303'): Promise<{ id: string; account: string; password: string }> => {
  made += 1;
  const account = `tester_${made}`;
  const reply = await post('/webapi/UserInfo/Save', { account, UserName: `测试${made}`, T_OutSideDeptId: dept }, admin);
  expect(reply.message).toBe('');
  return { id: String(reply.data.userId), account, password: String(reply.data.password) };
};

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.client.signIn('admin');
  admin2 = await server.client.signIn('admin2');
  operator = await server.client.signIn('operator');
});
afterAll(() => server.close());

describe('menus', () => {
  it('answers only what is granted, with Chinese headings', async () => {
    const mine = (await server.client.login('operator', 'Hengneng@2026')).data;
    const codes = [...codesIn(mine.menuList), ...codesIn(mine.functionList)];
    expect(codes).toContain('formFlow.systemManage.roomInspectionRecord.roomInspectionRecordList');
    expect(codes).toContain('formFlow.systemManage.roomInspectionRecord.roomInspectionRecordForm');
    expect(codes.filter((code) => code.startsWith('system.'))).toEqual([]);
    expect(codes).not.toContain('formFlow.personnelManagement.userEntry.userEntryList');
    const all = (await server.client.login('admin', 'Hengneng@2026')).data;
    expect(codesIn(all.menuList)).toEqual(expect.arrayContaining(['main', 'system', 'system.users', 'system.audit']));
    // No screen without a page.
    expect(codesIn(all.menuList)).not.toContain('instructionVideo');
  });
});

describe('people', () => {
  it('finds colleagues by name, account and pinyin, without what only administrators see', async () => {
    const known = rowsOf(await post('/webapi/UserInfo/Index', { Keyword: 'projectManager' }, operator));
    const manager = known.find((row) => row.account === 'projectManager');
    expect(manager?.UserName).toBe('石安平');
    expect(manager).not.toHaveProperty('phone');
    expect(manager).not.toHaveProperty('roles');
    for (const keyword of ['石安', 'shianping', 'sap'])
      expect(
        rowsOf(await post('/webapi/UserInfo/Index', { Keyword: keyword }, operator)).map((row) => row.account),
      ).toContain('projectManager');
    const seen = rowsOf(await post('/webapi/UserInfo/Index', { Keyword: 'sap' }, admin))[0];
    expect(seen?.phone).toMatch(/^\d{3}\*{4}\d{4}$/);
    expect(JSON.stringify(seen)).not.toContain('password_hash');
  });

  it('takes a percent sign for a letter and knows the total beyond the last page', async () => {
    expect((await post('/webapi/UserInfo/Index', { Keyword: '%' }, operator)).data.total).toBe(0);
    const far = await post('/webapi/UserInfo/Index', { PageIndex: 9999 }, admin);
    expect(rowsOf(far)).toEqual([]);
    expect(Number(far.data.total)).toBeGreaterThan(50);
  });

  it('refuses administrators’ calls to others', async () => {
    const id = await idOf('sales');
    for (const [path, body] of [
      ['/webapi/UserInfo/Save', { userId: id, account: 'sales', UserName: '改', T_OutSideDeptId: 'A6303' }],
      ['/webapi/UserInfo/SetState', { userId: id, state: 'disabled' }],
      ['/webapi/UserInfo/ResetPassword', { userId: id }],
      ['/webapi/UserInfo/Kick', { userId: id, action: 'signOut' }],
      ['/webapi/UserInfo/SaveProjects', { userId: id, projects: [] }],
      ['/webapi/UserInfo/Effective', { userId: id }],
      ['/webapi/UserRole/Index', {}],
      ['/webapi/UserRole/Save', { roleCode: 'mine', roleName: '我的' }],
      ['/webapi/UserRole/SaveUserRoles', { userId: id, roles: [] }],
      ['/webapi/UserRole/SaveGrants', { roleId: '1' }],
      ['/webapi/UserRole/SaveMembers', { roleId: '1' }],
      ['/webapi/UserRole/Delete', { roleId: '1' }],
      ['/webapi/UserRole/RolesUser', { userId: id }],
      ['/webapi/Dept/Save', { T_OutSideDeptId: 'A6303', T_OutSideDeptName: '改' }],
      ['/webapi/Dept/Move', { T_OutSideDeptId: 'A630701', T_OutSideParentDeptID: 'A6303' }],
      ['/webapi/AuditLog/Index', {}],
      ['/webapi/UserInfo/Export', {}],
    ] as const)
      expect((await post(path, body, operator)).status, path).toBe(403);
  });

  it('makes an account, names what is taken, and has it signed in with the password shown once', async () => {
    const user = await newUser();
    const again = await post(
      '/webapi/UserInfo/Save',
      { account: user.account, UserName: '重复', T_OutSideDeptId: 'A6303' },
      admin,
    );
    expect(again.errors).toEqual([{ path: 'account', message: '账号已存在' }]);
    const bad = await post(
      '/webapi/UserInfo/Save',
      { account: 'a b', UserName: '', T_OutSideDeptId: '', phone: '123' },
      admin,
    );
    expect(bad.errors.map((error) => error.path).sort()).toEqual(['T_OutSideDeptId', 'UserName', 'account', 'phone']);
    const signed = await server.client.login(user.account, user.password);
    expect(signed.status).toBe(1);
  });

  it('protects oneself and the administrators', async () => {
    const me = await idOf('admin');
    expect((await post('/webapi/UserInfo/SetState', { userId: me, state: 'disabled' }, admin)).message).toBe(
      '不能停用自己的账号',
    );
    expect((await post('/webapi/UserRole/SaveUserRoles', { userId: me, roles: [] }, admin)).message).toContain(
      '不能修改自己的权限',
    );
    const other = await idOf('admin2');
    expect((await post('/webapi/UserInfo/SetState', { userId: other, state: 'disabled' }, admin)).status).toBe(1);
    // Whoever is left cannot go either: there would be no administrator.
    expect((await server.client.login('admin2', 'Hengneng@2026')).message).toContain('账号已停用');
    expect((await post('/webapi/UserInfo/SetState', { userId: other, state: 'active' }, admin)).status).toBe(1);
    admin2 = await freshSession('admin2');
  });

  it('lets a manager of people manage their own department, and no administrator', async () => {
    const manager = await newUser('A6303');
    await sql`with made as (insert into role (code, name) values ('deptkeeper', '部门管理员') returning id),
      menus as (insert into role_menu (role_id, short_code, buttons) select id, 'system.users', '{0,1,2,3}' from made),
      scope as (insert into role_scope select id, 'dept' from made)
      insert into role_member (user_id, role_id) select ${manager.id}, id from made`.execute(server.db);
    await sql`update app_user set must_change_password = false where id = ${manager.id}`.execute(server.db);
    const session = await server.client.signIn(manager.account, manager.password);
    const [inside, outside, boss] = [await newUser('A6303'), await newUser('A6304'), await newUser('A6303')];
    await sql`insert into role_member (user_id, role_id) select ${boss.id}, id from role where code = 'admin'`.execute(
      server.db,
    );
    const disable = (of: { readonly id: string }) =>
      post('/webapi/UserInfo/SetState', { userId: of.id, state: 'disabled' }, session);
    expect((await disable(inside)).message).toBe('');
    expect(await disable(outside)).toMatchObject({ status: 403, message: '该人员不在您的管理范围内' });
    expect(await disable(boss)).toMatchObject({ status: 403, message: '只有系统管理员可以修改系统管理员的账号' });
    const { rows } = await sql<{ state: string }>`select state from app_user
      where id in (${outside.id}, ${boss.id})`.execute(server.db);
    expect(rows.map((row) => row.state)).not.toContain('disabled');
    await sql`delete from role_member where user_id = ${boss.id}`.execute(server.db);
  });

  it('keeps one administrator when two demote each other at once', async () => {
    const [first, second] = [await idOf('admin'), await idOf('admin2')];
    const answers = await Promise.all([
      post('/webapi/UserInfo/SetState', { userId: second, state: 'disabled' }, admin),
      post('/webapi/UserInfo/SetState', { userId: first, state: 'disabled' }, admin2),
    ]);
    expect(answers.filter((answer) => answer.status === 1).length).toBeLessThanOrEqual(1);
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from app_user
      where account in ('admin', 'admin2') and state = 'active'`.execute(server.db);
    expect(rows[0]?.n).toBeGreaterThanOrEqual(1);
    await restoreAdmins();
  });

  it('tell an account that nobody has used yet from one whose password has run out', async () => {
    const user = await newUser();
    const stateOf = async (): Promise<unknown> => {
      const [row] = rowsOf(await post('/webapi/UserInfo/Index', { Keyword: user.account }, admin));
      const info = await server.client.get('/webapi/UserInfo/UserInfo', { userId: user.id }, admin);
      const listed = await post('/webapi/UserInfo/Index', { Keyword: user.account, state: row?.state }, admin);
      return [row?.state, info.data.state, listed.data.total];
    };
    await sql`update app_user set must_change_password = true where id = ${user.id}`.execute(server.db);
    expect(await stateOf()).toEqual(['pending', 'pending', 1]);
    await sql`insert into login_attempt (account, ip, user_id, ok) values (${user.account}, '', ${user.id}, true)`.execute(
      server.db,
    );
    expect(await stateOf()).toEqual(['expired', 'expired', 1]);
    await sql`update app_user set must_change_password = false, password_changed_at = now() where id = ${user.id}`.execute(
      server.db,
    );
    expect(await stateOf()).toEqual(['active', 'active', 1]);
  });

  it('ends the sessions of a person who is disabled, and of one who is signed out', async () => {
    const user = await newUser();
    const session = await server.client.signIn(user.account, user.password);
    expect((await post('/webapi/UserInfo/Kick', { userId: user.id, action: 'signOut' }, admin)).data.sessions).toBe(1);
    expect((await server.client.get('/webapi/UserInfo/UserInfo', {}, session)).http).toBe(401);
  });
});

const freshSession = async (account: string): Promise<Held> => {
  const reply = await server.client.login(account, 'Hengneng@2026');
  return { userId: String(reply.data.userId), token: String(reply.data.token) };
};

const restoreAdmins = async (): Promise<void> => {
  await sql`update app_user set state = 'active' where account in ('admin', 'admin2')`.execute(server.db);
  admin = await freshSession('admin');
  admin2 = await freshSession('admin2');
};

describe('roles', () => {
  it('works at the next request: granted, then taken back', async () => {
    const role = await post('/webapi/UserRole/Save', { roleCode: 'logReader', roleName: '日志查阅' }, admin);
    const id = String(role.data.roleId);
    const operatorId = await idOf('operator');
    expect((await post('/webapi/AuditLog/Index', {}, operator)).status).toBe(403);
    const grants = [{ ShortCode: 'system.audit', buttons: [3, 5] }];
    const preview = await post('/webapi/UserRole/SaveGrants', { roleId: id, grants, preview: true }, admin);
    expect(preview.data.added).toContain('审计日志：查询');
    expect((await post('/webapi/UserRole/Detail', { roleId: id }, admin)).data.grants).toEqual([]);
    await post('/webapi/UserRole/SaveGrants', { roleId: id, grants }, admin);
    await post('/webapi/UserRole/SaveMembers', { roleId: id, add: [{ userId: operatorId }] }, admin);
    expect((await post('/webapi/AuditLog/Index', {}, operator)).status).toBe(1);
    await post(
      '/webapi/UserRole/SaveGrants',
      { roleId: id, grants: [{ ShortCode: 'system.audit', buttons: [5] }] },
      admin,
    );
    expect((await post('/webapi/AuditLog/Index', {}, operator)).status).toBe(403);
    expect((await post('/webapi/UserRole/Delete', { roleId: id }, admin)).message).toBe('该角色还有1名成员');
    await post('/webapi/UserRole/SaveMembers', { roleId: id, remove: [operatorId] }, admin);
    expect((await post('/webapi/UserRole/Delete', { roleId: id }, admin)).status).toBe(1);
  });

  it('refuses roles that exclude each other, whichever way they come', async () => {
    const user = await newUser();
    const [cashier, finance] = [await roleId('cashier'), await roleId('finance')];
    const both = await post(
      '/webapi/UserRole/SaveUserRoles',
      { userId: user.id, roles: [{ roleId: cashier }, { roleId: finance }] },
      admin,
    );
    expect(both.message).toContain('收费员与财务审核互斥');
    expect(
      (await post('/webapi/UserRole/SaveUserRoles', { userId: user.id, roles: [{ roleId: cashier }] }, admin)).status,
    ).toBe(1);
    const later = await post('/webapi/UserRole/SaveMembers', { roleId: finance, add: [{ userId: user.id }] }, admin);
    expect(later.message).toContain('收费员与财务审核互斥');
    expect(
      rowsOf(await post('/webapi/UserRole/RolesUser', { userId: user.id }, admin)).map((role) => role.roleCode),
    ).toEqual(['cashier']);
    // Who pays out approves no payment, in any of the steps before.
    for (const code of ['areaManager', 'emcDirector', 'generalManager']) {
      const add = { roleId: await roleId(code), add: [{ userId: user.id }] };
      expect((await post('/webapi/UserRole/SaveMembers', add, admin)).message).toContain('出纳与付款审批互斥');
    }
    const buyer = [{ roleId: await roleId('purchaser') }, { roleId: await roleId('projectManager') }];
    expect((await post('/webapi/UserRole/SaveUserRoles', { userId: user.id, roles: buyer }, admin)).message).toContain(
      '采购与验收互斥',
    );
  });

  it('lets nobody save over what another administrator has changed since', async () => {
    const user = await newUser();
    const seen = {
      account: user.account,
      UserName: '',
      T_OutSideDeptId: 'A6303',
      phone: null,
      email: null,
      jobNo: null,
      position: null,
    };
    const { data } = await server.client.get('/webapi/UserInfo/UserInfo', { userId: user.id }, admin);
    const known = { ...seen, UserName: String(data['UserName']) };
    const save = (more: object) =>
      post('/webapi/UserInfo/Save', { userId: user.id, ...known, seen: known, ...more }, admin);
    expect((await save({ position: '班长' })).status).toBe(1);
    expect(await save({ jobNo: `J${user.id}` })).toMatchObject({
      status: 409,
      message: '该用户的岗位刚被他人修改，请重新打开核对后再保存',
    });
    const late = { ...known, position: '班长' };
    expect((await save({ ...late, seen: late, jobNo: `J${user.id}` })).status).toBe(1);

    const [hr, legal] = [await roleId('hr'), await roleId('legal')];
    const roles = (wanted: readonly object[], before: readonly { roleId: string; direct: true }[]) =>
      post('/webapi/UserRole/SaveUserRoles', { userId: user.id, roles: wanted, seen: seenRoles(before) }, admin);
    expect((await roles([{ roleId: hr }], [])).status).toBe(1);
    expect(await roles([{ roleId: legal }], [])).toMatchObject({
      status: 409,
      message: expect.stringContaining('的角色刚被他人修改（现有：人事）'),
    });
    expect((await roles([{ roleId: legal }], [{ roleId: hr, direct: true }])).status).toBe(1);

    const { rows: codes } = await sql<{ code: string }>`select code from project order by code limit 2`.execute(
      server.db,
    );
    const [one, two] = codes.map(({ code }) => ({ ProjectCode: code })) as [Seen, Seen];
    const projects = (wanted: readonly Seen[], before: readonly Seen[]) =>
      post('/webapi/UserInfo/SaveProjects', { userId: user.id, projects: wanted, seen: seenProjects(before) }, admin);
    expect((await projects([one], [])).data).toMatchObject({ added: 1 });
    expect(await projects([two], [])).toMatchObject({
      status: 409,
      message: expect.stringContaining('的项目刚被他人修改（现有1个）'),
    });
    expect((await projects([one, two], [one])).data).toMatchObject({ added: 1, removed: 0 });
  });

  it('lets a role with dates count only while they last', async () => {
    const user = await newUser();
    const past = { roleId: await roleId('hr'), from: '2020-01-01', to: '2020-12-31' };
    await post('/webapi/UserRole/SaveUserRoles', { userId: user.id, roles: [past] }, admin);
    const effective = await post('/webapi/UserInfo/Effective', { userId: user.id }, admin);
    expect(effective.data.menus).toEqual([]);
    const wrong = await post(
      '/webapi/UserRole/SaveUserRoles',
      { userId: user.id, roles: [{ ...past, to: '2019-01-01' }] },
      admin,
    );
    expect(wrong.errors[0]?.path).toBe('roles[0].to');
  });

  it('leaves built-in codes and the administrators’ grants alone', async () => {
    const hr = await roleId('hr');
    expect(
      (await post('/webapi/UserRole/Save', { roleId: hr, roleCode: 'people', roleName: '人事' }, admin)).errors[0]
        ?.message,
    ).toBe('内置角色的编码不能修改');
    expect((await post('/webapi/UserRole/Delete', { roleId: hr }, admin)).message).toBe('内置角色不能删除');
    expect((await post('/webapi/UserRole/SaveGrants', { roleId: await roleId('admin') }, admin)).message).toBe(
      '系统管理员的授权不可修改',
    );
    expect(
      (await post('/webapi/UserRole/Save', { roleCode: 'HR', roleName: '人事二' }, admin)).errors[0]?.message,
    ).toBe('角色编码已存在');
  });
});

describe('departments', () => {
  it('makes codes of the right length, never twice', async () => {
    const added = await post(
      '/webapi/Dept/Save',
      { T_OutSideParentDeptID: 'A6322', T_OutSideDeptName: '西北区域' },
      admin,
    );
    expect(added.data.T_OutSideDeptId).toBe('A632205');
    const wrong = { T_OutSideDeptId: 'A63220', T_OutSideParentDeptID: 'A6322', T_OutSideDeptName: '东北区域' };
    expect((await post('/webapi/Dept/Save', wrong, admin)).errors[0]?.message).toBe('编码长度不正确');
    // The department that has the code stays as it is.
    const taken = { T_OutSideDeptId: 'A632205', T_OutSideParentDeptID: 'A6322', T_OutSideDeptName: '东北区域' };
    expect((await post('/webapi/Dept/Save', taken, admin)).errors).toEqual([
      { path: 'T_OutSideDeptId', message: '编码已使用，编码不回收复用' },
    ]);
    const twin = { T_OutSideParentDeptID: 'A6322', T_OutSideDeptName: '西北区域' };
    expect((await post('/webapi/Dept/Save', twin, admin)).errors[0]?.message).toBe('同级已有同名部门');
    expect((await post('/webapi/Dept/Save', { T_OutSideDeptId: 'A632205', state: 'disabled' }, admin)).status).toBe(1);
    const next = await post(
      '/webapi/Dept/Save',
      { T_OutSideParentDeptID: 'A6322', T_OutSideDeptName: '东北区域' },
      admin,
    );
    expect(next.data.T_OutSideDeptId).toBe('A632206');
  });

  it('does not disable what is still used, nor move it below itself', async () => {
    expect((await post('/webapi/Dept/Save', { T_OutSideDeptId: 'A632201', state: 'disabled' }, admin)).message).toMatch(
      /^该部门还有\d+人、\d+个项目$/,
    );
    const inside = { T_OutSideDeptId: 'A630701', T_OutSideParentDeptID: 'A630701' };
    expect((await post('/webapi/Dept/Move', inside, admin)).message).toBe('不能移到自己的下级');
  });

  it('moves people along under new codes, and only previews when asked', async () => {
    const move = { T_OutSideDeptId: 'A630703', T_OutSideParentDeptID: 'A6310' };
    const before = await post('/webapi/Dept/Move', { ...move, preview: true }, admin);
    expect(before.data).toMatchObject({ users: 4, applied: false });
    expect((await post('/webapi/UserInfo/IndexChildren', { deptId: 'A6310' }, admin)).data.total).toBe(2);
    expect((await post('/webapi/Dept/Move', move, admin)).data.applied).toBe(true);
    expect((await post('/webapi/UserInfo/IndexChildren', { deptId: 'A6310' }, admin)).data.total).toBe(6);
    const depts = rowsOf(await post('/webapi/Dept/Index', { T_OutSideParentDeptID: 'A6310' }, admin));
    expect(depts.map((dept) => dept.T_OutSideDeptId)).toEqual(['A631001']);
  });
});

describe('looking for people', () => {
  it('finds who manages people somebody by the whole telephone or its end, nobody else', async () => {
    const { account, id } = await newUser();
    const save = { userId: id, account, UserName: '按号找', T_OutSideDeptId: 'A6303', phone: '13912347788' };
    expect((await post('/webapi/UserInfo/Save', save, admin)).message).toBe('');
    const found = async (Keyword: string, as: Held) =>
      rowsOf(await post('/webapi/UserInfo/Index', { Keyword, PageSize: 100 }, as)).map((row) => row.account);
    expect(await found('13912347788', admin)).toEqual([account]);
    expect(await found(' 7788 ', admin)).toContain(account);
    // The middle is masked everywhere: it is not to be guessed by looking for it.
    expect(await found('12347788', admin)).toEqual([]);
    expect(await found('13912347788', operator)).toEqual([]);
  });
});

describe('a password that an administrator resets', () => {
  it('is told to its owner, without being said', async () => {
    const { id } = await newUser();
    const reply = await post('/webapi/UserInfo/ResetPassword', { userId: id }, admin);
    const { rows } = await sql<{ title: string; body: string | null }>`
      select title, body from message where user_id = ${id} order by id desc limit 1`.execute(server.db);
    expect(rows[0]?.title).toMatch(/^管理员.+重置了您的密码$/);
    expect(JSON.stringify(rows)).not.toContain(String(reply.data.password));
  });
});

describe('exports', () => {
  it('are workbooks, and are audited', async () => {
    const answer = await fetch(`${server.client.url}/webapi/UserInfo/Export`, {
      method: 'POST',
      headers: { UserIdValue: admin.userId, TokenValue: admin.token },
    });
    const sheets = await readXlsx(Buffer.from(await answer.arrayBuffer()));
    const rows = sheets[0]?.data ?? [];
    expect(rows[0]).toContain('账号');
    expect(rows.flat()).toContain('waterEngineer');
    const at = (head: string): number => rows[0]?.indexOf(head) ?? -1;
    const own = rows.find((row) => row[at('账号')] === 'admin');
    expect(own?.[at('在线')]).toBe('在线');
    expect(String(own?.[at('最近登录')])).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d$/);
    expect([at('密码到期（天）'), at('连续失败（次）'), at('登录设备'), at('登录 IP')]).not.toContain(-1);
    const log = await post('/webapi/AuditLog/Index', { kind: '导出' }, admin);
    expect(rowsOf(log)[0]).toMatchObject({ object: '用户与角色', userId: admin.userId });
  });
});
