/** 偏差核对 over the wire: totals, bills, heat balances and COP of a month against limits that people set, and what they found out. */
import { addDays, CHINA, instantOf } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import readXlsx from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Held, Reply } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { drainQueue } from '../facts/index.ts';
import { addReadings } from '../readings/index.ts';

const PROJECT = 'EMC01001';
const MONTH = '2026-03';
const NOW = new Date('2026-04-04T04:00:00Z');
let server: TestServer;
let manager: Held;
let analyst: Held;
const ids = new Map<string, string>();
const ratios = new Map<string, number>();

interface Finding {
  readonly Kind: string;
  readonly Target: string;
  readonly TargetName: string;
  readonly Value: number;
  readonly Limit: string;
  readonly Words: string;
  readonly State: string;
  readonly Severity: string;
  readonly Version: number;
  readonly Note: { readonly Cause: string; readonly Note: string; readonly By: string; readonly Value: number } | null;
}
const check = (more: object = {}, who = manager): Promise<Reply> =>
  server.client.json(
    '/emcapi/DataEntry/GetDataMessageByType',
    { Type: 'deviationCheck', ProjectCode: PROJECT, Month: MONTH, ...more },
    who,
  );
const found = async (Kind: string, who = manager): Promise<readonly Finding[]> =>
  (await check({ Kind }, who)).data['rows'] as readonly Finding[];
const setting = (body: object, who = manager): Promise<Reply> =>
  server.client.json('/emcapi/DataEntry/InsertProjectSetUp', { ProjectCode: PROJECT, ...body }, who);
const limit = (body: object): Promise<Reply> => setting({ SetType: 'deviation', Reason: '试验', ...body });
const faults = (answer: Reply) => answer.errors.map(({ path, message }) => `${path} ${message}`);
/** The widest meter of electricity with others below it. */
let main = '';
let parts: readonly string[] = [];

/** Dials as they stand at each cut of the month. */
async function read(meter: string, perDay: number): Promise<void> {
  await server.db.transaction().execute((tx) =>
    addReadings(
      tx,
      null,
      Array.from({ length: 32 }, (_, index) => ({
        meter,
        project: PROJECT,
        register: 'total' as const,
        at: instantOf(addDays('2026-03-01', index), 480, CHINA),
        value: (1000 + index * (perDay / (ratios.get(meter) ?? 1))).toFixed(4),
        flag: '实' as const,
        day: addDays('2026-03-01', index - 1),
      })),
      '试验',
    ),
  );
}

beforeAll(async () => {
  server = await startTestServer({ clock: () => NOW });
  [manager, analyst] = await Promise.all([
    server.client.signIn('projectManager'),
    server.client.signIn('energyAnalyst'),
  ]);
  const { db } = server;
  const { rows } = await sql<{
    id: string;
    code: string;
    parent: string | null;
    energy: string;
    unitNo: string;
    ratio: number;
  }>`
    select d.id::text, d.code, m.parent_id::text as parent, coalesce(t.code, c.code) as energy,
      coalesce(nullif(d.unit_no, ''), substring(d.name from '^(\\d+)\\s*[#＃号]'), '') as "unitNo", r.value::float8 as ratio
    from meter m join device d on d.id = m.device_id join energy_category c on c.id = m.category_id
      left join energy_category t on t.id = c.parent_id join meter_ratio r on r.meter_id = m.device_id
    where m.project_code = ${PROJECT} order by d.code`.execute(db);
  for (const one of rows) {
    ids.set(one.code, one.id);
    ratios.set(one.id, one.ratio);
  }
  await sql`update meter set used_from = '2026-03-01', frequency = 'day', registers = '{total}' where project_code = ${PROJECT}`.execute(
    db,
  );
  const whole = rows.find(({ id, energy }) => energy === 'elec' && rows.some(({ parent }) => parent === id));
  main = whole?.id ?? '';
  parts = rows.filter(({ parent, energy }) => parent === main && energy === 'elec').map(({ id }) => id);
  await read(main, 1000);
  // What doses chemicals can't use more than 48 a day.
  const small = ids.get('DB-08') ?? '';
  expect(parts).toContain(small);
  for (const part of parts) await read(part, part === small ? 30 : 870.1 / (parts.length - 1));
  // A machine that makes more of its gas than any can.
  const gas = rows.filter(({ energy, unitNo }) => energy === 'gas' && unitNo === '1');
  const cold = rows.filter(({ energy, unitNo }) => energy === 'cooling' && unitNo === '1');
  expect([gas.length, cold.length]).toEqual([1, 1]);
  await read(gas[0]?.id ?? '', 1000);
  await read(cold[0]?.id ?? '', 25_000);
  await drainQueue(db);
  await sql`insert into energy_bill (project_code, category_id, supplier, account_no, from_day, to_day, usage, amount, created_by)
    select ${PROJECT}, c.id, '市供电局', 'D-1', '2026-03-01', '2026-03-30', 27000, 20000, ${manager.userId}::bigint
    from energy_category c where c.code = 'elec'`.execute(db);
  await sql`delete from deviation_setting`.execute(db);
}, 120_000);
afterAll(() => server.close());

describe('偏差核对', () => {
  it('says of a month which total its parts do not make up, with the figures and the limit', async () => {
    const [total] = await found('total');
    expect(total).toMatchObject({
      Target: main,
      Value: 10,
      Limit: '≤ 5%',
      Severity: 'warn',
      State: '待核对',
      Note: null,
    });
    expect(total?.Words).toMatch(/^总表 [\d,]+ kWh，分表合计 [\d,]+ kWh，损耗率 10\.0%，超过 5%，请核对/);
    expect((await check({ Kind: 'moon' })).errors[0]).toMatchObject({ path: 'Kind' });
    expect((await check({ Month: '2026-13' })).errors[0]).toMatchObject({ path: 'Month' });
  });

  it('judges by the nearest limit that is set, and refuses limits that are nobody’s', async () => {
    expect(faults(await limit({ Level: 'meter', DeviceId: main, BalanceDiff: 5 }))).toEqual([
      'BalanceDiff 该限值最细只到项目级',
    ]);
    expect(faults(await limit({ Level: 'meter', DeviceId: main, BillDiff: 5 }))).toEqual([
      'BillDiff 该限值最细只到能源级',
    ]);
    expect(faults(await limit({ Level: 'project', SubDiff: 0 }))).toEqual(['SubDiff 总分差应为 0.1~100']);
    expect(faults(await limit({ Level: 'project', CopMin: 1.5, CopMax: 1.2 }))).toEqual([
      'CopMax COP合理上限应大于下限',
    ]);
    expect((await limit({ Level: 'project', SubDiff: 4 })).message).toBe('');
    expect((await found('total'))[0]).toMatchObject({ Limit: '≤ 4%', Severity: 'alarm' });
    expect((await limit({ Level: 'meter', DeviceId: main, SubDiff: 12 })).message).toBe('');
    expect(await found('total')).toEqual([]);
    expect((await limit({ Level: 'meter', DeviceId: main, SubDiff: 8, Version: 1 })).message).toBe('');
    const { rows } = (await server.client.json('/api/Device/GetDevice', { ProjectCode: PROJECT }, manager)).data as {
      rows: readonly { Id: string; MostLoss: number }[];
    };
    expect(rows.find(({ Id }) => Id === main)?.MostLoss).toBe(8);
    expect(rows.find(({ Id }) => Id === parts[0])?.MostLoss).toBe(4);
    const read_ = await server.client.json(
      '/emcapi/DataEntry/GetProjectSetUp',
      { SetType: 'deviation', ProjectCode: PROJECT },
      manager,
    );
    const set = read_.data['rows'] as readonly { Level: string; Holds: Record<string, number | null> }[];
    expect(set.find(({ Level }) => Level === 'meter')?.Holds).toMatchObject({ SubDiff: 8, BillDiff: 3, CopMin: null });
  });

  it('lists bills until they say why, and machines whose COP nothing has', async () => {
    const [bill] = await found('bill');
    // 30 days of a thousand against 27,000.
    expect(bill).toMatchObject({ Value: 11.1, Limit: '±3%', State: '待核对', TargetName: '电 市供电局 D-1' });
    expect(bill?.Words).toContain('抄表较账单 +11.1%，超过 3%');
    await sql`update energy_bill set note = '账期不一致' where project_code = ${PROJECT}`.execute(server.db);
    expect((await found('bill'))[0]).toMatchObject({ State: '已说明', Note: { Note: '账期不一致' } });
    await limit({ Level: 'category', CategoryCode: 'elec', BillDiff: 15 });
    expect(await found('bill')).toEqual([]);
    const odd = await found('cop');
    expect(odd.length).toBeGreaterThan(0);
    for (const one of odd) {
      expect(one.Value).toBeGreaterThan(1.45);
      expect(one).toMatchObject({ Limit: '0.90~1.45' });
      expect(one.Words).toMatch(/^COP \d\.\d\d 超出 0\.90~1\.45，请核对/);
    }
    expect((await limit({ Level: 'project', SubDiff: 4, CopMax: 9, Version: 1 })).message).toBe('');
    expect(await found('cop')).toEqual([]);
  });

  it('lists balances of machines that do not close beyond the limit', async () => {
    const machine = ids.get('ZJ-01') ?? '';
    const device =
      machine === ''
        ? ((
            await sql<{
              id: string;
            }>`select id::text from device where project_code = ${PROJECT} and code = 'ZJ-01'`.execute(server.db)
          ).rows[0]?.id ?? '')
        : machine;
    const values = {
      chilledIn: '12',
      chilledOut: '7',
      chilledFlow: '400',
      coolingIn: '32',
      coolingOut: '40',
      coolingFlow: '580',
      gasFlow: '173',
    };
    await sql`insert into run_reading (device_id, project_code, at, mode, points, recorded_by)
      values (${device}, ${PROJECT}, '2026-03-10T10:00:00+08:00', '制冷', ${JSON.stringify(values)}::jsonb, ${manager.userId})`.execute(
      server.db,
    );
    const [balance] = await found('balance');
    expect(balance).toMatchObject({ Limit: '±10%', Target: device });
    expect(balance?.Words).toMatch(/^热平衡偏差 \d+(\.\d)?%，请核对温度探头或流量计（1 条运行参数）$/);
    await limit({ Level: 'project', SubDiff: 4, CopMax: 9, BalanceDiff: 60, Version: 2 });
    expect(await found('balance')).toEqual([]);
  });

  it('keeps what was found out, tells the second of two, and asks again once the figure is another', async () => {
    const follow = (more: object, who = manager) =>
      setting(
        {
          SetType: 'deviationFollow',
          Month: MONTH,
          Kind: 'total',
          Target: main,
          Cause: '有未计量的用户',
          Note: '地下车库无分表',
          ...more,
        },
        who,
      );
    expect(faults(await follow({ Note: '' }))).toEqual(['Note 请填写核对说明']);
    expect((await follow({ Target: '1' })).message).toContain('已在限值以内');
    expect((await follow({}, await server.client.signIn('operator'))).status).toBe(403);
    expect((await follow({})).data).toEqual({ Version: 1 });
    const second = await follow({ Note: '另一说法' }, analyst);
    expect(second).toMatchObject({ status: 409 });
    expect((await found('total'))[0]).toMatchObject({
      State: '已说明',
      Version: 1,
      Note: { Cause: '有未计量的用户', Note: '地下车库无分表', Value: 10 },
    });
    await sql`update meter_day set usage = usage * 0.9 where meter_id = ${parts[0]}::bigint and register = 'total'`.execute(
      server.db,
    );
    expect((await found('total'))[0]).toMatchObject({ State: '数值已变' });
    expect((await follow({ Version: 1, Note: '新分表未启用' }, analyst)).data).toEqual({ Version: 2 });
    const notes = await server.client.json(
      '/emcapi/DataEntry/GetProjectSetUp',
      { SetType: 'deviationFollow', ProjectCode: PROJECT, Month: MONTH, Kind: 'total', Target: main },
      manager,
    );
    expect((notes.data['rows'] as readonly { Note: string }[]).map(({ Note }) => Note)).toEqual([
      '新分表未启用',
      '地下车库无分表',
    ]);
  });

  it('is of what people may see only, and leaves as a workbook', async () => {
    expect((await check({ ProjectCode: 'EMC03001' })).status).toBe(404);
    expect((await check({}, await server.client.signIn('hr'))).status).toBe(403);
    expect((await check({ ProjectCode: '' })).data['Projects']).toBeGreaterThan(0);
    const answer = await fetch(`${server.client.url}/emcapi/HistoricalDataReport/ExpFile`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', UserIdValue: manager.userId, TokenValue: manager.token },
      body: JSON.stringify({ Kind: 'deviationCheck', ProjectCode: PROJECT, Month: MONTH }),
    });
    const [sheet] = await readXlsx(Buffer.from(await answer.arrayBuffer()));
    expect(JSON.stringify(sheet?.data)).toContain('损耗率');
  });

  it('looks through any number of projects, one answer after the other; the workbook has them all', async () => {
    await sql`with made as (insert into project (code, name, area)
          select 'AA' || lpad(n::text, 4, '0'), '试验项目' || n, (select area from project where code = ${PROJECT}) from generate_series(1, 45) n returning code),
        placed as (insert into device (project_code, code, name, category) select code, 'M-1', '总表', '电表' from made returning id, project_code)
      insert into meter (device_id, project_code, meter_type, category_id, registers, unit, used_from)
        select id, project_code, '电表', (select id from energy_category where code = 'elec'), '{total}', 'kWh', '2026-03-01' from placed`.execute(
      server.db,
    );
    const pages: Reply['data'][] = [];
    for (let After: string | null = ''; After !== null; ) {
      const { data } = await check({ ProjectCode: '', After }, analyst);
      pages.push(data);
      After = data['Next'] as string | null;
    }
    const [first] = pages;
    expect(first).toMatchObject({ Projects: 40, Next: 'AA0040', rows: [] });
    expect(pages.reduce((sum, page) => sum + Number(page['Projects']), 0)).toBe(first?.['Total']);
    // Of this project, which none of the first forty is.
    const all = pages.flatMap((page) => page['rows'] as readonly Finding[]);
    expect(all.filter(({ Target }) => Target === main)).toHaveLength(1);
    const answer = await fetch(`${server.client.url}/emcapi/HistoricalDataReport/ExpFile`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', UserIdValue: analyst.userId, TokenValue: analyst.token },
      body: JSON.stringify({ Kind: 'deviationCheck', ProjectCode: '', Month: MONTH }),
    });
    const [sheet] = await readXlsx(Buffer.from(await answer.arrayBuffer()));
    expect(sheet?.data.filter((row) => row.some((cell) => String(cell).includes('损耗率')))).toHaveLength(
      all.filter(({ Kind }) => Kind === 'total').length,
    );
  });
});

it('divides what pumps used by the water that machines recorded, and tells their speed where it is read', async () => {
  const { db } = server;
  await sql`update category_param set is_read = true where code = 'frequency'`.execute(db);
  // One machine and one pump run all the time, the others rest.
  await sql`insert into run_reading (device_id, project_code, at, mode, points, recorded_by)
    select d.id, ${PROJECT}, t, case when d.unit_no = '1' and c.name <> '锅炉' then '制冷' else '停机' end,
      case when d.unit_no <> '1' or c.name = '锅炉' then '{}' when c.name = '直燃机' then '{"chilledFlow": "300"}' else '{"frequency": "40"}' end::jsonb, ${manager.userId}
    from device d join device_model m on m.id = d.model_id join device_category c on c.id = m.category_id,
      generate_series('2026-03-11T00:00:00+08:00'::timestamptz, '2026-03-25T00:00:00+08:00', interval '2 hours') t
    where d.project_code = ${PROJECT} and c.name in ('直燃机', '锅炉', '冷温水泵')`.execute(db);
  const Date = { from: '2026-03-11', to: '2026-03-24' };
  const { data } = await server.client.json(
    '/api/Energyanalysis/GetEnergyanalysisAll',
    { ProjectCode: PROJECT, Date, CategoryCode: 'elec' },
    analyst,
  );
  const pumps = data['Pumps'] as readonly { readonly Group: string; readonly Elec: string }[];
  const chilled = pumps.find(({ Group }) => Group === '冷温水泵');
  expect(Number(chilled?.Elec)).toBeGreaterThan(0);
  expect(chilled).toMatchObject({
    Hours: 336,
    HoursComplete: 100,
    PerVolume: Math.round((Number(chilled?.Elec) / (300 * 336)) * 1000) / 1000,
    Frequency: 40,
    Saved: 48.8,
  });
  // Nor does it count among the machines whose hours explain a change: two weeks of one machine all the time.
  const weeks = { Measure: 'elec', Base: 'last', Period: { from: '2026-03-18', to: Date.to } };
  const change = await server.client.json(
    '/api/Energyanalysis/GetNHMessage',
    { ProjectCode: PROJECT, ...weeks },
    analyst,
  );
  expect(change.data['Items']).toContainEqual(
    expect.objectContaining({ Factor: '运行时长', Amount: 0, Basis: expect.stringContaining('168.0 → 168.0 台时') }),
  );
  // A pump is none of the machines that a day's report tells of.
  const asked = { ProjectCode: PROJECT, Date: Date.from };
  const daily = await server.client.json('/emcapi/DailyReport/HostMachine', asked, manager);
  const hosts = (daily.data['rows'] as readonly { readonly HostName: string }[]).map(({ HostName }) => HostName);
  expect(hosts).toContain('1号直燃机');
  expect(hosts.filter((name) => name.includes('泵'))).toEqual([]);
});
