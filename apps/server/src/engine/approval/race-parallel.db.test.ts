import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../platform/db/schema.ts';
import { verifyLog } from './log.ts';
import { openDatabase, type TestDb } from './testing/database.ts';
import { killEverywhere } from './testing/frail.ts';
import { beside, brokenInvariants, chain, type Desk, desk, type RecordFacts, step } from './testing/world.ts';

let test: TestDb;
let db: Db;
beforeAll(async () => {
  test = await openDatabase(45);
  db = test.db;
}, 60_000);
afterAll(() => test.close());
afterEach(async () => expect(await brokenInvariants(db)).toEqual([]));

const range = (count: number, from = 1): readonly string[] =>
  Array.from({ length: count }, (_, at) => String(from + at));
const reasons = (results: readonly PromiseSettledResult<unknown>[]): readonly unknown[] =>
  results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));

/** { 财务会签 | 总监 → 部门 } → 总经理 */
const of = beside(
  chain(
    step('role(finance)', { name: '财务会签', mode: 'all' }),
    step('role(operationDirector)', { name: '总监审批' }),
    step('deptManager', { name: '部门审核', fieldKeys: ['note'] }),
    step('role(generalManager)', { name: '总经理审批' }),
  ),
  { steps: [1] },
  { steps: [2, 3] },
);
const record: RecordFacts = {};
const count = async (businessId: string, what: 'done' | 'active'): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from wf_node_run r join wf_instance i on i.id = r.instance_id
     where i.biz_id = ${businessId} and r.node_key = 's4' and r.state = ${what}`.execute(db);
  return rows[0]?.n ?? 0;
};
/** Whoever has the record agrees, all at once, again and again until it has ended. */
const finish = async (at: Desk, id: string): Promise<void> => {
  for (let turn = 0; turn < 12; turn += 1) {
    const { rows } = await sql<{ id: string; person: string }>`
      select t.id, substr(a.principal, 3) as person from wf_task_actor a join wf_task t on t.id = a.task_id
        join wf_instance i on i.id = t.instance_id where i.biz_id = ${id}`.execute(db);
    if (rows.length === 0) return;
    await Promise.allSettled(
      rows.map((row) =>
        row.person === '1'
          ? at.submit(id, record)
          : at.act(row.person, id, { kind: 'approve', taskId: row.id }, record),
      ),
    );
  }
  throw new Error(`${id} does not end`);
};

describe('branches whose people act at the same moment', () => {
  it('join once, and ask the step behind them once', async () => {
    const at = desk(db, of);
    const records = range(25);
    await Promise.all(records.map((id) => at.submit(id, record)));
    const all = await Promise.allSettled(
      records.flatMap((id) => ['3', '4', '5'].map((one) => at.approve(one, id, record))),
    );
    expect(reasons(all)).toEqual([]);
    const tasks = await Promise.all(records.map((id) => at.task(id, '2')));
    // The last of the block, twice at once each.
    const last = await Promise.allSettled(
      records.flatMap((id, index) =>
        [0, 1].map(() => at.act('2', id, { kind: 'approve', taskId: tasks[index] ?? '' }, record)),
      ),
    );
    expect(reasons(last)).toHaveLength(25);
    for (const reason of reasons(last)) expect(reason).toMatchObject({ code: 'conflict' });
    for (const id of records) expect(await count(id, 'active')).toBe(1);
  });

  it('end in one outcome when one sends back while the others agree', async () => {
    const at = desk(db, of);
    for (const id of range(15, 1000)) {
      const { instanceId } = await at.submit(id, record);
      const [first, second, director] = await Promise.all(['3', '4', '5'].map((one) => at.task(id, one)));
      await Promise.allSettled([
        at.act('3', id, { kind: 'approve', taskId: first ?? '' }, record),
        at.act(
          '4',
          id,
          { kind: 'reject', taskId: second ?? '', opinion: '不符', to: 'starter', resume: 'direct' },
          record,
        ),
        at.act('5', id, { kind: 'approve', taskId: director ?? '' }, record),
        at.act(
          '5',
          id,
          { kind: 'reject', taskId: director ?? '', opinion: '不符', to: 'starter', resume: 'replay' },
          record,
        ),
      ]);
      expect(await brokenInvariants(db, id)).toEqual([]);
      await finish(at, id);
      expect(await count(id, 'done')).toBe(1);
      expect(await verifyLog(db, instanceId)).toMatchObject({ ok: true });
    }
  });

  it('lose no signer, whoever adds, removes and agrees meanwhile', async () => {
    const at = desk(db, of);
    for (const id of range(12, 2000)) {
      await at.submit(id, record);
      const [first, second, director] = await Promise.all(['3', '4', '5'].map((one) => at.task(id, one)));
      const adding = { kind: 'addSign', where: 'before', mode: 'any', opinion: '看' } as const;
      await Promise.allSettled([
        at.act('3', id, { ...adding, taskId: first ?? '', people: ['7'] }, record),
        at.act('4', id, { ...adding, taskId: second ?? '', people: ['7', '2'] }, record),
        at.act('5', id, { kind: 'delegate', taskId: director ?? '', to: '7', opinion: '看' }, record),
        at.act('4', id, { kind: 'approve', taskId: second ?? '' }, record),
      ]);
      expect(await brokenInvariants(db, id)).toEqual([]);
      // A delegate replies in words.
      const { rows } = await sql<{ id: string; person: string }>`
        select t.id, substr(a.principal, 3) as person from wf_task_actor a join wf_task t on t.id = a.task_id
          join wf_instance i on i.id = t.instance_id where i.biz_id = ${id} and t.kind = 'delegate'`.execute(db);
      for (const row of rows)
        await at.act(row.person, id, { kind: 'approve', taskId: row.id, opinion: '可以' }, record);
      await finish(at, id);
      expect(await count(id, 'done')).toBe(1);
    }
  }, 120_000);
});

describe('a connection that dies inside a parallel block', () => {
  it('leaves nothing half done, at whatever statement it dies', async () => {
    const id = '9000';
    const at = desk(db, of);
    const on = (via: Db) => desk(via, of);
    const act = (person: string, command: Parameters<Desk['act']>[2]) =>
      killEverywhere(test, id, (via) => on(via).act(person, id, command, record));
    expect(await killEverywhere(test, id, (via) => on(via).submit(id, record))).toBeGreaterThan(5);
    const own = await at.task(id, '3');
    await act('3', { kind: 'addSign', taskId: own, people: ['7', '6'], where: 'before', mode: 'turn', opinion: '看' });
    await act('3', { kind: 'removeSign', taskId: await at.task(id, '7'), people: ['6'] });
    await act('7', { kind: 'approve', taskId: await at.task(id, '7') });
    await act('3', { kind: 'approve', taskId: own });
    await act('3', { kind: 'takeBack', taskId: own });
    await act('3', { kind: 'approve', taskId: own });
    await act('5', { kind: 'approve', taskId: await at.task(id, '5') });
    await act('4', { kind: 'approve', taskId: await at.task(id, '4') });
    const last = await at.task(id, '2');
    await act('2', { kind: 'approve', taskId: last });
    expect(await at.task(id, '6')).not.toBe('0');
    await act('2', { kind: 'takeBack', taskId: last });
    await act('2', { kind: 'reject', taskId: last, opinion: '重来', to: 'starter', resume: 'direct' });
    await killEverywhere(test, id, (via) => on(via).submit(id, record));
    await finish(at, id);
    const { rows } = await sql<{ status: string }>`select status from wf_instance where biz_id = ${id}`.execute(db);
    expect(rows[0]?.status).toBe('approved');
  }, 180_000);
});
