/** What gateways sent, as far as facts have to know: `ingest` provides it, and without it there is none. */
import type { Register } from '@hengneng/energy/measuring';
import type { Db, Tx } from '../../../platform/db/schema.ts';

export interface Sample {
  /** Epoch milliseconds. */
  readonly at: number;
  /** What the register showed, decimal text. */
  readonly value: string;
}

export interface SampleSource {
  /**
   * Samples of one register, packed and not packed yet, by time, from one instant to the other (both included) with the last one before and
   * the first one after, where there are any: a day is opened and closed by its neighbours.
   */
  samplesOf(db: Db | Tx, meterId: string, register: Register, from: number, to: number): Promise<readonly Sample[]>;
}

let source: SampleSource | null = null;

/** Called once, when the application is put together. */
export const takeSamplesFrom = (given: SampleSource | null): void => {
  source = given;
};

/** The source, or null where nothing is sent. */
export const sampleSource = (): SampleSource | null => source;
