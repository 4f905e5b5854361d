/** Prices of energy over the wire: versions that never overlap, what held at an instant, what a closed month keeps. */
import type { CoefficientReach } from '@hengneng/contracts';
import { BUILT_IN_FACTORS, chooseFactor } from '@hengneng/energy/factors';
import { sql } from 'kysely';
import readXlsx from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DOT, type Held } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { factorsFor, factorsForAll } from './index.ts';

const ADD = '/emcapi/NYPrice/AddNYPrice';
const EDIT = '/emcapi/NYPrice/EditNYPrice';
const PROJECT = 'EMC01001';

let server: TestServer;
let analyst: Held;
beforeAll(async () => {
  server = await startTestServer();
  analyst = await server.client.signIn('energyAnalyst');
  // Room for prices of the test's own, of an energy that the demo company does not buy.
  await sql`update energy_price set deleted_at = app_now() where project_code = ${PROJECT}`.execute(server.db);
});
afterAll(() => server.close());

const single = (from: string, to: string | null, price: string) => ({
  ProjectCode: PROJECT,
  CategoryCode: 'water',
  Mode: 'single',
  Price: price,
  From: from,
  To: to ?? '',
  TaxRate: '9',
});
const PERIODS = [
  { Start: '22:00', End: '08:00', Kind: 'valley' },
  { Start: '08:00', End: '12:00', Kind: 'peak' },
  { Start: '12:00', End: '22:00', Kind: 'flat' },
];
const tou = (from: string, periods: readonly object[] = PERIODS) => ({
  ProjectCode: PROJECT,
  CategoryCode: 'elec',
  Mode: 'tou',
  Prices: [
    { Kind: 'peak', Price: '1.2' },
    { Kind: 'flat', Price: '0.8' },
    { Kind: 'valley', Price: '0.35' },
  ],
  Periods: periods,
  BasicMode: 'demand',
  BasicPrice: '40.8',
  CosStd: '0.90',
  From: from,
});
const post = (path: string, body: object, who = analyst) => server.client.json(path, body, who);
const detail = (id: unknown) => post('/emcapi/NYPrice/GetDetailById', { PriceId: id });
const at = (category: string, time: string) =>
  post('/webapi/NYPrice/Detail', { ProjectCode: PROJECT, CategoryCode: category, Time: time });

describe('prices', () => {
  it('come in versions that do not overlap; each field is told what is wrong', async () => {
    expect(await post(ADD, single('2026-01-01', '2026-06-30', '5.2'))).toMatchObject({ status: 1 });
    expect(await post(ADD, single('2026-06-30', null, '5.4'))).toMatchObject({
      status: 0,
      errors: [{ path: 'From', message: '与 2026-01-01 起的版本重叠' }],
    });
    const wrong: readonly (readonly [object, string, string])[] = [
      [{ Price: '-1' }, 'Price', '单价应为不小于0、最多4位小数的数'],
      [{ Price: '1.23456' }, 'Price', '单价应为不小于0、最多4位小数的数'],
      [{ Price: '' }, 'Price', '请填写单价'],
      [{ TaxRate: '17' }, 'TaxRate', '税率应在 0~13 之间'],
      [{ To: '2026-06-01' }, 'To', '生效止不能早于生效起'],
      [
        {
          Mode: 'ladder',
          Steps: [
            { UpTo: '200', Price: '1' },
            { UpTo: '100', Price: '2' },
          ],
        },
        'Steps',
        '阶梯上界须递增',
      ],
      [{ BasicMode: 'capacity', BasicPrice: '30' }, 'CapacityKva', '按容量计收请填写容量(kVA)'],
    ];
    for (const [change, path, message] of wrong)
      expect(await post(ADD, { ...single('2026-07-01', null, '5.4'), ...change })).toMatchObject({
        status: 0,
        errors: expect.arrayContaining([{ path, message }]),
      });
    const holes = tou('2026-01-01', [
      { Start: '00:00', End: '22:00', Kind: 'flat' },
      { Start: '22:30', End: '24:00', Kind: 'valley' },
    ]);
    const refused = await post(ADD, holes);
    expect(refused.errors[0]).toMatchObject({ path: 'Periods', message: '工作日 22:00-22:30 未分配时段' });
    expect(await post(ADD, { ...tou('2026-01-01'), Prices: [{ Kind: 'peak', Price: '1' }] })).toMatchObject({
      errors: [{ path: 'Prices', message: '请填写平、谷时段的单价' }],
    });
  });

  it('say what held at an instant; without one it is said, never zero', async () => {
    const added = await post(ADD, tou('2026-01-01'));
    expect(added).toMatchObject({ status: 1 });
    expect((await at('elec', '2026-03-02T09:00:00+08:00')).data).toMatchObject({ Kind: 'peak', Price: '1.2' });
    expect((await at('elec', '2026-03-02T23:30:00+08:00')).data).toMatchObject({ Kind: 'valley', Price: '0.35' });
    expect((await at('water', '2026-06-30T23:59:00+08:00')).data).toMatchObject({ Kind: null, Price: '5.2' });
    expect(await at('water', '2026-07-01T00:00:00+08:00')).toMatchObject({
      status: 404,
      message: '该项目 2026-07-01 未设价格，请先在能源价格设置中新增',
    });
    expect((await detail(added.data.PriceId)).data).toMatchObject({
      Mode: 'tou',
      BasicMode: 'demand',
      BasicPrice: '40.8',
      CosStd: '0.90',
      Periods: [{ Start: '22:00', End: '08:00', Kind: 'valley', Season: null, DayType: null }, {}, {}],
    });
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::int as n from recalc_queue where cause = '分时电价'`.execute(server.db);
    expect(rows[0]?.n).toBeGreaterThan(0);
  });

  it('change for a reason and by one person at a time; only what has not begun can be deleted', async () => {
    const made = await post(ADD, { ...single('2020-01-01', '2020-12-31', '4'), CategoryCode: 'softWater' });
    const id = made.data.PriceId;
    const change = { ...single('2020-01-01', '2020-12-31', '4.1'), PriceId: id, Version: 1 };
    expect(await post(EDIT, { ...change, Reason: '' })).toMatchObject({
      errors: [{ path: 'Reason', message: '请填写原因' }],
    });
    expect(await post(EDIT, { ...change, Reason: '补发文件' })).toMatchObject({ status: 1 });
    expect(await post(EDIT, { ...change, Reason: '再改' })).toMatchObject({ status: 409 });
    expect((await detail(id)).data).toMatchObject({ Price: '4.1', Version: 2 });
    const remove = { PriceId: id, Reason: '录错' };
    expect(await post('/emcapi/NYPrice/DelNYPrice', remove)).toMatchObject({ status: 0 });
    const future = await post(ADD, { ...single('2099-01-01', null, '9'), CategoryCode: 'softWater' });
    expect(await post('/emcapi/NYPrice/DelNYPrice', { PriceId: future.data.PriceId, Reason: '录错' })).toMatchObject({
      status: 1,
    });
    expect(await detail(future.data.PriceId)).toMatchObject({ status: 404 });
  });

  it('of several projects may have one schedule, which changes for one of them only', async () => {
    const made = await post(ADD, { ...tou('2099-01-01'), CategoryCode: 'heatBuy' });
    const id = made.data.PriceId;
    const scheduleOf = async (): Promise<string> => {
      const { rows } = await sql<{
        id: string;
      }>`select schedule_id::text as id from energy_price where id = ${id}::bigint`.execute(server.db);
      return rows[0]?.id ?? '';
    };
    const shared = await scheduleOf();
    await sql`insert into energy_price (project_code, category_id, valid_from, mode, prices, schedule_id)
      select (select min(code) from project where code <> ${PROJECT}), category_id, '2099-01-01', mode, prices, schedule_id from energy_price where id = ${id}::bigint`.execute(
      server.db,
    );
    const edit = { ...tou('2099-01-01'), To: '2150-12-31', PriceId: id, Reason: '测试' };
    expect(await post(EDIT, { ...edit, Version: 1 })).toMatchObject({ status: 1 });
    expect(await scheduleOf()).toBe(shared);
    const other = [{ Start: '00:00', End: '24:00', Kind: 'flat' }];
    expect(await post(EDIT, { ...edit, Version: 2, Periods: other })).toMatchObject({ status: 1 });
    expect(await scheduleOf()).not.toBe(shared);
    expect((await detail(id)).data.Periods).toHaveLength(1);
  });

  it('that a closed month was worked out with only end', async () => {
    const made = await post(ADD, { ...single('2021-01-01', null, '4'), CategoryCode: 'steam' });
    const id = made.data.PriceId;
    await sql`insert into period_act (project_code, month, act, why) values (${PROJECT}, '2021-03', 'lock', '测试')`.execute(
      server.db,
    );
    const same = { ...single('2021-01-01', null, '4'), CategoryCode: 'steam', PriceId: id, Version: 1, Reason: '调价' };
    expect(await post(EDIT, { ...same, Price: '5' })).toMatchObject({
      errors: [{ path: 'From', message: expect.stringMatching(/^该版本已用于 \d{4}-\d{2} 月锁，请新增版本$/) }],
    });
    expect(await post(EDIT, { ...same, To: '2021-02-28' })).toMatchObject({ errors: [{ path: 'To' }] });
    expect(await post(EDIT, { ...same, To: '2099-12-31' })).toMatchObject({ status: 1 });
  });

  it('are seen by who may, in projects that they see', async () => {
    const operator = await server.client.signIn('operator');
    const asked = { ProjectCode: PROJECT };
    expect(await post('/emcapi/NYPrice/GetNYPriceListByProjectId', asked, operator)).toMatchObject({ status: 403 });
    const list = await post('/emcapi/NYPrice/GetNYPriceListByProjectId', { ...asked, OnDate: '2026-03-01' });
    expect(
      (list.data.rows as readonly { CategoryCode: string }[]).map(({ CategoryCode }) => CategoryCode).sort(),
    ).toEqual(expect.arrayContaining(['elec', 'water']));
    expect(await post('/emcapi/NYPrice/GetNYPriceListByProjectId', { ProjectCode: 'XX' })).toMatchObject({
      status: 404,
    });
  });
});

describe('coefficients', () => {
  const SET = { SetType: 'coefficient' };
  const read = (body: object = {}) => post('/emcapi/DataEntry/GetProjectSetUp', { ...SET, ...body });
  const write = (body: object) => post('/emcapi/DataEntry/InsertProjectSetUp', { ...SET, ...body });

  it('begin with those of packages/energy', async () => {
    const known = ({ kind, carrier, value, lhv, year, source }: (typeof BUILT_IN_FACTORS)[number]) =>
      JSON.stringify([kind, carrier, value, lhv, year, source]);
    const stored = await factorsForAll(server.db, []);
    expect(stored.map(known).sort()).toEqual(BUILT_IN_FACTORS.map(known).sort());
  });

  it('carry the paper that they are from, which later versions keep and whoever sees coefficients opens', async () => {
    const paper = (await server.client.upload('/bpmapi/ServiceResource/Upload', '公告.png', DOT, analyst)).data;
    const by = (body: object, who = analyst) =>
      server.client.json('/emcapi/DataEntry/InsertProjectSetUp', { ...SET, ...body }, who);
    const steam = {
      Kind: 'carbon',
      CategoryCode: 'steam',
      Value: '0.3',
      Source: '检测报告',
      ProjectCode: PROJECT,
      Year: '2024',
    };
    // What somebody else sent is not theirs to bind.
    expect(await by({ ...steam, Files: [paper] }, await server.client.signIn('projectManager'))).not.toMatchObject({
      status: 1,
    });
    const made = await by({ ...steam, Files: [paper] });
    expect(made).toMatchObject({ status: 1 });
    const next = await by({ ...steam, Id: made.data['Id'], Version: 1, Value: '0.31', Reason: '复测', Files: [paper] });
    expect(next).toMatchObject({ status: 1 });
    const rowOf = async () =>
      (
        (await read({ ProjectCode: PROJECT, Kind: 'carbon', Year: '2024' })).data['rows'] as readonly {
          Id: string;
          CategoryCode: string;
          Files: readonly { Name: string }[];
        }[]
      ).find(({ CategoryCode }) => CategoryCode === 'steam');
    expect((await rowOf())?.Files).toMatchObject([{ Name: '公告.png' }]);
    const { rows } = await sql<{ id: string }>`select business_id::text as id from file_link
      where business_type = 'energyFactor' order by 1`.execute(server.db);
    expect(rows.map(({ id }) => id)).toContain((await rowOf())?.Id);
    const last = await by({ ...steam, Id: next.data['Id'], Version: 2, Value: '0.32', Reason: '复测', Files: [] });
    expect(last).toMatchObject({ status: 1 });
    expect((await rowOf())?.Files).toEqual([]);
  });

  it('are kept by year or validity, gas with its calorific value, each with its source', async () => {
    const gas = { Kind: 'coal', CategoryCode: 'gas', Value: '1.25', Source: '检测报告', ProjectCode: PROJECT };
    expect(await write(gas)).toMatchObject({ errors: [{ path: 'Lhv', message: '燃气系数须与低位热值成对填写' }] });
    expect(await write({ ...gas, Lhv: '38.931' })).toMatchObject({
      errors: [{ path: 'Confirm', message: '38.931 MJ/m³ 对应 1.3284，请确认' }],
    });
    expect(await write({ ...gas, Value: '1.3284', Lhv: '38.931' })).toMatchObject({ status: 1 });
    expect(await write({ ...gas, Value: '1.33', Lhv: '38.931' })).toMatchObject({ errors: [{ path: 'From' }] });
    const grid = {
      Kind: 'carbon',
      CategoryCode: 'elec',
      Value: '0.52',
      Source: '公告',
      ProjectCode: PROJECT,
      Year: '2023',
    };
    const made = await write(grid);
    expect(made).toMatchObject({ status: 1 });
    expect(await write(grid)).toMatchObject({ errors: [{ path: 'Year', message: '2023 年已有同类同能源的系数' }] });
    const next = { ...grid, Id: made.data.Id, Version: 1, Value: '0.51' };
    expect(await write(next)).toMatchObject({ errors: [{ path: 'Reason', message: '请填写修改原因' }] });
    expect(await write({ ...next, Reason: '公告更正' })).toMatchObject({ status: 1 });
    const list = await read({ ProjectCode: PROJECT, Kind: 'carbon', Year: '2023' });
    expect(list.data.rows).toEqual(
      expect.arrayContaining([expect.objectContaining({ ProjectCode: PROJECT, Value: '0.51', Unit: 'kgCO₂/kWh' })]),
    );
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::int as n from energy_factor where project_code = ${PROJECT} and year = 2023`.execute(server.db);
    // The one before is still there for what was made with it.
    expect(rows[0]?.n).toBe(2);
  });

  it('of a province hold for the projects there', async () => {
    const local = { Kind: 'carbon', CategoryCode: 'elec', Value: '0.42', Source: '公告', Year: '2022' };
    expect(await write({ ...local, Region: '魔都' })).toMatchObject({
      errors: [{ path: 'Region', message: '请选择省、自治区或直辖市' }],
    });
    expect(await write({ ...local, Region: '上海市', ProjectCode: PROJECT })).toMatchObject({
      errors: [{ path: 'Region' }],
    });
    expect(await write({ ...local, Region: '上海市' })).toMatchObject({ status: 1 });
    const on = async (project: string) => {
      const question = { kind: 'carbon', carrier: 'elec', day: '2022-06-01', project } as const;
      return chooseFactor(await factorsFor(server.db, project), question).factor?.value;
    };
    expect([await on('EMC01002'), await on('EMC03001')]).toEqual([0.42, 0.5366]);
    expect((await read({ ProjectCode: 'EMC01002' })).data['Province']).toBe('上海市');
  });

  it('leave closed months what they were closed with, until they are opened', async () => {
    const there = 'EMC03001';
    const act = (month: string, what: 'lock' | 'unlock', hoursAgo = 0) =>
      sql`
      insert into period_act (project_code, month, act, at) values (${there}, ${month}, ${what}, app_now() - make_interval(hours => ${hoursAgo}))`.execute(
        server.db,
      );
    const on = async (day: string) => {
      const question = { kind: 'carbon', carrier: 'elec', day, project: there } as const;
      return chooseFactor(await factorsFor(server.db, there), question);
    };
    const own = { Kind: 'carbon', CategoryCode: 'elec', Source: '检测', ProjectCode: there, Year: '2023' };
    await act('2023-05', 'lock', 1);
    const made = await write({ ...own, Value: '0.5' });
    expect(await on('2023-06-10')).toMatchObject({ factor: { value: 0.5 }, note: '' });
    expect(await on('2023-05-10')).toMatchObject({
      factor: { value: 0.5306 },
      note: '已月锁的月份仍用月锁时的电碳排放因子 0.5306',
    });
    await act('2023-06', 'lock');
    const next = { ...own, Value: '0.49', Id: made.data.Id, Version: 1, Reason: '复测' };
    expect(await write(next)).toMatchObject({ status: 1 });
    const values = async () => {
      const days = ['2023-05-10', '2023-06-10', '2023-07-10'];
      return Promise.all(days.map(async (day) => (await on(day)).factor?.value));
    };
    expect(await values()).toEqual([0.5306, 0.5, 0.49]);
    // Opened: by what holds now; closed by itself a day later: by what held then.
    await act('2023-05', 'unlock');
    expect(await values()).toEqual([0.49, 0.5, 0.49]);
    await act('2023-05', 'unlock', 25);
    expect(await values()).toEqual([0.5306, 0.5, 0.49]);
    await act('2023-05', 'lock');
    expect(await values()).toEqual([0.49, 0.5, 0.49]);
  });

  it('say beforehand which months of which projects they reach, and what is signed', async () => {
    const there = 'EMC03001';
    await sql`insert into meter_month (meter_id, register, month, project_code, usage, estimated, due, got, days)
      select m.device_id, 'total', x.month, m.project_code, 100, 0, 30, 30, 30 from meter m join energy_category c on c.id = m.category_id
        cross join unnest('{2023-05,2023-06,2024-01}'::text[]) as x(month)
      where m.project_code = ${there} and m.parent_id is null and split_part(c.code, '.', 1) = 'elec'
      on conflict do nothing`.execute(server.db);
    await sql`insert into energy_report_version (kind, project_code, period, version, content, digest, signed_by)
      values ('day', ${there}, '2023-06-03', 1, '{}', 'a', ${analyst.userId}), ('client', ${there}, '2023-02~2023-05', 1, '{}', 'b', ${analyst.userId}),
        ('day', ${there}, '2024-02-01', 1, '{}', 'c', ${analyst.userId})`.execute(server.db);
    const reach = async (more: object) =>
      (
        await post('/emcapi/DataEntry/GetProjectSetUp', {
          SetType: 'coefficientReach',
          Kind: 'carbon',
          CategoryCode: 'elec',
          ...more,
        })
      ).data as unknown as CoefficientReach;
    const { rows: standing } = await sql<{ id: string }>`select id::text from energy_factor
      where project_code = ${there} and year = 2023 and deleted_at is null`.execute(server.db);
    const own = await reach({ ProjectCode: there, Year: '2023', Id: standing[0]?.id });
    // Both months were closed by the test before; the year after has no factor of its own, so that it goes by this one, too.
    expect(own.Projects).toMatchObject([{ ProjectCode: there, Open: ['2024-01'], Closed: ['2023-05', '2023-06'] }]);
    expect(own.Signed).toEqual([
      { Kind: 'client', Count: 1 },
      { Kind: 'day', Count: 1 },
    ]);
    // Its own goes before one for all.
    const company = await reach({ Year: '2023' });
    expect(company.Projects.map(({ ProjectCode }) => ProjectCode)).not.toContain(there);
    expect(company.Spared).toBeGreaterThan(0);
    expect((await reach({ ProjectCode: there, Year: '2030' })).Projects).toEqual([]);
  });

  it('also say what was measured of the gas, from a day on', async () => {
    const gas = { Kind: 'lhv', CategoryCode: 'gas', Value: '36.2', Source: '检测报告', ProjectCode: PROJECT };
    expect(await write({ ...gas, CategoryCode: 'elec' })).toMatchObject({ errors: [{ path: 'CategoryCode' }] });
    expect(await write({ ...gas, Lhv: '36.2' })).toMatchObject({ errors: [{ path: 'Lhv' }] });
    expect(await write({ ...gas, Year: '2026' })).toMatchObject({ errors: [{ path: 'Year' }] });
    expect(await write({ ...gas, Kind: 'efficiency', Value: '93' })).toMatchObject({ errors: [{ path: 'Value' }] });
    expect(await write({ ...gas, From: '2026-03-01' })).toMatchObject({ status: 1 });
    expect(await write({ ...gas, From: '2026-05-01' })).toMatchObject({ errors: [{ path: 'From' }] });
    expect(await write({ ...gas, Kind: 'efficiency', Value: '0.91' })).toMatchObject({ status: 1 });
    const { data } = await read({ ProjectCode: PROJECT, Kind: 'lhv' });
    expect(data.rows).toMatchObject([{ Value: '36.2', Unit: 'MJ/m³', From: '2026-03-01', Lhv: null }]);
  });

  it('say how what meters count is converted and corrected, and what was designed', async () => {
    const base = { Source: '设计说明', ProjectCode: PROJECT };
    const litres = { ...base, Kind: 'unit', CategoryCode: 'oil', Value: '0.84' };
    expect(await write(litres)).toMatchObject({ errors: [{ path: 'FromUnit', message: '请填写表计的原单位，如 L' }] });
    expect(await write({ ...litres, FromUnit: 't' })).toMatchObject({ errors: [{ path: 'FromUnit' }] });
    expect(await write({ ...litres, FromUnit: 'L' })).toMatchObject({ status: 1 });
    expect(await write({ ...litres, FromUnit: '升' })).toMatchObject({ errors: [{ path: 'From' }] });
    const corrected = { ...base, Kind: 'correction', CategoryCode: 'gas', Value: '1.0946' };
    expect(await write({ ...corrected, Year: '2026' })).toMatchObject({ errors: [{ path: 'Year' }] });
    expect(await write({ ...corrected, FromUnit: 'L' })).toMatchObject({ errors: [{ path: 'FromUnit' }] });
    expect(await write({ ...corrected, Reason: '气表无修正仪' })).toMatchObject({ status: 1 });
    expect(await write({ ...base, Kind: 'design', CategoryCode: 'elec', Value: '38.5' })).toMatchObject({ status: 1 });
    const { data } = await read({ ProjectCode: PROJECT });
    expect(data.rows).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ Kind: 'unit', FromUnit: 'L', Unit: 'kg/L' }),
        expect.objectContaining({ Kind: 'design', Unit: 'kWh/(m²·年)' }),
      ]),
    );
    const { rows } = await sql<{ object: string; summary: string }>`select object, summary from audit_log
      where action = '新增能耗系数' and object like '燃气修正系数%'`.execute(server.db);
    expect(rows).toEqual([{ object: '燃气修正系数', summary: '气表无修正仪' }]);
  });

  it('say what stands in for a year without one', async () => {
    const list = await read({ Year: '2026' });
    expect(list.data.notes).toEqual(['2026 年电网因子尚未登记，暂用2023年因子 0.5306']);
    // Reports of a project in 上海 take the province's, older though it is.
    const local = await read({ Year: '2026', ProjectCode: 'EMC01002' });
    expect(local.data.notes).toEqual(['2026 年电网因子尚未登记，暂用2022年因子 0.42']);
    const operator = await server.client.signIn('operator');
    expect(await post('/emcapi/DataEntry/GetProjectSetUp', SET, operator)).toMatchObject({ status: 403 });
  });
});

describe('lists', () => {
  const exported = async (body: object, who = analyst) => {
    const answer = await fetch(`${server.client.url}/emcapi/HistoricalDataReport/ExpFile`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', UserIdValue: who.userId, TokenValue: who.token },
      body: JSON.stringify(body),
    });
    const body_ = Buffer.from(await answer.arrayBuffer());
    if (!answer.headers.get('content-type')?.includes('sheet')) throw new Error(body_.toString());
    const sheets = await readXlsx(body_);
    return sheets.map(({ data: [head = [], ...rows] }) =>
      rows.map((row) => Object.fromEntries(head.map((name, column) => [String(name), row[column]]))),
    );
  };
  const OF_PROJECT = '/emcapi/ContractPrice/GetPriceListByProject';
  type Line = Readonly<Record<string, unknown>>;

  it('of what contracts bring in stand beside what is paid, kept by who answers for contracts', async () => {
    const pdf = new TextEncoder().encode('%PDF-1.4\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n');
    const finance = await server.client.signIn('finance');
    const paper = (await server.client.upload('/bpmapi/ServiceResource/Upload', '补充协议.pdf', pdf, finance)).data;
    const add = (more: object, who = finance) =>
      post(
        '/emcapi/ContractPrice/AddContractPrice',
        { ContractCode: 'HT-EMC01001-01', kind: 'steam', unit: '元/t', price: '4.2', taxRate: '9', paper, ...more },
        who,
      );
    const made = await add({ from: '2026-01-01', to: '2026-06-30' });
    expect(made).toMatchObject({ status: 1, message: '' });
    expect((await add({ from: '2026-07-01', price: '4.35', paper: undefined })).errors[0]?.path).toBe('paper');
    const rows = async (onDate = '') =>
      ((await post(OF_PROJECT, { ProjectCode: PROJECT, onDate })).data['rows'] as Line[]).filter(
        ({ item }) => item === '蒸汽价',
      );
    expect(await rows()).toMatchObject([
      {
        Id: made.data['Id'],
        ContractCode: 'HT-EMC01001-01',
        price: '4.2000',
        version: 1,
        taxRate: '9',
        settled: false,
      },
    ]);
    expect(await rows('2026-07-01')).toEqual([]);
    const operator = await server.client.signIn('operator');
    expect((await post(OF_PROJECT, { ProjectCode: PROJECT }, operator)).status).toBe(403);
    expect((await add({ from: '2026-08-01' }, operator)).status).toBe(403);
    // Who keeps prices of energy looks these up.
    expect((await add({ from: '2026-08-01' }, analyst)).status).toBe(403);
    const area = await server.client.signIn('areaManager2');
    expect((await post(OF_PROJECT, { ProjectCode: PROJECT }, area)).status).toBe(404);
    const [, sold = []] = await exported({ Kind: 'projectEnergyPrice', ProjectCode: PROJECT });
    expect(sold.filter((row) => row['收费项目'] === '蒸汽价')).toMatchObject([
      { 合同编号: 'HT-EMC01001-01', 单价: 4.2, 起: '2026-01-01', 止: '2026-06-30', 版本: 1 },
    ]);
    const gone = { Id: made.data['Id'], Reason: '录错' };
    expect((await post('/emcapi/ContractPrice/DelContractPrice', gone, finance)).status).toBe(1);
    expect(await rows()).toEqual([]);
  });

  it('leave as their pages show them', async () => {
    const ask = { ProjectCode: PROJECT, CategoryCode: 'water' };
    const shown = (await post('/emcapi/NYPrice/GetNYPriceListByProjectId', ask)).data['rows'] as Line[];
    const [bought = []] = await exported({ Kind: 'projectEnergyPrice', ...ask });
    expect(bought.map((row) => [row['生效起'], row['单一价（元/单位）'], row['状态']])).toEqual(
      shown.map((row) => [row['From'], Number(row['Price']), row['State']]),
    );
    expect(bought.length).toBeGreaterThan(0);
    const factors = { ProjectCode: '', Year: '2023' };
    const [lines = []] = await exported({ Kind: 'energyCoefficient', FactorKind: 'carbon', ...factors });
    const list = await post('/emcapi/DataEntry/GetProjectSetUp', {
      SetType: 'coefficient',
      Kind: 'carbon',
      ...factors,
    });
    expect(lines.map((row) => [row['系数值'], row['单位']])).toEqual(
      (list.data['rows'] as Line[]).map((row) => [Number(row['Value']), row['Unit']]),
    );
    expect(lines.length).toBeGreaterThan(0);
  });
});
