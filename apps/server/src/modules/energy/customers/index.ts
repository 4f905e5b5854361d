/** Customers without an account: what they are let see, and what they see. */
import { customerMonth, customerSelf, customerShowRead, customerShowWrite } from '@hengneng/contracts';
import type { CallRegistry } from '../../../platform/http/registry.ts';
import { side, type SettingRegistry } from '../settings/index.ts';
import { readGrants, SHOW_SCREEN, writeGrant } from './grants.ts';
import { readCustomerMonth, readSelf } from './view.ts';

/** From one address. */
const A_MINUTE = 60;

export const registerCustomers = (registry: CallRegistry, settings: SettingRegistry): void => {
  settings.settings.add('customerShow', {
    read: side({ screen: SHOW_SCREEN, button: 'search' }, customerShowRead, readGrants),
    // Who may is asked inside: besides those who keep the archive, the operation director, who answers for amounts.
    write: side({ screen: SHOW_SCREEN, button: 'search' }, customerShowWrite, writeGrant),
  });
  registry.handle(customerSelf, { access: 'public', aMinute: A_MINUTE }, (ctx) => readSelf(ctx));
  registry.handle(customerMonth, { access: 'public', aMinute: A_MINUTE }, (ctx, input) =>
    readCustomerMonth(ctx, input),
  );
};
