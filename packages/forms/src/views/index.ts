/** Every view of the product by id. */
import * as labor from './labor.views.ts';

export * from './labor.views.ts';

export const VIEWS = { ...labor } as const;
