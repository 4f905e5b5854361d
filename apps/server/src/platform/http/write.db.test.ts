/** The one transaction of a request: tried again where the database asks for it, and never for anything else. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyDatabase } from '../../testing/databases.ts';
import { openDatabase } from '../db/database.ts';
import { Late, lastly } from '../db/late.ts';
import type { Db, Tx } from '../db/schema.ts';
import { inOrder } from '../db/together.ts';
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

  it('that answers late has committed when it answers, with its last statements', async () => {
    expect(await runWrite(db, undefined, async (tx) => lastly(mark(tx, 'late'), 'done'))).toBe('done');
    expect(await marks('late')).toBe(1);
  });

  it('whose last statement fails tells that failure and leaves nothing, its key neither', async () => {
    const intent = intentOf('7', '6f1b1a52-7f10-4f5e-9d39-0a6f2f2a7c04', '/x', null);
    const refused = (holds: boolean) =>
      runWrite(db, intent, async (tx) => {
        await mark(tx, 'before');
        const last = inOrder([sql`select insist(${holds}, 'broken')`.execute(tx), mark(tx, 'behind')]);
        return new Late(
          last.then(() => ({ serial: 'N-1' })),
          sql`jsonb_build_object('serial', 'N-' || 1)`,
        );
      });
    await expect(refused(false)).rejects.toMatchObject({ message: 'broken' });
    expect([await marks('before'), await marks('behind')]).toEqual([0, 0]);
    expect(await refused(true)).toEqual({ serial: 'N-1' });
    // The second time from what was kept, which the database had put together.
    expect(await refused(false)).toEqual({ serial: 'N-1' });
    expect([await marks('before'), await marks('behind')]).toEqual([1, 1]);
  });

  it('cannot write anything behind its commit', async () => {
    const slow = runWrite(db, undefined, async (tx) =>
      lastly(
        mark(tx, 'in time').then(() => mark(tx, 'too late')),
        null,
      ),
    );
    await expect(slow).rejects.toThrow('behind the commit');
    expect([await marks('in time'), await marks('too late')]).toEqual([1, 0]);
    // The connection serves the next.
    expect(await runWrite(db, undefined, async (tx) => lastly(mark(tx, 'next'), 1))).toBe(1);
  });
});
