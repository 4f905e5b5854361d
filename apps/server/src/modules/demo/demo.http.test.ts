import { ROLES } from '@hengneng/core';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SCRIPTS } from './scripts.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { seedRecords } from './records.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

describe('the demo company', () => {
  it('has an account for every role, and tells the sign-in page', async () => {
    const demo = await server.client.get('/webapi/Anonymous/Demo');
    const accounts = (demo.data.accounts as { account: string }[]).map((each) => each.account);
    expect(accounts).toEqual(expect.arrayContaining(Object.keys(ROLES)));
    expect(accounts).toEqual(
      expect.arrayContaining(
        Object.keys(ROLES)
          .filter((role) => role !== 'areaManager')
          .map((role) => `${role}2`),
      ),
    );
  });

  it('has at least twelve projects in four areas, each with hosts, meters, a contract with prices', async () => {
    const { rows } = await sql<{ areas: number; projects: number; bare: number }>`
      select count(distinct area)::int as areas, count(*)::int as projects, count(*) filter (where
        not exists (select 1 from device d where d.project_code = p.code and d.category = '主机')
        or not exists (select 1 from device d where d.project_code = p.code and d.category = '电表')
        or not exists (select 1 from contract c join contract_price x on x.contract_code = c.code where c.project_code = p.code)
        or p.manager is null)::int as bare from project p where is_demo`.execute(server.db);
    expect(rows[0]).toMatchObject({ areas: 4, bare: 0 });
    expect(rows[0]?.projects).toBeGreaterThanOrEqual(12);
  });

  it('files forty records in all states through the real calls, once however often it starts', async () => {
    const failed: string[] = [];
    const now = new Date();
    const note = (error: unknown, record: string) => failed.push(`${record}: ${String(error)}`);
    const filed = await Promise.all([
      seedRecords(server.db, server.registry, now, note),
      seedRecords(server.db, server.registry, now, note),
    ]);
    expect(failed).toEqual([]);
    expect(filed[0] + filed[1]).toBe(SCRIPTS.length);
    expect(await seedRecords(server.db, server.registry, now, note)).toBe(0);
    const { rows } = await sql<{
      status: string;
      n: number;
    }>`select status, count(*)::int as n from wf_instance group by status`.execute(server.db);
    expect(rows.map((row) => row.status).sort()).toEqual([
      'approved',
      'draft',
      'rejected',
      'returned',
      'running',
      'withdrawn',
    ]);
    expect(rows.reduce((sum, row) => sum + row.n, 0)).toBe(SCRIPTS.length);
    const lost = await sql`select 1 from wf_instance i where i.status = 'running'
      and not exists (select 1 from wf_task t where t.instance_id = i.id and t.state = 'open')`.execute(server.db);
    expect(lost.rows).toEqual([]);
  });
});
