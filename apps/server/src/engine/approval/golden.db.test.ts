import { FORMS } from '@hengneng/forms';
import type { FormShape } from '@hengneng/form-kit';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { handlerSource } from '../../modules/identity/index.ts';
import { openWorld, type World } from '../testing/world.ts';
import { chainOf } from './chain.ts';
import { createApproval } from './index.ts';
import { verifyLog } from './log.ts';
import { brokenInvariants } from './testing/world.ts';
import type { Actor, Approval, Chain, Command, Facts, Outcome, Person } from './types.ts';

let world: World;
let approval: Approval;
let projects: readonly { readonly code: string }[] = [];
let starter: Actor & { readonly deptId: string };
let other: Person;

beforeAll(async () => {
  world = await openWorld();
  approval = createApproval(handlerSource);
  projects = (await sql<{ code: string }>`select code from project order by code`.execute(world.db)).rows;
  const session = await world.session('operator');
  starter = { userId: session.userId, userName: session.userName, roles: session.roles, deptId: session.deptId };
  const [found] = await handlerSource.byRole(world.db, 'engineer', { projectCode: null, deptId: null });
  if (!found) throw new Error('the company has no engineer');
  other = found;
  for (const { fields, steps } of Object.values<FormShape>(FORMS))
    for (const [at, section] of [fields, ...steps.map((step) => step.fields ?? {})].entries())
      for (const [key, field] of Object.entries(section)) {
        const among = field.nextHandler === true ? steps[at]?.among : undefined;
        if (among === undefined) continue;
        const people = await handlerSource.byRole(world.db, among, { projectCode: null, deptId: null });
        const person = people.find(({ userId }) => userId !== starter.userId);
        if (person) namedNext.set(key, person.userId);
      }
});
afterAll(() => world.close());

/** Who stands in the fields in which a section names the next step's handler. */
const namedNext = new Map<string, string>();

const factsOf = (projectCode: string, holds: boolean): Facts => ({
  title: '演示',
  serial: null,
  starterId: starter.userId,
  starterDept: starter.deptId,
  projectCode,
  amount: null,
  evaluate: () => holds,
  usersOf: (key) => [namedNext.get(key) ?? other.userId],
});

const run = (chain: Chain, facts: Facts, businessId: string, actor: Actor, command: Command): Promise<Outcome> =>
  world.db.transaction().execute((tx) =>
    approval.execute(tx, {
      command,
      moduleId: chain.moduleId,
      businessId,
      actor,
      facts,
      chain,
      formVersion: 1,
      formHash: 'h',
      snapshot: {},
      now: new Date(),
    }),
  );

/** Who may be picked for the step that comes next, where it has to be picked. */
const pickFor = async (chain: Chain, facts: Facts, key: string): Promise<string> => {
  const step = chain.steps.find((one) => one.key === key);
  if (step?.among === undefined || step.among === null) return other.userId;
  const where = { projectCode: facts.projectCode, deptId: facts.starterDept };
  const people = await handlerSource.byRole(world.db, step.among, where);
  return people.find((person) => person.userId !== starter.userId)?.userId ?? '';
};

/** Walks a record from submission to its end: each time one of those asked agrees. */
const walk = async (chain: Chain, facts: Facts, businessId: string): Promise<Outcome> => {
  let outcome = await run(chain, facts, businessId, starter, {
    kind: 'submit',
    nextHandler:
      chain.steps[0]?.by === 'chosen' && chain.nextHandlerField === null ? await pickFor(chain, facts, 's1') : null,
  });
  for (let turn = 0; outcome.status === 'running'; turn += 1) {
    expect(turn).toBeLessThan(40);
    const { rows } = await sql<{ id: string; candidates: string[]; node_key: string }>`
      select t.id, t.candidates, r.node_key from wf_task t
        join wf_node_run r on r.id = t.run_id join wf_instance i on i.id = t.instance_id
       where i.module_id = ${chain.moduleId} and i.biz_id = ${businessId} and t.state = 'open' order by t.id limit 1`.execute(
      world.db,
    );
    const [task] = rows;
    const index = chain.steps.findIndex((step) => step.key === task?.node_key);
    // Maker is not checker: the applicant is asked only in steps of their own.
    if (chain.steps[index]?.by !== 'applicant') expect(task?.candidates).not.toContain(starter.userId);
    // Steps in between may be passed over: whoever handles the last one before it picks.
    const next = chain.steps.slice(index + 1).find((step) => step.by === 'chosen');
    outcome = await run(
      chain,
      facts,
      businessId,
      { userId: task?.candidates[0] ?? '', userName: '某人', roles: [] },
      {
        kind: 'approve',
        taskId: task?.id ?? '0',
        nextHandler:
          next === undefined || chain.steps[index]?.nextHandlerField ? null : await pickFor(chain, facts, next.key),
      },
    );
  }
  return outcome;
};

const forms: readonly FormShape[] = Object.values(FORMS);

describe('the chain of every form, in the demo company', () => {
  // With its conditions met in one project and not met in another; in which of the two is turned round from form to form.
  it.each(forms.map((form, at) => [form.id, form, at % 2 === 0] as const))(
    '%s finds its people and ends',
    async (_id, form, turned) => {
      const chain = chainOf(form);
      const [met, unmet] = turned ? [projects[0], projects.at(-1)] : [projects.at(-1), projects[0]];
      let record = 9_000_000;
      for (const [project, holds] of [
        [met, true],
        [unmet, false],
      ] as const) {
        const businessId = String(record++);
        const outcome = await walk(chain, factsOf(project?.code ?? '', holds), businessId);
        expect(outcome.ended).toBe('approved');
        expect(await verifyLog(world.db, outcome.instanceId)).toMatchObject({ ok: true });
      }
    },
  );

  it('leaves no approval that contradicts itself', async () => {
    expect(await brokenInvariants(world.db)).toEqual([]);
  });

  it('needs nobody from up the ladder where the company is complete', async () => {
    const { rows } = await sql<{ module_id: string; name: string; why: string }>`
      select distinct r.module_id, r.name, r.why from wf_node_run r join wf_instance i on i.id = r.instance_id
       where i.biz_id >= 9000000 and r.why like '%上报%' and r.why like '%没有在职人员%'`.execute(world.db);
    expect(rows).toEqual([]);
  });
});
