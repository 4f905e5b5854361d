/** People who go while something of an approval is theirs, or is about to be. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/schema.ts';
import { openDatabase, type TestDb } from './testing/database.ts';
import { brokenInvariants, chain, type Desk, desk, MODULE, seedCompany, step } from './testing/world.ts';

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

/** The task of somebody on a record, whatever its state. */
const taskOf = async (id: string, userId: string): Promise<string> =>
  (
    await db
      .selectFrom('wf_task as t')
      .innerJoin('wf_instance as i', 'i.id', 't.instance_id')
      .select('t.id')
      .where('i.module_id', '=', MODULE)
      .where('i.biz_id', '=', id)
      .where('t.assignee', '=', userId)
      .where('t.state', 'in', ['open', 'waiting'])
      .executeTakeFirstOrThrow()
  ).id;

const give = async (at: Desk, id: string, from: string, to: string, leaving = true) =>
  at.act(from, id, {
    kind: 'transfer',
    taskId: await taskOf(id, from),
    to,
    opinion: '离职',
    ...(leaving ? { leaving } : {}),
  });

describe('what has not become their turn yet', () => {
  it('goes to somebody else, in a step taken in turn', async () => {
    const id = fresh();
    const at = desk(db, chain(step('role(finance)', { mode: 'turn' }), step('role(generalManager)')));
    await at.submit(id);
    await expect(give(at, id, '4', '5', false)).rejects.toThrow('还未轮到您处理');
    await give(at, id, '4', '5');
    // Nothing of it shows before it is their turn.
    expect(await at.task(id, '5')).toBe('0');
    await at.approve('3', id);
    expect(await at.task(id, '4')).toBe('0');
    await at.approve('5', id);
    await at.approve('6', id);
  });

  it('goes to somebody else, where it waits for those who were asked before', async () => {
    const id = fresh();
    const at = desk(db, chain(step('projectManager'), step('role(generalManager)')));
    await at.submit(id);
    const taskId = await at.task(id, '2');
    await at.act('2', id, { kind: 'addSign', taskId, people: ['3'], where: 'before', mode: 'all', opinion: '请看' });
    await expect(give(at, id, '2', '3')).rejects.toThrow('对方已是该步骤的处理人');
    await expect(give(at, id, '2', '1')).rejects.toThrow('不能转办给申请人本人');
    await give(at, id, '2', '5');
    await at.approve('3', id);
    expect(await at.task(id, '5')).toBe(taskId);
    await at.approve('5', id);
  });
});

describe('what somebody must not have', () => {
  it('is not given to them: a duty that theirs excludes', async () => {
    await sql`insert into role (id, code, name) overriding system value values (901, 'finance', '财务'), (902, 'purchaser', '采购')`.execute(
      db,
    );
    await sql`insert into role_exclusion (role_a, role_b, reason) values (901, 902, '采购与付款审核互斥')`.execute(db);
    await sql`insert into role_member (user_id, role_id) values (5, 902)`.execute(db);
    const id = fresh();
    const at = desk(db, chain(step('role(finance)', { mode: 'all' }), step('role(generalManager)')));
    await at.submit(id);
    for (const leaving of [false, true])
      await expect(give(at, id, '3', '5', leaving)).rejects.toThrow('采购与付款审核互斥，不能转办给对方，请另选');
    await give(at, id, '3', '6', false);
    // Over, it excludes nothing.
    await sql`update role_member set to_date = current_date - 10 where user_id = 5`.execute(db);
    await give(at, id, '4', '5', false);
  });

  it('is not theirs to apply for: what they agreed to in somebody’s place', async () => {
    const id = fresh();
    const at = desk(db, chain(step('projectManager'), step('role(generalManager)')));
    await sql`insert into wf_delegation (owner, delegate, starts_at, ends_at, set_by, begun)
      values (2, 4, now() - interval '1 hour', now() + interval '1 hour', 2, true)`.execute(db);
    await at.submit(id);
    await at.approve('4', id);
    const takeOver = (to: string) => at.act('1', id, { kind: 'takeOver', to, opinion: '离职' });
    await expect(takeOver('4')).rejects.toThrow('接手人是该单据的审批人，不能成为申请人');
    await takeOver('5');
    await sql`update wf_delegation set ended_at = now()`.execute(db);
  });
});
