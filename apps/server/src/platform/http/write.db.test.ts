/** The one transaction of a request: tried again where the database asks for it, and never for anything else. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyDatabase } from '../../testing/databases.ts';
import { openDatabase } from '../db/database.ts';
import type { Db, Tx } from '../db/schema.ts';
import { intentOf, runWrite } from './write.ts';

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
  await sql`create table mark (text text)`.execute(db);
});
afterAll(() => close());

const broken = (code: string): Error => Object.assign(new Error(code), { code });
const mark = (tx: Tx, text: string) => sql`insert into mark values (${text})`.execute(tx);
const marks = async (text: string): Promise<number> =>
  (await sql`select 1 from mark where text = ${text}`.execute(db)).rows.length;

/** Fails so many times, leaving a mark each time. */
const failing = (text: string, times: number, code: string) => {
  const run = { tries: 0 };
  const work = async (tx: Tx): Promise<number> => {
    run.tries += 1;
    await mark(tx, text);
    if (run.tries <= times) throw broken(code);
    return run.tries;
  };
  return { run, work };
};

describe('a write', () => {
  it.each(['40P01', '40001'])('is tried again after %s, and leaves what its last try wrote', async (code) => {
    const { work } = failing(code, 3, code);
    expect(await runWrite(db, undefined, work)).toBe(4);
    expect(await marks(code)).toBe(1);
  });

  it('is given up after four tries', async () => {
    const { run, work } = failing('always', 99, '40P01');
    await expect(runWrite(db, undefined, work)).rejects.toMatchObject({ code: '40P01' });
    expect([run.tries, await marks('always')]).toEqual([4, 0]);
  });

  it('that the database refused is not tried again', async () => {
    const { run, work } = failing('refused', 1, '23514');
    await expect(runWrite(db, undefined, work)).rejects.toMatchObject({ code: '23514' });
    expect([run.tries, await marks('refused')]).toEqual([1, 0]);
  });

  it('that failed leaves its key free for the next', async () => {
    const intent = intentOf('7', '6f1b1a52-7f10-4f5e-9d39-0a6f2f2a7c01', '/x', { a: 1 });
    const { work } = failing('keyed', 1, '23514');
    await expect(runWrite(db, intent, work)).rejects.toMatchObject({ code: '23514' });
    expect(await runWrite(db, intent, work)).toBe(2);
    // Answered from what was kept.
    expect(await runWrite(db, intent, work)).toBe(2);
    expect(await marks('keyed')).toBe(1);
  });

  it('is another with another path, or with something else in it', async () => {
    const of = (path: string, raw: unknown) => intentOf('7', '6f1b1a52-7f10-4f5e-9d39-0a6f2f2a7c02', path, raw);
    await runWrite(db, of('/x', { a: 1 }), async () => 'x');
    expect(await runWrite(db, of('/x', { a: 1 }), async () => 'again')).toBe('x');
    for (const other of [of('/y', { a: 1 }), of('/x', { a: 2 })])
      await expect(runWrite(db, other, async () => 'y')).rejects.toMatchObject({ code: 'conflict' });
  });

  it('of somebody else has the same key for itself', async () => {
    const of = (actor: string) => intentOf(actor, '6f1b1a52-7f10-4f5e-9d39-0a6f2f2a7c03', '/x', null);
    expect(await runWrite(db, of('7'), async () => 'seven')).toBe('seven');
    expect(await runWrite(db, of('8'), async () => 'eight')).toBe('eight');
  });
});
