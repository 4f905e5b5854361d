import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../platform/db/schema.ts';
import { mineList } from './lists.ts';
import { verifyLog } from './log.ts';
import { openDatabase, type TestDb } from './testing/database.ts';
import type { Push } from './writing.ts';
import {
  actor,
  beside,
  brokenInvariants,
  chain,
  type Desk,
  desk,
  directory,
  factsOf,
  MODULE,
  type RecordFacts,
  seedCompany,
  step,
} from './testing/world.ts';

let test: TestDb;
let db: Db;
let next = 1;
const fresh = (): string => String(next++);

beforeAll(async () => {
  test = await openDatabase();
  db = test.db;
  await seedCompany(db);
}, 60_000);
afterAll(() => test.close());
afterEach(async () => expect(await brokenInvariants(db)).toEqual([]));

/** 项目经理 → { 财务 → 总监 | 质量 | 部门（大额） } → 总经理 */
const of = beside(
  chain(
    step('projectManager', { name: '项目经理审核' }),
    step('role(finance)', { name: '财务审核' }),
    step('role(operationDirector)', { name: '总监审批' }),
    step('field(quality)', { name: '质量审核' }),
    step('deptManager', { name: '部门会签' }),
    step('role(generalManager)', { name: '总经理审批' }),
  ),
  { steps: [2, 3] },
  { steps: [4] },
  { steps: [5], when: 'big' },
);
const record: RecordFacts = { users: { quality: ['7'] } };

const shown = async (at: Desk, id: string, userId = '1', more: RecordFacts = record) =>
  (await at.approval.view(db, MODULE, id, actor(userId), { facts: factsOf(more) })) ?? { steps: [], standing: null };
const states = async (at: Desk, id: string) =>
  (await shown(at, id)).steps.filter((one) => one.state !== 'future').map((one) => [one.round, one.key, one.state]);
const waits = async (at: Desk, id: string): Promise<string> =>
  (
    await Promise.all(
      ['2', '3', '5', '6', '7'].map(async (person) => ((await at.task(id, person)) === '0' ? '' : person)),
    )
  ).join('');

describe('branches side by side', () => {
  it('are asked at once, joined when all are through, and kept apart in the rows', async () => {
    const id = fresh();
    const at = desk(db, of);
    const { instanceId } = await at.submit(id, record);
    expect(await at.approve('2', id, record)).toMatchObject({ agreedSteps: [{ key: 's1' }] });
    expect(await waits(at, id)).toBe('37');
    const rows = await db
      .selectFrom('wf_node_run')
      .select(['node_key', 'branch', 'state', 'why'])
      .where('instance_id', '=', instanceId)
      .orderBy('step_index')
      .execute();
    expect(rows.map((row) => [row.node_key, row.branch, row.state])).toEqual([
      ['start', '', 'done'],
      ['s1', '', 'done'],
      ['s2', 'p1/b1', 'active'],
      ['s4', 'p1/b2', 'active'],
      ['s5', 'p1/b3', 'skipped'],
    ]);
    expect(rows.at(-1)?.why).toBe('分支「分支3」不满足条件：big');
    await at.approve('7', id, record);
    expect(await waits(at, id)).toBe('3');
    await at.approve('3', id, record);
    expect(await waits(at, id)).toBe('5');
    expect(await at.approve('5', id, record)).toMatchObject({ status: 'running', agreedSteps: [{ key: 's3' }] });
    expect(await waits(at, id)).toBe('6');
    expect(await at.approve('6', id, record)).toMatchObject({ ended: 'approved' });
    expect(await verifyLog(db, instanceId)).toMatchObject({ ok: true });
  });

  it('ask one person for several of them, who says which is meant', async () => {
    const id = fresh();
    const at = desk(db, of);
    const both: RecordFacts = { users: { quality: ['3'] } };
    await at.submit(id, both);
    await at.approve('2', id, both);
    const look = async (taskId?: string) => {
      const more = { facts: factsOf(both), ...(taskId === undefined ? {} : { taskId }) };
      return (await at.approval.view(db, MODULE, id, actor('3'), more))?.standing;
    };
    const first = await look();
    expect(first?.tasks.map((one) => one.step)).toEqual(['财务审核', '质量审核']);
    expect(first).toMatchObject({ stepKey: 's2', taskId: first?.tasks[0]?.taskId });
    const second = first?.tasks[1]?.taskId ?? '';
    expect(await look(second)).toMatchObject({ stepKey: 's4', taskId: second });
    // A task of somebody else, or one that waits no longer, is not theirs to be asked about.
    expect(await look('0')).toMatchObject({ stepKey: 's2' });
    await at.approval.view(db, MODULE, id, actor('7'), {}).then((view) => expect(view?.standing.tasks).toEqual([]));
    await at.approve('3', id, both);
    expect(await look(first?.taskId ?? '')).toMatchObject({
      stepKey: 's4',
      taskId: second,
      tasks: [{ step: '质量审核' }],
    });
  });

  it('are shown with their block, also before anybody is asked, and named together in lists', async () => {
    const id = fresh();
    const at = desk(db, of);
    const foreseen = await at.approval.predict(db, of, factsOf(record));
    expect(foreseen.map((one) => [one.key, one.state, one.parallel?.branch ?? null])).toEqual([
      ['start', 'active', null],
      ['s1', 'future', null],
      ['s2', 'future', '分支1'],
      ['s3', 'future', '分支1'],
      ['s4', 'future', '分支2'],
      ['s5', 'skipped', '分支3'],
      ['s6', 'future', null],
    ]);
    await at.submit(id, record);
    await at.approve('2', id, record);
    const view = await shown(at, id, '7');
    expect(view.steps.filter((one) => one.state === 'future').map((one) => one.key)).toEqual(['s3', 's6']);
    // Each of those asked side by side is who comes after the step before.
    expect(view.steps.find((one) => one.key === 's1')?.NextHandlerUserId).toBe('7');
    expect(view.standing?.stepKey).toBe('s4');
    expect(await at.approval.current(db, MODULE, [id])).toEqual(
      new Map([[id, { step: '财务审核、质量审核', handlers: '财务丙、财务丁、管理员庚' }]]),
    );
    const mine = await mineList(
      db,
      '1',
      {},
      { page: 1, size: 5, sort: undefined, order: 'desc', keyword: undefined },
      new Date(),
    );
    expect(mine.rows[0]?.currentStep?.split('、').sort()).toEqual(['财务审核', '质量审核'].sort());
  });
});

describe('people of branches that begin at once', () => {
  it('are each told of the step that is theirs', async () => {
    const heard: [readonly string[] | null, unknown][] = [];
    const tell: Push = async (_tx, words) => {
      for (const { topic, userIds, data } of words)
        if (topic === 'todo') heard.push([userIds, (data as { title?: string }).title]);
    };
    const id = fresh();
    const at = desk(db, of, () => new Date(), directory, tell);
    await at.submit(id, record);
    heard.length = 0;
    await at.approve('2', id, record);
    expect(heard.filter(([, title]) => title !== undefined)).toEqual([
      [['3', '4'], expect.stringContaining('「财务审核」')],
      [['7'], expect.stringContaining('「质量审核」')],
    ]);
  });
});

describe('sending back', () => {
  it('inside a branch leaves the others as they are', async () => {
    const id = fresh();
    const at = desk(db, of);
    await at.submit(id, record);
    await at.approve('2', id, record);
    await at.approve('3', id, record);
    expect(await at.reject('5', id, 'previous', 'replay', record)).toMatchObject({ undoneSteps: [{ key: 's2' }] });
    expect(await waits(at, id)).toBe('37');
    await at.approve('7', id, record);
    await at.approve('4', id, record);
    await at.approve('5', id, record);
    expect(await waits(at, id)).toBe('6');
  });

  it('out of a branch cancels the others, tells them so, and asks them again later without doubling anything', async () => {
    const id = fresh();
    const at = desk(db, of);
    await at.submit(id, record);
    await at.approve('2', id, record);
    await at.approve('7', id, record);
    const other = await at.task(id, '3');
    await at.approve('3', id, record);
    expect(await at.reject('5', id, 'starter', 'replay', record)).toMatchObject({ returnedToStarter: true });
    expect(await waits(at, id)).toBe('');
    await expect(at.act('4', id, { kind: 'approve', taskId: other }, record)).rejects.toMatchObject({
      code: 'conflict',
    });
    await at.submit(id, record);
    await at.approve('2', id, record);
    expect(await waits(at, id)).toBe('37');
    expect(await states(at, id)).toEqual([
      [1, 'start', 'done'],
      [1, 's1', 'done'],
      [1, 's5', 'skipped'],
      [1, 's2', 'done'],
      [1, 's4', 'done'],
      [1, 's3', 'returned'],
      [2, 'start', 'done'],
      [2, 's1', 'done'],
      [2, 's5', 'skipped'],
      [2, 's2', 'active'],
      [2, 's4', 'active'],
    ]);
  });

  it('directly comes back to the step that did, beside what had not been handled', async () => {
    const id = fresh();
    const at = desk(db, of);
    await at.submit(id, record);
    await at.approve('2', id, record);
    await at.approve('3', id, record);
    await at.reject('5', id, 'starter', 'direct', record);
    await at.submit(id, record);
    expect(await waits(at, id)).toBe('57');
  });

  it('from behind the join asks the last of every branch, or one branch alone', async () => {
    const id = fresh();
    const at = desk(db, of);
    await at.submit(id, record);
    for (const person of ['2', '7', '3', '5']) await at.approve(person, id, record);
    const view = await shown(at, id, '6');
    expect(view.standing?.rejectTo).toEqual(['starter', 'previous', 's1', 's2', 's3', 's4', 'end']);
    await at.reject('6', id, 'previous', 'replay', record);
    expect(await waits(at, id)).toBe('57');
    for (const person of ['5', '7']) await at.approve(person, id, record);
    await at.reject('6', id, 's2', 'replay', record);
    expect(await waits(at, id)).toBe('3');
    for (const person of ['3', '5']) await at.approve(person, id, record);
    expect(await at.approve('6', id, record)).toMatchObject({ ended: 'approved' });
  });

  it('ends, withdraws and cancels everything that is under way', async () => {
    const at = desk(db, of);
    const ended = fresh();
    await at.submit(ended, record);
    await at.approve('2', ended, record);
    expect(await at.reject('7', ended, 'end', 'replay', record)).toMatchObject({ ended: 'rejected' });
    expect(await waits(at, ended)).toBe('');
    const first = beside(chain(step('role(finance)'), step('role(generalManager)')), { steps: [1] }, { steps: [2] });
    const given = fresh();
    const early = desk(db, first);
    await early.submit(given);
    expect(await waits(early, given)).toBe('36');
    expect(await early.act('1', given, { kind: 'withdraw' })).toMatchObject({ ended: 'withdrawn' });
    expect(await waits(early, given)).toBe('');
  });
});

describe('around a block', () => {
  it('an agreement before it can be taken back, and one inside it after the join', async () => {
    const id = fresh();
    const at = desk(db, of);
    await at.submit(id, record);
    const before = await at.task(id, '2');
    await at.approve('2', id, record);
    await at.act('2', id, { kind: 'takeBack', taskId: before }, record);
    expect(await waits(at, id)).toBe('2');
    await at.approve('2', id, record);
    const inside = await at.task(id, '7');
    for (const person of ['7', '3', '5']) await at.approve(person, id, record);
    expect(await waits(at, id)).toBe('6');
    expect((await shown(at, id, '7')).standing?.takeBackId).toBe(inside);
    await at.act('7', id, { kind: 'takeBack', taskId: inside }, record);
    expect(await waits(at, id)).toBe('7');
    await at.approve('7', id, record);
    expect(await at.approve('6', id, record)).toMatchObject({ ended: 'approved' });
  });

  it('everybody who has it is urged', async () => {
    const id = fresh();
    const at = desk(db, of);
    await at.submit(id, record);
    await at.approve('2', id, record);
    await at.act('1', id, { kind: 'urge' }, record);
    const urged = await db
      .selectFrom('wf_notice')
      .select('user_id')
      .where('biz_id', '=', id)
      .where('kind', '=', 'urged')
      .orderBy('user_id')
      .execute();
    expect(urged.map((row) => row.user_id)).toEqual(['3', '4', '7']);
  });

  it('what one branch fills in does not keep the other from agreeing to what it saw', async () => {
    const id = fresh();
    const at = desk(db, of);
    await at.submit(id, { ...record, version: 1 });
    await at.approve('2', id, { ...record, version: 1 });
    const [own, beside_] = await Promise.all(['7', '3'].map((person) => at.task(id, person)));
    // The finance step filled its section in: the record is another version.
    await at.act('3', id, { kind: 'approve', taskId: beside_ ?? '' }, { ...record, version: 2 });
    const open = (taskId: string, person: string, seenVersion: number) =>
      db
        .transaction()
        .execute((tx) =>
          at.approval.open(tx, { taskId, moduleId: MODULE, actor: actor(person), now: new Date(), seenVersion }),
        );
    expect(await open(own ?? '', '7', 1)).toMatchObject({ stepKey: 's4', formVersion: 2 });
    // The next step of the same branch has to look at it.
    await expect(open(await at.task(id, '5'), '5', 1)).rejects.toMatchObject({ code: 'conflict' });
  });
});
