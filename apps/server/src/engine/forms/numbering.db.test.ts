import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from '../../platform/db/database.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import { sql } from 'kysely';
import { copyDatabase } from '../../testing/databases.ts';
import { overlap } from '../../testing/overlap.ts';
import { previewSerial, sendForSerial, takeSerial } from './numbering.ts';

let db: Db;
let close: () => Promise<void>;
beforeAll(async () => {
  const copy = await copyDatabase();
  const opened = openDatabase(copy.url, { max: 4 });
  ({ db } = opened);
  close = async () => {
    await opened.close();
    await copy.drop();
  };
});
afterAll(() => close());

const PATTERN = 'T-{yyyy}{MM}-{seq4}';
// 1 February in China, still January in London.
const FEBRUARY = new Date('2031-01-31T16:30:00Z');
const JANUARY = new Date('2031-01-31T15:30:00Z');
const take = (module: string, now: Date) => (tx: Tx) => takeSerial(tx, module, PATTERN, now);
const taken = (module: string, now: Date) => db.transaction().execute(take(module, now));

describe('a serial number', () => {
  it('counts by month of China and by module', async () => {
    const given: string[] = [];
    for (const [module, now] of [
      ['a', JANUARY],
      ['a', JANUARY],
      ['a', FEBRUARY],
      ['b', FEBRUARY],
      ['a', JANUARY],
    ] as const)
      given.push(await taken(module, now));
    expect(given).toEqual(['T-203101-0001', 'T-203101-0002', 'T-203102-0001', 'T-203102-0001', 'T-203101-0003']);
    expect(await previewSerial(db, 'a', PATTERN, FEBRUARY)).toBe('T-203102-0002');
    expect(await previewSerial(db, 'c', PATTERN, FEBRUARY)).toBe('T-203102-0001');
  });

  it('is taken back with what it was taken for', async () => {
    const undone = db.transaction().execute(async (tx) => {
      expect(await take('d', JANUARY)(tx)).toBe('T-203101-0001');
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await taken('d', JANUARY)).toBe('T-203101-0001');
  });

  it('is the same in SQL, for what is written behind it, also when it has grown too long', async () => {
    const both = (): Promise<readonly (string | undefined)[]> =>
      db.transaction().execute(async (tx) => {
        const { known, text } = sendForSerial(tx, 'f', PATTERN, JANUARY);
        const { rows } = await sql<{ written: string }>`select ${text} as written`.execute(tx);
        return [await known, rows[0]?.written];
      });
    expect(await both()).toEqual(['T-203101-0001', 'T-203101-0001']);
    await sql`update serial_counter set last = 9999 where module_id = 'f'`.execute(db);
    expect(await both()).toEqual(['T-203101-10000', 'T-203101-10000']);
  });

  it('waits for one that may still be taken back', async () => {
    await taken('e', JANUARY);
    const met = await overlap(db, take('e', JANUARY), take('e', JANUARY));
    expect(met).toMatchObject({ waited: true, second: { value: 'T-203101-0003' } });
  });
});
