/** Workbooks of the other reports in a chosen unit of cold and heat: its head, the same figures converted, everything else as it is. */
import readXlsx from 'read-excel-file/node';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Held } from '../../../testing/client.ts';
import { steadyMonths } from '../../../testing/energy-months.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';

const [A, B] = ['EMC01001', 'EMC01002'];
const NOW = new Date('2026-04-20T04:00:00Z');
const ONE = '/emcapi/EnergyReport/Export';
const MANY = '/emcapi/DataStatics/ExportProjects';
/** kWh → GJ. */
const GJ = 0.0036;
let server: TestServer;
let analyst: Held;

type Cell = string | number | null;
interface Sheets {
  /** The figures under a head, on whichever sheet it stands. */
  readonly under: (head: string) => readonly number[];
  readonly words: string;
}

async function sheets(path: string, body: object): Promise<Sheets> {
  const answer = await fetch(server.client.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', UserIdValue: analyst.userId, TokenValue: analyst.token },
    body: JSON.stringify(body),
  });
  expect(answer.headers.get('content-type')).toContain('sheet');
  const all = (await readXlsx(Buffer.from(await answer.arrayBuffer()))).map(({ data }) => data as Cell[][]);
  return {
    words: JSON.stringify(all),
    under: (head) =>
      all.flatMap((rows) => {
        const at = rows[0]?.indexOf(head) ?? -1;
        return at < 0 ? [] : rows.slice(1).flatMap((row) => (typeof row[at] === 'number' ? [row[at]] : []));
      }),
  };
}

beforeAll(async () => {
  server = await startTestServer({ clock: () => NOW });
  analyst = await server.client.signIn('energyAnalyst');
  for (const project of [A, B])
    await steadyMonths(server.db, project, { '2025-03': 100_000, '2026-02': 100_000, '2026-03': 123_000 });
}, 120_000);
afterAll(() => server.close());

const months = { From: '2026-03', To: '2026-03' };
const INTERNAL = '/emcapi/EnergyReport/InternalExport';
const CASES: readonly (readonly [string, string, object, string, string])[] = [
  ['日报 by energy', ONE, { Kind: 'daily', ProjectCode: A, Date: '2026-03-10' }, '冷量（kWh）', '冷量（GJ）'],
  ['客户同比', ONE, { Kind: 'client', ProjectCode: A, ...months }, '供冷/供热量（kWh）', '供冷/供热量（GJ）'],
  ['内部日报', INTERNAL, { Date: '2026-03-10', ProjectCode: A }, '冷量（kWh）', '冷量（GJ）'],
  ['区域同比', ONE, { Kind: 'area', ...months, SameProjects: false }, '冷热量（kWh）', '冷热量（GJ）'],
];

it.each(CASES)('%s', async (_, path, body, plainHead, toldHead) => {
  const [plain, told] = [await sheets(path, body), await sheets(path, { ...body, HeatUnit: 'GJ' })];
  const [before, after] = [plain.under(plainHead), told.under(toldHead)];
  expect(before.some((figure) => figure > 0)).toBe(true);
  expect(after).toHaveLength(before.length);
  for (const [at, figure] of after.entries()) expect(figure).toBeCloseTo((before[at] ?? 0) * GJ, 1);
  expect(told.under(plainHead)).toEqual([]);
  expect(told.under('电（kWh）')).toEqual(plain.under('电（kWh）'));
});

it('of the day, by function and meter, and the customer’s sentences', async () => {
  const day = await sheets(ONE, { Kind: 'daily', ProjectCode: A, Date: '2026-03-10', HeatUnit: 'GJ' });
  // 123,000 kWh of a main meter.
  expect(day.under('用量')).toContain(442.8);
  expect(day.words).toContain('产冷/热量（GJ）');
  const client = await sheets(ONE, { Kind: 'client', ProjectCode: A, ...months, HeatUnit: 'GJ' });
  expect(client.words).toMatch(/本期供冷供热 [\d,.]+ GJ/);
  expect(client.words).toMatch(/单位面积供能 [\d.]+ GJ\/m²/);
});

it('of the ledger and of several projects', async () => {
  const span = { From: '2026-03-10', To: '2026-03-10' };
  const ledger = { Kind: 'ledger', ProjectCode: A, CategoryCode: 'cooling', ...span };
  const [kwh, gj] = [await sheets(ONE, ledger), await sheets(ONE, { ...ledger, HeatUnit: 'GJ' })];
  expect(kwh.under('用量').every((figure) => figure >= 123_000)).toBe(true);
  expect(gj.under('用量')).toEqual(kwh.under('用量').map((figure) => Number((figure * GJ).toFixed(6))));
  expect(gj.under('读数')).toEqual(kwh.under('读数'));

  const beside = { ProjectCodes: [A, B] };
  for (const [body, head] of [
    [{ Kind: 'yoy', ...beside, ...months }, '本期'],
    [{ Kind: 'month', ...beside, ...months }, '用量'],
  ] as const) {
    const [plain, told] = [await sheets(MANY, body), await sheets(MANY, { ...body, HeatUnit: 'GJ' })];
    const changed = plain
      .under(head)
      .map((figure, at) => [figure, told.under(head)[at] ?? 0] as const)
      .filter(([one, other]) => one !== other);
    expect(changed.length).toBeGreaterThan(0);
    for (const [one, other] of changed) expect(other).toBeCloseTo(one * GJ, 1);
    expect(told.words).toContain('GJ');
  }
  const rows = await sheets(MANY, { Kind: 'ledger', ...beside, Category: 'cooling', ...span, HeatUnit: 'GJ' });
  expect(rows.words).toContain('合计（GJ）');
  const wrong = await server.client.json(MANY, { Kind: 'yoy', ...beside, ...months, HeatUnit: 'BTU' }, analyst);
  expect(wrong.errors[0]?.message).toBe('冷热量单位只能是 kWh、GJ、MWh、RTh、万大卡');
});
