import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../platform/db/schema.ts';
import { verifyLog } from './log.ts';
import { openDatabase, type TestDb } from './testing/database.ts';
import { actor, brokenInvariants, chain, type Desk, desk, MODULE, step } from './testing/world.ts';
import type { Command, StepView } from './types.ts';

let test: TestDb;
let db: Db;
let next = 1;
/** A record of its own for each test. */
const fresh = (): string => String(next++);

beforeAll(async () => {
  test = await openDatabase();
  db = test.db;
}, 60_000);
afterAll(() => test.close());
afterEach(async () => expect(await brokenInvariants(db)).toEqual([]));

const two = chain(
  step('projectManager', { name: '项目经理审核' }),
  step('role(generalManager)', { name: '总经理审批' }),
);

const viewOf = async (at: Desk, id: string, userId: string) => {
  const view = await at.approval.view(db, MODULE, id, actor(userId));
  if (view === null) throw new Error('no view');
  return view;
};
const may = async (at: Desk, id: string, userId: string) => (await viewOf(at, id, userId)).standing.actions;
const activeStep = async (at: Desk, id: string): Promise<StepView | undefined> =>
  (await viewOf(at, id, '1')).steps.find((one) => one.state === 'active');
const peopleOf = (of: StepView | undefined) => of?.handlers.map((one) => [one.UserId, one.part, one.state]);
const notices = (id: string, userId: string) =>
  db
    .selectFrom('wf_notice')
    .select(['kind', 'title', 'read_at'])
    .where('biz_id', '=', id)
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();

const sign = async (
  at: Desk,
  id: string,
  by: string,
  people: readonly string[],
  more: Partial<Extract<Command, { kind: 'addSign' }>> = {},
) =>
  at.act(by, id, {
    kind: 'addSign',
    taskId: await at.task(id, by),
    people,
    where: 'before',
    mode: 'all',
    opinion: '请先看一下',
    ...more,
  });

describe('signers before', () => {
  it('have the to-do instead of who added them, who has it back after them', async () => {
    const id = fresh();
    const at = desk(db, two);
    await at.submit(id);
    const own = await at.task(id, '2');
    expect(await sign(at, id, '2', ['3', '5'])).toMatchObject({ status: 'running', agreedSteps: [] });
    expect(await at.task(id, '2')).toBe('0');
    expect(peopleOf(await activeStep(at, id))).toEqual([
      ['3', 'before', 'active'],
      ['5', 'before', 'active'],
      ['2', 'own', 'waiting'],
    ]);
    expect((await notices(id, '3')).map((one) => one.title)).toEqual([
      '能源付款 NYFK-202611-0001：经理乙请您加签：请先看一下，请处理「项目经理审核」',
    ]);
    // The one who waits is told for whom.
    await expect(at.act('2', id, { kind: 'approve', taskId: own })).rejects.toThrow('正在等财务丙、总监戊处理');
    expect(await may(at, id, '2')).toEqual(['RemoveSign', 'Cc']);
    expect(await may(at, id, '3')).toEqual(['Approve', 'Reject', 'Transfer', 'AddSign', 'Delegate', 'Cc']);
    expect(await at.approve('3', id)).toMatchObject({ agreedSteps: [] });
    await at.approve('5', id);
    expect(await at.task(id, '2')).toBe(own);
    expect((await notices(id, '2')).map((one) => one.read_at === null)).toEqual([false, true]);
    expect(await at.approve('2', id)).toMatchObject({ agreedSteps: [{ key: 's1' }] });
    const { instanceId } = await at.approve('6', id);
    expect(await verifyLog(db, instanceId)).toMatchObject({ ok: true });
  });

  it('are refused where it makes no sense, with words that say so', async () => {
    const id = fresh();
    const at = desk(db, two);
    await at.submit(id);
    await expect(sign(at, id, '2', [])).rejects.toThrow('请选择加签人');
    await expect(sign(at, id, '2', ['2'])).rejects.toThrow('不能加签给自己');
    await expect(sign(at, id, '2', ['1'])).rejects.toThrow('不能加签给申请人本人');
    await expect(sign(at, id, '2', ['8'])).rejects.toThrow('加签对象中有人不存在或已停用');
    await expect(sign(at, id, '2', ['3'], { opinion: ' ' })).rejects.toThrow('请填写加签原因');
    await sign(at, id, '2', ['3']);
    await expect(sign(at, id, '3', ['2'])).rejects.toThrow('经理乙已是该步骤的处理人');
    await expect(
      at.act('6', id, {
        kind: 'addSign',
        taskId: await at.task(id, '3'),
        people: ['5'],
        where: 'before',
        mode: 'all',
        opinion: '看',
      }),
    ).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('may send the record back, and the whole step is over', async () => {
    const id = fresh();
    const at = desk(db, two);
    await at.submit(id);
    await sign(at, id, '2', ['3', '5']);
    expect(await at.reject('5', id, 'starter')).toMatchObject({ returnedToStarter: true });
    const view = await viewOf(at, id, '1');
    expect(view.steps.map((one) => [one.round, one.key, one.state])).toEqual([
      [1, 'start', 'done'],
      [1, 's1', 'returned'],
      [2, 'start', 'active'],
      [2, 's1', 'future'],
      [2, 's2', 'future'],
    ]);
  });
});

describe('signers after', () => {
  it('come when the one who added them has agreed, then the record goes on', async () => {
    const id = fresh();
    const at = desk(db, two);
    await at.submit(id);
    await sign(at, id, '2', ['3', '4'], { where: 'after', mode: 'turn' });
    expect(await at.task(id, '3')).toBe('0');
    expect(await at.approve('2', id)).toMatchObject({ agreedSteps: [] });
    expect(await at.task(id, '4')).toBe('0');
    await at.approve('3', id);
    expect(await at.approve('4', id)).toMatchObject({ agreedSteps: [{ key: 's1' }] });
    expect(await at.task(id, '6')).not.toBe('0');
  });

  it('make the to-do of a pool the task of who added them', async () => {
    const id = fresh();
    const at = desk(db, chain(step('role(finance)'), step('role(generalManager)')));
    await at.submit(id);
    await sign(at, id, '3', ['5'], { where: 'after' });
    expect(await at.task(id, '4')).toBe('0');
    expect((await notices(id, '4')).map((one) => one.read_at !== null)).toEqual([true]);
    await at.approve('3', id);
    expect(await at.approve('5', id)).toMatchObject({ agreedSteps: [{ key: 's1' }] });
  });
});

describe('removing', () => {
  it('takes out whom one added, tells them, and gives the to-do back', async () => {
    const id = fresh();
    const at = desk(db, two);
    await at.submit(id);
    await sign(at, id, '2', ['3', '5']);
    const removing = (by: string, taskId: string, people: readonly string[]) =>
      at.act(by, id, { kind: 'removeSign', taskId, people, opinion: '已当面问过' });
    const task = await at.task(id, '5');
    await expect(removing('3', task, ['5'])).rejects.toMatchObject({ code: 'forbidden' });
    await expect(removing('2', task, ['6'])).rejects.toThrow('总经理己已处理或不在本步骤中');
    expect((await viewOf(at, id, '2')).standing.removable?.people.map((one) => one.UserId)).toEqual(['3', '5']);
    await removing('2', task, ['5']);
    expect((await notices(id, '5')).at(-1)).toMatchObject({
      kind: 'ended',
      title: expect.stringMatching(/：经理乙将您从「.+」减签，无需再处理：已当面问过$/),
    });
    expect(await at.task(id, '5')).toBe('0');
    await expect(at.act('5', id, { kind: 'approve', taskId: task })).rejects.toThrow('您已被减签，无需处理');
    await at.approve('3', id);
    expect(await may(at, id, '2')).toContain('Approve');
    await expect(removing('2', task, ['3'])).rejects.toThrow('财务丙已处理或不在本步骤中');
  });

  it('lets co-signers be taken out where the step allows it, and goes on without them', async () => {
    const id = fresh();
    const at = desk(
      db,
      chain(step('role(finance)', { mode: 'all', policy: { removeSign: 'any' } }), step('role(generalManager)')),
    );
    await at.submit(id);
    const other = await at.task(id, '4');
    await at.approve('3', id);
    expect(await may(at, id, '3')).toContain('RemoveSign');
    expect(await at.act('3', id, { kind: 'removeSign', taskId: other, people: ['4'] })).toMatchObject({
      agreedSteps: [{ key: 's1' }],
    });
    expect(await at.task(id, '6')).not.toBe('0');
  });
});

describe('delegating', () => {
  it('brings the opinion back to its owner, who decides', async () => {
    const id = fresh();
    const at = desk(db, two);
    await at.submit(id);
    const own = await at.task(id, '2');
    await at.act('2', id, { kind: 'delegate', taskId: own, to: '5', opinion: '请从技术上把关' });
    expect((await notices(id, '5')).map((one) => one.title)).toEqual([
      '能源付款 NYFK-202611-0001：经理乙委派您给出意见：请从技术上把关，请回复「项目经理审核」',
    ]);
    expect(await may(at, id, '5')).toEqual(['Approve', 'Transfer', 'Cc']);
    expect((await viewOf(at, id, '5')).standing.taskKind).toBe('delegate');
    const asked = await at.task(id, '5');
    await expect(
      at.act('5', id, { kind: 'reject', taskId: asked, opinion: '不行', to: 'starter', resume: 'replay' }),
    ).rejects.toThrow('您是受委派人，只能回复意见');
    await at.act('5', id, { kind: 'approve', taskId: asked, opinion: '参数偏高' });
    expect(await at.task(id, '2')).toBe(own);
    const kinds = await db
      .selectFrom('wf_action as a')
      .innerJoin('wf_instance as i', 'i.id', 'a.instance_id')
      .select(['a.kind', 'a.actor'])
      .where('i.biz_id', '=', id)
      .orderBy('a.seq')
      .execute();
    expect(kinds.map((row) => row.kind)).toEqual(['submit', 'delegate', 'reply']);
    const shown = (await activeStep(at, id))?.handlers.find((one) => one.part === 'delegate');
    expect(shown).toMatchObject({ UserId: '5', state: 'agreed', Opinion: '参数偏高', addedBy: '经理乙' });
    expect(await at.approve('2', id)).toMatchObject({ agreedSteps: [{ key: 's1' }] });
  });
});

describe('a vote', () => {
  const vote = chain(
    step('field(board)', { name: '评审会', mode: 'vote', pass: 60 }),
    step('role(generalManager)', { name: '总经理审批' }),
  );
  const board = { users: { board: ['2', '3', '4', '5'] } };

  it('passes with enough for it, whoever is against', async () => {
    const id = fresh();
    const at = desk(db, vote);
    await at.submit(id, board);
    expect((await activeStep(at, id))?.votesNeeded).toBe(3);
    await at.approve('2', id, board);
    expect(await at.reject('3', id, 'starter', 'replay', board)).toMatchObject({ status: 'running' });
    expect(await may(at, id, '4')).toEqual(['Approve', 'Reject', 'Transfer', 'Delegate', 'Cc']);
    await at.approve('4', id, board);
    expect(await at.approve('5', id, board)).toMatchObject({ agreedSteps: [{ key: 's1' }] });
  });

  it('does not ask the rest once it is decided, and is lost when it can no longer be won', async () => {
    const won = fresh();
    const at = desk(db, vote);
    await at.submit(won, board);
    const late = await at.task(won, '5');
    for (const person of ['2', '3', '4']) await at.approve(person, won, board);
    await expect(at.act('5', won, { kind: 'approve', taskId: late }, board)).rejects.toMatchObject({
      code: 'conflict',
    });
    const lost = fresh();
    await at.submit(lost, board);
    await at.reject('2', lost, 'starter', 'replay', board);
    expect(await at.reject('3', lost, 'end', 'replay', board)).toMatchObject({ ended: 'rejected' });
  });
});

describe('taking back', () => {
  const back = (at: Desk, id: string, by: string, taskId: string) => at.act(by, id, { kind: 'takeBack', taskId });

  it('gives the step back while nobody has handled the next one, and leaves no trace of that', async () => {
    const id = fresh();
    const at = desk(db, two);
    await at.submit(id);
    const own = await at.task(id, '2');
    await at.act('2', id, { kind: 'approve', taskId: own, opinion: '同意' });
    const far = await at.task(id, '6');
    expect((await viewOf(at, id, '2')).standing.takeBackId).toBe(own);
    expect(await back(at, id, '2', own)).toMatchObject({ undoneSteps: [{ key: 's1' }], status: 'running' });
    expect(await at.task(id, '6')).toBe('0');
    expect((await notices(id, '6')).every((one) => one.read_at !== null)).toBe(true);
    expect(await at.task(id, '2')).toBe(own);
    await expect(at.act('6', id, { kind: 'approve', taskId: far })).rejects.toMatchObject({ code: 'conflict' });
    // Nobody's agreement stands: the applicant may take it back altogether.
    expect(await may(at, id, '1')).toContain('Withdraw');
    await at.approve('2', id);
    await at.approve('6', id);
    const view = await viewOf(at, id, '1');
    expect(view.steps.map((one) => [one.round, one.key, one.state])).toEqual([
      [1, 'start', 'done'],
      [1, 's1', 'done'],
      [1, 's2', 'done'],
    ]);
    expect(view.status).toBe('approved');
  });

  it('means the agreement that stands, not one of an earlier round', async () => {
    const id = fresh();
    const at = desk(db, two);
    await at.submit(id);
    const old = await at.task(id, '2');
    await at.approve('2', id);
    await at.reject('6', id, 'starter', 'replay');
    await at.submit(id);
    const own = await at.task(id, '2');
    await at.approve('2', id);
    expect(own).not.toBe(old);
    await expect(back(at, id, '2', old)).rejects.toThrow('该步骤的同意已失效，不能拿回');
    expect(await at.task(id, '6')).not.toBe('0');
    expect(await back(at, id, '2', own)).toMatchObject({ undoneSteps: [{ key: 's1' }] });
  });

  it('is over once the next one has been handled, and nobody else can do it', async () => {
    const id = fresh();
    const at = desk(
      db,
      chain(step('projectManager'), step('role(finance)', { mode: 'all' }), step('role(generalManager)')),
    );
    await at.submit(id);
    const own = await at.task(id, '2');
    await at.approve('2', id);
    await expect(back(at, id, '3', own)).rejects.toMatchObject({ code: 'forbidden' });
    const first = await at.task(id, '3');
    await at.approve('3', id);
    await expect(back(at, id, '2', own)).rejects.toThrow('已由财务丙处理，不能拿回');
    expect(await may(at, id, '2')).not.toContain('TakeBack');
    // A co-signer's own agreement is theirs to take back while the step waits for the others.
    expect(await back(at, id, '3', first)).toMatchObject({ undoneSteps: [] });
    expect(await at.task(id, '3')).toBe(first);
    await at.approve('3', id);
    await at.approve('4', id);
    await at.approve('6', id);
    await expect(back(at, id, '3', first)).rejects.toThrow('单据已审批通过');
  });
});
