import {
  lampCount,
  lampCountSheet,
  lampDelete,
  lampPlaces,
  lampPurchase,
  lampSave,
  lampSetSafety,
} from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import type { Engine } from '../../engine/index.ts';
import type { CallRegistry } from '../../platform/http/registry.ts';
import { countLamps, countSheet } from './count.ts';
import { deleteLamp, saveLamp } from './kinds.ts';
import { listPlaces } from './places.ts';
import { purchaseLamps, setSafety } from './supply.ts';

const STOCK = shortCodeOf('/formFlow/otherRepair/lightStatistics/lightAllowance');
const DEVICES = shortCodeOf('/formFlow/otherRepair/lightDevice/lightDeviceList');

export const registerLamps = (registry: CallRegistry, engine: Engine): void => {
  registry.handle(lampSave, { access: { screen: DEVICES, button: 'add' } }, (ctx, input) => saveLamp(ctx, input));
  registry.handle(lampDelete, { access: { screen: DEVICES, button: 'delete' } }, (ctx, input) =>
    deleteLamp(ctx, input),
  );
  registry.handle(lampPlaces, { access: { screen: DEVICES, button: 'search' } }, (ctx, input) =>
    listPlaces(ctx, input),
  );
  registry.handle(lampSetSafety, { access: { screen: STOCK, button: 'edit' } }, (ctx, input) => setSafety(ctx, input));
  registry.handle(lampCount, { access: { screen: STOCK, button: 'edit' } }, (ctx, input) =>
    countLamps(ctx, engine, input),
  );
  registry.stream(lampCountSheet, { access: { screen: STOCK, button: 'export' } }, (ctx, input) =>
    countSheet(ctx, input),
  );
  registry.handle(lampPurchase, { access: { screen: STOCK, button: 'add' } }, (ctx, input) =>
    purchaseLamps(ctx, engine, input),
  );
};
