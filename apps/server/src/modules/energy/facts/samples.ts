/** What gateways sent, as far as facts have to know: `ingest` provides it, and without it there is none. */
import type { Register } from '@hengneng/energy/measuring';
import type { Db, Tx } from '../../../platform/db/schema.ts';

export interface Sample {
  /** Epoch milliseconds. */
  readonly at: number;
  /** What the register showed, decimal text. */
  readonly value: string;
}

/** One register's, from one instant to the other in milliseconds, both included. */
export interface SampleWindow {
  readonly meterId: string;
  readonly register: Register;
  readonly from: number;
  readonly to: number;
}

export interface SampleSource {
  /**
   * Samples of each window, packed and not packed yet, by time, with the last one before it and the first one after, where there are any:
   * a day is opened and closed by its neighbours.
   */
  samplesOfAll(db: Db | Tx, windows: readonly SampleWindow[]): Promise<readonly (readonly Sample[])[]>;
}

let source: SampleSource | null = null;

/** Called once, when the application is put together. */
export const takeSamplesFrom = (given: SampleSource | null): void => {
  source = given;
};

/** The source, or null where nothing is sent. */
export const sampleSource = (): SampleSource | null => source;
