/** Departments in lists: by the organisation of today, and by that of the moment at which a record was filed. */
import { sql } from 'kysely';
import readXlsx from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Held, held, type Reply } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { insertRecord, markRecord } from './store.ts';

let server: TestServer;
let admin: Held;
const API = '/bpmapi/FundBudget';

const post = (path: string, body: object): Promise<Reply> => server.client.post(path, body, admin);
type Row = Record<string, unknown>;
const rowsOf = (reply: Reply): Row[] => (reply.data.rows ?? []) as Row[];

const made = async (name: string): Promise<string> =>
  String(
    (await post('/webapi/Dept/Save', { T_OutSideParentDeptID: 'A6303', T_OutSideDeptName: name })).data.T_OutSideDeptId,
  );

/** A record of a department, filed now; the departments change afterwards. */
const filed = async (dept: string, serial: string): Promise<string> => {
  const module = server.engine.catalog.get('fundBudget');
  if (module === undefined) throw new Error('no module');
  const id = await insertRecord(server.db, module, { dept }, admin.userId, dept);
  await markRecord(server.db, module, id, { status: 'approved', serial });
  await sql`update f_fund_budget set submitted_at = clock_timestamp() where id = ${id}`.execute(server.db);
  return serial;
};

interface Found {
  readonly serials: readonly unknown[];
  readonly total: unknown;
}
const found = async (filter: object): Promise<Found> => {
  const answer = await post(`${API}/Index`, { PageSize: 100, ...filter });
  expect(answer.message).toBe('');
  return {
    serials: rowsOf(answer)
      .map((row) => row.serial)
      .sort(),
    total: answer.data.total,
  };
};
/** What a row's department is called on the page. */
const called = async (serial: string, org: 'now' | 'then'): Promise<unknown> => {
  const { data } = await post(`${API}/Index`, { PageSize: 100, Org: org });
  const row = (data.rows as Row[]).find((one) => one.serial === serial) ?? {};
  const names = row.deptNames as Record<string, string> | undefined;
  const labels = data.labels as Record<string, Record<string, string>>;
  return [names?.dept ?? labels.dept?.[String(row.dept)], labels.applicantDept?.[String(row.applicantDept)]];
};

let first: string;
let second: string;
let other: string;

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.client.signIn('admin');
  [first, second, other] = [await made('往来组'), await made('核算组'), await made('税务组')];
  await filed(first, 'O-1');
  await post('/webapi/Dept/Save', { T_OutSideDeptId: first, T_OutSideDeptName: '结算组' });
  await filed(first, 'O-2');
  await filed(second, 'O-3');
  await filed(other, 'O-4');
});
afterAll(() => server.close());

describe('the department of a record', () => {
  it('is found under what it has become, and under what it was', async () => {
    // Kept totals must not outlive the organisation that they were counted by.
    expect(await found({ dept: second })).toEqual({ serials: ['O-3'], total: 1 });
    await post('/webapi/Dept/Move', { T_OutSideDeptId: first, T_OutSideParentDeptID: second, mode: 'merge' });
    expect(await found({ dept: second })).toEqual({ serials: ['O-1', 'O-2', 'O-3'], total: 3 });
    expect(await found({ dept: second, Org: 'then' })).toEqual({ serials: ['O-3'], total: 1 });
    expect(await found({ dept: first, Org: 'then' })).toEqual({ serials: ['O-1', 'O-2'], total: 2 });
    // Asked for by its old code, today's organisation is meant all the same.
    expect((await found({ dept: first })).total).toBe(3);
    const moved = await post('/webapi/Dept/Move', { T_OutSideDeptId: second, T_OutSideParentDeptID: 'A6310' });
    const now = String(moved.data.T_OutSideDeptId);
    expect((await found({ applicantDept: now })).serials).toEqual(['O-1', 'O-2', 'O-3']);
    expect((await found({ applicantDept: now, Org: 'then' })).serials).toEqual([]);
    expect((await found({ dept: other })).serials).toEqual(['O-4']);
  });

  it('is called as today, or as when the record was filed', async () => {
    expect(await called('O-1', 'now')).toEqual(['核算组', '核算组']);
    expect(await called('O-2', 'now')).toEqual(['核算组', '核算组']);
    expect((await called('O-1', 'then')) as unknown[]).toContain('往来组');
    expect((await called('O-2', 'then')) as unknown[]).toContain('结算组');
    expect((await called('O-3', 'then')) as unknown[]).toContain('核算组');
  });

  it('leaves in a workbook by the same organisation, which the workbook names', async () => {
    const sheets = async (Org: string) => {
      const answer = await fetch(server.client.url + `${API}/Export`, {
        method: 'POST',
        headers: { ...held(admin), 'Content-Type': 'application/json' },
        body: JSON.stringify({ Org, Columns: ['serial', 'dept'] }),
      });
      const [rows, about] = (await readXlsx(Buffer.from(await answer.arrayBuffer()))).map((sheet) => sheet.data);
      return { one: rows?.find((row) => row[0] === 'O-1')?.[1], org: about?.find((row) => row[0] === '组织口径')?.[1] };
    };
    expect(await sheets('then')).toEqual({ one: '往来组', org: '当时组织' });
    expect(await sheets('now')).toEqual({ one: '核算组', org: '现在组织' });
  });

  it('that is closed can be picked where the organisation of then is asked for', async () => {
    const picked = async (extra: object) =>
      rowsOf(await post('/webapi/Reference/Index', { Entity: 'dept', Keyword: '结算组', ...extra })).map(
        (row) => row.label,
      );
    expect(await picked({})).toEqual([]);
    expect(await picked({ Former: 'true' })).toEqual(['结算组（已停用）']);
  });

  it('is asked for by a known organisation only', async () => {
    expect((await post(`${API}/Index`, { Org: 'sometime' })).errors).toEqual([
      { path: 'Org', message: '组织口径只能是 now、then' },
    ]);
  });
});
