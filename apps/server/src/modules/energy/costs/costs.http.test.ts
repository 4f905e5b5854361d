/** What energy costs: by hand, over prices that change, ladders that go on, days without a price or a split; and in the reports, for those who may see it. */
import { CHINA, exactText, instantOf } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import readXlsx from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Held, Reply } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { drainQueue } from '../facts/index.ts';
import { addReadings } from '../readings/index.ts';
import { changedCosts, dayCosts, monthCosts, sumCosts } from './index.ts';

const PROJECT = 'EMC01002';
const NOW = new Date('2026-04-20T04:00:00Z');
const TODAY = '2026-04-20';
let server: TestServer;
let manager: Held;
const meter = new Map<string, string>();

interface Tou {
  readonly sharp: number;
  readonly peak: number;
  readonly flat: number;
  readonly valley: number;
}

/** A main meter used so much on each day from one to another. */
async function use(code: string, from: string, to: string, usage: number, tou: Tou | null = null): Promise<void> {
  await sql`insert into meter_day (meter_id, register, day, project_code, from_at, to_at, usage, estimated, due, got, sharp, peak, flat, valley, calc)
    select ${meter.get(code)}, 'total', d::date, ${PROJECT}, d, d + interval '1 day', ${usage}, 0, 1, 1, ${tou?.sharp ?? null}, ${tou?.peak ?? null},
      ${tou?.flat ?? null}, ${tou?.valley ?? null}, 1 from generate_series(${from}::date, ${to}::date, interval '1 day') d`.execute(
    server.db,
  );
  await sql`delete from meter_month where meter_id = ${meter.get(code)}`.execute(server.db);
  await sql`insert into meter_month (meter_id, register, month, project_code, usage, estimated, due, got, sharp, peak, flat, valley, days)
    select meter_id, register, to_char(day, 'YYYY-MM'), project_code, sum(usage), 0, sum(due), sum(got), sum(sharp), sum(peak), sum(flat), sum(valley), count(*)
    from meter_day where meter_id = ${meter.get(code)} group by 1, 2, 3, 4`.execute(server.db);
}

async function price(code: string, from: string, to: string | null, energy: object, more: object = {}): Promise<void> {
  const {
    included = true,
    rate = 0,
    basic = null,
    capacity = null,
  } = more as {
    included?: boolean;
    rate?: number;
    basic?: string | null;
    capacity?: string | null;
  };
  await sql`insert into energy_price (project_code, category_id, valid_from, valid_to, mode, prices, tax_included, tax_rate, basic_by, basic_price, capacity_kva)
    select ${PROJECT}, id, ${from}, ${to}, ${(energy as { mode: string }).mode}, ${JSON.stringify(energy)}::jsonb, ${included}, ${rate},
      ${basic === null ? null : 'capacity'}, ${basic}, ${capacity} from energy_category where code = ${code}`.execute(
    server.db,
  );
}

const TOU = { mode: 'tou', prices: { sharp: '1.2', peak: '1.0', flat: '0.6', valley: '0.3' } };
const SPLIT = { sharp: 10, peak: 40, flat: 30, valley: 20 };

beforeAll(async () => {
  server = await startTestServer({ clock: () => NOW });
  manager = await server.client.signIn('projectManager');
  const { db } = server;
  await sql`delete from energy_price where project_code = ${PROJECT}`.execute(db);
  const { rows } = await sql<{ id: string; code: string }>`
    select m.device_id::text as id, split_part(c.code, '.', 1) as code from meter m join energy_category c on c.id = m.category_id
    where m.project_code = ${PROJECT} and m.parent_id is null`.execute(db);
  for (const { id, code } of rows) meter.set(code, id);
  await sql`update meter set used_from = '2025-01-01', used_to = null where project_code = ${PROJECT}`.execute(db);
  // Water: 10 m³ a day; 5.0000 up to 14 March, 5.5000 without tax (9 % on top) after it.
  await price('water', '2026-01-01', '2026-03-14', { mode: 'single', price: '5' });
  await price('water', '2026-03-15', null, { mode: 'single', price: '5.5' }, { included: false, rate: 9 });
  await use('water', '2026-03-01', '2026-04-10', 10);
  // Electricity: split on all days of March but the last two; no price before 1 March; 100 kVA at 31 yuan.
  await price('elec', '2026-03-01', null, TOU, { basic: '31', capacity: '100' });
  await use('elec', '2026-02-27', '2026-02-28', 100, SPLIT);
  await use('elec', '2026-03-01', '2026-03-29', 100, SPLIT);
  await use('elec', '2026-03-30', '2026-03-31', 100);
  await use('elec', '2026-04-01', '2026-04-10', 100, SPLIT);
  // Gas by a ladder of the year, 2,000 m³ at 3, then 4; it goes on when the version changes on 1 April.
  await price('gas', '2026-01-01', '2026-03-31', ladder('3', '4'));
  await price('gas', '2026-04-01', null, ladder('3', '4.2'));
  await use('gas', '2026-02-01', '2026-02-10', 100);
  await use('gas', '2026-03-01', '2026-03-31', 50);
}, 120_000);
afterAll(() => server.close());

const ladder = (first: string, second: string) => ({
  mode: 'ladder',
  per: 'year',
  steps: [
    { upTo: '2000', price: first },
    { upTo: null, price: second },
  ],
});

const months = async (from: string, to: string, code: string) =>
  (await monthCosts(server.db, [PROJECT], { from, to }, TODAY)).filter((one) => one.code === code);

describe('costs', () => {
  it('take each day by its price, with tax on top where it is not in it', async () => {
    // 14 days × 10 × 5 = 700; 17 × 10 × 5.5 × 1.09 = 1019.15.
    const [march] = await months('2026-03', '2026-03', 'water');
    expect(march).toMatchObject({ amount: '1719.15', usage: '310', problems: [] });
    const days = await dayCosts(server.db, [PROJECT], { from: '2026-03-01', to: '2026-03-31' });
    const water = days.filter(({ code }) => code === 'water');
    expect(water.find(({ at }) => at === '2026-03-14')?.amount).toBe('50');
    expect(water.find(({ at }) => at === '2026-03-15')?.amount).toBe('59.95');
    expect(sumCosts(water).amount).toBe('1719.15');
  });

  it('say what has no price or no split, and never take it for nothing', async () => {
    // 10×1.2 + 40×1 + 30×0.6 + 20×0.3 = 76 a day.
    const [february, march, april] = await months('2026-02', '2026-04', 'elec');
    expect(february).toMatchObject({ amount: null, priced: '0', problems: ['2026-02-01 至 2026-02-28 无单价'] });
    expect(march).toMatchObject({
      // 29 days × 76, and 100 kVA × 31 yuan.
      amount: String(29 * 76 + 3100),
      basic: '3100',
      usage: '3100',
      priced: '2900',
      problems: ['2026-03-30 至 2026-03-31 没有分时用量，不能按分时电价计费'],
    });
    // Nineteen days of April are over: 3100 × 19/30, rounded where it is shown.
    expect(sumCosts(april ? [april] : []).amount).toBe((760 + (3100 * 19) / 30).toFixed(2));
  });

  it('go on with a ladder from what stands before, across versions', async () => {
    await use('gas', '2026-04-01', '2026-04-02', 300);
    // February 1000, March 1550: 1000 left at 3, 550 at 4; April wholly on the second step.
    const all = await months('2026-02', '2026-04', 'gas');
    expect(all.map(({ amount }) => amount)).toEqual(['3000', '5200', '2520']);
    const [alone] = await months('2026-03', '2026-03', 'gas');
    expect(alone?.amount).toBe('5200');
    // 20 days of March (50 each) fill the first step; the 21st is dearer.
    const days = await dayCosts(server.db, [PROJECT], { from: '2026-03-20', to: '2026-03-21' });
    expect(days.filter(({ code }) => code === 'gas').map(({ amount }) => amount)).toEqual(['150', '200']);
  });

  it('say what corrected days came to, by the price of each day and the steps of a ladder', async () => {
    const change = (of: string, code: string, day: string, before: string, after: string, splits: string[][] = []) => ({
      of,
      project: PROJECT,
      meter: meter.get(code) ?? '',
      day,
      before,
      after,
      beforeSplit: splits[0] ?? null,
      afterSplit: splits[1] ?? null,
    });
    const [less, more] = [
      ['10', '40', '30', '10'],
      ['10', '40', '30', '20'],
    ];
    const found = await changedCosts(server.db, [
      // 2 × 5 on the last day of the old price, 2 × 5.5 × 1.09 less on the first of the new one.
      change('water', 'water', '2026-03-14', '8', '10'),
      change('water', 'water', '2026-03-15', '12', '10'),
      // 10 kWh of the valley.
      change('elec', 'elec', '2026-03-05', '90', '100', [less, more]),
      change('unsplit', 'elec', '2026-03-30', '90', '100'),
      change('priceless', 'elec', '2026-02-27', '90', '100', [less, more]),
      // The year so far is 3,150 m³, would have been 1,950: 50 at 3, 1,150 at 4.
      change('gas', 'gas', '2026-03-05', '50', '1250'),
      change('cold', 'cooling', '2026-03-05', '1', '2'),
    ]);
    expect(
      [...found].map(([of, { amount, problems }]) => [of, amount === null ? null : exactText(amount), ...problems]),
    ).toEqual([
      ['water', '-1.99'],
      ['elec', '3'],
      ['unsplit', null, '2026-03-30 没有分时用量，不能按分时电价计费'],
      ['priceless', null, '2026-02-27 无单价'],
      ['gas', '4750'],
    ]);
  });

  it('of what is made here are none', async () => {
    await use('cooling', '2026-03-01', '2026-03-02', 500);
    expect(await months('2026-03', '2026-03', 'cooling')).toEqual([]);
  });
});

interface Money {
  readonly amount: string | null;
  readonly problems: readonly string[];
}
const report = (name: string, body: object, who: Held = manager): Promise<Reply> =>
  server.client.json(name, { ProjectCode: PROJECT, ...body }, who);
const days = (From: string, To: string, who?: Held) => report('/api/Energyanalysis/GetDailyMessage', { From, To }, who);
const month = (Month: string, who?: Held) => report('/emcapi/DataStatics/Summary', { Month }, who);

describe('reports', () => {
  it('show costs with what keeps them from being whole, as in the workbook', async () => {
    const { data } = await days('2026-03-14', '2026-03-15');
    const rows = data.rows as readonly { cost: Money }[];
    // Electricity 76, gas 150, water 50 or 59.95.
    expect(rows.map(({ cost }) => cost.amount)).toEqual(['276.00', '285.95']);
    expect(data.cost).toMatchObject({ amount: '561.95', problems: [] });
    const answer = await fetch(`${server.client.url}/emcapi/EnergyReport/Export`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', UserIdValue: manager.userId, TokenValue: manager.token },
      body: JSON.stringify({ Kind: 'days', ProjectCode: PROJECT, From: '2026-03-14', To: '2026-03-15' }),
    });
    const [sheet] = await readXlsx(Buffer.from(await answer.arrayBuffer()));
    const [head = [], ...lines] = sheet?.data ?? [];
    expect(lines.map((line) => line[head.indexOf('能源费（元）')])).toEqual([276, 285.95, 561.95]);
  });

  it('set what a day cost against what its contract brings in', async () => {
    const director = await server.client.signIn('operationDirector');
    const ask = (body: object, who: Held) => server.client.json('/emcapi/EnergyReport/Internal', body, who);
    const reply = await ask({ Date: '2026-03-01' }, director);
    expect(reply.message).toBe('');
    const row = (reply.data.rows as readonly Readonly<Record<string, unknown>>[]).find(({ code }) => code === PROJECT);
    // 500 kWh of cold at 0.48; electricity 76, gas 150, water 50.
    expect(row).toMatchObject({
      cost: { amount: '276.00', problems: [] },
      income: { amount: '240.00', problems: [] },
      margin: '-36.00',
      perOutput: '0.5520',
      mom: { text: '—' },
    });
    expect(row?.['fees']).toMatchObject([{ fee: '冷量计量费', quantity: '500', amount: '240.00' }]);
    expect(reply.data).toMatchObject({ margin: '-36.00' });
    const one = await ask({ Date: '2026-03-01', ProjectCode: PROJECT }, director);
    expect(one.data.rows).toHaveLength(1);
    // The site sees nothing of it, nobody a day to come, an area its own projects.
    expect((await ask({ Date: '2026-03-01' }, manager)).status).toBe(403);
    expect((await ask({ Date: '2026-04-20' }, director)).errors).toEqual([
      { path: 'Date', message: '只能查看今天以前的日期' },
    ]);
    const areas = await ask({ Date: '2026-03-01' }, await server.client.signIn('areaManager'));
    expect((areas.data.rows as readonly unknown[]).length).toBeLessThan((reply.data.rows as readonly unknown[]).length);
    const answer = await fetch(`${server.client.url}/emcapi/EnergyReport/InternalExport`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', UserIdValue: director.userId, TokenValue: director.token },
      body: JSON.stringify({ Date: '2026-03-01', ProjectCode: PROJECT }),
    });
    const sheets = await readXlsx(Buffer.from(await answer.arrayBuffer()));
    const [head = [], line = []] = sheets[0]?.data ?? [];
    expect(sheets.at(-1)?.data).toContainEqual(['数据截至', '2026-04-20 12:00']);
    expect(
      ['能源成本（元）', '应计收入（元）', '人工日摊（元）', '日毛利（元）'].map((name) => line[head.indexOf(name)]),
    ).toEqual([276, 240, null, -36]);
  });

  it('leave what people cost a day, by the last month of which wages were booked', async () => {
    const director = await server.client.signIn('operationDirector');
    const internal = async (Date: string) => {
      const { data, message } = await server.client.json('/emcapi/EnergyReport/Internal', { Date }, director);
      expect(message).toBe('');
      return (data.rows as readonly Readonly<Record<string, unknown>>[]).find(({ code }) => code === PROJECT);
    };
    expect(await internal('2026-03-01')).toMatchObject({ labour: null, margin: '-36.00' });
    // 2,800 of the 28 days of February; nothing of March is booked yet.
    await sql`insert into project_cost (project_code, month, account, amount, source_module, source_id)
      values (${PROJECT}, '2026-02', '工资', 2800, 'payment', 1)`.execute(server.db);
    expect(await internal('2026-03-01')).toMatchObject({
      labour: { amount: '100.00', month: '2026-02' },
      margin: '-136.00',
    });
  });

  it('stand by charge model beside what contracts bring in over months', async () => {
    await sql`update project set charge_model = '试验' where code = ${PROJECT}`.execute(server.db);
    const director = await server.client.signIn('operationDirector');
    const { data } = await server.client.json(
      '/api/Energyanalysis/GetChargeModelAll',
      { Month: { from: '2026-03', to: '2026-03' } },
      director,
    );
    const own = (data.rows as readonly Readonly<Record<string, unknown>>[]).find(({ Name }) => Name === '试验');
    const { rows } = await sql<{ cold: number }>`select coalesce(sum(usage), 0)::float8 as cold from meter_day
      where meter_id = ${meter.get('cooling')} and day between '2026-03-01' and '2026-03-31'`.execute(server.db);
    expect(Number(own?.['Income'])).toBeCloseTo((rows[0]?.cold ?? 0) * 0.48, 2);
    expect(Number(own?.['Income'])).toBeGreaterThan(0);
    // Two days of March have no split: what is left of it cannot be told.
    expect(own).toMatchObject({ IncomeProblems: [], CostWhole: false, Margin: null });
  });

  it('stand beside the year before, and a month that is quite another wants a reason before it is locked', async () => {
    await price('water', '2025-01-01', '2025-12-31', { mode: 'single', price: '4' });
    await use('water', '2025-03-01', '2025-03-31', 20);
    const yoy = async () =>
      (
        await server.client.json(
          '/emcapi/EnergyReport/Summary',
          { ProjectCode: PROJECT, From: '2026-03', To: '2026-03' },
          manager,
        )
      ).data;
    const rows = (await yoy()).rows as readonly Readonly<Record<string, unknown>>[];
    // 31 × 20 × 4 = 2480 against 1719.15; 310 m³ against 620.
    expect(rows.find(({ code }) => code === 'water')).toMatchObject({
      yoy: { text: '−50.0%' },
      cost: { amount: '1719.15', meanPrice: '5.5456' },
      lastCost: { amount: '2480.00', meanPrice: '4.0000' },
      costYoy: { text: '−30.7%' },
    });
    // Of electricity two days have no split: what is not whole is not compared.
    expect(rows.find(({ code }) => code === 'elec')).toMatchObject({ costYoy: { rate: null } });
    const client = await server.client.json(
      '/emcapi/EnergyReport/ClientSummary',
      { ProjectCode: PROJECT, From: '2026-03', To: '2026-03' },
      manager,
    );
    expect(client.status).toBe(1);
    expect(JSON.stringify(client.data)).not.toMatch(/[cC]ost|amount|Price/);

    const setUp = (path: string, body: object) =>
      server.client.json(`/emcapi/DataEntry/${path}`, { ProjectCode: PROJECT, ...body }, manager);
    const changed = async () =>
      (
        (await setUp('GetProjectSetUp', { SetType: 'periodLock', Month: '2026-03' })).data.Unmet as readonly {
          Kind: string;
          What: string;
        }[]
      ).filter(({ Kind }) => Kind === 'compared');
    expect(await changed()).toEqual([
      expect.objectContaining({ What: '自来水用量同比超过 ±20%，请在能耗同比中写明原因' }),
    ]);
    const said = {
      SetType: 'reportNote',
      Screen: '/operationContent/stateMents/energyConsumptionYOY',
      Period: '2026-03',
      Text: '冷却塔停用一台',
    };
    expect((await setUp('InsertProjectSetUp', said)).status).toBe(1);
    expect(await changed()).toEqual([]);
    expect((await yoy()).said).toMatchObject([{ Period: '2026-03', Text: '冷却塔停用一台' }]);
  });

  it('say nothing of money to those who run the machines', async () => {
    const operator = await server.client.signIn('operator');
    const ask = { ProjectCode: PROJECT, ProjectCodes: [PROJECT] };
    const replies = await Promise.all(
      (
        [
          ['/emcapi/DailyReport/RunningInfo', { ...ask, Date: '2026-03-01' }],
          ['/emcapi/DataStatics/Summary', { ...ask, Month: '2026-03' }],
          ['/emcapi/EnergyReport/Shares', { ...ask, Month: '2026-03' }],
          ['/emcapi/EnergyReport/Total', { ...ask, Month: '2026-03', Audience: '内部' }],
        ] as const
      ).map(([path, input]) => server.client.json(path, input, operator)),
    );
    const words = JSON.stringify(replies.map(({ data }) => data));
    expect(replies[0]?.status).toBe(1);
    expect(words).not.toMatch(/"(cost|Cost|Costs|amount|Amount|meanPrice|AvgPrice)":("|\{|\[)/);
  });

  it('keep amounts from those who may not see them', async () => {
    await sql`delete from role_class where data_class = 'energyCost' and role_id in (select role_id from user_role where user_id = ${manager.userId})`.execute(
      server.db,
    );
    await sql`update app_user set permission_version = permission_version + 1 where id = ${manager.userId}`.execute(
      server.db,
    );
    const reply = await month('2026-03');
    const rows = reply.data.rows as readonly Readonly<Record<string, unknown>>[];
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.some((row) => 'cost' in row)).toBe(false);
    expect(reply.data).not.toHaveProperty('cost');
    expect((reply.data.months as readonly { cost: unknown }[]).every(({ cost }) => cost === null)).toBe(true);
  });
});

describe('a change of prices', () => {
  it('keeps what it moved of open months, by whoever may see costs', async () => {
    const { rows } = await sql<{ id: string; version: number }>`select e.id::text, e.version from energy_price e
      join energy_category c on c.id = e.category_id
      where e.project_code = ${PROJECT} and c.code = 'water' and e.valid_from = '2026-03-15'`.execute(server.db);
    const [old] = rows;
    const analyst = await server.client.signIn('energyAnalyst');
    const before = await monthCosts(server.db, [PROJECT], { from: '2026-03', to: '2026-04' }, TODAY);
    const edited = await server.client.json(
      '/emcapi/NYPrice/EditNYPrice',
      {
        PriceId: old?.id,
        Version: old?.version,
        Mode: 'single',
        Price: '6.5',
        From: '2026-03-15',
        TaxIncluded: false,
        TaxRate: '9',
        Reason: '水价调整通知',
      },
      analyst,
    );
    expect(edited).toMatchObject({ status: 1 });
    const changes = async (who: Held) =>
      (
        await server.client.json(
          '/emcapi/DataEntry/GetDataMessageByType',
          { Type: 'change', ProjectCode: PROJECT, Kinds: ['价格'], EditTime: { from: TODAY, to: TODAY } },
          who,
        )
      ).data['rows'];
    // One yuan more for a cubic metre, and 9 % on top: 17 days of March and 10 of April.
    const after = await monthCosts(server.db, [PROJECT], { from: '2026-03', to: '2026-04' }, TODAY);
    expect(Number(sumCosts(after).amount) - Number(sumCosts(before).amount)).toBeCloseTo(294.3, 2);
    expect(await changes(analyst)).toMatchObject([{ Before: '5.5', After: '6.5', Amount: '294.30', AmountNote: '' }]);
    // Who lost the sight of costs above sees none here, either.
    expect(await changes(manager)).toMatchObject([{ Amount: null, AmountNote: '' }]);
  });

  it('splits days anew where hours become others, and says what that came to', async () => {
    const project = 'EMC03001';
    const { db } = server;
    const { rows } = await sql<{
      id: string;
    }>`update meter m set frequency = '1h', registers = '{total}', used_from = '2026-04-01'
      from energy_category c where c.id = m.category_id and c.code = 'elec' and m.project_code = ${project} and m.parent_id is null
      returning m.device_id::text as id`.execute(db);
    const meterId = rows[0]?.id ?? '';
    await sql`update meter_ratio set value = 1, ct = '', pt = '' where meter_id = ${meterId}::bigint`.execute(db);
    await sql`delete from energy_price where project_code = ${project}`.execute(db);
    // 10 kWh each hour of two days.
    await db.transaction().execute((tx) =>
      addReadings(
        tx,
        null,
        Array.from({ length: 49 }, (_, hour) => ({
          meter: meterId,
          project,
          register: 'total' as const,
          at: instantOf('2026-04-08', 480 + hour * 60, CHINA),
          value: String(100 + 10 * hour),
          flag: '实' as const,
          day: '2026-04-08',
        })),
        '试验',
      ),
    );
    await drainQueue(db);
    const analyst = await server.client.signIn('energyAnalyst');
    const terms = (Periods: readonly object[]) => ({
      ProjectCode: project,
      CategoryCode: 'elec',
      Mode: 'tou',
      Prices: [
        { Kind: 'peak', Price: '1' },
        { Kind: 'flat', Price: '0.5' },
      ],
      Periods,
      From: '2026-04-01',
    });
    const whole = [{ Start: '00:00', End: '24:00', Kind: 'flat' }];
    const made = await server.client.json('/emcapi/NYPrice/AddNYPrice', terms(whole), analyst);
    expect(made).toMatchObject({ status: 1 });
    const halves = [
      { Start: '20:00', End: '08:00', Kind: 'flat' },
      { Start: '08:00', End: '20:00', Kind: 'peak' },
    ];
    const edit = { ...terms(halves), PriceId: made.data['PriceId'], Version: 1, Reason: '时段调整' };
    expect(await server.client.json('/emcapi/NYPrice/EditNYPrice', edit, analyst)).toMatchObject({ status: 1 });
    const asked = { Type: 'change', ProjectCode: project, Kinds: ['价格'], EditTime: { from: TODAY, to: TODAY } };
    const { data } = await server.client.json('/emcapi/DataEntry/GetDataMessageByType', asked, analyst);
    // Half of 480 kWh costs half a yuan more; before there was a price nothing cost anything.
    expect(data['rows']).toMatchObject([
      { Amount: '120.00', AmountNote: '' },
      { Amount: '240.00', AmountNote: '' },
    ]);
  });
});

describe('another multiplier', () => {
  it('says beforehand what its days would cost', async () => {
    const ask = {
      SetType: 'magnification',
      Action: 'propose',
      ProjectCode: PROJECT,
      DeviceId: meter.get('water'),
      Ratio: '2',
      EffectTime: '2026-04-08T16:00:00Z',
      ReasonType: '录入更正',
      Preview: true,
    };
    const previewed = async (who: Held) =>
      (await server.client.json('/emcapi/DataEntry/InsertProjectSetUp', ask, who)).data['Impact'];
    // 6.5 a cubic metre and 9 % on top.
    expect(await previewed(await server.client.signIn('energyAnalyst'))).toMatchObject([
      { Date: '2026-04-09', Old: '10', New: '20', OldAmount: '70.85', NewAmount: '141.70' },
      { Date: '2026-04-10', Old: '10', New: '20', OldAmount: '70.85', NewAmount: '141.70' },
    ]);
    expect(await previewed(manager)).toMatchObject([{ OldAmount: null }, { NewAmount: null }]);
  });
});
