/** How projects judge and lock, with the defaults where nobody set anything. */
import {
  CHINA,
  type DayRule,
  DEFAULT_LOCKS,
  type DeviationLevel,
  type DeviationLimits,
  type DeviationOverride,
  deviationOf,
  type LockInput,
  type LockSettings,
  type MonthAct,
} from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/schema.ts';

interface RawSetting {
  readonly project: string;
  readonly validFrom: string;
  readonly cut: number;
  readonly attribution: DayRule['attribution'];
  readonly tolerance: number;
  readonly entryDays: number;
  readonly entryMinutes: number;
  readonly dayLockDays: number;
  readonly monthLockDay: number;
  readonly monthLockMinutes: number;
  readonly photoMeters: readonly string[];
  readonly runEvery: number;
  readonly shifts: readonly { readonly to: number; readonly handover?: number }[];
}

interface RawDeviation {
  readonly level: DeviationLevel;
  readonly project: string | null;
  readonly category: string | null;
  readonly meter: string | null;
  readonly values: Partial<Record<keyof DeviationLimits, string>>;
}

/** One project's rules as they hold now. */
export interface ProjectRules {
  readonly project: string;
  /** Minutes after midnight at which meters are read today. */
  readonly cut: number;
  readonly tolerance: number;
  readonly locks: LockSettings;
  readonly acts: readonly MonthAct[];
  /** Meters besides settling ones that are photographed. */
  readonly photoMeters: ReadonlySet<string>;
  readonly stopped: ReadonlySet<string>;
  /** Hours between two records of a machine (运行参数频次). */
  readonly runEvery: number;
  /** Minutes after midnight at which one shift hands over to the next (交接时刻), in the order of the day. */
  readonly handovers: readonly number[];
  lockInput(now: Date): LockInput;
  deviation(meter: string, category: string): DeviationLimits;
}

const fromRaw = (
  raw: RawSetting | undefined,
): Pick<ProjectRules, 'cut' | 'tolerance' | 'locks' | 'photoMeters' | 'runEvery' | 'handovers'> => ({
  cut: raw?.cut ?? 480,
  tolerance: raw?.tolerance ?? 60,
  photoMeters: new Set(raw?.photoMeters),
  runEvery: raw?.runEvery ?? 2,
  handovers: [...new Set(raw?.shifts.map(({ to, handover }) => (handover ?? to) % 1440))].sort((a, b) => a - b),
  locks:
    raw === undefined
      ? { zone: CHINA, ...DEFAULT_LOCKS }
      : {
          zone: CHINA,
          entry: { days: raw.entryDays, minutes: raw.entryMinutes },
          dayLock: { days: raw.dayLockDays, minutes: 1440 },
          monthLock: { day: raw.monthLockDay, minutes: raw.monthLockMinutes },
        },
});

const override = ({ level, values }: RawDeviation): DeviationOverride => ({
  level,
  ...Object.fromEntries(Object.entries(values).map(([key, value]) => [key, Number(value)])),
});

/** @param today the day whose settings hold */
export async function projectRules(
  db: Db | Tx,
  projects: readonly string[],
  today: string,
): Promise<ReadonlyMap<string, ProjectRules>> {
  const codes = [...projects];
  const [settings, acts, deviations, stops] = await Promise.all([
    sql<RawSetting>`select o.project_code as project, valid_from::text as "validFrom", day_cut as cut,
        attribution, tolerance_minutes as tolerance, entry_days as "entryDays", entry_minutes as "entryMinutes",
        day_lock_days as "dayLockDays", month_lock_day as "monthLockDay", month_lock_minutes as "monthLockMinutes",
        photo_meters::text[] as "photoMeters", param_hours as "runEvery", shifts
      from unnest(${codes}::text[]) c(code) cross join lateral operational_on(c.code, ${today}::date) o`.execute(db),
    sql<{ project: string; month: string; act: MonthAct['act']; at: Date }>`
      select project_code as project, month, act, at from period_act where project_code = any(${codes}::text[]) order by id`.execute(
      db,
    ),
    sql<RawDeviation>`select level, project_code as project, category_id::text as category, meter_id::text as meter,
        jsonb_strip_nulls(jsonb_build_object('warn', warn::text, 'abnormal', abnormal::text, 'minUsage', min_usage::text,
          'width', width_c::text, 'samples', samples::text, 'capacityFactor', capacity_factor::text, 'subDiff', sub_diff::text,
          'billDiff', bill_diff::text, 'balanceDiff', balance_diff::text, 'copMin', cop_min::text, 'copMax', cop_max::text)) as values
      from deviation_setting where project_code is null or project_code = any(${codes}::text[])`.execute(db),
    sql<{ project: string; day: string }>`select project_code as project, day::text from stop_day
      where project_code = any(${codes}::text[])`.execute(db),
  ]);
  const setting = new Map(settings.rows.map((row) => [row.project, row]));
  return new Map(
    codes.map((project) => {
      const basics = fromRaw(setting.get(project));
      const monthActs = acts.rows
        .filter((row) => row.project === project)
        .map(({ month, act, at }) => ({ month, act, at: at.getTime() }));
      return [
        project,
        {
          project,
          ...basics,
          acts: monthActs,
          stopped: new Set(stops.rows.filter((row) => row.project === project).map(({ day }) => day)),
          lockInput: (now) => ({ now: now.getTime(), settings: basics.locks, acts: monthActs }),
          deviation: (meter, category) =>
            deviationOf(
              deviations.rows
                .filter(
                  (one) =>
                    one.level === 'company' ||
                    (one.project === project &&
                      (one.level === 'project' ||
                        (one.level === 'category' && one.category === category) ||
                        one.meter === meter)),
                )
                .map(override),
            ),
        },
      ];
    }),
  );
}
