import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import pg from 'pg';
import { flushBy } from './flush.ts';
import { JoinedSocket } from './joined-socket.ts';
import { forgetKept } from './kept.ts';
import { patientBy, unlimited } from './patient.ts';
import { withNames } from './prepared.ts';
import type { Database, Db } from './schema.ts';
import { quickBy, sharing } from './shared.ts';
import { noteSlow, SLOW_MS } from './slow.ts';

// What JavaScript numbers and dates would spoil stays text: ids, exact decimals, days.
pg.types.setTypeParser(pg.types.builtins.INT8, (text) => text);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, (text) => text);
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

export interface OpenDatabase {
  readonly db: Db;
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

/** Longest that a statement outside of a transaction may take (`patient.ts`). */
const READ_LIMIT_MS = 30_000;
/** Connections that quick questions share; one of them may once be held up. */
const SHARED = 3;

export interface DatabaseOptions {
  /** Connections of this process (default 12). */
  readonly max?: number;
  /** Milliseconds after which a read is cut; absent: half a minute. */
  readonly readLimitMs?: number;
  /** Told of slow statements with their text, never their values. */
  readonly onSlow?: (text: string, ms: number) => void;
}

/** Opens a pool on a PostgreSQL server and Kysely over it. */
export function openDatabase(url: string, options: DatabaseOptions = {}): OpenDatabase {
  forgetKept();
  const settings = (limitMs: number, more = '') => ({
    connectionString: url,
    idleTimeoutMillis: 60_000,
    // Statements that do not wait for each other share a round trip (`together.ts`).
    pipeline: true,
    stream: () => new JoinedSocket(),
    application_name: 'hengneng',
    // Instants are written and read in China's time, whatever an outside server's own setting is.
    options: `-c timezone=Asia/Shanghai -c statement_timeout=${limitMs}${more}`,
  });
  const pool = new pg.Pool({ ...settings(options.readLimitMs ?? READ_LIMIT_MS), max: options.max ?? 12 });
  // Quick questions go by keys, whose plan is the same for every value: where the database might plan anew each time, that took as long as answering.
  const sharer = new pg.Pool({
    ...settings(options.readLimitMs ?? READ_LIMIT_MS, ' -c plan_cache_mode=force_generic_plan'),
    max: SHARED,
  });
  // What waits for the disk is never cut: it is there, whatever whoever asked is told.
  const flusher = new pg.Pool({ ...settings(0), max: 1 });
  // An idle connection that breaks (the server restarts) must not take the process with it; the next query opens another.
  for (const each of [pool, sharer, flusher]) {
    each.on('error', () => undefined);
    // Nor must one that breaks in the middle of a query: the query fails, and with it the request.
    each.on('connect', (client) => client.on('error', () => undefined));
  }
  const over = (connections: PostgresPool): Db =>
    new Kysely<Database>({
      dialect: new PostgresDialect({ pool: connections }),
      log: (event) => {
        if (event.queryDurationMillis <= SLOW_MS) return;
        noteSlow(event.query.sql, event.queryDurationMillis);
        options.onSlow?.(event.query.sql, event.queryDurationMillis);
      },
    });
  const named = withNames(pool);
  const db = over(named);
  const sharedly = over(sharing(withNames(sharer), SHARED));
  quickBy(db, sharedly);
  patientBy(db, over(unlimited(named)));
  const flushing = over(withNames(flusher));
  flushBy(db, flushing);
  return {
    db,
    pool,
    close: () =>
      Promise.all([db.destroy(), sharedly.destroy(), sharer.end(), flushing.destroy()]).then(() => undefined),
  };
}
