/** What a role grants: scopes with exceptions, rights to see and to export, and whom a change touches. */
import readXlsx from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Held, held, type Reply } from '../../testing/client.ts';
import { insertRecord, markRecord } from '../../engine/forms/store.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let admin: Held;

const post = (path: string, body: object, as: Held = admin): Promise<Reply> => server.client.post(path, body, as);
type Row = Record<string, unknown>;
const rowsOf = (reply: Reply): Row[] => (Array.isArray(reply.data) ? reply.data : (reply.data.rows ?? [])) as Row[];
const idOf = async (account: string): Promise<string> =>
  String(
    rowsOf(await post('/webapi/UserInfo/Index', { Keyword: account })).find((row) => row.account === account)?.UserId,
  );

let roleId: string;
const save = (grants: object, more: object = {}): Promise<Reply> =>
  post('/webapi/UserRole/SaveGrants', { roleId, ...grants, ...more });

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.client.signIn('admin');
  roleId = String((await post('/webapi/UserRole/Save', { roleCode: 'watcher', roleName: '观察员' })).data.roleId);
});
afterAll(() => server.close());

it('taken by several at once is one role, and an account one account; the others are told at the field', async () => {
  const together = async (path: string, bodies: readonly object[]) =>
    (await Promise.all(bodies.map((body) => post(path, body)))).flatMap(({ errors }) => errors);
  expect(
    await together(
      '/webapi/UserRole/Save',
      [1, 2, 3].map((n) => ({ roleCode: 'atOnce', roleName: `两次${n}` })),
    ),
  ).toEqual([1, 2].map(() => ({ path: 'roleCode', message: '角色编码已存在' })));
  expect(
    await together(
      '/webapi/UserInfo/Save',
      [1, 2, 3].map((n) => ({ account: `twice${n}`, UserName: '两次', T_OutSideDeptId: 'A63', phone: '13700137000' })),
    ),
  ).toEqual([1, 2].map(() => ({ path: 'phone', message: '手机号已被其他账号使用' })));
});

it('a role keeps the name that another administrator has given it since it was opened', async () => {
  const made = await post('/webapi/UserRole/Save', { roleCode: 'named', roleName: '旧名' });
  const own = { roleId: String(made.data.roleId), roleCode: 'named' };
  const seen = { roleCode: 'named', roleName: '旧名' };
  expect((await post('/webapi/UserRole/Save', { ...own, roleName: '新名', seen })).message).toBe('');
  expect(await post('/webapi/UserRole/Save', { ...own, roleName: '另一名', seen })).toMatchObject({
    status: 409,
    message: '该角色的名称刚被他人修改，请重新打开核对后再保存',
  });
  expect((await post('/webapi/UserRole/Detail', own)).data.roleName).toBe('新名');
});

const GRANTS = {
  grants: [{ ShortCode: 'formFlow.payment.payment.paymentList', buttons: [3, 5] }],
  scopes: ['project'],
  exceptions: [
    { kind: 'group', code: 'payment', scopes: ['all'] },
    { kind: 'module', code: 'fundBudget', scopes: '' },
  ],
  classes: ['amount', 'price'],
  exports: ['price'],
};

describe('the grants of a role', () => {
  it('are not replaced by somebody who had read what stood there before', async () => {
    const made = await post('/webapi/UserRole/Save', { roleCode: 'twice', roleName: '两人同改' });
    const own = { roleId: String(made.data.roleId) };
    const read = async () => (await post('/webapi/UserRole/Detail', own)).data;
    const { stamp } = await read();
    const put = (scopes: string[], more: object = {}) =>
      post('/webapi/UserRole/SaveGrants', { ...own, grants: '', classes: '', scopes, ...more });
    expect((await put(['dept'], { stamp })).message).toBe('');
    const late = await put(['all'], { stamp });
    expect(late).toMatchObject({ status: 409, message: expect.stringContaining('刚被他人修改') });
    expect((await read()).scopes).toEqual(['dept']);
    expect((await put(['all'], { stamp: (await read()).stamp })).message).toBe('');
    // Without a stamp, as other callers send it, it is saved as before.
    expect((await put(['self'])).message).toBe('');
    expect((await read()).scopes).toEqual(['self']);
  });

  it('are read as they were saved, stay where a caller says nothing of them, and go where they are cleared', async () => {
    expect((await save(GRANTS)).message).toBe('');
    const read = async () => (await post('/webapi/UserRole/Detail', { roleId })).data;
    const kept = {
      scopes: ['project'],
      exceptions: [
        { kind: 'group', code: 'payment', scopes: ['all'] },
        { kind: 'module', code: 'fundBudget', scopes: [] },
      ],
      exports: ['price'],
    };
    expect(await read()).toMatchObject(kept);
    const { exceptions: _exceptions, exports: _exports, ...usual } = GRANTS;
    await save(usual);
    expect(await read()).toMatchObject(kept);
    await save(GRANTS, { exceptions: '', exports: '' });
    expect(await read()).toMatchObject({ exceptions: [], exports: [], classes: ['amount', 'price'] });
  });

  it('are refused at their place where they make no sense', async () => {
    const wrong = await save({
      classes: ['amount', 'secret'],
      exports: ['salary'],
      exceptions: [
        { kind: 'module', code: 'nothing' },
        { kind: 'group', code: 'payment', scopes: ['all'] },
        { kind: 'group', code: 'payment', scopes: ['self'] },
      ],
    });
    expect(wrong.errors).toEqual([
      { path: 'exceptions[0].code', message: '模块或模块组不存在' },
      { path: 'exceptions[2].code', message: '同一模块只能有一行例外' },
      { path: 'classes[1]', message: '字段组不存在' },
      { path: 'exports[0]', message: '可导出的字段须先可见' },
    ]);
    expect((await save({ exceptions: [{ kind: 'module', code: 'payment', scopes: ['galaxy'] }] })).status).toBe(0);
  });

  it('may be limited to projects that there are', async () => {
    expect((await save({ ...GRANTS, projects: ['EMC01001', 'NOWHERE'] })).errors).toEqual([
      { path: 'projects[1]', message: '项目不存在' },
    ]);
    await save({ ...GRANTS, projects: ['EMC03001', 'EMC01001'] });
    const read = async () => (await post('/webapi/UserRole/Detail', { roleId })).data.projects as Row[];
    expect((await read()).map((row) => row.ProjectCode)).toEqual(['EMC01001', 'EMC03001']);
    await save(GRANTS);
    expect(await read()).toHaveLength(2);
    await save({ ...GRANTS, projects: '' });
    expect(await read()).toEqual([]);
  });

  it('are previewed with how many people feel each change, and whom another role spares', async () => {
    await save({ exceptions: '' });
    const [finance, sales] = [await idOf('finance'), await idOf('sales')];
    await post('/webapi/UserRole/SaveMembers', { roleId, add: [{ userId: finance }, { userId: sales }] });
    const preview = await save(GRANTS, { preview: true });
    expect(preview.data.users).toBe(2);
    const changes = preview.data.changes as { item: string; before: string[]; after: string[]; users: number }[];
    const of = (item: string) => changes.find((change) => change.item === item);
    // Finance opens and exports that list by its own role, sees all rows of it, and sees amounts.
    expect(of('付款列表')).toMatchObject({ before: [], after: ['菜单', '查询', '导出'], users: 1 });
    expect(of('能源付款的数据范围')).toMatchObject({ after: ['全部'], users: 1 });
    expect(of('金额字段')).toMatchObject({ before: [], after: ['可见'], users: 0 });
    expect(of('单价字段')).toMatchObject({ after: ['可见', '可导出'], users: 0 });
    expect((await post('/webapi/UserRole/Detail', { roleId })).data.classes).toEqual([]);
  });

  it('work at the next request, for list and single record alike, and are told with the role that they come from', async () => {
    await save({ ...GRANTS, exceptions: '' });
    const provider = await server.client.signIn('serviceProvider');
    await post('/webapi/UserRole/SaveMembers', { roleId, add: [{ userId: provider.userId }] });
    const module = server.engine.catalog.get('payment');
    if (module === undefined) throw new Error('no module');
    const record = await insertRecord(server.db, module, {}, admin.userId, 'A63');
    await markRecord(server.db, module, record, { status: 'approved', serial: 'T-1' });
    const sees = async () => {
      const list = rowsOf(await post('/bpmapi/EnergyPayment/Index', {}, provider));
      const one = await server.client.get('/bpmapi/EnergyPayment/GetInfo', { BusinessId: record }, provider);
      return [list.some((row) => row.BusinessId === record), one.status === 1];
    };
    expect(await sees()).toEqual([false, false]);
    await save(GRANTS);
    expect(await sees()).toEqual([true, true]);
    const effective = (await post('/webapi/UserInfo/Effective', { userId: provider.userId })).data;
    const exceptions = effective.exceptions as { title: string; scopes: { label: string; roles: string[] }[] }[];
    expect(exceptions.find((one) => one.title === '能源付款')?.scopes).toContainEqual({
      scope: 'all',
      label: '全部',
      roles: ['观察员'],
    });
    const classes = effective.classes as { label: string; roles: string[]; exportRoles: string[] }[];
    expect(classes.find((one) => one.label === '单价')).toMatchObject({ roles: ['观察员'], exportRoles: ['观察员'] });
    expect(classes.find((one) => one.label === '金额')).toMatchObject({ roles: ['观察员'], exportRoles: [] });
    const seen = (await post('/webapi/UserRole/Preview', { roleId })).data;
    expect(seen.exceptions).toContainEqual({ name: '资金预算', scopes: '仅本人填报和参与的' });
  });

  it('go along with a copy, and into the exported matrix', async () => {
    const copy = String(
      (await post('/webapi/UserRole/Save', { roleCode: 'watcher2', roleName: '观察员二', copyFrom: roleId })).data
        .roleId,
    );
    const grants = async (id: string) => {
      const { exceptions, classes, exports } = (await post('/webapi/UserRole/Detail', { roleId: id })).data;
      return { exceptions, classes, exports };
    };
    expect(await grants(copy)).toEqual(await grants(roleId));
    const answer = await fetch(`${server.client.url}/webapi/UserRole/Export`, { method: 'POST', headers: held(admin) });
    const [, scopes, classes] = await readXlsx(Buffer.from(await answer.arrayBuffer()));
    expect(scopes?.data).toContainEqual(['观察员', '付款管理（整组）', '全部', null]);
    expect(scopes?.data).toContainEqual(['观察员', '资金预算', '仅本人填报和参与的', null]);
    expect(classes?.data).toContainEqual(['观察员', '单价', '√', '√']);
    expect(classes?.data).toContainEqual(['观察员', '金额', '√', null]);
  });
});
