/**
 * What a sample is checked against: the meters of a project by what its gateways call them. Processes keep it and ask in each transaction
 * whether anything of the project was committed since (`meter_touch`), which costs far less than looking a hundred thousand samples up.
 */
import { addDays, CHINA, instantOf, type Register } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import { keptOfDatabase } from '../../../platform/db/kept.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { remembered } from '../remembered.ts';
import { isRegister } from './register-numbers.ts';

/** An apparatus and when it hung there; instants in milliseconds. */
export interface Hung {
  readonly from: number;
  readonly to: number;
  readonly digits: number;
}

export interface KnownMeter {
  readonly id: string;
  readonly number: number;
  readonly registers: ReadonlySet<Register>;
  /** Without any, the meter was set up and nobody said what hangs there: its dial is not checked. */
  readonly hung: readonly Hung[];
  /** Milliseconds, of its days of use in China's calendar. */
  readonly usedFrom: number;
  readonly usedTo: number;
}
export type MetersByPoint = ReadonlyMap<string, KnownMeter>;

/** A meter with an apparatus that hung there; as many rows as it had, one without where nobody said. Seconds, and days `YYYY-MM-DD`. */
interface Row {
  readonly project: string;
  readonly point: string | null;
  readonly code: string;
  readonly id: string;
  readonly registers: string;
  readonly usedFrom: string;
  readonly usedTo: string | null;
  readonly hungFrom: number | null;
  readonly hungTo: number | null;
  readonly digits: number | null;
}

interface Kept {
  readonly version: string;
  /** Under way at first: transactions of a burst come at once, and the meters of a company are looked up by one of them. */
  readonly meters: Promise<MetersByPoint>;
}
const kept = keptOfDatabase<string, Kept>();

/** Nothing was ever changed of a project that is not there. How many rows there are counts as well: the last one may have been committed first. */
const versionsOf = async (tx: Db | Tx, projects: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await sql<{ project: string; version: string }>`
    select project_code as project, count(*) || '.' || max(id) as version from meter_touch
    where project_code = any(${[...projects]}::text[]) group by project_code`.execute(tx);
  return new Map(rows.map(({ project, version }) => [project, version]));
};

function metersIn(rows: readonly Row[]): readonly (readonly [Row, KnownMeter])[] {
  const registers = remembered((text: string) => new Set(text.split(',').filter(isRegister)));
  const begins = remembered((day: string) => instantOf(day, 0, CHINA));
  const millis = (seconds: number | null): number => (seconds === null ? Number.POSITIVE_INFINITY : seconds * 1000);
  return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap((own) => {
    const [row] = own;
    if (row === undefined) return [];
    const hung = own.flatMap(({ hungFrom, hungTo, digits }): Hung[] =>
      hungFrom === null || digits === null ? [] : [{ from: millis(hungFrom), to: millis(hungTo), digits }],
    );
    const used = {
      usedFrom: begins(row.usedFrom),
      usedTo: row.usedTo === null ? Number.POSITIVE_INFINITY : begins(addDays(row.usedTo, 1)),
    };
    return [[row, { id: row.id, number: Number(row.id), registers: registers(row.registers), hung, ...used }]];
  });
}

/** A point's name counts before a device's number, should one be called as another is numbered. */
function byPoint(rows: readonly Row[]): MetersByPoint {
  const meters = new Map<string, KnownMeter>();
  const read = metersIn(rows);
  for (const [row, meter] of read) meters.set(row.code, meter);
  for (const [row, meter] of read) if (row.point !== null) meters.set(row.point, meter);
  return meters;
}

/** Plain columns: a list made for each meter would take the database three times as long as all the rest. */
async function load(tx: Db | Tx, projects: readonly string[]): Promise<ReadonlyMap<string, readonly Row[]>> {
  const { rows } = await sql<Row>`
    select m.project_code as project, d.point_code as point, d.code, m.device_id::text as id, array_to_string(m.registers, ',') as registers,
      m.used_from::text as "usedFrom", m.used_to::text as "usedTo", date_part('epoch', i.installed_at) as "hungFrom",
      date_part('epoch', i.removed_at) as "hungTo", i.digits
    from meter m join device d on d.id = m.device_id left join meter_install i on i.meter_id = m.device_id
    where m.project_code = any(${[...projects]}::text[])`.execute(tx);
  return Map.groupBy(rows, ({ project }) => project);
}

/** Begins to look meters up; what fails is asked for again by the next. */
function begin(tx: Db | Tx, projects: readonly string[], versions: ReadonlyMap<string, string>): void {
  if (projects.length === 0) return;
  const loaded = load(tx, projects);
  for (const project of projects) {
    const one = {
      version: versions.get(project) ?? '',
      meters: loaded.then((rows) => byPoint(rows.get(project) ?? [])),
    };
    kept.set(project, one);
    one.meters.catch(() => {
      if (kept.get(project) === one) kept.delete(project);
    });
  }
}

/** Meters of a project by point, or device number; the empty map where it has none. */
export async function metersOf(tx: Db | Tx, projects: readonly string[]): Promise<ReadonlyMap<string, MetersByPoint>> {
  const versions = await versionsOf(tx, projects);
  begin(
    tx,
    projects.filter((project) => kept.get(project)?.version !== (versions.get(project) ?? '')),
    versions,
  );
  const meters = projects.map(async (project) => {
    const of: readonly [string, MetersByPoint] = [project, (await kept.get(project)?.meters) ?? new Map()];
    return of;
  });
  return new Map(await Promise.all(meters));
}

/** Projects that are looked up at a time, so that whoever asks for something else meanwhile does not wait. */
const AT_ONCE = 20;

/** Looks the meters of all gateways up after a start: the first burst is answered as fast as the others. */
export async function knowMeters(db: Db, signal: AbortSignal): Promise<void> {
  const { rows } = await sql<{
    project: string;
  }>`select distinct project_code as project from gateway where enabled order by 1`.execute(db);
  for (let from = 0; from < rows.length && !signal.aborted; from += AT_ONCE)
    await metersOf(
      db,
      rows.slice(from, from + AT_ONCE).map(({ project }) => project),
    );
}
