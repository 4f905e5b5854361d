/** People are found at the counter by the first letters of their names. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { spellParties } from './spelled.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ clock: () => new Date('2026-07-01T02:00:00Z') });
}, 120_000);
afterAll(() => server.close());

it('finds who came in with a sheet once they are spelled, and whoever is renamed by the new name', async () => {
  const manager = await server.client.signIn('propertyManager');
  const { rows } = await sql<{
    id: string;
    community: string;
    party: string;
  }>`select r.id::text, r.community_id::text as community, o.party_id::text as party
    from room r join community c on c.id = r.community_id join occupancy o on o.room_id = r.id and o.role = '业主'
    where c.name = '滨江花园' and r.full_code = '1栋-106'`.execute(server.db);
  const [room] = rows;
  await sql`update party set name = '欧阳青竹', pinyin = '' where id = ${room?.party}::bigint`.execute(server.db);
  const found = async (Keyword: string): Promise<string[]> => {
    const cashier = await server.client.signIn('cashier');
    const { data } = await server.client.json(
      '/pmsapi/Cashier/FindRoom',
      { communityId: room?.community, Keyword },
      cashier,
    );
    return (data['rows'] as { code: string }[]).map(({ code }) => code);
  };
  expect(await found('oyqz')).toEqual([]);
  await spellParties(server.db);
  expect(await found('oyqz')).toEqual(['1栋-106']);
  const { rows: left } = await sql`select 1 from party where pinyin = ''`.execute(server.db);
  expect(left).toEqual([]);
  const [of] = (await server.client.json('/pmsapi/Room/GetList', { id: room?.id }, manager)).data as unknown as {
    version: number;
    people: { name: string }[];
  }[];
  const renamed = await server.client.json(
    '/pmsapi/Room/Save',
    { ...of, unitId: '', people: of?.people.map((one) => ({ ...one, name: '司徒明月', to: '' })) },
    manager,
  );
  expect(renamed.message).not.toContain('失败');
  expect([await found('oyqz'), await found('stmy')]).toEqual([[], ['1栋-106']]);
});
