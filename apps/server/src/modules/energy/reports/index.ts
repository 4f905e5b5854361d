/** Reports: read from what `facts` worked out, never from readings. */
import {
  besideExport,
  besideReport,
  besideSeries,
  carbonIndex,
  clientShares,
  clientSign,
  dailyAnalysis,
  dailyElectricity,
  dailyFunctions,
  dailyHosts,
  dailyMainEnergy,
  dailyRunning,
  dailySign,
  dailyWater,
  dayReportCompare,
  entryDataByTime,
  internalExport,
  internalReport,
  ledgerSeries,
  monthMessage,
  reportArea,
  reportAreaMonths,
  reportClient,
  reportDays,
  reportExport,
  reportMonth,
  reportShares,
  reportYear,
  reportYoy,
  screenAreas,
  screenShares,
  screenDays,
  screenSummary,
} from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { forbidden } from '../../../platform/http/errors.ts';
import type { CallRegistry } from '../../../platform/http/registry.ts';
import { holds } from '../../identity/index.ts';
import { monthParts } from '../analysis/month-parts.ts';
import { readArea, readAreaMonths } from './area.ts';
import { readBeside, readBesideSeries } from './beside.ts';
import { readClient, signClient } from './client.ts';
import { readAnalysis, readRunning, readSection, signDaily } from './daily.ts';
import { adjustKind } from '../periods/index.ts';
import type { SettingRegistry } from '../settings/index.ts';
import { DAY_REPORT_SCREEN } from '../day-reports/index.ts';
import { compareDay } from './day-versions.ts';
import { readDays } from './days.ts';
import { exportBeside } from './export-beside.ts';
import { exportReport } from './export.ts';
import { readInternal } from './internal.ts';
import { exportInternal } from './internal-export.ts';
import { readingsAt, readLedger } from './ledger.ts';
import { readMonth } from './month.ts';
import { recalcKind } from './recalc.ts';
import { readScreenAreas, readScreenDays, readMonthMessage, readScreenSummary } from './screens.ts';
import { readCarbon, readClientShares, readScreenShares, readShares } from './shares.ts';
import { readYear } from './year.ts';
import { readYoy } from './yoy.ts';

export { besideFigures } from './beside.ts';
export { customerTable } from './export.ts';
export { dayFiguresOf, weatherOf } from './figures.ts';
export { projectsNamed } from './many.ts';
export { qualityOf } from './sums.ts';

const REPORTS = '/operationContent/stateMents';
const DAYS = shortCodeOf(`${REPORTS}/dayStateMentsNew`);
const MONTH = shortCodeOf(`${REPORTS}/monthStateMents`);
const YOY = shortCodeOf(`${REPORTS}/energyConsumptionYOY`);
const INTERNAL = shortCodeOf('/operationContent/dayStateMentsIn');
const DAILY = shortCodeOf(`${REPORTS}/dayStateMents`);
const LEDGER = shortCodeOf(`${REPORTS}/projectDataReport`);
const YEAR = shortCodeOf(`${REPORTS}/yearStateMents`);
const CLIENT = shortCodeOf(`${REPORTS}/energyConsumptionYOYKe`);
const AREA = shortCodeOf(`${REPORTS}/energyConsumptionYOYArea`);
const SCREEN = {
  days: DAYS,
  month: MONTH,
  yoy: YOY,
  daily: DAILY,
  ledger: LEDGER,
  year: YEAR,
  client: CLIENT,
  area: AREA,
} as const;

const registerDaily = (registry: CallRegistry): void => {
  const sees = { access: { screen: DAILY, button: 'search' } } as const;
  registry.handle(dailyRunning, sees, (ctx, input) => readRunning(ctx, input));
  registry.handle(dailyHosts, sees, async (ctx, input) => ({ rows: await readSection(ctx, input, 'hosts') }));
  registry.handle(dailyFunctions, sees, async (ctx, input) => ({ rows: await readSection(ctx, input, 'functions') }));
  registry.handle(dailyElectricity, sees, async (ctx, input) => ({
    rows: await readSection(ctx, input, 'electricity'),
  }));
  registry.handle(dailyWater, sees, async (ctx, input) => ({ rows: await readSection(ctx, input, 'water') }));
  registry.handle(dailyMainEnergy, sees, async (ctx, input) => ({ rows: await readSection(ctx, input, 'mainEnergy') }));
  registry.handle(dailyAnalysis, sees, (ctx, input) => readAnalysis(ctx, input));
  registry.handle(dayReportCompare, { access: { screen: DAY_REPORT_SCREEN, button: 'search' } }, (ctx, input) =>
    compareDay(ctx, input),
  );
  registry.handle(dailySign, { access: { screen: DAILY, button: 'edit' } }, (ctx, input) => signDaily(ctx, input));
};

const COEFFICIENTS = shortCodeOf('/operationContent/setting/energyCoefficient');
const OPERATION = shortCodeOf('/operationContent/operationList');
const COMPARE = shortCodeOf('/operationContent/energyConsume/comparedSelf');

/** What pages draw beside their tables, and what screens show of all of them: for who holds one of the pages that say the same. */
const registerIndices = (registry: CallRegistry): void => {
  const search = (...screen: readonly string[]) => ({ access: { screen, button: 'search' } }) as const;
  const pages = Object.values(SCREEN);
  registry.handle(reportShares, search(MONTH, YEAR), (ctx, input) => readShares(ctx, input));
  registry.handle(clientShares, search(CLIENT), (ctx, input) => readClientShares(ctx, input));
  registry.handle(screenShares, search(OPERATION, ...pages), (ctx, input) => readScreenShares(ctx, input));
  registry.handle(screenSummary, search(OPERATION, ...pages), (ctx, input) => readScreenSummary(ctx, input));
  registry.handle(screenDays, search(OPERATION, ...pages), (ctx, input) => readScreenDays(ctx, input));
  registry.handle(screenAreas, search(AREA), (ctx, input) => readScreenAreas(ctx, input));
  registry.handle(monthMessage, search(MONTH, YOY, COMPARE), (ctx, input) => readMonthMessage(ctx, input));
  registry.handle(carbonIndex, search(COEFFICIENTS, YEAR, MONTH), (ctx, input) => readCarbon(ctx, input));
};

/** Several projects at once, each of them seen: by the right of the page that compares them. */
const registerBeside = (registry: CallRegistry): void => {
  registry.handle(besideReport, { access: { screen: [MONTH, YOY], button: 'search' } }, (ctx, input) =>
    readBeside(ctx, input),
  );
  registry.handle(besideSeries, { access: { screen: LEDGER, button: 'search' } }, (ctx, input) =>
    readBesideSeries(ctx, input),
  );
  registry.stream(besideExport, { access: { screen: [MONTH, YOY, LEDGER], button: 'export' } }, (ctx, input) => {
    if (!holds(ctx.session, SCREEN[input.Kind], 'export')) throw forbidden();
    return exportBeside(ctx, input);
  });
};

export const registerReports = (registry: CallRegistry, settings: SettingRegistry): void => {
  settings.settings.add('adjust', adjustKind);
  // Who corrects coefficients, and who keeps the year's report.
  settings.settings.add(
    'factorRecalc',
    recalcKind({ screen: YEAR, button: 'search' }, { screen: [YEAR, COEFFICIENTS], button: 'edit' }),
  );
  registry.handle(reportDays, { access: { screen: DAYS, button: 'search' } }, (ctx, input) =>
    readDays(ctx, input, { judged: true }),
  );
  registry.handle(reportMonth, { access: { screen: MONTH, button: 'search' } }, async (ctx, input) => ({
    ...(await readMonth(ctx, input)),
    parts: await monthParts(ctx, input, input.Dimension),
  }));
  registry.handle(reportYoy, { access: { screen: YOY, button: 'search' } }, (ctx, input) => readYoy(ctx, input));
  registry.handle(internalReport, { access: { screen: INTERNAL, button: 'search' } }, (ctx, input) =>
    readInternal(ctx, input),
  );
  registry.stream(internalExport, { access: { screen: INTERNAL, button: 'export' } }, (ctx, input) =>
    exportInternal(ctx, input),
  );
  registry.handle(ledgerSeries, { access: { screen: LEDGER, button: 'search' } }, (ctx, input) =>
    readLedger(ctx, input),
  );
  registry.handle(entryDataByTime, { access: { screen: LEDGER, button: 'search' } }, (ctx, input) =>
    readingsAt(ctx, input),
  );
  registerDaily(registry);
  registerIndices(registry);
  registerBeside(registry);
  registry.handle(reportYear, { access: { screen: YEAR, button: 'search' } }, (ctx, input) => readYear(ctx, input));
  registry.handle(reportClient, { access: { screen: CLIENT, button: 'search' } }, (ctx, input) =>
    readClient(ctx, input),
  );
  registry.handle(clientSign, { access: { screen: CLIENT, button: 'edit' } }, (ctx, input) => signClient(ctx, input));
  registry.handle(reportArea, { access: { screen: AREA, button: 'search' } }, (ctx, input) => readArea(ctx, input));
  registry.handle(reportAreaMonths, { access: { screen: AREA, button: 'search' } }, (ctx, input) =>
    readAreaMonths(ctx, input),
  );
  registry.stream(reportExport, { access: { screen: Object.values(SCREEN), button: 'export' } }, (ctx, input) => {
    // A report leaves by the right of its own page, whichever of them opened the call.
    if (!holds(ctx.session, SCREEN[input.Kind], 'export')) throw forbidden();
    return exportReport(ctx, input);
  });
};
