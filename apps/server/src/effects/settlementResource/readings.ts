/**
 * Readings of meters as both sides confirmed them. They form one chain a meter: a period begins with the figure, and not before the day, that the
 * last confirmation ended with, whichever form that was; only the last link can be taken off.
 */
import { meterReading } from '@hengneng/forms';
import { Big } from 'big.js';
import { sql } from 'kysely';
import type { Effect } from '../../engine/forms/effect.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { invalid, refused } from '../../platform/http/errors.ts';
import { effect } from '../kit/effect.ts';

/** What every form that confirms readings says. */
interface Statement {
  readonly id: string;
  readonly serial: string | null;
  readonly project: string;
  readonly settleMonth: string;
  readonly periodStart: string;
  readonly periodEnd: string;
}

export interface MeterRow {
  readonly meter: string;
  readonly readKind: '正常' | '换表' | '满码归零';
  readonly previous: string;
  readonly current: string;
  readonly oldFinal: string | null;
  readonly newInitial: string | null;
  readonly multiple?: string | null;
  readonly quantity: string | null;
  readonly unit?: string | null;
}

interface Known {
  readonly id: string;
  readonly name: string;
  /** Of the last confirmation; null where there is none. */
  readonly current: string | null;
  readonly end: string | null;
  readonly document: string | null;
}

/** The meters, each with its last standing confirmation in the project where it is now; locked, so that two statements do not both go on from the same one. */
async function metersOf(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, Known>> {
  const { rows } = await sql<Known>`
    select d.id::text, d.name, r.current::text, r.period_end::text as end, r.document
    from device d left join lateral (select current, period_end, document from b_meter_reading
      where device = d.id and project = d.project_code and not voided order by period_end desc, id desc limit 1) r on true
    where d.id = any(${[...ids]}::bigint[]) order by d.id for update of d`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

const places = (amount: string): number => amount.split('.')[1]?.length ?? 0;

/** What is wrong with a row, and its field; null where it goes on from what stands. */
function wrongWith(
  record: Statement,
  row: MeterRow,
  known: Known | undefined,
): { readonly key: 'meter' | 'previous'; readonly message: string } | null {
  if (known === undefined) return { key: 'meter', message: '表计不存在，请重新选择' };
  if (known.end === null || known.current === null) return null;
  if (record.periodStart < known.end)
    return { key: 'meter', message: `${known.name}已由${known.document}确认到${known.end}，起始日期不能早于该日` };
  // A form may keep fewer places than the meter shows.
  if (!Big(row.previous).eq(Big(known.current).round(places(row.previous))))
    return { key: 'previous', message: `${known.name}上期止码为${Number(known.current)}，本期起码应与之相同` };
  return null;
}

/** Later confirmations go on from the record's. */
async function demandLast(tx: Tx, record: Statement, meters: readonly string[]): Promise<void> {
  const { rows } = await sql<{ name: string; document: string }>`select d.name, r.document
    from b_meter_reading r join device d on d.id = r.device
    where r.device = any(${[...meters]}::bigint[]) and not r.voided and r.period_end > ${record.periodEnd}::date limit 1`.execute(
    tx,
  );
  if (rows[0]) throw refused(`${rows[0].name}已有后续抄表确认单${rows[0].document}，请先作废后续单据`);
}

/** What a statement's readings are asked at submit, and what they leave when it ends. */
export const readingEffects = <R extends Statement>(
  detail: string,
  rowsOf: (record: R) => readonly MeterRow[],
): { readonly check: Effect<R>; readonly lastReading: Effect<R> } => ({
  check: effect<R>(async ({ tx, record }) => {
    const rows = rowsOf(record);
    const meters = await metersOf(
      tx,
      rows.map((row) => row.meter),
    );
    for (const [index, row] of rows.entries()) {
      const at = (key: string) => `${detail}[${index}].${key}`;
      if (rows.findIndex((other) => other.meter === row.meter) < index)
        throw invalid([{ path: at('meter'), message: '同一只表只能填一行' }]);
      const wrong = wrongWith(record, row, meters.get(row.meter));
      if (wrong) throw invalid([{ path: at(wrong.key), message: wrong.message }]);
    }
  }),
  lastReading: effect<R>(
    async ({ tx, record, book, set }) => {
      const rows = rowsOf(record);
      const meters = await metersOf(
        tx,
        rows.map((row) => row.meter),
      );
      for (const row of rows) {
        const wrong = wrongWith(record, row, meters.get(row.meter));
        if (wrong) throw refused(`${wrong.message}，请退回申请人核对`);
        await book(meterReading, {
          device: row.meter,
          project: record.project,
          month: record.settleMonth,
          periodStart: record.periodStart,
          periodEnd: record.periodEnd,
          readKind: row.readKind,
          previous: row.previous,
          current: row.current,
          oldFinal: row.oldFinal,
          newInitial: row.newInitial,
          multiple: row.multiple,
          quantity: row.quantity ?? '0',
          unit: row.unit,
          document: record.serial ?? '',
        });
        await set('device', row.meter, { last_reading: row.current });
      }
    },
    (tx, record) =>
      demandLast(
        tx,
        record,
        rowsOf(record).map((row) => row.meter),
      ),
  ),
});
