/** Prices across projects over the wire: what holds, against the version before and the area; many changed at once, previewed first. */
import { today } from '@hengneng/core';
import { sql } from 'kysely';
import readXlsx from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Held, Reply } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';

/** The demo's prices changed at the beginning of this year. */
const YEAR = Number(today(new Date()).slice(0, 4));
const NOW = new Date(`${YEAR}-07-10T02:00:00Z`);
const [ONE, TWO] = ['EMC01001', 'EMC01002'];
let server: TestServer;
let analyst: Held;

interface Row {
  readonly DeviceId: string;
  readonly ProjectCode: string;
  readonly Mode: string | null;
  readonly AvgPrice: number | null;
  readonly PrevRate: number | null;
  readonly AreaMedian: number | null;
  readonly MedianDev: number | null;
  readonly LastQty: string | null;
  readonly LastAmount: string | null;
  readonly From: string | null;
}
const index = (body: object = {}, who: Held = analyst): Promise<Reply> =>
  server.client.json('/emcapi/EnergyPrieceSet/Index', { PageSize: 500, CategoryCode: 'elec', ...body }, who);
const rowOf = async (project: string, body?: object): Promise<Row> => {
  const row = ((await index(body)).data.rows as readonly Row[]).find(({ ProjectCode }) => ProjectCode === project);
  if (row === undefined) throw new Error(`no meter of ${project}`);
  return row;
};
const adjust = (body: object, who: Held = analyst): Promise<Reply> =>
  server.client.json(
    '/emcapi/EnergyPrieceSet/Add',
    { DocNo: '粤发改〔2026〕1号', From: `${YEAR}-08-01`, ...body },
    who,
  );

beforeAll(async () => {
  server = await startTestServer({ clock: () => NOW });
  analyst = await server.client.signIn('energyAnalyst');
  const { db } = server;
  // Of one area and one price each: 0.8 after 0.75, and 1.2; the other projects pay 1.
  await sql`update energy_price e set mode = 'single', schedule_id = null, basic_by = null, basic_price = null, power_factor = null,
    prices = jsonb_build_object('mode', 'single', 'price',
      case when e.project_code = ${TWO} then '1.2' when e.project_code <> ${ONE} then '1' when e.valid_to is null then '0.8' else '0.75' end)
    from energy_category c where c.id = e.category_id and c.code = 'elec'`.execute(db);
  await sql`insert into meter_month (meter_id, register, month, project_code, usage, estimated, due, got, days)
    select m.device_id, 'total', ${`${YEAR}-06`}, m.project_code, 1000, 0, 30, 30, 30 from meter m join energy_category c on c.id = m.category_id
    where m.project_code = ${ONE} and m.parent_id is null and split_part(c.code, '.', 1) = 'elec'
    on conflict (meter_id, register, month) do update set usage = 1000`.execute(db);
}, 120_000);
afterAll(() => server.close());

describe('prices across projects', () => {
  it('are those that hold, against the version before and the middle of the area', async () => {
    expect(await rowOf(ONE)).toMatchObject({
      Mode: 'single',
      AvgPrice: 0.8,
      // 0.8 against 0.75
      PrevRate: 6.7,
      AreaMedian: 1,
      MedianDev: -20,
      LastQty: '1000',
      LastAmount: '800.00',
    });
    expect((await rowOf(TWO)).MedianDev).toBe(20);
    expect(await rowOf(ONE, { OnDate: `${YEAR - 1}-06-01` })).toMatchObject({ AvgPrice: 0.75, PrevRate: null });
  });

  it('show what has none', async () => {
    const none = (await index({ NoPrice: true, OnDate: '2001-01-01' })).data;
    expect(none.total).toBeGreaterThan(0);
    expect((none.rows as readonly Row[]).every(({ Mode, AvgPrice }) => Mode === null && AvgPrice === null)).toBe(true);
    expect((await index({ NoPrice: true })).data.total).toBe(0);
  });

  it('change together, as was previewed', async () => {
    const DeviceIds = [(await rowOf(ONE)).DeviceId, (await rowOf(TWO)).DeviceId];
    const faults = (reply: Reply) => reply.errors.map(({ path, message }) => `${path} ${message}`);
    expect(faults(await adjust({ DeviceIds, Mode: 'ratio', Preview: true }))).toEqual(['Percent 请填写比例(%)']);
    expect(faults(await adjust({ DeviceIds, Mode: 'ratio', Percent: '5' }))).toEqual(['File 请上传依据文件']);
    const preview = await adjust({ DeviceIds, Mode: 'ratio', Percent: '5', Preview: true });
    expect(preview.data).toMatchObject({ Added: 0, Skipped: [] });
    expect(preview.data.Impact).toMatchObject([
      { Before: '0.8', After: '0.8400' },
      { Before: '1.2', After: '1.2600' },
    ]);
    const file = (
      await server.client.upload('/bpmapi/ServiceResource/Upload', '文件.txt', Buffer.from('调价'), analyst)
    ).data;
    const done = await adjust({ DeviceIds, Mode: 'ratio', Percent: '5', File: [file] });
    expect(done.data).toMatchObject({ Added: 2, Skipped: [] });
    expect(await rowOf(ONE, { OnDate: `${YEAR}-08-01` })).toMatchObject({
      AvgPrice: 0.84,
      From: `${YEAR}-08-01`,
      PrevRate: 5,
    });
    expect((await rowOf(ONE, { OnDate: `${YEAR}-07-31` })).AvgPrice).toBe(0.8);
    // The page of the project's own prices has the same versions.
    const versions = await server.client.json(
      '/emcapi/NYPrice/GetNYPriceListByProjectId',
      { ProjectCode: ONE, CategoryCode: 'elec' },
      analyst,
    );
    expect((versions.data.rows as readonly { From: string; To: string | null; Price: string }[])[0]).toMatchObject({
      From: `${YEAR}-08-01`,
      To: null,
      Price: '0.8400',
    });
    const history = await server.client.json(
      '/emcapi/EnergyPrieceSet/GetHistoryPrice',
      { DeviceId: DeviceIds[0] },
      analyst,
    );
    expect((history.data as unknown as readonly { AvgPrice: number }[]).map(({ AvgPrice }) => AvgPrice)).toEqual([
      0.84, 0.8, 0.75,
    ]);
  });

  it('leave out what cannot change, and say why', async () => {
    const { DeviceId } = await rowOf(ONE);
    const again = await adjust({
      DeviceIds: [DeviceId],
      Mode: 'set',
      Prices: [{ Kind: 'single', Price: '0.9' }],
      Preview: true,
    });
    expect(again.data.Skipped).toMatchObject([{ Reason: `现行版本 ${YEAR}-08-01 起，新版本须晚于它` }]);
    await sql`insert into period_act (project_code, month, act) values (${ONE}, ${`${YEAR}-09`}, 'lock')`.execute(
      server.db,
    );
    const locked = await adjust({
      DeviceIds: [DeviceId],
      Mode: 'ratio',
      Percent: '1',
      From: `${YEAR}-09-01`,
      Preview: true,
    });
    expect(locked.data.Skipped).toMatchObject([{ Reason: `${YEAR}-09 已月锁` }]);
    const below = await adjust({
      DeviceIds: [(await rowOf(TWO)).DeviceId],
      Mode: 'difference',
      Difference: '-9',
      From: `${YEAR}-09-01`,
      Preview: true,
    });
    expect(below.data.Skipped).toMatchObject([{ Reason: '该调价方式不适用于它的计价方式，或单价会小于 0' }]);
  });

  it('are seen by those who see prices, of their own projects, and leave with the same figures', async () => {
    expect((await index({}, await server.client.signIn('projectManager'))).status).toBe(403);
    const area = await server.client.signIn('areaManager2');
    const codes = ((await index({}, area)).data.rows as readonly Row[]).map(({ ProjectCode }) => ProjectCode);
    expect(codes).not.toContain(ONE);
    expect((await adjust({ DeviceIds: ['1'], Mode: 'ratio', Percent: '1' }, area)).status).toBe(403);
    const answer = await fetch(`${server.client.url}/emcapi/HistoricalDataReport/ExpFile`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', UserIdValue: analyst.userId, TokenValue: analyst.token },
      body: JSON.stringify({ Kind: 'energyPriceSet', CategoryCode: 'elec', ProjectCodes: [ONE] }),
    });
    const [sheet] = await readXlsx(Buffer.from(await answer.arrayBuffer()));
    const [head = [], ...rows] = sheet?.data ?? [];
    expect(rows[0]?.[head.indexOf('均价（元/单位）')]).toBe((await rowOf(ONE)).AvgPrice);
    expect(rows[0]?.[head.indexOf('上月金额（元）')]).toBe(Number((await rowOf(ONE)).LastAmount));
  });
});
