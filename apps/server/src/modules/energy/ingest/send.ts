/** Batches of gateways, the same over HTTP and MQTT: checked, stored and counted in one transaction. */
import type { readingBatch } from '@hengneng/contracts';
import type { z } from 'zod';
import type { Tx } from '../../../platform/db/schema.ts';
import { inOrder } from '../../../platform/db/together.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { keepArrivals } from './arrivals.ts';
import { type Gateway, noteBatches } from './gateways.ts';
import { askAnew, byBatch, type Ingested, lookOver, partsOf, store } from './ingest.ts';

export type Batch = z.output<typeof readingBatch>;

export interface Sent {
  readonly gateway: Gateway;
  readonly batch: Batch;
  readonly now: Date;
}

/** Takes batches in one transaction: one by itself is compared with what is there, several at once are when they are filed (`arrivals.ts`). */
export async function takeBatches(tx: Tx, sent: readonly Sent[]): Promise<readonly Ingested[]> {
  const now = sent.reduce((latest, one) => (one.now > latest ? one.now : latest), new Date(0));
  const samples = sent.flatMap(({ gateway, batch }) =>
    batch.samples.map((sample) => ({ ...sample, project: gateway.project })),
  );
  const stored = sent.length === 1 ? await store(tx, samples, now) : await lookOver(tx, samples, now);
  const sizes = sent.map(({ batch }) => batch.samples.length);
  const results = partsOf(stored, sizes);
  const arrived = byBatch(stored.taken, sizes).flatMap((taken, n) =>
    sent[n] === undefined ? [] : [{ gateway: sent[n].gateway, taken }],
  );
  const notes = sent.flatMap(({ gateway }, n) => (results[n] === undefined ? [] : [{ gateway, result: results[n] }]));
  await inOrder([
    sent.length === 1 ? askAnew(tx, stored.anew) : keepArrivals(tx, arrived, now),
    noteBatches(tx, notes, now),
  ]);
  return results;
}

const MINUTE_MS = 60_000;
/** Two a second, all day: one that catches up after a month is through in minutes, one that has gone mad stops nobody else. */
export const BATCHES_A_MINUTE = 120;

/** How many batches each gateway has sent this minute to this process. */
export class Pace {
  #minute = 0;
  #sent = new Map<string, number>();

  /** @throws AppError when the gateway has sent too many */
  demand(gateway: Gateway, now: number): void {
    const minute = Math.floor(now / MINUTE_MS);
    if (minute !== this.#minute) {
      this.#minute = minute;
      this.#sent.clear();
    }
    const sent = (this.#sent.get(gateway.id) ?? 0) + 1;
    this.#sent.set(gateway.id, sent);
    if (sent > BATCHES_A_MINUTE)
      throw new AppError('tooMany', `每个网关每分钟最多上传${BATCHES_A_MINUTE}批，请合并后稍后再传`);
  }
}
