import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { runWrite } from '../../platform/http/write.ts';
import { overlap } from '../../testing/overlap.ts';
import { openDatabase, type TestDb } from './testing/database.ts';
import { killEverywhere } from './testing/frail.ts';
import { actor, brokenInvariants, chain, desk, MODULE, step } from './testing/world.ts';

let test: TestDb;
let db: Db;
beforeAll(async () => {
  // Enough for 40 people at once.
  test = await openDatabase(45);
  db = test.db;
}, 60_000);
afterAll(() => test.close());
afterEach(async () => expect(await brokenInvariants(db)).toEqual([]));

const range = (count: number, from = 1): readonly string[] =>
  Array.from({ length: count }, (_, at) => String(from + at));
const won = (results: readonly PromiseSettledResult<unknown>[]): number =>
  results.filter((result) => result.status === 'fulfilled').length;
const reasons = (results: readonly PromiseSettledResult<unknown>[]): readonly unknown[] =>
  results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));

describe('many people at once', () => {
  it('closes each of 200 tasks once, though 40 clients reach for all of them', async () => {
    const at = desk(db, chain(step('role(finance)')));
    const records = range(200);
    await Promise.all(records.map((id) => at.submit(id)));
    const tasks = new Map(await Promise.all(records.map(async (id) => [id, await at.task(id)] as const)));
    const clients = Array.from({ length: 40 }, async (_, client) => {
      const results: PromiseSettledResult<unknown>[] = [];
      // Every client begins elsewhere, so that they meet all over.
      for (const turn of records.keys()) {
        const id = records[(turn + client * 5) % records.length] ?? '';
        const [result] = await Promise.allSettled([
          at.act(client % 2 === 0 ? '3' : '4', id, { kind: 'approve', taskId: tasks.get(id) ?? '' }),
        ]);
        results.push(result);
      }
      return results;
    });
    const results = (await Promise.all(clients)).flat();
    expect(won(results)).toBe(200);
    for (const reason of reasons(results)) expect(reason).toMatchObject({ code: 'conflict' });
    const { rows } = await sql<{ closed: number; approvals: number; told: number }>`
      select (select count(*)::int from wf_task where kind = 'approve' and state = 'agreed') as closed,
             (select count(*)::int from wf_action where kind = 'approve') as approvals,
             (select count(*)::int from wf_notice where kind = 'ended') as told`.execute(db);
    expect(rows[0]).toEqual({ closed: 200, approvals: 200, told: 200 });
  }, 120_000);

  it('lets two co-signers finish a step at the same moment', async () => {
    const at = desk(db, chain(step('role(finance)', { mode: 'all' }), step('role(generalManager)')));
    const records = range(25, 1000);
    await Promise.all(records.map((id) => at.submit(id)));
    const results = await Promise.allSettled(
      records.flatMap((id) => ['3', '4'].map((person) => at.approve(person, id))),
    );
    expect(reasons(results)).toEqual([]);
    const open = await Promise.all(records.map((id) => at.task(id, '6')));
    expect(open.every((task) => task !== '0')).toBe(true);
  });

  it('submits a record once, however often the button is pressed', async () => {
    const at = desk(db, chain(step('role(finance)')));
    const results = await Promise.allSettled(Array.from({ length: 12 }, () => at.submit('2000')));
    expect(won(results)).toBe(1);
    for (const reason of reasons(results)) expect(reason).toMatchObject({ message: '单据正在审批中，请勿重复提交' });
  });

  it('has one effect for one idempotency key, pressed twice at once and once more later', async () => {
    const at = desk(db, chain(step('role(finance)'), step('role(generalManager)')));
    await at.submit('2500');
    const taskId = await at.task('2500');
    const intent = { actor: '3', key: '6f1b1a52-7f10-4f5e-9d39-0a6f2f2a7c01', hash: Buffer.from('approve 2500') };
    const press = () => runWrite(db, intent, (tx) => at.within(tx, '3', '2500', { kind: 'approve', taskId }));
    const [first, second] = await Promise.all([press(), press()]);
    expect(second).toEqual(JSON.parse(JSON.stringify(first)));
    expect(await press()).toMatchObject({ status: 'running', agreedSteps: [{ key: 's1' }] });
    const { rows } = await sql<{ approvals: number }>`
      select count(*)::int as approvals from wf_action a join wf_instance i on i.id = a.instance_id
       where i.biz_id = 2500 and a.kind = 'approve'`.execute(db);
    expect(rows[0]?.approvals).toBe(1);
    await expect(runWrite(db, { ...intent, hash: Buffer.from('reject 2500') }, async () => null)).rejects.toMatchObject(
      {
        code: 'conflict',
      },
    );
  });

  it('keeps one outcome when one approves, one rejects and the applicant withdraws', async () => {
    const at = desk(db, chain(step('role(finance)'), step('role(generalManager)')));
    for (const id of range(15, 3000)) {
      await at.submit(id);
      const taskId = await at.task(id);
      const results = await Promise.allSettled([
        at.act('3', id, { kind: 'approve', taskId }),
        at.act('4', id, { kind: 'reject', taskId, opinion: '不符', to: 'starter', resume: 'replay' }),
        at.act('1', id, { kind: 'withdraw' }),
      ]);
      // A withdrawal may still follow a return: it then gives up what lies with the applicant.
      expect([1, 2]).toContain(won(results));
      const kinds = await db
        .selectFrom('wf_action as a')
        .innerJoin('wf_instance as i', 'i.id', 'a.instance_id')
        .select('a.kind')
        .where('i.biz_id', '=', id)
        .orderBy('a.seq')
        .execute();
      expect(['submit approve', 'submit reject', 'submit reject withdraw', 'submit withdraw']).toContain(
        kinds.map((row) => row.kind).join(' '),
      );
    }
  });
});

describe('a task that somebody opens', () => {
  it('is theirs until they are through: the next waits, and hears who it was', async () => {
    const at = desk(db, chain(step('role(finance)')), () => new Date('2026-11-20T02:05:00Z'));
    await at.submit('2600');
    const taskId = await at.task('2600', '3');
    const open = (tx: Tx, userId: string) =>
      at.approval.open(tx, { taskId, moduleId: MODULE, actor: actor(userId), now: new Date('2026-11-20T03:00:00Z') });
    const met = await overlap(
      db,
      async (tx) => {
        await open(tx, '3');
        await at.within(tx, '3', '2600', { kind: 'approve', taskId });
      },
      (tx) => open(tx, '4'),
    );
    expect(met.waited).toBe(true);
    expect(met.second).toMatchObject({ reason: { code: 'conflict', message: '已由财务丙于10:05处理' } });
  });

  it('waits even where the first has only looked', async () => {
    const at = desk(db, chain(step('role(finance)')));
    await at.submit('2601');
    const taskId = await at.task('2601', '3');
    const open = (tx: Tx, userId: string) =>
      at.approval.open(tx, { taskId, moduleId: MODULE, actor: actor(userId), now: new Date() });
    const met = await overlap(
      db,
      (tx) => open(tx, '3'),
      (tx) => open(tx, '4'),
    );
    expect([met.waited, met.second.status]).toEqual([true, 'fulfilled']);
  });
});

describe('two who pull at the same end', () => {
  it('take back or go on, never both', async () => {
    const at = desk(db, chain(step('projectManager'), step('role(generalManager)'), step('role(admin)')));
    for (const id of range(15, 6000)) {
      await at.submit(id);
      const own = await at.task(id, '2');
      await at.approve('2', id);
      const taskId = await at.task(id, '6');
      const results = await Promise.allSettled([
        at.act('2', id, { kind: 'takeBack', taskId: own }),
        at.act('6', id, { kind: 'approve', taskId }),
      ]);
      expect(won(results)).toBe(1);
      const waits = await Promise.all(['2', '7'].map(async (person) => (await at.task(id, person)) !== '0'));
      expect(waits.filter(Boolean)).toHaveLength(1);
    }
  });

  it('ask signers, agree, or take them out again: every agreement counts once', async () => {
    const at = desk(db, chain(step('role(finance)', { mode: 'all' }), step('role(generalManager)')));
    for (const id of range(15, 6500)) {
      await at.submit(id);
      const [own, beside] = await Promise.all(['3', '4'].map((person) => at.task(id, person)));
      const adding = { kind: 'addSign', where: 'before', mode: 'all', opinion: '看', people: ['5', '7'] } as const;
      const results = await Promise.allSettled([
        at.act('3', id, { ...adding, taskId: own ?? '' }),
        at.act('3', id, { ...adding, taskId: own ?? '' }),
        at.act('4', id, { kind: 'approve', taskId: beside ?? '' }),
      ]);
      expect(won(results)).toBe(2);
      const signer = await at.task(id, '5');
      await Promise.allSettled([
        at.act('5', id, { kind: 'approve', taskId: signer }),
        at.act('3', id, { kind: 'removeSign', taskId: signer, people: ['5', '7'] }),
      ]);
      for (const person of ['7', '3', '6']) if ((await at.task(id, person)) !== '0') await at.approve(person, id);
      const { rows } = await sql<{ status: string }>`select status from wf_instance where biz_id = ${id}`.execute(db);
      expect(rows[0]?.status).toBe('approved');
    }
  });
});

describe('a connection that dies', () => {
  const of = chain(
    step('role(finance)', { mode: 'all' }),
    step('deptManager', { when: 'never' }),
    step('role(generalManager)'),
  );

  it('leaves nothing half done, at whatever statement it dies', async () => {
    const id = '5000';
    const on = (via: Db) => desk(via, of);
    expect(await killEverywhere(test, id, (via) => on(via).submit(id))).toBeGreaterThan(5);
    const first = await desk(db, of).task(id, '3');
    await killEverywhere(test, id, (via) => on(via).act('3', id, { kind: 'approve', taskId: first }));
    const second = await desk(db, of).task(id, '4');
    expect(
      await killEverywhere(test, id, (via) => on(via).act('4', id, { kind: 'approve', taskId: second })),
    ).toBeGreaterThan(5);
    const third = await desk(db, of).task(id, '6');
    await killEverywhere(test, id, (via) =>
      on(via).act('6', id, { kind: 'reject', taskId: third, opinion: '重来', to: 'starter', resume: 'direct' }),
    );
    await killEverywhere(test, id, (via) => on(via).submit(id));
    expect(await desk(db, of).task(id, '6')).not.toBe('0');
    expect(MODULE).toBe('payment');
  }, 120_000);
});
