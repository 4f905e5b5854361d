/** The server's tests over one broken file: `MUTANT` names the break, which happens as the file is read and never on disk. */
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { mutantOf } from './mutants.ts';

const root = join(import.meta.dirname, '../..');
const mutant = mutantOf(process.env.MUTANT ?? '');
const needsDatabase = mutant?.tests.some((test) => /\.(db|http)\.test\.ts$/.test(test)) ?? false;

export default defineConfig({
  root,
  plugins: [
    {
      name: 'mutant',
      enforce: 'pre',
      transform: (code, id) =>
        mutant !== undefined && id === join(root, mutant.file) ? code.replace(mutant.from, () => mutant.to) : undefined,
    },
  ],
  test: {
    include: ['{packages,apps}/**/*.test.ts'],
    globalSetup: needsDatabase ? ['apps/server/src/testing/global-setup.ts'] : [],
    // What is kept of earlier runs is not broken, or otherwise.
    fsModuleCache: false,
    maxWorkers: 1,
    bail: 1,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
