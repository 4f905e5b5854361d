/**
 * Totals and sums of lists, kept per process as long as nothing changed. Every write to a module's records leaves a row in `form_change`
 * within its transaction; a total counted under a snapshot holds until a row becomes visible that the snapshot had not seen.
 */
import type { Db } from '../../platform/db/schema.ts';
import { raw } from './store.ts';

/** A total with the snapshot under which it was counted. */
export interface KeptTotal {
  readonly snapshot: string;
  readonly total: number;
  readonly sums: Readonly<Record<string, string>>;
}

/** The most recently used are kept; a total is a few hundred bytes. */
const KEPT = 5_000;
/** Rows of `form_change` are thrown away after an hour, so a total must not be trusted for as long as that. */
const TRUSTED_MS = 20 * 60_000;

/** Condition that nothing of a module changed since a snapshot; the arguments are placeholders. */
export const unchangedSql = (module: string, snapshot: string): string =>
  `not exists (select from form_change c where c.module_id = ${module}::text
    and c.xid >= pg_snapshot_xmin(${snapshot}::pg_snapshot) and not pg_visible_in_snapshot(c.xid, ${snapshot}::pg_snapshot))`;

export class TotalsCache {
  readonly #kept = new Map<string, KeptTotal & { readonly at: number }>();

  get(key: string): KeptTotal | undefined {
    const kept = this.#kept.get(key);
    if (kept === undefined) return undefined;
    this.#kept.delete(key);
    if (performance.now() - kept.at > TRUSTED_MS) return undefined;
    // last used, last thrown away
    this.#kept.set(key, kept);
    return kept;
  }

  /**
   * Counts and keeps. The snapshot is that of the counting statement itself.
   * @param key everything that the count depends on: module, conditions and their parameters
   * @param from `from … where …` with the placeholders of `parameters`
   */
  async count(
    db: Db,
    key: string,
    from: string,
    parameters: readonly unknown[],
    sums: readonly { readonly key: string; readonly sql: string }[],
  ): Promise<KeptTotal> {
    const columns = sums.map((sum) => `, ${sum.sql} as "${sum.key}"`).join('');
    const [row = {}] = await raw<Readonly<Record<string, string>>>(
      db,
      `select pg_current_snapshot()::text as "$snapshot", count(*)::text as "$total"${columns} ${from}`,
      parameters,
    );
    const kept: KeptTotal = {
      snapshot: row['$snapshot'] ?? '',
      total: Number(row['$total'] ?? 0),
      sums: Object.fromEntries(sums.map((sum) => [sum.key, row[sum.key] ?? '0'])),
    };
    this.#kept.set(key, { ...kept, at: performance.now() });
    if (this.#kept.size > KEPT) {
      const oldest = this.#kept.keys().next();
      if (!oldest.done) this.#kept.delete(oldest.value);
    }
    return kept;
  }
}

/** Throws away what no kept total can still depend on; for a job every few minutes. */
export const forgetChanges = async (db: Db): Promise<void> => {
  await raw(db, "delete from form_change where at < now() - interval '1 hour'", []);
};
