/**
 * Batches that come at the same time share a transaction: when a gateway of each project reports in the same second, what a transaction costs the
 * database and this process is paid once for all that wait, not for each. A gateway is answered when the transaction that holds its batch has committed.
 */
import { BATCH_SAMPLES } from '@hengneng/contracts';
import type { Tx } from '../../../platform/db/schema.ts';
import type { Ingested } from './ingest.ts';
import { type Sent, takeBatches } from './send.ts';

/** Runs one transaction (`Ctx.write`). */
export type Write = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

interface Waiting extends Sent {
  readonly write: Write;
  readonly done: (result: Ingested) => void;
  readonly failed: (error: unknown) => void;
}

/** Two, so that one is made ready here while the database writes the other. */
const AT_ONCE = 2;

export class Intake {
  #waiting: Waiting[] = [];
  #running = 0;

  /** Takes a batch, together with others that wait; alone where together fails. */
  take(write: Write, sent: Sent): Promise<Ingested> {
    return new Promise((done, failed) => {
      this.#waiting.push({ ...sent, write, done, failed });
      if (this.#running < AT_ONCE) void this.#run();
    });
  }

  async #run(): Promise<void> {
    this.#running += 1;
    for (let group = this.#next(); group.length > 0; group = this.#next()) await takeGroup(group);
    this.#running -= 1;
  }

  /** Those that wait longest, no more samples than one batch may have. */
  #next(): readonly Waiting[] {
    let samples = 0;
    const end = this.#waiting.findIndex(({ batch }, n) => {
      samples += batch.samples.length;
      return n > 0 && samples > BATCH_SAMPLES;
    });
    return this.#waiting.splice(0, end === -1 ? this.#waiting.length : end);
  }
}

async function takeGroup(group: readonly Waiting[]): Promise<void> {
  const [first] = group;
  if (first === undefined) return;
  let results: readonly Ingested[] = [];
  try {
    // What the first one's transaction returns is kept for its key, if it has one: its own result and no other's.
    const own = await first.write(async (tx) => {
      results = await takeBatches(tx, group);
      return results[0];
    });
    results = own === undefined ? [] : [own, ...results.slice(1)];
  } catch (error) {
    if (group.length === 1) return first.failed(error);
    results = [];
  }
  for (const [n, one] of group.entries()) {
    const result = results[n];
    if (result !== undefined) one.done(result);
    else await takeGroup([one]);
  }
}
