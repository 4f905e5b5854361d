/** A batch of a gateway, the same over HTTP and MQTT: checked, stored and counted in one transaction. */
import type { readingBatch } from '@hengneng/contracts';
import type { z } from 'zod';
import type { Tx } from '../../../platform/db/schema.ts';
import { inOrder } from '../../../platform/db/together.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { type Gateway, noteBatch } from './gateways.ts';
import { askAnew, type Ingested, store } from './ingest.ts';

export type Batch = z.output<typeof readingBatch>;

export async function takeBatch(tx: Tx, gateway: Gateway, { samples }: Batch, now: Date): Promise<Ingested> {
  const { result, anew } = await store(
    tx,
    samples.map((sample) => ({ ...sample, project: gateway.project })),
    now,
  );
  await inOrder([askAnew(tx, anew), noteBatch(tx, gateway, result, now)]);
  return result;
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
