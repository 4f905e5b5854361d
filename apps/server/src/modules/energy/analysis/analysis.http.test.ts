/** Analysis over the wire: figures worked out by hand, scope, fields that are wrong, and workbooks that say what the page says. */
import { addDays, CHINA, daysThrough, instantOf } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import readXlsx from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Held, Reply } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { drainQueue } from '../facts/index.ts';
import { addReadings } from '../readings/index.ts';
import { seasonOf } from '../seasons.ts';

const PROJECT = 'EMC01002';
const OTHER = 'EMC03001';
const NOW = new Date('2026-04-20T04:00:00Z');
const CUT = 480;
let server: TestServer;
let manager: Held;
let director: Held;

interface Thing {
  readonly id: string;
  readonly code: string;
  readonly ratio: number;
  readonly category: string;
}
const meters = new Map<string, Thing>();
const idOf = (code: string): string => meters.get(code)?.id ?? '';
const ratioOf = (code: string): number => meters.get(code)?.ratio ?? 0;

const ask = (path: string, body: object, who: Held = manager): Promise<Reply> =>
  server.client.json(`/api/Energyanalysis/${path}`, { ProjectCode: PROJECT, ...body }, who);
const all = (body: object, who?: Held): Promise<Reply> => ask('GetEnergyanalysisAll', body, who);

/** Dials as they stand at each cut, `step(day)` of a dial's count after the other; each project meter that is named. */
async function read(
  codes: readonly string[],
  from: string,
  count: number,
  step: (day: string, code: string) => number,
): Promise<void> {
  await server.db.transaction().execute((tx) =>
    addReadings(
      tx,
      null,
      codes.flatMap((code) => {
        let value = 1000;
        return Array.from({ length: count }, (_, index) => {
          const day = addDays(from, index);
          const reading = {
            meter: idOf(code),
            project: PROJECT,
            register: 'total' as const,
            at: instantOf(day, CUT, CHINA),
            value: String(value),
            flag: '实' as const,
            day: addDays(day, -1),
          };
          value += step(day, code);
          return reading;
        });
      }),
      '试验',
    ),
  );
  await drainQueue(server.db);
}

const dayOfYear = (day: string): number => (Date.parse(day) - Date.parse(`${day.slice(0, 4)}-01-01`)) / 86_400_000 + 1;

const numbersOf = (reply: Reply, key: string): readonly (number | null)[] =>
  (reply.data.Series as readonly { Key: string; Values: (number | null)[] }[]).find((one) => one.Key === key)?.Values ??
  [];

async function sheetsOf(path: string, body: object): Promise<ReadonlyMap<string, readonly (readonly unknown[])[]>> {
  const answer = await fetch(`${server.client.url}${path.startsWith('/') ? path : `/api/Energyanalysis/${path}`}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', UserIdValue: manager.userId, TokenValue: manager.token },
    body: JSON.stringify({ ProjectCode: PROJECT, ...body }),
  });
  expect(answer.headers.get('content-type')).toContain('spreadsheetml');
  return new Map((await readXlsx(Buffer.from(await answer.arrayBuffer()))).map(({ sheet, data }) => [sheet, data]));
}

beforeAll(async () => {
  server = await startTestServer({ clock: () => NOW });
  [manager, director] = [await server.client.signIn('projectManager'), await server.client.signIn('operationDirector')];
  const { rows } = await sql<Thing>`select d.id::text, d.code, r.value::float8 as ratio, c.code as category
    from meter m join device d on d.id = m.device_id join energy_category c on c.id = m.category_id
    join meter_ratio r on r.meter_id = m.device_id where m.project_code = ${PROJECT}`.execute(server.db);
  for (const one of rows) meters.set(one.code, one);
  await sql`update meter set used_from = '2025-01-01' where project_code = ${PROJECT}`.execute(server.db);
  await sql`insert into weather_day (district, day, avg_c, max_c, min_c, source)
    select p.district, d::date, case when d < '2026-01-01' then 5 + extract(doy from d)::int % 30 else 10 end, 40, 0, '试验' from project p, generate_series('2025-01-01'::date, '2026-04-20', interval '1 day') d
    where p.code = ${PROJECT} on conflict do nothing`.execute(server.db);
  // Nobody reads these in the test: they are not in use.
  await sql`update meter set used_to = '2025-01-02' where device_id in (${idOf('RR-01') || '0'}::bigint, ${idOf('WR-01') || '0'}::bigint)`.execute(
    server.db,
  );
  // The whole and its parts: 10 and 1 of their dials a day, except one day of a great deal.
  await read(['DB-01', 'DB-02', 'DB-03', 'DB-04', 'DB-05', 'DB-06'], '2026-02-01', 60, (day, code) =>
    code === 'DB-01' ? (day === '2026-03-20' ? 30 : 10) : 1,
  );
  if (meters.has('QB-01')) await read(['QB-01'], '2026-02-01', 60, () => 400);
  await read(['RB-01'], '2026-02-01', 60, () => 4000);
  await read(['SB-02'], '2026-02-01', 60, () => 1);
  // A year that follows the weather above 20 ℃, and a tenth less afterwards.
  await read(['SB-01'], '2025-01-05', 460, (day) =>
    day < '2026-02-01' ? 10 + 2 * Math.max(0, (day < '2026-01-01' ? 5 + (dayOfYear(day) % 30) : 10) - 20) : 9,
  );
}, 120_000);
afterAll(() => server.close());

const MARCH = { from: '2026-03-11', to: '2026-03-24' };

describe('能耗分析', () => {
  it('adds up days of an energy, once, beside the days before', async () => {
    const reply = await all({ CategoryCode: 'elec', Date: MARCH, Compare: 'mom' });
    expect(reply.message).toBe('');
    const day = 10 * ratioOf('DB-01');
    expect(reply.data.Times).toEqual(daysThrough(MARCH.from, MARCH.to));
    expect(numbersOf(reply, 'now').slice(0, 2)).toEqual([day, day]);
    expect(Number(reply.data.Total)).toBe(day * 16);
    expect(numbersOf(reply, 'base')).toEqual(MARCH.from === '2026-03-11' ? Array.from({ length: 14 }, () => day) : []);
    expect(reply.data).toMatchObject({ Complete: 100, Base: { From: '2026-02-25', To: '2026-03-10', Text: '+14.3%' } });
    expect(numbersOf(reply, 'temperature')[0]).toBe(10);
  });

  it('says of what the whole consists, and what no meter counts', async () => {
    const { data } = await all({ CategoryCode: 'elec', Date: MARCH });
    const parts = data.Parts as readonly { Group: string; Usage: string; Share: number }[];
    const whole = Number(data.Total);
    expect(parts.find(({ Group }) => Group === '冷却塔')).toMatchObject({
      Usage: expect.stringContaining(String(14 * ratioOf('DB-05'))),
    });
    expect(parts.reduce((sum, { Usage }) => sum + Number(Usage), 0)).toBeCloseTo(whole, 6);
    expect(parts.at(-1)?.Group).toBe('未分项');
  });

  it('works out what the machines made of it', async () => {
    const { data } = await all({ CategoryCode: 'elec', Date: MARCH });
    const hosts = data.Hosts as readonly { Name: string; Output: string; Elec: string; Cop: number }[];
    const host = hosts.find(({ Name }) => Name === '全部主机');
    const output = 4000 * ratioOf('RB-01') * 14;
    const elec = ratioOf('DB-02') * 14;
    expect(Number(host?.Output)).toBe(output);
    expect(Number(host?.Elec)).toBe(elec);
    const gas = meters.has('QB-01') ? 400 * ratioOf('QB-01') * 14 : 0;
    const { rows } = await sql<{
      lhv: number;
    }>`select lhv::float8 as lhv from energy_category where code = 'gas'`.execute(server.db);
    const heat = (gas * (rows[0]?.lhv ?? 0)) / 3.6;
    expect(host?.Cop).toBeCloseTo(output / (heat + elec), 2);
    // With pumps and towers, and with what a power station burns for their electricity.
    const plant = ['DB-02', 'DB-03', 'DB-04', 'DB-05'].reduce((sum, code) => sum + ratioOf(code) * 14, 0);
    const heatOut = output + 0.93 * heat + elec;
    expect(data.Plant).toMatchObject(
      [
        ['system', output / (heat + plant), 2],
        ['primary', output / (heat + plant / 0.407), 2],
        ['wtfChilled', output / (ratioOf('DB-03') * 14), 1],
        ['wtfCooling', heatOut / (ratioOf('DB-04') * 14), 1],
      ].map(([Key, value, places]) => ({ Key, Value: Number(Number(value).toFixed(Number(places))), Complete: 100 })),
    );
    const pumps = data.Pumps as readonly { Group: string; Elec: string; Wtf: number | null }[];
    expect(pumps.find(({ Group }) => Group === '冷温水泵')?.Wtf).toBeCloseTo(output / (ratioOf('DB-03') * 14), 1);
    const MeanKw = expect.closeTo((4000 * ratioOf('RB-01')) / 24, 1);
    const loads = data.Loads as readonly { Curve: readonly (readonly [number, number])[] }[];
    expect(loads[0]).toMatchObject({ Key: 'cooling', Spread: true, MeanKw, LoadFactor: null });
    expect(loads[0]?.Curve[0]?.[1]).toEqual(MeanKw);
  });

  it('finds the day that is out of line, and a total that its parts do not make up', async () => {
    const { data } = await all({ CategoryCode: 'elec', Date: MARCH });
    const findings = data.Findings as readonly (Record<'From' | 'Kind' | 'Words', string> &
      Record<'Actual' | 'Reference', number>)[];
    const odd = findings.filter(({ Kind }) => Kind === 'day');
    expect(odd.map(({ From, Actual, Reference }) => [From, Actual, Reference])).toEqual([
      ['2026-03-20', 30 * ratioOf('DB-01'), 10 * ratioOf('DB-01')],
    ]);
    expect(odd[0]?.Words).toContain('+200%');
    expect(findings.some(({ Kind, Words }) => Kind === 'total' && Words.includes('损耗率'))).toBe(true);
    // Much heat was rejected, and the towers were filled up with hardly anything.
    expect(findings.filter(({ Kind }) => Kind === 'plausible').map(({ Words }) => Words)).toEqual([
      expect.stringMatching(/^冷却塔：冷却补水 .+，少于蒸发量/),
    ]);
  });

  it('compares no day with one of another season', () => {
    const days = ['2026-03-15', '2026-03-16', '2026-05-14', '2026-05-15', '2026-10-05', '2026-10-06', '2026-12-01'];
    expect(days.map((day) => seasonOf(day))).toEqual(['heating', 'off', 'off', 'cooling', 'cooling', 'off', 'heating']);
  });

  it('spreads days that are read once over their hours, and says so', async () => {
    const { data } = await all({ CategoryCode: 'elec', Date: { from: '2026-03-11', to: '2026-03-11' }, Grain: 'hour' });
    expect(data.Times).toHaveLength(24);
    expect((data.Times as readonly string[])[0]).toBe('2026-03-11 08:00');
    expect((data.Series as readonly { Values: readonly number[] }[])[0]?.Values[0]).toBeCloseTo(
      (10 * ratioOf('DB-01')) / 24,
      2,
    );
    expect(data.Notes).toEqual([expect.stringContaining('平摊')]);
  });

  it('lists each meter by days', async () => {
    const { data } = await ask('GetStaticsDetail', { NodeId: `device:${idOf('DB-05')}`, Date: MARCH, PageSize: 5 });
    expect(data.total).toBe(14);
    expect((data.rows as readonly { At: string; Usage: string }[])[0]).toMatchObject({ At: MARCH.to });
    expect(Number((data.rows as readonly { Usage: string }[])[0]?.Usage)).toBe(ratioOf('DB-05'));
  });

  it('refuses what cannot be asked, and who may not see it', async () => {
    const faults = (reply: Reply) => reply.errors.map(({ path, message }) => `${path} ${message}`);
    expect(faults(await all({ Date: { from: '2026-03-02', to: '2026-03-01' } }))).toEqual([
      'Date.to 结束日期不能早于开始日期',
    ]);
    expect(faults(await all({ Date: { from: '2026-01-01', to: '2026-03-01' }, Grain: 'hour' }))).toEqual([
      'Date 该粒度一次最多查看 31 天',
    ]);
    expect((await all({ Date: MARCH, NodeId: 'device:999999' })).status).toBe(404);
    expect((await all({ Date: MARCH, ProjectCode: OTHER })).status).toBe(404);
    expect((await all({ Date: MARCH, ProjectCode: OTHER }, director)).status).not.toBe(404);
    expect((await all({ Date: MARCH }, await server.client.signIn('hr'))).status).toBe(403);
  });

  it('leaves as a workbook that says the same', async () => {
    const { data } = await all({ CategoryCode: 'elec', Date: MARCH });
    const sheets = await sheetsOf('Export', { CategoryCode: 'elec', Date: MARCH });
    const [head = [], ...rows] = sheets.get('能耗分析') ?? [];
    expect(head[1]).toBe('用量（kWh）');
    expect(rows.map((row) => row[1])).toEqual((data.Series as readonly { Values: readonly number[] }[])[0]?.Values);
    expect((sheets.get('发现') ?? []).slice(1).map((row) => row[1])).toEqual(
      (data.Findings as readonly { Words: string }[]).map(({ Words }) => Words),
    );
  });
});

describe('变化报表', () => {
  const PERIODS = {
    Period: MARCH,
    Base: 'custom',
    BasePeriod: { from: '2026-02-10', to: '2026-02-23' },
    Measure: 'elec',
  };
  const SCREEN = '/operationContent/stateMents/varyStateMents';
  const PERIOD = '2026-03-11~2026-03-24/2026-02-10~2026-02-23';
  const change = (body: object, who?: Held): Promise<Reply> => ask('GetNHMessage', { ...PERIODS, ...body }, who);
  const note = (body: object, who: Held = manager): Promise<Reply> =>
    server.client.json(
      '/emcapi/DataEntry/InsertProjectSetUp',
      { SetType: 'reportNote', Screen: SCREEN, ProjectCode: PROJECT, Period: PERIOD, Text: '检修停机', ...body },
      who,
    );

  it('takes a change apart, so that its parts add up', async () => {
    const reply = await change({});
    expect(reply.message).toBe('');
    const day = 10 * ratioOf('DB-01');
    const items = reply.data.Items as readonly { Factor: string; Amount: number; Basis: string }[];
    expect(reply.data).toMatchObject({
      Now: day * 16,
      Base: day * 14,
      Unit: 'kWh',
      Complete: 100,
      BaseComplete: 100,
      Doubtful: false,
    });
    expect(items.map(({ Factor }) => Factor)).toEqual(['气温', '面积', '运行时长', '能效', '其他']);
    expect(items.reduce((sum, { Amount }) => sum + Amount, 0)).toBeCloseTo(day * 2, 1);
    // The same cold of the same gas with more electricity: the base at the COP of then over that of now.
    const { rows } = await sql<{
      lhv: number;
    }>`select lhv::float8 as lhv from energy_category where code = 'gas'`.execute(server.db);
    const gas = meters.has('QB-01') ? (400 * ratioOf('QB-01') * 14 * (rows[0]?.lhv ?? 0)) / 3.6 : 0;
    const cop = (elec: number): number => Math.round(((4000 * ratioOf('RB-01') * 14) / (gas + elec)) * 100) / 100;
    expect(items.find(({ Factor }) => Factor === '能效')?.Amount).toBeCloseTo(
      day * 14 * (cop(day * 14) / cop(day * 16) - 1),
      1,
    );
    expect(items.find(({ Factor }) => Factor === '面积')).toMatchObject({
      Amount: 0,
      Basis: expect.stringMatching(/^(\d+) → \1 m²$/),
    });
    const days = reply.data.Days as readonly { Day: string; BaseDay: string; Difference: number }[];
    expect(days.find(({ Day }) => Day === '2026-03-20')).toMatchObject({ BaseDay: '2026-02-19', Difference: day * 2 });
  });

  it('adds up as it is shown, whatever is looked at', async () => {
    for (const [Measure, places] of [
      ['coal', 1],
      ['cost', 2],
      ['elec', 0],
    ] as const) {
      const { data } = await change({ Measure });
      const digits = (value: unknown): number => Math.round(Number(Number(value).toFixed(places)) * 10 ** places);
      const items = data.Items as readonly { Amount: number }[];
      expect(items.reduce((sum, { Amount }) => sum + digits(Amount), 0)).toBe(digits(data.Now) - digits(data.Base));
    }
  });

  it('counts coal of what was bought', async () => {
    const { data } = await change({ Measure: 'coal' });
    expect(data.Unit).toBe('kgce');
    const gas = meters.has('QB-01') ? 1.2143 * 400 * ratioOf('QB-01') * 14 : 0;
    expect(data.Base).toBeCloseTo(0.1229 * 140 * ratioOf('DB-01') + gas + 0.2571 * 9 * 14 * ratioOf('SB-01'), 0);
  });

  it('takes costs apart by the price of each day, for whom they concern', async () => {
    const { data } = await change({ Measure: 'cost' });
    const costs = await Promise.all(
      ['elec', 'gas', 'water', 'hotWater', 'softWater'].map(async (CategoryCode) => {
        const cost = (await all({ CategoryCode, Date: MARCH })).data.Cost as {
          Amount: string;
          Problems: readonly string[];
        } | null;
        return cost?.Problems.length === 0 ? Number(cost.Amount) : 0;
      }),
    );
    expect(costs[1]).toBeGreaterThan(0);
    expect(data).toMatchObject({ Unit: '元', MayCost: true });
    expect(data.Now).toBeCloseTo(
      costs.reduce((sum, cost) => sum + cost, 0),
      0,
    );
    expect((data.Items as readonly { Factor: string }[]).map(({ Factor }) => Factor)).toContain('单价');
    const operator = await server.client.signIn('operator');
    expect((await change({ Measure: 'cost' }, operator)).errors).toEqual([
      { path: 'Measure', message: '您没有查看金额的权限' },
    ]);
  });

  it('marks what is not whole, and refuses what is not asked for', async () => {
    const faults = (reply: Reply) => reply.errors.map(({ path, message }) => `${path} ${message}`);
    expect((await change({ Period: { from: '2026-03-25', to: '2026-04-10' } })).data).toMatchObject({ Doubtful: true });
    expect(faults(await change({ BasePeriod: undefined }))).toEqual(['BasePeriod 请选择对比期']);
    expect(faults(await change({ Period: { from: '2026-04-10', to: '2026-04-20' } }))).toEqual([
      'Period 本期只能到昨天',
    ]);
    expect((await change({ ProjectCode: OTHER })).status).toBe(404);
    expect((await change({}, await server.client.signIn('hr'))).status).toBe(403);
  });

  it('keeps what people say of it, once', async () => {
    expect((await note({ Text: ' ' })).errors).toEqual([{ path: 'Text', message: '请填写说明' }]);
    expect((await note({ ProjectCode: OTHER })).status).toBe(404);
    expect((await note({}, director)).status).toBe(403);
    const first = await note({});
    expect(first.message).toBe('');
    expect((await note({})).data).toEqual(first.data);
    expect((await change({})).data.Said).toMatchObject([{ Text: '检修停机' }]);
  });

  it('leaves as a workbook that says the same', async () => {
    const { data } = await change({});
    const [, ...rows] = (await sheetsOf('ExportChange', PERIODS)).get('变化分解') ?? [];
    expect(rows.map((row) => row[1])).toEqual(
      [data.Base, ...(data.Items as readonly { Amount: number }[]).map(({ Amount }) => Amount), data.Now].map(Number),
    );
  });
});

const setUp = (verb: 'Get' | 'Insert', body: object, who: Held = manager): Promise<Reply> =>
  server.client.json(`/emcapi/DataEntry/${verb}ProjectSetUp`, { ProjectCode: PROJECT, ...body }, who);
const faultsOf = (reply: Reply) => reply.errors.map(({ path, message }) => `${path} ${message}`);

describe('自身对比', () => {
  const seriesOf = (code: string, Name: string, from: string, to: string) => ({
    Name,
    NodeId: `device:${idOf(code)}`,
    Date: { from, to },
  });
  const pair = (): object[] => [
    seriesOf('DB-01', '二月', '2026-02-10', '2026-02-23'),
    seriesOf('DB-01', '三月', MARCH.from, MARCH.to),
  ];
  const compare = (body: object, who?: Held): Promise<Reply> => ask('GetNHMessage', { Series: pair(), ...body }, who);

  it('lays days over each other and says whether they differ', async () => {
    const reply = await compare({});
    expect(reply.message).toBe('');
    const day = 10 * ratioOf('DB-01');
    type Laid = { Points: readonly { X: string; Y: number }[]; Stats: Record<string, unknown> };
    const [first, second] = reply.data.Series as readonly Laid[];
    expect(first?.Points[0]).toEqual({ X: '1', Y: day });
    expect(second?.Stats).toMatchObject({ Days: 14, Total: day * 16, MeanC: 10, DegreeKind: 'HDD18', Complete: 100 });
    expect(first?.Stats['PerDegreeDay']).toBeCloseTo((day * 14) / (8 * 14), 2);
    const [daily, perDegree] = reply.data.Diffs as readonly { A: number; B: number; Percent: number; Words: string }[];
    expect(daily).toMatchObject({ A: day, Percent: 14.3, Words: expect.stringContaining('差别不明显') });
    expect(perDegree?.Percent).toBeCloseTo(14.3, 1);
  });

  it('aligns by weekday, temperature and hour, and takes only the days that are asked for', async () => {
    const points = async (body: object) =>
      (
        (await compare(body)).data.Series as readonly { Points: { X: string; Y: number }[]; Stats: { Days: number } }[]
      )[0];
    expect((await points({ Align: 'weekday' }))?.Points.map(({ X }) => X)).toEqual([
      '周一',
      '周二',
      '周三',
      '周四',
      '周五',
      '周六',
      '周日',
    ]);
    expect((await points({ Align: 'temperature' }))?.Points).toEqual([{ X: '10', Y: 10 * ratioOf('DB-01') }]);
    expect((await points({ Align: 'hour' }))?.Points).toHaveLength(24);
    const only = { ...seriesOf('DB-01', '暖日', '2026-02-10', '2026-02-23'), MinC: 12 };
    expect((await points({ Series: [only] }))?.Stats.Days).toBe(0);
  });

  it('concludes nothing from a few days, and refuses what cannot be asked', async () => {
    const few = await compare({ Series: [pair()[0], seriesOf('DB-01', '三天', '2026-03-01', '2026-03-03')] });
    expect((few.data.Diffs as readonly { Words: string }[])[0]?.Words).toContain('不下结论');
    expect(faultsOf(await compare({ Series: [] }))).toEqual(['Series 请先选两段时间']);
    expect(faultsOf(await compare({ Series: [...pair(), ...pair(), ...pair()] }))).toEqual(['Series 最多4条']);
    expect((await compare({ ProjectCode: OTHER })).status).toBe(404);
    const [, ...rows] = (await sheetsOf('ExportCompare', { Series: pair() })).get('差异') ?? [];
    expect(rows.map((row) => row[5])).toEqual(
      ((await compare({})).data.Diffs as readonly { Words: string }[]).map(({ Words }) => Words),
    );
  });

  it('keeps sets under their names', async () => {
    const { data: demo } = await setUp('Get', { SetType: 'compareSet' });
    expect(demo).toMatchObject([{ Name: '七月与八月用电' }]);
    const body = { SetType: 'compareSet', Name: '停机前后', Series: pair() };
    const kept = await setUp('Insert', body);
    expect(kept.message).toBe('');
    expect(faultsOf(await setUp('Insert', body))).toEqual(['Name 已有同名的对比集，请换一个名称']);
    expect((await setUp('Insert', { ...body, ProjectCode: OTHER })).status).toBe(404);
    expect((await setUp('Insert', { ...body, Id: String(kept.data.Id), Align: 'weekday' })).message).toBe('');
    expect((await setUp('Get', { SetType: 'compareSet' })).data).toMatchObject([
      { Name: '七月与八月用电' },
      {
        Name: '停机前后',
        Align: 'weekday',
        Series: [{ Name: '二月', Days: 'all', Date: { from: '2026-02-10' } }, { Name: '三月' }],
      },
    ]);
    await setUp('Insert', { ...body, Id: String(kept.data.Id), Remove: true });
    expect((await setUp('Get', { SetType: 'compareSet' })).data).toEqual(demo);
  });
});

describe('节能验证', () => {
  const YEAR = { from: '2025-01-10', to: '2026-01-09' };
  const node = (): string => `device:${idOf('SB-01')}`;
  const set = (body: object): Promise<Reply> =>
    setUp('Insert', { SetType: 'baseline', Action: 'set', Name: '换节水器具', NodeId: node(), Date: YEAR, ...body });

  it('fits use to the weather, qualified by the lines of its grain', async () => {
    const { data } = await setUp('Get', { SetType: 'baseline', NodeId: node(), Date: YEAR });
    expect(data.Fit).toMatchObject({ Kind: '三参数制冷模型', Qualified: true, Complete: 100, N: 365, Nmbe: 0 });
    expect((data.Fit as { Formula: string }).Formula).toBe('E = 10.00 + 2.00·max(0, T − 20.0)（每天）');
    expect(faultsOf(await set({ Date: { from: '2025-06-01', to: '2026-01-09' } }))[0]).toContain(
      '基线期须不少于12个月',
    );
    expect(faultsOf(await set({ Name: '' }))).toEqual(['Name 请填写措施']);
  });

  it('tells what was saved against it, with what changed for other reasons', async () => {
    const kept = await set({});
    expect((await set({})).data).toEqual(kept.data);
    const Id = String(kept.data.Id);
    const told = (Report: object = MARCH) => setUp('Get', { SetType: 'baseline', Id, Report });
    const { data } = await told();
    expect(data).toMatchObject({ Words: '节约 14.0 m³（10.0%）', Qualified: true });
    const adjust = {
      SetType: 'baseline',
      Action: 'adjust',
      Id,
      Event: '新增餐厅',
      Amount: 28,
      Basis: '分表',
      From: MARCH.from,
      To: '2026-04-07',
    };
    await setUp('Insert', adjust);
    await setUp('Insert', adjust);
    expect((await told()).data).toMatchObject({ Words: '节约 28.0 m³（18.2%）' });
    expect(faultsOf(await told({ from: '2026-01-01', to: '2026-03-01' }))[0]).toContain('须在基线期');
    // Signed is what was shown; what changes later leaves it as it was, and is told.
    const now = (await told()).data;
    const sign = (Digest: unknown) =>
      setUp('Insert', { SetType: 'baseline', Action: 'sign', Id, Report: MARCH, Digest });
    expect((await sign('other')).message).toBe('数据已变化，请重新查看节能量报告后再签署');
    expect((await sign(now.Digest)).data).toEqual({ Id, Version: 1 });
    expect((await sign(now.Digest)).message).toBe('数据与第 1 版相同，无需再次签发');
    await setUp('Insert', { ...adjust, Amount: -14, To: MARCH.to });
    expect((await told()).data).toMatchObject({ Version: null, Changed: true, Versions: [{ Digest: now.Digest }] });
    const { data: signed } = await setUp('Get', { SetType: 'baseline', Id, Report: MARCH, Version: 1 });
    expect(signed).toMatchObject({ Version: 1, Words: '节约 28.0 m³（18.2%）', Lines: now.Lines });
    await setUp('Insert', { ...adjust, Amount: 14, To: MARCH.to });
    // 10 a day are expected: 22 days of January use them, 67 from February on use 9, 11 were not read yet; 28 are for the canteen.
    const year = (body: object): Promise<Reply> =>
      server.client.json('/emcapi/DataStatics/YearSavings', { ProjectCodes: [PROJECT], Year: 2026, ...body }, manager);
    const [saving] = (await year({})).data.rows as readonly Readonly<Record<string, unknown>>[];
    expect(saving).toMatchObject({
      Name: '换节水器具',
      BaseFrom: YEAR.from,
      BaseTo: YEAR.to,
      From: '2026-01-10',
      To: '2026-04-19',
      Reason: null,
      NonRoutine: 28,
      Actual: 823,
      SavedPercent: 10.3,
      Tce: 0.02,
      TCo2: 0,
    });
    expect(Number(saving?.['Saved'])).toBeCloseTo(95, 1);
    expect(saving?.['Notes']).toContain('报告期有 11 天缺用量或气温，两边都没有计入');
    expect(((await year({ Year: 2025 })).data.rows as readonly object[])[0]).toMatchObject({
      Saved: null,
      Reason: '该年度没有基线期（至 2026-01-09）之后已结束的日子',
    });
    expect((await year({ ProjectCodes: [OTHER] })).status).toBe(404);
    const sheets = await sheetsOf('/emcapi/EnergyReport/Export', { Kind: 'year', ProjectCodes: [PROJECT], Year: 2026 });
    const [head = [], line = []] = sheets.get('节能量') ?? [];
    expect(line[head.indexOf('节能量')]).toBe(saving?.['Saved']);
    expect((await setUp('Insert', { ...adjust, ProjectCode: OTHER })).status).toBe(404);
    await setUp('Insert', { SetType: 'baseline', Action: 'void', Id, Reason: '表计更换' });
    expect((await told()).status).toBe(404);
  });
});

describe('综合分析', () => {
  const MONTH = { Month: { from: '2026-03', to: '2026-03' } };
  const totals = (name: string, body: object = {}, who: Held = director): Promise<Reply> =>
    server.client.json(`/api/Energyanalysis/${name}`, { ...MONTH, ...body }, who);
  interface Row {
    readonly ProjectCode: string;
    readonly AreaName: string;
    readonly Area: string;
    readonly Elec: string;
    readonly Tce: number;
    readonly KgcePerM2: number;
    readonly Complete: number;
    readonly Ranked: boolean;
    readonly Percentile: number | null;
    readonly Cost: string | null;
    readonly Yoy: { readonly rate: number | null };
  }
  const rowsOf = (reply: Reply): readonly Row[] => reply.data.rows as readonly Row[];

  it('lays projects beside each other, each for its area', async () => {
    const reply = await totals('GetProjectAll');
    expect(reply.message).toBe('');
    const row = rowsOf(reply).find(({ ProjectCode }) => ProjectCode === PROJECT);
    const kgce =
      0.1229 * 330 * ratioOf('DB-01') +
      (meters.has('QB-01') ? 1.2143 * 400 * 31 * ratioOf('QB-01') : 0) +
      0.2571 * 9 * 31 * ratioOf('SB-01');
    expect(Number(row?.Elec)).toBe(330 * ratioOf('DB-01'));
    expect(row?.Tce).toBeCloseTo(kgce / 1000, 1);
    expect(row?.KgcePerM2).toBeCloseTo(kgce / Number(row?.Area), 1);
    // Alone among its like it has a place in the ranking and none in the hundred.
    expect(row).toMatchObject({ Complete: 100, Ranked: true, Percentile: null });
    expect(rowsOf(reply).some(({ Complete, Ranked }) => Complete === 0 && !Ranked)).toBe(true);
    expect((await totals('GetProjectRanking')).data.rows).toMatchObject([
      { ProjectCode: PROJECT, Rank: 1, Value: row?.KgcePerM2 },
    ]);
  });

  it('adds up areas and charging models from the same rows', async () => {
    const everywhere = rowsOf(await totals('GetProjectAll'));
    for (const name of ['GetAreaMessage', 'GetChargeModelAll']) {
      const groups = (await totals(name)).data.rows as readonly { Projects: number; Elec: string | null }[];
      expect(groups.reduce((sum, { Projects }) => sum + Projects, 0)).toBe(everywhere.length);
      expect(groups.reduce((sum, { Elec }) => sum + Number(Elec ?? 0), 0)).toBe(330 * ratioOf('DB-01'));
    }
  });

  it('shows each what is within reach, and refuses the rest', async () => {
    const everywhere = rowsOf(await totals('GetProjectAll'));
    const mine = rowsOf(await totals('GetProjectAll', {}, await server.client.signIn('areaManager')));
    expect(mine.length).toBeGreaterThan(0);
    expect(mine.length).toBeLessThan(everywhere.length);
    expect((await totals('GetProjectAll', {}, manager)).status).toBe(403);
    expect(faultsOf(await totals('GetProjectAll', { Month: { from: '2026-05', to: '2026-05' } }))).toEqual([
      'Month 不能选择还没有到的月份',
    ]);
  });

  it('leaves as a workbook of three sheets', async () => {
    const answer = await fetch(`${server.client.url}/api/Energyanalysis/ExportProjects`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', UserIdValue: director.userId, TokenValue: director.token },
      body: JSON.stringify(MONTH),
    });
    const sheets = await readXlsx(Buffer.from(await answer.arrayBuffer()));
    expect(sheets.map(({ sheet }) => sheet)).toEqual(['综合分析', '区域汇总', '收费模式', '筛选条件']);
    const [head = [], ...rows] = sheets[0]?.data ?? [];
    const shown = rowsOf(await totals('GetProjectAll'));
    expect(rows.map((row) => row[0])).toEqual(shown.map(({ ProjectCode }) => ProjectCode));
    expect(rows.map((row) => row[head.indexOf('标煤同比（%）')])).toEqual(shown.map(({ Yoy }) => Yoy.rate));
  });
});
