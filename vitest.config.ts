import { statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** A long file takes longer than a short one, but for a few that go through everything there is: how many times as long as their text says. */
const THOROUGH: readonly (readonly [name: string, times: number])[] = [
  ['e2e/axe.e2e.ts', 4.5],
  ['e2e/charging.e2e.ts', 1.7],
  ['e2e/energy-reports.e2e.ts', 2.2],
  ['e2e/forms.e2e.ts', 2.5],
  ['e2e/round-trips.e2e.ts', 2.5],
  ['e2e/shell.e2e.ts', 1.7],
  ['e2e/system.e2e.ts', 1.5],
  ['e2e/tour.e2e.ts', 2.4],
  ['e2e/workflows.e2e.ts', 1.6],
  ['engine/approval/golden.db.test.ts', 25],
  ['engine/forms/scope.http.test.ts', 25],
  ['forms/fuzz.http.test.ts', 25],
  ['http/fuzz.http.test.ts', 25],
  ['postgres/embedded.db.test.ts', 20],
  ['engine/forms/access.db.test.ts', 20],
  ['engine/views/views.http.test.ts', 10],
  ['approval/race.db.test.ts', 10],
  ['backup/backup.db.test.ts', 10],
];

const lengthOf = ({ moduleId }: TestSpecification): number =>
  statSync(moduleId).size * (THOROUGH.find(([name]) => moduleId.endsWith(name))?.[1] ?? 1);

/** Longest first, so that the workers end together, and shards of about the same length. */
class ByLength extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const lengths = files.map((file) => ({ file, length: lengthOf(file) }));
    return lengths.toSorted((a, b) => b.length - a.length).map(({ file }) => file);
  }

  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { index = 1, count = 1 } = this.ctx.config.shard ?? {};
    const shards = Array.from({ length: count }, () => ({ total: 0, files: new Array<TestSpecification>() }));
    for (const file of await this.sort(files)) {
      const least = shards.reduce((best, one) => (one.total < best.total ? one : best));
      least.total += lengthOf(file);
      least.files.push(file);
    }
    return shards[index - 1]?.files ?? [];
  }
}

/** Tests that need a database or a running server say so in their name; all others are pure. */
const withServer = ['apps/server/**/*.{db,http}.test.ts'];

/** Node reads the sources itself, as it does when they are run: half of what a worker needs to begin, and it keeps what it has compiled. */
const byNode = { viteModuleRunner: false, nodeLoader: false };

export default defineConfig({
  test: {
    sequence: { sequencer: ByLength },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{packages,apps,tools}/**/*.test.{ts,tsx}'],
          exclude: ['**/node_modules/**', '**/dist/**', ...withServer],
          // Pure: all forms are loaded once by each worker, not once more by each of a hundred files.
          isolate: false,
          // All cores: by itself vitest leaves one free, which of two is half the time.
          maxWorkers: availableParallelism(),
          // How long one takes says nothing on a machine that does other things as well.
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'server',
          include: withServer,
          experimental: byNode,
          globalSetup: ['apps/server/src/testing/global-setup.ts'],
          // The whole server is loaded once by each worker, not by each of a hundred files; what a file works on is its own database.
          isolate: false,
          // Each file has its own database; more workers than two only fight for the same disk.
          maxWorkers: 2,
          // Minutes on a machine that does ten other things: a limit ends what hangs, it measures nothing.
          testTimeout: 180_000,
          // Whoever comes first files the demo company's records.
          hookTimeout: 600_000,
          expect: { poll: { timeout: 60_000 } },
        },
      },
      {
        test: {
          name: 'e2e',
          experimental: byNode,
          include: ['e2e/**/*.e2e.ts'],
          globalSetup: ['e2e/global-setup.ts'],
          setupFiles: ['e2e/on-failure.ts'],
          // One browser and one server for all flows, one after another; what a file loads and opens is there for the next.
          fileParallelism: false,
          isolate: false,
          testTimeout: 180_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 60_000 } },
        },
      },
    ],
  },
});
