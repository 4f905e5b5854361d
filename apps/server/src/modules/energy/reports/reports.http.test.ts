/** Reports over the wire: sums against readings, quality, comparisons, and workbooks that say the same. */
import { addDays, CHINA, instantOf } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import readXlsx from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Held, Reply } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { drainQueue } from '../facts/index.ts';
import { queueRecalc } from '../things/index.ts';
import { addReadings } from '../readings/index.ts';

const PROJECT = 'EMC01002';
/** Two years back lies before anything that the clock of the test might lock or stop. */
const NOW = new Date('2026-04-20T04:00:00Z');
const CUT = 480;
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);
let server: TestServer;
let manager: Held;
const meters = new Map<string, { readonly id: string; readonly ratio: number; readonly energy: string }>();

const report = (name: string, body: object, who: Held = manager): Promise<Reply> =>
  server.client.json(name, { ProjectCode: PROJECT, ...body }, who);
const days = (From: string, To: string, who?: Held) => report('/api/Energyanalysis/GetDailyMessage', { From, To }, who);
const month = (Month: string, who?: Held) => report('/emcapi/DataStatics/Summary', { Month }, who);

type Used = Readonly<Record<string, string>>;
interface DayRow {
  readonly day: string;
  readonly used: Used;
  readonly complete: number | null;
  readonly meanC: number | null;
  readonly hdd: number | null;
  readonly stopped: boolean;
}
const rowsOf = (reply: Reply): readonly DayRow[] => reply.data.rows as readonly DayRow[];

/** Each dial goes on by `step` a day from `from` on, read at each cut. */
async function read(from: string, count: number, start: number, step: number): Promise<void> {
  await server.db.transaction().execute((tx) =>
    addReadings(
      tx,
      null,
      [...meters.values()].flatMap(({ id }) =>
        Array.from({ length: count }, (_, index) => ({
          meter: id,
          project: PROJECT,
          register: 'total' as const,
          at: instantOf(addDays(from, index), CUT, CHINA),
          value: String(start + index * step),
          flag: '实' as const,
          day: addDays(from, index - 1),
        })),
      ),
      '试验',
    ),
  );
  await drainQueue(server.db);
}

beforeAll(async () => {
  server = await startTestServer({ clock: () => NOW });
  manager = await server.client.signIn('projectManager');
  const { db } = server;
  const { rows } = await sql<{ id: string; code: string; ratio: string; energy: string; main: boolean }>`
    select d.id::text, d.code, r.value::text as ratio, split_part(c.code, '.', 1) as energy, m.parent_id is null as main
    from meter m join device d on d.id = m.device_id join energy_category c on c.id = m.category_id
    join meter_ratio r on r.meter_id = m.device_id where m.project_code = ${PROJECT}`.execute(db);
  for (const one of rows)
    if (one.main) meters.set(one.code, { id: one.id, ratio: Number(one.ratio), energy: one.energy });
  await sql`update meter set used_from = '2025-03-01' where project_code = ${PROJECT} and parent_id is null`.execute(
    db,
  );
  await sql`update meter set used_to = '2025-02-01', used_from = '2025-01-01' where project_code = ${PROJECT} and parent_id is not null`.execute(
    db,
  );
  await sql`insert into weather_day (district, day, avg_c, max_c, min_c, source)
    select p.district, d::date, case when extract(year from d) = 2026 then 8 else 13 end, 20, 0, '试验'
    from project p, generate_series('2025-03-01'::date, '2026-04-20', interval '1 day') d where p.code = ${PROJECT}
    on conflict do nothing`.execute(db);
  await read('2025-03-01', 32, 1000, 10);
  await read('2026-02-01', 29, 5000, 10);
  await read('2026-03-01', 29, 5280, 11);
}, 120_000);
afterAll(() => server.close());

/** The sheets of a workbook. */
async function exported(body: object) {
  const answer = await fetch(`${server.client.url}/emcapi/EnergyReport/Export`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', UserIdValue: manager.userId, TokenValue: manager.token },
    body: JSON.stringify({ ProjectCode: PROJECT, ...body }),
  });
  expect(answer.headers.get('content-type')).toContain('spreadsheetml');
  return readXlsx(Buffer.from(await answer.arrayBuffer()));
}

/** What an adjustment of February brings to March. */
const BROUGHT = 55;

const perDay = (energy: string, step: number): number =>
  [...meters.values()].reduce((sum, meter) => sum + (meter.energy === energy ? meter.ratio * step : 0), 0);

describe('days', () => {
  it('add up what the main meters used, with the weather of the place', async () => {
    const reply = await days('2026-03-01', '2026-03-10');
    expect(reply.message).toBe('');
    const rows = rowsOf(reply);
    expect(rows).toHaveLength(10);
    const [first] = rows;
    expect(Number(first?.used['elec'])).toBe(perDay('elec', 11));
    expect(first).toMatchObject({ day: '2026-03-01', complete: 100, meanC: 8, hdd: 10, stopped: false });
    const totals = reply.data.totals as Record<string, { sum: string; mean: string }>;
    expect(Number(totals['elec']?.sum)).toBe(perDay('elec', 11) * 10);
    expect(Number(totals['elec']?.mean)).toBe(perDay('elec', 11));
  });

  it('split what is split by the dial, once', async () => {
    const meter = [...meters.values()].find(({ energy }) => energy === 'elec');
    if (meter === undefined) throw new Error('no electricity meter');
    const steps = { sharp: 1, peak: 4, flat: 3, valley: 3 } as const;
    await sql`update meter set registers = '{total,sharp,peak,flat,valley}' where device_id = ${meter.id}`.execute(
      server.db,
    );
    await server.db.transaction().execute((tx) =>
      addReadings(
        tx,
        null,
        (Object.keys(steps) as (keyof typeof steps)[]).flatMap((register) =>
          [0, 1, 2].map((index) => ({
            meter: meter.id,
            project: PROJECT,
            register,
            at: instantOf(addDays('2026-03-05', index), CUT, CHINA),
            value: String(100 + index * steps[register]),
            flag: '实' as const,
            day: addDays('2026-03-05', index - 1),
          })),
        ),
        '试验',
      ),
    );
    await drainQueue(server.db);
    const [row] = (await days('2026-03-05', '2026-03-05')).data.rows as readonly { tou: Used | null }[];
    expect(Object.fromEntries(Object.entries(row?.tou ?? {}).map(([kind, use]) => [kind, Number(use)]))).toEqual(
      Object.fromEntries(Object.entries(steps).map(([kind, step]) => [kind, step * meter.ratio])),
    );
  });

  it('miss what was due and never came, and leave out days on which nothing was due', async () => {
    await sql`insert into stop_day (project_code, day, reason) values (${PROJECT}, '2026-04-02', '检修')`.execute(
      server.db,
    );
    const rows = rowsOf(await days('2026-04-01', '2026-04-03'));
    expect(rows.map(({ day, stopped, complete }) => [day, stopped, complete])).toEqual([
      ['2026-04-01', false, 0],
      ['2026-04-02', true, null],
      ['2026-04-03', false, 0],
    ]);
    expect(rows[0]?.used).toEqual({});
  });

  it('refuse what cannot be asked, and who may not see it', async () => {
    const faults = (reply: Reply) => reply.errors.map(({ path, message }) => `${path} ${message}`);
    expect(faults(await days('2026-03-10', '2026-03-01'))).toEqual(['To 结束日期不能早于开始日期']);
    expect(faults(await days('2024-01-01', '2026-03-01'))).toEqual(['To 一次最多查看400天']);
    expect((await days('2026-03-01', '2026-03-02', await server.client.signIn('hr'))).status).toBe(403);
    const other = await report('/api/Energyanalysis/GetDailyMessage', {
      ProjectCode: 'NONE',
      From: '2026-03-01',
      To: '2026-03-02',
    });
    expect(other.status).toBe(404);
  });
});

describe('a month', () => {
  it('is the sum of its days, compared by day where months differ in length', async () => {
    const reply = await month('2026-03');
    expect(reply.message).toBe('');
    const rows = reply.data.rows as readonly {
      code: string;
      usage: string;
      complete: number;
      yoy: { text: string; reason: string | null };
    }[];
    const elec = rows.find(({ code }) => code === 'elec');
    const sum = rowsOf(await days('2026-03-01', '2026-03-31')).reduce(
      (all, { used }) => all + Number(used['elec'] ?? 0),
      0,
    );
    expect(Number(elec?.usage)).toBe(sum);
    // Twenty-eight of thirty-one days: too little to be compared.
    expect(elec?.complete).toBe(90.3);
    expect(elec?.yoy).toMatchObject({ text: '—', reason: '本期完整率 90.3%，低于 95%' });
  });

  it('takes adjustments of earlier months in and names them', async () => {
    const meter = [...meters.values()].find(({ energy }) => energy === 'elec');
    const before = Number(
      ((await month('2026-03')).data.rows as readonly { code: string; usage: string }[]).find(
        ({ code }) => code === 'elec',
      )?.usage,
    );
    await sql`insert into adjustment (serial, project_code, meter_id, register, day, difference, month, reason, state, created_by)
      values ('TZ-1', ${PROJECT}, ${meter?.id}, 'total', '2026-02-10', ${BROUGHT}, '2026-03', '迟到数据', '已同意', ${manager.userId})`.execute(
      server.db,
    );
    const { data } = await month('2026-03');
    const row = (data.rows as readonly { code: string; usage: string; adjusted: string }[]).find(
      ({ code }) => code === 'elec',
    );
    expect(row).toMatchObject({ adjusted: '55' });
    expect(Number(row?.usage)).toBe(before + BROUGHT);
    expect(data.adjustments).toMatchObject([
      { serial: 'TZ-1', fromMonth: '2026-02', quantity: '55', reason: '迟到数据' },
    ]);
  });

  it('nothing of which is known is no month in which nothing was used', async () => {
    const rows = (await month('2026-04')).data.rows as readonly { usage: string | null; perM2: number | null }[];
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row).toMatchObject({ usage: null, perM2: null, complete: 0 });
  });

  it('that has not come is refused', async () => {
    expect((await month('2026-05')).errors).toEqual([{ path: 'Month', message: '不能选择还没有到的月份' }]);
  });
});

describe('an adjustment', () => {
  const ask = (body: object, who: Held = manager): Promise<Reply> =>
    server.client.json('/emcapi/DataEntry/InsertProjectSetUp', { SetType: 'adjust', ...body }, who);
  const elec = async () =>
    ((await month('2026-04')).data.rows as readonly Readonly<Record<string, unknown>>[]).find(
      ({ code }) => code === 'elec',
    );

  it('of a locked month counts in the open one once another person agreed, and once only', async () => {
    const paper = (await server.client.upload('/bpmapi/ServiceResource/Upload', 'note.png', PIXEL, manager)).data;
    const list = await server.client.json(
      '/emcapi/DataEntry/GetProjectSetUp',
      { SetType: 'adjust', ProjectCode: PROJECT },
      manager,
    );
    expect(list.data).toMatchObject({ ToMonth: '2026-04' });
    expect((list.data.Months as readonly string[])[0]).toBe('2026-03');
    const meter = (list.data.Meters as readonly { Code: string; DeviceId: string }[]).find(
      ({ Code }) => Code === 'elec',
    );
    const body = {
      Action: 'add',
      ProjectCode: PROJECT,
      FromMonth: '2026-03',
      DeviceId: meter?.DeviceId,
      Qty: '-12.5',
      Amount: '-9.30',
      Reason: '抄错一位',
      File: [paper],
      ClientId: '11111111-2222-4333-8444-555555555555',
    };
    const faults = (reply: Reply) => reply.errors.map(({ path, message }) => `${path} ${message}`);
    expect(faults(await ask({ ...body, FromMonth: '2026-04' }))).toEqual([
      'FromMonth 该月尚未月锁，请直接修改或补录，不必登记调整',
    ]);
    expect(faults(await ask({ ...body, File: [] }))).toEqual(['File 请上传附件']);
    expect(faults(await ask({ ...body, Qty: '0' }))).toEqual(['Qty 调整量不能为0']);
    expect(faults(await ask({ ...body, DeviceId: '999999' }))).toEqual(['DeviceId 请选择该项目计入合计的总表']);
    expect((await ask({ ...body, ProjectCode: 'NONE' })).status).toBe(404);
    const added = await ask(body);
    expect(added).toMatchObject({ message: '', data: { State: '待同意' } });
    expect((await ask(body)).data).toEqual(added.data);
    expect(await elec()).toMatchObject({ adjusted: '0' });
    const decision = { Action: 'agree', AdjustId: added.data.AdjustId };
    expect((await ask(decision)).status).toBe(403);
    const analyst = await server.client.signIn('energyAnalyst');
    expect((await ask({ ...decision, Action: 'refuse' }, analyst)).errors).toEqual([
      { path: 'Reason', message: '请填写退回原因' },
    ]);
    expect((await ask(decision, analyst)).data).toMatchObject({ State: '已同意' });
    expect((await ask(decision, analyst)).data).toMatchObject({ State: '已同意' });
    expect((await ask({ ...decision, Action: 'refuse', Reason: '晚了' }, analyst)).message).toBe(
      '该调整已同意，不能再处理',
    );
    const row = await elec();
    expect(row).toMatchObject({ adjusted: '-12.5', cost: { adjusted: '-9.30' } });
    const { data } = await month('2026-04');
    expect(data.adjustments).toMatchObject([
      { fromMonth: '2026-03', quantity: '-12.5', amount: '-9.30', state: '已同意', mine: false },
    ]);
    expect((data.months as readonly { state: string }[]).at(-1)?.state).toBe('有调整');
  });
});

describe('against the year before', () => {
  it('compares whole months and takes the weather out', async () => {
    const { data } = await report('/emcapi/EnergyReport/Summary', { From: '2026-03', To: '2026-03' });
    const row = (data.rows as readonly Record<string, unknown>[]).find(({ code }) => code === 'elec');
    expect(row).toMatchObject({ month: '2026-03', lastComplete: 100, degreeDays: 310, lastDegreeDays: 155 });
    expect(Number(row?.['last'])).toBe(perDay('elec', 10) * 31);
  });
});

describe('the ledger', () => {
  interface Ledger {
    readonly Meters: readonly { readonly DeviceId: string; readonly IsMain: boolean; readonly CategoryCode: string }[];
    readonly Series: readonly {
      readonly DeviceId: string;
      readonly Usage: string;
      readonly Points: readonly { readonly t: string; readonly v: string; readonly u: string; readonly flag: string }[];
    }[];
    readonly Totals: readonly { readonly CategoryCode: string; readonly Usage: string; readonly complete: number }[];
    readonly Sums: readonly { readonly t: string; readonly u: string }[];
  }
  const ledger = (body: object, who?: Held) => report('/emcapi/DataEntry/GetNyDeviceSeries', body, who);
  const of = (reply: Reply): Ledger => reply.data as unknown as Ledger;
  const span = { From: '2026-03-01', To: '2026-03-05' };

  it('adds up to what days and months report, and so does its workbook', async () => {
    const shown = rowsOf(await days(span.From, span.To));
    const reply = await ledger({ CategoryCode: 'elec', ...span });
    expect(reply.message).toBe('');
    const found = of(reply);
    expect(found.Sums.map(({ t, u }) => [t, Number(u)])).toEqual(
      shown.map(({ day, used }) => [day, Number(used['elec'])]),
    );
    expect(found.Totals).toMatchObject([{ CategoryCode: 'elec', complete: 100 }]);
    expect(Number(found.Totals[0]?.Usage)).toBe(perDay('elec', 11) * 5);
    // The reading of the morning after closes the day.
    expect(found.Series[0]?.Points[0]).toMatchObject({ t: '2026-03-01', v: '5291', flag: '实' });
    const [whole] = (await month('2026-03')).data.rows as readonly { code: string; usage: string; adjusted: string }[];
    const byMonth = of(await ledger({ CategoryCode: 'elec', From: '2026-03-01', To: '2026-03-31', Grain: '月' }));
    expect(byMonth.Sums.map(({ t }) => t)).toEqual(['2026-03']);
    expect(Number(byMonth.Sums[0]?.u)).toBe(Number(whole?.usage) - Number(whole?.adjusted));
    const byWeek = of(await ledger({ CategoryCode: 'elec', From: '2026-03-02', To: '2026-03-15', Grain: '周' }));
    expect(byWeek.Sums.map(({ t, u }) => [t, Number(u)])).toEqual([
      ['2026-03-02', perDay('elec', 11) * 7],
      ['2026-03-09', perDay('elec', 11) * 7],
    ]);
    const sheets = await exported({ Kind: 'ledger', CategoryCode: 'elec', ...span });
    const [head = [], ...lines] = sheets[0]?.data ?? [];
    const use = head.indexOf('用量');
    expect(lines.reduce((sum, line) => sum + Number(line[use]), 0)).toBe(Number(found.Totals[0]?.Usage));
  });

  it('leads from a day to its readings with their versions', async () => {
    const meter = of(await ledger({ CategoryCode: 'elec', ...span })).Series[0];
    const reply = await report('/emcapi/DataEntry/GetNyDeviceDataList', {
      DeviceId: meter?.DeviceId,
      Register: 'total',
      Date: { from: '2026-03-03', to: '2026-03-04' },
      WithVersions: true,
    });
    const readings = (reply.data.rows as readonly { Reading: string; Versions: readonly unknown[] }[]).toReversed();
    expect(readings.map(({ Reading }) => Reading)).toEqual(['5302.00', '5313.00']);
    const ratio = [...meters.values()].find(({ id }) => id === meter?.DeviceId)?.ratio ?? 0;
    const day = meter?.Points.find(({ t }) => t === '2026-03-03');
    expect(Number(day?.u)).toBe((5313 - 5302) * ratio);
    expect(readings.every(({ Versions }) => Versions.length === 1)).toBe(true);
  });

  it('shows nothing without meters, and refuses what it cannot or may not show', async () => {
    const none = of(await ledger(span));
    expect(none.Series).toEqual([]);
    expect(none.Meters.length).toBeGreaterThan(0);
    const faults = (reply: Reply) => reply.errors.map(({ path, message }) => `${path} ${message}`);
    expect(faults(await ledger({ DeviceIds: ['1'], ...span }))).toEqual(['DeviceIds 有表计不属于该项目']);
    expect(faults(await ledger({ From: '2026-03-05', To: '2026-03-01' }))).toEqual(['To 结束日期不能早于开始日期']);
    expect(faults(await ledger({ From: '2026-01-01', To: '2026-03-01', Grain: '时' }))).toEqual([
      'To 按时一次最多查看31天',
    ]);
    expect((await ledger({ ProjectCode: 'NONE', ...span })).status).toBe(404);
    expect((await ledger(span, await server.client.signIn('hr'))).status).toBe(403);
  });

  it('says what dials showed at an instant, or that nobody looked', async () => {
    const at = async (Time: string) =>
      (await report('/emcapi/DataEntry/GetEntryDataByTime', { Time })).data.rows as readonly {
        Register: string;
        Reading: string | null;
        LastReading: string;
        NextReading: string;
      }[];
    const near = (await at('2026-03-04T08:20:00+08:00')).filter(({ Register }) => Register === 'total');
    expect(near.length).toBe(meters.size);
    expect(new Set(near.map(({ Reading }) => Reading))).toEqual(new Set(['5313']));
    const [far] = (await at('2026-03-04T20:00:00+08:00')).filter(({ Register }) => Register === 'total');
    expect(far).toMatchObject({ Reading: null, LastReading: '5313', NextReading: '5324' });
  });
});

describe('the report of one day', () => {
  const day = (name: string, body: object = {}) =>
    report(`/emcapi/DailyReport/${name}`, { Date: '2026-03-10', ...body });
  const sign = (body: object = {}) => day('Sign', body);

  it('tells what each meter showed, and what the whole used', async () => {
    const reply = await day('RunningInfo');
    expect(reply.message).toBe('');
    expect(reply.data).toMatchObject({
      OutAvg: 8,
      OutMax: 20,
      Stopped: false,
      complete: 100,
      Versions: [],
      Changed: false,
    });
    const { rows } = (await day('DB')).data as { rows: readonly Record<string, unknown>[] };
    const main = rows.filter(({ IsMain }) => IsMain);
    expect(main[0]).toMatchObject({ Last: '5379', This: '5390', Flag: '实' });
    expect(main.reduce((sum, { Total }) => sum + Number(Total), 0)).toBe(perDay('elec', 11));
    const analysis = (await day('EnergyAnalysis')).data as { rows: readonly { day: string }[] };
    expect(analysis.rows.at(-1)?.day).toBe('2026-03-10');
    for (const name of ['HostMachine', 'Function', 'SB', 'MainEnergy']) expect((await day(name)).message).toBe('');
  });

  it('is signed once for what it says; what changes later leaves the version alone', async () => {
    expect((await sign()).data).toEqual({ Version: 1 });
    expect((await sign()).message).toBe('数据与第 1 版相同，无需再次签发');
    const meter = [...meters.values()].find(({ energy }) => energy === 'elec');
    await sql`insert into manual_reading (meter_id, project_code, register, at, value, flag, supersedes, reason_type, recorded_at)
      select meter_id, project_code, register, at, value - 1, '改', id, '录入笔误', recorded_at + interval '1 hour' from manual_reading
      where meter_id = ${meter?.id} and register = 'total' and at = '2026-03-11T00:00:00Z'`.execute(server.db);
    await server.db.transaction().execute((tx) => queueRecalc(tx, meter?.id ?? '', '2026-03-10', '2026-03-11', '试验'));
    await drainQueue(server.db);
    const changed = (meter?.ratio ?? 0) * 10;
    const used = (reply: Reply) => Number((reply.data['Used'] as Used)['elec']);
    const now = await day('RunningInfo');
    expect(now.data).toMatchObject({ Changed: true, Version: null, Versions: [{ Version: 1 }] });
    const then = await day('RunningInfo', { Version: 1 });
    expect(then.data).toMatchObject({ Version: 1 });
    expect(used(then) - used(now)).toBe(meter?.ratio);
    // What it cost is kept, and not for the customer.
    expect(then.data).toHaveProperty('Costs');
    expect((await day('RunningInfo', { Version: 1, Audience: '客户' })).data).not.toHaveProperty('Costs');
    const series = async (body: object) =>
      (
        (
          await report('/emcapi/DataEntry/GetNyDeviceSeries', {
            DeviceIds: [meter?.id],
            From: '2026-03-10',
            To: '2026-03-10',
            ...body,
          })
        ).data.Series as readonly { Usage: string }[]
      )[0]?.Usage;
    expect(Number(await series({}))).toBe(changed);
    const { rows } = await sql<{
      at: string;
    }>`select to_char(max(recorded_at) - interval '30 minutes', 'YYYY-MM-DD"T"HH24:MI:SSOF:00') as at
      from manual_reading where meter_id = ${meter?.id} and flag = '改'`.execute(server.db);
    expect(Number(await series({ AsOf: rows[0]?.at }))).toBe((meter?.ratio ?? 0) * 11);
    expect((await sign()).data).toEqual({ Version: 2 });
  });

  it('wants to know why readings are missing, and is of days that are over', async () => {
    const faults = (reply: Reply) => reply.errors.map(({ path, message }) => `${path} ${message}`);
    expect(faults(await sign({ Date: '2026-04-01' }))).toEqual(['Date 该日尚未录入，不能签发']);
    expect(faults(await sign({ Date: '2026-04-20' }))).toEqual(['Date 当日尚未结束，不能签发']);
    expect(faults(await day('RunningInfo', { Date: '2026-04-21' }))).toEqual(['Date 不能选择还没有到的日期']);
    expect((await day('RunningInfo', { Version: 9 })).status).toBe(404);
    expect((await report('/emcapi/DailyReport/DB', { ProjectCode: 'NONE', Date: '2026-03-10' })).status).toBe(404);
  });

  it('goes to the customer without what we say among ourselves, sheet by sheet', async () => {
    const names = async (Audience: string) =>
      (await exported({ Kind: 'daily', Date: '2026-04-01', Audience })).map(({ sheet }) => sheet);
    expect(await names('内部')).toContain('异常与说明');
    expect(await names('客户')).not.toContain('异常与说明');
    const sheet = (await exported({ Kind: 'daily', Date: '2026-03-05' })).find((one) => one.sheet === '四 电表');
    const [head = [], ...rows] = sheet?.data ?? [];
    const total = head.indexOf('合计（kWh）');
    const counted = rows.filter((row) => row[head.indexOf('计入合计')] === '是');
    expect(counted.reduce((sum, row) => sum + Number(row[total]), 0)).toBe(perDay('elec', 11));
  });
});

describe('a workbook', () => {
  it('says what the page says', async () => {
    const shown = rowsOf(await days('2026-03-01', '2026-03-05'));
    const [sheet] = await exported({ Kind: 'days', From: '2026-03-01', To: '2026-03-05' });
    const [head = [], ...rows] = sheet?.data ?? [];
    const column = head.indexOf('电（kWh）');
    expect(rows.slice(0, 5).map((row) => row[column])).toEqual(shown.map(({ used }) => Number(used['elec'])));
    expect(rows.at(-1)?.[column]).toBe(shown.reduce((sum, { used }) => sum + Number(used['elec']), 0));
  });
});

describe('months side by side', () => {
  interface YearRow {
    readonly code: string;
    readonly months: Used;
    readonly total: string | null;
    readonly last: string | null;
    readonly yoy: { readonly text: string; readonly reason: string | null };
  }
  const march = { From: '2026-03', To: '2026-03' };
  const error = (reply: Reply) => reply.errors.map(({ path, message }) => `${path} ${message}`);

  beforeAll(async () => {
    // The last days of March, so that it can be compared with the March before.
    await read('2026-03-30', 3, 5280 + 29 * 11, 11);
  });

  it('make a year of which only what is over counts', async () => {
    const year = (body: object) =>
      report('/emcapi/DataStatics/YearSummary', { ProjectCodes: [PROJECT], Year: 2026, ...body });
    const reply = await year({});
    expect(reply.message).toBe('');
    expect(reply.data).toMatchObject({ projects: 1, over: 3 });
    const elec = (reply.data.rows as readonly YearRow[]).find(({ code }) => code === 'elec');
    expect(Number(elec?.months['2026-03'])).toBe(perDay('elec', 11) * 31 + BROUGHT);
    const over = ['2026-01', '2026-02', '2026-03'].map((one) => Number(elec?.months[one]));
    expect(Number(elec?.total)).toBeCloseTo(
      over.reduce((sum, used) => sum + used, 0),
      5,
    );
    expect(Number(elec?.last)).toBe(perDay('elec', 10) * 31);
    // Nobody measured the winter before: nothing is compared with a part of a year.
    expect(elec?.yoy).toMatchObject({ text: '—', reason: '去年同期没有数据' });
    const coal = ((await year({ Unit: 'tce' })).data.rows as readonly YearRow[]).find(({ code }) => code === 'elec');
    const [sameMonth] = (await month('2026-03')).data.rows as readonly { code: string; tce: number }[];
    expect(Number(coal?.months['2026-03'])).toBeCloseTo(sameMonth?.tce ?? 0, 2);
    expect((await year({ ProjectCodes: ['NONE'] })).status).toBe(404);
    expect((await year({ Unit: '元' })).data).toMatchObject({ money: true });
    expect(error(await year({ Year: 2027 }))).toEqual(['Year 不能选择还没有到的年份']);
    const sheets = await exported({ Kind: 'year', ProjectCodes: [PROJECT], Year: 2026 });
    const [head = [], ...lines] = sheets[0]?.data ?? [];
    expect(lines.find((line) => line[0] === '电')?.[head.indexOf('全年')]).toBe(Number(elec?.total));
  });

  it('go to the customer once they are whole, and stay as they were signed', async () => {
    const client = (body: object = march) => report('/emcapi/EnergyReport/ClientSummary', body);
    const { data } = await client();
    const [row] = data.rows as readonly { elec: { now: string; last: string; yoy: { text: string } }; meanC: number }[];
    expect(row).toMatchObject({ meanC: 8, lastMeanC: 13, elec: { yoy: { text: '+10.1%' } } });
    expect(Number(row?.elec.now)).toBe(perDay('elec', 11) * 31 + BROUGHT);
    expect(data).toMatchObject({ lacks: [], whole: { complete: 100 } });
    expect(JSON.stringify(data)).not.toMatch(/cost|price|amount/i);
    const sign = (body: object) => report('/emcapi/EnergyReport/Sign', body);
    expect((await sign(march)).data).toEqual({ Version: 1 });
    expect((await sign(march)).message).toBe('数据与第 1 版相同，无需再次签发');
    expect((await client({ ...march, Version: 1 })).data).toMatchObject({ Version: 1, Changed: false });
    expect(error(await sign({ From: '2026-04', To: '2026-04' }))[0]).toMatch(/^To 未达签发条件：2026-04 尚未结束/);
    expect(error(await client({ From: '2026-03', To: '2026-02' }))).toEqual(['To 结束月份不能早于开始月份']);
    const sheets = await exported({ Kind: 'client', ...march });
    const [head = [], first = []] = sheets[0]?.data ?? [];
    expect(first[head.indexOf('电（kWh）')]).toBe(Number(row?.elec.now));
  });

  it('stand by area, like with like, with what was left out and why', async () => {
    const leader = await server.client.signIn('generalManager');
    const area = (body: object, who = leader) => server.client.json('/emcapi/DataStatics/AreaConsumption', body, who);
    interface Area {
      readonly rows: readonly { readonly Elec: string; readonly items: readonly { readonly ProjectCode: string }[] }[];
      readonly total: { readonly Projects: number; readonly Elec: string; readonly YoyElec: { readonly text: string } };
      readonly Excluded: readonly { readonly ProjectCode: string; readonly Reason: string }[];
    }
    const same = (await area(march)).data as unknown as Area;
    expect(same.rows.flatMap(({ items }) => items.map(({ ProjectCode }) => ProjectCode))).toEqual([PROJECT]);
    expect(same.total).toMatchObject({ Projects: 1, YoyElec: { text: '+10.1%' } });
    expect(Number(same.total.Elec)).toBe(perDay('elec', 11) * 31 + BROUGHT);
    expect(same.Excluded.length).toBeGreaterThan(0);
    expect(new Set(same.Excluded.map(({ Reason }) => Reason))).toEqual(new Set(['本期没有数据']));
    const winter = (await area({ From: '2026-02', To: '2026-02' })).data as unknown as Area;
    expect(winter.Excluded.find(({ ProjectCode }) => ProjectCode === PROJECT)?.Reason).toBe('去年同期没有数据');
    const months = await server.client.json(
      '/emcapi/EnergyReport/AreaConsumption',
      { ...march, GroupBy: '城市' },
      leader,
    );
    const [drawn] = months.data.rows as readonly { used: Used }[];
    expect(Number(drawn?.used['elec'])).toBe(Number(same.total.Elec));
    await sql`update device_model set energy_kind = '天然气' where id in
      (select model_id from device where project_code = ${PROJECT} and category in ('主机', '锅炉'))`.execute(
      server.db,
    );
    const byEnergy = (await area({ ...march, GroupBy: '主能源' })).data as unknown as Area;
    expect(byEnergy.rows).toMatchObject([{ GroupName: '天然气', Elec: same.total.Elec }]);
    expect(error(await area({ From: '2026-04', To: '2026-04' }))).toEqual(['To 只能比较已经结束的月份']);
    // Who manages one project has no areas to compare.
    expect((await area(march, manager)).status).toBe(403);
  });

  it('keep money from those who may not see it', async () => {
    const cost = async () => (await report('/emcapi/DailyReport/RunningInfo', { Date: '2026-03-10', Version: 1 })).data;
    expect(await cost()).toHaveProperty('Costs');
    await sql`delete from role_class where data_class = 'energyCost' and role_id in
      (select role_id from user_role where user_id = ${manager.userId})`.execute(server.db);
    await sql`update app_user set permission_version = permission_version + 1 where id = ${manager.userId}`.execute(
      server.db,
    );
    const reply = await report('/emcapi/DataStatics/YearSummary', { ProjectCodes: [PROJECT], Year: 2026, Unit: '元' });
    expect([reply.status, reply.message]).toEqual([403, '您没有查看金额的权限']);
    const daily = await report('/emcapi/DailyReport/RunningInfo', { Date: '2026-03-10', Version: 1 });
    expect(daily.data).not.toHaveProperty('Costs');
  });
});
