import { randomUUID } from 'node:crypto';
import { MODULES } from '@hengneng/core';
import { type FormRecord, rowsOf as rowsOfTable } from '@hengneng/form-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Held, type Reply, still } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { NOTICE, noticeValues } from '../testing/notice.ts';

const PROCEDURE = MODULES.constructionNotice.procedureId;
let server: TestServer;
let operator: Held;
let manager: Held;

const post = (path: string, body: object, session: Held | null, headers: Record<string, string> = {}): Promise<Reply> =>
  server.client.post(`/bpmapi/${path}`, body, session, headers);
const form = (name: string, body: object, session: Held, headers: Record<string, string> = {}): Promise<Reply> =>
  server.client.post(`${NOTICE}/${name}`, body, session, headers);
const info = async (id: unknown, session: Held): Promise<Reply> =>
  server.client.get(`${NOTICE}/GetInfo`, { BusinessId: id }, session);
const rowsOf = (reply: Reply): readonly Record<string, unknown>[] => reply.data['rows'] as Record<string, unknown>[];

/** A notice of the operator, submitted. @returns its BusinessId */
const submitted = async (more: Readonly<Record<string, unknown>> = {}): Promise<string> => {
  const pdf = new TextEncoder().encode('%PDF-1.4\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n');
  const file = await server.client.upload('/bpmapi/ServiceResource/Upload', '方案.pdf', pdf, operator);
  const draft = await form('Draft', noticeValues({ schemeFiles: [file.data], ...more }), operator);
  expect(draft.errors).toEqual([]);
  const sent = await form('Submit', draft.data, operator);
  expect([sent.status, sent.message, sent.errors]).toEqual([1, '', []]);
  return String(draft.data['BusinessId']);
};

beforeAll(async () => {
  server = await startTestServer();
  operator = await server.client.signIn('operator');
  manager = await server.client.signIn('projectManager');
});
afterAll(() => server.close());

describe('to-dos over HTTP', () => {
  it('appear with their numbers and are handled once whatever is pressed', async () => {
    const count = async () => Number((await post('NodeRecord/UserExamineNumber', {}, manager)).data['total']);
    const before = await count();
    const id = await submitted();
    expect(await count()).toBe(before + 1);
    const [row] = rowsOf(await post('NodeRecord/GetWaitList', { ProcedureId: PROCEDURE, PageSize: 1 }, manager));
    expect(row).toMatchObject({ BusinessId: id, ProcedureId: PROCEDURE, step: '项目经理审核', Status: 'running' });

    const task = { NodeRecordId: row?.['NodeRecordId'], FormVersion: (await info(id, manager)).data['FormVersion'] };
    const key = { 'Idempotency-Key': randomUUID() };
    const [first, again] = await Promise.all([
      form('Approve', task, manager, key),
      form('Approve', task, manager, key),
    ]);
    expect(first).toMatchObject({ status: 1, data: { Status: 'running' } });
    expect(still(again.data)).toEqual(still(first.data));
    expect(await form('Approve', { ...task, Opinion: '不同' }, manager, key)).toMatchObject({ status: 409 });
    const late = await form('Approve', task, manager);
    expect(late.status).toBe(409);
    expect(late.message).toMatch(/^已由您于\d\d:\d\d处理$/);

    const history = await post('NodeRecord/GetHistoryList', { ProcedureId: PROCEDURE }, manager);
    expect(rowsOf(history).filter((one) => one['BusinessId'] === id)).toHaveLength(1);
    const mine = await post('NodeRecord/GetMyList', { ProcedureId: PROCEDURE, Status: ['running'] }, operator);
    expect(rowsOf(mine)[0]).toMatchObject({ BusinessId: id, currentStep: '水质工程师审核' });
  });

  it('go back in one command and come again with the difference told', async () => {
    const id = await submitted();
    const seen = (await info(id, manager)).data;
    const task = { NodeRecordId: seen['NodeRecordId'], FormVersion: seen['FormVersion'] };
    expect(await form('Reject', { ...task, To: 'starter', Resume: 'replay', Opinion: '' }, manager)).toMatchObject({
      status: 0,
    });
    const back = await form('Reject', { ...task, To: 'starter', Resume: 'replay', Opinion: '请改负责人' }, manager);
    expect(back.data).toMatchObject({ Status: 'returned' });
    const told = await post('NodeRecord/GetFirstNotice', { Top: 5 }, operator);
    expect(rowsOf(told)[0]).toMatchObject({ label: '退回', BusinessId: id });

    const changed = await form(
      'Draft',
      { BusinessId: id, FormVersion: seen['FormVersion'], siteLeader: '王五' },
      operator,
    );
    expect(await form('Submit', changed.data, operator)).toMatchObject({ status: 1 });
    const again = (await info(id, manager)).data;
    const stale = await form(
      'Approve',
      { NodeRecordId: again['NodeRecordId'], FormVersion: seen['FormVersion'] },
      manager,
    );
    expect(stale).toMatchObject({ status: 409, message: '申请内容已变化，请核对后再处理' });
    expect(stale.data['changes']).toEqual([
      expect.objectContaining({ path: 'siteLeader', before: '李四', after: '王五' }),
    ]);
  });

  it('show what stood there when it was sent back as the record itself is shown: nobody is told of a change that was none', async () => {
    const worker = {
      workerName: '赵六',
      trade: '水处理工',
      insured: 'true',
      workerIdCard: '110101199003074477',
    };
    const id = await submitted({ workers: [worker] });
    const { NodeRecordId, FormVersion } = (await info(id, manager)).data;
    const back = { NodeRecordId, FormVersion, To: 'starter', Resume: 'replay', Opinion: '请核对' };
    expect(await form('Reject', back, manager)).toMatchObject({ status: 1 });
    for (const [session, shown] of [
      [operator, worker.workerIdCard],
      [await server.client.signIn('areaManager'), null],
    ] as const) {
      const { snapshot } = (await post('NodeRecord/GetNodeRecord', { NodeRecordId }, session)).data as {
        snapshot: FormRecord;
      };
      const { record } = (await info(id, session)).data as { record: FormRecord };
      expect(rowsOfTable(record, 'workers').map((row) => row['workerIdCard'] ?? null)).toEqual([shown]);
      expect(rowsOfTable(snapshot, 'workers').map((row) => row['workerIdCard'] ?? null)).toEqual([shown]);
    }
  });

  it('are agreed to in a batch only where nothing has to be looked at, whoever asks', async () => {
    const id = await submitted();
    const taskOf = async (session: Held) => {
      const { NodeRecordId, FormVersion } = (await info(id, session)).data;
      return { NodeRecordId, FormVersion, Batch: true };
    };
    expect(await form('Approve', await taskOf(manager), manager)).toMatchObject({ status: 1 });
    const engineer = await server.client.signIn('waterEngineer');
    expect(await form('Approve', await taskOf(engineer), engineer)).toMatchObject({
      status: 0,
      message: '该单需填写处理内容，请单独处理',
    });
  });

  it('show steps and log to those concerned, count prints, and keep strangers out', async () => {
    const id = await submitted();
    const record = { ProcedureId: PROCEDURE, BusinessId: id };
    const list = await post('NodeRecord/GetList', record, manager);
    const steps = list.data['steps'] as Record<string, unknown>[];
    expect(steps.map((step) => [step['key'], step['state']]).slice(0, 3)).toEqual([
      ['start', 'done'],
      ['s1', 'active'],
      ['s2', 'future'],
    ]);
    // The step before the active one names its handler: the page lets exactly them write.
    expect(steps[0]?.['NextHandlerUserId']).toBe(manager.userId);
    expect(steps.every((step) => step['why'] !== '')).toBe(true);
    expect((await post('NodeRecord/EditPrintNumber', record, operator)).data).toMatchObject({ copy: 1 });
    expect((await post('NodeRecord/EditPrintNumber', record, manager)).data).toMatchObject({ copy: 2 });
    const stranger = await server.client.signIn('serviceProvider');
    expect((await post('NodeRecord/GetList', record, stranger)).status).toBe(403);
    expect((await post('NodeRecord/GetList', { ...record, BusinessId: '999999' }, manager)).status).toBe(404);
    expect(await post('NodeRecord/GetWaitList', {}, null)).toMatchObject({ http: 401, reLogin: true });
    expect((await post('NodeRecord/GetWaitList', { PageIndex: 'x' }, manager)).errors).toEqual([
      { path: 'PageIndex', message: '页码必须是数字' },
    ]);
  });

  it('are withdrawn while nobody has handled them, then sent again', async () => {
    const id = await submitted();
    expect(await form('Withdraw', { BusinessId: id }, manager)).toMatchObject({ status: 403 });
    expect((await form('Withdraw', { BusinessId: id }, operator)).data).toMatchObject({ Status: 'withdrawn' });
    const now = (await info(id, operator)).data;
    expect(now['allowedActions']).toEqual(expect.arrayContaining(['Submit', 'Edit']));
    const sent = await form('Submit', { BusinessId: id, FormVersion: now['FormVersion'] }, operator);
    expect(sent.data).toMatchObject({
      Status: 'running',
      serial: (now['record'] as Record<string, unknown>)['serial'],
    });
    const task = (await info(id, manager)).data;
    await form('Approve', { NodeRecordId: task['NodeRecordId'], FormVersion: task['FormVersion'] }, manager);
    const late = await form('Withdraw', { BusinessId: id }, operator);
    expect(late.status).toBe(0);
    expect(late.message).toMatch(/^已由.+处理，不能撤回$/);
  });

  it('are passed to signers, to a delegate and back, by who may and nobody else', async () => {
    const id = await submitted();
    const other = await server.client.signIn('areaManager');
    const stranger = await server.client.signIn('serviceProvider');
    const seen = (await info(id, manager)).data;
    const task = { NodeRecordId: seen['NodeRecordId'], Opinion: '请把关' };
    expect(seen['allowedActions']).toEqual(expect.arrayContaining(['AddSign', 'Delegate', 'Transfer']));
    const waiting = async (session: Held) =>
      rowsOf(await post('NodeRecord/GetWaitList', { ProcedureId: PROCEDURE, PageSize: 50 }, session)).find(
        (row) => row['BusinessId'] === id,
      );
    expect(await waiting(manager)).toMatchObject({ taskKind: 'approve', actions: ['Transfer', 'AddSign', 'Delegate'] });

    const sign = { ...task, UserIds: [other.userId], Where: 'before' };
    expect(await form('AddSign', sign, stranger)).toMatchObject({ status: 403 });
    expect((await form('AddSign', { ...sign, UserIds: [] }, manager)).message).toBe('请选择加签人');
    expect((await form('AddSign', { ...sign, Opinion: '' }, manager)).errors).toEqual([
      { path: 'Opinion', message: '请填写加签原因' },
    ]);
    const key = { 'Idempotency-Key': randomUUID() };
    const [first, again] = await Promise.all([
      form('AddSign', sign, manager, key),
      form('AddSign', sign, manager, key),
    ]);
    expect(first).toMatchObject({ status: 1, data: { Status: 'running' } });
    expect(still(again.data)).toEqual(still(first.data));
    expect(await waiting(manager)).toBeUndefined();
    expect(await waiting(other)).toMatchObject({ taskKind: 'sign', why: expect.stringContaining('前加签：请把关') });

    // A signer fills in nothing: the step's section stays with its handler.
    const signer = (await info(id, other)).data;
    expect(signer).toMatchObject({ taskKind: 'sign', stepKey: 's1' });
    const removing = { NodeRecordId: signer['NodeRecordId'], UserIds: [other.userId] };
    expect(await form('RemoveSign', removing, stranger)).toMatchObject({ status: 403 });
    expect(await form('RemoveSign', removing, other)).toMatchObject({ status: 403 });
    expect(await form('RemoveSign', removing, manager)).toMatchObject({ status: 1 });
    expect(await waiting(other)).toBeUndefined();

    expect(await form('Delegate', { ...task, UserId: other.userId }, manager)).toMatchObject({ status: 1 });
    const asked = (await info(id, other)).data;
    const reply = { NodeRecordId: asked['NodeRecordId'], FormVersion: asked['FormVersion'] };
    expect(await form('Approve', reply, other)).toMatchObject({ status: 0, message: '请填写意见' });
    expect(await form('Approve', { ...reply, Opinion: '可行' }, other)).toMatchObject({ status: 1 });
    const back = (await info(id, manager)).data;
    expect(back['allowedActions']).toContain('Approve');
    expect(back['NodeRecordId']).toBe(seen['NodeRecordId']);

    const agree = { NodeRecordId: back['NodeRecordId'], FormVersion: back['FormVersion'] };
    expect(await form('Approve', agree, manager)).toMatchObject({ status: 1 });
    const after = (await info(id, manager)).data;
    expect(after['takeBackId']).toBe(back['NodeRecordId']);
    expect(await form('TakeBack', { NodeRecordId: after['takeBackId'] }, other)).toMatchObject({ status: 403 });
    expect(await form('TakeBack', { NodeRecordId: after['takeBackId'] }, manager)).toMatchObject({ status: 1 });
    expect((await waiting(manager))?.['stepKey']).toBe('s1');
    const log = await post('NodeRecord/GetList', { ProcedureId: PROCEDURE, BusinessId: id }, manager);
    const labels = (log.data['actions'] as Record<string, unknown>[]).map((row) => row['label']);
    expect(labels).toEqual(['提交', '加签', '减签', '委派', '回复意见', '同意', '拿回']);
  });
});
