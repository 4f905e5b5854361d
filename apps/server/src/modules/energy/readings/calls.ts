import {
  entryCategories,
  entryData,
  entryDevices,
  entryExists,
  entryFill,
  entryHistory,
  entryInsert,
  entryOperators,
  entryUpdate,
  entryUrge,
  weatherTemperature,
} from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import type { CallRegistry } from '../../../platform/http/registry.ts';
import { listData } from './data.ts';
import { monthLockKind, operationalKind } from '../periods/index.ts';
import { type SettingRegistry, side } from '../settings/index.ts';
import { fillReadings } from './fill.ts';
import { gapsInput, listGaps } from './gaps.ts';
import { insertEntries } from './insert.ts';
import { deviceHistory, entryThere, listCategories, listDevices, listOperators, temperatureOf } from './list.ts';
import { progress, progressInput } from './progress.ts';
import { updateEntry } from './update.ts';
import { urgeEntry } from './urge.ts';

const INPUT = '/operationContent/DataInput';
export const ENTRY = shortCodeOf(`${INPUT}/newDataInput`);
export const EDIT = shortCodeOf(`${INPUT}/dataEdit`);
export const REPLENISH = shortCodeOf(`${INPUT}/dataReplenish`);
export const COUNT = shortCodeOf(`${INPUT}/projectInputCount`);
const LEDGER = shortCodeOf('/operationContent/stateMents/projectDataReport');
/** Pages that show readings. */
const READERS = [ENTRY, EDIT, REPLENISH, COUNT];

const reading = { access: { screen: READERS, button: 'search' } } as const;

export const registerReadings = (registry: CallRegistry, settings: SettingRegistry): void => {
  registry.handle(entryCategories, reading, (ctx, input) => listCategories(ctx, input));
  registry.handle(entryDevices, reading, (ctx, input) => listDevices(ctx, input));
  registry.handle(entryHistory, reading, (ctx, input) => deviceHistory(ctx, input));
  registry.handle(entryExists, reading, (ctx, input) => entryThere(ctx, input));
  registry.handle(entryOperators, reading, (ctx, input) => listOperators(ctx, input));
  registry.handle(weatherTemperature, reading, (ctx, input) => temperatureOf(ctx, input));
  registry.handle(entryInsert, { access: { screen: ENTRY, button: 'add' } }, (ctx, input) => insertEntries(ctx, input));
  // What stands behind a figure of a report is read from the report, too.
  registry.handle(entryData, { access: { screen: [...READERS, LEDGER], button: 'search' } }, (ctx, input) =>
    listData(ctx, input),
  );
  registry.handle(entryUpdate, { access: { screen: [EDIT, ENTRY], button: 'edit' } }, (ctx, input) =>
    updateEntry(ctx, input),
  );
  registry.handle(entryUrge, { access: { screen: COUNT, button: 'edit' } }, (ctx, input) => urgeEntry(ctx, input));
  registry.handle(entryFill, { access: { screen: REPLENISH, button: 'add' } }, (ctx, input) =>
    fillReadings(ctx, input),
  );
  settings.messages.add('missing', side({ screen: [REPLENISH, COUNT], button: 'search' }, gapsInput, listGaps));
  const counting = { screen: COUNT, button: 'search' } as const;
  settings.messages.add('progress', side(counting, progressInput, progress));
  const operational = shortCodeOf('/operationContent/setting/operationalSet');
  settings.settings.add(
    'operational',
    operationalKind({ screen: operational, button: 'search' }, { screen: operational, button: 'edit' }),
  );
  settings.settings.add('periodLock', monthLockKind(counting, { screen: COUNT, button: 'edit' }));
};
