/** One act for several projects in one transaction: what one of them refuses keeps none of the others. */
import type { ProjectResult } from '@hengneng/contracts';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/schema.ts';
import { AppError } from '../../platform/http/errors.ts';

/** Tells pages of progress that something came or was closed; of which project, they ask themselves, as far as they may. */
export const PROGRESS_TOPIC = 'entry-progress';

/** @throws whatever is no answer for people */
async function tried(tx: Tx, code: string, act: (code: string) => Promise<string>): Promise<ProjectResult> {
  await sql`savepoint of_project`.execute(tx);
  try {
    const said = await act(code);
    await sql`release savepoint of_project`.execute(tx);
    return { ProjectCode: code, Done: true, Messages: said === '' ? [] : [said] };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await sql`rollback to savepoint of_project`.execute(tx);
    const said = error.errors.map(({ message }) => message);
    return { ProjectCode: code, Done: false, Messages: said.length > 0 ? said : [error.message] };
  }
}

/** By project in one order, so that two who act on the same ones never wait for each other. */
export async function eachProject(
  tx: Tx,
  codes: readonly string[],
  act: (code: string) => Promise<string>,
): Promise<readonly ProjectResult[]> {
  const results: ProjectResult[] = [];
  for (const code of [...new Set(codes)].sort()) results.push(await tried(tx, code, act));
  return results;
}
