/** What forms are told of rooms: what was invoiced without having been paid, and what their meters said last. */
import { textOrNull } from '@hengneng/core';
import { sql } from 'kysely';
import type { Lookup, LookupEnv, Lookups } from './lookup.ts';
import { lossShares, type Reading } from './meter-loss.ts';
import type { Source } from './source.ts';

const me = (env: LookupEnv): Source => ({ module: env.moduleId, id: env.businessId ?? '0' });

const openUnpaid: Lookup = async (tx, room, env) => {
  if (room === null) return null;
  const { module, id } = me(env);
  const { rows } = await sql<{ sum: string }>`
    select coalesce(sum(amount - coalesce(received, 0) - coalesce(reversed, 0)), 0)::numeric(18,2)::text as sum from b_property_invoice
    where room = ${room} and not voided and not (source_module = ${module} and source_id = ${id}::bigint)`.execute(tx);
  return rows[0]?.sum ?? '0.00';
};

/** What is known of a room's meter of the asking form's kind; of the one that the row names, where it names one. */
const ofMeter =
  (column: 'last_reading' | 'last_use' | 'unit_price'): Lookup =>
  async (tx, room, { record, row }) => {
    if (room === null) return null;
    const { rows } = await sql<{ value: string | null }>`select ${sql.ref(column)}::text as value from b_room_meter
      where room = ${room} and meter_kind = ${textOrNull(record.meterKind)} and not voided
        and (${textOrNull(row?.meterNo)}::text is null or meter_no = ${textOrNull(row?.meterNo)}) order by id desc limit 1`.execute(
      tx,
    );
    return rows[0]?.value ?? null;
  };

/** Other forms that charge the same meter for the same month. */
const meterBilledCount: Lookup = async (tx, room, env) => {
  const { record, row } = env;
  if (room === null) return null;
  const { module, id } = me(env);
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from b_meter_charge where room = ${room} and not voided
    and meter_kind = ${textOrNull(record.meterKind)} and month = ${textOrNull(record.chargeMonth)}
    and (${textOrNull(row?.meterNo)}::text is null or meter_no = ${textOrNull(row?.meterNo)})
    and not (source_module = ${module} and source_id = ${id}::bigint)`.execute(tx);
  return rows[0]?.n ?? 0;
};

const share: Lookup = async (_tx, _value, { record, row }) => {
  const meterNo = textOrNull(row?.meterNo);
  if (meterNo === null || !Array.isArray(record.readings)) return null;
  return lossShares(record, record.readings as readonly Reading[]).get(meterNo) ?? '0.000';
};

const KWH_PER_GJ = 277.7778;

/** What a confirmation of cold and heat comes to, in the unit of the asking form. */
const confirmed: Lookup = async (tx, id, { record }) => {
  if (id === null || (record.quantityUnit !== 'kWh' && record.quantityUnit !== 'GJ')) return null;
  const { rows } = await sql<{ quantity: string | null }>`
    select round(settle_total / ${record.quantityUnit === 'GJ' ? KWH_PER_GJ : 1}::numeric, 3)::text as quantity
    from f_cold_and_heat_meter where id = ${id}`.execute(tx);
  return rows[0]?.quantity ?? null;
};

export const CHARGE_LOOKUPS: Lookups = {
  coldAndHeatMeter: { quantity: confirmed },
  room: {
    openUnpaid,
    lastReading: ofMeter('last_reading'),
    lastUse: ofMeter('last_use'),
    meterPrice: ofMeter('unit_price'),
    meterBilledCount,
  },
  meterLoss: { share },
};
