/** Bank accounts of customers, of the company and of suppliers of energy. */
import {
  accountRead,
  accountWrite,
  payAccountValues,
  payeeAccountValues,
  receivedAccountValues,
} from '@hengneng/contracts';
import { sql } from 'kysely';
import type { SeesPaper } from '../../../platform/files/papers.ts';
import { holds } from '../../identity/index.ts';
import { projectsVisible } from '../../projects/index.ts';
import { type SettingRegistry, side } from '../settings/index.ts';
import { exportAccounts, listAccounts, saveAccount } from './changes.ts';
import { payAccounts } from './pay.ts';
import { payeeAccounts } from './payee.ts';
import { receivedAccounts } from './received.ts';

export { ACCOUNT_PAPER } from './changes.ts';
export { seedSupplyAccounts } from './demo.ts';
export { type Payee, payeeOf } from './received.ts';

export const registerAccounts = ({ settings, exports }: SettingRegistry): void => {
  const sees = (screen: string) => ({ screen, button: 'search' }) as const;
  // Each act of a change says itself which button it wants.
  settings.add('userPayAccount', {
    read: side(sees(payAccounts.screen), accountRead, (ctx, input) => listAccounts(payAccounts, ctx, input)),
    write: side(sees(payAccounts.screen), accountWrite(payAccountValues), (ctx, input) =>
      saveAccount(payAccounts, ctx, input),
    ),
  });
  settings.add('userReceivedAccount', {
    read: side(sees(receivedAccounts.screen), accountRead, (ctx, input) => listAccounts(receivedAccounts, ctx, input)),
    write: side(sees(receivedAccounts.screen), accountWrite(receivedAccountValues), (ctx, input) =>
      saveAccount(receivedAccounts, ctx, input),
    ),
  });
  settings.add('energyPayeeAccount', {
    read: side(sees(payeeAccounts.screen), accountRead, (ctx, input) => listAccounts(payeeAccounts, ctx, input)),
    write: side(sees(payeeAccounts.screen), accountWrite(payeeAccountValues), (ctx, input) =>
      saveAccount(payeeAccounts, ctx, input),
    ),
  });
  const takes = (screen: string) => ({ screen, button: 'export' }) as const;
  exports.add(
    'userPayAccount',
    side(takes(payAccounts.screen), accountRead, (ctx, input) => exportAccounts(payAccounts, ctx, input)),
  );
  exports.add(
    'userReceivedAccount',
    side(takes(receivedAccounts.screen), accountRead, (ctx, input) => exportAccounts(receivedAccounts, ctx, input)),
  );
  exports.add(
    'energyPayeeAccount',
    side(takes(payeeAccounts.screen), accountRead, (ctx, input) => exportAccounts(payeeAccounts, ctx, input)),
  );
};

const SCREENS: Readonly<Record<string, string>> = Object.fromEntries(
  [payAccounts, receivedAccounts, payeeAccounts].map(({ id, screen }) => [id, screen]),
);

/** A change's papers are seen with its page. */
export const seesAccountChange: SeesPaper = async (db, session, id) => {
  const { rows } = await sql<{
    kind: string;
  }>`select c.kind from account_change c left join project p on p.code = c.project_code
    where c.id = ${id}::bigint and (c.project_code is null or ${projectsVisible(session)})`.execute(db);
  const screen = SCREENS[rows[0]?.kind ?? ''];
  return screen !== undefined && holds(session, screen, 'search');
};
