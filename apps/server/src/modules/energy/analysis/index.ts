/** Analysis: why a project used what it used. Read from what `facts` worked out, never from readings. */
import {
  analysisAll,
  analysisDetail,
  analysisExport,
  baselineInput,
  baselineRead,
  changeExport,
  changeInput,
  compareExport,
  compareInput,
  compareSetInput,
  compareSetRead,
  deviationChecks,
  deviationExport,
  deviationFollow,
  deviationFollowRead,
  nhMessage,
  portfolioAll,
  portfolioAreas,
  portfolioCharges,
  portfolioExport,
  portfolioRanking,
  reportNoteInput,
  reportNoteRead,
  reportYearSavings,
  totalExport,
  totalReport,
  totalSaveText,
  totalSign,
} from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { admits } from '../../../platform/auth/access.ts';
import { forbidden } from '../../../platform/http/errors.ts';
import type { CallRegistry } from '../../../platform/http/registry.ts';
import { type SettingRegistry, side } from '../settings/index.ts';
import { readBaseline, writeBaseline } from './baseline.ts';
import { CHANGE_PATH, readChange } from './change.ts';
import { readCompare } from './compare.ts';
import { readDetail } from './detail.ts';
import { DEVIATION_PAGE, exportDeviations, readDeviations, readFollow, writeFollow } from './deviations.ts';
import { exportChange, exportCompare, exportOverview, exportPortfolio } from './export.ts';
import { readNotes, writeNote } from './notes.ts';
import { readOverview } from './overview.ts';
import { readCharges, readPortfolio, readRanking, readSummaries } from './portfolio.ts';
import { readYearSavings } from './savings.ts';
import { readSets, writeSet } from './sets.ts';
import { exportTotal, readTotal, saveText, signTotal } from './total-report.ts';

export { seedBaseline, seedCompareSets, seedDeviationNotes } from './demo.ts';

const ANALYSIS = shortCodeOf('/operationContent/energyConsume/energyAnalysis');
const CHANGE = shortCodeOf(CHANGE_PATH);
const TOTAL = shortCodeOf('/operationContent/energyConsume/totalAnalysis');
const DOCUMENT = shortCodeOf('/operationContent/stateMents/totalAnalysisReport');
const YEAR = shortCodeOf('/operationContent/stateMents/yearStateMents');
const COMPARE = shortCodeOf('/operationContent/energyConsume/comparedSelf');

/** What `GetNHMessage` answers, by what is asked for. */
const changes = side({ screen: CHANGE, button: 'search' }, changeInput, (ctx, input) => readChange(ctx, input));
const compares = side({ screen: COMPARE, button: 'search' }, compareInput, (ctx, input) => readCompare(ctx, input));

const registerPortfolio = (registry: CallRegistry): void => {
  const search = { access: { screen: TOTAL, button: 'search' } } as const;
  registry.handle(portfolioAll, search, (ctx, input) => readPortfolio(ctx, input));
  registry.handle(portfolioRanking, search, (ctx, input) => readRanking(ctx, input));
  registry.handle(portfolioAreas, search, (ctx, input) => readSummaries(ctx, input, 'AreaName'));
  registry.handle(portfolioCharges, search, (ctx, input) => readCharges(ctx, input));
  registry.stream(portfolioExport, { access: { screen: TOTAL, button: 'export' } }, (ctx, input) =>
    exportPortfolio(ctx, input),
  );
};

const registerDocument = (registry: CallRegistry): void => {
  const edits = { access: { screen: DOCUMENT, button: 'edit' } } as const;
  registry.handle(totalReport, { access: { screen: DOCUMENT, button: 'search' } }, (ctx, input) =>
    readTotal(ctx, input),
  );
  registry.handle(totalSaveText, edits, (ctx, input) => saveText(ctx, input));
  registry.handle(totalSign, edits, (ctx, input) => signTotal(ctx, input));
  registry.stream(totalExport, { access: { screen: DOCUMENT, button: 'export' } }, (ctx, input) =>
    exportTotal(ctx, input),
  );
};

export const registerAnalysis = (registry: CallRegistry, settings: SettingRegistry): void => {
  const search = { access: { screen: ANALYSIS, button: 'search' } } as const;
  registry.handle(analysisAll, search, (ctx, input) => readOverview(ctx, input));
  registry.handle(analysisDetail, search, (ctx, input) => readDetail(ctx, input));
  registry.stream(analysisExport, { access: { screen: ANALYSIS, button: 'export' } }, (ctx, input) =>
    exportOverview(ctx, input),
  );
  registerPortfolio(registry);
  registerDocument(registry);
  registry.handle(nhMessage, { access: 'signedIn' }, (ctx, raw) => {
    const asked = 'Series' in raw ? compares : changes;
    if (!admits(asked.access, ctx.session)) throw forbidden();
    return asked.run(ctx, raw);
  });
  registry.stream(changeExport, { access: { screen: CHANGE, button: 'export' } }, (ctx, input) =>
    exportChange(ctx, input),
  );
  registry.stream(compareExport, { access: { screen: COMPARE, button: 'export' } }, (ctx, input) =>
    exportCompare(ctx, input),
  );
  registry.handle(reportYearSavings, { access: { screen: YEAR, button: 'search' } }, (ctx, input) =>
    readYearSavings(ctx, input),
  );
  const deviates = { screen: DEVIATION_PAGE, button: 'search' } as const;
  settings.messages.add('deviationCheck', side(deviates, deviationChecks, readDeviations));
  settings.settings.add('deviationFollow', {
    read: side(deviates, deviationFollowRead, readFollow),
    write: side({ screen: DEVIATION_PAGE, button: 'edit' }, deviationFollow, writeFollow),
  });
  settings.exports.add(
    'deviationCheck',
    side({ screen: DEVIATION_PAGE, button: 'export' }, deviationExport, exportDeviations),
  );
  settings.settings.add('compareSet', {
    read: side({ screen: COMPARE, button: 'search' }, compareSetRead, (ctx, input) => readSets(ctx, input)),
    write: side({ screen: COMPARE, button: 'add' }, compareSetInput, (ctx, input) => writeSet(ctx, input)),
  });
  settings.settings.add('baseline', {
    read: side({ screen: COMPARE, button: 'search' }, baselineRead, (ctx, input) => readBaseline(ctx, input)),
    write: side({ screen: COMPARE, button: 'edit' }, baselineInput, (ctx, input) => writeBaseline(ctx, input)),
  });
  settings.settings.add('reportNote', {
    // Whoever holds the report reads what is said of it, and its editors say it.
    read: side('signedIn', reportNoteRead, (ctx, input) => readNotes(ctx, input)),
    write: side('signedIn', reportNoteInput, (ctx, input) => writeNote(ctx, input)),
  });
};
