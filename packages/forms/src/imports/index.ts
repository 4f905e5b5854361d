/** Every import of the product by id. */
import * as lamp from './lamp.imports.ts';
import * as quota from './quota.imports.ts';
import * as receipt from './receipt.imports.ts';

export * from './lamp.imports.ts';
export * from './quota.imports.ts';
export * from './receipt.imports.ts';

export const IMPORTS = { ...lamp, ...quota, ...receipt } as const;
