/** Every view of the product by id. */
import * as credential from './credential.views.ts';
import * as labor from './labor.views.ts';
import * as letterViews from './letters.views.ts';
import * as operation from './operation.views.ts';
import { entryMaterials, transferNotices } from './people.views.ts';

export * from './credential.views.ts';
export * from './labor.views.ts';
export * from './letters.views.ts';
export * from './operation.views.ts';
export * from './people.views.ts';

export const VIEWS = {
  ...credential,
  ...labor,
  ...letterViews,
  ...operation,
  entryMaterials,
  transferNotices,
} as const;
