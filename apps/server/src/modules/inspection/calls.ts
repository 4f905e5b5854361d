import {
  patrolIndex,
  patrolPointIndex,
  patrolPointSave,
  patrolRecordIndex,
  perambulatePointCopy,
  perambulatePointExport,
  perambulatePointImport,
  perambulatePointIndex,
  perambulatePointInfo,
  perambulatePointQrCode,
  perambulatePointSave,
  perambulatePointScan,
  perambulatePointSort,
  perambulatePointState,
  perambulatePointTemplate,
  perambulateRecordExport,
  perambulateRecordIndex,
  perambulateRecordUrge,
  perambulateRouteIndex,
  perambulateRouteSave,
  perambulateStandardIndex,
  perambulateStandardSave,
} from '@hengneng/contracts';
import { sql } from 'kysely';
import type { CallRegistry } from '../../platform/http/registry.ts';
import { analyse, exportAnalysis } from './analysis/index.ts';
import { listRoundDays, listRounds } from './analysis/rounds.ts';
import { urgeProblems } from './analysis/urge.ts';
import { copyPoints } from './copy.ts';
import { exportPoints } from './export.ts';
import { importPoints, pointTemplate } from './import.ts';
import { labelsOf, scanned } from './labels.ts';
import { listPoints, pointInfo } from './points-read.ts';
import { savePoint, setPointState, sortPoints } from './points-write.ts';
import { listRoutes, saveRoute } from './routes.ts';
import { ANALYSIS, ANALYSIS_AREA, POINT_SET } from './screen.ts';
import { listStandards, saveStandard } from './standards.ts';

/** Registers what inspections go by. A call that several buttons make asks for the page here, and for the button where it knows which. */
export const registerInspection = (registry: CallRegistry): void => {
  const search = { access: { screen: POINT_SET, button: 'search' } } as const;
  const edit = { access: { screen: POINT_SET, button: 'edit' } } as const;
  registry.handle(perambulatePointIndex, search, (ctx, input) => listPoints(ctx, input));
  registry.handle(perambulatePointInfo, search, (ctx, input) => pointInfo(ctx, input.id));
  registry.handle(perambulatePointSave, search, (ctx, input) => savePoint(ctx, input, input.kind ?? '公司巡检'));
  registry.handle(perambulatePointState, search, (ctx, input) => setPointState(ctx, input));
  registry.handle(perambulatePointSort, edit, (ctx, input) => sortPoints(ctx, input.route, input.ids));
  registry.handle(perambulatePointCopy, search, (ctx, input) => copyPoints(ctx, input));
  registry.handle(perambulatePointQrCode, { access: { screen: POINT_SET, button: 'download' } }, (ctx, input) =>
    labelsOf(ctx, input),
  );
  // Whoever stands before the label scans it; what they see is held to their projects.
  registry.handle(perambulatePointScan, { access: 'signedIn' }, (ctx, input) => scanned(ctx, input.Code));
  registry.upload(perambulatePointImport, { access: { screen: POINT_SET, button: 'import' } }, (ctx, input, file) =>
    importPoints(ctx, input.project, file),
  );
  registry.stream(perambulatePointTemplate, { access: { screen: POINT_SET, button: 'import' } }, (ctx) =>
    pointTemplate(ctx),
  );
  registry.stream(perambulatePointExport, { access: { screen: POINT_SET, button: 'export' } }, (ctx, input) =>
    exportPoints(ctx, input),
  );
  registry.handle(patrolPointIndex, search, (ctx, { shift, ...input }) =>
    listPoints(ctx, { ...input, kind: '值班巡查' }, shift === undefined ? undefined : sql`and b.frequency = ${shift}`),
  );
  registry.handle(patrolPointSave, search, (ctx, input) => savePoint(ctx, input, '值班巡查'));
  registry.handle(perambulateRouteIndex, search, (ctx, input) => listRoutes(ctx, input));
  registry.handle(perambulateRouteSave, search, (ctx, input) => saveRoute(ctx, input));
  registry.handle(perambulateStandardIndex, search, (ctx, input) => listStandards(ctx, input));
  registry.handle(perambulateStandardSave, search, (ctx, input) => saveStandard(ctx, input));

  const either = [ANALYSIS, ANALYSIS_AREA];
  registry.handle(perambulateRecordIndex, { access: { screen: either, button: 'search' } }, (ctx, input) =>
    analyse(ctx, input),
  );
  registry.stream(perambulateRecordExport, { access: { screen: either, button: 'export' } }, (ctx, input) =>
    exportAnalysis(ctx, input),
  );
  registry.handle(perambulateRecordUrge, { access: { screen: ANALYSIS, button: 'edit' } }, (ctx, input) =>
    urgeProblems(ctx, input.ids),
  );
  registry.handle(patrolRecordIndex, { access: { screen: either, button: 'search' } }, (ctx, input) =>
    listRounds(ctx, input),
  );
  registry.handle(patrolIndex, { access: { screen: either, button: 'search' } }, (ctx, input) =>
    listRoundDays(ctx, input),
  );
};
