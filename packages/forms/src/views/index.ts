/** Every view of the product by id. */
import * as chemicals from './chemicals.views.ts';
import * as collectionTotal from './collectionTotal.views.ts';
import * as labor from './labor.views.ts';
import * as lamp from './lamp.views.ts';
import * as receivable from './receivable.views.ts';

export * from './chemicals.views.ts';
export * from './collectionTotal.views.ts';
export * from './labor.views.ts';
export * from './lamp.views.ts';
export * from './receivable.views.ts';

export const VIEWS = { ...chemicals, ...collectionTotal, ...labor, ...lamp, ...receivable } as const;
