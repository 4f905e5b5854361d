import {
  entryCategories,
  entryData,
  entryDevices,
  entryExists,
  entryHistory,
  entryInsert,
  entryOperators,
  entryUpdate,
  weatherTemperature,
} from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import type { CallRegistry } from '../../../platform/http/registry.ts';
import { listData } from './data.ts';
import { insertEntries } from './insert.ts';
import { deviceHistory, entryThere, listCategories, listDevices, listOperators, temperatureOf } from './list.ts';
import { updateEntry } from './update.ts';

const INPUT = '/operationContent/DataInput';
export const ENTRY = shortCodeOf(`${INPUT}/newDataInput`);
export const EDIT = shortCodeOf(`${INPUT}/dataEdit`);
export const REPLENISH = shortCodeOf(`${INPUT}/dataReplenish`);
export const COUNT = shortCodeOf(`${INPUT}/projectInputCount`);
/** Pages that show readings. */
const READERS = [ENTRY, EDIT, REPLENISH, COUNT];

const reading = { access: { screen: READERS, button: 'search' } } as const;

export const registerReadings = (registry: CallRegistry): void => {
  registry.handle(entryCategories, reading, (ctx, input) => listCategories(ctx, input));
  registry.handle(entryDevices, reading, (ctx, input) => listDevices(ctx, input));
  registry.handle(entryHistory, reading, (ctx, input) => deviceHistory(ctx, input));
  registry.handle(entryExists, reading, (ctx, input) => entryThere(ctx, input));
  registry.handle(entryOperators, reading, (ctx, input) => listOperators(ctx, input));
  registry.handle(weatherTemperature, reading, (ctx, input) => temperatureOf(ctx, input));
  registry.handle(entryInsert, { access: { screen: ENTRY, button: 'add' } }, (ctx, input) => insertEntries(ctx, input));
  registry.handle(entryData, reading, (ctx, input) => listData(ctx, input));
  registry.handle(entryUpdate, { access: { screen: [EDIT, ENTRY], button: 'edit' } }, (ctx, input) =>
    updateEntry(ctx, input),
  );
};
