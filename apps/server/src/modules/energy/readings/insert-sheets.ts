/** 全部数据录入: sheets of several projects and days in one act. What fails, fails for its project as a whole, or for all. */
import type { entryInsert, SheetResult, TakenCell } from '@hengneng/contracts';
import type { FieldError } from '@hengneng/core';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/schema.ts';
import { pushEvent } from '../../../platform/events/push.ts';
import { AppError, conflict, invalid } from '../../../platform/http/errors.ts';
import { PROGRESS_TOPIC } from '../each-project.ts';
import { settle } from '../facts/index.ts';
import { metersOf, type SheetInput, writeSheet } from './insert.ts';

type Output = z.input<typeof entryInsert.output>;

/** A sheet with its place among those that were sent. */
interface Placed {
  readonly index: number;
  readonly sheet: SheetInput;
}

const NOTHING = { Saved: 0, Missed: 0 } as const;

const plain = ({ sheet }: Placed, State: SheetResult['State'], Message: string): SheetResult => ({
  ...NOTHING,
  Verdicts: [],
  Conflicts: [],
  Errors: [],
  Taken: [],
  ProjectCode: sheet.ProjectCode,
  Date: sheet.Date,
  State,
  Message,
});

const takenOf = ({ data }: AppError): readonly TakenCell[] =>
  typeof data === 'object' && data !== null && 'Taken' in data ? (data.Taken as readonly TakenCell[]) : [];

/** What became of one sheet. @throws whatever is no answer for people */
async function tried(ctx: Ctx, tx: Tx, placed: Placed): Promise<SheetResult> {
  const { sheet } = placed;
  try {
    const saved = await writeSheet(ctx, tx, sheet);
    return { ...plain(placed, 'saved', ''), ...saved };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const Taken = [...takenOf(error)];
    // Only where nothing but other people's readings stands in the way is it a matter of comparing.
    const only = Taken.length > 0 && Taken.length === error.errors.length;
    return { ...plain(placed, only ? 'conflict' : 'refused', error.message), Errors: [...error.errors], Taken };
  }
}

/** All sheets of one project, by day, so that a day is judged by the one before. */
async function ofProject(
  ctx: Ctx,
  tx: Tx,
  sheets: readonly Placed[],
): Promise<readonly (readonly [number, SheetResult])[]> {
  await sql`savepoint of_project`.execute(tx);
  const results: [number, SheetResult][] = [];
  for (const placed of sheets.toSorted((a, b) => (a.sheet.Date < b.sheet.Date ? -1 : 1)))
    results.push([placed.index, await tried(ctx, tx, placed)]);
  if (results.every(([, { State }]) => State === 'saved')) {
    await sql`release savepoint of_project`.execute(tx);
    return results;
  }
  await sql`rollback to savepoint of_project`.execute(tx);
  return results.map(([index, result]) => {
    const placed = sheets.find((one) => one.index === index);
    return placed === undefined || result.State !== 'saved'
      ? [index, result]
      : [index, plain(placed, 'held', '同项目有未通过的读数，本批未保存')];
  });
}

const twice = (sheets: readonly Placed[]): readonly FieldError[] => {
  const seen = new Set<string>();
  return sheets.flatMap(({ index, sheet: { ProjectCode, Date, ReadTime = '' } }) => {
    const key = `${ProjectCode} ${Date} ${ReadTime}`;
    if (seen.has(key)) return [{ path: `Batches[${index}].Date`, message: '同一项目同一日的读数请放在一批' }];
    seen.add(key);
    return [];
  });
};

/** Every cell that is wrong, by its place among all. @throws conflict where other people's readings are all there is */
const refuseAll = (results: readonly SheetResult[]): never => {
  const wrong = results.filter(({ State }) => State === 'refused' || State === 'conflict');
  const taken = wrong.reduce((sum, one) => sum + one.Taken.length, 0);
  if (wrong.every(({ State }) => State === 'conflict'))
    throw conflict(`${taken} 格已由他人录入，一格也没有保存，请对比后再提交`, { Batches: results });
  const errors = results.flatMap(({ Errors, Message, State }, index) =>
    Errors.length > 0
      ? Errors.map(({ path, message }) => ({ path: `Batches[${index}].${path}`, message }))
      : State === 'refused'
        ? [{ path: `Batches[${index}]`, message: Message }]
        : [],
  );
  throw new AppError('invalid', errors[0]?.message ?? '填写有误，请检查', errors, { Batches: results });
};

export async function insertSheets(ctx: Ctx, sheets: readonly SheetInput[], whole: boolean): Promise<Output> {
  const placed = sheets.map((sheet, index) => ({ index, sheet }));
  const doubled = twice(placed);
  if (doubled.length > 0) throw invalid(doubled);
  if (placed.length === 0) throw invalid([{ path: 'Batches', message: '没有要提交的读数' }]);
  const answer = await ctx.write(async (tx): Promise<Output> => {
    const found = new Map<number, SheetResult>();
    // By project in one order, so that two who send the same ones never wait for each other.
    const groups = [...Map.groupBy(placed, ({ sheet }) => sheet.ProjectCode)].toSorted(([a], [b]) => (a < b ? -1 : 1));
    for (const [, of] of groups) for (const [index, result] of await ofProject(ctx, tx, of)) found.set(index, result);
    const results = placed.flatMap(({ index }) => found.get(index) ?? []);
    await pushEvent(tx, null, PROGRESS_TOPIC, {});
    if (whole && results.some(({ State }) => State !== 'saved')) refuseAll(results);
    return {
      Saved: results.reduce((sum, one) => sum + one.Saved, 0),
      Missed: results.reduce((sum, one) => sum + one.Missed, 0),
      Verdicts: results.flatMap((one) => one.Verdicts),
      Conflicts: results.flatMap((one) => one.Conflicts),
      Batches: results,
    };
  });
  await settle(ctx.db, [...new Set(sheets.flatMap((sheet) => metersOf(sheet)))]);
  return answer;
}
