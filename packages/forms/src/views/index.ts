/** Every view of the product by id. */
import * as chemicals from './chemicals.views.ts';
import * as collectionTotal from './collectionTotal.views.ts';
import * as labor from './labor.views.ts';
import * as lamp from './lamp.views.ts';
import * as maintenanceCost from './maintenanceCost.views.ts';
import * as receivable from './receivable.views.ts';

export * from './chemicals.views.ts';
export * from './collectionTotal.views.ts';
export * from './labor.views.ts';
export * from './lamp.views.ts';
export * from './maintenanceCost.views.ts';
export * from './receivable.views.ts';

export const VIEWS = {
  ...chemicals,
  ...collectionTotal,
  ...labor,
  ...lamp,
  ...maintenanceCost,
  ...receivable,
} as const;
