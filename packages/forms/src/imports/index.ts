/** Every import of the product by id. */
import * as quota from './quota.imports.ts';
import * as receipt from './receipt.imports.ts';

export * from './quota.imports.ts';
export * from './receipt.imports.ts';

export const IMPORTS = { ...quota, ...receipt } as const;
