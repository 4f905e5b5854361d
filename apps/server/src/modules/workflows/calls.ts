import {
  workflowAnalysis,
  workflowExport,
  workflowIndex,
  workflowMigrate,
  workflowPeople,
  workflowPublish,
  workflowSave,
  workflowSimulate,
  workflowVersions,
} from '@hengneng/contracts';
import type { Engine } from '../../engine/index.ts';
import type { CallRegistry } from '../../platform/http/registry.ts';
import { exportChain } from './export.ts';
import { listWorkflows, peopleAt, readVersions } from './look.ts';
import { migrateChain } from './migrate.ts';
import { analyse, periodOf } from './numbers.ts';
import { simulate } from './simulate.ts';
import { moduleAt, WORKFLOWS } from './versions.ts';
import { publishChain, saveDraft } from './write.ts';

/** Registers the administration of chains. */
export const registerWorkflows = (registry: CallRegistry, engine: Engine): void => {
  const looks = { access: { screen: WORKFLOWS, button: 'search' } } as const;
  const edits = { access: { screen: WORKFLOWS, button: 'edit' } } as const;
  registry.handle(workflowIndex, looks, (ctx, input) => listWorkflows(ctx, engine, input));
  registry.handle(workflowVersions, looks, (ctx, input) => readVersions(ctx, engine, input));
  registry.handle(workflowPeople, looks, (ctx, input) => peopleAt(ctx, engine, input));
  registry.handle(workflowSimulate, looks, (ctx, input) => simulate(ctx, engine, input));
  registry.handle(workflowAnalysis, looks, (ctx, input) =>
    analyse(ctx.db, moduleAt(engine, input.ProcedureId), periodOf(input.range, ctx.now), ctx.now),
  );
  registry.handle(workflowSave, edits, (ctx, input) => saveDraft(ctx, engine, input));
  registry.handle(workflowPublish, edits, (ctx, input) => publishChain(ctx, engine, input));
  registry.handle(workflowMigrate, edits, (ctx, input) => migrateChain(ctx, engine, input));
  registry.stream(workflowExport, { access: { screen: WORKFLOWS, button: 'export' } }, (ctx, input) =>
    exportChain(ctx, engine, input),
  );
};
