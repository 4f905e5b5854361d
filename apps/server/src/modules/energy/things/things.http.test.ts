/** What is measured: kinds, models, energies, devices, meters, names and ratios; who may, what is refused, and where it is said. */
import { ENERGY_SHEET, NAME_SHEET } from '@hengneng/contracts';
import { sql } from 'kysely';
import { PassThrough } from 'node:stream';
import readXlsx from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeWorkbook } from '../../../engine/forms/xlsx.ts';
import type { Held, Reply } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { sheetOf } from '../../../testing/sheets.ts';

const PROJECT = 'EMC01001';
let server: TestServer;
let hvac: Held;
let manager: Held;
let analyst: Held;
let operator: Held;

beforeAll(async () => {
  server = await startTestServer();
  const { client } = server;
  [hvac, manager, analyst, operator] = await Promise.all([
    client.signIn('hvacLeader'),
    client.signIn('projectManager'),
    client.signIn('energyAnalyst'),
    client.signIn('operator'),
  ]);
});
afterAll(() => server.close());

const post = (path: string, body: object, who: Held): Promise<Reply> => server.client.json(path, body, who);
const said = (answer: Reply) => answer.errors.map(({ path, message }) => `${path} ${message}`);
type Row = Readonly<Record<string, unknown>> & { readonly Id: string; readonly Children: Row[] };
const list = (answer: Reply) => answer.data as unknown as Row[];
const rowsOf = (answer: Reply) => answer.data['rows'] as Row[];
const id = async (code: string, project = PROJECT): Promise<string> =>
  (
    await sql<{
      id: string;
    }>`select id::text as id from device where project_code = ${project} and code = ${code}`.execute(server.db)
  ).rows[0]?.id ?? '';

/** What `ExpFile` hands over: its sheets, each with its rows by their heads. */
const exported = async (
  body: object,
  who: Held,
): Promise<readonly (readonly Readonly<Record<string, unknown>>[])[]> => {
  const answer = await fetch(`${server.client.url}/emcapi/HistoricalDataReport/ExpFile`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', UserIdValue: who.userId, TokenValue: who.token },
    body: JSON.stringify(body),
  });
  const sheets = await readXlsx(Buffer.from(await answer.arrayBuffer()));
  return sheets.map(({ data: [head = [], ...rows] }) =>
    rows.map((row) => Object.fromEntries(head.map((name, at) => [String(name), row[at]]))),
  );
};
const refusedFile = (body: object, who: Held) => post('/emcapi/HistoricalDataReport/ExpFile', body, who);

describe('kinds of devices', () => {
  const save = (body: object, who = hvac) => post('/api/DeviceCategory/Save', body, who);

  it('are a tree, kept by those who answer for it and read by the site', async () => {
    const tree = list(await post('/api/DeviceCategory/Tree', {}, operator));
    expect(tree.find((one) => one['Name'] === '表计')?.Children.map((one) => one['Name'])).toHaveLength(7);
    expect((await save({ Name: '换热机组' }, operator)).status).toBe(403);
    expect((await post('/api/DeviceCategory/Tree', {}, await server.client.signIn('hr'))).status).toBe(403);
    const host = tree.find((one) => one['Name'] === '主机');
    const child = host?.Children.find((one) => one['Name'] === '直燃机');
    expect(said(await save({ Name: '冷却塔' }))).toEqual(['Name 同级已有类别【冷却塔】']);
    expect(said(await save({ Id: host?.Id, Name: '主机', ParentId: child?.Id }))).toEqual([
      'ParentId 不能把自己或自己的下级设为上级',
    ]);
    expect(said(await save({ Name: '' }))).toEqual(['Name 请填写类别名称']);
    const made = await save({ Name: '换热机组', Sort: 130 });
    expect(made.data).toMatchObject({ FormVersion: 1 });
    const again = await save({ Id: made.data['Id'], Name: '换热站', FormVersion: 1 });
    expect(again.data).toMatchObject({ FormVersion: 2 });
    expect((await save({ Id: made.data['Id'], Name: '板换机组', FormVersion: 1 })).status).toBe(409);
    expect((await post('/api/DeviceCategory/Delete', { Id: child?.Id }, hvac)).message).toMatch(
      /^该类别下有 \d+ 个型号，不能删除，可停用$/,
    );
    expect((await post('/api/DeviceCategory/Delete', { Id: made.data['Id'] }, hvac)).status).toBe(1);
  });

  it('say what is read of their machines', async () => {
    const tree = list(await post('/api/DeviceCategory/Tree', {}, hvac));
    const tower = tree.find((one) => one['Name'] === '冷却塔')?.Id;
    const params = (Params: object[]) => post('/api/CategoryDevice/Save', { CategoryId: tower, Params }, hvac);
    const fan = { Code: 'frequency', Name: '运行频率', Unit: 'Hz', Min: '0', Max: '50' };
    expect(said(await params([{ ...fan, Min: '60' }]))).toEqual(['Params[0].Max 合理上限必须大于合理下限']);
    expect(said(await params([{ ...fan, Code: '频率' }]))).toEqual([
      'Params[0].Code 参数编码只能用 1~30 位字母、数字、下划线',
    ]);
    expect(said(await params([fan, fan]))).toEqual(['Params[1].Code 参数编码【frequency】重复']);
    expect((await params([fan])).data['Params']).toMatchObject([{ Code: 'frequency', Min: '0', Max: '50', Sort: 1 }]);
    expect(said(await params([{ ...fan, Code: 'fanHertz' }]))).toEqual([
      'Params 参数编码建成后不可改（原编码 frequency）',
    ]);
    const read = await post('/api/CategoryDevice/Save', { CategoryId: tower }, operator);
    expect(read.data['Params']).toHaveLength(1);
    expect((await post('/api/CategoryDevice/Save', { CategoryId: tower, Params: [fan] }, operator)).status).toBe(403);
  });
});

describe('models', () => {
  it('are once for a maker, and a change of what is rated wants the affected projects seen', async () => {
    const rows = rowsOf(await post('/api/DeviceInfo/Index', { Keyword: 'ZX-200HW' }, operator));
    expect(rows[0]).toMatchObject({ RatedCooling: '2326', UsedCount: 1, CategoryName: '直燃机' });
    const model = {
      Id: rows[0]?.Id,
      CategoryId: rows[0]?.['CategoryId'],
      Model: 'ZX-200HW',
      Maker: '远源空调',
      FormVersion: 1,
    };
    const save = (more: object, who = hvac) => post('/api/DeviceInfo/Save', { ...model, ...more }, who);
    expect(said(await save({ Id: undefined }))).toEqual(['Model 已有厂家【远源空调】的型号【ZX-200HW】']);
    expect(said(await save({ RatedCooling: '0' }))).toEqual(['RatedCooling 额定制冷量应大于 0']);
    const asked = await save({ RatedCooling: '2400' });
    expect(asked.data).toMatchObject({
      Id: null,
      Words: '将影响 1 个项目的额定能力和读数上限',
      AffectedProjects: [{ ProjectCode: PROJECT }],
    });
    expect((await save({ RatedCooling: '2400', Confirm: true })).data).toMatchObject({ FormVersion: 2 });
    expect((await save({ RatedCooling: '2326', Confirm: true })).status).toBe(409);
    expect((await save({}, operator)).status).toBe(403);
    expect((await post('/api/DeviceInfo/Delete', { Id: model.Id }, hvac)).message).toBe('已被 1 个项目使用，只能停用');
    const tree = list(await post('/api/DeviceInfo/Tree', {}, operator));
    expect(tree.some((one) => one['CategoryName'] === '直燃机')).toBe(true);
  });
});

const sheet = async (rows: readonly (readonly string[])[]): Promise<Uint8Array<ArrayBuffer>> => {
  const out = new PassThrough();
  const parts: Buffer[] = [];
  out.on('data', (part: Buffer) => parts.push(part));
  await writeWorkbook(out, [
    { name: '能源类别', widths: ENERGY_SHEET.map(() => 12), rows: [[...ENERGY_SHEET], ...rows] },
  ]);
  return new Uint8Array(Buffer.concat(parts));
};

describe('energies', () => {
  it('are counted once by code and name, and keep their unit once anything was read', async () => {
    const tree = list(await post('/api/Operate/GetCateGory', {}, operator));
    expect(tree.map((one) => one['Code'])).toEqual([
      'elec',
      'gas',
      'steam',
      'heatBuy',
      'oil',
      'water',
      'softWater',
      'cooling',
      'heating',
      'hotWater',
      'run',
    ]);
    const elec = (await post('/api/Operate/GetNYCategory', { Code: 'elec' }, operator)).data as unknown as Row;
    const add = (more: object, who = analyst) =>
      post('/api/Operate/AddNYCateGory', { Code: 'lpg', Name: '液化气', Unit: 'kg', ...more }, who);
    expect(said(await add({ Code: 'elec', Name: '电' }))).toEqual([
      'Code 类别编码【elec】已存在',
      'Name 同级已有类别【电】',
    ]);
    expect(said(await add({ Color: 'red' }))).toEqual(['Color 颜色应为 #RRGGBB']);
    expect((await add({}, operator)).status).toBe(403);
    expect((await add({})).status).toBe(1);
    const meter = await id('DB-01');
    await sql`insert into manual_reading (meter_id, project_code, register, at, value, flag) values (${meter}, ${PROJECT}, 'total', now(), 60000, '实')`.execute(
      server.db,
    );
    const update = await post('/api/Operate/UpdateCategory', { ...elec, Unit: 'MWh' }, analyst);
    expect(said(update)[0]).toMatch(/^Unit 已有 [\d.]+ 万?条读数，不能更改单位$/);
    expect((await post('/api/Operate/UpdateCategory', { ...elec, Color: '#112233' }, analyst)).data).toMatchObject({
      FormVersion: 2,
    });
  });

  it('come from a sheet as a whole or not at all, looked through before', async () => {
    const upload = (rows: readonly (readonly string[])[], Confirm: string, who = analyst) =>
      sheet(rows).then((body) =>
        server.client.upload('/api/Operate/ImportCategory', '类别.xlsx', body, who, { Confirm }),
      );
    const good = ['cold2', '二次冷量', 'cooling', 'kWh', '', '', '', '否', '', '5'];
    const wrong = await upload([good, ['gas', '天然气', 'nowhere', 'm³', '', 'x', '', '也许', '', '']], 'true');
    expect(wrong.data).toMatchObject({ Total: 2, Ok: 1, Saved: false });
    expect(wrong.data['Errors']).toEqual(
      expect.arrayContaining([
        { Row: 3, Column: '折标系数', Message: '折标系数应为数字，最多6位小数' },
        { Row: 3, Column: '上级编码', Message: '上级编码【nowhere】不存在，上级须在本行之前' },
        { Row: 3, Column: '计入总能耗', Message: '请填写是或否' },
      ]),
    );
    expect((await upload([good], 'false')).data).toMatchObject({ Total: 1, Ok: 1, Saved: false });
    expect((await upload([good], 'true', operator)).status).toBe(403);
    expect((await upload([good], 'true')).data).toMatchObject({ Saved: true });
    expect((await post('/api/Operate/GetNYCategory', { Code: 'cold2' }, analyst)).data).toMatchObject({
      Name: '二次冷量',
      CountInTotal: false,
    });
  });
});

describe('devices', () => {
  it('are chosen from the models, numbered once in a project, and stay once anything was filed', async () => {
    const model = rowsOf(await post('/api/DeviceInfo/Index', { Keyword: 'KQL200' }, manager))[0]?.Id;
    const values = {
      ProjectCode: PROJECT,
      DeviceInfoId: model,
      DeviceCode: 'LDB-09',
      Name: '9号冷温水泵',
      RoomName: '二次泵房',
      Floor: 'B2',
      SystemName: '二次侧',
    };
    const add = (more: object, who = manager) => post('/api/ProjectDevice/Add', { ...values, ...more }, who);
    expect(said(await add({ DeviceCode: 'ZJ-01' }))).toEqual(['DeviceCode 设备编号【ZJ-01】已存在']);
    expect(said(await add({ DeviceInfoId: '999999' }))).toEqual(['DeviceInfoId 请从型号库选择型号']);
    expect(said(await add({ RoomName: '' }))).toEqual(['RoomId 系统须属于一个机房，请选择机房']);
    expect((await add({}, operator)).status).toBe(403);
    expect((await add({ ProjectCode: 'EMC03001' })).status).toBe(404);
    const made = await add({});
    expect(made.data).toMatchObject({ FormVersion: 1 });
    const rooms = list(
      await post('/emcapi/OperationProjectManager/GetEquipmentRoom', { ProjectCode: PROJECT }, operator),
    );
    expect(rooms.find((one) => one['RoomName'] === '二次泵房')).toMatchObject({
      Floor: 'B2',
      DeviceCount: 1,
      Systems: [{ SystemName: '二次侧' }],
    });
    const edit = { ...values, Id: made.data['Id'], FormVersion: 1, State: '备用' };
    expect((await post('/api/ProjectDevice/Edit', edit, manager)).data).toEqual({ FormVersion: 2 });
    expect((await post('/api/ProjectDevice/Edit', edit, manager)).status).toBe(409);
    const found = rowsOf(await post('/api/ProjectDevice/Index', { ProjectCode: PROJECT, Keyword: 'LDB-09' }, operator));
    expect(found[0]).toMatchObject({ State: '备用', CategoryName: '冷温水泵', RoomName: '二次泵房', Power: '55' });
    await sql`insert into device_history (device_id, project_code, kind, happened_at, summary, source_module, source_id)
      values (${await id('LT-01')}, ${PROJECT}, '维修', now(), '换轴承', 'maintenanceRecords', 1)`.execute(server.db);
    // Of the card: what stands, with the form that said it.
    const history = list(await post('/api/ProjectDevice/History', { Id: await id('LT-01') }, operator));
    expect(history[0]).toMatchObject({ Kind: '维修', Summary: '换轴承', ModuleTitle: '维修记录', BusinessId: '1' });
    await sql`update device_history set voided = true where summary = '换轴承'`.execute(server.db);
    const left = list(await post('/api/ProjectDevice/History', { Id: await id('LT-01') }, operator));
    expect(left.filter((one) => one['Summary'] === '换轴承')).toEqual([]);
    await sql`update device_history set voided = false where summary = '换轴承'`.execute(server.db);
    expect((await post('/api/ProjectDevice/History', { Id: '999999' }, operator)).status).toBe(404);
    expect((await post('/api/ProjectDevice/Delete', { Id: await id('LT-01') }, manager)).message).toBe(
      '已有业务记录，请改为停用或拆除',
    );
    expect((await post('/api/ProjectDevice/Delete', { Id: made.data['Id'] }, manager)).status).toBe(1);
  });

  it('are an archive of the project', async () => {
    const archive = await post(
      '/emcapi/OperationProjectManager/GetProjectInfoAllByCode',
      { ProjectCode: PROJECT },
      manager,
    );
    expect(archive.data).toMatchObject({ Complete: expect.any(Number), Hosts: expect.any(Array) });
    expect(archive.data['Hosts']).toHaveLength(4);
    const types = list(
      await post('/emcapi/OperationProjectManager/GetHostMachineType', { ProjectCode: PROJECT }, manager),
    );
    expect(types.map((one) => one['TypeName'])).toEqual(['直燃机', '锅炉']);
    const machines = list(
      await post('/emcapi/OperationProjectManager/GetEquipmentRoomOfMachineType', { ProjectCode: PROJECT }, manager),
    );
    expect(machines[0]).toMatchObject({ TypeName: '直燃机', Count: 3 });
    const hosts = list(
      await post(
        '/emcapi/OperationProjectManager/GetHostMachine',
        { ProjectCode: PROJECT, TypeCode: '直燃机' },
        manager,
      ),
    );
    expect(hosts).toHaveLength(3);
    expect(
      (await post('/emcapi/OperationProjectManager/GetHostMachine', { ProjectCode: 'EMC03001' }, manager)).status,
    ).toBe(404);
  });
});

const first = {
  ProjectCode: PROJECT,
  MeterType: '电表',
  MeterNo: 'A123',
  Name: '二次泵电表',
  CategoryCode: 'elec.chilledPump',
  Digits: 6,
  Decimals: 2,
  InitReading: '12.5',
  InitTime: '2026-01-01T08:00:00+08:00',
  CT: '200/5',
};

describe('meters', () => {
  const save = (more: object, who = manager) => post('/api/Device/AddNYDevice', { ...first, ...more }, who);

  it('say at the field what is wrong', async () => {
    const faults = async (more: object) => said(await save(more));
    expect(await faults({ InitReading: undefined, InitTime: undefined })).toEqual([
      'InitReading 请填写初始读数',
      'InitTime 请填写起用时刻',
    ]);
    expect(await faults({ InitReading: '1.234' })).toEqual(['InitReading 该表盘小数位为 2 位，请按表盘填写']);
    expect(await faults({ IsSettle: true })).toEqual(['VerifyTo 参与结算的表必须填写检定有效期']);
    expect(await faults({ CategoryCode: 'gas' })).toEqual(['CategoryCode 电表不能计量燃气']);
    expect(await faults({ CT: '0' })).toEqual(['CT CT 变比请写成 200/5 或 40']);
    expect(await faults({ ParentId: await id('DB-01', 'EMC01002') })).toEqual(['ParentId 请选择本项目的上级表']);
    expect((await save({}, operator)).status).toBe(403);
  });

  it('begin with a first reading and a ratio, have one number in a project, and no cycle above them', async () => {
    const main = await id('DB-01');
    const made = await save({ ParentId: main });
    expect(made.data).toMatchObject({ FormVersion: 1 });
    const Id = String(made.data['Id']);
    expect(said(await save({}))).toEqual(['MeterNo 表号 A123 已存在']);
    const info = (await post('/api/Device/GetNYDeviceById', { Id }, operator)).data;
    expect(info).toMatchObject({
      DeviceCode: 'DB-09',
      Ratio: '40',
      ParentName: '总电表',
      Ratios: [{ CT: '200/5', Ratio: '40' }],
      Readings: [{ Register: 'total', Value: '12.5' }],
    });
    const old = (await post('/api/Device/GetNYDeviceById', { Id: main }, manager)).data;
    const above = {
      Id: main,
      ProjectCode: PROJECT,
      MeterType: '电表',
      Name: '总电表',
      CategoryCode: 'elec',
      IsSettle: true,
      VerifyTo: old['VerifyTo'],
    };
    expect(said(await post('/api/Device/AddNYDevice', { ...above, ParentId: Id }, manager))).toEqual([
      'ParentId 上级表不能成环：所选的表是本表或它的分表',
    ]);
    expect(said(await save({ Id, MeterNo: 'B999' }))).toEqual(['MeterNo 表号不能在这里修改，换表请登记设备更换']);
    expect((await save({ Id, FormVersion: 1, Name: '二次泵组电表', ParentId: main })).data).toMatchObject({
      FormVersion: 2,
    });
    expect((await save({ Id, FormVersion: 1 })).status).toBe(409);
    expect((await post('/api/ProjectDevice/Delete', { Id }, manager)).message).toBe('已有业务记录，请改为停用或拆除');
    const meters = rowsOf(
      await post('/api/Device/GetDevice', { ProjectCode: PROJECT, CategoryCode: 'elec' }, operator),
    );
    expect(meters).toHaveLength(9);
    expect((await post('/api/Device/GetDevice', { ProjectCode: 'EMC03001' }, operator)).status).toBe(404);
  });

  it('stand in a tree of energies', async () => {
    const energies = list(await post('/webapi/NYCateGory/ProjectCateGory', { ProjectCode: PROJECT }, operator));
    expect(energies.map((one) => one['Code'])).toEqual([
      'elec',
      'gas',
      'water',
      'softWater',
      'cooling',
      'heating',
      'hotWater',
    ]);
    const tree = list(
      await post('/webapi/NYCateGory/ProjectCateGoryTree', { ProjectCode: PROJECT, CategoryCode: 'gas' }, operator),
    );
    expect(tree.map((one) => one['Kind'])).toEqual(['energy', 'system', 'device', 'device', 'device', 'device']);
    const NodeId = String(tree[0]?.['NodeId']);
    const children = list(
      await post('/webapi/NYCateGory/CateGoryChildren', { ProjectCode: PROJECT, NodeId }, operator),
    );
    expect(children).toHaveLength(1);
    const node = await post('/webapi/NYCateGory/CateGoryChild', { ProjectCode: PROJECT, NodeId }, operator);
    expect(node.data['Devices']).toHaveLength(4);
    const page = await post('/webapi/NYCateGoryDevice/Index', { ProjectCode: PROJECT, NodeId, PageSize: 2 }, operator);
    expect([page.data['total'], rowsOf(page).length]).toEqual([4, 2]);
    expect((await post('/webapi/NYCateGory/ProjectCateGory', { ProjectCode: 'EMC03001' }, operator)).status).toBe(404);
  });
});

describe('names', () => {
  it('are what the site says, each once in a project, and may be swapped', async () => {
    const rows = rowsOf(
      await post('/emcapi/DataEntry/GetNyDeviceCode', { ProjectCode: PROJECT, CategoryCode: 'gas' }, operator),
    );
    const [one, two] = rows;
    const save = (Rows: object[], who = manager) =>
      post('/emcapi/DataEntry/UpdateDeviceCode', { ProjectCode: PROJECT, Rows, Reason: '现场叫法' }, who);
    expect(
      said(
        await save([
          { ...one, DisplayName: '总气' },
          { ...two, DisplayName: '总气' },
        ]),
      ),
    ).toEqual(['Rows[1].DisplayName 显示名称【总气】重复']);
    expect(said(await save([{ ...one, DeviceCode: 'DB-01' }]))).toEqual(['Rows[0].DeviceCode 编号【DB-01】重复']);
    expect(said(await save([{ ...one, DeviceCode: '总 1' }]))).toEqual([
      'Rows[0].DeviceCode 编号应为 1~30 位字母、数字、-、_',
    ]);
    expect(said(await save([{ ...one, DeviceId: await id('DB-01', 'EMC01002') }]))).toEqual([
      'Rows[0].DeviceId 该设备不属于本项目',
    ]);
    expect((await save([{ ...one }], operator)).status).toBe(403);
    const swapped = [
      { ...one, DisplayName: '总气', DeviceCode: two?.['DeviceCode'] },
      { ...two, DisplayName: '1#气', DeviceCode: one?.['DeviceCode'] },
    ];
    expect((await save(swapped)).data).toEqual({ Count: 2 });
    const after = rowsOf(
      await post('/emcapi/DataEntry/GetNyDeviceCode', { ProjectCode: PROJECT, Keyword: '总气' }, operator),
    );
    expect(after[0]).toMatchObject({ OriginName: '总燃气表', DisplayName: '总气', DeviceCode: two?.['DeviceCode'] });
  });

  it('leave as a sheet and come back by their system number, as a whole or not at all', async () => {
    const Kind = { Kind: 'setDeviceName', ProjectCode: PROJECT };
    const [rows = []] = await exported({ ...Kind, CategoryCode: 'elec' }, manager);
    const page = rowsOf(
      await post('/emcapi/DataEntry/GetNyDeviceCode', { ProjectCode: PROJECT, CategoryCode: 'elec' }, manager),
    );
    expect(rows.map((row) => row['系统编号'])).toEqual(page.map((row) => row['DeviceId']));
    const lines = rows.map((row) => NAME_SHEET.map((head) => String(row[head] ?? '')));
    const upload = async (changed: readonly (readonly string[])[], Confirm: string, who = manager, project = PROJECT) =>
      server.client.upload(
        '/emcapi/DataEntry/ImportDeviceCode',
        '名称.xlsx',
        await sheetOf([[...NAME_SHEET], ...changed]),
        who,
        { ProjectCode: project, Confirm },
      );
    const put = (at: number, head: (typeof NAME_SHEET)[number], value: string) =>
      lines.map((line, index) => line.map((cell, k) => (index === at && NAME_SHEET[k] === head ? value : cell)));
    expect((await upload(lines, 'true')).data).toMatchObject({ Total: lines.length, Changed: 0, Saved: false });
    expect((await upload(put(0, '编号', '总 1'), 'true')).data['Errors']).toEqual([
      { Row: 2, Column: '编号', Message: '编号应为 1~30 位字母、数字、-、_' },
    ]);
    expect((await upload(put(0, '在报表显示', '也许'), 'true')).data['Errors']).toEqual([
      { Row: 2, Column: '在报表显示', Message: '请填写是或否' },
    ]);
    expect((await upload(put(1, '系统编号', lines[0]?.[0] ?? ''), 'true')).data['Errors']).toEqual([
      { Row: 3, Column: '系统编号', Message: '同一设备出现了两次' },
    ]);
    expect((await upload(put(0, '显示名称', '总气'), 'true')).data['Errors']).toEqual([
      { Row: 2, Column: '显示名称', Message: '显示名称【总气】重复' },
    ]);
    const good = put(0, '显示名称', '进线总表');
    expect((await upload(good, 'false')).data).toMatchObject({ Ok: lines.length, Changed: 1, Saved: false });
    expect((await upload(good, 'true', operator)).status).toBe(403);
    expect((await upload(good, 'true', manager, 'EMC09001')).status).not.toBe(1);
    expect((await upload(good, 'true')).data).toMatchObject({ Changed: 1, Saved: true });
    const named = rowsOf(
      await post('/emcapi/DataEntry/GetNyDeviceCode', { ProjectCode: PROJECT, CategoryCode: 'elec' }, operator),
    );
    expect(named[0]).toMatchObject({ DisplayName: '进线总表', IsMeter: true });
  });
});

describe('lists', () => {
  it('leave with what their pages show, for who may take them along', async () => {
    const base = { Kind: 'baseInformation' };
    const [models = []] = await exported({ ...base, Part: 'models', Keyword: 'ZX-200HW' }, hvac);
    expect(models).toHaveLength(1);
    expect(models[0]).toMatchObject({
      类别: '直燃机',
      型号: 'ZX-200HW',
      '额定制冷量（kW）': 2400,
      使用项目数: 1,
      启用: '是',
    });
    const [energies = []] = await exported({ ...base, Part: 'energies', Keyword: 'gas' }, hvac);
    expect(energies.find((row) => row['类别编码'] === 'gas')).toMatchObject({ 单位: 'm³', 启用: '是' });
    expect((await refusedFile(base, await server.client.signIn('hr'))).status).toBe(403);

    const set = { Kind: 'projectDeviceSet', ProjectCode: PROJECT };
    const [devices = [], meters = []] = await exported(set, manager);
    const [shownDevices, shownMeters] = await Promise.all([
      post('/api/ProjectDevice/Index', { ProjectCode: PROJECT, PageSize: 500 }, manager),
      post('/api/Device/GetDevice', { ProjectCode: PROJECT }, manager),
    ]);
    expect(devices.map((row) => row['设备编号'])).toEqual(rowsOf(shownDevices).map((row) => row['DeviceCode']));
    expect(meters.map((row) => [row['表计编号'], row['上级表'] ?? null, Number(row['倍率'])])).toEqual(
      rowsOf(shownMeters).map((row) => [row['DeviceCode'], row['ParentName'], Number(row['Ratio'])]),
    );
    expect((await refusedFile({ ...set, ProjectCode: '' }, manager)).errors).toEqual([
      { path: 'ProjectCode', message: '请选择项目' },
    ]);

    const [ratios = []] = await exported({ Kind: 'magnification', ProjectCode: PROJECT, MeterType: '电表' }, manager);
    const shown = rowsOf(
      await post(
        '/emcapi/DataEntry/GetProjectSetUp',
        { SetType: 'magnification', ProjectCode: PROJECT, MeterType: '电表' },
        manager,
      ),
    );
    expect(ratios.map((row) => [row['表计编号'], Number(row['倍率'])])).toEqual(
      shown.map((row) => [row['DeviceCode'], Number(row['Ratio'])]),
    );
    const other = await server.client.signIn('areaManager2');
    expect((await refusedFile({ Kind: 'magnification', ProjectCode: PROJECT }, other)).status).toBe(404);
  });
});

describe('ratios', () => {
  it('are proposed by one and agreed to by another, one at an instant', async () => {
    const DeviceId = await id('DB-05');
    const photo = (
      await server.client.upload(
        '/bpmapi/ServiceResource/Upload',
        'plate.txt',
        new TextEncoder().encode('铭牌'),
        manager,
      )
    ).data;
    const values = {
      SetType: 'magnification',
      Action: 'propose',
      ProjectCode: PROJECT,
      DeviceId,
      CT: '500/5',
      EffectTime: new Date(Date.now() - 3_600_000).toISOString(),
      ReasonType: '换互感器',
      File: [photo],
    };
    const write = (more: object, who = manager) =>
      post('/emcapi/DataEntry/InsertProjectSetUp', { ...values, ...more }, who);
    expect(said(await write({ CT: '', Ratio: '0' }))).toEqual(['Ratio 倍率应为正数']);
    expect(said(await write({ CT: '500/5', Ratio: '90' }))).toEqual([
      'Ratio 倍率应等于 CT×PT = 100，填了 CT/PT 时不必另填',
    ]);
    expect(said(await write({ File: [] }))).toEqual(['File 请上传铭牌照片']);
    expect(said(await write({ EffectTime: new Date(Date.now() + 40 * 86_400_000).toISOString() }))).toEqual([
      'EffectTime 生效时刻不能晚于现在 30 天',
    ]);
    expect((await write({}, operator)).status).toBe(403);
    expect((await write({ Preview: true, File: [] })).data).toMatchObject({ SetId: null, State: '预览' });
    const made = await write({});
    expect(made.data).toMatchObject({ State: '待复核' });
    expect(said(await write({}))).toEqual(['EffectTime 该表有待确认的倍率变更，请先处理']);
    const decide = (who: Held, Action = 'agree') =>
      post(
        '/emcapi/DataEntry/InsertProjectSetUp',
        { SetType: 'magnification', Action, ProjectCode: PROJECT, SetId: made.data['SetId'] },
        who,
      );
    expect((await decide(manager)).message).toBe('倍率变更由能源数据分析师确认');
    const read = async () =>
      (
        rowsOf(
          await post('/emcapi/DataEntry/GetProjectSetUp', { SetType: 'magnification', ProjectCode: PROJECT }, operator),
        ) as unknown as Record<string, unknown>[]
      ).find((row) => row['DeviceId'] === DeviceId);
    expect(await read()).toMatchObject({ Ratio: '80', Pending: { Ratio: '100', Mine: false } });
    expect((await decide(analyst)).data).toMatchObject({ State: '已生效' });
    expect(await read()).toMatchObject({ Ratio: '100', PrevRatio: '80', Pending: null });
    expect((await decide(analyst)).message).toBe('该变更已生效，不能再处理');
  });

  it('are one of the kinds of settings; others are refused', async () => {
    const unknown = await post(
      '/emcapi/DataEntry/GetProjectSetUp',
      { SetType: 'nothing', ProjectCode: PROJECT },
      manager,
    );
    expect([unknown.status, unknown.message]).toEqual([0, '不支持的设置类型']);
  });
});
