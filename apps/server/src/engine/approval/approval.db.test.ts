import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../platform/db/schema.ts';
import { verifyLog } from './log.ts';
import { openDatabase, type TestDb } from './testing/database.ts';
import type { HandlerSource } from './types.ts';
import { actor, brokenInvariants, chain, type Desk, desk, directory, factsOf, MODULE, step } from './testing/world.ts';

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

const statusOf = async (businessId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('wf_instance')
      .select('status')
      .where('module_id', '=', MODULE)
      .where('biz_id', '=', businessId)
      .orderBy('id', 'desc')
      .executeTakeFirst()
  )?.status;

const two = chain(step('projectManager', { name: '项目经理审核' }), step('role(finance)', { name: '财务审核' }));

describe('the life of a record', () => {
  it('goes from submission to approval, tells people, and keeps a log that verifies', async () => {
    const id = fresh();
    const at = desk(db, two);
    const first = await at.submit(id);
    expect(first).toMatchObject({ status: 'running', agreedSteps: [], ended: null });
    expect(await at.approve('2', id)).toMatchObject({ agreedSteps: [{ key: 's1', name: '项目经理审核' }] });
    expect(await at.approve('4', id)).toMatchObject({ status: 'approved', ended: 'approved' });
    const notices = await db
      .selectFrom('wf_notice')
      .select(['user_id', 'kind', 'read_at'])
      .where('biz_id', '=', id)
      .orderBy('id')
      .execute();
    expect(notices.map((notice) => [notice.user_id, notice.kind])).toEqual([
      ['2', 'todo'],
      ['3', 'todo'],
      ['4', 'todo'],
      ['1', 'ended'],
    ]);
    // Whoever need not act any more is not reminded of it either.
    expect(notices.slice(0, 3).every((notice) => notice.read_at !== null)).toBe(true);
    expect(await verifyLog(db, first.instanceId)).toMatchObject({ ok: true, brokenAt: null });
  });

  it('names a step to its effects as the definition does, whatever people call it', async () => {
    const id = fresh();
    const renamed = chain(
      step('projectManager', { name: '初审', own: '项目经理审核' }),
      step('role(finance)', { name: '财务审核' }),
    );
    const at = desk(db, renamed);
    await at.submit(id);
    expect(await at.approve('2', id)).toMatchObject({ agreedSteps: [{ key: 's1', name: '项目经理审核' }] });
  });

  it('returns one step in one command, then to the applicant, and comes straight back', async () => {
    const id = fresh();
    const at = desk(db, chain(step('projectManager'), step('role(finance)'), step('role(generalManager)')));
    await at.submit(id);
    await at.approve('2', id);
    await at.approve('3', id);
    expect(await at.reject('6', id, 'previous')).toMatchObject({
      status: 'running',
      undoneSteps: [{ key: 's2' }],
    });
    expect(await at.reject('4', id, 'starter', 'direct')).toMatchObject({ returnedToStarter: true, undoneSteps: [] });
    expect(await statusOf(id)).toBe('returned');
    expect(await at.submit(id, { version: 2 })).toMatchObject({ status: 'running' });
    expect(await at.task(id, '2')).toBe('0');
    await at.approve('3', id, { version: 2 });
    expect(await at.approve('6', id, { version: 2 })).toMatchObject({ ended: 'approved' });
    const view = await at.approval.view(db, MODULE, id, actor('1'));
    expect(view?.steps.map((one) => [one.round, one.key, one.state])).toEqual([
      [1, 'start', 'done'],
      [1, 's1', 'done'],
      [1, 's2', 'done'],
      [1, 's3', 'returned'],
      [2, 's2', 'returned'],
      [3, 'start', 'done'],
      [3, 's1', 'skipped'],
      [3, 's2', 'done'],
      [3, 's3', 'done'],
    ]);
  });

  it('ends as rejected, withdrawn, cancelled; and starts anew after a withdrawal', async () => {
    const at = desk(db, two);
    const rejected = fresh();
    await at.submit(rejected);
    expect(await at.reject('2', rejected, 'end')).toMatchObject({ status: 'rejected', ended: 'rejected' });
    await expect(at.submit(rejected)).rejects.toThrow('单据已否决');

    const withdrawn = fresh();
    await at.submit(withdrawn);
    expect(await at.act('1', withdrawn, { kind: 'withdraw' })).toMatchObject({ ended: 'withdrawn' });
    expect(await at.submit(withdrawn)).toMatchObject({ status: 'running' });
    await at.approve('2', withdrawn);
    await expect(at.act('1', withdrawn, { kind: 'withdraw' })).rejects.toThrow('已由经理乙处理，不能撤回');
    await expect(at.act('1', withdrawn, { kind: 'cancel' })).rejects.toThrow('单据正在审批中，不能作废');
    await at.approve('3', withdrawn);
    await expect(at.act('1', withdrawn, { kind: 'cancel' })).rejects.toThrow(
      '只有末步审批人、总经理或系统管理员可以作废',
    );
    expect(await at.act('3', withdrawn, { kind: 'cancel' })).toMatchObject({
      status: 'cancelled',
      undoneSteps: [{ key: 's1' }, { key: 's2' }],
    });
  });

  it('skips by condition and says why', async () => {
    const id = fresh();
    const at = desk(db, chain(step('projectManager'), step('role(generalManager)', { when: 'amount > 5' })));
    await at.submit(id);
    expect(await at.approve('2', id)).toMatchObject({ ended: 'approved' });
    const view = await at.approval.view(db, MODULE, id, actor('2'));
    expect(view?.steps.at(-1)).toMatchObject({ state: 'skipped', why: '不满足条件：amount > 5' });
  });

  it('passes a step of the same person by itself, never one with fields', async () => {
    const same = fresh();
    const at = desk(db, chain(step('projectManager'), step('deptManager')));
    await at.submit(same);
    expect(await at.approve('2', same)).toMatchObject({
      ended: 'approved',
      agreedSteps: [{ key: 's1' }, { key: 's2' }],
    });
    const filled = fresh();
    const fields = desk(db, chain(step('projectManager'), step('deptManager', { fieldKeys: ['opinion'] })));
    await fields.submit(filled);
    expect(await fields.approve('2', filled)).toMatchObject({ status: 'running' });
  });

  it('goes up where nobody is found, and never to the applicant', async () => {
    const id = fresh();
    const at = desk(db, chain(step('projectManager'), step('field(checker)')));
    await at.submit(id, { project: 'P0', users: { checker: ['1'] } });
    const view = await at.approval.view(db, MODULE, id, actor('5'));
    expect(view?.steps.at(-2)).toMatchObject({
      state: 'active',
      why: '项目经理没有在职人员，上报角色「运营总监」：总监戊',
      CreatedByUserId: '5',
    });
    await at.approve('5', id, { project: 'P0', users: { checker: ['1'] } });
    const last = (await at.approval.view(db, MODULE, id, actor('5')))?.steps.at(-1);
    expect(last?.why).toContain('不能审批自己的单据');
    expect(last?.handlers.map((one) => one.UserId)).not.toContain('1');
  });

  it.each([
    ['projectManager', '单据没有选项目，上报'],
    ['field(checker)', '单据中还没有选这一步的人，上报'],
  ] as const)('goes up from %s with what the record does not say, not with people who are missing', async (by, why) => {
    const id = fresh();
    const at = desk(db, chain(step(by)));
    await at.submit(id, { project: null });
    expect((await at.approval.view(db, MODULE, id, actor('5')))?.steps.at(-1)?.why).toContain(why);
  });

  it('goes up past the applicant, too', async () => {
    const id = fresh();
    const at = desk(db, chain(step('projectManager')));
    // The operation director is the first to whom it would go up.
    await at.submit(id, { starter: '5', project: 'P0' });
    expect([await at.task(id, '5'), await at.task(id, '6')]).toEqual(['0', expect.stringMatching(/^[1-9]/)]);
  });

  it('asks for the person of a chosen step, and takes only whom it may', async () => {
    const id = fresh();
    const at = desk(db, chain(step('projectManager'), step('chosen', { among: 'finance' })));
    await at.submit(id);
    await expect(at.approve('2', id)).rejects.toThrow('请选择下一步处理人');
    await expect(at.approve('2', id, {}, '1')).rejects.toThrow('下一步处理人不能是申请人本人');
    await expect(at.approve('2', id, {}, '5')).rejects.toThrow('下一步处理人须是角色「财务」');
    await at.approve('2', id, {}, '4');
    expect(await at.task(id, '3')).toBe('0');
    const taskId = await at.task(id, '4');
    await expect(at.act('4', id, { kind: 'transfer', taskId, to: '5', opinion: '出差' })).rejects.toThrow(
      '转办对象不在该步骤的可选范围内',
    );
    await at.reject('4', id, 'previous', 'direct');
    await at.approve('2', id);
    expect(await at.task(id, '4')).not.toBe('0');
  });

  it('asks whom the section names, and nobody else that is picked besides', async () => {
    const of = chain(
      step('projectManager', { nextHandlerField: 'assigned' }),
      step('chosen', { among: 'finance' }),
      step('field(assigned)'),
    );
    const at = desk(db, of);
    const id = fresh();
    const ahead = async (users: Readonly<Record<string, readonly string[]>>) =>
      (await at.approval.predict(db, of, factsOf({ users }))).at(-1);
    // Nobody is named yet: that is no reason to go up.
    expect(await ahead({})).toMatchObject({ handlers: [], why: '由「「assigned」」所填的人员处理' });
    expect(await ahead({ assigned: ['4'] })).toMatchObject({ handlers: [{ UserId: '4' }] });
    await at.submit(id);
    const users = { assigned: ['4'] };
    await expect(at.approve('2', id, { users }, '3')).rejects.toThrow('下一步处理人须与「「assigned」」一致');
    await at.approve('2', id, { users }, '4');
    expect(await at.task(id, '4')).not.toBe('0');
  });
});

/** A task as a command of somebody's begins. */
const opened = (at: Desk, userId: string, taskId: string) =>
  db
    .transaction()
    .execute((tx) => at.approval.open(tx, { taskId, moduleId: MODULE, actor: actor(userId), now: new Date() }));

describe('refusals', () => {
  it('says who was faster', async () => {
    const id = fresh();
    const at = desk(db, chain(step('role(finance)')), () => new Date('2026-11-20T02:05:00Z'));
    await at.submit(id);
    const taskId = await at.task(id, '4');
    await at.approve('3', id);
    await expect(at.act('4', id, { kind: 'approve', taskId })).rejects.toMatchObject({
      code: 'conflict',
      message: '已由财务丙于10:05处理',
    });
    await expect(at.act('3', id, { kind: 'approve', taskId })).rejects.toThrow('已由您于10:05处理');
  });

  it('keeps out whoever is not asked', async () => {
    const id = fresh();
    const at = desk(db, two);
    await at.submit(id);
    const taskId = await at.task(id);
    await expect(at.act('5', id, { kind: 'approve', taskId })).rejects.toMatchObject({ code: 'forbidden' });
    await expect(at.act('2', id, { kind: 'submit' })).rejects.toMatchObject({ code: 'conflict' });
    await expect(
      at.act('2', id, { kind: 'reject', taskId, opinion: ' ', to: 'starter', resume: 'replay' }),
    ).rejects.toThrow('请填写驳回原因');
    const away = db
      .transaction()
      .execute((tx) => at.approval.open(tx, { taskId, moduleId: MODULE, actor: actor('5'), now: new Date() }));
    await expect(away).rejects.toMatchObject({ code: 'forbidden' });
  });

  it('tells whoever is not asked nothing but that, whatever else is wrong', async () => {
    const id = fresh();
    const at = desk(db, chain(step('role(finance)')));
    await at.submit(id);
    const taskId = await at.task(id, '3');
    await sql`update wf_task set claimed_by = 3, claimed_until = now() + interval '5 minutes' where id = ${taskId}`.execute(
      db,
    );
    for (const command of [
      { kind: 'approve', taskId },
      { kind: 'reject', taskId, opinion: '', to: 'starter', resume: 'replay' },
      { kind: 'transfer', taskId, to: '5', opinion: '' },
    ] as const)
      await expect(at.act('5', id, command)).rejects.toMatchObject({
        code: 'forbidden',
        message: '您不是该步骤的处理人',
      });
  });

  it('opens a task for its own module alone, and no task that is closed', async () => {
    const id = fresh();
    const at = desk(db, two, () => new Date('2026-11-20T02:05:00Z'));
    await at.submit(id);
    const taskId = await at.task(id, '2');
    const open = (moduleId: typeof MODULE | 'borrowing') =>
      db
        .transaction()
        .execute((tx) =>
          at.approval.open(tx, { taskId, moduleId, actor: actor('2'), now: new Date('2026-11-20T03:00:00Z') }),
        );
    await expect(open('borrowing')).rejects.toMatchObject({ code: 'notFound' });
    expect(await open(MODULE)).toMatchObject({ businessId: id });
    await at.approve('2', id);
    await expect(open(MODULE)).rejects.toMatchObject({ code: 'conflict', message: '已由您于10:05处理' });
  });

  it('drops drafts, and nothing that is on its way', async () => {
    const id = fresh();
    const at = desk(db, two);
    await at.submit(id);
    await db.transaction().execute((tx) => at.approval.dropDraft(tx, MODULE, id));
    expect(await statusOf(id)).toBe('running');
  });

  it('keeps a maker from voiding what others have agreed to, whatever their role', async () => {
    const id = fresh();
    const own = { starter: '6' };
    const at = desk(db, two);
    await at.submit(id, own);
    await at.approve('2', id, own);
    await at.approve('3', id, own);
    await expect(at.act('6', id, { kind: 'cancel' }, own)).rejects.toMatchObject({ code: 'forbidden' });
    expect(await at.act('7', id, { kind: 'cancel' }, own)).toMatchObject({ status: 'cancelled' });
  });

  it('writes over no task that changed although its approval is locked', async () => {
    const id = fresh();
    const meddling: HandlerSource = {
      ...directory,
      byRole: async (...asked) => {
        await sql`update wf_task t set version = t.version + 1 from wf_instance i
          where i.id = t.instance_id and i.biz_id = ${id} and t.state = 'open'`.execute(db);
        return directory.byRole(...asked);
      },
    };
    await desk(db, two).submit(id);
    const at = desk(db, two, () => new Date(), meddling);
    await expect(at.approve('2', id)).rejects.toThrow(/^task \d+: 0 rows instead of 1$/);
    expect(await statusOf(id)).toBe('running');
  });

  it('approves only what the person saw', async () => {
    const id = fresh();
    const at = desk(db, two);
    await at.submit(id, { version: 3 });
    const taskId = await at.task(id, '2');
    const open = (seenVersion: number) =>
      db.transaction().execute((tx) =>
        at.approval.open(tx, {
          taskId,
          moduleId: MODULE,
          actor: actor('2'),
          now: new Date(),
          seenVersion,
          diff: (seen, content) => ({ seen, content }),
        }),
      );
    await expect(open(2)).rejects.toMatchObject({ code: 'conflict', data: { seen: 2, content: null } });
    expect(await open(3)).toMatchObject({ stepKey: 's1', status: 'running' });
  });

  it('urges at most every four hours', async () => {
    const id = fresh();
    let time = new Date('2026-11-20T02:00:00Z');
    const at = desk(db, two, () => time);
    await at.submit(id);
    await at.act('1', id, { kind: 'urge' });
    time = new Date('2026-11-20T05:59:00Z');
    await expect(at.act('1', id, { kind: 'urge' })).rejects.toThrow(/^刚催办过，.*\d\d:\d\d后可再次催办$/);
    time = new Date('2026-11-20T06:01:00Z');
    await at.act('1', id, { kind: 'urge' });
    await expect(at.act('2', id, { kind: 'urge' })).rejects.toMatchObject({ code: 'forbidden' });
    // Set back by a day, the clock keeps nobody waiting for a day more.
    time = new Date('2026-11-19T06:00:00Z');
    await at.act('1', id, { kind: 'urge' });
  });

  it('keeps log, hours and due times whole where the clock is set back between two acts', async () => {
    const id = fresh();
    let time = new Date('2026-12-31T09:00:00Z');
    const at = desk(db, two, () => time);
    await at.submit(id);
    time = new Date('2026-12-31T08:20:00Z');
    await at.approve('2', id);
    const rows = await db
      .selectFrom('wf_instance as i')
      .innerJoin('wf_node_run as r', 'r.instance_id', 'i.id')
      .select(['i.id', 'r.state', 'r.hours', 'r.created_at', 'r.due_at'])
      .where('i.biz_id', '=', id)
      .orderBy('r.id')
      .execute();
    expect(rows.map((row) => [row.state, Number(row.hours)])).toEqual([
      ['done', 0],
      ['done', 0],
      ['active', 0],
    ]);
    expect(rows.every(({ created_at, due_at }) => due_at === null || due_at > created_at)).toBe(true);
    expect(await verifyLog(db, rows[0]?.id ?? '0')).toMatchObject({ ok: true });
    expect(await brokenInvariants(db, id)).toEqual([]);
  });

  it('tells whose to-do was withdrawn and handed in again that there is another one', async () => {
    const id = fresh();
    const at = desk(db, two);
    await at.submit(id);
    const taskId = await at.task(id, '2');
    const late = () => opened(at, '2', taskId);
    await at.act('1', id, { kind: 'withdraw' });
    await expect(late()).rejects.toThrow(/^单据已被申请人撤回$/);
    await at.submit(id);
    await expect(late()).rejects.toThrow('单据已被申请人撤回并重新提交，请按新的待办处理');
  });

  it('transfers to a person who may, and to nobody else', async () => {
    const id = fresh();
    const at = desk(db, two);
    await at.submit(id);
    const taskId = await at.task(id, '2');
    const give = (to: string) => at.act('2', id, { kind: 'transfer', taskId, to, opinion: '出差' });
    await expect(give('1')).rejects.toThrow('不能转办给申请人本人');
    await expect(give('8')).rejects.toThrow('转办对象不存在或已停用');
    await expect(give('2')).rejects.toThrow('不能转办给自己');
    await expect(at.act('2', id, { kind: 'transfer', taskId, to: '5', opinion: ' ' })).rejects.toThrow(
      '请填写转办原因',
    );
    await give('5');
    expect(await at.task(id, '2')).toBe('0');
    // Whose it was is told where it went, who never had it is not.
    await expect(opened(at, '2', taskId)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringMatching(/^已由您于.+转给.+处理$/),
    });
    await expect(opened(at, '7', taskId)).rejects.toThrow('您不是该步骤的处理人');
    expect(await at.approve('5', id)).toMatchObject({ agreedSteps: [{ key: 's1' }] });
  });

  it('gives the record of somebody who goes to another applicant, with what was theirs to do', async () => {
    const id = fresh();
    const at = desk(db, two);
    await at.submit(id);
    const give = (who: string, to: string) => at.act(who, id, { kind: 'takeOver', to, opinion: '离职' });
    await expect(give('2', '5')).rejects.toMatchObject({ code: 'forbidden' });
    await expect(give('1', '8')).rejects.toThrow('接手人不存在或已停用');
    await expect(give('1', '2')).rejects.toThrow('接手人是该单据的审批人，不能成为申请人');
    await at.reject('2', id, 'starter');
    await give('1', '5');
    expect(await at.task(id, '1')).toBe('0');
    expect(await at.task(id, '5')).not.toBe('0');
    await expect(at.submit(id)).rejects.toMatchObject({ code: 'forbidden' });
    await at.submit(id, { starter: '5' });
    await at.approve('2', id, { starter: '5' });
    expect(await brokenInvariants(db, id)).toEqual([]);
    const instance = await db
      .selectFrom('wf_instance')
      .select(['id', 'starter'])
      .where('biz_id', '=', id)
      .executeTakeFirstOrThrow();
    expect(instance.starter).toBe('5');
    expect(await verifyLog(db, instance.id)).toMatchObject({ ok: true });
  });

  it('copies to people, who may see the record from then on', async () => {
    const id = fresh();
    const at = desk(db, two);
    await at.submit(id);
    expect(await at.approval.isParticipant(db, '6', MODULE, id)).toBe(false);
    await expect(at.act('6', id, { kind: 'cc', to: ['5'] })).rejects.toMatchObject({ code: 'forbidden' });
    await at.act('1', id, { kind: 'cc', to: ['6'] });
    expect(await at.approval.isParticipant(db, '6', MODULE, id)).toBe(true);
  });
});

describe('open pages', () => {
  it('hear of new tasks, and that a task is gone from those who did not take it', async () => {
    const id = fresh();
    const heard: (readonly [string, readonly string[] | null])[] = [];
    const at = desk(
      db,
      chain(step('role(finance)'), step('role(generalManager)')),
      () => new Date(),
      directory,
      async (_tx, words) => {
        heard.push(...words.map(({ topic, userIds }) => [topic, userIds] as const));
      },
    );
    await at.submit(id);
    await at.approve('3', id);
    await at.approve('6', id);
    expect(heard).toEqual([
      ['todo', ['3', '4']],
      ['rows', null],
      ['todo', ['6']],
      // The applicant, too: their record has moved on.
      ['todo', ['1', '3', '4']],
      ['rows', null],
      ['notice', ['1']],
      ['todo', ['1', '6']],
      ['rows', null],
    ]);
  });
});

describe('the log', () => {
  it('cannot be changed, and shows where it was changed nevertheless', async () => {
    const id = fresh();
    const at = desk(db, two);
    const { instanceId } = await at.submit(id);
    await at.approve('2', id);
    await at.approve('3', id);
    await expect(sql`update wf_action set opinion = 'x' where instance_id = ${instanceId}`.execute(db)).rejects.toThrow(
      'append-only',
    );
    await expect(sql`delete from wf_action where instance_id = ${instanceId}`.execute(db)).rejects.toThrow(
      'append-only',
    );
    await db.transaction().execute(async (tx) => {
      await sql`alter table wf_action disable trigger all`.execute(tx);
      await sql`update wf_action set opinion = '同意' where instance_id = ${instanceId} and seq = 2`.execute(tx);
      await sql`alter table wf_action enable trigger all`.execute(tx);
    });
    expect(await verifyLog(db, instanceId)).toMatchObject({ ok: false, brokenAt: 2 });
  });
});

describe('what people see', () => {
  it('predicts the chain with reasons', async () => {
    const at = desk(db, two);
    const of = chain(
      step('projectManager'),
      step('deptManager'),
      step('role(generalManager)', { when: 'big' }),
      step('chosen'),
    );
    const steps = await at.approval.predict(db, of, factsOf({}));
    expect(steps.map((one) => [one.key, one.state, one.handlers.map((who) => who.UserId).join()])).toEqual([
      ['start', 'active', '1'],
      ['s1', 'future', '2'],
      ['s2', 'skipped', ''],
      ['s3', 'skipped', ''],
      ['s4', 'future', ''],
    ]);
    expect(steps[2]?.why).toContain('自动通过');
  });

  it('leaves open what a later step decides, and says so in words', async () => {
    const at = desk(db, two);
    const of = chain(
      step('projectManager'),
      step('role(generalManager)', { when: 'level' }),
      step('role(finance)', { when: 'big' }),
    );
    const facts = {
      ...factsOf({}),
      explain: () => '级别为重大',
      undecided: (when: string) => when === 'level',
    };
    const steps = await at.approval.predict(db, of, facts);
    expect(steps.slice(2).map((one) => [one.state, one.why])).toEqual([
      ['future', '视后续填写而定：级别为重大'],
      ['skipped', '不满足条件：级别为重大'],
    ]);
  });

  it('says what each person may do', async () => {
    const id = fresh();
    const at = desk(db, two);
    const may = async (userId: string) => (await at.approval.view(db, MODULE, id, actor(userId)))?.standing.actions;
    await at.submit(id);
    expect(await may('1')).toEqual(['Withdraw', 'Urge', 'Cc']);
    expect(await may('2')).toEqual(['Approve', 'Reject', 'Transfer', 'AddSign', 'Delegate', 'Cc']);
    expect(await may('5')).toEqual([]);
    await at.approve('2', id);
    expect(await may('1')).toEqual(['Urge', 'Cc']);
    expect(await may('2')).toEqual(['TakeBack', 'Cc']);
    await at.reject('3', id, 'starter');
    expect(await may('1')).toEqual(['Submit', 'Edit', 'Withdraw', 'Cc']);
    await at.submit(id);
    await at.approve('2', id);
    await at.approve('3', id);
    expect(await may('3')).toEqual(['Cancel', 'Cc']);
    expect(await may('6')).toEqual(['Cancel']);
    expect(await may('1')).toEqual(['Cc']);
  });
});
