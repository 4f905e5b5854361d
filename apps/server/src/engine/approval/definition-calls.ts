/** The calls about a module's chain: `/bpmapi/Node`, and who may be picked for its next step, `/bpmapi/NodeUser`. */
import * as contracts from '@hengneng/contracts';
import type { ModuleId } from '@hengneng/core';
import { byWords, nobodyWords } from '@hengneng/form-kit';
import type { Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/db/schema.ts';
import { notFound } from '../../platform/http/errors.ts';
import type { CallRegistry } from '../../platform/http/registry.ts';
import { flowStep } from './load.ts';
import { identityOf, moduleOf } from './modules.ts';
import { choices } from './people.ts';
import { pickable } from './records.ts';
import { type ApprovalDeps, mustSee, stepsOf } from './seeing.ts';
import type { Chain, ChainStep, InForce } from './types.ts';

const signedIn = { access: 'signedIn' } as const;

const policyOf = (step: ChainStep) => {
  const { policy = {} } = step;
  const { rules } = flowStep(step);
  return {
    self: policy.self ?? 'others',
    nobody: nobodyWords(policy.nobody ?? 'up'),
    opinion: policy.opinion ?? 'optional',
    signature: policy.signature ?? 'optional',
    ...rules,
    rejectTo: [...rules.rejectTo],
  };
};

const wireChainStep = (step: ChainStep) => ({
  key: step.key,
  name: step.name,
  by: step.by,
  byLabel: byWords(step.by),
  mode: step.mode,
  pass: step.pass ?? null,
  among: step.among,
  when: step.when,
  IsFinal: step.final,
  hours: step.hours,
  fields: [...step.fieldKeys],
  policy: policyOf(step),
  watch: [...(step.watch ?? [])],
});

export const registerDefinitions = (registry: CallRegistry, deps: ApprovalDeps): void => {
  const chainOf = async (
    db: Db,
    procedureId: number,
    version?: number,
  ): Promise<InForce & { readonly moduleId: ModuleId }> => {
    const moduleId = moduleOf(procedureId);
    const found = await deps.forms.chain(db, moduleId, version);
    if (found === undefined) throw notFound(version === undefined ? '该模块尚未启用' : `没有版本${version}`);
    return { moduleId, ...found };
  };

  registry.handle(contracts.getNodeItem, signedIn, async (ctx, input) => {
    const { chain } = await chainOf(ctx.db, input.ProcedureId, input.version);
    const step = chain.steps.find((one) => one.key === input.key);
    if (step === undefined) throw notFound('该审批链没有这个步骤');
    return wireChainStep(step);
  });

  registry.handle(contracts.getNodeDetail, signedIn, async (ctx, input) => {
    const { moduleId, chain, version, publishedAt } = await chainOf(ctx.db, input.ProcedureId, input.version);
    return {
      ...identityOf(moduleId),
      version,
      publishedAt: publishedAt?.toISOString() ?? null,
      running: await runningOf(ctx.db, moduleId),
      steps: chain.steps.map(wireChainStep),
      parallel: (chain.parallel ?? []).map(({ name, branches }) => ({
        name,
        branches: branches.map((branch) => ({ ...branch, when: branch.when ?? null, steps: [...branch.steps] })),
      })),
      cc: chain.cc.map((by) => byWords(by)),
    };
  });

  registry.handle(contracts.getNodeUser, signedIn, async (ctx, input) => {
    const { moduleId, chain } = await chainOf(ctx.db, input.ProcedureId);
    await mustSee(ctx, deps, moduleId, input.BusinessId);
    const facts = await deps.forms.facts(ctx.db, moduleId, input.BusinessId);
    if (facts === null) throw notFound('单据不存在或已被删除');
    const step = await stepToPick(ctx, deps, moduleId, input.BusinessId, chain, input.key);
    if (step === null) return { key: null, step: null, rows: [] };
    const among = await choices(ctx.db, deps.directory, step, facts);
    const via = new Map(among?.map((person) => [person.userId, person.via]));
    const rows = await pickable(
      ctx.db,
      among?.map((person) => person.userId) ?? null,
      facts.starterId,
      input.Keyword?.trim(),
      ctx.now,
    );
    return {
      key: step.key,
      step: step.name,
      rows: rows.map((row) => ({
        userId: row.id,
        userName: row.user_name,
        dept: row.dept,
        pending: row.pending,
        delegate: row.delegate,
        why: via.get(row.id) ?? '',
      })),
    };
  });
};

/** Records of a module that are on their way, whatever their chain. */
const runningOf = async (db: Db, moduleId: ModuleId): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('wf_instance')
        .select((q) => q.fn.countAll<string>().as('n'))
        .where('module_id', '=', moduleId)
        .where('status', 'in', ['running', 'returned'])
        .executeTakeFirstOrThrow()
    ).n,
  );

/** The step whose handler is to be picked: the one named, or the next that may come if it is a chosen one. */
const stepToPick = async (
  ctx: Ctx,
  deps: ApprovalDeps,
  moduleId: ModuleId,
  businessId: string,
  chain: Chain,
  key: string | undefined,
): Promise<ChainStep | null> => {
  const find = (wanted: string | undefined): ChainStep | null => chain.steps.find((one) => one.key === wanted) ?? null;
  if (key !== undefined && key !== '') {
    const named = find(key);
    if (named === null) throw notFound('该审批链没有这个步骤');
    return named;
  }
  const steps = await stepsOf(ctx, deps, moduleId, businessId, false);
  for (const coming of steps) {
    if (coming.state !== 'future') continue;
    if (coming.chosen) return find(coming.key);
    // A step whose condition may still change can be passed over; one that always takes place comes before any pick.
    if (find(coming.key)?.when === null) return null;
  }
  return null;
};
