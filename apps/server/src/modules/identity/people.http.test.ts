/** Bringing people in by sheet, handing over what waits for one who leaves, and looking at what a role gives. */
import { PassThrough } from 'node:stream';
import { sql } from 'kysely';
import readXlsx from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeWorkbook } from '../../engine/forms/xlsx.ts';
import { noticeValues } from '../../engine/testing/notice.ts';
import { held, type Held, type Reply } from '../../testing/client.ts';
import { Walk } from '../../testing/walk.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let admin: Held;
let operator: Held;
const HEAD = ['账号', '姓名', '部门编码', '手机', '工号', '岗位', '邮箱'];

const post = (path: string, body: object, as: Held): Promise<Reply> => server.client.post(path, body, as);

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.client.signIn('admin');
  operator = await server.client.signIn('operator');
});
afterAll(() => server.close());

describe('importing people', () => {
  const sheet = async (rows: readonly (readonly (string | null)[])[], head = HEAD) => {
    const out = new PassThrough();
    const pieces: Buffer[] = [];
    out.on('data', (piece: Buffer) => pieces.push(piece));
    await writeWorkbook(out, [{ name: '用户', widths: head.map(() => 12), rows: [head, ...rows] }]);
    return Uint8Array.from(Buffer.concat(pieces));
  };
  const send = async (rows: readonly (readonly (string | null)[])[], as = admin, head = HEAD) =>
    server.client.upload('/webapi/UserInfo/Import', '用户.xlsx', await sheet(rows, head), as);
  const accounts = async (like: string) =>
    (
      await sql<{ account: string }>`select account from app_user where account like ${like} order by 1`.execute(
        server.db,
      )
    ).rows;

  it('writes nothing where one row is wrong, and names each fault by row and column', async () => {
    const answer = await send([
      ['imp_good', '好人', 'A6303', '13700000001', null, null, null],
      ['im', '', 'A9999', '12', null, null, 'x'],
      ['IMP_GOOD', '重名', 'A6303', '13700000001', null, null, null],
      ['admin', '占用', 'A6303', '', null, null, null],
    ]);
    expect(answer.status).toBe(1);
    expect(answer.data).toMatchObject({ rows: 4, created: 0 });
    const errors = (answer.data.errors as { row: number; column: string; message: string }[]).map(
      (one) => `${one.row} ${one.column} ${one.message}`,
    );
    expect(errors).toEqual(
      expect.arrayContaining([
        '3 账号 账号须为4～32位字母、数字或下划线',
        '3 姓名 请输入姓名',
        '3 部门编码 部门不存在',
        '3 手机 请输入正确的手机号',
        '3 邮箱 邮箱格式不正确',
        '4 账号 与第2行重复',
        '4 手机 与第2行重复',
        '5 账号 账号已存在',
        '5 手机 请填写手机，首次以手机验证码登录',
      ]),
    );
    expect(errors).toHaveLength(9);
    expect(await accounts('imp%')).toEqual([]);
  });

  it('makes all accounts of a right sheet once, without a password that could sign in', async () => {
    const rows = [
      ['batch_1', '甲一', 'A6303', '13700000011', 'J-901', '技师', 'a@example.com'],
      ['batch_2', '乙二', 'A6303', '13700000012', null, null, null],
    ];
    expect((await send(rows)).data).toEqual({ rows: 2, created: 2, errors: [] });
    expect(await accounts('batch%')).toHaveLength(2);
    expect((await send(rows)).data).toMatchObject({ created: 0 });
    for (const password of ['', 'Hengneng@2026'])
      expect((await server.client.login('batch_1', password)).status).not.toBe(1);
    const { rows: trail } = await sql<{
      n: number;
    }>`select count(*)::int as n from audit_log where action = '导入账号'`.execute(server.db);
    expect(trail[0]?.n).toBe(1);
  });

  it('has on record which roles the posts of a sheet brought along', async () => {
    const { roleId } = (await post('/webapi/UserRole/Save', { roleCode: 'pumpKeeper', roleName: '泵房管理员' }, admin))
      .data;
    await post('/webapi/UserRole/SavePosts', { roleId, posts: ['泵房值守'] }, admin);
    const answer = await send([
      ['pump_1', '泵房甲', 'A6303', '13900008801', null, '泵房值守', null],
      ['pump_2', '泵房乙', 'A6303', '13900008802', null, null, null],
    ]);
    expect(answer.data).toMatchObject({ created: 2 });
    const { rows } = await sql<{ after: unknown }>`
      select after from audit_log where action = '导入账号' order by id desc limit 1`.execute(server.db);
    expect(rows[0]?.after).toEqual({ 账号: 'pump_1、pump_2', 岗位角色: { pump_1: '泵房管理员' } });
  });

  it('refuses what is no such sheet, and who may not import', async () => {
    const junk = await server.client.upload('/webapi/UserInfo/Import', 'x.xlsx', Uint8Array.from([1, 2, 3]), admin);
    expect(junk.message).toBe('文件不是有效的 xlsx 表格');
    expect((await send([['a']], admin, ['账号'])).message).toContain('表头缺少：姓名');
    expect((await send([])).message).toBe('表格中没有人员');
    expect((await send([], operator)).status).toBe(403);
    for (const path of ['/webapi/UserInfo/ImportTemplate', '/webapi/UserInfo/ImportErrors'])
      expect((await post(path, {}, operator)).status).toBe(403);
  });

  it('answers a template that it accepts, and the faults as a sheet', async () => {
    const file = async (path: string, body: object) => {
      const answer = await fetch(server.client.url + path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...held(admin) },
        body: JSON.stringify(body),
      });
      return (await readXlsx(Buffer.from(await answer.arrayBuffer())))[0]?.data ?? [];
    };
    expect((await file('/webapi/UserInfo/ImportTemplate', {}))[0]).toEqual(HEAD);
    const faults = await file('/webapi/UserInfo/ImportErrors', { errors: [{ row: 3, column: '手机', message: '错' }] });
    expect(faults[1]).toEqual(['3', '手机', '错']);
  });
});

describe('taking a role away', () => {
  it('says how many to-dos the role had brought, which stay until they are handed over', async () => {
    const walk = new Walk(server, 'constructionNotice');
    const id = await walk.draft('operator', noticeValues({ schemeFiles: [await walk.file('operator')] }));
    expect((await walk.submit('operator', id)).message).toBe('');
    const { rows } = await sql<{ id: string; role: string }>`
      select u.id::text, r.id::text as role from app_user u, role r where u.account = 'waterEngineer' and r.code = 'waterEngineer'`.execute(
      server.db,
    );
    const [engineer] = rows;
    const preview = async (roles: unknown): Promise<unknown> =>
      (await post('/webapi/UserRole/SaveUserRoles', { userId: engineer?.id, roles, preview: true }, admin)).data[
        'waiting'
      ];
    const before = Number(await preview(''));
    await walk.until('operator', id, '水质工程师审核', {});
    expect((await walk.turn('operator', id))?.accounts).toContain('waterEngineer');
    expect(await preview('')).toBe(before + 1);
    // Who keeps the role keeps it for a reason.
    expect(await preview([{ roleId: engineer?.role }])).toBe(0);
    const out = { roleId: engineer?.role, remove: [engineer?.id] };
    expect((await post('/webapi/UserRole/SaveMembers', out, admin)).data).toMatchObject({
      removed: 1,
      waiting: before + 1,
    });
    expect((await walk.turn('operator', id))?.accounts).toContain('waterEngineer');
    await post('/webapi/UserRole/SaveMembers', { roleId: engineer?.role, add: [{ userId: engineer?.id }] }, admin);
  });
});

describe('handing over', () => {
  interface Task {
    readonly NodeRecordId: string;
    readonly ok: boolean | null;
    readonly message: string;
  }
  const CALL = '/bpmapi/NodeRecord/TransferAll';
  const rowsOf = (reply: Reply): Task[] => reply.data.rows as Task[];
  const handlerOf = async (task: string): Promise<string[]> =>
    (
      await sql<{ principal: string }>`
        select a.principal from wf_task t join wf_task n on n.run_id = t.run_id join wf_task_actor a on a.task_id = n.id
        where t.id = ${task}`.execute(server.db)
    ).rows.map((row) => row.principal);
  let id = '';
  let maker = '';
  beforeAll(async () => {
    // Three loans of one person wait for the same checker.
    const walk = new Walk(server, 'borrowing');
    const { rows } = await sql<{ id: string; dept: string }>`
      select id::text, dept_id as dept from app_user where account = 'engineer'`.execute(server.db);
    maker = rows[0]?.id ?? '';
    const day = (ahead: number) => new Date(Date.now() + (ahead * 24 + 8) * 3_600_000).toISOString().slice(0, 10);
    let first = '';
    for (const amount of ['10', '20', '30']) {
      first = await walk.draft('engineer', {
        dept: rows[0]?.dept,
        loanAction: '借款',
        borrower: maker,
        loanKind: '零星采购借款',
        useReason: '备件',
        budgetMonth: day(0).slice(0, 7),
        expectClear: day(90),
        receiveMode: '转账至借款人',
        receiveName: '本人',
        receiveBank: '工商银行',
        receiveNo: '6222',
        uses: [{ useItem: '材料配件', usePlace: '市场', useDate: day(0), useAmount: amount }],
      });
      expect((await walk.submit('engineer', first)).message).toBe('');
    }
    const turn = await walk.turn('engineer', first);
    id = (await server.client.signIn(turn?.accounts[0] ?? '')).userId;
  });

  it('refuses without a taker, to oneself, to nobody, and to who may not', async () => {
    expect((await post(CALL, { userId: id }, admin)).errors[0]).toEqual({ path: 'to', message: '请选择接手人' });
    expect((await post(CALL, { userId: id, to: id }, admin)).message).toBe('接手人不能是本人');
    expect((await post(CALL, { userId: id, to: '999999' }, admin)).message).toBe('接手人不存在或已停用');
    expect((await post(CALL, { userId: id, preview: true }, operator)).status).toBe(403);
    expect((await post(CALL, { userId: '999999', preview: true }, admin)).status).toBe(404);
  });

  it('lists without moving, holds each rule, leaves out what is to stay, and lets the person be disabled afterwards', async () => {
    const list = await post(CALL, { userId: id, preview: true }, admin);
    expect(list.message).toBe('');
    const before = rowsOf(list);
    expect(before.length).toBeGreaterThanOrEqual(3);
    expect(await handlerOf(before[0]?.NodeRecordId ?? '')).toContain(`u:${id}`);
    expect((await post('/webapi/UserInfo/SetState', { userId: id, state: 'disabled' }, admin)).message).toBe(
      `该人员还有${before.length}件待办，请先移交后再停用`,
    );

    // Nobody gets their own record to check.
    const own = rowsOf(await post(CALL, { userId: id, to: maker }, admin));
    expect(own.filter((row) => row.message === '不能转办给申请人本人').length).toBeGreaterThan(0);
    const { rows: wrong } = await sql<{ n: number }>`
      select count(*)::int as n from wf_task_actor a join wf_task t on t.id = a.task_id join wf_instance i on i.id = t.instance_id
      join wf_action x on x.task_id = t.id and x.kind = 'transfer'
      where a.principal = 'u:' || i.starter and t.kind = 'approve'`.execute(server.db);
    expect(wrong[0]?.n).toBe(0);

    const [stays] = rowsOf(await post(CALL, { userId: id, preview: true }, admin));
    if (stays === undefined) throw new Error('all are gone');
    const some = await post(
      CALL,
      { userId: id, to: admin.userId, except: [stays.NodeRecordId], reason: '离职' },
      admin,
    );
    expect(rowsOf(some).find((row) => row.NodeRecordId === stays.NodeRecordId)?.ok).toBeNull();
    expect(await handlerOf(stays.NodeRecordId)).toContain(`u:${id}`);
    for (const row of rowsOf(some).filter((one) => one.ok === true)) {
      const handlers = await handlerOf(row.NodeRecordId);
      expect(handlers).toContain(`u:${admin.userId}`);
      expect(handlers).not.toContain(`u:${id}`);
    }
    expect(Number(some.data.left)).toBe(rowsOf(some).filter((row) => row.ok !== true).length);
    expect((await post('/webapi/UserInfo/SetState', { userId: id, state: 'disabled' }, admin)).message).toContain(
      '1件待办',
    );
    const rest = await post(CALL, { userId: id, to: admin.userId }, admin);
    expect(rest.data).toMatchObject({ moved: 1, left: 0 });
    expect((await post('/webapi/UserInfo/SetState', { userId: id, state: 'disabled' }, admin)).status).toBe(1);
    const { rows: said } = await sql<{ opinion: string }>`
      select opinion from wf_action where kind = 'transfer' order by id limit 1`.execute(server.db);
    expect(said[0]?.opinion).toMatch(/^.+代.+移交：离职$/);
  });
});

describe('looking at a role', () => {
  it('shows the menus and buttons of the role alone, as its holder is answered at sign-in', async () => {
    const roles = (await post('/webapi/UserInfo/RoleNameIndex', {}, admin)).data as unknown as {
      roleId: string;
      roleCode: string;
    }[];
    const roleId = roles.find((role) => role.roleCode === 'operator')?.roleId ?? '';
    const seen = await post('/webapi/UserRole/Preview', { roleId }, admin);
    const codes = (seen.data.menus as { ShortCode: string }[]).map((menu) => menu.ShortCode);
    expect(codes).toContain('formFlow.systemManage.roomInspectionRecord.roomInspectionRecordList');
    expect(codes.filter((code) => code.startsWith('system.'))).toEqual([]);
    const mine = (await server.client.login('operator', 'Hengneng@2026')).data;
    type Node = { ShortCode: string; ChildMenu: Node[] };
    const all = (nodes: Node[]): string[] => nodes.flatMap((node) => [node.ShortCode, ...all(node.ChildMenu)]);
    const own = [...all(mine.menuList as Node[]), ...all(mine.functionList as Node[])];
    expect(codes.filter((code) => !own.includes(code))).toEqual([]);
    expect((await post('/webapi/UserRole/Preview', { roleId }, operator)).status).toBe(403);
    expect((await post('/webapi/UserRole/Preview', { roleId: '999999' }, admin)).status).toBe(404);
  });

  it('lists what one of its people sees by the role alone, to who may see it as well, and notes it', async () => {
    const NOTICE = '/bpmapi/ConstructionNotice';
    const draft = async (project: string): Promise<string> => {
      const { data, message } = await post(`${NOTICE}/Draft`, { project, workScope: '试看' }, admin);
      expect(message).toBe('');
      return String(data.BusinessId);
    };
    const ids = [await draft('EMC01001'), await draft('EMC03001')];
    // Approvals are others' to show: drafts are nobody's but their maker's, so that these count as filed.
    await sql`update f_construction_notice set status = 'approved' where id = any(${ids}::bigint[])`.execute(server.db);
    const made = await post('/webapi/UserRole/Save', { roleCode: 'looker', roleName: '试看员' }, admin);
    const roleId = String(made.data.roleId);
    const look = async (as: Held, more: object = {}) =>
      post('/webapi/UserRole/PreviewRows', { roleId, ProcedureId: '10', ...more }, as);
    const listed = (reply: Reply) =>
      ((reply.data.rows as { rows: { BusinessId: string }[] }).rows ?? [])
        .map((row) => row.BusinessId)
        .filter((id) => ids.includes(id))
        .sort();
    expect((await look(admin)).data).toMatchObject({ member: null, rows: { rows: [], total: 0 } });

    const { rows: people } = await sql<{ id: string; name: string }>`
      select id::text, user_name as name from app_user where account = 'serviceProvider2'`.execute(server.db);
    const [member] = people;
    if (member === undefined) throw new Error('nobody to put into the role');
    await sql`insert into user_role (user_id, role_id) values (${member.id}, ${roleId})`.execute(server.db);
    await sql`insert into role_scope (role_id, scope) values (${roleId}, 'project')`.execute(server.db);
    await sql`insert into user_project (user_id, project_code) values (${member.id}, 'EMC03001') on conflict do nothing`.execute(
      server.db,
    );
    // Without the list's page there is no list.
    const without = (await look(admin)).data;
    expect(without.reason).toContain('没有这个列表的查询权限');
    expect(listed((await look(admin)) as Reply)).toEqual([]);
    const page = 'formFlow.waterQuality.constructionNotice.constructionNoticeList';
    await sql`insert into role_menu (role_id, short_code, buttons) values (${roleId}, ${page}, '{3}')`.execute(
      server.db,
    );
    const seen = await look(admin);
    expect(seen.data).toMatchObject({ member: { userId: member.id, userName: member.name }, reason: null });
    expect(listed(seen)).toEqual([ids[1]]);
    expect(await look(admin, { userId: admin.userId })).toMatchObject({ status: 404 });
    expect((await look(operator)).status).toBe(403);

    // Somebody who administers roles, and sees nothing of that project, sees nothing of it here.
    await sql`insert into role_menu (role_id, short_code, buttons)
      select id, 'system.roles', '{3}' from role where code = 'operator' on conflict do nothing`.execute(server.db);
    await sql`update app_user set permission_version = permission_version + 1`.execute(server.db);
    await sql`update f_construction_notice set applicant_dept = 'A6306' where id = any(${ids}::bigint[])`.execute(
      server.db,
    );
    expect(listed(await look(admin))).toEqual([ids[1]]);
    const narrow = await look(await server.client.signIn('operator'));
    expect(narrow).toMatchObject({ status: 1, data: { reason: null } });
    expect(listed(narrow)).toEqual([]);
    const { rows: noted } = await sql<{ summary: string }>`
      select summary from audit_log where action = '试看单据' order by id`.execute(server.db);
    expect(noted.at(-1)?.summary).toContain(`以${member.name}的部门和项目`);
  });
});
