import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Held, Reply } from '../../testing/client.ts';
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
