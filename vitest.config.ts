import { defineConfig } from 'vitest/config';

/** Tests that need a database or a running server say so in their name; all others are pure. */
const withServer = ['apps/server/**/*.{db,http}.test.ts'];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{packages,apps,tools}/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', '**/dist/**', ...withServer],
          // How long one takes says nothing on a machine that does other things as well.
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'server',
          include: withServer,
          globalSetup: ['apps/server/src/testing/global-setup.ts'],
          // The whole server is loaded once by each worker, not by each of a hundred files; what a file works on is its own database.
          isolate: false,
          // Each file has its own database; more workers than two only fight for the same disk.
          maxWorkers: 2,
          // Minutes on a machine that does ten other things: a limit ends what hangs, it measures nothing.
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.e2e.ts'],
          globalSetup: ['e2e/global-setup.ts'],
          // One browser and one server for all flows, one after another.
          fileParallelism: false,
          testTimeout: 180_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
    ],
  },
});
