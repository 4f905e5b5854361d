import { statSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Shards of about the same length: a long file takes longer than a short one, which is all that is known before. */
class BySize extends BaseSequencer {
  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { index = 1, count = 1 } = this.ctx.config.shard ?? {};
    const sizes = files.map((file) => ({ file, size: statSync(file.moduleId).size }));
    const shards = Array.from({ length: count }, () => ({ total: 0, files: new Array<TestSpecification>() }));
    for (const { file, size } of sizes.toSorted((a, b) => b.size - a.size)) {
      const least = shards.reduce((best, one) => (one.total < best.total ? one : best));
      least.total += size;
      least.files.push(file);
    }
    return shards[index - 1]?.files ?? [];
  }
}

/** Tests that need a database or a running server say so in their name; all others are pure. */
const withServer = ['apps/server/**/*.{db,http}.test.ts'];

export default defineConfig({
  test: {
    sequence: { sequencer: BySize },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{packages,apps,tools}/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', '**/dist/**', ...withServer],
          // Pure: all forms are loaded once by each worker, not once more by each of a hundred files.
          isolate: false,
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
          expect: { poll: { timeout: 60_000 } },
        },
      },
    ],
  },
});
