/** Every kind of broken approval is made by hand, found, mended, and goes on. Breaking takes the database's own guards away for a moment. */
import { MODULES } from '@hengneng/core';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { StuckKind, StuckRow } from '@hengneng/contracts';
import type { Held, Reply } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { verifyLog } from '../approval/index.ts';
import { NOTICE, postNotice } from '../testing/notice.ts';

const ProcedureId = MODULES.constructionNotice.procedureId;
let server: TestServer;
let operator: Held;
let manager: Held;
let admin: Held;
/** A notice that waits for its project manager. */
let id: string;

const index = async (deep = false): Promise<readonly StuckRow[]> =>
  (await server.client.post('/bpmapi/Stuck/Index', { deep }, admin)).data['rows'] as StuckRow[];
const found = async (kind: StuckKind, deep = false): Promise<StuckRow | undefined> =>
  (await index(deep)).find((row) => row.kind === kind && row.BusinessId === id);
const mend = async (kind: StuckKind, more: object = {}): Promise<Reply> => {
  const row = await found(kind);
  if (row === undefined) throw new Error(`no ${kind}`);
  return server.client.post('/bpmapi/Stuck/Repair', { kind, key: row.key, reason: '检查发现', ...more }, admin);
};
const run = (query: RawBuilder<unknown>): Promise<unknown> => query.execute(server.db);
const waits = async (as: Held): Promise<boolean> => {
  const rows = (await server.client.post('/bpmapi/NodeRecord/GetWaitList', { PageSize: 100 }, as)).data['rows'];
  return (rows as { BusinessId: string }[]).some((row) => row.BusinessId === id);
};
const ofNotice = () =>
  sql`(select id from wf_instance where module_id = 'constructionNotice' and biz_id = ${id}::bigint)`;
const task = () => sql`instance_id = ${ofNotice()} and state = 'open'`;
const lastAudit = async (): Promise<string> => {
  const { rows } = await sql<{ action: string }>`select action from audit_log where object_type = 'constructionNotice'
    and object_id = ${id} order by id desc limit 1`.execute(server.db);
  return rows[0]?.action ?? '';
};
const intact = async (): Promise<boolean> => {
  const { rows } = await sql<{ id: string }>`select id::text from wf_instance where module_id = 'constructionNotice'
    and biz_id = ${id}::bigint`.execute(server.db);
  return (await verifyLog(server.db, rows[0]?.id ?? '')).ok;
};

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.client.signIn('admin');
  operator = await server.client.signIn('operator');
  manager = await server.client.signIn('projectManager');
});
afterAll(() => server.close());
beforeEach(async () => {
  id = await postNotice(server.client, operator);
});

describe('approvals that are well', () => {
  it('are not listed, and only who may look at the page may ask', async () => {
    expect((await index(true)).filter((row) => row.BusinessId === id)).toEqual([]);
    for (const path of ['Index', 'Repair'])
      expect((await server.client.post(`/bpmapi/Stuck/${path}`, {}, manager)).status).toBe(403);
  });
});

describe('a record on its way that nobody has', () => {
  it('is given to who is responsible for its step now, with a row in its log', async () => {
    await run(sql`update wf_task set state = 'cancelled' where ${task()}`);
    await run(
      sql`delete from wf_task_actor where task_id in (select id from wf_task where instance_id = ${ofNotice()})`,
    );
    expect(await found('noTask')).toMatchObject({ step: '项目经理审核', ProcedureId });
    const mended = await mend('noTask');
    expect(mended.message).toBe('');
    expect(mended).toMatchObject({ status: 1, data: { done: '已重新分派处理人' } });
    expect(await waits(manager)).toBe(true);
    expect(await found('noTask')).toBeUndefined();
    expect(await lastAudit()).toBe('修复流程');
    expect(await intact()).toBe(true);
    const { NodeRecordId, FormVersion } = (await server.client.get(`${NOTICE}/GetInfo`, { BusinessId: id }, manager))
      .data;
    expect((await server.client.post(`${NOTICE}/Approve`, { NodeRecordId, FormVersion }, manager)).status).toBe(1);
  });

  it('goes back to its applicant where it was returned to them', async () => {
    const { NodeRecordId, FormVersion } = (await server.client.get(`${NOTICE}/GetInfo`, { BusinessId: id }, manager))
      .data;
    const back = { NodeRecordId, FormVersion, To: 'starter', Opinion: '补充方案' };
    expect((await server.client.post(`${NOTICE}/Reject`, back, manager)).status).toBe(1);
    await run(sql`update wf_task set state = 'cancelled' where ${task()}`);
    expect((await mend('noTask')).status).toBe(1);
    expect(await waits(operator)).toBe(true);
  });

  it('is given out anew also where its to-dos are gone altogether', async () => {
    await run(sql`delete from wf_task where ${task()}`);
    // Whoever follows the link still sees the record.
    expect((await server.client.get(`${NOTICE}/GetInfo`, { BusinessId: id }, admin)).status).toBe(1);
    const mended = await mend('noTask');
    expect(mended.message).toBe('');
    expect(mended.status).toBe(1);
    expect(await waits(manager)).toBe(true);
    expect(await intact()).toBe(true);
  });

  it('is mended once, however many press', async () => {
    await run(sql`update wf_task set state = 'cancelled' where ${task()}`);
    const answers = await Promise.all([mend('noTask'), mend('noTask')]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([0, 1]);
    expect(answers.map((answer) => answer.message)).toContain('该问题已不存在，请刷新');
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from wf_task where ${task()}`.execute(
      server.db,
    );
    expect(rows[0]?.n).toBe(1);
  });
});

describe('a to-do', () => {
  it('of people who left is handed to somebody, who is named', async () => {
    const { rows } = await sql<{
      people: string[];
    }>`select candidates::text[] as people from wf_task where ${task()}`.execute(server.db);
    const people = rows[0]?.people ?? [];
    await run(sql`update app_user set state = 'disabled' where id = any(${people}::bigint[])`);
    try {
      expect((await found('nobody'))?.note).toMatch(/^处理人：/);
      expect((await mend('nobody')).errors).toEqual([{ path: 'UserId', message: '请选择接手人' }]);
      const deputy = await server.client.signIn('projectManager2');
      expect(await mend('nobody', { UserId: deputy.userId })).toMatchObject({ status: 1, message: '' });
      expect(await waits(deputy)).toBe(true);
      const audited = await sql<{ after: Record<string, unknown> }>`select after from audit_log where action = '移交'
        and object_id = ${id} order by id desc limit 1`.execute(server.db);
      expect(audited.rows[0]?.after).toMatchObject({ 处理人: '邓清源' });
      expect(await intact()).toBe(true);
    } finally {
      await run(sql`update app_user set state = 'active' where id = any(${people}::bigint[])`);
    }
  });

  it('that is in nobody’s list comes back to it', async () => {
    await run(sql`delete from wf_task_actor where task_id in (select id from wf_task where ${task()})`);
    expect(await waits(manager)).toBe(false);
    expect((await mend('unseen')).status).toBe(1);
    expect(await waits(manager)).toBe(true);
  });

  it('of a record that is decided goes', async () => {
    await run(sql`update wf_instance set status = 'approved', finished_at = now() where id = ${ofNotice()}`);
    expect((await found('leftOver'))?.note).toMatch(/的待办中$/);
    expect((await mend('leftOver')).status).toBe(1);
    expect(await waits(manager)).toBe(false);
  });

  it('that has waited for weeks can be given to somebody else', async () => {
    expect(await found('late')).toBeUndefined();
    await run(sql`update wf_task set due_at = now() - interval '8 days' where ${task()}`);
    const deputy = await server.client.signIn('projectManager2');
    expect((await mend('late', { UserId: deputy.userId })).status).toBe(1);
    expect([await waits(manager), await waits(deputy)]).toEqual([false, true]);
  });
});

it('a record that says something else than its approval is set right', async () => {
  await run(sql`update f_construction_notice set status = 'approved' where id = ${id}`);
  expect((await found('status'))?.note).toBe('单据为「已通过」，流程为「审批中」');
  expect((await mend('status')).status).toBe(1);
  expect((await server.client.get(`${NOTICE}/GetInfo`, { BusinessId: id }, manager)).data['Status']).toBe('running');
});

it('a log that was written over is shown and kept as it is', async () => {
  await run(sql`alter table wf_action disable trigger user`);
  await run(sql`update wf_action set opinion = '同意' where instance_id = ${ofNotice()}`);
  await run(sql`alter table wf_action enable trigger user`);
  expect(await found('log')).toBeUndefined();
  const row = await found('log', true);
  expect(row?.note).toBe('第1条记录起与哈希链不符，可能被改动');
  const answer = await server.client.post('/bpmapi/Stuck/Repair', { kind: 'log', key: row?.key, reason: '查' }, admin);
  expect(answer.message).toBe('审批记录被改动不能自动修复，请导出审计日志查证');
});
