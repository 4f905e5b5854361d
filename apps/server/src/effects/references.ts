/** All that fields may point at, what is looked up of it, and what is offered where not everything is. */
import type { ReferenceRegistry } from '../engine/index.ts';
import { CHARGING_REFERENCES } from '../modules/charging/index.ts';
import { deptNowReferences, deptReferences, userReferences } from '../modules/identity/index.ts';
import {
  contractReferences,
  deviceReferences,
  projectReferences,
  supplierReferences,
} from '../modules/projects/index.ts';
import { LOOKUPS } from './books/lookups.ts';
import { OFFERS } from './books/offers.ts';
import { BOOK_SOURCES } from './books/references.ts';

export const addReferences = (references: ReferenceRegistry): void => {
  for (const source of [
    userReferences,
    deptReferences,
    deptNowReferences,
    projectReferences,
    contractReferences,
    deviceReferences,
    supplierReferences,
    ...BOOK_SOURCES,
    ...CHARGING_REFERENCES,
  ])
    references.add(source);
  for (const [entity, props] of Object.entries(LOOKUPS)) references.extend(entity, props);
  for (const [field, offer] of Object.entries(OFFERS)) references.offer(field, offer);
};
