import {
  contractAddFile,
  contractCard,
  contractPrintCard,
  keyContractFollow,
  keyContractSave,
  keyContractSaveRule,
} from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { contractRecords, keyContracts } from '@hengneng/forms';
import type { Engine } from '../../engine/index.ts';
import type { CallRegistry } from '../../platform/http/registry.ts';
import { printCard, readCard } from './card.ts';
import { addContractFile } from './files.ts';
import { followKeyContract, saveKeyContract, saveKeyRule } from './key.ts';

const INFO = shortCodeOf(contractRecords.screen);
const KEYS = shortCodeOf(keyContracts.screen);

export const registerContracts = (registry: CallRegistry, engine: Engine): void => {
  registry.handle(contractCard, { access: { screen: INFO, button: 'search' } }, (ctx, input) => readCard(ctx, input));
  registry.stream(contractPrintCard, { access: { screen: INFO, button: 'download' } }, (ctx, input) =>
    printCard(ctx, input),
  );
  registry.handle(contractAddFile, { access: { screen: INFO, button: 'upload' } }, (ctx, input) =>
    addContractFile(ctx, input),
  );
  const edits = { access: { screen: KEYS, button: 'edit' } } as const;
  registry.handle(keyContractSave, edits, (ctx, input) => saveKeyContract(ctx, input));
  registry.handle(keyContractSaveRule, edits, (ctx, input) => saveKeyRule(ctx, engine, input));
  registry.handle(keyContractFollow, edits, (ctx, input) => followKeyContract(ctx, input));
};
