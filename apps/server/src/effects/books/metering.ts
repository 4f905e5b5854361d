/** What a monthly confirmation is compared with: the same project's earlier ones of the same kind, and what was supplied in the month. */
import { textOrNull } from '@hengneng/core';
import { sql } from 'kysely';
import type { Lookup } from './lookup.ts';

/** Figure by which confirmed water of the cooling towers goes into a project's figures. */
export const TOWER_WATER = '冷却塔补水量';

interface Statement {
  readonly table: string;
  readonly quantity: string;
  /** A project has one statement a month for each value of this field. */
  readonly by?: { readonly key: string; readonly column: string };
}

const STATEMENTS: Readonly<Record<string, Statement>> = {
  coldAndHeatMeter: {
    table: 'f_cold_and_heat_meter',
    quantity: 'settle_total',
    by: { key: 'supplyMode', column: 'supply_mode' },
  },
  electricityMeter: { table: 'f_electricity_meter', quantity: 'settle_total' },
  waterMeter: { table: 'f_water_meter', quantity: 'used_total' },
};

const yearBefore = (month: string): string => `${Number(month.slice(0, 4)) - 1}${month.slice(4)}`;

/** What the newest approved statement says of those whose month passes. */
const earlier =
  (which: 'last' | 'lastYear'): Lookup =>
  async (tx, _value, { moduleId, record }) => {
    const of = STATEMENTS[moduleId];
    const [project, month] = [textOrNull(record.project), textOrNull(record.settleMonth)];
    const by = of?.by === undefined ? null : textOrNull(record[of.by.key]);
    if (of === undefined || project === null || month === null || (of.by !== undefined && by === null)) return null;
    const { rows } = await sql<{ quantity: string }>`select ${sql.ref(of.quantity)}::text as quantity
      from ${sql.table(of.table)} where project = ${project} and status = 'approved'
        and ${which === 'last' ? sql`settle_month < ${month}` : sql`settle_month = ${yearBefore(month)}`}
        ${of.by === undefined ? sql`` : sql`and ${sql.ref(of.by.column)} = ${by}`}
      order by settle_month desc limit 1`.execute(tx);
    return rows[0]?.quantity ?? null;
  };

/** What the cold and heat meters of the project confirmed in the month, kWh. */
const supplied =
  (modes: readonly string[]): Lookup =>
  async (tx, _value, { record }) => {
    const [project, month] = [textOrNull(record.project), textOrNull(record.settleMonth)];
    if (project === null || month === null) return null;
    const { rows } = await sql<{ kwh: string | null }>`select sum(settle_total)::text as kwh from f_cold_and_heat_meter
      where project = ${project} and settle_month = ${month} and supply_mode = any(${[...modes]}::text[]) and status = 'approved'`.execute(
      tx,
    );
    return rows[0]?.kwh ?? null;
  };

export const METER_LOOKUPS = {
  lastQuantity: earlier('last'),
  lastYearQuantity: earlier('lastYear'),
  coolOutput: supplied(['供冷']),
  energyOutput: supplied(['供冷', '采暖']),
} satisfies Readonly<Record<string, Lookup>>;

/** What our own meters say of a confirmed supply, to hold a bill against: the meter that the row names where it is one of them, else all. */
export const CONFIRMED_LOOKUPS = {
  quantity: async (tx, confirmation, { row }) => {
    const { rows } = await sql<{ quantity: string | null }>`
      select coalesce((select sum(r.used_qty) from f_main_energy_source_readings r join device d on d.id = r.meter
          where r.parent_id = f.id and d.code = ${textOrNull(row?.meterNo)}), f.used_total)::text as quantity
      from f_main_energy_source f where f.id = ${confirmation}::bigint and f.status = 'approved'`.execute(tx);
    return rows[0]?.quantity ?? null;
  },
} satisfies Readonly<Record<string, Lookup>>;
