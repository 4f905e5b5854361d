/** What was recorded of days elsewhere: the weather, the roster, what machines showed; and the versions that people made of it. */
import type { DayChangeRow } from '@hengneng/contracts';
import { addDays, CHINA, daysThrough, HOUR, instantOf, timeText } from '@hengneng/energy/measuring';
import { runSpells } from '@hengneng/energy/plant';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { dutyOf } from '../reports/duty.ts';
import { isRunning, lastRuns, type Machine, machinesOf, meanOf, type RunRecord, standingRuns } from '../runs/index.ts';
import { projectRules } from '../settings/index.ts';
import { type DayContent, EMPTY_NOTE, type HostRow, merged, type Override } from './content.ts';

interface Span {
  readonly from: string;
  readonly to: string;
}

interface RawWeather {
  readonly day: string;
  readonly condition: string;
  readonly max: number | null;
  readonly min: number | null;
  readonly avg: number | null;
  readonly humidity: number | null;
}

const tenth = (value: number | null): number | null => (value === null ? null : Number(value.toFixed(1)));
const MODES = ['制冷', '采暖', '热水'] as const;

/** From when to when each machine ran on a day, with the means of what it showed meanwhile. */
function rowsOfDay(
  machines: readonly Machine[],
  records: ReadonlyMap<string, readonly RunRecord[]>,
  day: string,
  until: number,
  step: number,
): readonly HostRow[] {
  const from = instantOf(day, 0, CHINA);
  const end = from + 24 * HOUR;
  const to = Math.min(end, until);
  if (to <= from) return [];
  return machines.flatMap((machine) => {
    const own = records.get(machine.id) ?? [];
    const marks = own.map((record) => ({ at: record.at, running: isRunning(record) }));
    return runSpells(marks, { from, to }, step).map((spell): HostRow => {
      const inside = own.filter((record) => isRunning(record) && record.at >= spell.from && record.at <= spell.to);
      const mean = (code: string): number | null => tenth(meanOf(inside, code));
      const mode = MODES.find((known) => inside.some((record) => record.mode === known)) ?? '制冷';
      return {
        DeviceId: machine.id,
        Mode: mode,
        Start: timeText(spell.from, CHINA).slice(11),
        End: spell.to === end ? '24:00' : timeText(spell.to, CHINA).slice(11),
        Starts: spell.from > from ? 1 : 0,
        LoadRate: mean('load'),
        ChwIn: mean('chilledIn'),
        ChwOut: mean('chilledOut'),
        CwIn: mean('coolingIn'),
        CwOut: mean('coolingOut'),
        Note: '',
      };
    });
  });
}

export interface RecordedDays {
  readonly machines: readonly Machine[];
  readonly days: ReadonlyMap<string, DayContent>;
}

/** A few queries for any number of days. */
export async function recordedDays(db: Db | Tx, project: string, span: Span, now: Date): Promise<RecordedDays> {
  const start = instantOf(span.from, 0, CHINA);
  const rules = (await projectRules(db, [project], span.to)).get(project);
  const step = (rules?.runEvery ?? 2) * HOUR;
  const [read, weather, duty, records, before] = await Promise.all([
    machinesOf(db, project),
    sql<RawWeather>`select w.day::text, w.condition, w.max_c::float8 as max, w.min_c::float8 as min, w.avg_c::float8 as avg, w.humidity::float8 as humidity
      from project_weather(${project}, ${span.from}::date, ${span.to}::date) w`.execute(db),
    dutyOf(db, project, span),
    standingRuns(db, project, { from: start, to: instantOf(addDays(span.to, 1), 0, CHINA) + 2 * step }),
    lastRuns(db, project, start),
  ]);
  const machines = read.filter(({ serves }) => !serves);
  const byDevice = Map.groupBy([...before, ...records], ({ device }) => device);
  const byDay = new Map(weather.rows.map((row) => [row.day, row]));
  const days = daysThrough(span.from, span.to).map((day): [string, DayContent] => {
    const of = byDay.get(day);
    return [
      day,
      {
        Run: {
          Weather: of?.condition ?? '',
          OutMax: of?.max ?? null,
          OutMin: of?.min ?? null,
          OutAvg: of?.avg ?? null,
          Humidity: of?.humidity ?? null,
          OnDuty: duty
            .filter((shift) => shift.day === day)
            .map(({ Shift, Names }) => `${Shift} ${Names}`.trim())
            .join('；'),
          Areas: '',
          Occupancy: null,
          Complaints: null,
          Stops: [],
        },
        Hosts: rowsOfDay(machines, byDevice, day, now.getTime(), step),
        Note: EMPTY_NOTE,
      },
    ];
  });
  return { machines, days: new Map(days) };
}

export interface StoredVersion {
  readonly id: string;
  readonly day: string;
  readonly version: number;
  readonly content: Override;
  readonly changed: readonly DayChangeRow[];
  readonly reason: string;
  readonly state: '已生效' | '待同意' | '已退回';
  readonly author: string;
  readonly by: string;
  readonly at: string;
  readonly decider: string;
  readonly decidedAt: string | null;
  readonly decision: string;
}

/** In their order. */
export const dayVersions = async (db: Db | Tx, project: string, span: Span): Promise<readonly StoredVersion[]> => {
  const { rows } =
    await sql<StoredVersion>`select v.id::text, v.day::text, v.version, v.content, v.changed, v.reason, v.state,
      v.created_by::text as author, u.user_name as by, to_jsonb(v.created_at) #>> '{}' as at, coalesce(d.user_name, '') as decider, to_jsonb(v.decided_at) #>> '{}' as "decidedAt", v.decision
    from day_report_version v join app_user u on u.id = v.created_by left join app_user d on d.id = v.decided_by
    where v.project_code = ${project} and v.day between ${span.from} and ${span.to} order by v.day, v.version`.execute(
      db,
    );
  return rows;
};

/** The last version that holds. */
export const holdingOf = (versions: readonly StoredVersion[], day: string): StoredVersion | undefined =>
  versions.findLast((one) => one.day === day && one.state === '已生效');

/** A day as it was corrected, for who reports on it. */
export interface CorrectedDay {
  readonly content: DayContent;
  readonly override: Override;
  readonly version: number;
  /** Of machines by their ids. */
  readonly names: ReadonlyMap<string, string>;
}

/** A day with its versions, as far as it can be told at any of them. */
export interface DayStates {
  readonly recorded: DayContent;
  readonly versions: readonly StoredVersion[];
  readonly names: ReadonlyMap<string, string>;
}

export async function dayStates(db: Db | Tx, project: string, day: string, now: Date): Promise<DayStates> {
  const span = { from: day, to: day };
  const [{ machines, days }, versions] = await Promise.all([
    recordedDays(db, project, span, now),
    dayVersions(db, project, span),
  ]);
  const recorded = days.get(day);
  if (recorded === undefined) throw new Error(`no day ${day}`);
  return { recorded, versions, names: new Map(machines.map(({ id, name }) => [id, name])) };
}

export const correctedBy = ({ recorded, names }: DayStates, version: StoredVersion): CorrectedDay => ({
  content: merged(recorded, version.content),
  override: version.content,
  version: version.version,
  names,
});

/** Null where nobody corrected anything. */
export async function correctedDay(db: Db | Tx, project: string, day: string, now: Date): Promise<CorrectedDay | null> {
  const held = holdingOf(await dayVersions(db, project, { from: day, to: day }), day);
  return held === undefined ? null : correctedBy(await dayStates(db, project, day, now), held);
}
