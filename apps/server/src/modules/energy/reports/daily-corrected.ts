/** What of a day's report is no meter's reading: as it was recorded, and as people corrected it. */
import type { DailyContent } from '@hengneng/contracts';
import { CHINA, timeText } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { Ctx } from '../../../platform/context.ts';
import { type CorrectedDay, type HostRow, hoursOf } from '../day-reports/index.ts';
import { hostFigures } from '../analysis/machines.ts';
import { countedMeters } from '../analysis/meters.ts';
import { machineSpans, meanOf, waterMoved } from '../runs/index.ts';
import type { DutyShift } from './duty.ts';
import { outputOf, sumUsage } from './sums.ts';

export async function weatherRange(ctx: Ctx, project: string, day: string) {
  const { rows } = await sql<{
    max: number;
    min: number;
  }>`select max_c::float8 as max, min_c::float8 as min 
    from project_weather(${project}, ${day}::date, ${day}::date)`.execute(ctx.db);
  return rows[0];
}

const rounded = (value: number | null | undefined, places: number): number | null =>
  value === null || value === undefined ? null : Number(value.toFixed(places));

type Corrected = CorrectedDay | null;

/** What meters of its own say of a machine (`withMeters`). */
const NOT_METERED = { Output: null, Gas: null, Elec: null } as const;

/** Machines with what their meters counted. */
export async function withMeters(
  ctx: Ctx,
  project: string,
  day: string,
  rows: DailyContent['hosts'],
): Promise<DailyContent['hosts']> {
  const meters = await countedMeters(ctx.db, project);
  const hosts = await hostFigures(ctx.db, project, meters, { from: day, to: day }, ctx.now);
  const of = new Map(hosts.flatMap(({ host, figures }) => (host === null ? [] : [[host.name, figures] as const])));
  return rows.map((row) => {
    const known = (of.get(row.HostName) ?? []).filter((figure) => figure.known);
    const used = (code: string): string | null => {
      const own = known.filter((figure) => figure.code === code);
      return own.length === 0 ? null : sumUsage(own);
    };
    return { ...row, Output: outputOf(known), Gas: used('gas'), Elec: used('elec') };
  });
}

/** Cooling water that went round on a day, m³. */
export const coolingWater = async (ctx: Ctx, project: string, day: string): Promise<number | null> =>
  waterMoved(await machineSpans(ctx.db, project, { from: day, to: day }, ctx.now), 'coolingFlow');

/** What the machines' points were on average over the records of the day while they ran, and how long that was. */
export async function hostsOf(
  ctx: Ctx,
  project: string,
  day: string,
  corrected: Corrected,
): Promise<DailyContent['hosts']> {
  const spans = await machineSpans(ctx.db, project, { from: day, to: day }, ctx.now);
  const rows = spans
    .filter(({ records }) => records > 0)
    .map(({ machine, running, records, modes, hours, complete, balance, copOf }) => {
      const mean = (code: string, places = 1): number | null => rounded(meanOf(running, code), places);
      const clock = (one: { readonly at: number } | undefined): string =>
        one === undefined ? '' : timeText(one.at, CHINA).slice(11);
      return {
        HostName: machine.name,
        Mode: modes.join('、') || '停机',
        Records: records,
        Start: clock(running[0]),
        End: clock(running.at(-1)),
        LoadRate: mean('load'),
        ChwIn: mean('chilledIn'),
        ChwOut: mean('chilledOut'),
        CwIn: mean('coolingIn'),
        CwOut: mean('coolingOut'),
        HtgTemp: mean('highGenerator'),
        FlueTemp: mean('exhaust'),
        Vacuum: mean('vacuum', 0),
        Hours: rounded(hours?.hours, 1),
        HoursComplete: rounded(complete, 1),
        Flow: mean('chilledFlow'),
        Cop: rounded(copOf, 2),
        BalanceDiff: rounded(balance?.percent, 1),
        ...NOT_METERED,
      };
    });
  const typed = corrected?.override.Hosts;
  return corrected === null || typed === undefined ? rows : correctedHosts(rows, typed, corrected.names);
}

/** Of machines that people corrected: what they wrote, with what was recorded besides. */
function correctedHosts(
  rows: DailyContent['hosts'],
  typed: readonly HostRow[],
  names: ReadonlyMap<string, string>,
): DailyContent['hosts'] {
  return [...Map.groupBy(typed, ({ DeviceId }) => DeviceId)].map(([id, of]) => {
    const sorted = of.toSorted((a, b) => (a.Start < b.Start ? -1 : 1));
    const HostName = names.get(id) ?? '主机';
    const recorded = rows.find((row) => row.HostName === HostName);
    // Spells of different length weigh as long as they lasted.
    const mean = (key: 'LoadRate' | 'ChwIn' | 'ChwOut' | 'CwIn' | 'CwOut'): number | null => {
      const known = sorted.flatMap((row) => (row[key] === null ? [] : [{ value: row[key], hours: hoursOf(row) }]));
      const hours = known.reduce((sum, one) => sum + one.hours, 0);
      return hours === 0 ? null : rounded(known.reduce((sum, one) => sum + one.value * one.hours, 0) / hours, 1);
    };
    return {
      Records: 0,
      HtgTemp: null,
      FlueTemp: null,
      Vacuum: null,
      Flow: null,
      Cop: null,
      BalanceDiff: null,
      ...NOT_METERED,
      ...recorded,
      HostName,
      Mode: [...new Set(sorted.map(({ Mode }) => Mode))].join('、'),
      Start: sorted[0]?.Start ?? '',
      End: sorted.at(-1)?.End ?? '',
      Hours: rounded(
        sorted.reduce((sum, row) => sum + hoursOf(row), 0),
        1,
      ),
      HoursComplete: 100,
      LoadRate: mean('LoadRate'),
      ChwIn: mean('ChwIn'),
      ChwOut: mean('ChwOut'),
      CwIn: mean('CwIn'),
      CwOut: mean('CwOut'),
    };
  });
}

const stopsWords = (
  stops: readonly { readonly From: string; readonly To: string; readonly Reason: string }[],
): string => stops.map(({ From, To, Reason }) => `${From}-${To} ${Reason}`).join('；');

const reportPart = (corrected: Corrected): DailyContent['running']['Report'] => {
  if (corrected === null) return null;
  const { Run, Note } = corrected.content;
  const { Humidity, Areas, Occupancy, Complaints, Stops } = Run;
  return { Version: corrected.version, Humidity, Areas, Occupancy, Complaints, Stops: stopsWords(Stops), ...Note };
};

interface Recorded {
  readonly condition: string | undefined;
  readonly meanC: number | null | undefined;
  readonly range: { readonly max: number; readonly min: number } | undefined;
  readonly duty: readonly DutyShift[];
}
type RunningPart = Pick<DailyContent['running'], 'Weather' | 'OutAvg' | 'OutMax' | 'OutMin' | 'OnDuty' | 'Report'>;

/** The lines of 运行信息 that people may correct. */
export function correctedRunning({ condition, meanC, range, duty }: Recorded, corrected: Corrected): RunningPart {
  const typed = corrected?.override.Run;
  return {
    Weather: typed?.Weather ?? condition ?? '',
    OutAvg: typed?.OutAvg ?? meanC ?? null,
    OutMax: typed?.OutMax ?? range?.max ?? null,
    OutMin: typed?.OutMin ?? range?.min ?? null,
    OnDuty:
      typed?.OnDuty === undefined
        ? duty.map(({ Shift, Start, End, Names }) => ({ Shift, Start, End, Names }))
        : [{ Shift: '', Start: '', End: '', Names: typed.OnDuty }],
    Report: reportPart(corrected),
  };
}
