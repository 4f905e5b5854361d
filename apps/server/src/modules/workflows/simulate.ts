/** What a chain would do: with values that somebody thinks of, and with the newest records that there are. Nothing is written. */
import type { Simulation, SimulatedStep, workflowSimulate } from '@hengneng/contracts';
import { type ChainText, type FormRecord, readValue } from '@hengneng/form-kit';
import { sql } from 'kysely';
import type { z } from 'zod';
import { sealedChain } from '../../engine/approval/chain.ts';
import { mediansOf } from '../../engine/approval/eta.ts';
import type { Chain, ChainStep, Facts, StepView } from '../../engine/approval/index.ts';
import { choices, lookUp } from '../../engine/approval/people.ts';
import { resolveStep } from '../../engine/approval/policy.ts';
import { chainById } from '../../engine/approval/store.ts';
import { factsOf } from '../../engine/forms/facts.ts';
import { formPort } from '../../engine/forms/port.ts';
import type { Engine, Module } from '../../engine/index.ts';
import { resolvePrefills } from '../../engine/references/resolve.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { invalid } from '../../platform/http/errors.ts';
import { chainAt, moduleAt } from './versions.ts';

export type Group = NonNullable<z.output<typeof workflowSimulate.input>['group']>;

/** The record that a group of values stands for, and what the approval has to know of it. */
const factsOfGroup = async (
  db: Db | Tx,
  engine: Engine,
  module: Module,
  { applicant, project, values }: Group,
  now: Date,
): Promise<Facts> => {
  const { form } = module;
  const { rows } = await sql<{ id: string; name: string; dept: string | null }>`
    select id::text, user_name as name, dept_id as dept from app_user where id = ${applicant} and state = 'active'`.execute(
    db,
  );
  const [maker] = rows;
  if (maker === undefined) throw invalid([{ path: 'group.applicant', message: '申请人不存在或已停用' }]);
  if (project !== undefined) {
    const found = await sql`select 1 from project where code = ${project}`.execute(db);
    if (found.rows.length === 0) throw invalid([{ path: 'group.project', message: '项目不存在' }]);
  }
  const given: Record<string, unknown> = {};
  for (const [key, raw] of Object.entries(values)) {
    if (raw === '') continue;
    const of = form.field(key);
    const path = `group.values.${key}`;
    if (of === undefined || of.detail !== null) throw invalid([{ path, message: `没有字段「${key}」` }]);
    const several = of.field.type === 'multiEnum' || of.field.type === 'users';
    const read = readValue(of.field, several ? raw.split(',') : raw);
    if (!read.ok) throw invalid([{ path, message: `${of.label}${read.message}` }]);
    given[key] = read.value;
  }
  if (project === undefined && form.field('project')?.field.required === true)
    throw invalid([{ path: 'group.project', message: '请选择项目' }]);
  const dept = maker.dept ?? '';
  const blank = form.prefill({ now, userId: maker.id, deptId: dept });
  const filled: FormRecord = {
    ...blank,
    ...(project === undefined || form.field('project') === undefined ? {} : { project }),
    ...given,
  };
  const unsaved = { applicant: maker.id, applicantDept: dept };
  const resolve = { form, moduleId: module.id, businessId: null, now, mode: 'fill', unsaved } as const;
  const record = await resolvePrefills(db, engine.deps.references, resolve, form.compute({ ...filled, ...unsaved }));
  // A total may be said without the rows that would add up to it.
  const facts = factsOf(
    module,
    { ...record, ...given },
    { starterId: maker.id, starterName: maker.name, starterDept: dept, serial: null },
  );
  return { ...facts, projectCode: project ?? facts.projectCode };
};

/** A step that nobody would be asked at, although it takes place. */
const isEmpty = async (
  db: Db | Tx,
  { directory }: Engine['deps'],
  step: ChainStep,
  view: StepView,
  facts: Facts,
): Promise<boolean> => {
  if (view.state === 'skipped' || view.handlers.length > 0) return false;
  if (step.by === 'chosen') return (await choices(db, directory, step, facts))?.length === 0;
  // Who is named in a field that a later step fills in, is not known yet.
  const field = /^field\((\w+)\)$/.exec(step.by)?.[1];
  if (field !== undefined && field !== 'applicant' && facts.usersOf(field).length === 0) return false;
  const { people, instead } = await resolveStep(db, directory, step, facts, 'forward');
  return people.length === 0 && instead === null;
};

/** Goes on, but not with whom the rule means. */
const warningOf = async (
  db: Db | Tx,
  { directory }: Engine['deps'],
  step: ChainStep,
  view: StepView,
  facts: Facts,
): Promise<string | null> => {
  if (view.state === 'skipped' || step.by === 'chosen' || view.handlers.length === 0) return null;
  const found = await lookUp(db, directory, step.by, facts);
  const others = step.by === 'applicant' ? found : found.filter((person) => person.userId !== facts.starterId);
  return others.length > 0 ? null : '按规则找不到处理人，已按无处理人的设置处理';
};

const simulatedStep = async (
  db: Db | Tx,
  engine: Engine,
  step: ChainStep,
  view: StepView,
  facts: Facts,
  medians: ReadonlyMap<string, number>,
): Promise<SimulatedStep> => ({
  key: step.key,
  name: step.name,
  skipped: view.state === 'skipped',
  people: view.handlers.map((handler) => handler.UserName),
  why: view.why,
  hours: step.hours,
  usual: medians.get(step.key)?.toFixed(1) ?? null,
  warning: await warningOf(db, engine.deps, step, view, facts),
  empty: await isEmpty(db, engine.deps, step, view, facts),
});

/** The predicted way of one group of values. */
export const simulateGroup = async (
  db: Db | Tx,
  engine: Engine,
  module: Module,
  text: ChainText,
  group: Group,
  now: Date,
): Promise<NonNullable<Simulation['group']>> => {
  const facts = await factsOfGroup(db, engine, module, group, now);
  const chain = sealedChain(module.id, text);
  const medians = await mediansOf(db, module.id, now);
  const views = new Map((await engine.deps.approval.predict(db, chain, facts)).map((view) => [view.key, view]));
  const steps: SimulatedStep[] = [];
  for (const step of chain.steps) {
    const view = views.get(step.key);
    if (view !== undefined) steps.push(await simulatedStep(db, engine, step, view, facts, medians));
  }
  return { passed: steps.some((step) => !step.skipped) && !steps.some((step) => step.empty), steps };
};

interface Past {
  readonly id: string;
  readonly biz: string;
  readonly serial: string | null;
  readonly title: string;
  readonly definition: string;
}

const taken = (views: readonly StepView[]): readonly string[] =>
  views.filter((view) => view.state !== 'skipped' && view.key !== 'start').map((view) => view.name);

/** Steps of a record's way that nobody would be asked at, and those that go to others than the rule means. */
const unmanned = async (
  db: Db | Tx,
  engine: Engine,
  chain: Chain,
  views: readonly StepView[],
  facts: Facts,
): Promise<{ readonly empty: string[]; readonly warned: string[] }> => {
  const found = { empty: [] as string[], warned: [] as string[] };
  for (const view of views) {
    const step = chain.steps.find((one) => one.key === view.key);
    if (step === undefined) continue;
    if (await isEmpty(db, engine.deps, step, view, facts)) found.empty.push(step.name);
    else if ((await warningOf(db, engine.deps, step, view, facts)) !== null) found.warned.push(step.name);
  }
  return found;
};

/** 仿真: each of the newest records by the chain that it went by, and by this one, as of today. */
export const replay = async (
  db: Db | Tx,
  engine: Engine,
  module: Module,
  text: ChainText,
  most: number,
  shows: (businessId: string) => Promise<boolean>,
): Promise<NonNullable<Simulation['replay']>> => {
  const port = formPort(engine.catalog);
  const chain = sealedChain(module.id, text);
  const { approval } = engine.deps;
  const { rows } = await sql<Past>`
    select id::text, biz_id::text as biz, serial, title, definition_id::text as definition from wf_instance
     where module_id = ${module.id} and definition_id is not null order by id desc limit ${most}`.execute(db);
  const changed: NonNullable<Simulation['replay']>['changed'] = [];
  const empties: NonNullable<Simulation['replay']>['empties'] = [];
  const warned = new Map<string, number>();
  let looked = 0;
  for (const past of rows) {
    const facts = await port.facts(db, module.id, past.biz);
    if (facts === null) continue;
    looked += 1;
    const before = taken(await approval.predict(db, await chainById(db, past.definition), facts));
    const views = await approval.predict(db, chain, facts);
    const after = taken(views);
    const { empty: steps, warned: elsewhere } = await unmanned(db, engine, chain, views, facts);
    for (const step of elsewhere) warned.set(step, (warned.get(step) ?? 0) + 1);
    const differs = before.join('\n') !== after.join('\n');
    if (!differs && steps.length === 0) continue;
    const title = (await shows(past.biz)) ? past.title : null;
    const named = { BusinessId: past.biz, serial: past.serial, title };
    if (differs) changed.push({ ...named, before: [...before], after: [...after] });
    if (steps.length > 0) empties.push({ ...named, steps });
  }
  return { looked, changed, empties, warned: [...warned].map(([step, records]) => ({ step, records })) };
};

/** Whether the caller may see a record, so that what is said of it may name it. */
export const visibleTo = (db: Db | Tx, { session }: Ctx, engine: Engine, module: Module) => {
  const port = formPort(engine.catalog);
  return async (businessId: string): Promise<boolean> =>
    (await engine.deps.approval.isParticipant(db, session.userId, module.id, businessId)) ||
    port.canSee(db, session, module.id, businessId);
};

export const simulate = async (
  ctx: Ctx,
  engine: Engine,
  input: z.output<typeof workflowSimulate.input>,
): Promise<Simulation> => {
  const module = moduleAt(engine, input.ProcedureId);
  const { text } = await chainAt(ctx.db, module, input.Version);
  return {
    group: input.group === undefined ? null : await simulateGroup(ctx.db, engine, module, text, input.group, ctx.now),
    replay:
      input.Replay === 0
        ? null
        : await replay(ctx.db, engine, module, text, input.Replay, visibleTo(ctx.db, ctx, engine, module)),
  };
};
