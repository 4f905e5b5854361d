/** Run parameters over the wire: what is due, what is refused at which cell, versions, two records of one moment, and what follows from them. */
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import readXlsx from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Held, Reply } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { seedRuns } from './demo.ts';

const PROJECT = 'EMC01001';
/** Noon in China. */
const NOW = new Date('2026-07-15T04:00:00Z');
const DAY = '2026-07-15';
let server: TestServer;
let operator: Held;
let manager: Held;
const machines = new Map<string, string>();

const id = (code: string): string => machines.get(code) ?? '';
const at = (clock: string, day = DAY): string => `${day}T${clock}:00+08:00`;
const call = (name: string, body: object, who: Held = operator): Promise<Reply> =>
  server.client.json(`/emcapi/DataEntry/${name}`, { ProjectCode: PROJECT, ...body }, who);
const faults = (answer: Reply) => answer.errors.map(({ path, message }) => `${path} ${message}`);
/** Of the plate: 2326 kW at 400 m³/h, 173 m³/h of gas of 35.544 MJ/m³, pumps 13 kW. */
const FULL = {
  chilledIn: '12',
  chilledOut: '7.0',
  chilledFlow: '400',
  coolingIn: '32',
  coolingOut: '38',
  coolingFlow: '580',
  gasFlow: '173',
  load: '100',
  exhaust: '180',
};
const row = (code: string, clock: string, more: object = {}) => ({
  DeviceId: id(code),
  At: at(clock),
  Mode: '制冷',
  Points: FULL,
  ...more,
});
const insert = (Rows: readonly object[], more: object = {}, who?: Held) =>
  call('InsertRunData', { Rows, ...more }, who);
const rows = async () =>
  (await call('GetRunData', { Date: DAY })).data.rows as readonly (Record<string, unknown> & { RunId: string })[];
const rowAt = async (code: string, Time: string, candidate = false) =>
  (await rows()).find((one) => one.DeviceId === id(code) && one.Time === Time && one.Candidate === candidate);

beforeAll(async () => {
  server = await startTestServer({ clock: () => NOW });
  operator = await server.client.signIn('operator');
  manager = await server.client.signIn('projectManager');
  const { rows: devices } = await sql<{ id: string; code: string }>`select id::text, code from device
    where project_code = ${PROJECT}`.execute(server.db);
  for (const one of devices) machines.set(one.code, one.id);
});
afterAll(() => server.close());

describe('the sheet', () => {
  it('lists machines with what is read of them and the moments that are due', async () => {
    const { data } = await call('GetRunData', { Date: DAY });
    const listed = data.Machines as readonly Record<string, unknown>[];
    expect(listed.map(({ DeviceCode, Kind, Standby }) => [DeviceCode, Kind, Standby])).toEqual([
      ['ZJ-01', '直燃机', false],
      ['ZJ-02', '直燃机', false],
      ['ZJ-03', '直燃机', true],
      ['GL-01', '锅炉', false],
    ]);
    expect(listed[0]?.Params).toContainEqual({
      code: 'highGenerator',
      name: '高发温度',
      unit: '℃',
      decimals: 1,
      low: 0,
      high: 170,
    });
    // Its plate says 400 m³/h: 1.3 times that at most.
    expect(listed[0]?.Params).toContainEqual(expect.objectContaining({ code: 'chilledFlow', high: 520 }));
    // Midnight to noon each two hours, of three machines that are not in reserve.
    expect(data).toMatchObject({ Every: 2, Due: 21, Got: 0, PeriodState: 'open' });
  });

  it('is only for who may see the project', async () => {
    expect((await call('GetRunData', {}, await server.client.signIn('operator3'))).status).toBe(404);
    expect((await insert([row('ZJ-01', '10:00')], {}, await server.client.signIn('operator3'))).status).toBe(404);
    expect((await call('GetRunData', {}, await server.client.signIn('hr'))).status).toBe(403);
  });
});

describe('a submission', () => {
  it('says at each cell what is wrong and writes nothing then', async () => {
    const answer = await insert([
      row('ZJ-01', '08:00'),
      row('ZJ-02', '08:00', { Points: { chilledIn: '12,1', exhaust: '1800', chilledFlow: '-1', nothing: '3' } }),
      row('ZJ-02', '14:00'),
      row('GL-01', '08:00', { At: at('08:00', '2026-07-14') }),
      row('GL-01', '06:00', { Points: {} }),
      { ...row('ZJ-01', '08:00'), DeviceId: '999999' },
      row('ZJ-01', '06:00', { Points: { load: '50.5' } }),
    ]);
    expect(faults(answer)).toEqual([
      'Rows[1].Points.chilledIn 「12,1」不是数字',
      'Rows[1].Points.exhaust 排烟温度 1800 ℃ 远超合理区间 0~300 ℃，请核对是否多输一位或填错行',
      'Rows[1].Points.chilledFlow 冷温水流量不能小于 0',
      'Rows[1].Points.nothing 该主机没有这个参数',
      'Rows[2].At 时刻不能晚于现在',
      'Rows[3].At 已过录入截止，请由项目经理在日报修改中处理',
      'Rows[4].Mode 运行中的主机请至少填写一项参数；停机请选「停机」',
      'Rows[5].DeviceId 主机不存在、已停用，或没有要抄的参数',
      'Rows[6].Points.load 负荷率填整数',
    ]);
    expect(faults(await insert([row('ZJ-01', '08:00'), row('ZJ-01', '08:00')]))).toEqual([
      'Rows[1].At 同一主机的同一时刻重复',
    ]);
    expect(await rows()).toEqual([]);
  });

  it('is kept with what follows from it, and marked where it is out of range', async () => {
    const answer = await insert([row('ZJ-01', '10:00', { Points: { ...FULL, highGenerator: '172' }, Note: '加药后' })]);
    expect(answer.data).toEqual({ Saved: 1, Conflicts: [] });
    expect(await rowAt('ZJ-01', '10:00')).toMatchObject({
      Mode: '制冷',
      Flag: '实',
      Note: '加药后',
      Mine: true,
      Points: { ...FULL, chilledOut: '7', highGenerator: '172' },
      // 1.163 × 400 × 5.
      Output: 2326,
      // 2326 / (173 × 35.544 / 3.6 + 13).
      Cop: 1.35,
      // 1.163 × 580 × 6 = 4047.2 against 2326 + 0.93 × 1708.1 + 13 = 3927.5.
      Balance: 3,
      BalanceWords: '热平衡偏差 3.0%，良好',
      Doubts: [{ code: 'highGenerator', message: '高发温度 172 ℃ 超出合理区间 0~170 ℃，请核对' }],
    });
    expect((await call('GetRunData', { Date: DAY })).data).toMatchObject({ Due: 21, Got: 1 });
  });

  it('is one record a moment at the desk; a telephone keeps a second one, once', async () => {
    expect(faults(await insert([row('ZJ-01', '10:00')]))[0]).toMatch(
      /^Rows\[0\]\.At 10:00 已由 .+ 录入，请在当日已录中修改$/,
    );
    const ClientId = randomUUID();
    const other = await server.client.signIn('operator2');
    const send = () =>
      insert([row('ZJ-01', '10:00', { Points: { load: '90' }, ClientId })], { Source: 'mobile' }, other);
    expect((await send()).data.Conflicts).toMatchObject([{ Words: expect.stringMatching(/你的记录已存为待核对$/) }]);
    expect((await send()).data).toEqual({ Saved: 1, Conflicts: [] });
    expect(await rowAt('ZJ-01', '10:00', true)).toMatchObject({ Flag: '移', Points: { load: '90' } });
  });
});

describe('a correction', () => {
  const update = (RunId: string | undefined, body: object, who?: Held) =>
    call('UpdateRunData', { RunId, ...body }, who);

  it('is a version with a reason, by whom the day lets', async () => {
    const first = await rowAt('ZJ-01', '10:00');
    const change = { Mode: '制冷', Points: { ...FULL, load: '98' } };
    expect(faults(await update(first?.RunId, change))).toEqual(['Reason 请填写原因']);
    expect(
      (await update(first?.RunId, { ...change, Reason: '看错' }, await server.client.signIn('operator2'))).message,
    ).toBe('只有录入人本人或项目经理可以修改');
    expect(faults(await update(first?.RunId, { Mode: '制冷', Points: { load: '1500' }, Reason: '看错' }))).toEqual([
      'Points.load 负荷率 1500 % 远超合理区间 0~110 %，请核对是否多输一位或填错行',
    ]);
    expect((await update(first?.RunId, { ...change, Reason: '看错' })).data).toMatchObject({ Version: 2 });
    const late = await update(first?.RunId, { ...change, Reason: '再看' });
    expect(late.status).toBe(409);
    const now = await rowAt('ZJ-01', '10:00');
    expect(now).toMatchObject({ Flag: '改', Points: { load: '98' } });
    expect(now?.Versions).toMatchObject([{ Points: { load: '100' } }, { Points: { load: '98' }, Reason: '看错' }]);
    expect(faults(await update(now?.RunId, { ...change, Reason: '一样' }))).toEqual(['Points 内容没有变化']);
  });

  it('decides between two records of a moment, and takes one away', async () => {
    const second = await rowAt('ZJ-01', '10:00', true);
    expect((await update(second?.RunId, { Action: 'accept', Reason: '现场核对' }, manager)).status).toBe(1);
    expect(await rowAt('ZJ-01', '10:00')).toMatchObject({ Points: { load: '90' } });
    expect(await rowAt('ZJ-01', '10:00', true)).toBeUndefined();
    const held = await rowAt('ZJ-01', '10:00');
    expect((await update(held?.RunId, { Action: 'void', Reason: '测试' }, manager)).status).toBe(1);
    expect(await rowAt('ZJ-01', '10:00')).toBeUndefined();
    // Nothing was written over.
    const { rows: kept } = await sql<{ n: number }>`select count(*)::int as n from run_reading
      where device_id = ${id('ZJ-01')}`.execute(server.db);
    expect(kept[0]?.n).toBe(5);
  });
});

describe('what follows', () => {
  it('tells the analysis how long a machine ran, its exhaust and its balance', async () => {
    const rests = { Mode: '停机', Points: {} };
    expect(
      (
        await insert([
          row('ZJ-02', '00:00', rests),
          row('ZJ-02', '04:00'),
          row('ZJ-02', '06:00', { Points: { ...FULL, exhaust: '190', coolingOut: '40' } }),
          row('ZJ-02', '08:00', { Points: { load: '50', exhaust: '185' } }),
          row('ZJ-02', '10:00', rests),
        ])
      ).data,
    ).toMatchObject({ Saved: 5 });
    const analyst = await server.client.signIn('energyAnalyst');
    const { data } = await server.client.json(
      '/api/Energyanalysis/GetEnergyanalysisAll',
      { ProjectCode: PROJECT, Date: { from: DAY, to: DAY }, CategoryCode: 'elec' },
      analyst,
    );
    expect((data.Hosts as readonly Record<string, unknown>[]).find(({ Name }) => Name === '2号直燃机')).toMatchObject({
      // Half of 02–04 counts as one hour, 04–08 whole, 08–10 half.
      Hours: 6,
      HoursComplete: 100,
      Starts: 1,
      Records: 5,
      Exhaust: 185,
      // (1.163 × 580 × (6 + 8) / 2 = 4721.8 − 3927.5) / 4721.8 of the two records that have all of it.
      Balance: 16.8,
      BalanceWords: '热平衡偏差 17%，请核对温度探头或流量计（2 条记录）',
    });
    expect((data.Findings as readonly Record<string, unknown>[]).map(({ Words }) => Words)).toContain(
      '2号直燃机：热平衡偏差 17%，请核对温度探头或流量计（2 条运行参数）',
    );
    const daily = await server.client.json(
      '/emcapi/DailyReport/HostMachine',
      { ProjectCode: PROJECT, Date: DAY },
      manager,
    );
    expect(daily.data.rows).toMatchObject([
      { HostName: '2号直燃机', Mode: '制冷', Start: '04:00', End: '08:00', Records: 5, Hours: 6, FlueTemp: 185 },
    ]);
  });

  it('leaves as the same figures', async () => {
    const answer = await fetch(`${server.client.url}/emcapi/HistoricalDataReport/ExpFile`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', UserIdValue: operator.userId, TokenValue: operator.token },
      body: JSON.stringify({ Kind: 'runData', ProjectCode: PROJECT, Date: { from: DAY, to: DAY } }),
    });
    const [sheet] = await readXlsx(Buffer.from(await answer.arrayBuffer()));
    const lines = (sheet?.data ?? []) as readonly (readonly unknown[])[];
    const head = lines.findIndex((line) => line[0] === '时刻');
    const column = (name: string) => lines[head]?.indexOf(name) ?? -1;
    const line = lines.find((one) => one[0] === `${DAY} 04:00`);
    expect(line?.[column('瞬时冷热量（kW）')]).toBe(2326);
    expect(line?.[column('热平衡差（%）')]).toBe(3);
    expect(lines.slice(head + 1).filter((one) => one[1] === '2号直燃机')).toHaveLength(5);
  });
});

it('shows the demo company how its machines ran', async () => {
  let looked = 0;
  // Rests after the first project.
  const count = await seedRuns(server.db, NOW, {
    get aborted() {
      return looked++ > 0;
    },
  });
  expect(count).toBe(1);
  const { rows: seeded } = await sql<{ n: number; odd: number }>`
    select count(*)::int as n, count(*) filter (where doubts <> '[]')::int as odd from run_reading where note = '' and flag = '实'
      and project_code = ${PROJECT}`.execute(server.db);
  expect(seeded[0]?.n).toBeGreaterThan(3000);
  expect((seeded[0]?.odd ?? 0) / (seeded[0]?.n ?? 1)).toBeLessThan(0.02);
  // Pumps and towers run with their machine, at the speed at which they take what their meters count.
  const { rows: speeds } = await sql<{ kind: string; hertz: number }>`
    select c.name as kind, round(avg((r.points ->> 'frequency')::numeric))::int as hertz from run_reading r join device d on d.id = r.device_id
      join device_model m on m.id = d.model_id join device_category c on c.id = m.category_id
    where r.project_code = ${PROJECT} and r.points ? 'frequency' group by 1 order by 1`.execute(server.db);
  expect(Object.fromEntries(speeds.map(({ kind, hertz }) => [kind, hertz]))).toEqual({
    冷温水泵: 48,
    冷却水泵: 48,
    冷却塔: 50,
  });
});
