/** Every view of the product by id. */
import * as labor from './labor.views.ts';
import * as quota from './quota.views.ts';
import * as receipt from './receipt.views.ts';

export * from './labor.views.ts';
export * from './quota.views.ts';
export * from './receipt.views.ts';

export const VIEWS = { ...labor, ...quota, ...receipt } as const;
