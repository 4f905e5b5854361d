/**
 * Ten ways in which approval engines have failed their users, one scenario each; each names where that was reported.
 * Most have closer tests beside the code that they are about; here each is told from the user's side, from the first press to what people see.
 */
import { Kysely, PostgresDialect, sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Database, Db } from '../../platform/db/schema.ts';
import { runWrite } from '../../platform/http/write.ts';
import { waitList, waitQuery } from './lists.ts';
import { openDatabase, type TestDb } from './testing/database.ts';
import {
  actor,
  beside,
  brokenInvariants,
  chain,
  type Desk,
  desk,
  factsOf,
  MODULE,
  seedCompany,
  step,
} from './testing/world.ts';

let test: TestDb;
let db: Db;
let next = 1;
const fresh = (): string => String(next++);
const page = { page: 1, size: 20, sort: undefined, order: 'desc' as const, keyword: undefined };

beforeAll(async () => {
  test = await openDatabase(24);
  db = test.db;
  await seedCompany(db);
}, 60_000);
afterAll(() => test.close());
afterEach(async () => expect(await brokenInvariants(db)).toEqual([]));

const two = chain(step('projectManager'), step('role(finance)'));
const waits = async (at: Desk, id: string, ...people: readonly string[]): Promise<readonly boolean[]> =>
  Promise.all(people.map(async (person) => (await at.task(id, person)) !== '0'));
const inList = async (person: string, id: string): Promise<boolean> =>
  (await waitList(db, person, {}, { ...page, size: 500 }, new Date())).rows.some((row) => row.BusinessId === id);
const taken = async (at: Desk, id: string) =>
  ((await at.approval.view(db, MODULE, id, actor('1')))?.steps ?? [])
    .filter((one) => one.state !== 'future')
    .map((one) => `${one.round} ${one.key} ${one.state}`);

it('1. one press sends a record back to the step before (ruoyi-vue-pro #847, #167, #1128)', async () => {
  const id = fresh();
  const at = desk(db, two);
  await at.submit(id);
  await at.approve('2', id);
  expect(await at.reject('3', id, 'previous')).toMatchObject({ status: 'running', undoneSteps: [{ key: 's1' }] });
  expect(await waits(at, id, '2', '3', '4', '1')).toEqual([true, false, false, false]);
  await at.approve('2', id);
  expect(await waits(at, id, '2', '3')).toEqual([false, true]);
});

it('2. a rejection in one of several branches ends them all, and what comes again has no doubles (ruoyi #867, JeecgBoot #5813, #7460)', async () => {
  const id = fresh();
  const side = beside(
    chain(step('role(finance)', { mode: 'all' }), step('role(operationDirector)'), step('role(generalManager)')),
    { steps: [1] },
    { steps: [2] },
  );
  const at = desk(db, side);
  await at.submit(id);
  await at.approve('3', id);
  expect(await at.reject('5', id, 'starter')).toMatchObject({ status: 'returned', returnedToStarter: true });
  expect(await waits(at, id, '1', '3', '4', '5', '6')).toEqual([true, false, false, false, false]);
  await at.submit(id, { version: 2 });
  for (const person of ['4', '3', '5', '6']) await at.approve(person, id, { version: 2 });
  const steps = await taken(at, id);
  expect(new Set(steps).size).toBe(steps.length);
  expect(steps.filter((one) => one.startsWith('2 ')).map((one) => one.slice(2))).toEqual([
    'start done',
    's1 done',
    's2 done',
    's3 done',
  ]);
});

it('3. the flow does not end without its record (RuoYi-Vue-Plus #40)', async () => {
  const id = fresh();
  const at = desk(db, chain(step('role(finance)')));
  await at.submit(id);
  const taskId = await at.task(id, '3');
  const withRecord = db.transaction().execute(async (tx) => {
    expect(await at.within(tx, '3', id, { kind: 'approve', taskId })).toMatchObject({ ended: 'approved' });
    throw new Error('the book could not be written');
  });
  await expect(withRecord).rejects.toThrow('the book could not be written');
  expect(await taken(at, id)).toEqual(['1 start done', '1 s1 active']);
  expect(await inList('3', id)).toBe(true);
});

it('4. a double click leaves no step “under way” (steedos workflow #1325)', async () => {
  const id = fresh();
  const at = desk(db, two);
  await at.submit(id);
  const taskId = await at.task(id, '2');
  const key = '2f7f3b5e-6b8a-4a7e-9d39-0a6f2f2a7c02';
  const press = () =>
    runWrite(db, { actor: '2', key, hash: Buffer.from(taskId) }, (tx) =>
      at.within(tx, '2', id, { kind: 'approve', taskId }),
    );
  const answers = await Promise.all([press(), press(), press()]);
  for (const answer of answers) expect(answer).toMatchObject({ status: 'running', agreedSteps: [{ key: 's1' }] });
  expect(await taken(at, id)).toEqual(['1 start done', '1 s1 done', '1 s2 active']);
});

it('5. several processes create each step once, and a repeated request creates none (objectstack #13617)', async () => {
  const processes = Array.from({ length: 4 }, () => {
    const of = new Kysely<Database>({ dialect: new PostgresDialect({ pool: test.pool }) });
    return desk(of, two);
  });
  const id = fresh();
  const sent = await Promise.allSettled(processes.map((at) => at.submit(id)));
  expect(sent.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
  const agreed = await Promise.allSettled(processes.map((at) => at.approve('2', id)));
  expect(agreed.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
  const { rows } = await sql<{ key: string; n: number }>`select r.node_key as key, count(*)::int as n from wf_node_run r
    join wf_instance i on i.id = r.instance_id where i.biz_id = ${id} group by 1 order by 1`.execute(db);
  expect(rows).toEqual([
    { key: 's1', n: 1 },
    { key: 's2', n: 1 },
    { key: 'start', n: 1 },
  ]);
});

it('6. two of a 会签 who agree at the same moment both have agreed (flowable #1487, #2124; Activiti #3054)', async () => {
  const at = desk(db, chain(step('role(finance)', { mode: 'all' }), step('role(generalManager)')));
  const ids = Array.from({ length: 10 }, fresh);
  for (const id of ids) await at.submit(id);
  await Promise.all(ids.flatMap((id) => [at.approve('3', id), at.approve('4', id)]));
  for (const id of ids) expect(await waits(at, id, '3', '4', '6')).toEqual([false, false, true]);
});

it('7. a to-do list does not read the history (Activiti #1963, flowable #3975)', async () => {
  const look = async (): Promise<{ readonly plan: string; readonly pages: number }> => {
    await sql`analyze wf_instance, wf_node_run, wf_task, wf_task_actor`.execute(db);
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain (analyze, buffers, costs off, timing off) ${waitQuery('3', {}, page, new Date())}`.execute(db);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    // The topmost line speaks of the whole.
    const [, hit = '0', read = '0'] = /Buffers: shared hit=(\d+)(?: read=(\d+))?/.exec(plan) ?? [];
    return { plan, pages: Number(hit) + Number(read) };
  };
  const id = fresh();
  await desk(db, chain(step('role(finance)'))).submit(id);
  const before = await look();
  await sql`
    with many as (
      insert into wf_instance (module_id, biz_id, status, starter, starter_dept, title)
      select ${MODULE}, 900000 + n, 'approved', 1, 'A632201', 'x' from generate_series(1, 8000) n returning id
    ), runs as (
      insert into wf_node_run (instance_id, module_id, node_key, step_index, round, name, mode, is_final, state, created_at, ended_at)
      select id, ${MODULE}, 's1', 0, 1, 'x', 'any', false, 'done', now(), now() from many returning id, instance_id
    )
    insert into wf_task (run_id, instance_id, position, kind, state, candidates, handled_by, handled_at, created_at)
    select id, instance_id, 0, 'approve', 'agreed', '{3}', 3, now(), now() from runs`.execute(db);
  const after = await look();
  expect(after.plan).not.toMatch(/Seq Scan on (wf_task|wf_instance|wf_node_run)\b(?!_)/);
  // An index that has grown by a level is read once more for each row; 8,000 finished tasks alone would be some 200 pages.
  expect(before.pages).toBeGreaterThan(0);
  expect(after.pages).toBeLessThan(before.pages + 120);
  // What was made up for the plan is no approval.
  await sql`delete from wf_instance where biz_id > 900000`.execute(db);
});

it('8. nobody approves what they have not seen, and is shown the difference (erpnext #14695, CSCfi/rems #727)', async () => {
  const id = fresh();
  const at = desk(db, two);
  await at.submit(id, { version: 1, content: { amount: '100.00' } });
  await at.reject('2', id, 'starter', 'replay', { version: 1, content: { amount: '100.00' } });
  await at.submit(id, { version: 2, content: { amount: '900.00' } });
  const taskId = await at.task(id, '2');
  const look = (seenVersion: number) =>
    db.transaction().execute((tx) =>
      at.approval.open(tx, {
        taskId,
        moduleId: MODULE,
        actor: actor('2'),
        now: new Date(),
        seenVersion,
        diff: (_seen, content) => ({ was: content }),
      }),
    );
  await expect(look(1)).rejects.toMatchObject({ code: 'conflict', data: { was: { amount: '100.00' } } });
  expect(await look(2)).toMatchObject({ stepKey: 's1' });
});

it('9. what waited for somebody who left waits for their successor (frappe #7822, documenso #3087, Expensify #94160)', async () => {
  const id = fresh();
  const at = desk(db, two);
  await at.submit(id);
  const taskId = await at.task(id, '2');
  await at.act('2', id, { kind: 'transfer', taskId, to: '5', opinion: '离职交接', leaving: true });
  expect([await inList('2', id), await inList('5', id)]).toEqual([false, true]);
  // Somebody who is gone is never asked at all: the step goes up, and says so.
  const gone = fresh();
  const field = desk(db, chain(step('field(checker)')));
  await field.submit(gone, { users: { checker: ['8'] } });
  expect(await waits(field, gone, '8')).toEqual([false]);
  expect(await field.task(gone)).not.toBe('0');
});

it('10. one agreement is of one record, and a chain that changes takes no to-do along (steedos-platform #5061, nocobase #7687)', async () => {
  const [id, other] = [fresh(), fresh()];
  const at = desk(db, two);
  await at.submit(id);
  await at.submit(other);
  await at.approve('2', id);
  expect([await inList('2', id), await inList('2', other)]).toEqual([false, true]);
  // The module has another chain now, without that step: what is on its way goes on by its own.
  const changed = desk(db, chain(step('role(generalManager)')));
  expect(await changed.approval.predict(db, two, factsOf({}))).toHaveLength(3);
  expect(await changed.approve('2', other)).toMatchObject({ status: 'running', agreedSteps: [{ key: 's1' }] });
  expect(await waits(changed, other, '3', '6')).toEqual([true, false]);
});
