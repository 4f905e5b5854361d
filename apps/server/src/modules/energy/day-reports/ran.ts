/** When any machine of a project ran, by the day reports: what was recorded, or what people put right of it. */
import { addDays, CHINA, daysThrough, HOUR, instantOf, minutesOf } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { projectRules } from '../settings/index.ts';
import { merged } from './content.ts';
import { dayVersions, holdingOf, recordedDays } from './recorded.ts';

interface Stretch {
  readonly from: number;
  readonly to: number;
}

export interface HostsRan {
  /** In order and apart from each other. */
  readonly runs: readonly Stretch[];
  /** Days of which anybody wrote down anything. */
  readonly known: ReadonlySet<string>;
  /** Days whose moments were put right by people; the others' are half-way between two records. */
  readonly exact: ReadonlySet<string>;
  /** Between two records, in milliseconds. */
  readonly step: number;
}

const joined = (runs: readonly Stretch[]): readonly Stretch[] => {
  const found: { from: number; to: number }[] = [];
  for (const { from, to } of runs.toSorted((a, b) => a.from - b.from)) {
    const last = found.at(-1);
    if (last !== undefined && from <= last.to) last.to = Math.max(last.to, to);
    else found.push({ from, to });
  }
  return found;
};

/** A few queries for any number of days. */
export async function hostsRan(
  db: Db | Tx,
  project: string,
  span: { readonly from: string; readonly to: string },
  now: Date,
): Promise<HostsRan> {
  const [{ days }, versions, rules, written] = await Promise.all([
    recordedDays(db, project, span, now),
    dayVersions(db, project, span),
    projectRules(db, [project], span.to),
    sql<{ day: string }>`select distinct (r.at at time zone ${CHINA})::date::text as day from run_reading r
      where r.project_code = ${project} and not r.voided and r.at >= ${new Date(instantOf(span.from, 0, CHINA))}
        and r.at < ${new Date(instantOf(addDays(span.to, 1), 0, CHINA))}`.execute(db),
  ]);
  const held = new Map(daysThrough(span.from, span.to).map((day) => [day, holdingOf(versions, day)?.content]));
  const exact = new Set([...held].flatMap(([day, content]) => (content?.Hosts === undefined ? [] : [day])));
  return {
    runs: joined(
      [...days].flatMap(([day, recorded]) =>
        merged(recorded, held.get(day)).Hosts.map(({ Start, End }) => ({
          from: instantOf(day, minutesOf(Start) ?? 0, CHINA),
          to: instantOf(day, minutesOf(End) ?? 1440, CHINA),
        })),
      ),
    ),
    known: new Set([...written.rows.map(({ day }) => day), ...exact]),
    exact,
    step: (rules.get(project)?.runEvery ?? 2) * HOUR,
  };
}
