import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../platform/db/schema.ts';
import { openDatabase, type TestDb } from './testing/database.ts';
import { actor, brokenInvariants, chain, type Desk, desk, factsOf, MODULE, step } from './testing/world.ts';
import type { RecordFacts } from './testing/world.ts';

let test: TestDb;
let db: Db;
let next = 1;
const fresh = (): string => String(next++);

beforeAll(async () => {
  test = await openDatabase();
  db = test.db;
}, 60_000);
afterAll(() => test.close());
afterEach(async () => expect(await brokenInvariants(db)).toEqual([]));

const last = step('role(generalManager)', { name: '总经理审批' });
const steps = async (at: Desk, id: string) =>
  ((await at.approval.view(db, MODULE, id, actor('1')))?.steps ?? [])
    .filter((one) => one.state !== 'future')
    .map((one) => [one.key, one.state, one.why]);

/** What came of the first step of a record whose applicant would be asked about it, and what had been predicted. */
const after = async (first: ReturnType<typeof step>, record: RecordFacts) => {
  const id = fresh();
  const of = chain(first, last);
  const at = desk(db, of);
  const [, foreseen] = await at.approval.predict(db, of, factsOf(record));
  await at.submit(id, record);
  const [, taken] = await steps(at, id);
  return { at, id, taken, foreseen: [foreseen?.key, foreseen?.state, foreseen?.why] };
};

describe('the applicant as handler', () => {
  const own: RecordFacts = { users: { checker: ['1'] } };

  it('is passed over for somebody else, where nothing else is said', async () => {
    const { taken } = await after(step('field(checker)'), own);
    expect(taken?.[1]).toBe('active');
    expect(taken?.[2]).toContain('不能审批自己的单据，上报');
  });

  it.each([
    ['pass', '自动通过'],
    ['skip', '按流程设置跳过'],
  ] as const)('%s: nobody is asked, and the record says why', async (self, word) => {
    const { at, id, taken, foreseen } = await after(step('field(checker)', { policy: { self } }), own);
    expect(taken).toEqual(['s1', 'skipped', `单据中指定的人员是申请人本人，${word}`]);
    expect(foreseen).toEqual(taken);
    expect(await at.task(id, '6')).not.toBe('0');
    // Left out is not agreed to: nobody can be sent back there, and no effect hangs on it.
    const { agreed } = await db
      .selectFrom('wf_instance')
      .select('agreed')
      .where('biz_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(Object.keys(agreed)).toEqual(self === 'pass' ? ['s1'] : []);
  });

  it('does not keep the others of a step for all from being asked', async () => {
    const { at, id } = await after(step('field(checker)', { mode: 'all', policy: { self: 'pass' } }), {
      users: { checker: ['1', '2'] },
    });
    expect(await at.task(id, '2')).not.toBe('0');
    expect(await at.task(id, '1')).toBe('0');
  });

  it('never passes a step in which something is to be filled in', async () => {
    const { taken } = await after(step('field(checker)', { fieldKeys: ['note'], policy: { self: 'pass' } }), own);
    expect(taken?.[1]).toBe('active');
  });
});

describe('nobody to ask', () => {
  const nobody: RecordFacts = { project: 'P0' };

  it.each([
    ['admin', '7', '项目经理没有在职人员，按流程设置转角色「系统管理员」：管理员庚'],
    ['role(finance)', '4', '项目经理没有在职人员，按流程设置转角色「财务」：财务丙、财务丁'],
    ['user(5)', '5', '项目经理没有在职人员，按流程设置转指定人员：总监戊'],
  ] as const)('%s', async (policy, person, why) => {
    const { at, id, taken } = await after(step('projectManager', { policy: { nobody: policy } }), nobody);
    expect(taken?.[2]).toBe(why);
    expect(await at.task(id, person)).not.toBe('0');
  });

  it('goes up where those named are gone, too', async () => {
    const { taken } = await after(step('projectManager', { policy: { nobody: 'user(8)' } }), nobody);
    expect(taken?.[2]).toContain('上报角色「运营总监」');
  });

  it('leaves the step out where it says so, yet never one that a record is sent back to', async () => {
    const { at, id, taken } = await after(step('projectManager', { policy: { nobody: 'skip' } }), nobody);
    expect(taken).toEqual(['s1', 'skipped', '项目经理没有在职人员，按流程设置跳过']);
    expect(await at.approve('6', id, nobody)).toMatchObject({ ended: 'approved' });
    const other = fresh();
    await at.submit(other);
    await at.approve('2', other);
    // The project has lost its manager since.
    await at.reject('6', other, 'previous', 'replay', nobody);
    expect(await at.task(other, '5')).not.toBe('0');
  });
});

describe('the same person again', () => {
  const chainOf = (repeat: 'next' | 'all' | 'none') =>
    chain(step('projectManager'), step('role(finance)'), step('deptManager', { policy: { repeat } }), last);

  it.each([
    ['next', 'active'],
    ['all', 'skipped'],
    ['none', 'active'],
  ] as const)('%s, with another step between', async (repeat, state) => {
    const id = fresh();
    const at = desk(db, chainOf(repeat));
    await at.submit(id);
    await at.approve('2', id);
    await at.approve('3', id);
    const third = (await steps(at, id))[3];
    expect(third?.[1]).toBe(state);
    if (state === 'skipped') expect(third?.[2]).toContain('已在前面的步骤同意');
  });

  it('none: is asked again directly after as well', async () => {
    const id = fresh();
    const at = desk(db, chain(step('projectManager'), step('deptManager', { policy: { repeat: 'none' } })));
    await at.submit(id);
    expect(await at.approve('2', id)).toMatchObject({ status: 'running' });
    expect(await at.approve('2', id)).toMatchObject({ ended: 'approved' });
  });
});

describe('what may be done at a step', () => {
  it('rejects only to where it may', async () => {
    const id = fresh();
    const at = desk(
      db,
      chain(step('projectManager'), step('role(finance)', { policy: { rejectTo: ['previous', 'end'] } })),
    );
    await at.submit(id);
    await at.approve('2', id);
    expect((await at.approval.view(db, MODULE, id, actor('3')))?.standing.rejectTo).toEqual(['previous', 'end']);
    await expect(at.reject('3', id, 'starter')).rejects.toThrow('本步骤不允许这样驳回');
    await expect(at.reject('3', id, 's1')).rejects.toThrow('本步骤不允许这样驳回');
    expect(await at.reject('3', id, 'previous')).toMatchObject({ status: 'running' });
  });

  it('offers and allows no passing on where that is switched off', async () => {
    const id = fresh();
    const policy = { addSign: false, transfer: false, delegate: false };
    const at = desk(db, chain(step('projectManager', { policy }), last));
    await at.submit(id);
    expect((await at.approval.view(db, MODULE, id, actor('2')))?.standing.actions).toEqual(['Approve', 'Reject', 'Cc']);
    const taskId = await at.task(id, '2');
    await expect(at.act('2', id, { kind: 'transfer', taskId, to: '5', opinion: '忙' })).rejects.toThrow(
      '本步骤不允许转办',
    );
    await expect(at.act('2', id, { kind: 'delegate', taskId, to: '5', opinion: '忙' })).rejects.toThrow(
      '本步骤不允许委派',
    );
    await expect(
      at.act('2', id, { kind: 'addSign', taskId, people: ['5'], where: 'after', mode: 'all', opinion: '看' }),
    ).rejects.toThrow('本步骤不允许加签');
  });

  it('agrees only with words and a signature where they are asked for', async () => {
    const id = fresh();
    const of = chain(step('projectManager', { policy: { opinion: 'required', signature: 'required' } }), last);
    const at = desk(db, of);
    await at.submit(id);
    const standing = async () => (await at.approval.view(db, MODULE, id, actor('2')))?.standing;
    expect((await standing())?.needs).toEqual({ opinion: true, signature: true });
    const taskId = await at.task(id, '2');
    const agree = (opinion: string, signature: { URL: string; Size: number; Name: string } | null) =>
      at.act('2', id, { kind: 'approve', taskId, opinion, signature });
    const drawn = { URL: '/files/9-abc', Size: 900, Name: '签名.png' };
    await expect(agree('', null)).rejects.toMatchObject({
      errors: [
        { path: 'Opinion', message: '请填写审批意见' },
        { path: 'Signature', message: '请签名' },
      ],
    });
    await expect(agree('同意', null)).rejects.toMatchObject({ errors: [{ path: 'Signature' }] });
    await agree('同意', drawn);
    const view = await at.approval.view(db, MODULE, id, actor('1'));
    expect(view?.steps.find((one) => one.key === 's1')?.handlers[0]?.signature).toEqual(drawn);
    // Taken back, it is signed anew.
    await at.act('2', id, { kind: 'takeBack', taskId });
    const row = await db.selectFrom('wf_task').select('signature').where('id', '=', taskId).executeTakeFirst();
    expect(row?.signature).toBeNull();
  });
});
