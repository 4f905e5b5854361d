import {
  changeFileInput,
  changeListInput,
  entryCategories,
  entryData,
  entryDataFile,
  entryDevices,
  entryExists,
  entryFill,
  entryHistory,
  entryInsert,
  entryOperators,
  entrySheet,
  entryUpdate,
  entryUrge,
  weatherTemperature,
} from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { invalid } from '../../../platform/http/errors.ts';
import type { CallRegistry } from '../../../platform/http/registry.ts';
import { fieldErrors } from '../../../platform/http/zod-messages.ts';
import { exportChanges, listChanges } from './changes.ts';
import { allInput, exportAll } from './export-all.ts';
import { exportData } from './export-data.ts';
import { exportGaps } from './export-gaps.ts';
import { exportProgress } from './export-progress.ts';
import { exportSheet, sheetInput } from './export-sheet.ts';
import { listData } from './data.ts';
import { holidaysKind, monthLockKind, OPERATIONAL_SET, operationalKind, stopDaysKind } from '../periods/index.ts';
import { type SettingRegistry, side } from '../settings/index.ts';
import { fillReadings } from './fill.ts';
import { gapsInput, listGaps } from './gaps.ts';
import { insertEntries } from './insert.ts';
import { insertSheets } from './insert-sheets.ts';
import { deviceHistory, entryThere, listCategories, listDevices, listOperators, temperatureOf } from './list.ts';
import { progress, progressInput } from './progress.ts';
import { updateEntry } from './update.ts';
import { updateEntries } from './update-many.ts';
import { REPLENISH } from './screens.ts';
import { urgeEntry } from './urge.ts';

const INPUT = '/operationContent/DataInput';
export const ENTRY = shortCodeOf(`${INPUT}/newDataInput`);
/** Many projects and days at once. */
export const ALL = shortCodeOf(`${INPUT}/allNewDataInput`);
export const EDIT = shortCodeOf(`${INPUT}/dataEdit`);
export const COUNT = shortCodeOf(`${INPUT}/projectInputCount`);
const LEDGER = shortCodeOf('/operationContent/stateMents/projectDataReport');
export const CHANGES = shortCodeOf('/operationContent/handleRecord/dataReplaceRecord');
/** Pages that show readings. */
const READERS = [ENTRY, ALL, EDIT, REPLENISH, COUNT];

const reading = { access: { screen: READERS, button: 'search' } } as const;

export const registerReadings = (registry: CallRegistry, settings: SettingRegistry): void => {
  registry.handle(entryCategories, reading, (ctx, input) => listCategories(ctx, input));
  registry.handle(entryDevices, reading, (ctx, input) => listDevices(ctx, input));
  registry.handle(entryHistory, reading, (ctx, input) => deviceHistory(ctx, input));
  registry.handle(entryExists, reading, (ctx, input) => entryThere(ctx, input));
  registry.handle(entryOperators, reading, (ctx, input) => listOperators(ctx, input));
  registry.handle(weatherTemperature, reading, (ctx, input) => temperatureOf(ctx, input));
  registry.handle(entryInsert, { access: { screen: [ENTRY, ALL], button: 'add' } }, (ctx, input) => {
    if (input.Batches !== undefined) return insertSheets(ctx, input.Batches, input.Whole);
    const sheet = entrySheet.safeParse(input);
    if (!sheet.success) throw invalid(fieldErrors(sheet.error));
    return insertEntries(ctx, sheet.data);
  });
  // What stands behind a figure of a report is read from the report, too.
  registry.handle(entryData, { access: { screen: [...READERS, LEDGER], button: 'search' } }, (ctx, input) =>
    listData(ctx, input),
  );
  registry.handle(entryUpdate, { access: { screen: [EDIT, ENTRY], button: 'edit' } }, (ctx, input) =>
    input.Entries === undefined ? updateEntry(ctx, input) : updateEntries(ctx, input, input.Entries),
  );
  settings.exports.add('dataEdit', side({ screen: EDIT, button: 'export' }, entryDataFile, exportData));
  registry.handle(entryUrge, { access: { screen: COUNT, button: 'edit' } }, (ctx, input) => urgeEntry(ctx, input));
  // Proposed with the page's own button, agreed to by role.
  registry.handle(entryFill, { access: { screen: REPLENISH, button: 'search' } }, (ctx, input) =>
    fillReadings(ctx, input),
  );
  settings.messages.add('change', side({ screen: CHANGES, button: 'search' }, changeListInput, listChanges));
  settings.exports.add(
    'dataReplaceRecord',
    side({ screen: CHANGES, button: 'export' }, changeFileInput, exportChanges),
  );
  settings.exports.add('newDataInput', side({ screen: ENTRY, button: 'export' }, sheetInput, exportSheet));
  settings.exports.add('allNewDataInput', side({ screen: ALL, button: 'export' }, allInput, exportAll));
  settings.messages.add('missing', side({ screen: [REPLENISH, COUNT], button: 'search' }, gapsInput, listGaps));
  settings.exports.add('dataReplenish', side({ screen: REPLENISH, button: 'export' }, gapsInput, exportGaps));
  const counting = { screen: COUNT, button: 'search' } as const;
  settings.messages.add('progress', side(counting, progressInput, progress));
  settings.settings.add('operational', operationalKind({ screen: OPERATIONAL_SET, button: 'search' }));
  settings.settings.add(
    'stopDays',
    stopDaysKind({ screen: OPERATIONAL_SET, button: 'search' }, { screen: OPERATIONAL_SET, button: 'edit' }),
  );
  settings.settings.add(
    'holidays',
    holidaysKind({ screen: OPERATIONAL_SET, button: 'search' }, { screen: OPERATIONAL_SET, button: 'edit' }),
  );
  settings.exports.add('projectInputCount', side({ screen: COUNT, button: 'export' }, progressInput, exportProgress));
  settings.settings.add('periodLock', monthLockKind(counting, { screen: COUNT, button: 'edit' }));
};
