import {
  coefficientReachRead,
  coefficientRead,
  coefficientWrite,
  mechanismRead,
  mechanismWrite,
  nyPriceAdd,
  nyPriceAt,
  nyPriceDelete,
  nyPriceDetail,
  nyPriceEdit,
  nyPriceList,
  priceHistory,
  priceModels,
  pricesAcross,
  pricesAdjust,
} from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { sql } from 'kysely';
import type { Engine } from '../../../engine/index.ts';
import type { SeesPaper } from '../../../platform/files/papers.ts';
import type { CallRegistry } from '../../../platform/http/registry.ts';
import { holds } from '../../identity/index.ts';
import { projectsVisible } from '../../projects/index.ts';
import { type SettingRegistry, side } from '../settings/index.ts';
import { ACROSS, exportAcross, historyOf, listAcross, modelsOf } from './across.ts';
import { adjustPrices } from './adjust.ts';
import { listCoefficients, saveCoefficient } from './coefficients.ts';
import { reachOf } from './reach.ts';
import type { Worth } from './impact.ts';
import { coefficientFile, exportCoefficients, exportPrices, priceFile } from './export.ts';
import { PRICES, readMechanisms } from './mechanism.ts';
import { writeMechanism } from './mechanism-write.ts';
import { listPrices, priceAt, showPrice } from './read.ts';
import { addPrice, deletePrice, editPrice } from './write.ts';

const COEFFICIENTS = shortCodeOf('/operationContent/setting/energyCoefficient');

export const registerPrices = (calls: CallRegistry, settings: SettingRegistry, engine: Engine, worth: Worth): void => {
  const sees = { access: { screen: PRICES, button: 'search' } } as const;
  calls.handle(nyPriceList, sees, (ctx, input) => listPrices(ctx, input));
  calls.handle(nyPriceDetail, sees, (ctx, input) => showPrice(ctx, input));
  calls.handle(nyPriceAt, sees, (ctx, input) => priceAt(ctx, input));
  calls.handle(nyPriceAdd, { access: { screen: PRICES, button: 'add' } }, (ctx, input) => addPrice(ctx, input, worth));
  calls.handle(nyPriceEdit, { access: { screen: PRICES, button: 'edit' } }, (ctx, input) =>
    editPrice(ctx, input, worth),
  );
  calls.handle(nyPriceDelete, { access: { screen: PRICES, button: 'delete' } }, (ctx, input) =>
    deletePrice(ctx, input),
  );
  const looks = { access: { screen: ACROSS, button: 'search' } } as const;
  calls.handle(pricesAcross, looks, (ctx, input) => listAcross(ctx, input));
  calls.handle(priceHistory, looks, (ctx, input) => historyOf(ctx, input));
  calls.handle(priceModels, looks, (ctx, input) => modelsOf(ctx, input));
  calls.handle(pricesAdjust, { access: { screen: ACROSS, button: 'add' } }, (ctx, input) =>
    adjustPrices(ctx, input, worth),
  );
  settings.exports.add(
    'energyPriceSet',
    side({ screen: ACROSS, button: 'export' }, pricesAcross.input, (ctx, input) => exportAcross(ctx, input)),
  );
  // The page that compares projects has the plain name.
  settings.exports.add('projectEnergyPrice', side({ screen: PRICES, button: 'export' }, priceFile, exportPrices));
  settings.exports.add(
    'energyCoefficient',
    side({ screen: COEFFICIENTS, button: 'export' }, coefficientFile, exportCoefficients),
  );
  // Each act of a mechanism says itself which button it wants.
  settings.settings.add('priceMechanism', {
    read: side({ screen: PRICES, button: 'search' }, mechanismRead, (ctx, input) => readMechanisms(ctx, input)),
    write: side({ screen: PRICES, button: 'search' }, mechanismWrite, (ctx, input) =>
      writeMechanism(ctx, engine, input),
    ),
  });
  settings.settings.add('coefficient', {
    read: side({ screen: COEFFICIENTS, button: 'search' }, coefficientRead, (ctx, input) =>
      listCoefficients(ctx, input),
    ),
    write: side({ screen: COEFFICIENTS, button: 'edit' }, coefficientWrite, (ctx, input) =>
      saveCoefficient(ctx, input),
    ),
  });
  settings.settings.add('coefficientReach', {
    read: side({ screen: COEFFICIENTS, button: 'search' }, coefficientReachRead, reachOf),
  });
};

/** What a coefficient is from is seen by whoever sees coefficients; a project's own, with the project. */
export const seesFactor: SeesPaper = async (db, session, id) => {
  if (!holds(session, COEFFICIENTS, 'search')) return false;
  const { rows } = await sql`select 1 from energy_factor f left join project p on p.code = f.project_code
    where f.id = ${id} and (f.project_code is null or ${projectsVisible(session, 'p')})`.execute(db);
  return rows.length > 0;
};

/** A document is seen with its price. */
export const seesPrice: SeesPaper = async (db, session, id) => {
  if (!holds(session, PRICES, 'search') && !holds(session, ACROSS, 'search')) return false;
  const { rows } = await sql`select 1 from energy_price e join project p on p.code = e.project_code
    where e.id = ${id} and ${projectsVisible(session, 'p')}`.execute(db);
  return rows.length > 0;
};
