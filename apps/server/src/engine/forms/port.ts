/** What the approval's own calls need of the forms. */
import { isModuleId } from '@hengneng/core';
import { sql } from 'kysely';
import { forbidden, notFound } from '../../platform/http/errors.ts';
import type { FormPort } from '../approval/types.ts';
import { inScope, withheldKeys } from './access.ts';
import type { Catalog } from './catalog.ts';
import { chainInForce, chainOfVersion } from './chain-in-force.ts';
import { amountField, factsOf } from './facts.ts';
import { withoutOthersRows } from './own-rows.ts';
import { withhold } from './read.ts';
import { sealOf } from './seal.ts';
import { deleteRecord, findRecord, lockRecord } from './store.ts';
import { hashOf } from './work.ts';

export const formPort = (catalog: Catalog): FormPort => ({
  async chain(db, moduleId, version) {
    const module = catalog.get(moduleId);
    return module && (version === undefined ? chainInForce(db, module) : chainOfVersion(db, module, version));
  },
  async facts(db, moduleId, businessId) {
    const module = catalog.get(moduleId);
    const stored = module && (await findRecord(db, module, businessId));
    if (!module || !stored) return null;
    const { rows } = await sql<{
      user_name: string;
    }>`select user_name from app_user where id = ${stored.applicant}`.execute(db);
    return factsOf(module, stored, {
      starterId: stored.applicant,
      starterName: rows[0]?.user_name ?? '',
      starterDept: stored.applicantDept,
      serial: stored.serial,
    });
  },
  judge(moduleId, content) {
    const module = isModuleId(moduleId) ? catalog.get(moduleId) : undefined;
    if (module === undefined) return null;
    return factsOf(module, content, { starterId: '', starterName: '', starterDept: '', serial: null }).evaluate;
  },
  async contentHash(db, moduleId, businessId) {
    const module = catalog.get(moduleId);
    const stored = module && (await findRecord(db, module, businessId));
    return module && stored ? hashOf(module, stored) : null;
  },
  async canSee(db, session, moduleId, businessId) {
    const module = catalog.get(moduleId);
    const stored = module && (await findRecord(db, module, businessId));
    return module && stored ? inScope(db, session, module, stored) : false;
  },
  async mask(db, session, moduleId, businessId, content, hidden) {
    const module = catalog.get(moduleId);
    const stored = module && (await findRecord(db, module, businessId));
    if (!module || !stored) throw notFound('单据不存在或已被删除');
    const theirs = withoutOthersRows(module, content, session.userId, new Set());
    // As the record itself is shown: what a person sees there but not in the content of then would look like a change.
    const seal = await sealOf(db, session, module, stored);
    return { ...withhold(module, theirs, withheldKeys(session, module, stored, null, seal, hidden)) };
  },
  amount(moduleId) {
    const module = catalog.get(moduleId);
    const of = module && amountField(module);
    return of ? { key: of.key, needs: of.dataClass } : null;
  },
  async deleteDraft(tx, session, moduleId, businessId) {
    const module = catalog.get(moduleId);
    const stored = module && (await lockRecord(tx, module, businessId));
    if (!module || !stored) throw notFound('单据不存在或已被删除');
    if (stored.applicant !== session.userId || stored.status !== 'draft') throw forbidden('只能删除自己的草稿');
    await deleteRecord(tx, module, businessId);
  },
});
