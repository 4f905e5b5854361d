import { delegationExport, delegationIndex, delegationSave, handoverPreview, handoverSave } from '@hengneng/contracts';
import type { Engine } from '../../engine/index.ts';
import type { CallRegistry } from '../../platform/http/registry.ts';
import { USERS } from '../identity/index.ts';
import { DELEGATIONS, exportDelegations, listDelegations, saveDelegation } from './delegations.ts';
import { previewHandover, saveHandover } from './handover.ts';

/** Registers delegations and hand-overs. Everybody sees and sets up their own delegations; what of others, the handlers decide. */
export const registerAbsence = (registry: CallRegistry, engine: Engine): void => {
  registry.handle(delegationIndex, { access: 'signedIn' }, (ctx, input) => listDelegations(ctx, input));
  registry.handle(delegationSave, { access: 'signedIn' }, (ctx, input) => saveDelegation(ctx, input));
  registry.stream(delegationExport, { access: { screen: DELEGATIONS, button: 'export' } }, (ctx, input) =>
    exportDelegations(ctx, input),
  );
  const manages = { access: { screen: USERS, button: 'edit' } } as const;
  registry.handle(handoverPreview, manages, (ctx, input) => previewHandover(ctx, engine, input));
  registry.handle(handoverSave, manages, (ctx, input) => saveHandover(ctx, engine, input));
};
