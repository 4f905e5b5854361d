import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEMO_PASSWORD, type Held, type Reply } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

let server: TestServer;
let admin: Held;
let operator: Held;
let auditor: Held;
let auditorName: string;

const post = (path: string, body: object, as: Held): Promise<Reply> => server.client.post(path, body, as);
type Row = Record<string, unknown>;
const rowsOf = (reply: Reply): Row[] => (reply.data.rows ?? []) as Row[];
const anomalies = async (body: object = {}): Promise<Row[]> =>
  rowsOf(await post('/webapi/AuditLog/Anomalies', body, admin));

/** Rows as if written by a person at these Chinese times. */
const write = async (
  times: readonly string[],
  row: { readonly userId: string | null; readonly kind: string; readonly action: string; readonly object: string },
  more: { readonly result?: string; readonly ips?: readonly string[] } = {},
): Promise<void> => {
  for (const [index, at] of times.entries())
    await sql`insert into audit_log (at, user_id, kind, action, object, result, ip) values (${`${at}+08:00`}, ${row.userId}, ${row.kind},
      ${row.action}, ${row.object}, ${more.result ?? '成功'}, ${more.ips?.[index] ?? '10.0.0.1'})`.execute(server.db);
};

/** A day within the last month, whenever the test runs. */
const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.client.signIn('admin');
  operator = await server.client.signIn('operator');
  auditor = await server.client.signIn('auditor');
  const profile = await server.client.get('/webapi/UserInfo/UserInfo', {}, auditor);
  auditorName = String(profile.data.UserName);
});
afterAll(() => server.close());

describe('the line of a row', () => {
  it('says what changed, by the form’s labels and names, or the opinion', async () => {
    const changed = (action: string, module: string, before: object | null, after: object) =>
      sql`insert into audit_log (user_id, kind, action, object, object_type, before, after) values (${operator.userId}, '审批', ${action}, 'T-1',
        ${module}, ${JSON.stringify(before)}::jsonb, ${JSON.stringify(after)}::jsonb)`.execute(server.db);
    await changed('驳回', 'fundBudget', null, { opinion: '资料不全' });
    await changed(
      '修改',
      'fundBudget',
      { 'lines[0].applyAmount': '0.00', dept: 'A6303', cutTotal: '1.00' },
      {
        'lines[0].applyAmount': '3000.00',
        dept: 'A6310',
        cutTotal: '2.00',
        financeNote: '核定',
        'lines[0].overContract': 1,
        // Checks that found nothing are no news.
        'lines[1].overContract': 0,
      },
    );
    const rows = rowsOf(await post('/webapi/AuditLog/Index', { object: 'T-1' }, admin));
    expect(rows.find((row) => row.action === '驳回')?.summary).toBe('意见：资料不全');
    const row = rows.find((one) => one.action === '修改');
    const changes = row?.changes as { field: string; before: string | null; after: string | null }[];
    expect(changes.filter((change) => /^[a-z]/i.test(change.field))).toEqual([]);
    expect(changes.find((change) => change.field.includes('第1行'))?.after).toBe('3,000.00');
    expect(changes.find((change) => change.field === '部门')?.before).toBe('财务部');
    expect(changes.map((change) => change.field)).toContain('用款明细 第1行 超合同未付');
    expect(row?.summary).toMatch(/ → .*；等5项$/);
  });

  it('names where a sign-in came from', async () => {
    await server.client.login('operator', DEMO_PASSWORD);
    const row = rowsOf(await post('/webapi/AuditLog/Index', { kind: '登录' }, admin))[0];
    expect(row?.summary).toMatch(/^来自.*127\.0\.0\.1|^来自.*::1/);
  });
});

describe('anomalies', () => {
  const who = () => ({ userId: operator.userId, object: '某处' });

  it('are found where enough comes together, and nowhere else', async () => {
    const at = (date: string, minutes: readonly number[], hour: string) =>
      minutes.map((minute) => `${date} ${hour}:${String(minute).padStart(2, '0')}:00`);
    const exported = { ...who(), kind: '导出', action: '导出' };
    await write(at(day(3), [1, 2, 3], '23'), exported);
    await write(at(day(4), [1, 2], '23'), exported);
    await write(at(day(5), [1, 2, 3, 4, 5], '14'), exported);
    const refused = { ...who(), kind: '拒绝访问', action: '调用' };
    await write(at(day(6), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], '10'), refused, { result: '拒绝' });
    await write(at(day(7), [0, 6, 12, 18, 24, 30, 36, 42, 48, 54], '10'), refused, { result: '拒绝' });
    const signIn = { ...who(), kind: '登录', action: '登录' };
    await write(at(day(8), [0, 30], '09'), signIn, { ips: ['10.0.0.1', '172.16.0.9'] });
    await write(at(day(9), [0, 30], '09'), signIn);
    await write(
      at(day(2), [0, 1, 2, 3, 4], '09'),
      { userId: null, kind: '登录', action: '登录', object: 'ghost' },
      {
        result: '失败',
      },
    );
    const found = await anomalies({ PageSize: 100 });
    const named = found.map((row) => `${String(row.rule)} ${String(row.day)} ${String(row.times)}`).sort();
    expect(named).toEqual(
      [
        `nightExport ${day(3)} 3`,
        `manyRefused ${day(6)} 10`,
        `elsewhere ${day(8)} 1`,
        `manyFailures ${day(2)} 5`,
      ].sort(),
    );
    expect(found.find((row) => row.rule === 'manyFailures')).toMatchObject({ subject: 'ghost', userName: null });
    expect(await anomalies({ user: admin.userId })).toEqual([]);
  });

  it('holds an attempt to change one’s own permissions, even though nothing came of it', async () => {
    await post('/webapi/UserRole/SaveUserRoles', { userId: admin.userId, roles: [] }, admin);
    const found = await anomalies({ user: admin.userId });
    expect(found).toMatchObject([{ rule: 'selfGrant', ruleName: '权限自提', times: 1, handled: false }]);
  });

  it('are handled once, with a note, and open again when more happens', async () => {
    const [row] = await anomalies({ user: admin.userId });
    const mark = { rule: row?.rule, subject: row?.subject, day: row?.day, lastAt: row?.lastAt, note: '已当面核实' };
    expect((await post('/webapi/AuditLog/HandleAnomaly', mark, operator)).status).toBe(403);
    const path = '/webapi/AuditLog/HandleAnomaly';
    expect((await post(path, { ...mark, note: ' ' }, auditor)).errors).toEqual([
      { path: 'note', message: '请填写处理说明' },
    ]);
    expect((await post(path, { ...mark, day: '2020-01-01' }, auditor)).status).toBe(404);
    // Nobody clears themselves.
    expect((await post(path, mark, admin)).message).toBe('不能处理与自己有关的异常，请由其他审计人员处理');
    const answers = await Promise.all([post(path, mark, auditor), post(path, mark, auditor)]);
    expect(answers.map((one) => one.status).sort()).toEqual([1, 409]);
    expect(await anomalies({ user: admin.userId, handled: true })).toMatchObject([
      { handled: true, note: '已当面核实', handledBy: auditorName },
    ]);
    expect((await post('/webapi/AuditLog/Anomalies', { user: admin.userId }, admin)).data.open).toBe(0);
    const trace = rowsOf(await post('/webapi/AuditLog/Index', { object: '权限自提' }, admin));
    expect(trace.map((one) => one.action)).toEqual(['处理审计异常']);

    await post('/webapi/UserRole/SaveUserRoles', { userId: admin.userId, roles: [] }, admin);
    expect(await anomalies({ user: admin.userId })).toMatchObject([{ handled: false, times: 2 }]);
    expect((await post(path, mark, auditor)).message).toBe('该异常又有新的发生，请核对后再处理');
  });
});
