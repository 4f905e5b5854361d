/** Energy: what is measured, what was read, what follows from it (docs/adr/0021). */
import type { CallRegistry } from '../../platform/http/registry.ts';

export { seedThings } from './things/index.ts';

/** Registers the calls of every part; each adds its own line. */
export const registerEnergy = (_registry: CallRegistry): void => {};
