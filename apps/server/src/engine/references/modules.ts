/** Every defined module as something that fields may point at: `ref('borrowing')`. */
import type { Catalog } from '../forms/catalog.ts';
import { moduleSource } from './module-source.ts';
import type { ReferenceSource } from './types.ts';

/** One source for each defined module. */
export const moduleSources = (catalog: Catalog): readonly ReferenceSource[] => catalog.all().map(moduleSource);
