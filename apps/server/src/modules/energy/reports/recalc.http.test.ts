/** 重算 over the wire: closed months go on as they were closed until somebody who may has seen the difference and says why. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Held, Reply } from '../../../testing/client.ts';
import { steadyMonths } from '../../../testing/energy-months.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';

const PROJECT = 'EMC01002';
const NOW = new Date('2026-04-20T04:00:00Z');
let server: TestServer;
let analyst: Held;
let manager: Held;

const ASKED = { SetType: 'factorRecalc', ProjectCode: PROJECT, Year: 2026 };
const read = (who: Held = analyst, more: object = {}): Promise<Reply> =>
  server.client.json('/emcapi/DataEntry/GetProjectSetUp', { ...ASKED, ...more }, who);
const recalculate = (body: object, who: Held = analyst): Promise<Reply> =>
  server.client.json('/emcapi/DataEntry/InsertProjectSetUp', { ...ASKED, ...body }, who);
/** Carbon of electricity by month, as the year's report tells it, tCO₂. */
const carbon = async (): Promise<Readonly<Record<string, string>>> => {
  const { data } = await server.client.json(
    '/emcapi/DataStatics/YearSummary',
    { ProjectCodes: [PROJECT], Year: 2026, Unit: 'tCO₂' },
    analyst,
  );
  return (
    (data.rows as readonly { code: string; months: Record<string, string> }[]).find(({ code }) => code === 'elec')
      ?.months ?? {}
  );
};

beforeAll(async () => {
  server = await startTestServer({ clock: () => NOW });
  [analyst, manager] = await Promise.all([
    server.client.signIn('energyAnalyst'),
    server.client.signIn('projectManager'),
  ]);
  await steadyMonths(server.db, PROJECT, { '2026-01': 100, '2026-02': 100, '2026-03': 100 });
  for (const month of ['2026-01', '2026-02'])
    await sql`insert into period_act (project_code, month, act, at) values (${PROJECT}, ${month}, 'lock', ${NOW}::timestamptz - interval '3 hours')`.execute(
      server.db,
    );
}, 120_000);
afterAll(() => server.close());

it('leaves closed months alone until they are recalculated for a reason, and keeps what they were', async () => {
  expect((await read()).data).toMatchObject({ Months: [], Done: [], May: true });
  const before = await carbon();
  const corrected = await server.client.json(
    '/emcapi/DataEntry/InsertProjectSetUp',
    {
      SetType: 'coefficient',
      ProjectCode: PROJECT,
      Kind: 'carbon',
      CategoryCode: 'elec',
      Value: '1.0612',
      Source: '更正公告',
      Year: '2023',
      Reason: '更正',
    },
    analyst,
  );
  expect(corrected.message).toBe('');
  const open = await carbon();
  expect(open['2026-01']).toBe(before['2026-01']);
  // 1.0612 is twice 0.5306.
  expect(Number(open['2026-03'])).toBeCloseTo(2 * Number(before['2026-03']), 2);

  const { data } = await read();
  const months = data.Months as readonly { Month: string; Lines: readonly Record<string, unknown>[] }[];
  expect(months.map(({ Month }) => Month)).toEqual(['2026-01', '2026-02']);
  const line = months[0]?.Lines.find(({ code }) => code === 'elec');
  expect(Number(line?.['kgCo2After'])).toBeCloseTo(2 * Number(line?.['kgCo2Before']), 0);
  expect(line?.['kgceAfter']).toBe(line?.['kgceBefore']);

  const good = { Months: ['2026-01'], Reason: '公告更正', Digest: data.Digest };
  expect((await recalculate({ ...good, Reason: '' })).errors).toMatchObject([
    { path: 'Reason', message: '请填写重算原因' },
  ]);
  expect((await recalculate({ ...good, Digest: 'other' })).message).toBe('差异已变化，请重新查看后再确认');
  expect((await recalculate({ ...good, Months: ['2026-03'] })).errors[0]?.message).toBe(
    '2026-03 没有因系数改动而不同，不用重算',
  );
  expect((await recalculate(good, manager)).status).toBe(403);
  expect((await recalculate(good)).data).toEqual({ Months: ['2026-01'] });

  const after = await carbon();
  expect(Number(after['2026-01'])).toBeCloseTo(2 * Number(before['2026-01']), 2);
  expect(after['2026-02']).toBe(before['2026-02']);
  const done = (await read()).data;
  expect((done.Months as readonly { Month: string }[]).map(({ Month }) => Month)).toEqual(['2026-02']);
  expect(done.Done).toMatchObject([{ Months: ['2026-01'], Reason: '公告更正', Changes: [{ Month: '2026-01' }] }]);
  const { rows } = await sql<{ action: string; summary: string }>`select action, summary from audit_log
    where action = '重算已月锁月份'`.execute(server.db);
  expect(rows).toEqual([{ action: '重算已月锁月份', summary: '公告更正' }]);
  await expect(sql`update factor_recalc set why = ''`.execute(server.db)).rejects.toThrow();
  // It is closed as before.
  const { rows: locked } = await sql<{
    locked: boolean;
  }>`select energy_month_locked(${PROJECT}, '2026-01') as locked`.execute(server.db);
  expect(locked).toEqual([{ locked: true }]);
});
