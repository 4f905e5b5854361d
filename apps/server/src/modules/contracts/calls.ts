import {
  contractAddFile,
  contractArchive,
  contractCard,
  contractPrintCard,
  contractSaveOther,
  contractSeal,
  contractTerminate,
  keyContractFollow,
  keyContractSave,
  keyContractSaveRule,
} from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { allContracts, contractRecords, keyContracts, otherContracts } from '@hengneng/forms';
import type { Engine } from '../../engine/index.ts';
import type { CallRegistry } from '../../platform/http/registry.ts';
import { need } from '../identity/index.ts';
import { printCard, readCard } from './card.ts';
import { addContractFile } from './files.ts';
import { archiveContract, sealContract, terminateContract } from './handling.ts';
import { followKeyContract, saveKeyContract, saveKeyRule } from './key.ts';
import { saveOther } from './other.ts';

const INFO = shortCodeOf(contractRecords.screen);
const LEDGER = shortCodeOf(allContracts.screen);
const OTHERS = shortCodeOf(otherContracts.screen);
const KEYS = shortCodeOf(keyContracts.screen);

export const registerContracts = (registry: CallRegistry, engine: Engine): void => {
  registry.handle(contractCard, { access: { screen: INFO, button: 'search' } }, (ctx, input) => readCard(ctx, input));
  registry.stream(contractPrintCard, { access: { screen: INFO, button: 'download' } }, (ctx, input) =>
    printCard(ctx, input),
  );
  registry.handle(contractAddFile, { access: { screen: INFO, button: 'upload' } }, (ctx, input) =>
    addContractFile(ctx, input),
  );
  const handles = { access: { screen: LEDGER, button: 'edit' } } as const;
  registry.handle(contractSeal, handles, (ctx, input) => sealContract(ctx, input));
  registry.handle(contractArchive, handles, (ctx, input) => archiveContract(ctx, input));
  registry.handle(contractTerminate, handles, (ctx, input) => terminateContract(ctx, input));
  registry.handle(contractSaveOther, { access: { screen: OTHERS, button: 'search' } }, (ctx, input) => {
    need(ctx.session, OTHERS, input.action === 'add' ? 'add' : 'edit');
    return saveOther(ctx, input);
  });
  const edits = { access: { screen: KEYS, button: 'edit' } } as const;
  registry.handle(keyContractSave, edits, (ctx, input) => saveKeyContract(ctx, input));
  registry.handle(keyContractSaveRule, edits, (ctx, input) => saveKeyRule(ctx, engine, input));
  registry.handle(keyContractFollow, edits, (ctx, input) => followKeyContract(ctx, input));
};
