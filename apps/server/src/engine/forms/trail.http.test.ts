/** Whatever is done to a record is in the audit log: one row for each act, whose it was, and nothing of an act that was refused. */
import { MODULES } from '@hengneng/core';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Reply } from '../../testing/client.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { Walk } from '../../testing/walk.ts';
import { noticeValues } from '../testing/notice.ts';

const { procedureId } = MODULES.constructionNotice;
const ACCOUNTS = [
  'operator',
  'projectManager',
  'waterEngineer',
  'waterEngineer2',
  'safetyOfficer',
  'engineer',
  'generalManager',
  'admin',
] as const;
let server: TestServer;
let walk: Walk;
let last = '0';

beforeAll(async () => {
  server = await startTestServer();
  walk = new Walk(server, 'constructionNotice');
  // Signing in is in the log, too: done before anything is looked at.
  for (const account of ACCOUNTS) await walk.as(account);
});
afterAll(() => server.close());

/** What the log has been told since it was last looked at, as `account kind action`; of a record, which one. */
const told = async (id?: string): Promise<readonly string[]> => {
  const { rows } = await sql<{ id: string; line: string; object: string | null }>`
    select a.id::text, u.account || ' ' || a.kind || ' ' || a.action as line, a.object_type || ' ' || a.object_id as object
      from audit_log a join app_user u on u.id = a.user_id where a.id > ${last} order by a.id`.execute(server.db);
  last = rows.at(-1)?.id ?? last;
  if (id !== undefined) expect(new Set(rows.map((row) => row.object))).toEqual(new Set([`constructionNotice ${id}`]));
  return rows.map((row) => row.line);
};
beforeEach(async () => void (await told()));

const done = async (answer: Promise<Reply>, ok = 1): Promise<Reply> => {
  const reply = await answer;
  expect([reply.message, reply.errors, reply.status]).toEqual(['', [], ok]);
  return reply;
};
const draft = async (): Promise<string> =>
  walk.draft('operator', noticeValues({ schemeFiles: [await walk.file('operator')] }));
const submitted = async (): Promise<string> => {
  const id = await draft();
  await done(walk.submit('operator', id));
  await told();
  return id;
};
/** A command on the to-do that waits for the person. */
const onTask = async (who: string, id: string, action: string, more: object = {}): Promise<Reply> => {
  const { NodeRecordId, FormVersion } = await walk.info(who, id);
  return walk.post(who, action, { NodeRecordId, FormVersion, Opinion: '见说明', ...more });
};
const call = async (who: string, path: string, body: object): Promise<Reply> =>
  server.client.post(`/bpmapi/${path}`, body, await walk.as(who));

describe('the audit log of a record', () => {
  it('tells of its making, changing, sending, agreeing and being printed', async () => {
    const id = await draft();
    expect(await told(id)).toEqual(['operator 单据 新建草稿']);
    await done(walk.post('operator', 'Draft', { BusinessId: id, FormVersion: 1, siteLeader: '王五' }));
    const { rows } = await sql<{ before: unknown; after: unknown }>`select before, after from audit_log
      where object_id = ${id} and action = '修改'`.execute(server.db);
    expect(rows).toEqual([{ before: { siteLeader: '李四' }, after: { siteLeader: '王五' } }]);
    await done(walk.submit('operator', id));
    expect(await told(id)).toEqual(['operator 单据 修改', 'operator 审批 提交']);
    await done(onTask('projectManager', id, 'Approve'));
    expect(await told(id)).toEqual(['projectManager 审批 同意：项目经理审核']);
    await done(call('operator', 'NodeRecord/EditPrintNumber', { ProcedureId: procedureId, BusinessId: [id] }));
    expect(await told(id)).toEqual(['operator 单据 打印']);
    const { NodeRecordId } = await walk.info('waterEngineer', id);
    await done(call('waterEngineer', 'NodeRecord/GetNodeRecord', { NodeRecordId, Claim: true }));
    expect(await told(id)).toEqual(['waterEngineer 单据 认领']);
    await done(walk.post('operator', 'Urge', { BusinessId: id }));
    await done(walk.post('operator', 'Cc', { BusinessId: id, UserIds: [(await walk.as('admin')).userId] }));
    expect(await told(id)).toEqual(['operator 审批 催办', 'operator 审批 抄送']);
  });

  it('tells of being sent back, sent again, withdrawn, ended and voided', async () => {
    const id = await submitted();
    await done(onTask('projectManager', id, 'Reject', { To: 'starter', Resume: 'replay' }));
    await done(walk.submit('operator', id));
    await done(walk.post('operator', 'Withdraw', { BusinessId: id }));
    await done(walk.submit('operator', id));
    await done(onTask('projectManager', id, 'Reject', { To: 'end', Resume: 'replay' }));
    expect(await told(id)).toEqual([
      'projectManager 审批 驳回',
      'operator 审批 重新提交',
      'operator 审批 撤回',
      'operator 审批 提交',
      'projectManager 审批 否决',
    ]);
    const approved = await submitted();
    await walk.until('operator', approved, null, {
      水质工程师审核: { engineerAdvice: '按方案投加', targetIndex: 'pH7.5–9.5' },
      安全员审核: { safetyBriefed: true },
      执行反馈: async (who) => ({
        actualStart: '2097-03-01 08:10',
        actualFinish: '2097-03-01 16:00',
        workResult: '达标',
        finishPhotos: [await walk.file(who)],
      }),
    });
    await told(approved);
    await done(walk.post('generalManager', 'Cancel', { BusinessId: approved, Opinion: '重复' }));
    expect(await told(approved)).toEqual(['generalManager 审批 作废']);
  });

  it('tells of others who were brought in, taken out and asked instead', async () => {
    const id = await submitted();
    const engineer = (await walk.as('waterEngineer')).userId;
    const other = (await walk.as('waterEngineer2')).userId;
    const added = await walk.info('projectManager', id);
    await done(onTask('projectManager', id, 'AddSign', { UserIds: [engineer, other], Where: 'before', Mode: 'all' }));
    const taskId = { NodeRecordId: added.NodeRecordId, Opinion: '不必了' };
    await done(walk.post('projectManager', 'RemoveSign', { ...taskId, UserIds: [other] }));
    await done(onTask('waterEngineer', id, 'Approve'));
    await done(onTask('projectManager', id, 'Delegate', { UserId: other }));
    await done(onTask('waterEngineer2', id, 'Approve'));
    await done(onTask('projectManager', id, 'Transfer', { UserId: (await walk.as('engineer')).userId }));
    const agreed = await walk.info('engineer', id);
    await done(onTask('engineer', id, 'Approve'));
    await done(walk.post('engineer', 'TakeBack', { NodeRecordId: agreed.NodeRecordId, Opinion: '看漏了' }));
    expect(await told(id)).toEqual([
      'projectManager 审批 加签',
      'projectManager 审批 减签',
      'waterEngineer 审批 加签同意：项目经理审核',
      'projectManager 审批 委派',
      'waterEngineer2 审批 回复意见：项目经理审核',
      'projectManager 审批 转办',
      'engineer 审批 同意：项目经理审核',
      'engineer 审批 拿回',
    ]);
    // On the record's own page each of these says about whom.
    const log = await call('operator', 'NodeRecord/GetList', { ProcedureId: procedureId, BusinessId: id });
    const acts = log.data['actions'] as readonly { readonly label: string; readonly to: readonly string[] }[];
    expect(acts.flatMap(({ label, to }) => (to.length > 0 ? [[label, ...to]] : []))).toEqual([
      ['加签', '孟法正', '白宇航'],
      ['减签', '白宇航'],
      ['委派', '白宇航'],
      ['转办', '金子轩'],
    ]);
  });

  it('tells of files that come and go, also where all are put there anew', async () => {
    const id = await draft();
    const [first, second] = [await walk.file('operator'), await walk.file('operator')];
    await told();
    const about = { BusinessType: String(procedureId), BusinessId: id };
    const save = (action: string, body: object) => call('operator', `ServiceResource/${action}`, body);
    await done(save('EditServiceResource', { ServiceResourceList: [{ ...about, ...first }] }), 0);
    const replaced = await done(save('EditBatch', { ServiceResourceList: [{ ...about, ...second }] }), 0);
    const [left] = replaced.data as unknown as readonly { readonly Id: string }[];
    await done(save('EditServiceResource', { Id: left?.Id }), 0);
    expect(await told(id)).toEqual([
      'operator 单据 添加附件',
      'operator 单据 删除附件',
      'operator 单据 添加附件',
      'operator 单据 删除附件',
    ]);
  });

  it('tells of a draft that was deleted, and of to-dos that were handed over for somebody', async () => {
    const id = await draft();
    await told();
    await done(call('operator', 'NodeRecord/DelMyList', { ProcedureId: procedureId, BusinessId: [id] }));
    expect(await told(id)).toEqual(['operator 单据 删除草稿']);
    await submitted();
    const [from, to] = [await walk.as('projectManager'), await walk.as('waterEngineer')];
    const handed = await server.client.post(
      '/bpmapi/NodeRecord/TransferAll',
      { userId: from.userId, to: to.userId, reason: '调离' },
      await walk.as('admin'),
    );
    expect(handed.message).toBe('');
    expect((await told()).filter((line) => line === 'admin 审批 移交').length).toBeGreaterThan(0);
  });

  it('tells nothing of what was refused', async () => {
    const id = await submitted();
    const { NodeRecordId, FormVersion } = await walk.info('projectManager', id);
    const task = { NodeRecordId, FormVersion, Opinion: '见说明' };
    for (const [who, action, body] of [
      ['waterEngineer', 'Approve', task],
      ['projectManager', 'Approve', { ...task, FormVersion: FormVersion + 1 }],
      ['projectManager', 'Reject', { ...task, To: 's9', Resume: 'replay' }],
      ['projectManager', 'Transfer', { ...task, UserId: (await walk.as('operator')).userId }],
      ['operator', 'Draft', { BusinessId: id, FormVersion, siteLeader: '别人' }],
      ['operator', 'Submit', { BusinessId: id, FormVersion }],
      ['generalManager', 'Cancel', { BusinessId: id, Opinion: '作废' }],
    ] as const)
      expect((await walk.post(who, action, body)).status, `${who} ${action}`).not.toBe(1);
    expect(await told()).toEqual([]);
  });
});
