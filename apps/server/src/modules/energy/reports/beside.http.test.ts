/** Several projects side by side over the wire: each as its own report says, sums that are whole or say why not, workbooks, scope. */
import { sql } from 'kysely';
import readXlsx from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Held, Reply } from '../../../testing/client.ts';
import { steadyMonths } from '../../../testing/energy-months.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';

const NOW = new Date('2026-04-20T04:00:00Z');
const [A, B] = ['EMC01001', 'EMC01002'];
let server: TestServer;
let analyst: Held;

type Row = Readonly<Record<string, unknown>> & { readonly code: string; readonly projectCode: string };
const ask = (path: string, body: object, who: Held = analyst): Promise<Reply> => server.client.json(path, body, who);
const beside = (From: string, To = From, ProjectCodes: readonly string[] = [A, B], who?: Held) =>
  ask('/emcapi/DataStatics/ProjectsSummary', { ProjectCodes, From, To }, who);
const series = (body: object, who?: Held) =>
  ask('/emcapi/DataStatics/ProjectsSeries', { ProjectCodes: [A, B], ...body }, who);
const rowsOf = (reply: Reply): readonly Row[] => reply.data.rows as readonly Row[];
const elecOf = (rows: readonly Row[], project?: string): Row | undefined =>
  rows.find(({ code, projectCode }) => code === 'elec' && (project === undefined || projectCode === project));
const faults = (reply: Reply) => reply.errors.map(({ path, message }) => `${path} ${message}`);

/** Exact text with or without noughts behind is the same figure. */
const plain = (value: unknown): unknown =>
  typeof value === 'string' && /^-?\d+\.\d+$/.test(value) ? String(Number(value)) : value;

beforeAll(async () => {
  server = await startTestServer({ clock: () => NOW });
  analyst = await server.client.signIn('energyAnalyst');
  await steadyMonths(server.db, A, { '2025-02': 80, '2025-03': 100, '2026-02': 80, '2026-03': 110 });
  await steadyMonths(server.db, B, { '2026-02': 50, '2026-03': 40 });
  // A mild February tells what runs whatever the weather; this March was half as cold again as last year's.
  await sql`insert into weather_day (district, day, avg_c, max_c, min_c, source)
    select p.district, d::date, case when d < '2025-03-01' then 17.5 when d < '2026-03-01' then 8 else 3 end, 20, 0, '试验'
    from (select distinct district from project where code in (${A}, ${B})) p, generate_series('2025-02-01'::date, '2026-04-19', interval '1 day') d
    on conflict (district, day) do update set avg_c = excluded.avg_c`.execute(server.db);
}, 120_000);
afterAll(() => server.close());

describe('several projects', () => {
  it('each say what their own month and comparison say', async () => {
    const answer = await beside('2026-03');
    expect(answer.message).toBe('');
    for (const project of [A, B]) {
      const own = (await ask('/emcapi/DataStatics/Summary', { ProjectCode: project, Month: '2026-03' })).data;
      const month = elecOf(own.rows as readonly Row[]);
      const row = elecOf(rowsOf(answer), project);
      for (const key of ['usage', 'adjusted', 'perM2', 'tce', 'tCo2', 'complete', 'estimated', 'mom', 'yoy'])
        expect([key, plain(row?.[key])]).toEqual([key, plain(month?.[key])]);
      expect(row?.['cost']).toMatchObject({ amount: (month?.['cost'] as { amount: unknown } | undefined)?.amount });
      const yoy = elecOf(
        rowsOf(await ask('/emcapi/EnergyReport/Summary', { ProjectCode: project, From: '2026-03', To: '2026-03' })),
      );
      for (const key of ['now', 'last', 'difference', 'yoy', 'complete', 'lastComplete'])
        expect([key, plain(row?.[key])]).toEqual([key, plain(yoy?.[key])]);
    }
    expect(elecOf(rowsOf(answer), A)).toMatchObject({ yoy: { text: '+10.0%' }, mom: { rate: expect.any(Number) } });
  });

  it('are summed, and compared only where all of them can be', async () => {
    const answer = await beside('2026-03');
    const sum = elecOf(answer.data.sums as readonly Row[]);
    const [a, b] = [A, B].map((project) => elecOf(rowsOf(answer), project));
    expect(Number(sum?.['usage'])).toBe(Number(a?.['usage']) + Number(b?.['usage']));
    expect(sum).toMatchObject({
      projects: 2,
      complete: 100,
      yoy: { text: '—', reason: expect.stringMatching(/去年同期没有数据，合计不比较$/) },
      mom: { rate: expect.any(Number), reason: null },
    });
    const whole = answer.data.whole as { tce: number };
    const tce = rowsOf(answer).reduce((all, row) => all + Number(row['tce'] ?? 0), 0);
    expect(Math.abs(whole.tce - tce)).toBeLessThan(0.05);
    const alone = elecOf((await beside('2026-03', '2026-03', [A])).data.sums as readonly Row[]);
    expect(alone).toMatchObject({ yoy: { text: '+10.0%' }, projects: 1 });
  });

  it("stand against last year in this year's weather, as each says by itself", async () => {
    const answer = await beside('2026-02', '2026-03');
    const row = elecOf(rowsOf(answer), A);
    const own = rowsOf(
      await ask('/emcapi/EnergyReport/Summary', { ProjectCode: A, From: '2026-02', To: '2026-03' }),
    ).filter(({ code }) => code === 'elec');
    expect(own).toHaveLength(2);
    const sum = own.reduce((all, one) => all + Number(one['adjustedLast']), 0);
    expect(Number(row?.['adjustedLast'])).toBeCloseTo(sum, 0);
    // It was colder, so that last year would have used more.
    expect(Number(row?.['adjustedLast'])).toBeGreaterThan(Number(row?.['last']));
    expect(Number(row?.['adjustedYoy'])).toBeCloseTo((Number(row?.['now']) / sum - 1) * 100, 1);
    const alone = elecOf((await beside('2026-02', '2026-03', [A])).data.sums as readonly Row[]);
    expect(alone).toMatchObject({ adjustedLast: row?.['adjustedLast'], adjustedYoy: row?.['adjustedYoy'] });
    // Where the sums are not compared, weather does not make them comparable.
    const both = elecOf(answer.data.sums as readonly Row[]);
    expect(both).toMatchObject({ yoy: { rate: null }, adjustedYoy: null });
  });

  it('take adjustments in, as the month does', async () => {
    const before = elecOf(rowsOf(await beside('2026-03')), A);
    await sql`insert into adjustment (serial, project_code, meter_id, register, day, difference, month, reason, state, created_by)
      select 'TZ-9', ${A}, m.device_id, 'total', '2026-02-10', 55, '2026-03', '迟到数据', '已同意', ${analyst.userId}
      from meter m join energy_category c on c.id = m.category_id where m.project_code = ${A} and m.parent_id is null and c.code like 'elec%' limit 1`.execute(
      server.db,
    );
    const row = elecOf(rowsOf(await beside('2026-03')), A);
    expect(row).toMatchObject({ adjusted: '55' });
    for (const key of ['usage', 'now', 'difference'])
      expect([key, Number(row?.[key])]).toEqual([key, Number(before?.[key]) + 55]);
  });

  it('over days and months add up to the same, as their own days say', async () => {
    const { data } = await series({ From: '2026-02-01', To: '2026-03-31', Grain: '月' });
    const rows = data.rows as readonly { t: string; of: Record<string, { u: string }>; sum: string }[];
    expect(rows.map(({ t }) => t)).toEqual(['2026-02', '2026-03']);
    const march = rowsOf(await beside('2026-03'));
    // Readings know nothing of adjustments.
    for (const project of [A, B]) {
      const row = elecOf(march, project);
      expect(Number(rows[1]?.of[project]?.u)).toBe(Number(row?.['now']) - Number(row?.['adjusted']));
    }
    const daily = (await series({ From: '2026-02-01', To: '2026-03-31' })).data;
    expect(daily.total).toBe(data.total);
    expect(daily.rows as readonly unknown[]).toHaveLength(59);
    const own = await ask('/api/Energyanalysis/GetDailyMessage', {
      ProjectCode: B,
      From: '2026-03-05',
      To: '2026-03-05',
    });
    const day = (daily.rows as typeof rows).find(({ t }) => t === '2026-03-05');
    expect(day?.of[B]?.u).toBe(plain((own.data.rows as readonly { used: Record<string, string> }[])[0]?.used['elec']));
  });

  it('leave in workbooks that say the same', async () => {
    const exported = async (body: object, who: Held = analyst) => {
      const answer = await fetch(`${server.client.url}/emcapi/DataStatics/ExportProjects`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', UserIdValue: who.userId, TokenValue: who.token },
        body: JSON.stringify({ ProjectCodes: [A, B], ...body }),
      });
      expect(answer.headers.get('content-type')).toContain('spreadsheetml');
      return (await readXlsx(Buffer.from(await answer.arrayBuffer())))[0]?.data ?? [];
    };
    const shown = await beside('2026-03');
    const [head = [], ...lines] = await exported({ Kind: 'month', From: '2026-03', To: '2026-03' });
    const at = head.indexOf('用量');
    const energies = lines.filter((line) => line[head.indexOf('能源')] === '电').map((line) => Number(line[at]));
    expect(energies).toEqual(
      [A, B]
        .map((project) => Number(elecOf(rowsOf(shown), project)?.['usage']))
        .concat(Number(elecOf(shown.data.sums as readonly Row[])?.['usage'])),
    );
    const ledger = await exported({ Kind: 'ledger', From: '2026-03-01', To: '2026-03-31' });
    const { data } = await series({ From: '2026-03-01', To: '2026-03-31' });
    expect(ledger[32]?.slice(1, 4).map(Number)).toEqual(
      (data.projects as readonly { total: string }[]).map(({ total }) => Number(total)).concat(Number(data.total)),
    );
  });

  it('are only those that a person sees, and no more than can be shown', async () => {
    const other = await server.client.signIn('projectManager3');
    expect((await beside('2026-03', '2026-03', [A], other)).status).toBe(404);
    expect((await series({ From: '2026-03-01', To: '2026-03-02' }, other)).status).toBe(404);
    expect((await beside('2026-03', '2026-03', [A, B], await server.client.signIn('hr'))).status).toBe(403);
    expect(faults(await beside('2026-03', '2026-03', []))).toEqual(['ProjectCodes 请选择项目']);
    expect(faults(await beside('2026-03', '2026-02'))).toEqual(['To 结束月份不能早于开始月份']);
    expect(faults(await beside('2026-05'))).toEqual(['To 不能选择还没有到的月份']);
    expect(faults(await beside('2020-01', '2026-03'))).toEqual(['To 一次最多比较24个月']);
    expect(faults(await series({ From: '2026-03-01', To: '2026-03-02', Category: 'nothing' }))).toEqual([
      'Category 没有这种能源',
    ]);
    expect(faults(await series({ From: '2001-01-01', To: '2026-03-02' }))).toEqual([
      'To 项目数 × 天数最多 12000，请缩短日期或减少项目',
    ]);
  });
});
