import {
  contractVersions,
  entryArchive,
  entryFiles,
  entryMaterialSave,
  entryRemind,
  entryReopen,
  letterFiles,
  loanRemind,
  monitorCrew,
  renewalRemind,
  renewalStage,
  transferArrive,
  transferConfirm,
  transferResend,
} from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import {
  allRenewals,
  credentialLoans,
  entryMaterials,
  latestContracts,
  letters,
  myRenewals,
  projectMonitors,
  transferNotices,
} from '@hengneng/forms';
import type { ViewShape } from '@hengneng/form-kit';
import type { Engine } from '../../engine/index.ts';
import type { CallRegistry } from '../../platform/http/registry.ts';
import { listCrew } from './crew.ts';
import { archiveEntry, remindEntry, reopenEntry, saveMaterial } from './materials.ts';
import { listVersions, moveRenewal, remindLoan, remindRenewal } from './papers.ts';
import { entryFilesOf, letterFilesOf } from './previews.ts';
import { arriveTransfer, confirmTransfer, resendTransfer } from './transfers.ts';

const on = (view: ViewShape, button: 'search' | 'edit') =>
  ({ access: { screen: shortCodeOf(view.screen), button } }) as const;

export const registerPersonnel = (registry: CallRegistry, engine: Engine): void => {
  registry.handle(monitorCrew, on(projectMonitors, 'search'), (ctx, input) => listCrew(ctx, input));
  // Whoever is transferred confirms it, whatever pages they have.
  registry.handle(transferConfirm, { access: 'signedIn' }, (ctx, input) => confirmTransfer(ctx, input));
  registry.handle(transferArrive, on(transferNotices, 'edit'), (ctx, input) => arriveTransfer(ctx, input));
  registry.handle(transferResend, on(transferNotices, 'edit'), (ctx, input) => resendTransfer(ctx, engine, input));
  registry.handle(entryMaterialSave, on(entryMaterials, 'edit'), (ctx, input) => saveMaterial(ctx, engine, input));
  registry.handle(entryArchive, on(entryMaterials, 'edit'), (ctx, input) => archiveEntry(ctx, input));
  registry.handle(entryRemind, on(entryMaterials, 'edit'), (ctx, input) => remindEntry(ctx, engine, input));
  registry.handle(entryReopen, on(entryMaterials, 'edit'), (ctx, input) => reopenEntry(ctx, input));
  registry.handle(entryFiles, on(entryMaterials, 'search'), (ctx, input) => entryFilesOf(ctx, input));
  registry.handle(letterFiles, on(letters, 'search'), (ctx, input) => letterFilesOf(ctx, input));
  registry.handle(loanRemind, on(credentialLoans, 'edit'), (ctx, input) => remindLoan(ctx, engine, input));
  registry.handle(contractVersions, on(latestContracts, 'search'), (ctx, input) => listVersions(ctx, input));
  registry.handle(renewalRemind, on(allRenewals, 'edit'), (ctx, input) => remindRenewal(ctx, engine, input));
  registry.handle(renewalStage, on(myRenewals, 'edit'), (ctx, input) => moveRenewal(ctx, input));
};
