/** What each import does with its rows (`packages/forms/src/imports`). */
import type { AnyImport } from '../engine/imports/source.ts';
import { receiptImportSource } from './collectionSettlement/receipt-import.ts';
import { lampInstallImportSource } from './otherRepair/lamp-import.ts';
import { appropriationImportSource } from './payment/appropriation-import.ts';
import { quotaImportSource } from './payment/quota-import.ts';

export const IMPORT_SOURCES: readonly AnyImport[] = [
  quotaImportSource,
  appropriationImportSource,
  receiptImportSource,
  lampInstallImportSource,
];
