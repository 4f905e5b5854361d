/** Meters of a test's own, beside those of the demo company, and a gateway that sends for them. */
import { sql } from 'kysely';
import type { Db } from '../../../../platform/db/schema.ts';
import type { TestServer } from '../../../../testing/server.ts';

/** Makes meters `T-1` … `T-n` with their apparatus since 2025, and registers. @returns their ids by point */
export async function makeMeters(
  db: Db,
  project: string,
  count: number,
  registers: readonly string[] = ['total'],
  prefix = 'T',
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ code: string; id: string }>`
    with kind as (insert into energy_category (code, name, unit) values ('test', '测试用电', 'kWh')
        on conflict (code) do update set unit = excluded.unit returning id),
    made as (insert into device (project_code, code, name, category)
      select ${project}, ${prefix} || '-' || n, '测试电表' || n, '电表' from generate_series(1, ${count}) n returning id, code),
    meters as (insert into meter (device_id, project_code, meter_type, category_id, registers, unit, frequency, used_from)
      select made.id, ${project}, '电表', kind.id, ${[...registers]}::text[], 'kWh', 'auto:5', '2025-01-01' from made, kind returning device_id)
    select code, id::text from made`.execute(db);
  await sql`insert into meter_install (meter_id, factory_no, installed_at, digits, decimals)
    select id, code, '2025-01-01', 6, 2 from device where project_code = ${project} and starts_with(code, ${prefix} || '-')`.execute(
    db,
  );
  return new Map(rows.map(({ code, id }) => [code, id]));
}

export interface TestGateway {
  readonly code: string;
  readonly secret: string;
  readonly headers: { readonly Authorization: string };
}

/** Registers a gateway as an administrator does. */
export async function makeGateway(server: TestServer, code: string, project: string): Promise<TestGateway> {
  const admin = await server.client.signIn('admin');
  const made = await server.client.post(
    '/emcapi/Gateway/Save',
    { Code: code, Name: '测试网关', ProjectCode: project },
    admin,
  );
  if (made.status !== 1) throw new Error(made.message);
  const secret = String(made.data.Secret);
  return { code, secret, headers: basic(code, secret) };
}

export const basic = (code: string, secret: string): { readonly Authorization: string } => ({
  Authorization: `Basic ${Buffer.from(`${code}:${secret}`).toString('base64')}`,
});
