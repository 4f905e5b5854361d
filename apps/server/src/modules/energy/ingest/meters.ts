/**
 * What a sample is checked against: the meters of a project by what its gateways call them. Processes keep it and ask in each transaction
 * whether anything was committed since (`meter_touch`), which costs far less than looking a hundred thousand samples up.
 */
import { addDays, CHINA, instantOf, type Register } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import { keptOfDatabase } from '../../../platform/db/kept.ts';
import type { Tx } from '../../../platform/db/schema.ts';
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

const versionOf = async (tx: Tx): Promise<string> => {
  const { rows } = await sql<{
    version: string;
  }>`select count(*) || '.' || coalesce(max(id), 0) as version from meter_touch`.execute(tx);
  return rows[0]?.version ?? '';
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
async function load(tx: Tx, projects: readonly string[]): Promise<ReadonlyMap<string, readonly Row[]>> {
  const { rows } = await sql<Row>`
    select m.project_code as project, d.point_code as point, d.code, m.device_id::text as id, array_to_string(m.registers, ',') as registers,
      m.used_from::text as "usedFrom", m.used_to::text as "usedTo", date_part('epoch', i.installed_at) as "hungFrom",
      date_part('epoch', i.removed_at) as "hungTo", i.digits
    from meter m join device d on d.id = m.device_id left join meter_install i on i.meter_id = m.device_id
    where m.project_code = any(${[...projects]}::text[])`.execute(tx);
  return Map.groupBy(rows, ({ project }) => project);
}

/** Begins to look meters up; what fails is asked for again by the next. */
function begin(tx: Tx, projects: readonly string[], version: string): void {
  if (projects.length === 0) return;
  const loaded = load(tx, projects);
  for (const project of projects) {
    const one = { version, meters: loaded.then((rows) => byPoint(rows.get(project) ?? [])) };
    kept.set(project, one);
    one.meters.catch(() => {
      if (kept.get(project) === one) kept.delete(project);
    });
  }
}

/** Meters of a project by point, or device number; the empty map where it has none. */
export async function metersOf(tx: Tx, projects: readonly string[]): Promise<ReadonlyMap<string, MetersByPoint>> {
  const version = await versionOf(tx);
  begin(
    tx,
    projects.filter((project) => kept.get(project)?.version !== version),
    version,
  );
  const meters = projects.map(async (project) => {
    const of: readonly [string, MetersByPoint] = [project, (await kept.get(project)?.meters) ?? new Map()];
    return of;
  });
  return new Map(await Promise.all(meters));
}
