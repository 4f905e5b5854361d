/** Overtime over the wire: rules by validity, what lies outside normal hours, confirmation with a signature, settlement, scope. */
import { sql } from 'kysely';
import readXlsx from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Held, Reply } from '../../../testing/client.ts';
import { mainMeters } from '../things/index.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';

const PROJECT = 'EMC01002';
/** A Wednesday. */
const NOW = new Date('2026-07-01T02:00:00Z');
let server: TestServer;
let manager: Held;

const set = (body: object, who: Held = manager): Promise<Reply> =>
  server.client.json('/emcapi/DataEntry/InsertProjectSetUp', { ProjectCode: PROJECT, ...body }, who);
const get = (body: object, who: Held = manager): Promise<Reply> =>
  server.client.json('/emcapi/DataEntry/GetProjectSetUp', { ProjectCode: PROJECT, ...body }, who);
const RULE = {
  SetType: 'overtimeRule',
  Area: '三层宴会厅',
  AreaM2: '1200',
  WorkFrom: '08:00',
  WorkTo: '18:00',
  Mode: 'area',
  Price: '0.0655',
  LeastHours: '2',
  StepHours: '0.5',
  AheadHours: 4,
  From: '2026-01-01',
  Reason: '合同约定',
};
const records = async (Month = '2026-07') => (await get({ SetType: 'overtimeRecord', Month })).data;
const rowsOf = async () => (await records()).rows as readonly Readonly<Record<string, unknown>>[];
const faults = (reply: Reply) => reply.errors.map(({ path, message }) => `${path} ${message}`);
const paper = async (who: Held) =>
  (await server.client.upload('/bpmapi/ServiceResource/Upload', '签字.txt', Buffer.from('签字'), who)).data;
let rule = '';
const record = (From: string, To: string, more: object = {}, who?: Held) =>
  set({ SetType: 'overtimeRecord', RuleId: rule, Applicant: '王经理', Phone: '13800000000', From, To, ...more }, who);

beforeAll(async () => {
  server = await startTestServer({ clock: () => NOW });
  manager = await server.client.signIn('projectManager');
}, 120_000);
afterAll(() => server.close());

describe('a rule', () => {
  it('is refused where it cannot be', async () => {
    expect(faults(await set({ ...RULE, AreaM2: '' }))).toEqual(['AreaM2 按面积计费须填写面积']);
    expect(faults(await set({ ...RULE, WorkTo: '' }))).toEqual(['WorkTo 起止须同时填写']);
    expect(faults(await set({ ...RULE, Price: '0.12345' }))).toEqual(['Price 单价应为不小于0、最多4位小数的数']);
    expect(faults(await set({ ...RULE, To: '2025-12-31' }))).toEqual(['To 生效止不能早于生效起']);
    expect(faults(await set({ ...RULE, AreaM2: '0' }))).toEqual(['AreaM2 面积须大于 0']);
    const saved = await set(RULE);
    expect(saved.message).toBe('');
    rule = String(saved.data.Id);
    expect(faults(await set({ ...RULE, From: '2026-06-01' }))).toEqual(['From 与 2026-01-01 起的规则重叠，请先截止它']);
    const { data } = await get({ SetType: 'overtimeRule' });
    expect(
      (data.rows as readonly { Area: string; Hours: object }[]).find(({ Area }) => Area === RULE.Area),
    ).toMatchObject({
      Price: '0.0655',
      LeastHours: '2',
      StepHours: '0.5',
      Hours: { work: { From: '08:00', To: '18:00' }, rest: null, holiday: null },
    });
  });
});

describe('a record', () => {
  it('counts what lies outside the normal hours, by steps and from the least on', async () => {
    // 17:00 to 21:35 of a Wednesday: 3 h 35 min outside, four hours charged: 4 × 1200 × 0.0655.
    const saved = await record('2026-07-01T17:00:00+08:00', '2026-07-01T21:35:00+08:00', { Preview: true });
    expect(saved.message).toBe('');
    expect(saved.data).toMatchObject({
      Id: null,
      Hours: '3.58',
      BilledHours: '4',
      Amount: '314.40',
      Month: '2026-07',
      Notes: ['已裁去正常供能时段'],
    });
    // A Saturday has no normal hours: half an hour is charged as two.
    const weekend = await record('2026-07-04T09:00:00+08:00', '2026-07-04T09:30:00+08:00', { Preview: true });
    expect(weekend.data).toMatchObject({ Hours: '0.5', BilledHours: '2', Amount: '157.20' });
    expect((await records()).total).toBe(0);
  });

  it('is refused within normal hours, the wrong way round, and twice', async () => {
    expect(faults(await record('2026-07-01T09:00:00+08:00', '2026-07-01T10:00:00+08:00'))).toEqual([
      'From 全部在正常供能时段内，不是加班',
    ]);
    expect(faults(await record('2026-07-01T20:00:00+08:00', '2026-07-01T19:00:00+08:00'))).toEqual([
      'To 结束时间须晚于开始时间',
    ]);
    expect(faults(await record('2027-07-01T19:00:00+08:00', '2027-07-01T21:00:00+08:00'))).toEqual([
      'From 最多提前 60 天登记，请核对日期',
    ]);
    const saved = await record('2026-07-01T19:00:00+08:00', '2026-07-01T21:00:00+08:00');
    expect(saved.data).toMatchObject({ State: '待客户确认', Amount: '157.20' });
    expect(String(saved.data.Serial)).toMatch(/^JB-202607-\d{4}$/);
    expect(faults(await record('2026-07-01T20:00:00+08:00', '2026-07-01T22:00:00+08:00'))).toEqual([
      `From 与已登记的 ${String(saved.data.Serial)} 时段重复`,
    ]);
  });

  it('is confirmed by a signature, and settlement and the book of overtime get it', async () => {
    const [row] = (await records()).rows as readonly { Id: string; Serial: string }[];
    const confirm = (Files: readonly unknown[]) =>
      set({ SetType: 'overtimeRecord', Action: 'confirm', Id: row?.Id, Files });
    expect(faults(await confirm([]))).toEqual(['Files 确认前须上传客户签字或工单']);
    expect((await confirm([await paper(manager)])).data).toMatchObject({ State: '已确认' });
    expect((await confirm([])).message).toBe('该记录已确认，不能再确认');
    const { rows } =
      await sql`select amount::text as amount, month, unit, quantity::float8 as quantity from b_settlement_basis
      where basis_no = ${row?.Serial}`.execute(server.db);
    expect(rows).toEqual([{ amount: '157.20', month: '2026-07', unit: 'h', quantity: 2 }]);
    const book =
      await sql`select hours::float8 as hours from b_overtime_record where document = ${row?.Serial}`.execute(
        server.db,
      );
    expect(book.rows).toEqual([{ hours: 2 }]);
    expect((await records()).Months).toEqual([
      { Month: '2026-07', Count: 1, Hours: '2', BilledHours: '2', Amount: '157.20' },
    ]);
    // What it was charged by stays.
    expect(faults(await set({ ...RULE, Id: rule, Version: 1, Price: '0.07' }))).toEqual([
      'From 该规则已有加班记录，只能填写生效止，其余请新增规则',
    ]);
  });

  it('is not void once it is settled; before that its books are void with it', async () => {
    const [row] = (await records()).rows as readonly { Id: string; Serial: string }[];
    const cancel = () => set({ SetType: 'overtimeRecord', Action: 'void', Id: row?.Id, Reason: '登记错误' });
    await sql`update b_settlement_basis set settled = 1 where basis_no = ${row?.Serial}`.execute(server.db);
    expect((await cancel()).message).toBe(`${row?.Serial} 已并入结算单，不能作废`);
    expect((await records()).rows).toMatchObject([{ State: '已结算' }]);
    await sql`update b_settlement_basis set settled = 0 where basis_no = ${row?.Serial}`.execute(server.db);
    expect((await cancel()).data).toMatchObject({ State: '作废' });
    const { rows } = await sql`select voided from b_settlement_basis where basis_no = ${row?.Serial}`.execute(
      server.db,
    );
    expect(rows).toEqual([{ voided: true }]);
    expect((await records()).Sums).toMatchObject({ Count: 0, Hours: '0' });
  });

  it('of a closed month is counted in the next', async () => {
    await sql`insert into period_act (project_code, month, act) values (${PROJECT}, '2026-06', 'lock')`.execute(
      server.db,
    );
    const saved = await record('2026-06-24T19:00:00+08:00', '2026-06-24T21:00:00+08:00');
    expect(saved.data).toMatchObject({ Month: '2026-07', Late: true });
    expect((await records()).rows).toMatchObject([{ State: '作废' }, { Late: true, Date: '2026-06-24' }].toReversed());
  });

  it('tells what the main meters counted meanwhile, by their hours, at the price of the day', async () => {
    const { db } = server;
    expect((await rowsOf()).at(-1)).toMatchObject({ Elec: null, EnergyCost: null });
    await sql`delete from energy_price where project_code = ${PROJECT}`.execute(db);
    await sql`insert into energy_price (project_code, category_id, valid_from, mode, prices, tax_rate)
      select ${PROJECT}, id, '2026-01-01', 'single', '{"mode":"single","price":"0.8"}', 0 from energy_category where code = 'elec'`.execute(
      db,
    );
    // One meter counts electricity, 5 kWh in each hour; no gas is burnt here.
    await sql`with ${mainMeters([PROJECT])}
      update meter m set used_from = '2020-01-01', used_to = '2020-01-02' from main where main.device_id = m.device_id and main.code = 'gas'`.execute(
      db,
    );
    const { rows: mains } = await sql<{ id: string }>`with ${mainMeters([PROJECT])}
      select device_id::text as id from main where code = 'elec'`.execute(db);
    for (const { id } of mains)
      await sql`insert into meter_day (meter_id, register, day, project_code, from_at, to_at, usage, estimated, due, got, calc, hours)
        select ${id}::bigint, 'total', (d at time zone 'Asia/Shanghai')::date, ${PROJECT}, d + interval '8 hours', d + interval '32 hours', 120, 0, 24, 24, 1, array_fill(5::numeric, array[24])
        from generate_series('2026-07-01 00:00+08'::timestamptz, '2026-07-02 00:00+08', interval '1 day') d on conflict do nothing`.execute(
        db,
      );
    const evening = (await rowsOf()).find((one) => one['Date'] === '2026-07-01');
    // Two hours of five kWh of each meter, at 0.8.
    const used = 10 * mains.length;
    expect(evening).toMatchObject({
      Elec: `${used}.000`,
      Gas: null,
      EnergyCost: (used * 0.8).toFixed(2),
      EnergyReason: null,
      Parts: [{ From: '2026-07-01T11:00:00.000Z', To: '2026-07-01T13:00:00.000Z' }],
    });
    const answer = await fetch(`${server.client.url}/emcapi/HistoricalDataReport/ExpFile`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', UserIdValue: manager.userId, TokenValue: manager.token },
      body: JSON.stringify({
        Kind: 'overtimeConfirmation',
        ProjectCode: PROJECT,
        Month: '2026-07',
        Id: evening?.['Id'],
      }),
    });
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(
      Buffer.from(await answer.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
  });

  it('is of its project’s people, and leaves with the same figures', async () => {
    const other = await server.client.signIn('projectManager5');
    expect((await get({ SetType: 'overtimeRecord', Month: '2026-07' }, other)).status).toBe(404);
    expect((await record('2026-07-02T19:00:00+08:00', '2026-07-02T21:00:00+08:00', {}, other)).status).toBe(404);
    const operator = await server.client.signIn('operator');
    expect((await record('2026-07-02T19:00:00+08:00', '2026-07-02T21:00:00+08:00', {}, operator)).status).toBe(403);
    const answer = await fetch(`${server.client.url}/emcapi/HistoricalDataReport/ExpFile`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', UserIdValue: manager.userId, TokenValue: manager.token },
      body: JSON.stringify({ Kind: 'operationalSetWorkOvertime', ProjectCode: PROJECT, Month: '2026-07' }),
    });
    const [sheet] = await readXlsx(Buffer.from(await answer.arrayBuffer()));
    const [head = [], ...rows] = sheet?.data ?? [];
    const shown = (await records()).rows as readonly { Serial: string; Amount: string }[];
    expect(rows.map((row) => [row[0], row[head.indexOf('金额（元）')]])).toEqual(
      shown.map(({ Serial, Amount }) => [Serial, Number(Amount)]),
    );
  });
});
