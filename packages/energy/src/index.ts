/** Everything at once, for the server. Pages import the folder that they need (`@hengneng/energy/units`), so that a bundle holds no more. */
export * from './baseline/index.ts';
export * from './checks/index.ts';
export * from './climate/index.ts';
export * from './demo/index.ts';
export * from './explain/index.ts';
export * from './factors/index.ts';
export * from './measuring/index.ts';
export * from './packing/index.ts';
export * from './plant/index.ts';
export * from './savings/index.ts';
export * from './source.ts';
export * from './units/index.ts';
