/** What contracts bill for a period, and the cut that locks it. */
import { settleExport, settleReport } from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import type { CallRegistry } from '../../../platform/http/registry.ts';
import type { SettingRegistry } from '../settings/index.ts';
import { settleCutKind } from './cut.ts';
import { exportSettlement } from './export.ts';
import { readSettlement } from './report.ts';

const PAGE = shortCodeOf('/operationContent/accountStateMents');

export { contractsOn, settledUse, termsOf } from './load.ts';
export { fenOfItem, type Item, itemsOf, kindsOf, MEASURED } from './terms.ts';

export const registerSettlements = (calls: CallRegistry, settings: SettingRegistry): void => {
  calls.handle(settleReport, { access: { screen: PAGE, button: 'search' } }, (ctx, input) =>
    readSettlement(ctx, input),
  );
  calls.stream(settleExport, { access: { screen: PAGE, button: 'export' } }, (ctx, input) =>
    exportSettlement(ctx, input),
  );
  settings.settings.add(
    'settleCut',
    settleCutKind({ screen: PAGE, button: 'search' }, { screen: PAGE, button: 'edit' }),
  );
};
