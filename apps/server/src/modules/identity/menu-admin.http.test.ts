/** Keeping the menu: what it is called, where it stands, what is hidden and which buttons are off; what everybody then holds. */
import { sql } from 'kysely';
import readXlsx from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Held, held } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

const CODE = 'formFlow.payment.payment.paymentList';

let server: TestServer;
let admin: Held;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.client.signIn('admin');
});
afterAll(() => server.close());

type Row = Readonly<Record<string, unknown>>;
const post = (path: string, body: object, as: Held = admin) => server.client.post(path, body, as);
const save = (body: object, as: Held = admin) => post('/webapi/Menu/Save', body, as);
const index = async (): Promise<{ rows: Row[]; differences: Row[] }> =>
  (await post('/webapi/Menu/Index', {})).data as unknown as { rows: Row[]; differences: Row[] };
const row = async (code: string) => (await index()).rows.find((one) => one['ShortCode'] === code);

interface Node {
  readonly ShortCode: string;
  readonly T_MenuName: string;
  readonly T_UserMenuBtn: string;
  readonly T_Hidden?: boolean;
  readonly T_Icon?: string;
  readonly ChildMenu: readonly Node[];
}
const flat = (nodes: readonly Node[]): readonly Node[] => nodes.flatMap((node) => [node, ...flat(node.ChildMenu)]);
const mine = async (as: Held, version = '') => {
  const answer = await server.client.get('/webapi/Menu/Mine', { Version: version }, as);
  return answer.data as unknown as { Version: string; menuList?: readonly Node[]; functionList?: readonly Node[] };
};

describe('菜单管理', () => {
  it('lists every entry with what the program says of it, and agrees with the routes', async () => {
    const { rows, differences } = await index();
    expect(differences).toEqual([]);
    expect(rows.find((one) => one['ShortCode'] === CODE)).toMatchObject({
      path: '/formFlow/payment/payment/paymentList',
      group: false,
      built: true,
      hidden: false,
      off: [],
      roles: expect.arrayContaining(['财务']),
    });
    const finance = await server.client.signIn('finance');
    expect((await post('/webapi/Menu/Index', {}, finance)).status).not.toBe(1);
    expect((await save({ ShortCode: CODE, hidden: true }, finance)).status).not.toBe(1);
  });

  it('renames, hides and takes buttons off; whoever works with it holds it so from their next request', async () => {
    const finance = await server.client.signIn('finance');
    const before = await mine(finance);
    expect((await mine(finance, before.Version)).menuList).toBeUndefined();
    expect((await save({ ShortCode: CODE, T_MenuName: '能源付款单', hidden: true, off: [5] })).message).toBe('');
    const after = await mine(finance, before.Version);
    const node = flat(after.menuList ?? []).find((one) => one.ShortCode === CODE);
    expect(node).toMatchObject({ T_MenuName: '能源付款单', T_Hidden: true });
    expect(node?.T_UserMenuBtn.split(',')).not.toContain('5');
    expect(node?.T_UserMenuBtn.split(',')).toContain('3');
    // What is hidden is not refused.
    expect((await post('/bpmapi/Payment/Index', {}, finance)).status).toBe(1);
    expect((await save({ ShortCode: CODE, T_MenuName: '付款列表', hidden: false, off: '' })).message).toBe('');
    expect((await row(CODE))?.['off']).toEqual([]);
    const audited = await sql<{
      n: number;
    }>`select count(*)::int as n from audit_log where action = '修改菜单' and object = ${`菜单 ${CODE}`}`.execute(
      server.db,
    );
    expect(audited.rows[0]?.n).toBe(2);
  });

  it('refuses what a button that is off would do, until it is on again', async () => {
    const hr = await server.client.signIn('hr');
    const manager = () => post('/webapi/Dept/Save', { T_OutSideDeptId: 'A6304', T_OutSideDeptName: '人力资源部' }, hr);
    await sql`update role_menu set buttons = '{2,3}' where short_code = 'system.depts' and role_id = (select id from role where code = 'hr')`.execute(
      server.db,
    );
    await save({ ShortCode: 'system.depts', off: [2] });
    expect((await manager()).message).toBe('您没有此操作的权限');
    await save({ ShortCode: 'system.depts', off: '' });
    expect((await manager()).message).toBe('');
  });

  it('says at its place what makes no sense', async () => {
    expect((await save({ ShortCode: CODE, T_MenuName: ' ' })).errors[0]).toEqual({
      path: 'T_MenuName',
      message: '请填写名称',
    });
    expect((await save({ ShortCode: CODE, off: [9] })).errors).toEqual([{ path: 'off', message: '该页没有按钮9' }]);
    expect((await save({ ShortCode: CODE, off: [3] })).errors[0]?.message).toBe('查询不能停用，请隐藏菜单或收回授权');
    expect((await save({ ShortCode: 'system.menus', hidden: true })).errors[0]?.message).toBe('该菜单不能隐藏');
    expect((await save({ ShortCode: 'system.roles', off: [2] })).errors[0]?.message).toBe('该页的按钮不能停用');
    expect((await save({ ShortCode: 'system.users', T_MenuName: '角色权限' })).errors[0]?.message).toBe(
      '同级已有同名菜单',
    );
    expect((await save({ ShortCode: 'nowhere', hidden: true })).message).toBe('菜单不存在');
  });

  it('gives what stands outermost another picture, and the program’s back', async () => {
    const top = async () => (await mine(admin)).menuList?.find((one) => one.ShortCode === 'system');
    expect(await top()).not.toHaveProperty('T_Icon');
    expect((await save({ ShortCode: 'system', icon: 'trophy' })).message).toBe('');
    expect(await row('system')).toMatchObject({ icon: 'trophy' });
    expect(await top()).toMatchObject({ T_Icon: 'trophy' });
    expect((await save({ ShortCode: 'system', icon: '' })).message).toBe('');
    expect(await top()).not.toHaveProperty('T_Icon');
    expect((await save({ ShortCode: 'system', icon: 'dragon' })).errors[0]?.message).toBe('没有这个图标');
    expect((await save({ ShortCode: CODE, icon: 'trophy' })).errors[0]?.message).toBe('只有最外层的网页菜单有图标');
  });

  it('saves nothing of an administrator who had opened the entry before another changed it', async () => {
    const seen = { T_MenuName: '付款列表', icon: null, hidden: false, off: '' };
    expect((await save({ ShortCode: CODE, T_MenuName: '付款单', off: [5], seen })).message).toBe('');
    expect(await save({ ShortCode: CODE, T_MenuName: '付款列表', hidden: true, off: [], seen })).toMatchObject({
      status: 409,
      message: '该菜单的名称、按钮刚被他人修改，请重新打开核对后再保存',
    });
    expect(await row(CODE)).toMatchObject({ T_MenuName: '付款单', hidden: false, off: [5] });
    await save({ ShortCode: CODE, T_MenuName: '付款列表', off: '' });
  });

  it('puts siblings in another order, unless they changed meanwhile', async () => {
    const siblings = async () =>
      (await index()).rows.filter((one) => one['parent'] === 'system').map((one) => String(one['ShortCode']));
    const codes = await siblings();
    const turned = [codes[1] ?? '', codes[0] ?? '', ...codes.slice(2)];
    expect((await save({ ShortCode: codes[0], order: turned })).message).toBe('');
    expect(await siblings()).toEqual(turned);
    expect(
      flat((await mine(admin)).menuList ?? [])
        .map((one) => one.ShortCode)
        .filter((code) => turned.slice(0, 2).includes(code)),
    ).toEqual(turned.slice(0, 2));
    expect((await save({ ShortCode: codes[0], order: turned.slice(1) })).message).toBe(
      '同级菜单已有变化，请刷新后再排序',
    );
    // Whoever still sees the old order moves nothing back.
    expect(await save({ ShortCode: codes[0], order: codes, seenOrder: codes })).toMatchObject({
      status: 409,
      message: '同级菜单的顺序刚被他人改过，请核对后再排序',
    });
    expect(await siblings()).toEqual(turned);
    await save({ ShortCode: codes[0], order: codes });
    expect(await siblings()).toEqual(codes);
  });

  it('finds what differs from the program, adds what is missing and takes nothing away', async () => {
    expect((await post('/webapi/Menu/Sync', {})).message).toBe('菜单与程序一致，没有要增加的');
    await sql`delete from role_menu where short_code = ${CODE}`.execute(server.db);
    await sql`delete from menu where short_code = ${CODE}`.execute(server.db);
    await sql`insert into menu (short_code, path, name, list) values ('old.page', '/old/page', '旧页', 'menuList')`.execute(
      server.db,
    );
    expect((await index()).differences).toEqual([
      { ShortCode: CODE, route: '/formFlow/payment/payment/paymentList', menu: null, difference: '缺菜单' },
      { ShortCode: 'old.page', route: null, menu: '/old/page', difference: '多余菜单' },
    ]);
    expect((await post('/webapi/Menu/Sync', {})).data).toEqual({ added: [CODE] });
    expect((await row(CODE))?.['roles']).toContain('财务');
    expect((await index()).differences.map((one) => one['difference'])).toEqual(['多余菜单']);
  });

  it('goes along as a workbook with the same entries', async () => {
    const file = await fetch(`${server.client.url}/webapi/Menu/Export`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...held(admin) },
      body: '{}',
    });
    const [sheet] = await readXlsx(Buffer.from(await file.arrayBuffer()));
    expect(sheet?.data).toHaveLength((await index()).rows.length + 1);
  });
});
