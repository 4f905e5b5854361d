/**
 * Approval records of every module of the demo company, in different states, filed and decided by the people themselves through the product's own calls,
 * over the weeks before the installation: each act at its own moment in working hours, all acts in the order of time.
 */
import { MODULES, type ModuleId } from '@hengneng/core';
import { sql } from 'kysely';
import { type IsWorkday, workdays } from '../../engine/index.ts';
import { patientOf } from '../../platform/db/patient.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import type { CallRegistry } from '../../platform/http/registry.ts';
import { demoNotices, demoStops, seedBillRuns } from '../charging/index.ts';
import { countersOf } from './counter.ts';
import { Driver } from './driver.ts';
import { FILING_LOCKS } from './filing.ts';
import { handoverActs } from './handovers.ts';
import { keyContractActs } from './key-contracts.ts';
import { seedLessons } from './lessons.ts';
import { delegationActs } from './delegations.ts';
import { letterActs } from './letters.ts';
import { momentOf } from './moments.ts';
import { type Act, questionnaireActs } from './questionnaire.ts';
import { readingActs } from './reading-acts.ts';
import { researchActs } from './research.ts';
import { reviewActs } from './reviews.ts';
import type { Script } from './script.ts';
import { suspendWishActs } from './suspend-wishes.ts';
import { SCRIPTS } from './scripts.ts';

const MARK = 'demo.records';

/** How far each record has come. Written with each act, so that a stop in between is made up for at the next start without doing anything twice. */
interface Mark {
  /** The installation: no act lies after it, however late the rest is made up for. */
  readonly from: string;
  readonly records: Record<string, { id: string; acts: number }>;
}

interface Play {
  readonly driver: Driver;
  readonly mark: Mark;
  readonly owner: string;
  readonly isWorkday: IsWorkday;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const saveMark = async (tx: Tx | Db, { owner, mark }: Pick<Play, 'owner' | 'mark'>): Promise<void> => {
  await sql`insert into user_setting (user_id, key, value) values (${owner}, ${MARK}, ${JSON.stringify(mark)}::jsonb)
    on conflict (user_id, key) do update set value = excluded.value`.execute(tx);
};

/** Does the record's next act. @returns false where it rests */
const act = async (play: Play, script: Script, index: number, at: Date): Promise<boolean> => {
  const { driver, mark } = play;
  const module = script.module as ModuleId;
  const { api } = MODULES[module];
  const applicant = await driver.userId(script.applicant);
  const known = mark.records[index];
  const done = known?.acts ?? 0;
  const post = async (who: string, name: string, input: object): Promise<true> => {
    await driver.call(who, at, 'POST', `${api}/${name}`, input, async (tx, written) => {
      const id = known?.id ?? (isObject(written) ? String(written.BusinessId) : '');
      mark.records[index] = { id, acts: done + 1 };
      await saveMark(tx, play);
    });
    return true;
  };
  const tools = (who: string) => ({
    now: at,
    user: (account: string) => driver.userId(account),
    file: () => driver.picture(who, at),
    index,
  });

  if (known === undefined) return post(applicant, 'Draft', await script.fields(tools(applicant), driver));
  if (script.end === 'draft') return false;
  const { id } = known;
  const { status, version, task, step, handler } = await driver.standing(module, id);
  if (done === 1) return post(applicant, 'Submit', { BusinessId: id, FormVersion: version });
  if (script.end === 'withdrawn') return done === 2 && post(applicant, 'Withdraw', { BusinessId: id });
  const decided = done - 2;
  if (status !== 'running' || task === null || step === null || handler === null) return false;
  if (script.end === 'running' && decided >= script.after) return false;
  const turn = { NodeRecordId: task, FormVersion: version };
  if ((script.end === 'returned' || script.end === 'rejected') && decided >= script.after && handler !== applicant)
    return post(handler, 'Reject', {
      ...turn,
      Opinion: script.end === 'returned' ? '资料不全，请补充后再报' : '不符合公司规定，不予同意',
      To: script.end === 'returned' ? 'starter' : 'end',
      Resume: 'replay',
    });
  return post(handler, 'Approve', {
    ...(await script.steps[step]?.(tools(handler), driver)),
    ...turn,
    Opinion: ['同意', '情况属实，同意', '同意，请按计划执行'][(index + decided) % 3],
  });
};

interface Next {
  readonly script: Script;
  readonly index: number;
  readonly at: Date;
}

interface Told {
  /** Told of a record that could not go on; the others do. */
  onError(error: unknown, record: string): void;
  /** Aborted: rests after the act under way; the next start goes on from there. */
  readonly signal?: Pick<AbortSignal, 'aborted'>;
  /** Months of bills and counters before the one we are in; absent: a year, which takes longer than all else. */
  readonly months?: number;
}

/** Plays all records, always the act that comes first in time. @returns how many records were filed */
const playAll = async (play: Play, told: Told, asides: readonly Act[]): Promise<number> => {
  const aside = [...asides];
  /** What is no record's, up to a moment. */
  const playAside = async (until: Date): Promise<void> => {
    while (aside[0] !== undefined && aside[0].at <= until && told.signal?.aborted !== true)
      await aside
        .shift()
        ?.run()
        .catch((error: unknown) => told.onError(error, 'beside the records'));
  };
  const { mark } = play;
  const from = new Date(mark.from);
  const nextOf = (script: Script, index: number): Next | null => {
    const at = momentOf(script, index, mark.records[index]?.acts ?? 0, from, play.isWorkday);
    return at > from ? null : { script, index, at };
  };
  let waiting = SCRIPTS.flatMap((script, index) => nextOf(script, index) ?? []);
  let filed = 0;
  while (waiting.length > 0 && told.signal?.aborted !== true) {
    const next = waiting.reduce((first, each) => (each.at < first.at ? each : first));
    const { script, index, at } = next;
    await playAside(at);
    waiting = waiting.filter((each) => each !== next);
    const isNew = mark.records[index] === undefined;
    try {
      if (await act(play, script, index, at)) waiting.push(...[nextOf(script, index) ?? []].flat());
      if (isNew) filed += 1;
    } catch (error) {
      told.onError(error, `${script.module} ${index + 1}`);
    }
  }
  await playAside(from);
  return filed;
};

/**
 * Files the records that are not there yet and takes them as far as their scripts go. One process does it; others wait until it is through,
 * or go on where it stopped.
 * @returns how many were filed
 */
export const seedRecords = async (db: Db, registry: CallRegistry, now: Date, told: Told): Promise<number> => {
  const { rows } = await sql<{ id: string }>`select id::text from app_user where account = 'admin' and is_demo`.execute(
    db,
  );
  const owner = rows[0]?.id;
  if (owner === undefined) return 0;
  // Whoever comes second waits for minutes.
  const patient = patientOf(db);
  return patient.connection().execute(async (held) => {
    await sql`select pg_advisory_lock(${FILING_LOCKS.records})`.execute(held);
    try {
      const stored = await sql<{
        value: Mark | number;
      }>`select value from user_setting where user_id = ${owner} and key = ${MARK}`.execute(db);
      const mark = stored.rows[0]?.value ?? { from: now.toISOString(), records: {} };
      // Earlier installations kept a mere count.
      if (typeof mark === 'number') return 0;
      const isWorkday = await workdays(db);
      const driver = new Driver(db, registry);
      const from = new Date(mark.from);
      if (told.signal?.aborted !== true)
        await seedLessons(db, driver, from).catch((error: unknown) => told.onError(error, 'lessons'));
      const asides = [
        ...questionnaireActs(db, driver, from),
        ...handoverActs(db, driver, from),
        ...letterActs(db, driver, from),
        ...readingActs(db, driver, from),
        ...reviewActs(db, driver, from),
        ...researchActs(db, driver, from),
        ...keyContractActs(db, driver, from),
        ...suspendWishActs(db, driver, from),
        ...delegationActs(db, driver, from),
      ].toSorted((a, b) => a.at.getTime() - b.at.getTime());
      const filed = await playAll({ driver, mark, owner, isWorkday }, told, asides);
      // Last, since it takes longest: people look for their to-dos first.
      if (told.signal?.aborted !== true) {
        const counters = await countersOf(db, driver, from, told.signal);
        const notices = demoNotices(db, from);
        // Whom a letter reaches on the first comes to the counter in the days after.
        const onMonth = async (back: number): Promise<void> => {
          await notices(back);
          await counters(back);
          if (back === 0) await demoStops(db, from);
        };
        await seedBillRuns(db, from, onMonth, told.months).catch((error: unknown) => told.onError(error, 'bills'));
      }
      return filed;
    } finally {
      await sql`select pg_advisory_unlock(${FILING_LOCKS.records})`.execute(held);
    }
  });
};
