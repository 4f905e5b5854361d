/** What was registered beside when machines ran: more than half an hour apart wants a look. */
import { addDays, CHINA, dayAt, daysThrough, type NormalHours, runDifferences } from '@hengneng/energy/measuring';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { hostsRan } from '../day-reports/index.ts';
import type { Stretch } from './used.ts';

interface Asked {
  readonly id: string;
  readonly parts: readonly Stretch[];
  readonly normalOf: (day: string) => NormalHours | null;
}

/** Of records of one project at once; null where there is nothing to hold them against. */
export async function hostNotes(
  db: Db | Tx,
  project: string,
  records: readonly Asked[],
  now: Date,
): Promise<ReadonlyMap<string, readonly string[] | null>> {
  const parts = records.flatMap((one) => one.parts);
  if (parts.length === 0) return new Map();
  // A machine may have been on since the day before, and go on into the next.
  const from = addDays(dayAt(Math.min(...parts.map((part) => part.from)), CHINA), -1);
  const to = addDays(dayAt(Math.max(...parts.map((part) => part.to)), CHINA), 1);
  const ran = await hostsRan(db, project, { from, to }, now);
  return new Map(
    records.map(({ id, parts: own, normalOf }) => {
      const days = own.flatMap((part) => daysThrough(dayAt(part.from, CHINA), dayAt(part.to - 1, CHINA)));
      // What has not come yet, or nobody wrote down, says nothing.
      const told = days.every((day) => ran.known.has(day)) && own.every((part) => part.to <= now.getTime());
      const unsure = days.every((day) => ran.exact.has(day)) ? 0 : ran.step / 2;
      return [id, told ? runDifferences(own, ran.runs, { normalOf, unsure, zone: CHINA }) : null];
    }),
  );
}
