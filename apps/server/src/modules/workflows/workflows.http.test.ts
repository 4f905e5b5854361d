import { MODULES, today } from '@hengneng/core';
import { chainBodyOf, type ChainStep, type ChainText } from '@hengneng/form-kit';
import { FORMS } from '@hengneng/forms';
import { sql } from 'kysely';
import readXlsx from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sealedChain } from '../../engine/approval/chain.ts';
import { verifyLog } from '../../engine/approval/index.ts';
import { workingTime } from '../../engine/approval/working-time.ts';
import { forgetChains, workdays } from '../../engine/index.ts';
import { NOTICE, PROJECT, postNotice } from '../../engine/testing/notice.ts';
import { type Held, held, type Reply } from '../../testing/client.ts';
import { pdfText } from '../../testing/pdf-text.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';

const { procedureId: ProcedureId } = MODULES.constructionNotice;

let server: TestServer;
let admin: Held;
let other: Held;
let operator: Held;
let manager: Held;

type Row = Record<string, unknown>;
const post = (path: string, body: object, as: Held = admin): Promise<Reply> =>
  server.client.post(`/bpmapi/Node/${path}`, { ProcedureId, ...body }, as);
const rows = (value: unknown): Row[] => value as Row[];
const versions = async (): Promise<Row> => (await post('GetVersions', {})).data;
const stamp = async (): Promise<string> => String(((await versions())['draft'] as Row | null)?.['stamp'] ?? '');
const chainOf = async (version: number): Promise<ChainText> =>
  rows((await versions())['versions']).find((one) => one['version'] === version)?.['chain'] as ChainText;
const save = async (chain: ChainText, as: Held = admin, seen?: string): Promise<Reply> =>
  post('Save', { Stamp: seen ?? (await stamp()), Chain: JSON.stringify(chain) }, as);

const added = (more: Partial<ChainStep> = {}): ChainStep => ({
  key: 's101',
  name: '财务复核',
  by: 'role(finance)',
  mode: 'any',
  among: null,
  when: null,
  final: false,
  hours: 6,
  fieldKeys: [],
  hasRequired: false,
  nextHandlerField: null,
  ...more,
});
/** The chain with something between its first and its second step, and another time for the first. */
const edited = (chain: ChainText, step: ChainStep = added()): ChainText => ({
  ...chain,
  steps: chain.steps.flatMap((one, at) => (at === 0 ? [{ ...one, hours: 12 }, step] : [one])),
});

const groups = () => [
  { applicant: operator.userId, project: PROJECT },
  { applicant: operator.userId, project: PROJECT, values: { stopSupply: 'true' } },
  { applicant: operator.userId, project: PROJECT, values: { totalAmount: '8000' } },
];
const publish = async (body: object = {}): Promise<Reply> =>
  post('Publish', { Stamp: await stamp(), Note: '加财务复核', groups: groups(), ...body });

const submitted = (): Promise<string> => postNotice(server.client, operator);
const info = async (id: string, as: Held = operator): Promise<Row> =>
  (await server.client.get(`${NOTICE}/GetInfo`, { BusinessId: id }, as)).data;
const steps = async (id: string): Promise<unknown[]> =>
  rows((await info(id))['steps']).map((step) => (step['state'] === 'skipped' ? `(${step['name']})` : step['name']));
const approve = async (id: string, as: Held, more: object = {}): Promise<Reply> => {
  const seen = await info(id, as);
  const task = { NodeRecordId: seen['NodeRecordId'], FormVersion: seen['FormVersion'] };
  return server.client.post(`${NOTICE}/Approve`, { ...task, ...more }, as);
};
const instanceOf = async (id: string): Promise<string> => {
  const found = await sql<{ id: string }>`
    select id::text from wf_instance where module_id = 'constructionNotice' and biz_id = ${id}`.execute(server.db);
  return found.rows[0]?.id ?? '';
};
/** Everything that an approval, a draft or the audit would leave. */
const traces = async (): Promise<unknown> =>
  (
    await sql`select (select count(*) from wf_instance) as instances, (select count(*) from wf_task) as tasks,
      (select count(*) from wf_chain) as chains, (select count(*) from wf_definition) as definitions,
      (select count(*) from f_construction_notice) as records, (select count(*) from audit_log) as audit,
      (select count(*) from wf_notice) as notices, (select count(*) from outbox) as outbox`.execute(server.db)
  ).rows[0];

const OWN_KEYS = ['s1', 's2', 's3', 's4', 's5'];
const OLD = ['发起申请', '项目经理审核', '水质工程师审核', '安全员审核', '(区域经理审核)', '执行反馈'];
const NEW = ['发起申请', '项目经理审核', '财务复核', '水质工程师审核', '安全员审核', '(区域经理审核)', '执行反馈'];

beforeAll(async () => {
  server = await startTestServer();
  admin = await server.client.signIn('admin');
  other = await server.client.signIn('admin2');
  operator = await server.client.signIn('operator');
  manager = await server.client.signIn('projectManager');
});
afterAll(() => server.close());

describe('a draft', () => {
  it('is nobody’s who does not hold the page', async () => {
    for (const path of ['Index', 'GetVersions', 'GetPeople', 'GetAnalysis', 'Simulate', 'Save', 'Migrate', 'Export'])
      expect([path, (await post(path, {}, operator)).status]).toEqual([path, 403]);
    expect((await post('Publish', { Note: '试试' }, operator)).status).toBe(403);
  });

  it('is refused where it does not fit its form, at the place', async () => {
    const own = await chainOf(0);
    const wrong = async (chain: ChainText) => (await save(chain)).errors[0];
    expect(await wrong(edited(own, added({ when: 'nothing > 1' })))).toEqual({
      path: 'steps[1].when',
      message: '条件字段不存在「nothing」',
    });
    expect(await wrong(edited(own, added({ when: 'totalAmount > 9 and totalAmount < 3' })))).toMatchObject({
      path: 'steps[1].when',
      message: expect.stringContaining('存在无法到达的步骤'),
    });
    expect(await wrong(edited(own, added({ name: '安全员审核' })))).toMatchObject({
      message: '步骤「安全员审核」重名',
    });
    expect(await wrong({ ...own, steps: own.steps.filter((step) => step.key !== 's2') })).toMatchObject({
      message: '步骤「水质工程师审核」要填写表单内容或带有业务动作，不能删除',
    });
    expect(await wrong(edited(own, added({ by: 'applicant' })))).toMatchObject({
      path: 'steps[1].by',
      message: '制单人不能审核自己的单据，请选择其他处理人',
    });
    expect(await wrong(edited(own, added({ by: 'user(999999)' })))).toEqual({
      path: 'steps[1].by',
      message: '指定的人员不存在或已停用',
    });
    expect((await post('Save', { Chain: '{"steps":' })).message).toBe('流程内容不是有效的 JSON');
    expect((await versions())['draft']).toBeNull();
  });

  it('takes what is the form’s from the form', async () => {
    const own = await chainOf(0);
    await save({
      ...own,
      steps: own.steps.map((step) => ({ ...step, hasRequired: false, fieldKeys: [], final: false })),
    });
    expect(((await versions())['draft'] as Row)['chain']).toEqual(own);
    expect((await post('Save', { Stamp: await stamp(), Drop: true })).status).toBe(1);
    expect((await versions())['draft']).toBeNull();
  });

  it('is one administrator’s at a time: whoever comes second is told who was faster', async () => {
    const own = await chainOf(0);
    expect((await save(edited(own))).status).toBe(1);
    const seen = await stamp();
    expect((await save(edited(own, added({ hours: 8 })), other, seen)).status).toBe(1);
    const late = await save(edited(own, added({ hours: 9 })), admin, seen);
    expect([late.status, late.message]).toEqual([
      409,
      expect.stringMatching(/^.+于\d\d:\d\d保存了草稿，请刷新后再操作$/),
    ]);
    const now = await stamp();
    const both = await Promise.all([
      post('Save', { Stamp: now, Chain: JSON.stringify(edited(own, added({ hours: 4 }))) }),
      post('Save', { Stamp: now, Chain: JSON.stringify(edited(own, added({ hours: 5 }))) }, other),
    ]);
    expect(both.map((one) => one.status).sort()).toEqual([1, 409]);
    expect((await save(edited(own))).status).toBe(1);
  });
});

describe('trying out', () => {
  const simulate = (body: object) => post('Simulate', { Version: 'draft', ...body });

  it('says who would handle each step, why, and what is left out, and leaves no trace', async () => {
    await submitted();
    const before = await traces();
    const plain = (await simulate({ group: groups()[0] })).data['group'] as Row;
    expect(plain['passed']).toBe(true);
    expect(rows(plain['steps']).map((step) => [step['name'], step['skipped'], step['hours']])).toEqual([
      ['项目经理审核', false, 12],
      ['财务复核', false, 6],
      ['水质工程师审核', false, 24],
      ['安全员审核', false, 24],
      ['区域经理审核', true, 24],
      ['执行反馈', false, 24],
    ]);
    expect(rows(plain['steps'])[1]).toMatchObject({ why: expect.stringContaining('角色「财务」：'), empty: false });
    const stopped = (await simulate({ group: groups()[1] })).data['group'] as Row;
    expect(rows(stopped['steps'])[4]).toMatchObject({ skipped: false });
    const rich = (await simulate({ group: groups()[2] })).data['group'] as Row;
    expect(rows(rich['steps'])[4]).toMatchObject({ skipped: false });
    const replayed = (await simulate({ Replay: 5 })).data['replay'] as Row;
    expect(replayed).toMatchObject({ looked: 1, empties: [] });
    expect(rows(replayed['changed'])[0]).toMatchObject({
      before: ['项目经理审核', '水质工程师审核', '安全员审核', '执行反馈'],
      after: ['项目经理审核', '财务复核', '水质工程师审核', '安全员审核', '执行反馈'],
    });
    expect(await traces()).toEqual(before);
  });

  it('says at the value what is wrong with it', async () => {
    const wrong = async (group: object) =>
      (await simulate({ group: { applicant: operator.userId, ...group } })).errors[0];
    expect(await wrong({ applicant: '999999' })).toEqual({
      path: 'group.applicant',
      message: '申请人不存在或已停用',
    });
    expect(await wrong({ project: '无' })).toEqual({ path: 'group.project', message: '项目不存在' });
    expect(await wrong({ values: { totalAmount: '很多' } })).toMatchObject({ path: 'group.values.totalAmount' });
    expect(await wrong({ values: { nothing: '1' } })).toMatchObject({ path: 'group.values.nothing' });
  });

  it('shows who handles a step at a place', async () => {
    const found = rows((await post('GetPeople', { Version: 'draft', project: PROJECT })).data['rows']);
    expect(found.map((row) => row['key'])).toEqual(['s1', 's101', 's2', 's3', 's4', 's5']);
    expect(found[0]?.['people']).toHaveLength(1);
    expect(found[5]).toMatchObject({ people: [], why: '申请人本人' });
  });
});

describe('publishing', () => {
  it('needs a reason, three groups that pass, and people for every step', async () => {
    expect((await publish({ Note: ' ' })).errors[0]).toEqual({ path: 'Note', message: '请填写发布说明' });
    expect((await publish({ groups: groups().slice(0, 2) })).message).toBe(
      '发布前须模拟通过至少3组不同的取值，现有2组',
    );
    const [same] = groups();
    expect((await publish({ groups: [same, same, same] })).message).toContain('现有1组');
    expect((await publish({ groups: [...groups().slice(0, 2), { applicant: '999999' }] })).message).toContain(
      '模拟的取值已不可用',
    );
    expect((await publish({ Stamp: '1.99' })).status).toBe(409);
    const own = await chainOf(0);
    await sql`delete from role_member using role r where r.id = role_id and r.code = 'adviser'`.execute(server.db);
    await save(edited(own, added({ by: 'chosen', among: 'adviser' })));
    expect((await publish()).message).toBe('第1组模拟未通过：步骤「财务复核」找不到处理人');
    // A group that passes all the same does not help where real records would get stuck.
    await save(edited(own, added({ by: 'chosen', among: 'adviser', when: "workType == '加药'" })));
    const away = groups().map((group) => ({ ...group, values: { ...group.values, workType: '预膜镀膜' } }));
    expect((await publish({ groups: away })).message).toMatch(
      /按最近的单据仿真，1张会找不到处理人（如SLSG-.+的步骤「财务复核」）/,
    );
    // Where the record goes to others instead, that is said, and stands in nobody's way.
    await save(edited(own, added({ by: 'role(adviser)' })));
    expect((await post('Simulate', { Version: 'draft', Replay: 5 })).data['replay']).toMatchObject({
      empties: [],
      warned: [{ step: '财务复核', records: 1 }],
    });
    await save(edited(own));
    expect((await versions())['inForce']).toBe(0);
  });

  it('gives new submissions the new chain, while one on its way keeps its own', async () => {
    const running = await submitted();
    expect(await steps(running)).toEqual(OLD);
    const key = crypto.randomUUID();
    const body = { ProcedureId, Stamp: await stamp(), Note: '加财务复核', groups: groups() };
    const send = () => server.client.post('/bpmapi/Node/Publish', body, admin, { 'Idempotency-Key': key });
    const done = await send();
    expect([done.message, done.data]).toEqual(['', { version: 1 }]);
    expect((await send()).data).toEqual({ version: 1 });
    expect(await versions()).toMatchObject({ inForce: 1, draft: null, elsewhere: 2 });
    const fresh = await submitted();
    expect(await steps(fresh)).toEqual(NEW);
    expect(await steps(running)).toEqual(OLD);
    const due = await sql<{ hours: number }>`
      select (d.chain -> 'steps' -> 0 ->> 'hours')::int as hours from wf_instance i join wf_definition d on d.id = i.definition_id
       where i.id = ${await instanceOf(fresh)}`.execute(server.db);
    expect(due.rows[0]?.hours).toBe(12);
    // The section of the step behind the added one is still asked for at its own step.
    expect((await approve(fresh, manager)).status).toBe(1);
    expect((await approve(fresh, await server.client.signIn('finance'))).status).toBe(1);
    const engineer = await server.client.signIn('waterEngineer');
    expect((await approve(fresh, engineer)).errors[0]).toMatchObject({ path: 'engineerAdvice' });
    expect((await approve(fresh, engineer, { engineerAdvice: '照办', targetIndex: 'pH8' })).message).toBe('');
    expect((await info(fresh))['record']).toMatchObject({ engineerAdvice: '照办' });
  });

  it('is on record, and what is published stays as it is', async () => {
    const { rows: found } = await sql<{ action: string; summary: string }>`
      select action, summary from audit_log where object = '流程 水处理施工通知' and action = '发布流程'`.execute(
      server.db,
    );
    expect(found).toEqual([
      {
        action: '发布流程',
        summary:
          '版本1：加财务复核。步骤「项目经理审核」时限：24工作小时 → 12工作小时；在「项目经理审核」之后新增步骤「财务复核」：角色「财务」，6工作小时',
      },
    ]);
    await expect(sql`update wf_chain set note = '' where version = 1`.execute(server.db)).rejects.toThrow(
      'append-only',
    );
    await expect(sql`delete from wf_chain where version = 1`.execute(server.db)).rejects.toThrow('append-only');
    expect((await post('GetDetail', {}, operator)).data).toMatchObject({ version: 1, running: 3 });
    expect(rows((await post('GetDetail', { version: 0 }, operator)).data['steps']).map((step) => step['key'])).toEqual(
      OWN_KEYS,
    );
    expect((await post('GetItem', { version: 1, key: 's101' }, operator)).data).toMatchObject({ name: '财务复核' });
    expect((await post('GetDetail', { version: 9 }, operator)).message).toBe('没有版本9');
  });

  it('goes back by publishing an earlier version anew', async () => {
    expect((await post('Publish', { Version: 1, Note: '再发一次' })).message).toBe('与现行版本没有差别，无需发布');
    const back = await post('Publish', { Version: 0, Note: '恢复内置流程' });
    expect([back.message, back.data]).toEqual(['', { version: 2 }]);
    expect(await steps(await submitted())).toEqual(OLD);
    expect((await post('Publish', { Version: 1, Note: '再用版本1' })).data).toEqual({ version: 3 });
    expect(rows((await versions())['versions']).map((one) => [one['version'], one['repeats']])).toEqual([
      [3, 1],
      [2, 0],
      [1, null],
      [0, null],
    ]);
    expect((await versions())['inForce']).toBe(3);
  });
});

describe('moving records on their way', () => {
  it('shows each one first, moves what fits, and leaves the rest', async () => {
    const preview = await post('Migrate', {});
    const all = rows(preview.data['rows']);
    expect(preview.data).toMatchObject({ version: 3, moved: 0 });
    expect(all.length).toBeGreaterThan(1);
    expect(all.every((row) => row['fits'] === true && row['step'] === '项目经理审核')).toBe(true);
    const id = String(all[0]?.['BusinessId']);
    const moved = await post('Migrate', { Ids: [all[0]?.['InstanceId']] });
    expect([moved.message, moved.data['moved']]).toEqual(['', 1]);
    expect(await steps(id)).toEqual(NEW);
    expect(await verifyLog(server.db, await instanceOf(id))).toMatchObject({ ok: true });
    expect((await approve(id, manager)).message).toBe('');
    expect(rows((await info(id))['steps']).find((step) => step['state'] === 'active')?.['name']).toBe('财务复核');
    expect((await post('Migrate', { Ids: [all[0]?.['InstanceId']] })).message).toBe('所选单据已结束，或已在现行版本上');
  });

  it('does not move one whose step is not there any more', async () => {
    const standing = (await post('Migrate', {})).data['rows'];
    const waiting = rows(standing)[0]?.['InstanceId'];
    const current = await chainOf(3);
    await save({ ...current, steps: current.steps.filter((step) => step.key !== 's1') });
    expect((await publish({ Note: '不再由项目经理审核' })).message).toBe('');
    const row = rows((await post('Migrate', {})).data['rows']).find((one) => one['InstanceId'] === waiting);
    expect(row).toMatchObject({ fits: false, notes: ['当前步骤在新版本中没有'] });
    const tried = await post('Migrate', { Ids: [waiting] });
    expect([tried.status, tried.data['moved']]).toEqual([1, 0]);
    const still = rows((await post('Migrate', {})).data['rows']).find((one) => one['InstanceId'] === waiting);
    expect(still).toEqual(row);
  });
});

describe('another process', () => {
  it('publishes, and the next submission here takes that, whatever was known', async () => {
    expect((await post('GetDetail', {})).data).toMatchObject({ version: 4 });
    await sql`insert into wf_chain (module_id, version, chain, hash, based_on, saved_by, published_by, published_at)
      select module_id, 5, chain, hash, 4, saved_by, published_by, now() from wf_chain
       where module_id = 'constructionNotice' and version = 1`.execute(server.db);
    expect(await steps(await submitted())).toEqual(NEW);
    forgetChains();
    expect((await post('GetDetail', {})).data).toMatchObject({ version: 5 });
  });
});

describe('a newer program', () => {
  it('does not use a version that lacks what its form asks for, and says so', async () => {
    const own = chainBodyOf(FORMS.interviewRecord);
    const without = { ...own, steps: own.steps.filter((step) => !step.hasRequired) };
    expect(without.steps.length).toBeLessThan(own.steps.length);
    const { hash } = sealedChain('interviewRecord', without);
    const insert = sql`insert into wf_chain (module_id, version, chain, hash, based_on, saved_by, published_by, published_at)
      values ('interviewRecord', 1, ${JSON.stringify(without)}::jsonb, ${hash}, 0, ${admin.userId}, ${admin.userId}, now())`;
    await insert.execute(server.db);
    forgetChains();
    const row = rows((await post('Index', {})).data['rows']).find((one) => one['moduleId'] === 'interviewRecord');
    expect(row).toMatchObject({ version: 0, unfit: 1, publishedAt: null });
    const ofVisit = { ProcedureId: MODULES.interviewRecord.procedureId };
    expect((await post('GetVersions', ofVisit)).data).toMatchObject({ inForce: 0, unfit: 1 });
    // What is the program's own may be published in its place.
    const mended = await post('Publish', { ...ofVisit, Version: 0, Note: '按新程序' });
    expect([mended.message, mended.data]).toEqual(['', { version: 2 }]);
  });
});

describe('looking', () => {
  it('lists every module with its version and what is on its way', async () => {
    const list = rows((await post('Index', {})).data['rows']);
    const notice = list.find((row) => row['moduleId'] === 'constructionNotice');
    expect(notice).toMatchObject({
      version: 5,
      draftBy: null,
      pinyin: expect.stringContaining('shuichuli'),
      unfit: null,
    });
    expect(Number(notice?.['running'])).toBeGreaterThan(2);
    expect(list.find((row) => row['moduleId'] === 'payment')).toMatchObject({ version: 0, publishedAt: null });
    expect((await post('Index', { range: { from: '2026-02-01', to: '2026-01-01' } })).errors[0]?.path).toBe('range');
  });

  it('counts hours from submission to the end as the calendar does', async () => {
    const spans = [
      ['2026-10-09 16:00+08', '2026-10-12 09:30+08'],
      ['2026-09-30 08:00+08', '2026-10-08 20:00+08'],
    ];
    for (const [at, [from, to]] of spans.entries())
      await sql`insert into wf_instance (module_id, biz_id, status, starter, starter_dept, title, created_at, submitted_at, finished_at)
        values ('borrowing', ${900_000 + at}, 'approved', ${admin.userId}, 'A63', '借款', ${from}::timestamptz, ${from}::timestamptz,
          ${to}::timestamptz)`.execute(server.db);
    const isWorkday = await workdays(server.db);
    const hours = spans.map(([from = '', to = '']) => workingTime(new Date(from), new Date(to), isWorkday) / 3_600_000);
    expect(hours.every((one) => one > 0)).toBe(true);
    const list = rows((await post('Index', { range: { from: '2026-09-01', to: '2026-10-31' } })).data['rows']);
    const mean = hours.reduce((sum, one) => sum + one, 0) / hours.length;
    // 65.5 and 204 hours by the clock, the holidays between them included.
    expect(list.find((row) => row['moduleId'] === 'borrowing')).toMatchObject({
      averageHours: mean.toFixed(1),
      elapsedHours: '134.8',
    });
  });

  it('counts what steps and people took, and what came back', async () => {
    const id = await submitted();
    await approve(id, manager);
    const finance = await server.client.signIn('finance');
    const seen = await info(id, finance);
    const task = { NodeRecordId: seen['NodeRecordId'], FormVersion: seen['FormVersion'] };
    const back = { ...task, Opinion: '缺附件', To: 'starter', Resume: 'replay' };
    expect((await server.client.post(`${NOTICE}/Reject`, back, finance)).message).toBe('');
    const { steps: counted, people } = (await post('GetAnalysis', {})).data;
    expect(rows(counted).find((step) => step['key'] === 's101')).toMatchObject({
      name: '财务复核',
      rejects: 1,
      count: 1,
    });
    expect(rows(people).find((one) => one['UserId'] === finance.userId)).toMatchObject({ rejects: 1, count: 2 });
    // The step that took most is the bottleneck, and what waits is told where it stands.
    await sql`
      update wf_node_run set hours = case node_key when 's101' then 30 else 2 end
       where module_id = 'constructionNotice' and state in ('done', 'returned')`.execute(server.db);
    await sql`
      update wf_task set created_at = '2026-10-12T09:00:00+08:00', handled_at = '2026-10-12T11:30:00+08:00'
       where handled_by = ${finance.userId} and handled_at is not null`.execute(server.db);
    const range = { from: '2026-10-01', to: today(new Date()) };
    const { steps: later, people: busy } = (await post('GetAnalysis', { range })).data;
    // The step went on for others; what somebody took is counted from their own turn.
    expect(rows(busy).find((one) => one['UserId'] === finance.userId)).toMatchObject({
      average: '2.5',
      elapsed: '2.5',
    });
    // At night and on a Sunday: no working time, but time all the same.
    await sql`
      update wf_task set created_at = '2026-10-10T23:00:00+08:00', handled_at = '2026-10-11T05:00:00+08:00'
       where handled_by = ${finance.userId} and handled_at is not null`.execute(server.db);
    expect(
      rows((await post('GetAnalysis', { range })).data['people']).find((one) => one['UserId'] === finance.userId),
    ).toMatchObject({ average: '0.0', elapsed: '6.0' });
    const slow = rows(later);
    expect(slow.filter((step) => step['bottleneck'] === true)).toMatchObject([{ key: 's101', name: '财务复核' }]);
    const shares = slow.map((step) => Number(step['share']));
    expect(Math.max(...shares)).toBe(Number(slow.find((step) => step['key'] === 's101')?.['share']));
    expect(Math.abs(shares.reduce((sum, share) => sum + share, 0) - 100)).toBeLessThan(0.3);
    const { rows: active } = await sql<{ n: number }>`
      select count(*)::int as n from wf_node_run where module_id = 'constructionNotice' and state = 'active' and step_index >= 0`.execute(
      server.db,
    );
    expect(slow.reduce((sum, step) => sum + Number(step['waiting']), 0)).toBe(active[0]?.n);
    expect(
      rows((await post('Index', {})).data['rows']).find((row) => row['moduleId'] === 'constructionNotice')?.[
        'rejectRate'
      ],
    ).toMatch(/^\d+\.\d$/);
  });

  it('is taken along as a table of steps, or drawn', async () => {
    const file = async (Format: string) => {
      const answer = await fetch(`${server.client.url}/bpmapi/Node/Export`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...held(admin) },
        body: JSON.stringify({ ProcedureId, Version: 3, Format }),
      });
      return Buffer.from(await answer.arrayBuffer());
    };
    const [sheet] = await readXlsx(await file('xlsx'));
    expect(sheet?.data[0]?.slice(0, 3)).toEqual(['序号', '名称', '处理人']);
    expect(sheet?.data[2]?.slice(0, 3)).toEqual(['2', '财务复核', '角色「财务」']);
    const text = pdfText(await file('pdf'))
      .flat()
      .join('');
    for (const word of ['水处理施工通知流程', '版本3', '财务复核', '执行反馈', '条件：', '抄送'])
      expect(text).toContain(word);
  });
});
