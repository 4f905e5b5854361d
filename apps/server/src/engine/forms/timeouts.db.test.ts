import type { ChainStep, TimeoutAct } from '@hengneng/form-kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyLog } from '../approval/index.ts';
import { brokenInvariants } from '../approval/testing/world.ts';
import { agree, NOTICE, submitNotice } from '../testing/notice.ts';
import { openWorld, type World } from '../testing/world.ts';
import { runTimeouts } from './timeouts.ts';

let world: World;
const MINUTE = 60_000;

beforeAll(async () => {
  world = await openWorld();
}, 60_000);
afterAll(() => world.close());

/** From now on notices are filed under a chain whose first step does this when its time is up. */
const filedWith = (timeout: TimeoutAct, more: Partial<ChainStep> = {}): void => {
  const chain = world.engine.catalog.get('constructionNotice')?.ownChain;
  if (chain === undefined) throw new Error('no chain');
  const steps = chain.steps.map((step, at) => (at === 0 ? { ...step, ...more, policy: { timeout } } : step));
  Object.assign(chain, { steps, hash: `${timeout} ${JSON.stringify(more)}` });
};

interface Task {
  readonly id: string;
  readonly state: string;
  readonly due_at: Date;
  readonly remind_at: Date | null;
  readonly reminded: number;
  readonly why: string;
  readonly candidates: string[];
}
const taskOf = async (id: string): Promise<Task> => {
  const { rows } = await sql<Task>`select t.* from wf_task t join wf_instance i on i.id = t.instance_id
    where i.module_id = 'constructionNotice' and i.biz_id = ${id} and t.kind = 'approve' order by t.id desc limit 1`.execute(
    world.db,
  );
  const [task] = rows;
  if (!task) throw new Error('no task');
  return task;
};
const late = async (id: string): Promise<readonly { readonly who: string; readonly title: string }[]> => {
  const { rows } = await sql<{
    who: string;
    title: string;
  }>`select u.account as who, n.title from wf_notice n join app_user u on u.id = n.user_id
    where n.kind = 'late' and n.module_id = 'constructionNotice' and n.biz_id = ${id} order by n.id`.execute(world.db);
  return rows;
};
const log = async (id: string) => {
  const { rows } = await sql<{ kind: string; actor_name: string; instance: string }>`
    select a.kind, a.actor_name, a.instance_id as instance from wf_action a join wf_instance i on i.id = a.instance_id
     where i.module_id = 'constructionNotice' and i.biz_id = ${id} order by a.seq`.execute(world.db);
  for (const instance of new Set(rows.map((row) => row.instance)))
    expect(await verifyLog(world.db, instance)).toMatchObject({ ok: true });
  return rows.map((row) => `${row.kind} ${row.actor_name}`);
};
const after = (at: Date | null, minutes = 1): Date => new Date((at?.getTime() ?? 0) + minutes * MINUTE);
/** Three processes look at the clock at once. */
const tick = async (at: Date): Promise<number> => {
  const errors: unknown[] = [];
  const taken = await Promise.all(
    [1, 2, 3].map(() => runTimeouts(world.engine.deps, at, (error) => errors.push(error))),
  );
  expect(errors).toEqual([]);
  return taken.reduce((sum, one) => sum + one, 0);
};
/** Whatever else waits has had its turn. */
const settle = async (at: Date, except: string): Promise<void> => {
  await sql`update wf_task set remind_at = null where state = 'open' and id <> ${except} and remind_at <= ${at}`.execute(
    world.db,
  );
};
const submit = async (): Promise<string> => (await submitNotice(world, 'operator')).id;
const info = async (who: string, id: string) => (await world.call(who, `${NOTICE}/GetInfo`, { BusinessId: id })).data;

describe('time that is up', () => {
  it('is told before, at its end and on the days after, each once', async () => {
    const id = await submit();
    const task = await taskOf(id);
    expect(task.remind_at?.getTime()).toBeLessThan(task.due_at.getTime());
    await settle(after(task.due_at, 60 * 24 * 30), task.id);
    expect(await tick(after(task.remind_at, -1))).toBe(0);
    expect(await tick(after(task.remind_at))).toBe(1);
    expect((await late(id)).map((one) => one.title.replace(/^.*：/, ''))).toEqual(['「项目经理审核」即将超时，请处理']);
    expect(await log(id)).toEqual(['submit 崔国栋']);

    expect(await tick(after(task.due_at))).toBe(1);
    expect((await late(id)).at(-1)).toMatchObject({ who: 'projectManager', title: expect.stringContaining('已超时') });
    expect(await log(id)).toEqual(['submit 崔国栋', 'late 系统']);
    // Every working day again, until they know.
    for (let told = 2; told <= 5; told += 1) expect(await tick(after((await taskOf(id)).remind_at))).toBe(1);
    expect(await taskOf(id)).toMatchObject({ reminded: 5, remind_at: null });
    expect(await tick(after(task.due_at, 60 * 24 * 60))).toBe(0);
    expect(await late(id)).toHaveLength(6);
    expect(await log(id)).toHaveLength(2);
  });

  it('brings in who is above, who may handle it as well as before', async () => {
    filedWith('escalate');
    const id = await submit();
    const task = await taskOf(id);
    await settle(after(task.due_at), task.id);
    await tick(after(task.remind_at));
    expect(await tick(after(task.due_at))).toBe(1);
    const now = await taskOf(id);
    expect(now.candidates).toHaveLength(2);
    expect(now.why).toContain('超时未处理，升级至区域经理：贺志勇');
    expect((await log(id)).at(-1)).toBe('escalate 系统');
    const mine = await world.call('areaManager', '/bpmapi/NodeRecord/GetWaitList', { PageSize: 100 });
    expect(
      (mine.data['rows'] as { BusinessId: string; why: string }[]).find((row) => row.BusinessId === id)?.why,
    ).toContain('升级至区域经理');
    const seen = await info('projectManager', id);
    expect(seen['allowedActions']).toContain('Approve');
    // The record itself says so, too, and before it happened, what would.
    const [, step] = seen['steps'] as { why: string; timeout: string }[];
    expect(step).toMatchObject({
      why: '项目经理：石安平（浦江国际大厦项目）；超时未处理，升级至区域经理：贺志勇',
      timeout: 'escalate',
    });
    expect((await agree(world, 'areaManager', id)).ok).toBe(true);
    expect((await info('projectManager', id))['NodeRecordId']).toBeNull();
  });

  it('sends the record back to its applicant where the step says so', async () => {
    filedWith('return');
    const id = await submit();
    const task = await taskOf(id);
    await settle(after(task.due_at), task.id);
    await sql`update wf_task set remind_at = due_at where id = ${task.id}`.execute(world.db);
    expect(await tick(after(task.due_at))).toBe(1);
    expect(await info('operator', id)).toMatchObject({ Status: 'returned', stepKey: 'start' });
    expect((await log(id)).at(-1)).toBe('autoReturn 系统');
    const steps = (await info('operator', id))['steps'] as { handlers: { UserName: string; Opinion: string }[] }[];
    expect(steps[1]?.handlers[0]).toMatchObject({ UserName: '系统', Opinion: '超时未处理，自动退回' });
    const told = await world.rows(`select kind, title from wf_notice where kind <> 'todo' and biz_id = ${id}
      and module_id = 'constructionNotice' order by kind`);
    expect(told).toEqual([
      { kind: 'late', title: expect.stringMatching(/：「项目经理审核」超时未处理，已自动退回申请人$/) as unknown },
      { kind: 'returned', title: expect.stringMatching(/：系统退回：超时未处理，自动退回$/) as unknown },
    ]);
  });

  it('counts as agreed to only where the step says so, and by nobody of its people', async () => {
    filedWith('agree');
    const id = await submit();
    const task = await taskOf(id);
    await settle(after(task.due_at), task.id);
    await sql`update wf_task set remind_at = due_at where id = ${task.id}`.execute(world.db);
    expect(await tick(after(task.due_at))).toBe(1);
    expect((await log(id)).at(-1)).toBe('autoAgree 系统');
    const { rows } = await sql<{ agreed: Record<string, { by: string[] }> }>`select agreed from wf_instance
      where module_id = 'constructionNotice' and biz_id = ${id}`.execute(world.db);
    expect(rows[0]?.agreed['s1']?.by).toEqual(['0']);
    expect((await info('waterEngineer', id))['allowedActions']).toContain('Approve');
  });

  it('waits for somebody who is writing, and only tells where nobody is above', async () => {
    filedWith('return');
    const id = await submit();
    const task = await taskOf(id);
    await settle(after(task.due_at), task.id);
    const until = after(task.due_at, 8);
    await sql`update wf_task set remind_at = due_at, claimed_by = ${task.candidates[0] ?? null}, claimed_until = ${until} where id = ${task.id}`.execute(
      world.db,
    );
    expect(await tick(after(task.due_at))).toBe(0);
    expect((await taskOf(id)).remind_at).toEqual(until);
    expect(await tick(after(until))).toBe(1);
    expect((await info('operator', id))['Status']).toBe('returned');

    filedWith('escalate', { by: 'role(admin)' });
    await sql`update app_user set state = 'disabled' where account in ('areaManager', 'operationDirector', 'operationDirector2', 'generalManager', 'generalManager2')`.execute(
      world.db,
    );
    const top = await submit();
    const last = await taskOf(top);
    await settle(after(last.due_at), last.id);
    await sql`update wf_task set remind_at = due_at where id = ${last.id}`.execute(world.db);
    await tick(after(last.due_at));
    expect((await log(top)).at(-1)).toBe('late 系统');
  });

  it('leaves no approval in a state that it could not be in', async () => {
    expect(await brokenInvariants(world.db)).toEqual([]);
  });
});

describe('the calendar', () => {
  it('has the holidays of 2025 and 2026, and the weekends worked for them', async () => {
    const [counted] =
      await world.rows(`select count(*) filter (where off)::int as off, count(*) filter (where not off)::int as worked,
      count(*) filter (where not off and extract(isodow from day) < 6)::int as wrong from work_calendar`);
    expect(counted).toEqual({ off: 28 + 33, worked: 5 + 6, wrong: 0 });
    const of = async (day: string) =>
      (await world.rows(`select off, name from work_calendar where day = '${day}'`))[0] ?? null;
    expect(await of('2026-02-23')).toEqual({ off: true, name: '春节' });
    expect(await of('2026-02-28')).toEqual({ off: false, name: '春节调休' });
    expect(await of('2027-01-01')).toBeNull();
  });
});
