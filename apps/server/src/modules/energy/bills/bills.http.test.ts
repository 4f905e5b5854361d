/** Bills over the wire: against the meters by hand, periods of an account, what is odd, and who may. */
import { sql } from 'kysely';
import readXlsx from 'read-excel-file/node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Held, Reply } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { seedBills, unexplainedBills } from './index.ts';

const PROJECT = 'EMC01002';
const NOW = new Date('2026-04-20T04:00:00Z');
let server: TestServer;
let analyst: Held;

const post = (name: string, body: object, who: Held = analyst): Promise<Reply> =>
  server.client.json(`/emcapi/EnergyReport/${name}`, body, who);
const BILL = {
  ProjectCode: PROJECT,
  CategoryCode: 'water',
  Supplier: '示例水务',
  AccountNo: 'W-1',
  From: '2026-03-01',
  To: '2026-03-31',
  Usage: '320',
  Amount: '1600.00',
};
let counter = 0;
const client = () => `11111111-2222-4333-8444-${String((counter += 1)).padStart(12, '0')}`;
const add = (more: object, who?: Held) => post('BillAdd', { ...BILL, ClientId: client(), ...more }, who);
const faults = (reply: Reply) => reply.errors.map(({ path, message }) => `${path} ${message}`);
const rowsOf = (reply: Reply) => reply.data.rows as readonly Readonly<Record<string, unknown>>[];

beforeAll(async () => {
  server = await startTestServer({ clock: () => NOW });
  analyst = await server.client.signIn('energyAnalyst');
  const { db } = server;
  await sql`delete from energy_price where project_code = ${PROJECT}`.execute(db);
  await sql`delete from energy_bill`.execute(db);
  await sql`update meter set used_from = '2026-01-01', used_to = null where project_code = ${PROJECT}`.execute(db);
  await sql`insert into energy_price (project_code, category_id, valid_from, mode, prices, tax_rate)
    select ${PROJECT}, id, '2026-01-01', 'single', '{"mode":"single","price":"5"}', 0 from energy_category where code = 'water'`.execute(
    db,
  );
  // 10 m³ on each day of March.
  await sql`insert into meter_day (meter_id, register, day, project_code, from_at, to_at, usage, estimated, due, got, calc)
    select m.device_id, 'total', d::date, ${PROJECT}, d, d + interval '1 day', 10, 0, 1, 1, 1
    from meter m join energy_category c on c.id = m.category_id, generate_series('2026-03-01'::date, '2026-03-31', interval '1 day') d
    where m.project_code = ${PROJECT} and m.parent_id is null and c.code = 'water'`.execute(db);
  await sql`insert into meter_month (meter_id, register, month, project_code, usage, estimated, due, got, days)
    select meter_id, register, '2026-03', project_code, sum(usage), 0, 31, 31, 31 from meter_day where project_code = ${PROJECT} group by 1, 2, 4`.execute(
    db,
  );
}, 120_000);
afterAll(() => server.close());

it('are refused at the field that is wrong', async () => {
  expect(faults(await add({ To: '2026-02-01' }))).toEqual(['To 账期止不能早于账期起']);
  expect(faults(await add({ Usage: 'x' }))).toEqual(['Usage 账单用量应为不小于0的数，最多6位小数']);
  expect(faults(await add({ CategoryCode: 'elec', Peak: '100', Flat: '100' }))).toEqual([
    'Usage 账单用量与尖、峰、平、谷之和不等',
  ]);
  expect(faults(await add({ LastReading: '5' }))).toEqual(['ThisReading 上期示数与本期示数须同时填写']);
  expect((await add({ ProjectCode: 'NONE' })).status).toBe(404);
  expect((await add({}, await server.client.signIn('operator'))).status).toBe(403);
  // A manager looks, and enters none.
  expect((await add({}, await server.client.signIn('projectManager'))).status).toBe(403);
});

it('stand beside what the meters counted on their days', async () => {
  const id = client();
  const added = await add({ ClientId: id });
  expect(added.message).toBe('');
  // 310 against 320 is −3.1 %, above the 3 % allowed; 320 × 5 = 1600 is as tried.
  expect(added.data.Warnings).toEqual(['与抄表相差 -3.1%，超过允许的 3%，请填写说明，否则该月不能月锁']);
  expect((await add({ ClientId: id })).data.BillId).toBe(added.data.BillId);
  expect(faults(await add({ From: '2026-03-20', To: '2026-04-05' }))).toEqual([
    'From 与该户号 2026-03-01 至 2026-03-31 的账单重叠',
  ]);
  expect(faults(await add({ From: '2026-04-03', To: '2026-04-15' }))).toEqual([
    'From 与上期相差 2 天，请核对或在说明中写明原因',
  ]);
  const reply = await post('Bills', { Month: '2026-03' });
  expect(rowsOf(reply)).toMatchObject([
    { MeterUsage: '310', Difference: '-10', DiffRate: -3.1, State: '有差异', Trial: '1600.00', complete: 100 },
  ]);
  expect(await unexplainedBills(server.db, PROJECT, '2026-03')).toBe(1);
  expect((await post('Bills', { Month: '2026-04' })).data.expected).toMatchObject([
    { AccountNo: 'W-1', lastTo: '2026-03-31' },
  ]);
  expect(rowsOf(await post('Bills', { Month: '2026-03', CategoryCode: 'gas' }))).toEqual([]);
});

it('are changed with a reason, by one at a time, and leave in a workbook', async () => {
  const [row] = rowsOf(await post('Bills', { Month: '2026-03', ProjectCode: PROJECT }));
  const { ProjectCode: _, ...terms } = BILL;
  const edit = { ...terms, BillId: row?.['BillId'], Version: 1, Note: '消防用水未装表', Amount: '1650.00' };
  expect(faults(await post('BillEdit', edit))).toEqual(['Reason 请填写修改原因']);
  const changed = await post('BillEdit', { ...edit, Reason: '补说明' });
  expect(changed.data).toMatchObject({ Version: 2, Warnings: ['账单金额与试算 1600.00 元相差超过 1%，请核对'] });
  expect((await post('BillEdit', { ...edit, Reason: '补说明' })).message).toBe('账单已被他人修改，请刷新后重试');
  expect(await unexplainedBills(server.db, PROJECT, '2026-03')).toBe(0);
  const shown = rowsOf(await post('Bills', { Month: '2026-03', DiffOnly: true }));
  expect(shown).toMatchObject([{ State: '已说明', Note: '消防用水未装表' }]);
  const answer = await fetch(`${server.client.url}/emcapi/EnergyReport/BillsExport`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', UserIdValue: analyst.userId, TokenValue: analyst.token },
    body: JSON.stringify({ Month: '2026-03' }),
  });
  const [sheet] = await readXlsx(Buffer.from(await answer.arrayBuffer()));
  const [head = [], line = []] = sheet?.data ?? [];
  expect(['账单用量', '抄表用量', '差率（%）', '账单金额（元）'].map((name) => line[head.indexOf(name)])).toEqual([
    320, 310, -3.1, 1650,
  ]);
});

it('of the demo company follow its meters and prices', async () => {
  await seedBills(server.db, NOW);
  // There are bills already, so that nothing is made up.
  expect(rowsOf(await post('Bills', { Month: '2026-03' }))).toHaveLength(1);
  await sql`delete from energy_bill`.execute(server.db);
  await seedBills(server.db, NOW);
  expect(rowsOf(await post('Bills', { Month: '2026-03' }))).toMatchObject([
    { Usage: '310', MeterUsage: '310', Amount: '1550.00', Trial: '1550.00', State: '一致' },
  ]);
});

it('are shared out among receivers: meters first, the rest by area, to the fen', async () => {
  const month = { ProjectCode: PROJECT, Month: '2026-03', CategoryCode: 'water' };
  await sql`delete from energy_bill`.execute(server.db);
  expect((await add({ Note: '差异说明' })).message).toBe('');
  const shares = (more: object = {}, who?: Held) => post('Shares', { ...month, ...more }, who);
  const save = (Rows: readonly object[], Version = 0, who?: Held) =>
    post('SharesSave', { ...month, Version, Rows }, who);
  expect((await shares()).data).toMatchObject({ rows: [], Plan: null, Usage: '320', Problem: '还没有受摊对象' });
  const { rows: meters } = await sql<{
    id: string;
  }>`select m.device_id::text as id from meter m join energy_category c on c.id = m.category_id
    where m.project_code = ${PROJECT} and m.parent_id is null and c.code = 'water'`.execute(server.db);
  const canteen = { Name: '食堂', Kind: '其他', Method: '表计', MeterId: meters[0]?.id };
  const office = { Name: '办公区', Kind: '办公', Method: '面积', Base: '2000' };
  const shops = { Name: '商户', Kind: '租户', Method: '面积', Base: '1000' };
  expect(
    faults(
      await save([
        { ...office, Base: '' },
        { ...canteen, MeterId: '' },
      ]),
    ),
  ).toEqual(['Rows[0].Base 请填写基数', 'Rows[1].MeterId 请选择受摊表计']);
  expect(faults(await save([office, office]))).toEqual(['Rows[1].Name 受摊对象重复']);
  expect(faults(await save([office, { ...shops, Method: '人数' }]))).toEqual([
    'Rows 面积与人数不能同时使用，请统一分摊方式',
  ]);
  expect((await save([canteen, office, shops])).data).toEqual({ Version: 1 });
  expect((await save([canteen])).status).toBe(409);
  const reply = await shares();
  // The meter counted 310 of 320 m³; the other 10 are shared 2 : 1. 1600 yuan by 310 : 6.666667 : 3.333333.
  expect(rowsOf(reply).map(({ Name, Quantity, Amount }) => [Name, Quantity, Amount])).toEqual([
    ['食堂', '310', '1550.00'],
    ['办公区', '6.666667', '33.33'],
    ['商户', '3.333333', '16.67'],
  ]);
  expect(reply.data).toMatchObject({
    Problem: null,
    Notes: ['表计与固定量以外的 10 按面积分摊'],
    whole: { complete: 100 },
  });
  // What is set for a month holds afterwards, until there is another plan; nobody sees amounts without the right to.
  expect((await shares({ Month: '2026-04' })).data).toMatchObject({ Plan: { FromMonth: '2026-03' }, Usage: null });
  expect((await shares({ Month: '2026-02' })).data).toMatchObject({ Plan: null });
  expect((await shares({}, await server.client.signIn('operator'))).status).toBe(403);
  expect((await shares({ ProjectCode: 'NONE' })).status).toBe(404);

  const answer = await fetch(`${server.client.url}/emcapi/EnergyReport/BillsExport`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', UserIdValue: analyst.userId, TokenValue: analyst.token },
    body: JSON.stringify(month),
  });
  const sheets = await readXlsx(Buffer.from(await answer.arrayBuffer()));
  const [head = [], ...lines] = sheets.find(({ sheet }) => sheet === '内部分摊')?.data ?? [];
  expect(lines.map((line) => line[head.indexOf('金额（元）')])).toEqual([1550, 33.33, 16.67, 1600]);
});
