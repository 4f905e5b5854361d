import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Held, Reply } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let operator: Held;
let hr: Held;

const ask = (body: object, as: Held): Promise<Reply> => server.client.post('/bpmapi/Reminder/Index', body, as);
const rowsOf = (reply: Reply): Record<string, unknown>[] => (reply.data.rows ?? []) as Record<string, unknown>[];
const named = (reply: Reply) =>
  rowsOf(reply).map((row) => `${String(row.kind)} ${String(row.name)} ${String(row.days)}`);

const TODAY = sql`(now() at time zone 'Asia/Shanghai')::date`;

beforeAll(async () => {
  server = await startTestServer();
  operator = await server.client.signIn('operator');
  hr = await server.client.signIn('hr');
  await sql`update contract set end_on = null`.execute(server.db);
  await sql`update device set warranty_end = null, next_test_date = null`.execute(server.db);
});
afterAll(() => server.close());

describe('what runs out', () => {
  it('is told of one’s projects only, nearest first, over 90 days', async () => {
    const codes = await sql<{ code: string; mine: boolean }>`select code, exists (select from user_project up
      where up.project_code = project.code and up.user_id = ${operator.userId}) as mine from project order by code`.execute(
      server.db,
    );
    const mine = codes.rows.find((row) => row.mine)?.code ?? '';
    const foreign = codes.rows.find((row) => !row.mine && row.code.startsWith('EMC02'))?.code ?? '';
    const contract = (code: string, project: string, days: number, state = 'active') =>
      sql`insert into contract (code, name, project_code, kind, end_on, state) values (${code}, ${code}, ${project}, '能源', ${TODAY} + ${days}::int, ${state})`.execute(
        server.db,
      );
    await contract('OVER', mine, -3);
    await contract('SOON', mine, 90);
    await contract('LATER', mine, 91);
    await contract('ENDED', mine, 5, 'ended');
    await contract('FOREIGN', foreign, 5);
    expect(named(await ask({ kind: '合同' }, operator))).toEqual(['合同 OVER -3', '合同 SOON 90']);
    expect((await ask({ kind: '合同', PageSize: 1 }, operator)).data.total).toBe(2);
    expect((await ask({ kind: '别的' }, operator)).errors[0]?.path).toBe('kind');
  });

  it('is told of one’s own papers and of the people whom one manages, the newest of a kind', async () => {
    const paper = (userId: string, no: string, days: number) =>
      sql`insert into b_certificate (holder, kind, cert_no, valid_to, state, source_module, source_id, source_effect)
        values (${userId}, '电工证', ${no}, ${TODAY} + ${days}::int, '有效', 'userEntry', 1, 'userEntry.certificates')`.execute(
        server.db,
      );
    const other = await server.client.signIn('operator2');
    await paper(operator.userId, 'A1', -10);
    await paper(operator.userId, 'A2', 20);
    await paper(other.userId, 'B1', 30);
    expect(rowsOf(await ask({ kind: '证件' }, operator)).map((row) => row.days)).toEqual([20]);
    expect(rowsOf(await ask({ kind: '证件' }, hr)).map((row) => row.days)).toEqual([20, 30]);
  });
});
