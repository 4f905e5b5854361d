/** Buildings, their units and what fees are counted by, as lists and as what is chosen from; each sees those of their communities. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Held, Reply } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';

let server: TestServer;
let manager: Held;
/** Takes money in 科创中心 and 云栖雅苑. */
let cashier: Held;
beforeAll(async () => {
  server = await startTestServer();
  [manager, cashier] = await Promise.all([server.client.signIn('propertyManager'), server.client.signIn('cashier2')]);
}, 120_000);
afterAll(() => server.close());

const call = (path: string, body: object, who: Held): Promise<Reply> =>
  server.client.json(`/pmsapi/${path}`, body, who);
const communityOf = async (name: string): Promise<string> => {
  const { rows } = await sql<{ id: string }>`select id::text from community where name = ${name}`.execute(server.db);
  return rows[0]?.id ?? '';
};

describe('buildings and units', () => {
  it('are listed with how many rooms they have, page by page', async () => {
    const communityId = await communityOf('滨江花园');
    const built = await call('Building/Save', { communityId, code: '9栋', name: '九号楼', floors: 6 }, manager);
    const buildingId = built.data['id'];
    for (const code of ['1', '2']) await call('BuildingUnit/Save', { buildingId, code, name: `${code}单元` }, manager);
    const units = await call('BuildingUnit/GetPage', { buildingId, PageSize: 1 }, manager);
    expect(units.data).toMatchObject({ total: 2, rows: [{ code: '1', name: '1单元', rooms: 0, version: 1 }] });
    const [unit] = units.data['rows'] as readonly { id: string }[];
    const saved = await call(
      'Room/Save',
      { action: 'save', buildingId, unitId: unit?.id, code: '101', buildArea: '90', energyArea: '80' },
      manager,
    );
    expect(saved.message).toBe('');
    expect((await call('BuildingUnit/GetList', { buildingId }, manager)).data).toEqual([
      { id: unit?.id, name: '1单元', rooms: 1 },
      { id: expect.any(String), name: '2单元', rooms: 0 },
    ]);

    const all = await call('Building/GetPage', { communityId, SortField: 'rooms', SortOrder: 'asc' }, manager);
    expect(all.data).toMatchObject({ total: 3 });
    expect((all.data['rows'] as readonly object[])[0]).toEqual({
      id: buildingId,
      version: 1,
      code: '9栋',
      name: '九号楼',
      floors: 6,
      type: '住宅',
      units: 2,
      rooms: 1,
    });
    expect((await call('Building/GetPage', { communityId, Keyword: '九号' }, manager)).data).toMatchObject({
      total: 1,
    });
  });

  it('are those of one’s own communities', async () => {
    const [theirs, hers] = [await communityOf('滨江花园'), await communityOf('云栖雅苑')];
    const ofHers = await call('Building/GetList', { communityId: hers }, cashier);
    const [own] = ofHers.data as unknown as readonly { id: string }[];
    const { rows } = await sql<{
      id: string;
    }>`select id::text from building where community_id = ${theirs}::bigint`.execute(server.db);
    const buildingId = rows[0]?.id;
    expect((await call('BuildingUnit/GetList', { buildingId: own?.id }, cashier)).status).toBe(1);
    for (const [path, body, who] of [
      ['BuildingUnit/GetList', { buildingId }, cashier],
      ['BuildingUnit/GetPage', { buildingId: own?.id }, manager],
      ['Building/GetPage', { communityId: hers }, manager],
    ] as const) {
      const answer = await call(path, body, who);
      expect({ path, status: answer.status }).toEqual({ path, status: 404 });
    }
  });
});

it('are picked in forms as they are at the counter, however their codes are written', async () => {
  for (const keyword of ['1-102', '1栋102', '1栋-102']) {
    const body = { Entity: 'room', Keyword: keyword, community: await communityOf('滨江花园') };
    const answer = await server.client.json('/webapi/Reference/Index', body, manager);
    expect([keyword, JSON.stringify(answer.data).includes('1栋-102 ')]).toEqual([keyword, true]);
  }
});

it('offers every basis to choose a fee’s from, to who keeps fees', async () => {
  const finance = await server.client.signIn('finance');
  const page = await call('FeeBasis/GetPage', { PageSize: 500 }, finance);
  const rows = page.data['rows'] as readonly { id: string; name: string; source: string; unit: string }[];
  expect(rows.length).toBeGreaterThan(0);
  expect((await call('FeeBasis/GetList', {}, finance)).data).toEqual(
    rows.map(({ id, name, source, unit }) => ({ id, name, source, unit })),
  );
  expect((await call('FeeBasis/GetList', {}, await server.client.signIn('operator'))).status).toBe(403);
});
