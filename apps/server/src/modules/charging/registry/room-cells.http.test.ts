/** Cells of the list of rooms edited where they stand. */
import type { OutputOf, roomSave } from '@hengneng/contracts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Held, Reply } from '../../../testing/client.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';

let server: TestServer;
let manager: Held;
let id: string;
beforeAll(async () => {
  server = await startTestServer({ clock: () => new Date('2026-07-01T02:00:00Z') });
  manager = await server.client.signIn('propertyManager');
  const { rows } = await sql<{ id: string }>`select r.id::text from room r join community c on c.id = r.community_id
    where c.name = '滨江花园' and r.full_code = '1栋-106'`.execute(server.db);
  id = rows[0]?.id ?? '';
}, 120_000);
afterAll(() => server.close());

const save = (cells: object, version: number, who: Held = manager): Promise<Reply> =>
  server.client.json('/pmsapi/Room/Save', { action: 'cell', id, version, ...cells }, who);
const faults = (reply: Reply) => reply.errors.map(({ path, message }) => `${path} ${message}`);
const saved = (reply: Reply) => reply.data as OutputOf<typeof roomSave>;
interface Standing {
  readonly version: number;
  readonly state: string;
  readonly usage: string;
  readonly layout: string;
  readonly people: number;
  readonly areas: readonly { readonly from: string; readonly energy: string; readonly note: string }[];
}
async function standing(): Promise<Standing> {
  const { rows } = await sql<Standing>`select r.version, r.state, r.usage, r.layout,
      (select count(*)::int from occupancy o where o.room_id = r.id) as people,
      (select jsonb_agg(jsonb_build_object('from', lower(a.span), 'energy', trim_scale(a.energy_area)::text, 'note', a.note) order by lower(a.span))
        from room_area a where a.room_id = r.id) as areas
    from room r where r.id = ${id}::bigint`.execute(server.db);
  const [row] = rows;
  if (row === undefined) throw new Error('no room');
  return row;
}

it('changes what was edited and nothing else, and says so in the audit', async () => {
  const before = await standing();
  const done = saved(await save({ state: '出租', layout: '三室' }, before.version));
  expect(done).toMatchObject({ id, version: before.version + 1, fees: [] });
  expect(await standing()).toEqual({ ...before, version: before.version + 1, state: '出租', layout: '三室' });
  const { rows } =
    await sql`select before, after from audit_log where action = '修改房间' order by id desc limit 1`.execute(
      server.db,
    );
  expect(rows).toEqual([
    { before: { 房态: before.state, 户型: before.layout }, after: { 房态: '出租', 户型: '三室' } },
  ]);
  // The same again is no change, and no version.
  expect(saved(await save({ state: '出租' }, done.version)).version).toBe(done.version);
});

it('is refused to who comes second, to others, and where a value is none', async () => {
  const { version } = await standing();
  expect((await save({ state: '空置' }, version)).status).toBe(1);
  const second = await save({ usage: '学校' }, version);
  expect([second.status, second.message]).toEqual([409, '房间已被他人修改，请核对现在的值后再改']);
  expect(await standing()).toMatchObject({ state: '空置', usage: '居民', version: version + 1 });
  expect((await save({ state: '自住' }, version + 1, await server.client.signIn('propertyManager2'))).status).toBe(404);
  expect((await save({ state: '自住' }, version + 1, await server.client.signIn('finance'))).status).toBe(403);
  expect(faults(await save({ state: '住人' }, version + 1))).toEqual(['state 请选择房态']);
});

it('keeps another area from a day on that was not billed', async () => {
  const { version, areas } = await standing();
  const [first] = areas;
  expect(faults(await save({ energyArea: '90' }, version))).toEqual(['effectiveFrom 面积有改动，请选择生效日']);
  expect(faults(await save({ energyArea: '500', effectiveFrom: '2026-07-01' }, version))).toEqual([
    'energyArea 供能面积大于建筑面积的1.2倍，请填写原因',
  ]);
  expect(faults(await save({ energyArea: '0', effectiveFrom: '2026-07-01' }, version))).toEqual([
    'energyArea 供能面积应大于0',
  ]);
  const done = saved(await save({ energyArea: '500', areaNote: '挑空', effectiveFrom: '2026-07-01' }, version));
  expect(done.fees.length).toBeGreaterThan(0);
  expect((await standing()).areas).toEqual([first, { from: '2026-07-01', energy: '500', note: '挑空' }]);
  // Why that area was so is no reason for the next.
  expect(faults(await save({ energyArea: '600', effectiveFrom: '2026-08-01' }, done.version))).toEqual([
    'energyArea 供能面积大于建筑面积的1.2倍，请填写原因',
  ]);
  expect((await save({ energyArea: '70', effectiveFrom: '2026-08-01' }, done.version)).status).toBe(1);
  expect((await standing()).areas.at(-1)).toEqual({ from: '2026-08-01', energy: '70', note: '' });
});
