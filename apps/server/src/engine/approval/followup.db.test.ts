import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../platform/db/schema.ts';
import { waitList } from './lists.ts';
import { verifyLog } from './log.ts';
import { firstNotices, releaseNotices } from './notices.ts';
import { openDatabase, type TestDb } from './testing/database.ts';
import {
  actor,
  brokenInvariants,
  chain,
  type Desk,
  desk,
  directory,
  factsOf,
  MODULE,
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

const stepsOf = async (at: Desk, id: string) =>
  ((await at.approval.view(db, MODULE, id, actor('1')))?.steps ?? [])
    .filter((one) => one.state !== 'future')
    .map((one) => [one.round, one.key, one.state, one.why]);

describe('selective re-approval', () => {
  const of = chain(
    step('projectManager', { watch: ['project', 'parts'] }),
    step('role(finance)', { watch: ['amount'] }),
    step('role(operationDirector)'),
    step('role(generalManager)'),
  );
  const content = (amount: string, price: string, row = '1') => ({
    project: 'P1',
    amount,
    parts: [{ id: row, rowNo: 1, name: '滤芯', price }],
  });

  it('asks again only those whose fields changed; the others carry over and say so', async () => {
    const id = fresh();
    const at = desk(db, of);
    const first = { version: 1, content: content('100.00', '5.00') };
    await at.submit(id, first);
    for (const person of ['2', '3', '5']) await at.approve(person, id, first);
    expect(await at.reject('6', id, 'starter', 'replay', first)).toMatchObject({
      undoneSteps: [{ key: 's1' }, { key: 's2' }, { key: 's3' }],
    });
    // Before they hand it in again, people see what it hangs on who is asked.
    const asks = { facts: factsOf(first), people: true };
    const coming = (await at.approval.view(db, MODULE, id, actor('1'), asks))?.steps.filter(
      (one) => one.state === 'future',
    );
    expect(coming?.map((one) => [one.key, /。(.+沿用)$/.exec(one.why)?.[1] ?? null])).toEqual([
      ['s1', '第1轮已同意，所关注的「project」、「parts」不变则沿用'],
      ['s2', '第1轮已同意，所关注的「amount」不变则沿用'],
      ['s3', null],
      ['s4', null],
    ]);
    // The amount changed; the rows were written anew, but say the same.
    const second = { version: 2, content: content('120.00', '5.00', '9') };
    expect(await at.submit(id, second)).toMatchObject({ agreedSteps: [{ key: 's1' }] });
    expect((await stepsOf(at, id)).slice(-2)).toEqual([
      [2, 's1', 'skipped', '第1轮已由经理乙同意，所关注的「project」、「parts」未变化，沿用'],
      [2, 's2', 'active', expect.any(String)],
    ]);
    await at.approve('3', id, second);
    // A step that watches nothing is always asked.
    expect(await at.task(id, '5')).not.toBe('0');
    await at.approve('5', id, second);
    await at.reject('6', id, 'starter', 'replay', second);
    // What was taken up once may be so again: it was agreed to in the first round.
    const third = { version: 3, content: { ...content('120.00', '5.00'), note: '补充说明' } };
    expect(await at.submit(id, third)).toMatchObject({ agreedSteps: [{ key: 's1' }, { key: 's2' }] });
    expect((await stepsOf(at, id)).filter(([round]) => round === 3).map(([, key, , why]) => [key, why])).toContainEqual(
      ['s1', '第2轮已沿用经理乙的同意，所关注的「project」、「parts」未变化，沿用'],
    );
    const { instanceId } = await at.approve('5', id, third);
    await at.reject('6', id, 'starter', 'replay', third);
    const fourth = { version: 4, content: content('120.00', '6.00') };
    await at.submit(id, fourth);
    expect(await at.task(id, '2')).not.toBe('0');
    expect(await verifyLog(db, instanceId)).toMatchObject({ ok: true });
  });

  it('takes up no agreement of whoever has become the applicant', async () => {
    const id = fresh();
    const at = desk(db, of);
    const same = { version: 1, content: content('100.00', '5.00') };
    await at.submit(id, same);
    for (const person of ['2', '3']) await at.approve(person, id, same);
    await at.reject('5', id, 'starter', 'replay', same);
    await at.act('1', id, { kind: 'takeOver', to: '2', opinion: '离职' }, same);
    const theirs = { ...same, starter: '2' };
    expect(await at.submit(id, theirs)).toMatchObject({ agreedSteps: [] });
    expect((await stepsOf(at, id)).at(-1)).toEqual([2, 's1', 'active', expect.stringContaining('申请人本人')]);
    // Who had agreed besides is not asked again.
    expect(await at.approve('5', id, theirs)).toMatchObject({ agreedSteps: [{ key: 's1' }, { key: 's2' }] });
  });

  it('asks a step that the record is sent back to, whatever it watches', async () => {
    const id = fresh();
    const at = desk(db, of);
    const same = { version: 1, content: content('100.00', '5.00') };
    await at.submit(id, same);
    for (const person of ['2', '3', '5']) await at.approve(person, id, same);
    await at.reject('6', id, 's1', 'replay', same);
    expect(await at.task(id, '2')).not.toBe('0');
    // Behind it, nothing changed for finance.
    expect(await at.approve('2', id, same)).toMatchObject({ agreedSteps: [{ key: 's1' }, { key: 's2' }] });
    expect(await at.task(id, '5')).not.toBe('0');
    await at.reject('5', id, 's2', 'replay', same);
    expect(await at.task(id, '3')).not.toBe('0');
  });
});

describe('an agreement that may still be undone', () => {
  const of = { ...chain(step('projectManager'), step('role(generalManager)')), cc: ['role(finance)'] as const };
  const heard: [string, readonly string[] | null][] = [];
  let now = new Date('2026-11-20T02:00:00Z');
  const at10 = (): Date => new Date(now.getTime() + 10_000);
  const wait = (seconds: number): void => {
    now = new Date(now.getTime() + seconds * 1000);
  };
  const held = () =>
    desk(
      db,
      of,
      () => now,
      directory,
      async (_tx, words) => {
        for (const { topic, userIds } of words) heard.push([topic, userIds]);
      },
    );
  const told = async (id: string, userId: string) =>
    (await firstNotices(db, userId, 50, true, now)).rows.flatMap((row) => (row.BusinessId === id ? [row.kind] : []));
  const release = async (instanceId: string, seq: number) => {
    heard.length = 0;
    await db.transaction().execute((tx) =>
      releaseNotices(
        tx,
        async (_tx, words) => {
          for (const { topic, userIds } of words) heard.push([topic, userIds]);
        },
        { instanceId, seq },
      ),
    );
    return [...heard];
  };

  it('tells nobody for ten seconds, then everybody once', async () => {
    const id = fresh();
    const at = held();
    const { instanceId } = await at.submit(id);
    heard.length = 0;
    await at.approve('2', id, { heldUntil: at10() });
    expect(heard.filter(([, people]) => people?.includes('6'))).toEqual([]);
    expect(await told(id, '6')).toEqual([]);
    const outbox = await sql<{ n: number }>`select count(*)::int as n from outbox
      where topic = 'approval-notices' and payload->>'instanceId' = ${instanceId} and not_before > now()`.execute(db);
    expect(outbox.rows[0]?.n).toBe(1);
    wait(11);
    expect(await told(id, '6')).toEqual(['todo']);
    expect(await release(instanceId, 2)).toEqual([['todo', ['6']]]);
    expect(await release(instanceId, 2)).toEqual([]);
  });

  it('leaves nothing behind when it is undone', async () => {
    const id = fresh();
    const at = held();
    const { instanceId } = await at.submit(id);
    const taskId = await at.task(id, '2');
    await at.approve('2', id, { heldUntil: at10() });
    wait(4);
    await at.act('2', id, { kind: 'takeBack', taskId });
    wait(60);
    expect(await told(id, '6')).toEqual([]);
    expect(await release(instanceId, 2)).toEqual([]);
    expect(await at.task(id, '2')).toBe(taskId);
  });

  it('can be undone at the very end, for ten seconds and by nobody else', async () => {
    const id = fresh();
    const at = held();
    await at.submit(id);
    await at.approve('2', id);
    const taskId = await at.task(id, '6');
    await at.approve('6', id, { heldUntil: at10() });
    const copies = async () =>
      (
        await sql<{
          n: number;
        }>`select count(*)::int as n from wf_cc c join wf_instance i on i.id = c.instance_id where i.biz_id = ${id}`.execute(
          db,
        )
      ).rows[0]?.n;
    expect(await copies()).toBe(2);
    await expect(at.act('2', id, { kind: 'takeBack', taskId })).rejects.toMatchObject({ code: 'forbidden' });
    wait(9);
    expect(await at.act('6', id, { kind: 'takeBack', taskId })).toMatchObject({
      status: 'running',
      reopened: true,
      undoneSteps: [{ key: 's2' }],
    });
    expect(await copies()).toBe(0);
    expect(await told(id, '1')).toEqual([]);
    const row = await db
      .selectFrom('wf_instance')
      .select(['status', 'finished_at'])
      .where('biz_id', '=', id)
      .executeTakeFirst();
    expect(row).toEqual({ status: 'running', finished_at: null });

    expect(await at.approve('6', id, { heldUntil: at10() })).toMatchObject({ ended: 'approved' });
    wait(11);
    await expect(at.act('6', id, { kind: 'takeBack', taskId })).rejects.toThrow('单据已审批通过');
    expect(await told(id, '1')).toEqual(['ended']);
  });

  it('leaves nothing behind either where its owner undoes what was done for them', async () => {
    const id = fresh();
    const at = held();
    await sql`insert into wf_delegation (owner, delegate, starts_at, ends_at, set_by, begun)
      values (2, 5, ${now}, ${new Date(now.getTime() + 3_600_000)}, 2, true)`.execute(db);
    await at.submit(id);
    const taskId = await at.task(id, '5');
    await at.approve('5', id, { heldUntil: at10() });
    wait(4);
    await at.act('2', id, { kind: 'takeBack', taskId });
    wait(60);
    expect(await told(id, '6')).toEqual([]);
    await sql`update wf_delegation set ended_at = ${now}`.execute(db);
  });

  it('cannot be undone for longer because the clock was set back', async () => {
    const id = fresh();
    const at = held();
    await at.submit(id);
    await at.approve('2', id);
    const taskId = await at.task(id, '6');
    await at.approve('6', id, { heldUntil: at10() });
    wait(-3600);
    await expect(at.act('6', id, { kind: 'takeBack', taskId })).rejects.toThrow('单据已审批通过');
    wait(3600);
  });

  it('is not told of to who has handled it already', async () => {
    const id = fresh();
    const at = held();
    const { instanceId } = await at.submit(id);
    await at.approve('2', id, { heldUntil: at10() });
    await at.approve('6', id, { heldUntil: at10() });
    wait(11);
    expect(await release(instanceId, 2)).toEqual([]);
    expect(await release(instanceId, 3)).toEqual([
      ['notice', ['1']],
      ['notice', ['3', '4']],
    ]);
  });
});

describe('amounts that are unusual for their module', () => {
  it('are marked among the to-dos, with what is usual', async () => {
    const at = desk(db, chain(step('role(admin)')));
    await sql`insert into wf_instance (module_id, biz_id, status, starter, starter_dept, title, amount, finished_at)
      select ${MODULE}, 700000 + n, 'approved', 1, 'A632201', '旧单', n * 100, now() from generate_series(1, 40) as n`.execute(
      db,
    );
    await at.submit('800001', { amount: '3800.00' });
    await at.submit('800002', { amount: '3900.50' });
    await at.submit('800003');
    const page = { page: 1, size: 20, sort: undefined, order: 'desc', keyword: undefined } as const;
    const { rows } = await waitList(db, '7', {}, page, new Date());
    expect(Object.fromEntries(rows.map((row) => [row.BusinessId, row.outlierAbove]))).toEqual({
      '800001': null,
      '800002': '3805.00',
      '800003': null,
    });
  });
});
