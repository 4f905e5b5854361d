import { delegationExport, delegationIndex, delegationSave } from '@hengneng/contracts';
import type { CallRegistry } from '../../platform/http/registry.ts';
import { DELEGATIONS, exportDelegations, listDelegations, saveDelegation } from './delegations.ts';

/** Registers delegations. Everybody sees and sets up their own; what of others, the handlers decide. */
export const registerAbsence = (registry: CallRegistry): void => {
  registry.handle(delegationIndex, { access: 'signedIn' }, (ctx, input) => listDelegations(ctx, input));
  registry.handle(delegationSave, { access: 'signedIn' }, (ctx, input) => saveDelegation(ctx, input));
  registry.stream(delegationExport, { access: { screen: DELEGATIONS, button: 'export' } }, (ctx, input) =>
    exportDelegations(ctx, input),
  );
};
