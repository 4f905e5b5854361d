export * from './modules.ts';
export * from './roles.ts';
export * from './screens/index.ts';
export * from './errors.ts';
