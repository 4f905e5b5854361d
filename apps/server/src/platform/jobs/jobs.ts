/** Background work on pg-boss: durable in the same database, each job handled by one process. */
import { sql } from 'kysely';
import type { JobResult, PgBoss } from 'pg-boss';
import type { Db, Tx } from '../db/schema.ts';
import { pushManyToHolders } from '../events/push.ts';

/** How much of a run is behind: said as often as it is known, written now and then. */
export type Report = (done: number, total: number) => Promise<void>;
/** Where nobody looks on. */
export const UNSEEN: Report = () => Promise.resolve();

export interface Job {
  readonly name: string;
  /** Cron in China time; null: only when asked for. */
  readonly cron: string | null;
  run(payload: unknown, report?: Report): Promise<void>;
}

export interface Jobs {
  stop(): Promise<void>;
}

const ZONE = 'Asia/Shanghai';
const BATCH = 100;
/** No job of ours waits for another. The queues would look for such, each by itself, every five seconds: that costs a process at rest more than all its own work. */
const DEPENDENCIES_SECONDS = 24 * 60 * 60;

/**
 * Leaves a message for a job, in the transaction it belongs to; it is handed over after the commit, once.
 * @param seconds how long it is held back
 */
export async function post(tx: Tx | Db, topic: string, payload: unknown, seconds = 0): Promise<void> {
  await sql`insert into outbox (topic, payload, not_before)
    values (${topic}, ${JSON.stringify(payload)}::jsonb, now() + make_interval(secs => ${seconds}))`.execute(tx);
}

/** Hands messages over to the queues; several processes share the work, a message is taken by one. */
async function drain(db: Db, boss: PgBoss, known: ReadonlySet<string>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{
      id: string;
      topic: string;
      payload: object;
    }>`select id, topic, payload from outbox
      where sent_at is null and (not_before is null or not_before <= now())
      order by id limit 200 for update skip locked`.execute(tx);
    for (const row of rows) {
      // The row's id is the key: handed over twice (a crash between the two commits), the queue still holds it once.
      if (known.has(row.topic))
        await boss.send(row.topic, row.payload, {
          singletonKey: `outbox-${row.id}`,
          retryLimit: 5,
          retryBackoff: true,
        });
      await sql`update outbox set sent_at = now() where id = ${row.id}`.execute(tx);
    }
  });
}

/** A run that is not tried again. */
export interface GivenUp {
  readonly name: string;
  readonly message: string;
}

export interface JobsDeps {
  readonly url: string;
  readonly db: Db;
  readonly jobs: readonly Job[];
  readonly onError: (error: unknown) => void;
  /** Tells who answers for the job. */
  readonly onGivenUp?: (failure: GivenUp) => Promise<void>;
  /** How often what a run says of itself is written, in milliseconds. */
  readonly reportEvery?: number;
  /** How often the messages and each queue are looked at, in seconds; half a second at least. */
  readonly lookEvery?: number;
}

/** A database that restarts is back within seconds, on a busy machine within a minute; one that is not after this many tries is told to whoever started the process. */
const ATTEMPTS = 60;
const AGAIN_MS = 1_000;

/** The queues with their workers and schedules. */
async function begin(deps: JobsDeps): Promise<PgBoss> {
  // People are served first: the queues and what they need are loaded when the server listens.
  const { PgBoss: Boss } = await import('pg-boss');
  const boss = new Boss({
    connectionString: deps.url,
    max: 2,
    application_name: 'hengneng jobs',
    flowIntervalSeconds: DEPENDENCIES_SECONDS,
  });
  boss.on('error', deps.onError);
  try {
    await boss.start();
    for (const job of deps.jobs) await work(boss, job, deps);
    return boss;
  } catch (error) {
    await boss.stop({ graceful: false }).catch(() => undefined);
    throw error;
  }
}

/** Whether somebody stopped this job by the clock (modules/system/jobs.ts); what is asked for by an act always runs. */
const isStopped = async (db: Db, job: Job, asked: boolean): Promise<boolean> => {
  if (job.cron === null || asked) return false;
  const { rows } =
    await sql`select 1 from job_stop where name = ${job.name} and (until is null or until > app_now())`.execute(db);
  return rows.length > 0;
};

/** The plan that an administrator gave the job, or its own. */
const planOf = async (db: Db, { name, cron }: Job): Promise<string | null> => {
  if (cron === null) return null;
  const { rows } = await sql<{ cron: string | null }>`select cron from job_plan where name = ${name}`.execute(db);
  return rows[0]?.cron ?? cron;
};

interface Failed {
  readonly id: string;
  readonly retryCount: number;
  readonly retryLimit: number;
}

/** Keeps what a try failed with; the queue itself keeps only the last. */
const noteFailure = async (
  name: string,
  one: Failed,
  error: unknown,
  { db, onError, onGivenUp }: Pick<JobsDeps, 'db' | 'onError' | 'onGivenUp'>,
): Promise<void> => {
  const message = String(error).slice(0, 1_000);
  const detail = error instanceof Error ? (error.stack ?? '').slice(0, 8_000) : '';
  try {
    await sql`insert into job_failure (job, name, try, message, detail)
      values (${one.id}::uuid, ${name}, ${one.retryCount + 1}, ${message}, ${detail})`.execute(db);
    if (one.retryCount >= one.retryLimit) await onGivenUp?.({ name, message });
  } catch (fault) {
    onError(fault);
  }
};

/** Open pages of the board hear of it; nothing depends on it. */
const tell = (db: Db, name: string): Promise<void> =>
  pushManyToHolders(db, { screen: 'system.jobs', button: 'search' }, 'job', [{ name }]);

const LOOK_SECONDS = 2;
const REPORT_MS = 1_000;
const TOLD_MS = 500;

/** What a run says of itself: the word of a short one is never written, and one that cannot be written stops no run. */
const reporter = (
  { db, onError, reportEvery: every = REPORT_MS }: Pick<JobsDeps, 'db' | 'onError' | 'reportEvery'>,
  name: string,
  id: string,
): Report => {
  let written = performance.now();
  return async (done, total) => {
    if (performance.now() - written < every) return;
    written = performance.now();
    try {
      await sql`insert into job_progress (job, done, total, at) values (${id}::uuid, ${Math.min(done, total)}, ${total}, now())
        on conflict (job) do update set done = excluded.done, total = excluded.total, at = excluded.at`.execute(db);
      await tell(db, name);
    } catch (error) {
      onError(error);
    }
  };
};

async function work(
  boss: PgBoss,
  job: Job,
  deps: Pick<JobsDeps, 'db' | 'onError' | 'onGivenUp' | 'reportEvery' | 'lookEvery'>,
): Promise<void> {
  const { db, onError } = deps;
  await boss.createQueue(job.name, { partition: true, retryLimit: 5, retryDelay: 60, retryBackoff: true });
  // Many at a time, each with its own outcome: one that fails is tried again alone.
  await boss.work(
    job.name,
    {
      pollingIntervalSeconds: deps.lookEvery ?? LOOK_SECONDS,
      batchSize: BATCH,
      perJobResults: true,
      includeMetadata: true,
    },
    async (batch): Promise<JobResult[]> => {
      const outcomes: JobResult[] = [];
      await tell(db, job.name).catch(onError);
      for (const one of batch) {
        try {
          const stopped = await isStopped(db, job, one.data !== null && one.data !== undefined);
          if (!stopped) await job.run(one.data, reporter(deps, job.name, one.id));
          outcomes.push({
            id: one.id,
            status: 'completed',
            ...(stopped ? { output: { message: '已停用，未运行' } } : {}),
          });
        } catch (error) {
          onError(error);
          await noteFailure(job.name, one, error, deps);
          outcomes.push({ id: one.id, status: 'failed', output: { message: String(error) } });
        }
      }
      // Its outcome is written by the queue once this returns: whoever looks now sees it running, and again a little later as it ended.
      setTimeout(() => void tell(db, job.name).catch(onError), TOLD_MS).unref();
      return outcomes;
    },
  );
  const plan = await planOf(db, job);
  if (plan) await boss.schedule(job.name, plan, null, { tz: ZONE });
}

/** Starts workers and schedules; a database that goes away meanwhile is waited for, as it is at any later time. */
export async function startJobs(deps: JobsDeps): Promise<Jobs> {
  let begun: PgBoss | null = null;
  for (let tries = 1; !begun; tries++)
    try {
      begun = await begin(deps);
    } catch (error) {
      if (tries === ATTEMPTS) throw error;
      deps.onError(error);
      await new Promise((done) => setTimeout(done, AGAIN_MS));
    }
  const boss = begun;
  const known = new Set(deps.jobs.map((job) => job.name));
  let draining: Promise<void> = Promise.resolve();
  const timer = setInterval(
    () => {
      draining = draining.then(() => drain(deps.db, boss, known)).catch(deps.onError);
    },
    (deps.lookEvery ?? LOOK_SECONDS) * 1_000,
  );
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await draining;
      await boss.stop({ graceful: true, timeout: 5_000 });
    },
  };
}
