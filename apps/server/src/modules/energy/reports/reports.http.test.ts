/** Reports over the wire: sums against readings, quality, comparisons, and workbooks that say the same. */
import { addDays, CHINA, instantOf } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import readXlsx from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Held, Reply } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { drainQueue } from '../facts/index.ts';
import { addReadings } from '../readings/index.ts';
import { baseLoad } from './yoy.ts';

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
      values ('TZ-1', ${PROJECT}, ${meter?.id}, 'total', '2026-02-10', 55, '2026-03', '迟到数据', '已同意', ${manager.userId})`.execute(
      server.db,
    );
    const { data } = await month('2026-03');
    const row = (data.rows as readonly { code: string; usage: string; adjusted: string }[]).find(
      ({ code }) => code === 'elec',
    );
    expect(row).toMatchObject({ adjusted: '55' });
    expect(Number(row?.usage)).toBe(before + 55);
    expect(data.adjustments).toMatchObject([
      { serial: 'TZ-1', fromMonth: '2026-02', quantity: '55', reason: '迟到数据' },
    ]);
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

  it('takes the base load from the mildest month', () => {
    const months = [
      { use: 3100, days: 31, degreeDays: 10 },
      { use: 9300, days: 31, degreeDays: 300 },
    ];
    expect(baseLoad(months, 30)).toBe(3000);
    expect(baseLoad([], 30)).toBeNull();
  });
});

describe('a workbook', () => {
  it('says what the page says', async () => {
    const shown = rowsOf(await days('2026-03-01', '2026-03-05'));
    const answer = await fetch(`${server.client.url}/emcapi/EnergyReport/Export`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', UserIdValue: manager.userId, TokenValue: manager.token },
      body: JSON.stringify({ Kind: 'days', ProjectCode: PROJECT, From: '2026-03-01', To: '2026-03-05' }),
    });
    expect(answer.headers.get('content-type')).toContain('spreadsheetml');
    const [sheet] = await readXlsx(Buffer.from(await answer.arrayBuffer()));
    const [head = [], ...rows] = sheet?.data ?? [];
    const column = head.indexOf('电（kWh）');
    expect(rows.slice(0, 5).map((row) => row[column])).toEqual(shown.map(({ used }) => Number(used['elec'])));
    expect(rows.at(-1)?.[column]).toBe(shown.reduce((sum, { used }) => sum + Number(used['elec']), 0));
  });
});
