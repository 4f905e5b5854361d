import { sql } from 'kysely';
import readXlsx from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DOT, type Held, type Reply } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let admin: Held;
let operator: Held;
let area: Held;

const post = (path: string, body: object, as: Held): Promise<Reply> => server.client.post(path, body, as);
type Row = Record<string, unknown>;
const rowsOf = (reply: Reply): Row[] => (Array.isArray(reply.data) ? reply.data : (reply.data.rows ?? [])) as Row[];
const codes = (reply: Reply): unknown[] => rowsOf(reply).map((row) => row.ProjectCode);

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.client.signIn('admin');
  operator = await server.client.signIn('operator');
  area = await server.client.signIn('areaManager2');
});
afterAll(() => server.close());

describe('projects', () => {
  it('lists states 0 to 2 unless others are asked for', async () => {
    const usual = rowsOf(await post('/webapi/Project/Index', {}, admin));
    expect(usual.length).toBe(12);
    expect(new Set(usual.map((row) => row.G_ProjectState))).toEqual(new Set([0, 1, 2]));
    const stopped = rowsOf(await post('/webapi/Project/Index', { G_ProjectState: [3] }, admin));
    expect(stopped.map((row) => row.stateName)).toEqual(['停运']);
    expect((await post('/webapi/Project/Index', { G_ProjectState: ['x'] }, admin)).errors[0]?.path).toBe(
      'G_ProjectState[0]',
    );
  });

  it('shows only what the scope covers, in the list and in the direct call alike', async () => {
    const mine = codes(await post('/webapi/Project/Index', {}, operator));
    expect(mine).toEqual(['EMC01001', 'EMC01002', 'OM01001', 'WB01001']);
    const south = codes(await post('/webapi/Project/Index', {}, area));
    expect(south).toEqual(['EMC02001', 'EMC02002', 'OM02001']);
    for (const [session, seen] of [
      [operator, mine],
      [area, south],
    ] as const)
      for (const code of ['EMC01001', 'EMC02001', 'EMC03001'])
        expect((await server.client.get('/webapi/Project/Detail', { projectCode: code }, session)).status, code).toBe(
          seen.includes(code) ? 1 : 403,
        );
    expect((await server.client.get('/webapi/Project/Detail', { projectCode: 'NONE' }, operator)).status).toBe(404);
  });

  it('offers in pickers what may be seen, by name, code and pinyin', async () => {
    const pick = (keyword: string, as: Held) =>
      post('/webapi/Reference/Index', { Entity: 'project', Keyword: keyword }, as);
    for (const keyword of ['浦江', 'EMC01001', 'pujiang', 'pjgj'])
      expect(rowsOf(await pick(keyword, operator)).map((row) => row.value)).toEqual(['EMC01001']);
    expect(rowsOf(await pick('pujiang', area))).toEqual([]);
    const hosts = await post(
      '/webapi/Reference/Index',
      { Entity: 'device', ProjectCode: 'EMC01001', Category: '主机' },
      operator,
    );
    expect(rowsOf(hosts).map((row) => row.label)).toEqual(['1号直燃机', '2号直燃机', '3号直燃机']);
    const meters = await post(
      '/webapi/Reference/Index',
      { Entity: 'device', ProjectCode: 'EMC01001', Kinds: '水表,锅炉', PageSize: 100 },
      operator,
    );
    const kinds = rowsOf(meters).map((row) => row.category === '水表' || row.category === '锅炉');
    expect(kinds).toEqual([...kinds].sort((a, b) => Number(b) - Number(a)));
    expect(new Set(kinds)).toEqual(new Set([true, false]));
    expect(rowsOf(await post('/webapi/Reference/Index', { Entity: 'device', ProjectCode: 'EMC01001' }, area))).toEqual(
      [],
    );
    expect(rowsOf(await post('/webapi/Reference/Index', { Entity: 'contract', Keyword: 'pujiang' }, area))).toEqual([]);
  });

  it('says who belongs to a project and to which projects somebody belongs, by button and by scope', async () => {
    const relate = (body: object, as: Held) => post('/webapi/UserInfo/GetProjectCodeUser', body, as);
    const people = rowsOf(await relate({ projectCode: 'EMC01001' }, operator));
    const detail = await server.client.get('/webapi/Project/Detail', { projectCode: 'EMC01001' }, operator);
    expect(people.map((row) => row.UserName)).toContain(detail.data.managerName);
    expect(people.map((row) => row.UserId)).toContain(operator.userId);
    expect((await relate({ projectCode: 'EMC02001' }, operator)).status).toBe(403);
    expect((await relate({ projectCode: 'NONE' }, operator)).status).toBe(404);
    // Of a colleague one sees the projects that one sees anyway; of oneself, all.
    const own = codes(await relate({ userId: operator.userId }, operator));
    const byArea = codes(await relate({ userId: operator.userId }, area));
    expect(own).toContain('EMC01001');
    expect(byArea).toEqual([]);
    // A service provider holds none of the buttons, whatever its page would show.
    const outside = await server.client.signIn('serviceProvider');
    for (const body of [{ projectCode: 'EMC01001' }, { userId: operator.userId }])
      expect((await relate(body, outside)).status, JSON.stringify(body)).toBe(403);
    expect((await relate({ userId: outside.userId }, outside)).status).toBe(1);
  });

  it('changes a project once per version and says what changed', async () => {
    const edit = { ProjectCode: 'EMC01002', FormVersion: 1, area_m2: '43000', Reason: '复测' };
    expect((await post('/emcapi/Project/EditProject', edit, operator)).status).toBe(403);
    expect((await post('/emcapi/Project/EditProject', edit, admin)).data.FormVersion).toBe(2);
    expect((await post('/emcapi/Project/EditProject', { ...edit, area_m2: '44000' }, admin)).status).toBe(409);
    const wrong = { ProjectCode: 'EMC01002', FormVersion: 2, area: 'A6301', area_m2: '-1' };
    expect((await post('/emcapi/Project/EditProject', wrong, admin)).errors[0]?.path).toBe('area_m2');
    const log = rowsOf(await post('/webapi/AuditLog/Index', { object: 'EMC01002' }, admin))[0];
    expect(log?.changes).toEqual([{ field: '面积', before: '42000.00', after: '43000', openable: false }]);
  });

  it('shows a project to its new manager at the next request', async () => {
    const people = rowsOf(await post('/webapi/UserInfo/Index', { Keyword: 'projectManager5' }, admin));
    const manager = await server.client.signIn('projectManager5');
    expect((await server.client.get('/webapi/Project/Detail', { projectCode: 'EMC03002' }, manager)).status).toBe(403);
    const edit = { ProjectCode: 'EMC03002', FormVersion: 1, managerId: people[0]?.UserId };
    expect((await post('/emcapi/Project/EditProject', edit, admin)).status).toBe(1);
    expect((await server.client.get('/webapi/Project/Detail', { projectCode: 'EMC03002' }, manager)).status).toBe(1);
  });

  it('numbers, names and districts', async () => {
    const units = (await post('/emcapi/ProjectCode/GetProjectUnitList', { ModelCode: 'EMC' }, admin)).data
      .units as Row[];
    expect(units.find((unit) => unit.area === 'A632201')).toMatchObject({ count: 2, next: 'EMC01003' });
    const states = await server.client.get(
      '/emcapi/ConstData/GetEnumValueList',
      { EnumType: 'G_ProjectState' },
      operator,
    );
    expect((states.data as unknown as Row[]).map((row) => row.Text)).toEqual(['筹备', '在建', '运营', '停运', '退场']);
    const cities = await post('/emcapi/District/GetListByParentId', { ParentId: '440000' }, operator);
    expect(rowsOf(cities).map((row) => row.Name)).toEqual(['广州市', '深圳市']);
  });
});

describe('contracts and prices', () => {
  const path = '/emcapi/ContractPrice/AddContractPrice';
  const price: Row = {
    ContractCode: 'HT-EMC01001-01',
    kind: 'hotWater',
    unit: '元/m³',
    price: '28.5',
    from: '2026-01-01',
  };

  beforeAll(async () => {
    const pdf = new TextEncoder().encode('%PDF-1.4\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n');
    price['paper'] = (await server.client.upload('/bpmapi/ServiceResource/Upload', '调价函.pdf', pdf, admin)).data;
  });

  it('lists and opens contracts of visible projects only', async () => {
    expect((await post('/emcapi/Contract/GetContractList', {}, operator)).data.total).toBe(8);
    const other = await server.client.get(
      '/emcapi/Contract/GetContractByCode',
      { ContractCode: 'HT-EMC02001-01' },
      operator,
    );
    expect(other.status).toBe(403);
  });

  it('never has two prices of a kind on one day, not even when they come together', async () => {
    const both = await Promise.all([post(path, price, admin), post(path, price, admin)]);
    expect(both.map((reply) => reply.status).sort()).toEqual([0, 1]);
    expect(both.find((reply) => reply.status === 0)?.errors).toEqual([{ path: 'from', message: '单价时段重叠' }]);
  });

  it('wants four decimals at most, and days within the contract', async () => {
    expect((await post(path, { ...price, price: '1.23456' }, admin)).errors[0]?.path).toBe('price');
    expect(
      (await post(path, { ...price, kind: 'gas', from: '1999-01-01', to: '1999-12-31' }, admin)).errors[0]?.message,
    ).toBe('单价时段不能超出合同期');
    expect((await post(path, price, operator)).status).toBe(403);
  });

  it('has the tax that it includes, which stays where nobody says another', async () => {
    expect((await post(path, { ...price, kind: 'steam', taxRate: '101' }, admin)).errors[0]?.path).toBe('taxRate');
    const pdf = new TextEncoder().encode('%PDF-1.4\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n');
    const paper = (await server.client.upload('/bpmapi/ServiceResource/Upload', '补充协议.pdf', pdf, admin)).data;
    const { Id } = (await post(path, { ...price, kind: 'steam', taxRate: '9', paper }, admin)).data;
    const rate = async (): Promise<unknown> => {
      const { data } = await server.client.get(
        '/emcapi/ContractPrice/GetPriceListByContractCode',
        { ContractCode: price['ContractCode'] ?? '' },
        admin,
      );
      return (data as unknown as Row[]).find((row) => row['Id'] === Id)?.['taxRate'];
    };
    expect(await rate()).toBe('9');
    const edit = { ...price, kind: 'steam', paper: undefined, Id };
    await post('/emcapi/ContractPrice/EditContractPriceInfoById', { ...edit, price: '29' }, admin);
    expect(await rate()).toBe('9');
    await post('/emcapi/ContractPrice/EditContractPriceInfoById', { ...edit, taxRate: '13' }, admin);
    expect(await rate()).toBe('13');
  });

  it('keeps a deleted price out of the list and of prefills', async () => {
    const list = () =>
      server.client.get('/emcapi/ContractPrice/GetPriceListByContractCode', { ContractCode: 'HT-EMC02002-01' }, admin);
    const prices = (await list()).data as unknown as Row[];
    const electric = prices.find((row) => row.kind === 'electric');
    expect((await post('/emcapi/ContractPrice/DelContractPrice', { Id: electric?.Id }, admin)).status).toBe(1);
    expect(((await list()).data as unknown as Row[]).map((row) => row.kind)).not.toContain('electric');
    expect((await post('/emcapi/ContractPrice/DelContractPrice', { Id: electric?.Id }, admin)).status).toBe(404);
  });
});

describe('the archive of an operated project', () => {
  const PROJECT = 'EMC01001';
  let manager: Held;
  const send = (path: string, body: object, as: Held) => server.client.json(path, body, as);
  const said = (reply: Reply) => reply.errors.map(({ path, message }) => `${path} ${message}`);
  const archive = async (as = manager) =>
    (await send('/emcapi/OperationProjectManager/GetProjectInfoAllByCode', { ProjectCode: PROJECT }, as)).data as {
      Base: Row;
      Profile: Row | null;
      Addition: Row[];
      Contracts: Row[];
      Complete: number;
      Missing: string[];
      MainEnergy: string | null;
      FormVersion: number;
    };
  const edit = async (body: object, as = manager) =>
    send(
      '/emcapi/Project/EditProject',
      { ProjectCode: PROJECT, FormVersion: (await archive()).FormVersion, ...body },
      as,
    );
  const changes = async () =>
    rowsOf(await send('/emcapi/OperationProjectManager/GetProjectChanges', { ProjectCode: PROJECT }, operator));

  beforeAll(async () => {
    manager = await server.client.signIn('projectManager');
    await sql`update project set area_m2 = 60000, air_area = null, heating_area = null, start_on = '2024-01-01', end_on = null
      where code = ${PROJECT}`.execute(server.db);
    await sql`update b_settlement_area set voided = true where project = ${PROJECT}`.execute(server.db);
  });

  it('takes what is right, and says at the field what is not', async () => {
    expect((await edit({ shortName: '浦江' }, operator)).status).toBe(403);
    expect((await edit({ shortName: '浦江' }, area)).status).toBe(403);
    expect(said(await edit({ airArea: '60000.01', heatingArea: '70000' }))).toEqual([
      'airArea 空调面积不能大于建筑面积',
      'heatingArea 采暖面积不能大于建筑面积',
    ]);
    expect(said(await edit({ longitude: '200', floors: '0', dutyPhone: '12' }))).toEqual([
      'longitude 经度应在 -180~180 之间',
      'floors 层数不能小于1',
      'dutyPhone 值班电话格式不正确',
    ]);
    expect(said(await edit({ longitude: '121.5', latitude: '' }))).toEqual(['latitude 经度与纬度须同时填写']);
    expect(said(await edit({ builtYear: '2099' }))).toEqual(['builtYear 竣工年份不能晚于今年']);
    expect(said(await edit({ area_m2: '61000' }))).toEqual(['Reason 面积或状态变更请填写原因']);
    expect(said(await edit({ G_ProjectState: 4, Reason: '到期' }))).toEqual([
      'G_ProjectState 改为退场须有已通过的退场交接单',
    ]);
    // What was empty is filled in without a reason.
    const filled = await edit({
      airArea: '48000',
      heatingArea: '30000.5',
      longitude: '121.499718',
      latitude: '31.239703',
      floors: 28,
      builtYear: 1999,
      dutyPhone: '021-58781234',
    });
    expect(filled.status).toBe(1);
    expect((await archive()).Base).toMatchObject({
      airArea: '48000.00',
      heatingArea: '30000.50',
      longitude: '121.499718',
      latitude: '31.239703',
      floors: 28,
      builtYear: 1999,
      dutyPhone: '021-58781234',
    });
    expect(said(await edit({ area_m2: '47000', Reason: '复测' }))).toEqual(['area_m2 建筑面积不能小于空调面积']);
    // The same once more changes nothing.
    expect((await edit({ airArea: '48000' })).data['FormVersion']).toBe((await archive()).FormVersion);
  });

  it('follows the sheet on which areas were confirmed', async () => {
    await sql`insert into b_settlement_area (source_module, source_id, source_effect, project, contract, air_area, state, document)
      values ('airConditioningArea', 0, 'setup', ${PROJECT}, 'HT-EMC01001-01', 45000, '生效', 'T-1')`.execute(
      server.db,
    );
    expect(said(await edit({ airArea: '46000', Reason: '复测' }))).toEqual([
      'airArea 面积确认单生效的空调面积合计为 45000 m²，变更请走空调面积确认单',
    ]);
    expect((await edit({ airArea: '45000', Reason: '与确认单一致' })).status).toBe(1);
  });

  it('tells who has changed what meanwhile, and keeps a record of it', async () => {
    const { FormVersion } = await archive();
    expect((await edit({ G_ProjectState: 3, Reason: '停机检修' })).status).toBe(1);
    const late = await edit({ shortName: '浦江国际', FormVersion });
    expect([late.status, late.message]).toEqual([
      409,
      expect.stringMatching(/^项目信息已被修改：.+于 \d\d-\d\d \d\d:\d\d 改了状态。请核对后再保存$/),
    ]);
    expect((await edit({ G_ProjectState: 2, Reason: '恢复' })).status).toBe(1);
    await sql`insert into entity_change (table_name, row_key, column_name, before, after, source_module, source_id, source_effect)
      values ('project', ${PROJECT}, 'air_area', '45000.00', '44000.00', 'airConditioningArea', 7, 'x'),
        ('project', ${PROJECT}, 'engineering_budget', '1', '2', 'contractManage', 7, 'x')`.execute(server.db);
    const [byForm, back, stopped] = await changes();
    expect(byForm).toMatchObject({
      By: null,
      Action: '空调面积确认',
      Changes: [{ Field: '空调面积', Before: '45000', After: '44000' }],
    });
    expect(back).toMatchObject({ Action: '修改项目', Reason: '恢复' });
    expect(stopped).toMatchObject({ Changes: [{ Field: '状态', Before: '运营', After: '停运' }], Reason: '停机检修' });
    // Of a form's change only what the archive shows: a budget is no part of it.
    expect(JSON.stringify(await changes())).not.toMatch(/engineering_budget/);
    const other = await send('/emcapi/OperationProjectManager/GetProjectChanges', { ProjectCode: PROJECT }, area);
    expect(other.status).toBe(404);
  });

  it('has additional information in fields, beside what is written freely', async () => {
    const add = (body: object, as = manager) =>
      send('/emcapi/ProjectAdditionInfo/AddInfo', { ProjectId: PROJECT, ...body }, as);
    const before = await archive();
    expect(before.Profile).toBeNull();
    expect(before.Missing).toContain('窗墙比');
    expect((await add({ envelope: '玻璃幕墙' }, operator)).status).toBe(403);
    expect(said(await add({}))).toEqual(['kind 请选择类别', 'title 请输入标题']);
    expect(said(await add({ windowWallRatio: '1.2', savingTarget: '101', beds: '-1', carbonTarget: '0' }))).toEqual([
      'windowWallRatio 窗墙比应在 0~1 之间',
      'beds 床位数不能小于0',
      'savingTarget 节能目标应在 0~100 之间',
      'carbonTarget 年碳目标应在 0.01~9999999999 之间',
    ]);
    expect(said(await add({ coolSupply: '12', coolReturn: '7' }))).toEqual(['coolSupply 供冷供水温度应低于回水温度']);
    const photo = (await server.client.upload('/bpmapi/ServiceResource/Upload', '外立面.png', DOT, manager)).data;
    const made = await add({
      envelope: '玻璃幕墙',
      windowWallRatio: '0.7',
      coolSupply: '7',
      coolReturn: '12',
      seats: 300,
      cover: [photo],
      carbonTarget: '3200',
    });
    expect(made.status).toBe(1);
    expect((await add({ envelope: '砖墙' })).status).toBe(409);
    const after = await archive();
    expect(after.Profile).toMatchObject({
      Id: made.data['Id'],
      envelope: '玻璃幕墙',
      windowWallRatio: '0.7',
      coolReturn: '12',
      seats: 300,
      cover: [{ Name: '外立面.png' }],
      carbonTarget: '3200',
      FormVersion: 1,
    });
    // Four of the 31 that an archive is asked for: what only some buildings have does not count.
    expect([before.Missing.length - after.Missing.length, after.Complete]).toEqual([
      4,
      Math.round(((31 - after.Missing.length) / 31) * 100),
    ]);

    const change = (body: object) =>
      send('/emcapi/ProjectAdditionInfo/EditInfo', { Id: made.data['Id'], FormVersion: 1, ...body }, manager);
    expect(said(await change({ coolReturn: '6' }))).toEqual(['coolReturn 供冷供水温度应低于回水温度']);
    expect((await change({ carbonTarget: '3000', seats: '' })).status).toBe(1);
    const late = await change({ carbonTarget: '2900' });
    expect([late.status, late.message]).toEqual([409, expect.stringMatching(/^补充信息已由.+修改，请核对后再保存$/)]);
    expect((await archive()).Profile).toMatchObject({ carbonTarget: '3000', seats: null, FormVersion: 2 });
    expect((await changes())[0]).toMatchObject({
      Action: '修改补充信息',
      Changes: expect.arrayContaining([
        { Field: '座位数', Before: '300', After: null },
        { Field: '年碳目标(tCO₂)', Before: '3200', After: '3000' },
      ]),
    });
    // A free entry lives beside it, and neither is written as the other.
    const free = await add({ kind: '概况', title: '外立面', content: '2015 年翻新' });
    expect((await archive()).Addition).toMatchObject([{ title: '外立面', content: '2015 年翻新' }]);
    const asFree = await change({ kind: '概况', title: '改名' });
    expect(asFree.message).toBe('这条补充信息按字段填写，没有类别与标题');
    const asTyped = await send(
      '/emcapi/ProjectAdditionInfo/EditInfo',
      { Id: free.data['Id'], envelope: '砖墙' },
      manager,
    );
    expect(asTyped.message).toBe('这条补充信息只有类别、标题与内容');
  });

  it('shows contracts without money to who may not see it, and keeps them within the operation', async () => {
    await sql`update contract set year_amount = 1200000, settle_area = 45000, end_on = current_date + 30, state = 'active'
      where code = 'HT-EMC01001-01'`.execute(server.db);
    const shown = (await archive()).Contracts.find((one) => one['ContractCode'] === 'HT-EMC01001-01');
    expect(shown).toMatchObject({ yearAmount: '1200000.00', settleArea: '45000' });
    expect([29, 30, 31]).toContain(shown?.['leftDays']);
    await sql`delete from role_class where data_class = 'amount' and role_id in (select id from role where code = 'operator')`.execute(
      server.db,
    );
    await sql`update app_user set permission_version = permission_version + 1`.execute(server.db);
    expect(Object.keys((await archive(operator)).Contracts[0] ?? {})).not.toContain('yearAmount');
    const { rows } = await sql<{
      version: number;
    }>`insert into contract (code, name, project_code, kind, start_on, end_on)
      values ('T-APART', '试', ${PROJECT}, '运营', '2024-01-01', '2026-12-31') returning version`.execute(server.db);
    const apart = await send(
      '/emcapi/Contract/EditContract',
      { ContractCode: 'T-APART', FormVersion: rows[0]?.version, startOn: '2020-01-01', endOn: '2023-12-31' },
      manager,
    );
    expect(said(apart)).toEqual(['endOn 合同期与项目运营期（2024-01-01 至 今）没有交集']);
  });

  it('leaves as a workbook that says what the page does, and as a sheet of paper', async () => {
    const path = '/emcapi/HistoricalDataReport/ExpFile';
    const body = { Kind: 'projectArchive', ProjectCode: PROJECT };
    const sheets = await readXlsx(await server.client.bytes(path, manager, body));
    const data = (name: string) => sheets.find(({ sheet }) => sheet === name)?.data ?? [];
    const valueOf = (name: string, label: string) => data(name).find((row) => row[0] === label)?.[1];
    const { Base, MainEnergy, Contracts } = await archive();
    expect([valueOf('项目档案', '项目名称'), valueOf('项目档案', '空调面积(m²)')]).toEqual([
      Base['ProjectName'],
      Number(Base['airArea']),
    ]);
    expect(valueOf('项目档案', '主能源') ?? null).toBe(MainEnergy);
    expect([valueOf('补充信息', '窗墙比'), valueOf('补充信息', '概况：外立面')]).toEqual([0.7, '2015 年翻新']);
    expect(data('合同').length - 1).toBe(Contracts.length);
    const pdf = await server.client.bytes(path, manager, { ...body, Format: 'pdf' });
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect((await send(path, { ...body, ProjectCode: 'EMC03001' }, manager)).status).toBe(404);
  });
});

it('who is assigned to one project finds it in a new form, while it is under way', async () => {
  const person = sql`(select id from app_user where account = 'operator5')`;
  const assign = async (projects: readonly string[]): Promise<void> => {
    await sql`delete from user_project where user_id = ${person}`.execute(server.db);
    await sql`insert into user_project (user_id, project_code, project_role)
      select ${person}, unnest(${[...projects]}::text[]), '运行工'`.execute(server.db);
    await sql`update app_user set permission_version = permission_version + 1 where account = 'operator5'`.execute(
      server.db,
    );
  };
  const as = await server.client.signIn('operator5');
  const begins = async (): Promise<unknown> =>
    ((await server.client.get('/bpmapi/RoomInspectionRecord/GetInitInfo', {}, as)).data['record'] as Row)['project'];
  await assign(['EMC04001', 'EMC03001']);
  expect(await begins()).toBeNull();
  await assign(['EMC04001']);
  expect(await begins()).toBe('EMC04001');
  await sql`update project set state = 3 where code = 'EMC04001'`.execute(server.db);
  expect(await begins()).toBeNull();
});
