/** Effects that say only what they write: entries, values and amounts, and that a cancel takes back exactly that. */
import { BOOKS, customerAccount, receiptLedger, trainingBudget, trainingCourse, trainRecord } from '@hengneng/forms';
import { type BookShape, limitName } from '@hengneng/form-kit';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { account, enter, type EntrySource, SETUP, standing } from '../../engine/books/entries.ts';
import type { EffectCall, Note } from '../../engine/forms/effect.ts';
import { openWorld, type World } from '../../engine/testing/world.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { addAmounts, setValues, undoChanges } from './changes.ts';
import { addToMany, setMany } from './changes-many.ts';
import { effect } from './effect.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

class Undo extends Error {}

/** Runs and leaves nothing behind. */
const tried = async (work: (tx: Tx) => Promise<void>): Promise<void> => {
  await world.db
    .transaction()
    .execute(async (tx) => {
      await work(tx);
      throw new Undo();
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undo)) throw error;
    });
};

const by = (id: number): EntrySource => ({
  module: 'monthlyTrainingPlan',
  id: String(900_000 + id),
  effect: 'monthlyTrainingPlan.holdBudget',
});
const budget = (amount: string, topic = '事项') => ({ year: 2099, kind: '计划占用', amount, topic }) as const;

/** What an effect is called with; what it noted for the way back. */
const called = (id: number, notes: Record<string, string>): EffectCall<null> => {
  const done = async (): Promise<void> => undefined;
  const services = { draft: async () => null, todo: done, remind: done, tell: done, takeBack: done };
  return {
    record: null,
    source: by(id),
    actor: { userId: '1', userName: '测试', roles: [], position: null } as unknown as EffectCall<null>['actor'],
    now: new Date(),
    services,
    log: (note: Note) => Object.assign(notes, note),
    logged: notes,
  };
};

describe('entries of a book', () => {
  it('are written in the order given, in one statement, and found by what they say', () =>
    tried(async (tx) => {
      const ids = await enter(
        tx,
        trainingBudget,
        [budget('1.00', '甲'), budget('2.50', '乙'), budget('3', '丙')],
        by(1),
      );
      expect(ids).toEqual([...ids].sort((a, b) => Number(a) - Number(b)));
      const all = await standing(tx, trainingBudget, { year: 2099 });
      expect(all.map((entry) => [entry.id, entry.topic, entry.amount])).toEqual([
        [ids[0], '甲', '1.00'],
        [ids[1], '乙', '2.50'],
        [ids[2], '丙', '3.00'],
      ]);
      expect(all[0]).toMatchObject({ sourceModule: 'monthlyTrainingPlan', sourceId: '900001', project: null });
      expect((await standing(tx, trainingBudget, { year: 2099, topic: '乙' })).map((entry) => entry.id)).toEqual([
        ids[1],
      ]);
      expect(await standing(tx, trainingBudget, { year: 2099, project: null })).toHaveLength(3);
      expect(await standing(tx, trainingBudget, { year: 2099, project: 'EMC01001' })).toEqual([]);
      expect(await enter(tx, trainingBudget, [], by(1))).toEqual([]);
    }));

  it('keep files, moments and answers as the record has them', () =>
    tried(async (tx) => {
      const [id] = await enter(
        tx,
        trainingCourse,
        [
          {
            plan: '5',
            month: '2099-01',
            topic: '真空',
            category: '1',
            planTime: '2099-01-05T08:30:00+08:00',
            done: false,
          },
        ],
        by(1),
      );
      const [course] = await standing(tx, trainingCourse, { id: id ?? null });
      expect(course).toMatchObject({ plan: '5', done: false, doneAt: null });
      expect(Date.parse(course?.planTime ?? '')).toBe(Date.parse('2099-01-05T08:30:00+08:00'));
      expect(await standing(tx, trainingCourse, { planTime: '2099-01-05T00:30:00Z', done: false })).toHaveLength(1);
    }));
});

describe('an effect', () => {
  const work = effect<null>(async ({ book, setEntry, addEntry, set, projectCost, deptCost, stock }) => {
    const [id = ''] = await book(trainingBudget, budget('10.00'));
    await setEntry(trainingBudget, id, { topic: '改' });
    await addEntry(trainingBudget, id, { amount: '2.50' });
    await set('project', 'EMC01001', { machine_room: '新机房' });
    await projectCost('EMC01001', '2099-01', { account: '培训费', amount: '8.00' });
    await deptCost('A6304', '2099-01', { account: '培训费', amount: '4.00' });
    await stock({ kind: 'chemical', project: 'EMC01001', item: '1' }, '-2', '领用', 'x');
  });

  const seen = async (tx: Tx) => {
    const { rows } = await sql<{ room: string; stock: string; projectCost: string; deptCost: string }>`select
        (select machine_room from project where code = 'EMC01001') as room,
        (select quantity::text from stock where kind = 'chemical' and project_code = 'EMC01001' and item_id = 1) as stock,
        (select coalesce(sum(amount), 0)::text from project_cost where month = '2099-01') as "projectCost",
        (select coalesce(sum(amount), 0)::text from dept_cost where month = '2099-01') as "deptCost"`.execute(tx);
    const entries = await standing(tx, trainingBudget, { year: 2099 });
    return { ...rows[0], entries: entries.map((entry) => [entry.topic, entry.amount]) };
  };
  const amounts = (of: Awaited<ReturnType<typeof seen>>) => ({
    ...of,
    projectCost: Number(of.projectCost),
    deptCost: Number(of.deptCost),
  });

  it('writes what it says, and is taken back to the last cell', () =>
    tried(async (tx) => {
      const before = await seen(tx);
      const notes: Record<string, string> = {};
      await work.apply(tx, called(1, notes));
      const after = await seen(tx);
      expect(after).toMatchObject({
        entries: [['改', '12.50']],
        room: '新机房',
        stock: (Number(before.stock) - 2).toFixed(2),
        projectCost: '8.00',
        deptCost: '4.00',
      });
      await work.reverse(tx, called(1, notes));
      expect(amounts(await seen(tx))).toEqual(amounts(before));
    }));

  it('leaves alone what other records wrote', () =>
    tried(async (tx) => {
      const notes = [{}, {}] as const;
      await work.apply(tx, called(1, notes[0]));
      await work.apply(tx, called(2, notes[1]));
      await work.reverse(tx, called(1, notes[0]));
      expect(await seen(tx)).toMatchObject({ entries: [['改', '12.50']], room: '新机房', projectCost: '8.00' });
    }));

  it('refuses to change what is gone', () =>
    tried(async (tx) => {
      await expect(setValues(tx, 'project', '没有', { state: 1 }, by(1))).rejects.toThrow('已不存在');
      await expect(addAmounts(tx, trainingBudget, '0', { amount: '1' }, by(1))).rejects.toThrow('已不存在');
    }));
});

describe('an account with a limit', () => {
  const opening = { project: 'EMC01001', contract: 'HT-EMC01001-01' };
  const add = (tx: Tx, id: string, amounts: Readonly<Record<string, string>>, by_: EntrySource) =>
    addAmounts(tx, customerAccount, id, amounts, by_, 'prepaidUse');

  it('is opened once, belongs to nobody, and takes what is added to it', () =>
    tried(async (tx) => {
      const first = await account(tx, customerAccount, opening);
      expect((await account(tx, customerAccount, opening)).id).toBe(first.id);
      expect(first).toMatchObject({ sourceModule: SETUP.module, contract: opening.contract, prepaidIn: null });
      await add(tx, first.id, { prepaidIn: '100.00' }, by(1));
      expect(await account(tx, customerAccount, opening)).toMatchObject({ prepaidIn: '100.00' });
    }));

  it('moves from one column to another at its limit, and refuses a fen more in the words of the book', () =>
    tried(async (tx) => {
      const { id } = await account(tx, customerAccount, opening);
      await add(tx, id, { prepaidIn: '100.00' }, by(1));
      await add(tx, id, { usePending: '100.00' }, by(2));
      await add(tx, id, { used: '100.00', usePending: '-100.00' }, by(2));
      expect(await account(tx, customerAccount, opening)).toMatchObject({ usePending: '0.00', used: '100.00' });
      await expect(add(tx, id, { refundPending: '0.01' }, by(3))).rejects.toMatchObject({
        errors: [{ path: 'prepaidUse', message: '客户预收余额不足，余额不得为负' }],
      });
    }));

  it('is not taken back below what others have used', () =>
    tried(async (tx) => {
      const { id } = await account(tx, customerAccount, opening);
      await add(tx, id, { prepaidIn: '100.00' }, by(1));
      await add(tx, id, { used: '40.00' }, by(2));
      await expect(undoChanges(tx, by(1))).rejects.toThrow('客户预收余额不足');
    }));

  it('lets those who come together take only what is there', async () => {
    const other = { ...opening, contract: 'HT-EMC01002-01' };
    const run = <T>(work: (tx: Tx) => Promise<T>) => world.db.transaction().execute(work);
    const opened = await Promise.all([1, 2, 3].map(() => run((tx) => account(tx, customerAccount, other))));
    const id = opened[0]?.id ?? '';
    expect(opened.map((each) => each.id)).toEqual([id, id, id]);
    await run((tx) => add(tx, id, { prepaidIn: '100.00' }, by(11)));
    const ends = await Promise.allSettled(
      [12, 13, 14].map((who) => run((tx) => add(tx, id, { usePending: '60.00' }, by(who)))),
    );
    expect(ends.filter((end) => end.status === 'fulfilled')).toHaveLength(1);
    const [left] = await run((tx) => standing(tx, customerAccount, { id }));
    expect(left).toMatchObject({ prepaidIn: '100.00', usePending: '60.00' });
  });

  it('says what an entry repeats', () =>
    tried(async (tx) => {
      const receipt = {
        receipt: '1',
        account: '1',
        bankSerial: 'A1',
        receiptDate: '2026-01-05',
        kind: '银行转账',
        payerName: '甲',
        amount: '1.00',
        state: '待认领',
      } as const;
      const once = effect<null>(({ book }) => book(receiptLedger, receipt));
      await once.apply(tx, called(1, {}));
      await expect(once.apply(tx, called(2, {}))).rejects.toThrow('到账流水中已有相同的我方收款账户、银行流水号');
    }));

  it('is kept by the database for every book that names one', async () => {
    const names = Object.values<BookShape>(BOOKS).flatMap((book) =>
      (book.limits ?? []).map((_, at) => limitName(book.id, at)),
    );
    expect(names.length).toBeGreaterThan(5);
    const rows = await world.rows(`select conname as name from pg_constraint where conname like 'b\\_%\\_limit\\_%'`);
    expect(rows.map((row) => String(row['name'])).sort()).toEqual([...names].sort());
  });
});

interface Move {
  readonly record: number;
  readonly cell: 'creditHours' | 'score';
  readonly kind: 'set' | 'add';
  readonly value: number;
}

const moves = fc.array(
  fc.record({
    record: fc.integer({ min: 1, max: 4 }),
    cell: fc.constantFrom('creditHours' as const, 'score' as const),
    kind: fc.constantFrom('set' as const, 'add' as const),
    value: fc.integer({ min: -50, max: 50 }),
  }),
  { maxLength: 12 },
);

const play = async (tx: Tx, id: string, of: readonly Move[]): Promise<void> => {
  for (const { record, cell, kind, value } of of)
    await (kind === 'set' ? setValues : addAmounts)(tx, trainRecord, id, { [cell]: String(value) }, by(record));
};

const learned = { employee: '1', topic: '真空', category: '1', trainedAt: '2099-01-05T08:30:00+08:00' } as const;

/** An entry with one cell filled and one empty. */
const entry = async (tx: Tx): Promise<string> =>
  (await enter(tx, trainRecord, [{ ...learned, creditHours: '7.5' }], SETUP))[0] ?? '';
const cells = async (tx: Tx, id: string) => {
  const [one] = await standing(tx, trainRecord, { id });
  return { creditHours: one?.creditHours, score: one?.score };
};

describe('changes of cells', () => {
  // Few are taken back one by one; many at once, as far as nothing was written since.
  it.each([
    ['one by one', undefined],
    ['at once', 1],
  ])(
    'end as if the cancelled records had never been, whatever came in between and whoever is cancelled first: %s',
    (_, many) =>
      fc.assert(
        fc.asyncProperty(moves, fc.shuffledSubarray([1, 2, 3, 4]), fc.nat({ max: 12 }), async (all, cancelled, at) =>
          tried(async (tx) => {
            const id = await entry(tx);
            // The first of them is cancelled while others are still to write.
            const [early, ...late] = cancelled;
            const head = all.slice(0, at);
            const tail = all.slice(at).filter((move) => move.record !== early);
            await play(tx, id, head);
            if (early !== undefined) await undoChanges(tx, by(early), many);
            await play(tx, id, tail);
            for (const record of late) await undoChanges(tx, by(record), many);
            const other = await entry(tx);
            await play(
              tx,
              other,
              [...head, ...tail].filter((move) => !cancelled.includes(move.record)),
            );
            expect(await cells(tx, id)).toEqual(await cells(tx, other));
          }),
        ),
        { numRuns: 60 },
      ),
  );

  it('of many entries are what those of each by itself would be, and are taken back', () =>
    tried(async (tx) => {
      const ids = await enter(
        tx,
        trainRecord,
        Array.from({ length: 60 }, (__, at) => ({ ...learned, topic: `题${at}`, creditHours: '7.5' })),
        SETUP,
      );
      const values = (at: number) => ({
        creditHours: at % 3 === 0 ? '0' : `${at - 30}`,
        score: at % 2 === 0 ? null : '1.5',
      });
      const noted = async (record: number) =>
        (
          await sql`select row_key, column_name, before, after, amount::text from entity_change
            where source_id = ${by(record).id} and source_module = ${by(record).module} order by row_key, column_name`.execute(
            tx,
          )
        ).rows;
      const before = await Promise.all(ids.map((id) => cells(tx, id)));
      for (const [at, id] of ids.entries()) await addAmounts(tx, trainRecord, id, values(at), by(1));
      const each = { cells: await Promise.all(ids.map((id) => cells(tx, id))), noted: await noted(1) };
      await undoChanges(tx, by(1));
      expect(await Promise.all(ids.map((id) => cells(tx, id)))).toEqual(before);
      await addToMany(
        tx,
        trainRecord,
        ids.map((row, at) => ({ row, values: values(at) })),
        by(2),
      );
      expect(await Promise.all(ids.map((id) => cells(tx, id)))).toEqual(each.cells);
      expect(await noted(2)).toEqual(each.noted);
      await setMany(
        tx,
        trainRecord,
        ids.map((row) => ({ row, values: { topic: '同题' } })),
        by(3),
      );
      expect(await standing(tx, trainRecord, { topic: '同题' })).toHaveLength(60);
      // One of them has gone on since: what was added to it stays.
      await addAmounts(tx, trainRecord, ids[1] ?? '', { creditHours: '4' }, by(4));
      await undoChanges(tx, by(3));
      await undoChanges(tx, by(2));
      expect(await standing(tx, trainRecord, { topic: '同题' })).toHaveLength(0);
      const after = await Promise.all(ids.map((id) => cells(tx, id)));
      expect(after).toEqual(before.map((one, at) => (at === 1 ? { ...one, creditHours: '11.5' } : one)));
      await expect(
        addToMany(tx, trainRecord, [{ row: '999999999', values: { creditHours: '1' } }], by(5)),
      ).rejects.toThrow('要更新的资料已不存在');
    }));

  it('stay as somebody wrote them on another screen since', () =>
    tried(async (tx) => {
      const id = await entry(tx);
      await setValues(tx, trainRecord, id, { score: '60' }, by(1));
      await addAmounts(tx, trainRecord, id, { creditHours: '2' }, by(1));
      await sql`update b_train_record set score = 90, credit_hours = 20 where id = ${id}`.execute(tx);
      await undoChanges(tx, by(1));
      expect(await cells(tx, id)).toEqual({ score: '90.0', creditHours: '18.0' });
    }));
});
