/** What the demo company has besides its readings is there, and each of it once. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { seedSites } from './demo.ts';

const NOW = new Date('2026-07-20T04:00:00Z');
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ clock: () => NOW });
  await sql`insert into operational_setting (project_code, valid_from) select code, '2026-01-01' from project where is_demo`.execute(
    server.db,
  );
  await seedSites(server.db, NOW);
}, 120_000);
afterAll(() => server.close());

describe('sites of the demo company', () => {
  it('owe what they said, stand still when they said, and have alarms old and new', async () => {
    const { rows: rules } =
      await sql`select project_code as project, required, cardinality(photo_meters) as photos, remind_to as told
      from operational_setting where valid_from = '2026-07-01' order by 1`.execute(server.db);
    expect(rules).toEqual([
      { project: 'EMC02001', required: [], photos: 0, told: ['manager', 'areaManager'] },
      {
        project: 'EMC04001',
        required: ['elec', 'gas', 'water', 'cooling', 'heating'],
        photos: 1,
        told: ['manager', 'operators'],
      },
    ]);
    const { rows: days } = await sql`select day::text from stop_day order by day`.execute(server.db);
    expect(days).toEqual(['2026-07-11', '2026-08-09', '2026-08-10', '2026-08-11'].map((day) => ({ day })));
    const { rows: alarms } =
      await sql`select count(*)::int as all, count(handled_at)::int as handled, count(device_id)::int as placed
      from alarm`.execute(server.db);
    expect(alarms).toEqual([{ all: 7, handled: 4, placed: 7 }]);
  });

  it('lie where the map can show them', async () => {
    const { rows } =
      await sql`select code from project where is_demo and (longitude is null or floors is null)`.execute(server.db);
    expect(rows).toEqual([]);
  });
});
