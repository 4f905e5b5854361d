/** 重算 over the wire: closed months go on as they were closed until somebody who may has seen the difference and says why. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Held, Reply } from '../../../testing/client.ts';
import { steadyMonths } from '../../../testing/energy-months.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';

const NOW = new Date('2026-04-20T04:00:00Z');
let server: TestServer;
let analyst: Held;
let manager: Held;

const [A, B] = ['EMC01002', 'EMC01001'];
const YEAR = { SetType: 'factorRecalc', Year: 2026 };
interface Project {
  readonly ProjectCode: string;
  readonly Digest: string;
  readonly Months: readonly { readonly Month: string; readonly Lines: readonly Record<string, unknown>[] }[];
}

const read = (projects: readonly string[] = [A], who: Held = analyst): Promise<Reply> =>
  server.client.json('/emcapi/DataEntry/GetProjectSetUp', { ...YEAR, ProjectCodes: projects }, who);
const projectsOf = ({ data }: Reply): readonly Project[] => data.Projects as readonly Project[];
const monthsOf = (reply: Reply): readonly (readonly [string, readonly string[]])[] =>
  projectsOf(reply).map(({ ProjectCode, Months }) => [ProjectCode, Months.map(({ Month }) => Month)] as const);
const set = (body: object, who: Held = analyst, headers: Record<string, string> = {}): Promise<Reply> =>
  server.client.json('/emcapi/DataEntry/InsertProjectSetUp', body, who, headers);
const recalculate = (body: object, who: Held = analyst, headers: Record<string, string> = {}): Promise<Reply> =>
  set({ ...YEAR, ...body }, who, headers);
/** Carbon of electricity by month, as the year's report tells it, tCO₂; or its coal. */
const carbon = async (project = A, unit = 'tCO₂'): Promise<Readonly<Record<string, string>>> => {
  const { data } = await server.client.json(
    '/emcapi/DataStatics/YearSummary',
    { ProjectCodes: [project], Year: 2026, Unit: unit },
    analyst,
  );
  return (
    (data.rows as readonly { code: string; months: Record<string, string> }[]).find(({ code }) => code === 'elec')
      ?.months ?? {}
  );
};
/** Coal of a project from January to March, as the areas' report tells it. */
const coalInArea = async (project: string): Promise<number> => {
  const { data } = await server.client.json(
    '/emcapi/DataStatics/AreaConsumption',
    { From: '2026-01', To: '2026-03', SameProjects: false },
    analyst,
  );
  const items = (data.rows as readonly { items: readonly { ProjectCode: string; Tce: number }[] }[]).flatMap(
    ({ items: of }) => of,
  );
  return items.find(({ ProjectCode }) => ProjectCode === project)?.Tce ?? 0;
};
const records = async (): Promise<readonly { project: string; why: string }[]> =>
  (
    await sql<{
      project: string;
      why: string;
    }>`select project_code as project, why from factor_recalc order by id`.execute(server.db)
  ).rows;

beforeAll(async () => {
  server = await startTestServer({ clock: () => NOW });
  [analyst, manager] = await Promise.all([
    server.client.signIn('energyAnalyst'),
    server.client.signIn('projectManager'),
  ]);
  for (const project of [A, B]) {
    await steadyMonths(server.db, project, { '2026-01': 100, '2026-02': 100, '2026-03': 100 });
    for (const month of ['2026-01', '2026-02'])
      await sql`insert into period_act (project_code, month, act, at) values (${project}, ${month}, 'lock', ${NOW}::timestamptz - interval '3 hours')`.execute(
        server.db,
      );
  }
}, 120_000);
afterAll(() => server.close());

it('leaves closed months alone until they are recalculated for a reason, and keeps what they were', async () => {
  expect((await read()).data).toMatchObject({ Projects: [], Done: [], May: true });
  const before = await carbon();
  const corrected = await set({
    SetType: 'coefficient',
    ProjectCode: A,
    Kind: 'carbon',
    CategoryCode: 'elec',
    Value: '1.0612',
    Source: '更正公告',
    Year: '2023',
    Reason: '更正',
  });
  expect(corrected.message).toBe('');
  const open = await carbon();
  expect(open['2026-01']).toBe(before['2026-01']);
  // 1.0612 is twice 0.5306.
  expect(Number(open['2026-03'])).toBeCloseTo(2 * Number(before['2026-03']), 2);

  const answer = await read();
  expect(monthsOf(answer)).toEqual([[A, ['2026-01', '2026-02']]]);
  const [own] = projectsOf(answer);
  const line = own?.Months[0]?.Lines.find(({ code }) => code === 'elec');
  expect(Number(line?.['kgCo2After'])).toBeCloseTo(2 * Number(line?.['kgCo2Before']), 0);
  expect(line?.['kgceAfter']).toBe(line?.['kgceBefore']);

  const project = { ProjectCode: A, Months: ['2026-01'], Digest: own?.Digest };
  const good = { Projects: [project], Reason: '公告更正' };
  expect((await recalculate({ ...good, Reason: ' ' })).errors).toMatchObject([
    { path: 'Reason', message: '请填写重算原因' },
  ]);
  expect((await recalculate({ ...good, Projects: [] })).errors[0]?.message).toBe('请选择要重算的项目');
  expect((await recalculate({ ...good, Projects: [project, project] })).errors[0]?.message).toBe('同一项目只能列一次');
  expect((await recalculate({ ...good, Projects: [{ ...project, Digest: 'other' }] })).message).toMatch(
    /的差异已变化，请重新查看后再确认$/,
  );
  expect((await recalculate({ ...good, Projects: [{ ...project, Months: ['2026-03'] }] })).errors[0]).toMatchObject({
    path: 'Projects[0].Months',
    message: expect.stringMatching(/ 2026-03 没有因系数改动而不同，不用重算$/),
  });
  expect((await recalculate(good, manager)).status).toBe(403);
  expect(await records()).toEqual([]);
  // Pressed twice: the same act, made once.
  const key = { 'Idempotency-Key': '5b0f6f4e-2c0f-4a55-9d0a-6d1f0a7d2c11' };
  const [first, again] = await Promise.all([recalculate(good, analyst, key), recalculate(good, analyst, key)]);
  for (const one of [first, again]) expect(one.data).toEqual({ Projects: [{ ProjectCode: A, Months: ['2026-01'] }] });
  expect(await records()).toHaveLength(1);

  const after = await carbon();
  expect(Number(after['2026-01'])).toBeCloseTo(2 * Number(before['2026-01']), 2);
  expect(after['2026-02']).toBe(before['2026-02']);
  const done = await read();
  expect(monthsOf(done)).toEqual([[A, ['2026-02']]]);
  expect(done.data.Done).toMatchObject([{ Months: ['2026-01'], Reason: '公告更正', Changes: [{ Month: '2026-01' }] }]);
  // In another window, with a key of its own, it is refused: nothing differs any more.
  expect((await recalculate(good)).errors[0]?.message).toMatch(/2026-01 没有因系数改动而不同/);
  const { rows } = await sql<{ action: string; summary: string }>`select action, summary from audit_log
    where action = '重算已月锁月份'`.execute(server.db);
  expect(rows).toEqual([{ action: '重算已月锁月份', summary: '公告更正' }]);
  await expect(sql`update factor_recalc set why = ''`.execute(server.db)).rejects.toThrow();
  // It is closed as before.
  const { rows: locked } = await sql<{
    locked: boolean;
  }>`select energy_month_locked(${A}, '2026-01') as locked`.execute(server.db);
  expect(locked).toEqual([{ locked: true }]);
});

it('recalculates several projects for one reason, each with its record, all of them or none', async () => {
  const [coal, inArea] = [await carbon(B, 'tce'), await coalInArea(B)];
  // The company's own, which every project counts by.
  const { data } = await server.client.json(
    '/emcapi/DataEntry/GetProjectSetUp',
    { SetType: 'coefficient', Kind: 'coal' },
    analyst,
  );
  const own = (data.rows as readonly Record<string, unknown>[]).find(
    ({ CategoryCode, ProjectCode, To }) => CategoryCode === 'elec' && ProjectCode === null && To === null,
  );
  const corrected = await set({
    SetType: 'coefficient',
    ...own,
    Value: '0.2458',
    Source: '更正公告',
    Reason: '更正',
  });
  expect(corrected.message).toBe('');
  // Twice as much: the open month counts by it, the closed ones as they were closed, added up over months as well.
  const now = await carbon(B, 'tce');
  expect([now['2026-01'], now['2026-02']]).toEqual([coal['2026-01'], coal['2026-02']]);
  expect(Number(now['2026-03'])).toBeCloseTo(2 * Number(coal['2026-03']), 2);
  expect((await coalInArea(B)) - inArea).toBeCloseTo(Number(coal['2026-03']), 1);
  const all = await read([]);
  const named = await read([A, B]);
  expect(projectsOf(named).map(({ ProjectCode }) => ProjectCode)).toEqual([B, A]);
  expect(projectsOf(all)).toEqual(expect.arrayContaining([...projectsOf(named)]));
  expect((await read([A, B], manager)).data).toMatchObject({ May: false });

  const before = await records();
  const projects = projectsOf(named).map(({ ProjectCode, Digest, Months }) => ({
    ProjectCode,
    Digest,
    Months: Months.map(({ Month }) => Month),
  }));
  const stale = projects.map((one) => (one.ProjectCode === A ? { ...one, Digest: 'other' } : one));
  expect((await recalculate({ Projects: stale, Reason: '一并更正' })).status).not.toBe(200);
  expect(
    (await recalculate({ Projects: [...projects, { ...projects[0], ProjectCode: 'EMC99999' }], Reason: '一并更正' }))
      .message,
  ).toBe('项目不存在、没有表计，或您没有查看它的权限');
  expect(await records()).toEqual(before);

  const made = await recalculate({ Projects: projects, Reason: '一并更正' });
  expect(made.data).toEqual({
    Projects: projects.map(({ ProjectCode, Months }) => ({ ProjectCode, Months })),
  });
  expect((await records()).slice(before.length)).toEqual([B, A].map((project) => ({ project, why: '一并更正' })));
  expect(projectsOf(await read([A, B]))).toEqual([]);
  expect((await read([A, B])).data.Done).toMatchObject([
    { Reason: '一并更正', ProjectName: expect.any(String) },
    { Reason: '一并更正' },
    { Reason: '公告更正' },
  ]);
});
