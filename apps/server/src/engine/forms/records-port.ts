/** What stored files need to know of records. */
import { moduleOfProcedure } from '@hengneng/core';
import type { Records } from '../../platform/files/calls.ts';
import type { Engine } from '../index.ts';
import { actorOf, inScope } from './access.ts';
import { chainInForce } from './chain-in-force.ts';
import { findRecord } from './store.ts';

const IN_HAND: ReadonlySet<string> = new Set(['draft', 'returned', 'withdrawn']);

export function recordsPort(engine: Pick<Engine, 'catalog' | 'deps'>): Records {
  const { catalog } = engine;
  const { approval } = engine.deps;
  const standing = async (...[db, session, moduleId, businessId]: Parameters<Records['nodeOf']>) => {
    const module = catalog.get(moduleId);
    const stored = module && (await findRecord(db, module, businessId));
    if (!module || !stored) return null;
    if (stored.applicant === session.userId && IN_HAND.has(stored.status)) return 'start';
    const view = await approval.view(db, module.id, businessId, actorOf(session), {
      chain: (await chainInForce(db, module)).chain,
    });
    return view?.standing.taskId ? view.standing.stepKey : null;
  };
  return {
    moduleOf: (procedureId) => moduleOfProcedure(procedureId),
    async canSee(db, session, moduleId, businessId) {
      const module = catalog.get(moduleId);
      const stored = module && (await findRecord(db, module, businessId));
      if (!module || !stored) return false;
      return (
        (await inScope(db, session, module, stored)) ||
        approval.isParticipant(db, session.userId, module.id, businessId)
      );
    },
    canAttach: async (...of) => (await standing(...of)) !== null,
    nodeOf: standing,
  };
}
