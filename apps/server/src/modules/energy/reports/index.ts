/** Reports: read from what `facts` worked out, never from readings. */
import { internalExport, internalReport, reportDays, reportExport, reportMonth, reportYoy } from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { forbidden } from '../../../platform/http/errors.ts';
import type { CallRegistry } from '../../../platform/http/registry.ts';
import { holds } from '../../identity/index.ts';
import { adjustKind } from '../periods/index.ts';
import type { SettingRegistry } from '../settings/index.ts';
import { readDays } from './days.ts';
import { exportReport } from './export.ts';
import { readInternal } from './internal.ts';
import { exportInternal } from './internal-export.ts';
import { readMonth } from './month.ts';
import { readYoy } from './yoy.ts';

export { figure } from './export.ts';

const REPORTS = '/operationContent/stateMents';
const DAYS = shortCodeOf(`${REPORTS}/dayStateMentsNew`);
const MONTH = shortCodeOf(`${REPORTS}/monthStateMents`);
const YOY = shortCodeOf(`${REPORTS}/energyConsumptionYOY`);
const INTERNAL = shortCodeOf('/operationContent/dayStateMentsIn');
const SCREEN = { days: DAYS, month: MONTH, yoy: YOY } as const;

export const registerReports = (registry: CallRegistry, settings: SettingRegistry): void => {
  settings.settings.add('adjust', adjustKind);
  registry.handle(reportDays, { access: { screen: DAYS, button: 'search' } }, (ctx, input) => readDays(ctx, input));
  registry.handle(reportMonth, { access: { screen: MONTH, button: 'search' } }, (ctx, input) => readMonth(ctx, input));
  registry.handle(reportYoy, { access: { screen: YOY, button: 'search' } }, (ctx, input) => readYoy(ctx, input));
  registry.handle(internalReport, { access: { screen: INTERNAL, button: 'search' } }, (ctx, input) =>
    readInternal(ctx, input),
  );
  registry.stream(internalExport, { access: { screen: INTERNAL, button: 'export' } }, (ctx, input) =>
    exportInternal(ctx, input),
  );
  registry.stream(reportExport, { access: { screen: [DAYS, MONTH, YOY], button: 'export' } }, (ctx, input) => {
    // A report leaves by the right of its own page, whichever of the three opened the call.
    if (!holds(ctx.session, SCREEN[input.Kind], 'export')) throw forbidden();
    return exportReport(ctx, input);
  });
};
