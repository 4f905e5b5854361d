import { contractAddFile, contractCard, contractPrintCard } from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { contractRecords } from '@hengneng/forms';
import type { CallRegistry } from '../../platform/http/registry.ts';
import { printCard, readCard } from './card.ts';
import { addContractFile } from './files.ts';

const INFO = shortCodeOf(contractRecords.screen);

export const registerContracts = (registry: CallRegistry): void => {
  registry.handle(contractCard, { access: { screen: INFO, button: 'search' } }, (ctx, input) => readCard(ctx, input));
  registry.stream(contractPrintCard, { access: { screen: INFO, button: 'download' } }, (ctx, input) =>
    printCard(ctx, input),
  );
  registry.handle(contractAddFile, { access: { screen: INFO, button: 'upload' } }, (ctx, input) =>
    addContractFile(ctx, input),
  );
};
