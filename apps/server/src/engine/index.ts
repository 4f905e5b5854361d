/** The form runtime: every defined module with its calls, its approval and what it points at. */
import type { FormRows } from '@hengneng/contracts';
import type { ModuleId } from '@hengneng/core';
import type { FormShape } from '@hengneng/form-kit';
import type { Session } from '../platform/context.ts';
import type { Db } from '../platform/db/schema.ts';
import type { CallRegistry } from '../platform/http/registry.ts';
import type { Job } from '../platform/jobs/jobs.ts';
import { registerApproval } from './approval/calls.ts';
import { holds } from './forms/access.ts';
import { createApproval, type HandlerSource, type Push } from './approval/index.ts';
import { heldNotices, RELEASE, releaseNotices, releaseOvernight } from './approval/notices.ts';
import { registerForms } from './forms/calls.ts';
import { type Catalog, createCatalog } from './forms/catalog.ts';
import type { EngineDeps } from './forms/deps.ts';
import { LabelCache } from './forms/labels.ts';
import { listRecords, type ListTools } from './forms/list.ts';
import { formPort } from './forms/port.ts';
import { ListTotals } from './forms/totals.ts';
import { registerStuck } from './stuck/calls.ts';
import { registerReferences } from './references/calls.ts';
import { moduleSources } from './references/modules.ts';
import { ReferenceRegistry } from './references/types.ts';

export type { EngineDeps, FilePort, RecordAct, StoredAttachment } from './forms/deps.ts';
export type { Catalog, Module } from './forms/catalog.ts';
export type { Actor } from './approval/types.ts';
export { advanceDelegations, endDelegations, lockDelegations } from './approval/delegations.ts';
export { forgetWorkdays, moveDueTimes, workdays } from './approval/work-calendar.ts';
export { afterWorkingHours, clock, type IsWorkday, workingHours } from './approval/working-time.ts';
export { chainInForce, chainsInForce, forgetChains } from './forms/chain-in-force.ts';
export { DEPT_NOW } from './forms/org.ts';
export { inScope } from './forms/access.ts';
export { recordsByNumber, visibleRecords } from './forms/visible-records.ts';
export { ACTION_LABEL } from './approval/log.ts';
export { followUps } from './forms/follow-ups.ts';
export * as commands from './forms/commands.ts';
export { getInfo } from './forms/read.ts';
export { pathOf, tellPeople } from './forms/follow-up.ts';
export { ReferenceRegistry } from './references/types.ts';
export type * from './references/types.ts';
export { answerView } from './views/calls.ts';
export * as moves from './forms/moves.ts';
export { runTimeouts, systemContext } from './forms/timeouts.ts';

export interface EngineSetup extends Pick<EngineDeps, 'db' | 'effects' | 'files' | 'audit'> {
  readonly definitions: Readonly<Record<string, FormShape>>;
  readonly people: HandlerSource;
  readonly push: Push | null;
  /** What somebody may do who is not the one asking; null for who is not active. */
  readonly sessionOf: (db: Db, userId: string) => Promise<Session | null>;
}

export interface Engine {
  readonly deps: EngineDeps;
  readonly catalog: Catalog;
  /** Entities and ledgers add themselves here. */
  readonly references: ReferenceRegistry;
  register(registry: CallRegistry): void;
  /** @returns null where the module's list is not open to both */
  listAs(db: Db, now: Date, of: ListAs): Promise<FormRows | null>;
  /** What the engine leaves to be done later. */
  readonly jobs: readonly Job[];
  /** Tells what waited for the morning. */
  tellHeld(now: Date): Promise<void>;
}

/** A list as somebody else is answered it. */
interface ListAs {
  readonly moduleId: ModuleId;
  /** Whose list. */
  readonly as: Session;
  /** Who looks at it: of the rows only what this person may see as well. */
  readonly beside: Session;
  readonly rows: number;
}

export function createEngine(setup: EngineSetup): Engine {
  const { definitions, people, push, sessionOf, ...ports } = setup;
  const catalog = createCatalog(definitions);
  const references = new ReferenceRegistry();
  for (const source of moduleSources(catalog)) references.add(source);
  const approval = createApproval(people, push);
  const labels = new LabelCache(references);
  const deps: EngineDeps = { ...ports, catalog, approval, directory: people, references, labels };
  const lists: ListTools = { approval, labels, totals: new ListTotals() };
  return {
    deps,
    catalog,
    references,
    async listAs(db, now, { moduleId, as, beside, rows }) {
      const module = catalog.get(moduleId);
      if (!module || ![as, beside].every((one) => holds(one, module, 'search'))) return null;
      const first = { PageIndex: 1, PageSize: rows, Scope: 'all' } as const;
      return listRecords({ db, now, session: as }, module, first, lists, beside);
    },
    register(registry) {
      registerForms(registry, deps, lists);
      registerApproval(registry, { approval, forms: formPort(catalog), directory: people, push, sessionOf });
      registerStuck(registry, deps);
      registerReferences(registry, references);
    },
    jobs: [
      {
        name: RELEASE,
        cron: null,
        run: (payload) => setup.db.transaction().execute((tx) => releaseNotices(tx, push, heldNotices.parse(payload))),
      },
    ],
    tellHeld: (now) => releaseOvernight(setup.db, push, now),
  };
}
