/**
 * What a sample is checked against: the meters of a project by what its gateways call them. Processes keep it and ask in each transaction
 * whether anything was committed since (`meter_touch`), which costs far less than looking a hundred thousand samples up.
 */
import type { Register } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import { keptOfDatabase } from '../../../platform/db/kept.ts';
import type { Tx } from '../../../platform/db/schema.ts';
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

interface Row {
  readonly project: string;
  readonly point: string | null;
  readonly code: string;
  readonly id: string;
  readonly registers: readonly string[];
  readonly used_from: Date;
  readonly used_to: Date | null;
  readonly hung: readonly { readonly from: number; readonly to: number | null; readonly digits: number }[];
}

interface Kept {
  readonly version: string;
  readonly meters: MetersByPoint;
}
const kept = keptOfDatabase<string, Kept>();

const versionOf = async (tx: Tx): Promise<string> => {
  const { rows } = await sql<{
    version: string;
  }>`select count(*) || '.' || coalesce(max(id), 0) as version from meter_touch`.execute(tx);
  return rows[0]?.version ?? '';
};

const known = (row: Row): KnownMeter => ({
  id: row.id,
  number: Number(row.id),
  registers: new Set(row.registers.filter(isRegister)),
  hung: row.hung.map(({ from, to, digits }) => ({ from, to: to ?? Number.POSITIVE_INFINITY, digits })),
  usedFrom: row.used_from.getTime(),
  usedTo: row.used_to?.getTime() ?? Number.POSITIVE_INFINITY,
});

/** A point's name counts before a device's number, should one be called as another is numbered. */
function byPoint(rows: readonly Row[]): MetersByPoint {
  const meters = new Map<string, KnownMeter>();
  const read = rows.map((row) => ({ row, meter: known(row) }));
  for (const { row, meter } of read) meters.set(row.code, meter);
  for (const { row, meter } of read) if (row.point !== null) meters.set(row.point, meter);
  return meters;
}

async function load(tx: Tx, projects: readonly string[]): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`
    select m.project_code as project, d.point_code as point, d.code, m.device_id::text as id, m.registers,
      m.used_from::timestamp at time zone 'Asia/Shanghai' as used_from,
      (m.used_to + 1)::timestamp at time zone 'Asia/Shanghai' as used_to,
      coalesce((select json_agg(json_build_object('from', extract(epoch from i.installed_at) * 1000,
        'to', extract(epoch from i.removed_at) * 1000, 'digits', i.digits)) from meter_install i where i.meter_id = m.device_id), '[]') as hung
    from meter m join device d on d.id = m.device_id where m.project_code = any(${[...projects]}::text[])`.execute(tx);
  return rows;
}

/** Meters of a project by point, or device number; the empty map where it has none. */
export async function metersOf(tx: Tx, projects: readonly string[]): Promise<ReadonlyMap<string, MetersByPoint>> {
  const version = await versionOf(tx);
  const stale = projects.filter((project) => kept.get(project)?.version !== version);
  if (stale.length > 0) {
    const rows = Map.groupBy(await load(tx, stale), ({ project }) => project);
    for (const project of stale) kept.set(project, { version, meters: byPoint(rows.get(project) ?? []) });
  }
  return new Map(projects.map((project) => [project, kept.get(project)?.meters ?? new Map<string, KnownMeter>()]));
}
