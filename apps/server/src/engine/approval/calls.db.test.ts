import { MODULES, type ModuleId } from '@hengneng/core';
import { type RawBuilder, sql } from 'kysely';
import readXlsx from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ctx, Session } from '../../platform/context.ts';
import { forgetKept } from '../../platform/db/kept.ts';
import { answerOf } from '../../platform/db/late.ts';
import type { Db } from '../../platform/db/schema.ts';
import { CallRegistry } from '../../platform/http/registry.ts';
import { refused } from '../../platform/http/errors.ts';
import { claim } from './records.ts';
import { registerApproval } from './calls.ts';
import { historyQuery, waitQuery } from './lists.ts';
import { openDatabase, type TestDb } from './testing/database.ts';
import {
  actor,
  chain,
  type Desk,
  desk,
  directory,
  factsOf,
  MODULE,
  NAMES,
  seedCompany,
  step,
} from './testing/world.ts';
import type { FormPort } from './types.ts';

let test: TestDb;
let db: Db;
let at: Desk;
const registry = new CallRegistry();
const two = chain(step('projectManager', { name: '项目经理审核' }), step('role(finance)', { name: '财务审核' }));
const PROCEDURE = String(MODULES[MODULE].procedureId);
let now = new Date('2026-11-20T02:00:00Z');
const heard: [string, readonly string[] | null][] = [];

const known = new Set<string>();
const forms: FormPort = {
  chain: async (_db, moduleId) =>
    moduleId === MODULE ? { chain: two, version: 3, publishedAt: null, unfit: null } : undefined,
  facts: async (_db, _moduleId: ModuleId, businessId) => (known.has(businessId) ? factsOf({}) : null),
  judge: (_moduleId, content) => (when) => content[when] === true,
  contentHash: async () => null,
  canSee: async (_db, session) => session.userId === '7',
  amount: () => null,
  mask: async (_db, _session, _moduleId, _businessId, content) => ({ ...content, masked: true }),
  deleteDraft: async (_tx, _session, _moduleId, businessId) => {
    if (businessId === '902') throw refused('该草稿正在使用');
  },
};

const sessionOf = (userId: string): Session => ({
  id: `s${userId}`,
  account: `account${userId}`,
  deptId: 'A632201',
  mustChangePassword: false,
  permissions: {
    buttons: new Map(),
    scopes: new Set(),
    moduleScopes: new Map(),
    limited: [],
    deptRoots: [],
    areaRoots: [],
    projects: new Set(),
    classified: new Set(),
    exportable: new Set(),
  },
  ...actor(userId),
});

const contextOf = (userId: string): Ctx => ({
  db,
  now,
  requestId: 'r',
  ip: '',
  device: '',
  session: sessionOf(userId),
  write: (work) => db.transaction().execute(async (tx) => answerOf(await work(tx))),
});

/** Calls as the HTTP layer does, and holds the answer against its contract. */
const call = async <T = Record<string, unknown>>(
  userId: string,
  path: string,
  raw: Record<string, unknown> = {},
): Promise<T> => {
  const found = registry.all().find((one) => one.contract.path === `/bpmapi/${path}`);
  if (found?.kind !== 'data') throw new Error(`no call ${path}`);
  const answer: unknown = await found.run(contextOf(userId), raw);
  return found.contract.output.parse(JSON.parse(JSON.stringify(answer))) as T;
};

interface Rows {
  readonly rows: readonly Record<string, unknown>[];
  readonly total: number;
}

const submit = async (id: string, record: Parameters<Desk['submit']>[1] = {}): Promise<void> => {
  known.add(id);
  await at.submit(id, record);
};

beforeAll(async () => {
  test = await openDatabase();
  db = test.db;
  await seedCompany(db);
  at = desk(db, two, () => now);
  registerApproval(registry, {
    approval: at.approval,
    directory,
    forms,
    push: async (_tx, words) => {
      for (const { topic, userIds } of words) heard.push([topic, userIds]);
    },
    sessionOf: async (_db, userId) => (userId in NAMES ? sessionOf(userId) : null),
  });
}, 60_000);
afterAll(() => test.close());

describe('to-dos', () => {
  it('lists what waits, newest first, with everything a row needs', async () => {
    now = new Date('2026-11-19T02:00:00Z');
    await submit('1', { amount: '1409.50' });
    now = new Date('2026-11-20T02:00:00Z');
    await submit('2', { amount: '9000.00' });
    now = new Date('2026-11-20T03:00:00Z');
    const list = await call<Rows>('2', 'NodeRecord/GetWaitList');
    expect(list.total).toBe(2);
    expect(list.rows.map((row) => row['BusinessId'])).toEqual(['2', '1']);
    expect(list.rows[1]).toMatchObject({
      ProcedureId: MODULES[MODULE].procedureId,
      module: MODULES[MODULE].title,
      applicant: NAMES['1'],
      project: '华东一号能源站',
      amount: '1409.50',
      step: '项目经理审核',
      stepKey: 's1',
      waitedHours: '10.0',
      overdue: false,
      batchable: true,
      why: '项目P1',
    });
    expect(list.rows[0]).toMatchObject({ batchable: false, waitedHours: '1.0' });
  });

  it('filters, counts, and answers a page beyond the end with an empty list that still counts', async () => {
    const wait = (raw: Record<string, unknown>) => call<Rows>('2', 'NodeRecord/GetWaitList', raw);
    expect((await wait({ ProcedureId: PROCEDURE, arrivedAt: { from: '2026-11-20', to: '2026-11-20' } })).total).toBe(1);
    expect((await wait({ Keyword: '0001', project: 'P1', step: '项目经理审核' })).total).toBe(2);
    expect((await wait({ Keyword: '100%' })).total).toBe(0);
    expect((await wait({ project: 'P0' })).total).toBe(0);
    expect((await wait({ Overdue: 'true' })).total).toBe(0);
    expect((await wait({ Overdue: 'false', SortField: 'amount', SortOrder: 'asc' })).rows[0]).toMatchObject({
      BusinessId: '1',
    });
    for (const raw of [{ PageIndex: 9 }, { PageIndex: 9, project: 'P1' }]) {
      expect(await wait(raw)).toEqual({ rows: [], total: 2 });
    }
    await expect(wait({ PageSize: '501' })).rejects.toMatchObject({ errors: [{ path: 'PageSize' }] });
    await expect(wait({ ProcedureId: '999999' })).rejects.toMatchObject({ code: 'notFound' });
    expect((await call<Rows>('5', 'NodeRecord/GetWaitList')).total).toBe(0);
  });

  it('goes from one to the next, in the order of the list', async () => {
    const first = await call<Rows>('2', 'NodeRecord/GetWaitList');
    const [newest, oldest] = first.rows.map((row) => String(row['NodeRecordId']));
    expect(await call('2', 'NodeRecord/GetNextId', { NodeRecordId: newest })).toMatchObject({ NodeRecordId: oldest });
    expect(await call('2', 'NodeRecord/GetNextId', { NodeRecordId: oldest })).toMatchObject({ NodeRecordId: newest });
    expect(await call('5', 'NodeRecord/GetNextId')).toBeNull();
  });

  it('lets one of several take a task for ten minutes', async () => {
    await at.approve('2', '1');
    const task = await at.task('1', '3');
    const own = async (person: string) => (await call<Rows>(person, 'NodeRecord/GetWaitList')).rows[0];
    expect(await own('3')).toMatchObject({ pool: true, claimedBy: null, heldUntil: null, FormVersion: 1 });
    expect(await call('3', 'NodeRecord/GetNodeRecord', { NodeRecordId: task })).toMatchObject({ claimedBy: null });
    expect(heard).toEqual([]);
    expect(await db.transaction().execute((tx) => claim(tx, task, '2', now))).toBeNull();
    expect(await call('3', 'NodeRecord/GetNodeRecord', { NodeRecordId: task, Claim: 'true' })).toMatchObject({
      claimedBy: null,
    });
    // Those who might have taken it see at once who has it.
    expect(heard).toEqual([['todo', ['4']]]);
    expect(await own('3')).toMatchObject({ heldUntil: new Date(now.getTime() + 600_000).toISOString() });
    expect(await own('4')).toMatchObject({ claimedBy: NAMES['3'], heldUntil: null });
    expect(await call('4', 'NodeRecord/GetNodeRecord', { NodeRecordId: task, Claim: 'true' })).toMatchObject({
      claimedBy: NAMES['3'],
    });
    expect((await call<Rows>('4', 'NodeRecord/GetWaitList')).rows[0]).toMatchObject({ claimedBy: NAMES['3'] });
    await expect(at.approve('4', '1')).rejects.toThrow('财务丙正在处理，请稍后再试');
    // Only who holds it gives it back, and then it is anybody's.
    const giveBack = (person: string) =>
      call(person, 'NodeRecord/GetNodeRecord', { NodeRecordId: task, Release: 'true' });
    await giveBack('4');
    expect(await own('4')).toMatchObject({ claimedBy: NAMES['3'] });
    await giveBack('3');
    expect(heard.at(-1)).toEqual(['todo', ['4']]);
    expect(await own('3')).toMatchObject({ heldUntil: null, claimedBy: null });
    expect(await own('4')).toMatchObject({ heldUntil: null, claimedBy: null });
    await call('3', 'NodeRecord/GetNodeRecord', { NodeRecordId: task, Claim: 'true' });
    await expect(at.approve('4', '1')).rejects.toThrow('财务丙正在处理，请稍后再试');
    const both = { NodeRecordId: task, Claim: 'true', Release: 'true' };
    await expect(call('3', 'NodeRecord/GetNodeRecord', both)).rejects.toMatchObject({ errors: [{ path: 'Release' }] });
    now = new Date(now.getTime() + 601_000);
    expect(await at.approve('4', '1')).toMatchObject({ ended: 'approved' });
    // Handled, it is nobody's to hold any more.
    const { rows } = await sql`select claimed_by, claimed_until from wf_task where id = ${task}`.execute(db);
    expect(rows).toEqual([{ claimed_by: null, claimed_until: null }]);
  });
});

describe('what is done and what was started', () => {
  it('lists what a person handled, with conclusion, opinion and time taken', async () => {
    await at.reject('2', '2', 'starter');
    const list = await call<Rows>('2', 'NodeRecord/GetHistoryList');
    expect(list.rows.map((row) => [row['BusinessId'], row['conclusion'], row['Opinion'], row['Status']])).toEqual([
      ['2', '驳回', '金额不符', 'returned'],
      ['1', '同意', null, 'approved'],
    ]);
    expect(list.rows[1]).toMatchObject({ workingHours: '10.0' });
    expect(
      (await call<Rows>('2', 'NodeRecord/GetHistoryList', { Keyword: '0001', handledAt: { to: '2026-11-19' } })).total,
    ).toBe(0);
  });

  it('lists what I started, drafts included, and what waits for me to correct', async () => {
    known.add('900');
    await db
      .transaction()
      .execute((tx) => at.approval.noteDraft(tx, { moduleId: MODULE, businessId: '900', facts: factsOf({}), now }));
    const list = await call<Rows>('1', 'NodeRecord/GetMyList');
    expect(list.rows.map((row) => [row['BusinessId'], row['Status'], row['currentStep'], row['handlers']])).toEqual([
      ['900', 'draft', null, null],
      ['2', 'returned', '发起申请', NAMES['1']],
      ['1', 'approved', null, null],
    ]);
    expect(list.rows.map((row) => row['withdrawable'])).toEqual([false, true, false]);
    expect((await call<Rows>('1', 'NodeRecord/GetMyList', { Status: 'draft' })).total).toBe(1);
    expect((await call<Rows>('1', 'NodeRecord/GetMyList', { Status: ['approved', 'returned'] })).total).toBe(2);
    expect((await call<Rows>('1', 'NodeRecord/GetWaitList')).rows[0]).toMatchObject({
      BusinessId: '2',
      stepKey: 'start',
    });
  });

  it('counts by module, tab and card', async () => {
    expect(await call('1', 'NodeRecord/UserExamineNumber', { ProcedureId: PROCEDURE })).toMatchObject({
      total: 1,
      modules: [{ ProcedureId: MODULES[MODULE].procedureId, count: 1, overdue: 0 }],
      tabs: { wait: 1, handled: 0, mine: 3, cc: 0 },
      cards: { running: 0, returned: 1, handledThisMonth: 0, meanHours: null },
    });
    expect(await call('2', 'NodeRecord/UserExamineNumber')).toMatchObject({
      total: 0,
      tabs: { handled: 2 },
      cards: { handledThisMonth: 2, deptMeanHours: null },
    });
  });

  it('compares a person with their department where that is asked for', async () => {
    const { cards } = await call<{ cards: Record<string, string | null> }>('2', 'NodeRecord/UserExamineNumber', {
      Compare: 'true',
    });
    expect(Number(cards['deptMeanHours'])).toBeGreaterThan(0);
    expect(await call('2', 'NodeRecord/UserExamineNumber')).toMatchObject({ cards: { meanHours: cards['meanHours'] } });
  });

  it('estimates the end from what steps took before', async () => {
    await submit('20');
    // What a process knows of the times of steps is some seconds old.
    forgetKept();
    const [row] = (await call<Rows>('1', 'NodeRecord/GetMyList', { Status: 'running' })).rows;
    expect(row?.['handlers']).toBe(NAMES['2']);
    expect(new Date(String(row?.['eta'])).getTime()).toBeGreaterThan(now.getTime());
  });

  it('counts what a condition adds to a record into that', async () => {
    const open = desk(db, chain(step('projectManager'), step('role(finance)', { when: 'big' })), () => now);
    for (const [id, big] of [
      ['2040', false],
      ['2041', true],
    ] as const)
      await open.submit(id, { content: { big } });
    const { rows } = await call<Rows>('1', 'NodeRecord/GetMyList', { Status: ['running'], PageSize: 100 });
    const eta = (id: string): number => Date.parse(String(rows.find((row) => row['BusinessId'] === id)?.['eta']));
    expect(eta('2041')).toBeGreaterThan(eta('2040'));
    for (const id of ['2040', '2041']) await open.act('1', id, { kind: 'withdraw' });
  });

  it('deletes my own drafts one by one, and says what it could not', async () => {
    for (const id of ['901', '902']) {
      await db
        .transaction()
        .execute((tx) => at.approval.noteDraft(tx, { moduleId: MODULE, businessId: id, facts: factsOf({}), now }));
    }
    expect(await call('2', 'NodeRecord/DelMyList', { BusinessId: '901' })).toMatchObject({
      deleted: 0,
      results: [{ message: '只能删除自己的草稿' }],
    });
    const gone = await call('1', 'NodeRecord/DelMyList', { ProcedureId: PROCEDURE, BusinessId: ['901', '902', '2'] });
    expect(gone).toEqual({
      deleted: 1,
      results: [
        { BusinessId: '901', ok: true, message: '' },
        { BusinessId: '902', ok: false, message: '该草稿正在使用' },
        { BusinessId: '2', ok: false, message: '只能删除自己的草稿' },
      ],
    });
    expect((await call<Rows>('1', 'NodeRecord/GetMyList', { Status: 'draft' })).total).toBe(2);
  });
});

describe('a tab as a workbook', () => {
  const sheets = async (person: string, raw: Record<string, unknown>) => {
    const found = registry.all().find((one) => one.contract.path === '/bpmapi/NodeRecord/Export');
    if (found?.kind !== 'file') throw new Error('no export');
    const answer = await found.run(contextOf(person), raw);
    const bytes = Buffer.isBuffer(answer.body) ? answer.body : Buffer.concat(await answer.body.toArray());
    return { name: answer.fileName, text: JSON.stringify(await readXlsx(bytes)) };
  };

  it('holds all of the person’s own that match, and nothing of others', async () => {
    const mine = await sheets('1', { Tab: 'mine', Status: 'draft' });
    expect(mine.name).toMatch(/^我发起_/);
    expect(mine.text.match(/草稿/g)?.length).toBeGreaterThanOrEqual(2);
    expect(mine.text).not.toContain('已通过');
    const handled = await sheets('2', { Tab: 'handled' });
    expect(handled.text).toContain('金额不符');
    expect(handled.text).toContain('驳回');
    expect((await sheets('5', { Tab: 'handled' })).text).not.toContain('NYFK');
    expect((await sheets('2', { Tab: 'handled', at: { to: '2026-11-19' } })).text).not.toContain('NYFK');
    const { rows } = await sql`select object from audit_log where kind = '导出'`.execute(db);
    expect(rows).toHaveLength(4);
  });

  it('names what is wrong with what was asked', async () => {
    await expect(sheets('1', { Tab: 'all' })).rejects.toMatchObject({ errors: [{ path: 'Tab' }] });
    await expect(sheets('1', { Tab: 'wait', at: { from: 'x' } })).rejects.toMatchObject({
      errors: [{ path: 'at.from' }],
    });
  });
});

describe('one record', () => {
  it('shows steps and log to who may see it, and to nobody else', async () => {
    const input = { ProcedureId: PROCEDURE, BusinessId: '1' };
    for (const person of ['1', '2', '4', '7']) {
      const found = await call<{ steps: unknown[]; actions: unknown[] }>(person, 'NodeRecord/GetList', input);
      expect(found.steps).toHaveLength(3);
      expect(found.actions).toHaveLength(3);
    }
    await expect(call('5', 'NodeRecord/GetList', input)).rejects.toMatchObject({
      code: 'forbidden',
      message: '您无权查看该单据',
    });
    await expect(call('5', 'NodeRecord/GetList', { ...input, BusinessId: '777' })).rejects.toMatchObject({
      code: 'notFound',
    });
    const [row] = (await call<Rows>('2', 'NodeRecord/GetHistoryList', { Keyword: 'NYFK', SortOrder: 'asc' })).rows;
    expect(await call('2', 'NodeRecord/GetNodeRecord', { NodeRecordId: row?.['NodeRecordId'] })).toMatchObject({
      snapshot: { version: 1, masked: true },
      step: { key: 's1', state: 'done' },
      phrases: ['金额不符'],
    });
    await expect(call('5', 'NodeRecord/GetNodeRecord', { NodeRecordId: row?.['NodeRecordId'] })).rejects.toMatchObject({
      code: 'forbidden',
    });
  });

  it('gives every printed copy its own number, also to many at once', async () => {
    const input = { ProcedureId: PROCEDURE, BusinessId: '1' };
    const copies = await Promise.all(Array.from({ length: 10 }, () => call('2', 'NodeRecord/EditPrintNumber', input)));
    expect(copies.map((one) => one['copy']).sort((a, b) => Number(a) - Number(b))).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
    ]);
    const end = await call('2', 'NodeRecord/GetFinalNodeRecord', input);
    expect(end).toMatchObject({ Status: 'approved', verified: true, copies: 10 });
    const codes = copies.flatMap((one) => (one['copies'] as { code: string }[]).map(({ code }) => code)).sort();
    expect(codes).toEqual(
      Array.from({ length: 10 }, (_, before) => before + 1)
        .map((copy) => `${String(end['hash']).slice(0, 32)}-${copy}`)
        .sort(),
    );
    await expect(call('2', 'NodeRecord/EditPrintNumber', { ...input, BusinessId: ['1', '777'] })).rejects.toThrow();
    const many = { ...input, BusinessId: Array.from({ length: 51 }, (_, index) => String(index + 1)) };
    await expect(call('2', 'NodeRecord/EditPrintNumber', many)).rejects.toMatchObject({ message: '一次最多打印50份' });
  });

  it('offers people for a step, with what already waits for them', async () => {
    const people = await call<Rows & { key: string | null }>('1', 'NodeUser/GetNodeUser', {
      ProcedureId: PROCEDURE,
      BusinessId: '20',
      key: 's2',
    });
    expect(people.rows.map((row) => row['userName'])).not.toContain(NAMES['1']);
    expect(people.rows.map((row) => row['userName'])).not.toContain(NAMES['8']);
    expect(people.rows.find((row) => row['userId'] === '2')).toMatchObject({ dept: '华东', pending: 1 });
    expect(await call('1', 'NodeUser/GetNodeUser', { ProcedureId: PROCEDURE, BusinessId: '20' })).toMatchObject({
      key: null,
      rows: [],
    });
  });

  it('shows the chain of a module', async () => {
    expect(await call('1', 'Node/GetDetail', { ProcedureId: PROCEDURE })).toMatchObject({
      version: 3,
      steps: [
        { key: 's1', byLabel: '项目经理' },
        { key: 's2', byLabel: '角色「财务」' },
      ],
    });
    expect(await call('1', 'Node/GetItem', { ProcedureId: PROCEDURE, key: 's2' })).toMatchObject({ name: '财务审核' });
    await expect(call('1', 'Node/GetItem', { ProcedureId: PROCEDURE, key: 's9' })).rejects.toMatchObject({
      code: 'notFound',
    });
  });
});

describe('notices', () => {
  it('are read by their owner only, and a copy with its notice', async () => {
    await at.act('1', '20', { kind: 'cc', to: ['5'] });
    const found = await call<{ rows: { id: string; label: string }[]; unread: number }>(
      '5',
      'NodeRecord/GetFirstNotice',
    );
    expect(found).toMatchObject({ unread: 1, rows: [{ label: '抄送', project: '华东一号能源站' }] });
    const id = found.rows[0]?.id;
    await call('6', 'NodeInform/Edit', { Ids: id });
    expect(await call('5', 'NodeRecord/GetFirstNotice')).toMatchObject({ unread: 1 });
    expect((await call<Rows>('5', 'NodeRecord/GetHistoryList', { Kind: 'cc' })).rows[0]).toMatchObject({
      read: false,
      from: NAMES['1'],
    });
    expect(await call('5', 'NodeInform/Edit', { Ids: [id] })).toEqual({ unread: 0 });
    expect((await call<Rows>('5', 'NodeRecord/GetHistoryList', { Kind: 'cc' })).rows[0]).toMatchObject({ read: true });
    await expect(call('5', 'NodeInform/Edit', {})).rejects.toThrow('请选择要标为已读的通知');
  });
});

describe('comments', () => {
  const about = { ProcedureId: PROCEDURE, BusinessId: '2030' };
  const list = (person: string) => call<{ rows: Record<string, unknown>[] }>(person, 'NodeComment/GetList', about);

  it('are for whoever may see the record; those named are told, if they may see it', async () => {
    await submit('2030');
    heard.length = 0;
    await expect(call('5', 'NodeComment/GetList', about)).rejects.toMatchObject({ code: 'forbidden' });
    await expect(call('5', 'NodeComment/Add', { ...about, Content: '看看' })).rejects.toMatchObject({
      code: 'forbidden',
    });
    await expect(call('1', 'NodeComment/Add', { ...about, Content: ' ' })).rejects.toMatchObject({
      errors: [{ path: 'Content', message: '请填写评论' }],
    });
    await expect(call('1', 'NodeComment/Add', { ...about, Content: '@总监戊', UserIds: ['5'] })).rejects.toMatchObject({
      errors: [{ path: 'UserIds', message: `${NAMES['5']}看不到该单据，不能提醒` }],
    });
    await expect(call('1', 'NodeComment/Add', { ...about, Content: '@离职', UserIds: ['8'] })).rejects.toMatchObject({
      errors: [{ path: 'UserIds', message: '提醒的人不存在或已停用' }],
    });
    expect(heard).toEqual([]);
    // 2 is asked, 7 sees everything.
    await call('1', 'NodeComment/Add', { ...about, Content: '@经理乙 @管理员庚 请尽快', UserIds: ['2', '7', '1'] });
    expect(heard).toEqual([
      ['notice', ['2', '7']],
      ['record', ['1', '2', '7']],
    ]);
    const notices = await call<Rows>('7', 'NodeRecord/GetFirstNotice');
    expect(notices.rows[0]).toMatchObject({
      label: '评论',
      BusinessId: '2030',
      title: expect.stringContaining(`${NAMES['1']}在评论中提到您：@经理乙 @管理员庚 请尽快`),
    });
    expect((await list('2')).rows).toMatchObject([
      {
        UserName: NAMES['1'],
        Content: '@经理乙 @管理员庚 请尽快',
        mine: false,
        mentions: [{ UserId: '2' }, { UserId: '7' }],
      },
    ]);
    // Opening the record is reading it.
    await call('7', 'NodeRecord/GetList', about);
    expect((await call<{ unread: number }>('7', 'NodeRecord/GetFirstNotice')).unread).toBe(0);
  });

  it('are taken back by their author alone, and leave word that something was said', async () => {
    const id = String((await list('1')).rows[0]?.['Id']);
    await expect(call('2', 'NodeComment/Del', { Id: id })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(call('1', 'NodeComment/Del', { Id: '999999' })).rejects.toMatchObject({ code: 'notFound' });
    await call('1', 'NodeComment/Del', { Id: id });
    await call('1', 'NodeComment/Del', { Id: id });
    expect((await list('2')).rows).toMatchObject([{ Content: null, mentions: [] }]);
  });

  it('are told of in whole characters, however long they are', async () => {
    // 59 letters and a sign that takes two places: cut by places, half of it would be left, which no database stores.
    await call('1', 'NodeComment/Add', { ...about, Content: `${'字'.repeat(59)}😀请看`, UserIds: ['2'] });
    const notices = await call<Rows>('2', 'NodeRecord/GetFirstNotice');
    expect(notices.rows[0]?.['title']).toMatch(/：字{59}😀…$/u);
  });
});

describe('the to-do list over a long history', () => {
  it('reads the person’s pending rows by index and everything else by key', async () => {
    await sql`
      with many as (
        insert into wf_instance (module_id, biz_id, status, starter, starter_dept, title)
        select 'payment', 100000 + n, 'approved', 1, 'A632201', 'x' from generate_series(1, 40000) n returning id
      ), runs as (
        insert into wf_node_run (instance_id, module_id, node_key, step_index, round, name, mode, is_final, state, created_at, ended_at)
        select id, 'payment', 's1', 0, 1, 'x', 'any', false, 'done', now(), now() from many returning id, instance_id
      )
      insert into wf_task (run_id, instance_id, position, kind, state, candidates, handled_by, handled_at, created_at)
      select id, instance_id, 0, 'approve', 'agreed', '{6}', 6, now(), now() from runs`.execute(db);
    // 300 of them wait: some for the person asked about, most for others.
    await sql`
      insert into wf_task_actor (task_id, principal, created_at)
      select id, case when id % 10 = 0 then 'u:6' else 'u:5' end, created_at from wf_task order by id desc limit 300`.execute(
      db,
    );
    await sql`analyze wf_instance, wf_node_run, wf_task, wf_task_actor`.execute(db);
    const page = { page: 1, size: 20, sort: undefined, order: 'desc' as const, keyword: undefined };
    const plans: string[] = [];
    const explain = async (query: RawBuilder<unknown>): Promise<void> => {
      const { rows } = await query.execute(db);
      plans.push((rows as readonly { 'QUERY PLAN': string }[]).map((row) => row['QUERY PLAN']).join('\n'));
    };
    for (const filters of [{}, { moduleId: MODULE }]) await explain(sql`explain ${waitQuery('6', filters, page, now)}`);
    // A named statement keeps one plan for every person.
    await explain(sql.raw(`explain (generic_plan) ${waitQuery('6', {}, page, now).compile(db).sql}`));
    for (const plan of plans) {
      expect(plan).not.toMatch(/Seq Scan on (wf_task|wf_instance|wf_node_run)\b(?!_)/);
      expect(plan).toMatch(/CTE mine/);
      expect(plan).toMatch(/wf_task_pkey/);
      expect(plan).toMatch(/wf_instance_pkey/);
    }
  });

  it('counts what a person handled up to a bound, and cuts the page before it looks at records', async () => {
    await sql`
      insert into wf_action (instance_id, module_id, seq, kind, node_key, node_name, actor, actor_name, data, form_version, form_hash, at, prev_hash, hash)
      select id, case when n % 1000 = 0 then ${MODULE} else 'consult' end, 1, 'approve', 's1', '审核', 6, 'x', '{}', 1, '',
             timestamptz '2026-11-01 08:00+08' + make_interval(secs => n), '', ''
        from (select id, row_number() over (order by id) as n from wf_instance where title = 'x' and biz_id > 100000) many where n <= 30000`.execute(
      db,
    );
    await sql`vacuum analyze wf_action`.execute(db);
    // Nobody needs to know that it is 30,000; of a module of few it is said to the last.
    const all = await call<Rows>('6', 'NodeRecord/GetHistoryList');
    expect([all.total, all.rows.length]).toEqual([20_001, 20]);
    expect((await call<Rows>('6', 'NodeRecord/GetHistoryList', { ProcedureId: PROCEDURE })).total).toBe(30);
    expect((await call<Rows>('6', 'NodeRecord/GetHistoryList', { ProcedureId: PROCEDURE, PageIndex: 9 })).total).toBe(
      30,
    );
    const { tabs, cards } = await call<{ tabs: object; cards: object }>('6', 'NodeRecord/UserExamineNumber');
    expect([tabs, cards]).toMatchObject([{ handled: 20_001 }, { handledThisMonth: 20_001 }]);
    const few = await call('6', 'NodeRecord/UserExamineNumber', { ProcedureId: PROCEDURE, stepKey: 's1' });
    expect(few).toMatchObject({ tabs: { handled: 30 } });

    const pagesOf = async (query: RawBuilder<unknown>): Promise<string> => {
      const { rows } = await sql`explain (analyze, buffers, timing off, summary off) ${query}`.execute(db);
      return (rows as readonly { 'QUERY PLAN': string }[]).map((row) => row['QUERY PLAN']).join('\n');
    };
    const page = { page: 1, size: 20, sort: undefined, order: 'desc' as const, keyword: undefined };
    for (const [filters, index] of [
      [{}, 'wf_action_handled'],
      [{ moduleId: MODULE }, 'wf_action_handled_module'],
    ] as const) {
      const { rows, total } = historyQuery('6', filters, page);
      const plan = await pagesOf(rows);
      expect(plan).toMatch(new RegExp(`${index} on wf_action`));
      expect(plan).not.toMatch(/Seq Scan on wf_(action|task|instance)/);
      // 20 rows and what hangs on each of them.
      expect(Number(/Buffers: shared hit=(\d+)/.exec(plan)?.[1])).toBeLessThan(400);
      expect(await pagesOf(total)).not.toMatch(/wf_instance|wf_task/);
    }
  });
});
