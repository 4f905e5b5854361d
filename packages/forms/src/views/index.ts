/** Every view of the product by id. */
import * as labor from './labor.views.ts';
import * as questionnaires from './questionnaires.views.ts';

export * from './labor.views.ts';
export * from './questionnaires.views.ts';

export const VIEWS = { ...labor, ...questionnaires } as const;
