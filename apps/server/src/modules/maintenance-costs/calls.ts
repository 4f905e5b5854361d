import { costCheck, costLock, costSave } from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { sql } from 'kysely';
import type { SeesPaper } from '../../platform/files/papers.ts';
import type { CallRegistry } from '../../platform/http/registry.ts';
import { holds } from '../identity/index.ts';
import { projectsVisible } from '../projects/index.ts';
import { checkCosts, lockCosts } from './close.ts';
import { saveCosts } from './save.ts';

const SCREEN = shortCodeOf('/formFlow/repairMaintenance/qualityExceptionFeedback/maintenanceCostInputList');

export const registerMaintenanceCosts = (registry: CallRegistry): void => {
  const edits = { access: { screen: SCREEN, button: 'edit' } } as const;
  registry.handle(costSave, edits, (ctx, input) => saveCosts(ctx, input));
  registry.handle(costCheck, edits, (ctx, input) => checkCosts(ctx, input));
  registry.handle(costLock, edits, (ctx, input) => lockCosts(ctx, input));
};

/** A voucher is seen with its cost. */
export const seesCostPaper: SeesPaper = async (db, session, id) => {
  if (!holds(session, SCREEN, 'search')) return false;
  const { rows } = await sql`select 1 from maintenance_cost c join project p on p.code = c.project
    where c.id = ${id} and ${projectsVisible(session, 'p')}`.execute(db);
  return rows.length > 0;
};
