/** Registers the page of stuck approvals: looking is for who may search it, mending for who may edit. */
import { STUCK_KINDS, stuckIndex, stuckRepair } from '@hengneng/contracts';
import type { CallRegistry } from '../../platform/http/registry.ts';
import { identityOf } from '../approval/modules.ts';
import type { EngineDeps } from '../forms/deps.ts';
import { looks } from './find.ts';
import { repair } from './repair.ts';

const STUCK = 'system.stuck';

export const registerStuck = (registry: CallRegistry, deps: EngineDeps): void => {
  registry.handle(stuckIndex, { access: { screen: STUCK, button: 'search' } }, async ({ db, now }, { deep }) => {
    const kinds = STUCK_KINDS.filter((kind) => deep || kind !== 'log');
    const all = looks(deps.catalog);
    const found = await Promise.all(kinds.map(async (kind) => ({ kind, ...(await all[kind](db, now, null)) })));
    return {
      checkedAt: now.toISOString(),
      kinds: found.map(({ kind, total }) => ({ kind, total })),
      rows: found.flatMap(({ kind, rows }) =>
        rows.map((row) => ({
          kind,
          key: row.key,
          ...identityOf(row.module_id),
          BusinessId: row.biz_id,
          serial: row.serial,
          title: row.title,
          step: row.step,
          note: row.note,
          since: row.since?.toISOString() ?? null,
        })),
      ),
    };
  });
  registry.handle(stuckRepair, { access: { screen: STUCK, button: 'edit' } }, (ctx, input) => repair(deps, ctx, input));
};
