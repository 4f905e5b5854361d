/** Pages of contracts: with customers, with suppliers, and one contract from all sides. */
import type { Catalog } from '../../engine/index.ts';
import type { AnySource } from '../../engine/views/source.ts';
import { buyerViews } from './buyers.ts';
import { emcContractsView, emcPricesView, priceVersionsView } from './emc.ts';
import { infoViews } from './info.ts';
import { keyViews } from './key-rows.ts';
import { relationsView } from './relations.ts';

export { registerContracts } from './calls.ts';
export { CONTRACT_FILE, seesContractFile } from './files.ts';
export { ENDING, ENDING_PAPER, seesEndingPaper, seesOtherPaper } from './handling.ts';
export { OTHER_PAPER, tellEndingOthers } from './other.ts';
export { refreshKeyContracts } from './key.ts';

/** @param catalog says what of the records under a contract a person sees */
export const contractViews = (catalog: Catalog): readonly AnySource[] => [
  emcContractsView,
  emcPricesView,
  priceVersionsView,
  ...infoViews(catalog),
  ...buyerViews(catalog),
  ...keyViews,
  relationsView(catalog),
];
