import { demoAccounts } from '@hengneng/contracts';
import { sql } from 'kysely';
import type { CallRegistry } from '../../platform/http/registry.ts';
import { isFiling } from './filing.ts';

/** The common password of the demo company's accounts, as README states it. */
export const DEMO_PASSWORD = 'Hengneng@2026';

/**
 * Registers what the sign-in page says of the site and offers in demo mode. Public, and without accounts unless `demo` is on: an installation with real people
 * tells nobody who they are.
 */
export const registerDemoCalls = (
  registry: CallRegistry,
  deps: { readonly demo: boolean; readonly icpNumber: string | null },
): void => {
  const { icpNumber } = deps;
  registry.handle(demoAccounts, { access: 'public' }, async (ctx) => {
    if (!deps.demo) return { demo: false, icpNumber, password: null, accounts: [], filing: false };
    const { rows } = await sql<{ account: string; name: string; role: string }>`
      select u.account, u.user_name as name, r.name as role
      from app_user u
      join lateral (
        select role.name, role.sort from user_role join role on role.id = user_role.role_id
        where user_role.user_id = u.id order by role.sort limit 1
      ) r on true
      where u.is_demo and u.state = 'active'
      order by r.sort, u.id
      limit 80`.execute(ctx.db);
    return { demo: true, icpNumber, password: DEMO_PASSWORD, accounts: rows, filing: await isFiling(ctx.db) };
  });
};
