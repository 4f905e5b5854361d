/** 批量改: readings with one and the same mistake, corrected as one act. Each becomes a version of its own; all of them or none. */
import type { entryUpdate } from '@hengneng/contracts';
import type { FieldError } from '@hengneng/core';
import { exact } from '@hengneng/energy/measuring';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/schema.ts';
import { AppError, invalid } from '../../../platform/http/errors.ts';
import { settle } from '../facts/index.ts';
import { holdProject } from './store.ts';
import { demandLatest, type Entry, lineOf, readEntry, save, whyFaults } from './update.ts';

type Input = z.output<typeof entryUpdate.input>;
type Output = z.input<typeof entryUpdate.output>;
type Wanted = NonNullable<Input['Entries']>[number];
type Outcome = NonNullable<Output['Entries']>[number];

/** A reading with its place among those that were sent. */
interface Placed {
  readonly index: number;
  readonly wanted: Wanted;
  readonly entry: Entry;
}

const grows = ({ entry, wanted }: Placed): boolean =>
  entry.value !== null && /^\d+(\.\d+)?$/.test(wanted.Reading) && exact(wanted.Reading) > exact(entry.value);

/** Each is judged by its neighbours: where readings of a dial become more, the last goes first, else the first. */
const inOrder = (placed: readonly Placed[]): readonly Placed[] =>
  [...Map.groupBy(placed, ({ entry }) => `${entry.meter} ${entry.register}`).values()].flatMap((of) => {
    const down = of.every(grows) ? -1 : 1;
    return of.toSorted((a, b) => down * (a.entry.at - b.entry.at));
  });

const at = (index: number, error: AppError): readonly FieldError[] =>
  error.errors.length > 0
    ? error.errors.map(({ path, message }) => ({ path: `Entries[${index}].${path}`, message }))
    : [{ path: `Entries[${index}].Reading`, message: error.message }];

async function place(ctx: Ctx, tx: Tx, wanted: readonly Wanted[]): Promise<readonly Placed[]> {
  const placed: Placed[] = [];
  for (const [index, one] of wanted.entries())
    placed.push({ index, wanted: one, entry: await readEntry(ctx, tx, one.EntryId) });
  const seen = new Set<string>();
  const errors = placed.flatMap(({ index, wanted: { EntryId }, entry }) => {
    const path = `Entries[${index}].EntryId`;
    if (seen.has(EntryId)) return [{ path, message: '同一读数重复' }];
    seen.add(EntryId);
    return entry.project === placed[0]?.entry.project ? [] : [{ path, message: '一次只能改一个项目的读数' }];
  });
  if (errors.length > 0) throw invalid(errors);
  return placed;
}

export async function updateEntries(ctx: Ctx, input: Input, wanted: readonly Wanted[]): Promise<Output> {
  if (wanted.length === 0) throw invalid([{ path: 'Entries', message: '请选择要修改的读数' }]);
  if (input.Action !== 'save' || input.Void || input.Preview)
    throw invalid([{ path: 'Action', message: '批量只能改数，不能作废、同意或预览' }]);
  const unsaid = whyFaults(input);
  if (unsaid.length > 0) throw invalid(unsaid);
  const meters = new Set<string>();
  const done = await ctx.write(async (tx): Promise<Output> => {
    const first = await readEntry(ctx, tx, wanted[0]?.EntryId ?? '');
    await holdProject(tx, first.project);
    const errors = new Map<number, readonly FieldError[]>();
    const outcomes = new Map<number, Outcome>();
    for (const { index, wanted: one, entry } of inOrder(await place(ctx, tx, wanted)))
      try {
        demandLatest(entry, one.Version);
        const line = await lineOf(ctx, tx, entry);
        const { State, After } = await save({ ctx, tx, entry, line, input: { ...input, Reading: one.Reading } });
        const Version = entry.versions + (State === '已生效' ? 1 : 0);
        outcomes.set(index, { EntryId: entry.id, Version, State, Before: entry.value, After });
        meters.add(entry.meter);
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        errors.set(index, at(index, error));
      }
    if (errors.size > 0) throw invalid(wanted.flatMap((_, index) => errors.get(index) ?? []));
    const Entries = wanted.flatMap((_, index) => outcomes.get(index) ?? []);
    const State = Entries.every((one) => one.State === '已生效') ? '已生效' : '待同意';
    return { EntryId: first.id, Version: 0, State, Before: null, After: null, Impact: [], AdjustId: null, Entries };
  });
  await settle(ctx.db, [...meters]);
  return done;
}
