import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NOTICE, noticeValues } from '../../engine/testing/notice.ts';
import type { Held, Reply } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { Walk } from '../../testing/walk.ts';

interface Line {
  readonly key: string;
  readonly kind: string;
  readonly title: string;
  readonly alone: boolean;
  readonly suggested: boolean;
  readonly act: string;
  readonly problem: string | null;
}

let server: TestServer;
let admin: Held;
let operator: Held;
/** Who leaves, and who takes over. */
let leaver: Held;
let taker: Held;
/** A notice that waits for the leaver, and a loan of theirs that came back. */
let notice = '';
let loan = '';

const post = (path: string, body: object, as: Held, headers: Record<string, string> = {}): Promise<Reply> =>
  server.client.json(path, body, as, headers);
const preview = async (more: object = {}, as: Held = admin): Promise<readonly Line[]> => {
  const answer = await post('/bpmapi/Handover/Preview', { userId: leaver.userId, ...more }, as);
  expect([answer.message, answer.errors]).toEqual(['', []]);
  return answer.data['lines'] as Line[];
};
const save = (more: object, headers: Record<string, string> = {}): Promise<Reply> =>
  post('/bpmapi/Handover/Save', { userId: leaver.userId, ...more }, admin, headers);
const one = async <T>(text: ReturnType<typeof sql<T>>): Promise<T | undefined> =>
  (await text.execute(server.db)).rows[0];

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.client.signIn('admin');
  operator = await server.client.signIn('operator');
  leaver = await server.client.signIn('projectManager');
  taker = await server.client.signIn('projectManager3');

  const walk = new Walk(server, 'constructionNotice');
  notice = await walk.draft('operator', noticeValues({ schemeFiles: [await walk.file('operator')] }));
  expect((await walk.submit('operator', notice)).message).toBe('');

  const loans = new Walk(server, 'borrowing');
  const dept = await one(sql<{ dept: string }>`select dept_id as dept from app_user where id = ${leaver.userId}`);
  const day = (ahead: number) => new Date(Date.now() + (ahead * 24 + 8) * 3_600_000).toISOString().slice(0, 10);
  loan = await loans.draft('projectManager', {
    dept: dept?.dept,
    loanAction: '借款',
    borrower: leaver.userId,
    loanKind: '零星采购借款',
    useReason: '备件',
    budgetMonth: day(0).slice(0, 7),
    expectClear: day(90),
    receiveMode: '转账至借款人',
    receiveName: '本人',
    receiveBank: '工商银行',
    receiveNo: '6222',
    uses: [{ useItem: '材料配件', usePlace: '市场', useDate: day(0), useAmount: '10' }],
  });
  expect((await loans.submit('projectManager', loan)).message).toBe('');
  expect((await loans.reject('projectManager', loan)).message).toBe('');
  const soon = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const deputy = await server.client.signIn('engineer2');
  await post('/bpmapi/Delegation/Save', { delegate: deputy.userId, from: soon(0), to: soon(9) }, leaver);
});
afterAll(() => server.close());

describe('what hangs on a person', () => {
  it('is listed, with what nobody else could do', async () => {
    const lines = await preview();
    const of = (kind: string) => lines.filter((line) => line.kind === kind);
    expect(of('task').some((line) => line.title.includes('水处理施工通知'))).toBe(true);
    expect(of('record').find((line) => line.key === `record:borrowing:${loan}`)).toMatchObject({
      alone: true,
      suggested: true,
      act: 'give',
    });
    // Others hold the role as well, so that nothing hangs on this one.
    expect(of('role')).toMatchObject([{ title: '项目经理', alone: false, suggested: false }]);
    expect(of('project').length).toBeGreaterThan(0);
    expect(of('delegation')).toMatchObject([{ act: 'end' }]);
    expect(lines.every((line) => line.problem === null)).toBe(true);
    expect(new Set(lines.map((line) => line.key)).size).toBe(lines.length);
  });

  it('is shown to who manages people only', async () => {
    for (const who of ['operator', 'hr', 'areaManager']) {
      const as = await server.client.signIn(who);
      for (const call of ['Preview', 'Save'])
        expect((await post(`/bpmapi/Handover/${call}`, { userId: leaver.userId, lines: [] }, as)).status).toBe(403);
    }
  });

  it('is tried out without changing anything', async () => {
    const lines = (await preview()).filter((line) => line.suggested).map(({ key }) => ({ key }));
    const before = await one(sql<{ n: string }>`select count(*) as n from audit_log`);
    const tried = await preview({ to: operator.userId, lines });
    const task = tried.find((line) => line.kind === 'task' && line.problem === '不能转办给申请人本人');
    expect(task).toBeDefined();
    expect((await preview({ lines })).find((line) => line.kind === 'project')?.problem).toBe('请选择接手人');
    expect(
      (await preview({ to: leaver.userId, lines })).find((line) => line.kind === 'dept' || line.kind === 'project')
        ?.problem,
    ).toBe('接手人不能是本人');
    expect(await one(sql<{ n: string }>`select count(*) as n from audit_log`)).toEqual(before);
    expect((await preview()).map((line) => line.key)).toEqual(tried.map((line) => line.key));
  });
});

describe('handing over', () => {
  const suggested = async () => (await preview()).filter((line) => line.suggested).map(({ key }) => ({ key }));

  it('is done entirely or not at all', async () => {
    const lines = await suggested();
    const before = await preview();
    const failed = await save({ to: operator.userId, lines, disable: true });
    expect(failed.status).toBe(0);
    expect(failed.errors.some((error) => error.message.endsWith('：不能转办给申请人本人'))).toBe(true);
    expect(failed.errors.every((error) => /^lines\[\d+\]$/.test(error.path))).toBe(true);
    expect((await preview()).map((line) => line.key)).toEqual(before.map((line) => line.key));
    expect((await save({ to: taker.userId, lines: [{ key: 'task:999999' }] })).errors).toEqual([
      { path: 'lines[0]', message: '交接内容已变化，请重新核对' },
    ]);
    // What stays keeps the account in service.
    const some = lines.filter(({ key }) => !key.startsWith('task:'));
    expect((await save({ to: taker.userId, lines: some, disable: true })).message).toMatch(/^该人员还有\d+件待办/);
    expect((await preview()).map((line) => line.key)).toEqual(before.map((line) => line.key));
  });

  it('takes everything along at once, once', async () => {
    const lines = await suggested();
    const key = { 'Idempotency-Key': randomUUID() };
    const order = { to: taker.userId, lines, reason: '离职', disable: true };
    const [first, again] = await Promise.all([save(order, key), save(order, key)]);
    expect([first.message, first.errors]).toEqual(['', []]);
    expect(first.data).toMatchObject({ done: lines.length, left: 0, disabled: true });
    expect(again.data).toEqual(first.data);
    const { rows } = await sql<{ summary: string }>`select summary from audit_log where action = '离职交接'`.execute(
      server.db,
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.summary).toMatch(/待办\d+项.*离职$/);

    const waiting = await sql<{
      who: string;
    }>`select a.principal as who from wf_task_actor a join wf_task t on t.id = a.task_id
      join wf_instance i on i.id = t.instance_id where i.module_id = 'constructionNotice' and i.biz_id = ${notice}`.execute(
      server.db,
    );
    expect(waiting.rows).toEqual([{ who: `u:${taker.userId}` }]);
    const held = await one(sql<{ n: string }>`select count(*) as n from project where manager = ${leaver.userId}`);
    expect(held?.n).toBe('0');
    const running = await one(
      sql<{ n: string }>`select count(*) as n from wf_delegation where owner = ${leaver.userId} and ended_at is null`,
    );
    expect(running?.n).toBe('0');
    expect((await server.client.get(`${NOTICE}/GetInfo`, { BusinessId: notice }, leaver)).http).toBe(401);
  });

  it('makes the successor the applicant, who goes on with the record and checks nothing of it', async () => {
    const walk = new Walk(server, 'borrowing');
    const seen = await walk.info('projectManager3', loan);
    expect(seen.allowedActions).toEqual(expect.arrayContaining(['Submit', 'Edit']));
    expect(seen.record['applicant']).toBe(taker.userId);
    expect((await walk.submit('projectManager3', loan)).message).toBe('');
    const turn = await walk.turn('projectManager3', loan);
    expect(turn?.accounts).not.toContain('projectManager3');
    const broken =
      await sql`select 1 from wf_task_actor a join wf_task t on t.id = a.task_id join wf_instance i on i.id = t.instance_id
      where t.kind = 'approve' and a.principal = 'u:' || i.starter and i.module_id = 'borrowing'`.execute(server.db);
    expect(broken.rows).toEqual([]);
  });

  it('takes the applicant’s own step along with its record, which is both listed', async () => {
    const walk = new Walk(server, 'constructionNotice');
    const id = await walk.draft('operator2', noticeValues({ schemeFiles: [await walk.file('operator2')] }));
    expect((await walk.submit('operator2', id)).message).toBe('');
    await walk.until('operator2', id, '执行反馈', {
      水质工程师审核: { engineerAdvice: '按方案投加', targetIndex: 'pH7.5–9.5' },
      安全员审核: { safetyBriefed: true },
    });
    const [gone, next] = await Promise.all(['operator2', 'operator3'].map((who) => server.client.signIn(who)));
    const of = { userId: gone?.userId, to: next?.userId };
    const all = (await post('/bpmapi/Handover/Preview', of, admin)).data['lines'] as (Line & { BusinessId: string })[];
    const lines = all.filter((line) => line.suggested && line.BusinessId === id).map(({ key }) => ({ key }));
    expect(lines.map(({ key }) => key.split(':')[0])).toEqual(['task', 'record']);
    const done = await post('/bpmapi/Handover/Save', { ...of, lines }, admin);
    expect([done.message, done.errors]).toEqual(['', []]);
    const turn = await walk.turn('operator3', id);
    expect([turn?.step.name, turn?.accounts]).toEqual(['执行反馈', ['operator3']]);
  });

  it('gives nobody a role of their own accord', async () => {
    const other = await server.client.signIn('cashier');
    const [role] = (await post('/bpmapi/Handover/Preview', { userId: other.userId }, admin)).data['lines'] as Line[];
    const to = async (userId: string): Promise<string> =>
      (await post('/bpmapi/Handover/Save', { userId: other.userId, to: userId, lines: [{ key: role?.key }] }, admin))
        .message;
    expect(await to(admin.userId)).toContain('不能修改自己的权限');
    const finance = await server.client.signIn('finance');
    expect(await to(finance.userId)).toContain('收费员与财务审核互斥');
    const held = await one(sql<{ n: string }>`select count(*) as n from user_role where user_id = ${other.userId}`);
    expect(held?.n).toBe('1');
  });
});
