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
  await sql`update device set warranty_end = null, next_test_date = null, verify_due = null`.execute(server.db);
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
    expect(rowsOf(await ask({ kind: '证书' }, operator)).map((row) => row.days)).toEqual([20]);
    expect(rowsOf(await ask({ kind: '证书' }, hr)).map((row) => row.days)).toEqual([20, 30]);
  });

  it('is told of meters to be verified and vessels to be inspected, deposits to be had back and talks about renewal', async () => {
    const { rows } = await sql<{
      id: string;
      code: string;
      project: string;
    }>`update device set verify_due = ${TODAY} + 7,
      outer_inspect = ${TODAY} - 1 where id = (select m.device_id from meter m join device d on d.id = m.device_id
        join user_project up on up.project_code = d.project_code and up.user_id = ${operator.userId} order by m.device_id limit 1)
      returning id::text as id, code, project_code as project`.execute(server.db);
    const { code = '', project = '' } = rows[0] ?? {};
    const [meter] = rowsOf(await ask({ kind: '仪表检定' }, operator));
    expect(meter).toMatchObject({ days: 7, project: expect.any(String) });
    expect(rowsOf(await ask({ kind: '特种设备检验' }, operator)).map((row) => [row.days, row.name])).toEqual([
      [-1, expect.stringContaining(' 外部检验')],
    ]);
    // Narrowed to it, for who holds the page.
    const [seen] = rowsOf(await ask({ kind: '仪表检定' }, await server.client.signIn('admin')));
    const [page, query] = String(seen?.path).split('?');
    expect(page).toBe('/operationContent/deviceManage/projectDeviceSet');
    expect(Object.fromEntries(new URLSearchParams(query))).toEqual({
      ProjectCode: project,
      tab: 'meters',
      Keyword: code,
    });
    expect(rowsOf(await ask({ kind: '仪表检定' }, hr))[0]).toMatchObject({ name: meter?.name, path: null });
    await sql`insert into b_deposit_receivable (source_module, source_id, source_effect, kind, project, counterpart, amount, due_on, returned, keeper)
      select 'otherSource', n, 'otherSource.deposit', '押金', ${project}, '甲方' || n, 100, ${TODAY} + 3, case n when 1 then 40 else 100 end, ${operator.userId}
      from generate_series(1, 2) n`.execute(server.db);
    expect(named(await ask({ kind: '押金' }, operator))).toEqual(['押金 押金 甲方1 3']);
    await sql`with r as (insert into f_renewal_tracking (status, serial, applicant, applicant_dept, project)
        select 'running', 'XQ-1', u.id, u.dept_id, ${project} from app_user u where u.id = ${operator.userId} returning id)
      insert into f_renewal_tracking_tracks (parent_id, row_no, next_date) select r.id, n, ${TODAY} + n from r, generate_series(1, 2) n`.execute(
      server.db,
    );
    expect(rowsOf(await ask({ kind: '续签跟踪' }, operator)).map((row) => row.days)).toEqual([2]);
  });
});
