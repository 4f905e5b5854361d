/** Putting things in order and setting a project up: trees are moved, models come in by a template, rooms are made, meters of a handover are taken over. */
import { MODEL_SHEET } from '@hengneng/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Held, Reply } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { sheetOf } from '../../../testing/sheets.ts';

const PROJECT = 'EMC01002';
let server: TestServer;
let leader: Held;
let manager: Held;
let operator: Held;

beforeAll(async () => {
  server = await startTestServer();
  [leader, manager, operator] = await Promise.all([
    server.client.signIn('hvacLeader'),
    server.client.signIn('projectManager'),
    server.client.signIn('operator'),
  ]);
});
afterAll(() => server.close());

const post = (path: string, body: object, who: Held): Promise<Reply> => server.client.json(path, body, who);
const said = (answer: Reply) => answer.errors.map(({ path, message }) => `${path} ${message}`);
type Node = Readonly<{ Id: string; Name: string; ParentId: string | null; Children: readonly Node[] }>;
const tree = async (): Promise<readonly Node[]> =>
  (await post('/api/DeviceCategory/Tree', {}, operator)).data as unknown as readonly Node[];
const names = (nodes: readonly Node[]): readonly string[] => nodes.map(({ Name }) => Name);

it('kinds of devices go where they are dropped, never under themselves, and only for who keeps them', async () => {
  const before = await tree();
  const [first, second] = before;
  const move = (body: object, who = leader) => post('/api/DeviceCategory/Move', body, who);
  expect((await move({ Id: second?.Id, BeforeId: first?.Id }, operator)).status).toBe(403);
  expect((await move({ Id: second?.Id, BeforeId: first?.Id })).status).toBe(1);
  expect(names(await tree()).slice(0, 2)).toEqual([second?.Name, first?.Name]);
  // Without a place it goes behind the others.
  expect((await move({ Id: second?.Id })).status).toBe(1);
  expect(names(await tree()).at(-1)).toBe(second?.Name);

  const hosts = before.find(({ Name }) => Name === '主机');
  const child = hosts?.Children[0];
  expect(said(await move({ Id: hosts?.Id, ParentId: child?.Id }))).toEqual(['ParentId 不能把自己或自己的下级设为上级']);
  expect((await move({ Id: second?.Id, ParentId: hosts?.Id, BeforeId: child?.Id })).status).toBe(1);
  const under = (await tree()).find(({ Name }) => Name === '主机');
  expect(names(under?.Children ?? []).slice(0, 2)).toEqual([second?.Name, child?.Name]);
  // Somebody may have moved what it was dropped in front of.
  expect(said(await move({ Id: second?.Id, BeforeId: child?.Id }))).toEqual(['BeforeId 目标位置已变化，请刷新后再移']);
  expect((await move({ Id: second?.Id, BeforeId: names(before).length > 2 ? before[2]?.Id : '' })).status).toBe(1);
});

it('energies are put in order under what they belong to', async () => {
  const energies = async () =>
    (await post('/api/Operate/GetCateGory', {}, operator)).data as unknown as readonly Node[];
  const [first, second] = await energies();
  expect((await post('/api/Operate/MoveCategory', { Id: second?.Id, BeforeId: first?.Id }, leader)).status).toBe(1);
  expect(names(await energies()).slice(0, 2)).toEqual([second?.Name, first?.Name]);
});

it('models come in by a template as a whole or not at all', async () => {
  const upload = async (rows: readonly (readonly string[])[], Confirm: string, who = leader) =>
    server.client.upload(
      '/api/DeviceInfo/Import',
      '型号.xlsx',
      await sheetOf([MODEL_SHEET.map((head) => ({ head })), ...rows]),
      who,
      { Confirm },
    );
  const good = ['直燃机', 'ZX-900', '远源空调', '9,000', '', '700', '', '', '', '1.36', '7', '12', '', '燃气'];
  const wrong = ['飞机', 'ZX-901', '远源空调', '-1', '', '', '', '', '', '', '', '', '', ''];
  const checked = await upload([good, wrong, good], 'true');
  expect(checked.data).toMatchObject({ Total: 3, Ok: 1, Saved: false });
  expect(checked.data['Errors']).toEqual(
    expect.arrayContaining([
      { Row: 3, Column: '类别', Message: '没有启用的设备类别【飞机】' },
      { Row: 3, Column: '额定制冷量（kW）', Message: '额定制冷量应为数字，最多2位小数' },
      { Row: 4, Column: '型号', Message: '已有厂家【远源空调】的型号【ZX-900】' },
    ]),
  );
  expect((await upload([good], 'true', operator)).status).toBe(403);
  expect((await upload([good], 'false')).data).toMatchObject({ Ok: 1, Saved: false });
  expect((await upload([good], 'true')).data).toMatchObject({ Ok: 1, Saved: true });
  const found = await post('/api/DeviceInfo/Index', { Keyword: 'ZX-900' }, operator);
  expect(found.data['rows']).toMatchObject([{ RatedCooling: '9000', RatedGas: '700', EnergyKind: '燃气' }]);
});

it('who named a device last is told, and when', async () => {
  const list = async () =>
    (await post('/emcapi/DataEntry/GetNyDeviceCode', { ProjectCode: PROJECT }, operator)).data['rows'] as readonly {
      readonly DeviceId: string;
      readonly Editor: string | null;
      readonly EditTime: string | null;
    }[];
  const [one] = await list();
  expect(one).toMatchObject({ Editor: null, EditTime: null });
  const saved = await post(
    '/emcapi/DataEntry/UpdateDeviceCode',
    { ProjectCode: PROJECT, Rows: [{ ...one, Sort: 1 }] },
    manager,
  );
  expect(saved.data).toMatchObject({ Count: 1 });
  const named = (await list()).find(({ DeviceId }) => DeviceId === one?.DeviceId);
  expect(named?.Editor).not.toBeNull();
  expect(Date.parse(named?.EditTime ?? '')).toBeGreaterThan(Date.now() - 600_000);
});

it('a room is made once by its name, and put right', async () => {
  const room = (body: object, who = manager) =>
    post('/emcapi/OperationProjectManager/SaveEquipmentRoom', { ProjectCode: PROJECT, ...body }, who);
  expect((await room({ RoomName: '换热站' }, operator)).status).toBe(403);
  const made = await room({ RoomName: '换热站', Floor: 'B2' });
  expect(said(await room({ RoomName: '换热站' }))).toEqual(['RoomName 已有机房【换热站】']);
  expect((await room({ RoomId: made.data['RoomId'], RoomName: '换热站', Floor: 'B3', Area: '120' })).status).toBe(1);
  const rooms = (await post('/emcapi/OperationProjectManager/GetEquipmentRoom', { ProjectCode: PROJECT }, operator))
    .data as unknown as readonly object[];
  expect(rooms).toEqual(
    expect.arrayContaining([expect.objectContaining({ RoomName: '换热站', Floor: 'B3', Area: '120' })]),
  );
});

it('a meter that a handover put into the ledger is set up where it is, not a second time beside it', async () => {
  const { rows } = await sql<{
    id: string;
  }>`insert into device (project_code, code, name, category, factory_no, last_reading, multiple, location)
    values (${PROJECT}, 'JCJJ-TEST-B1', '机房燃气表', '燃气表', 'GAS-778', 1234.5, 1, '机房') returning id::text`.execute(
    server.db,
  );
  const id = rows[0]?.id ?? '';
  const pending = async () =>
    (await post('/api/Device/PendingMeters', { ProjectCode: PROJECT }, manager)).data['rows'] as readonly {
      DeviceId: string;
    }[];
  expect((await pending()).find(({ DeviceId }) => DeviceId === id)).toMatchObject({
    MeterNo: 'GAS-778',
    MeterType: '燃气表',
    Reading: '1234.5',
    Ratio: '1',
  });
  const save = (body: object) =>
    post(
      '/api/Device/AddNYDevice',
      {
        ProjectCode: PROJECT,
        MeterType: '燃气表',
        MeterNo: 'GAS-778',
        Name: '机房燃气表',
        CategoryCode: 'gas',
        Digits: 8,
        Decimals: 1,
        InitReading: '1234.5',
        InitTime: new Date(Date.now() - 86_400_000).toISOString(),
        ...body,
      },
      manager,
    );
  expect(said(await save({}))).toEqual(['MeterNo 设备台账中已有表号 GAS-778，请在「表计」页从台账建立']);
  expect((await save({ TakeOver: id })).data).toMatchObject({ Id: id });
  expect((await pending()).find(({ DeviceId }) => DeviceId === id)).toBeUndefined();
  const count = await sql<{ n: number }>`select count(*)::int as n from device where factory_no = 'GAS-778'`.execute(
    server.db,
  );
  expect(count.rows).toEqual([{ n: 1 }]);
  expect(said(await save({ TakeOver: id }))).toEqual(['MeterNo 表号 GAS-778 已存在']);
});
