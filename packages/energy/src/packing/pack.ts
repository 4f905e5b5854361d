/**
 * The readings of one register of one meter on one day in a few bytes each: instants as deltas of deltas, which are nought where a gateway is
 * punctual, values as deltas in units of the register's last digit. Exact, in any order, with duplicates: what comes out is what went in.
 *
 * Layout (numbers as in `varint.ts`): format, how many, which unit the instants are whole counts of; first instant and value; then of each
 * further reading the change of the step in time and the step of the value.
 */
import { ByteReader, ByteWriter } from './varint.ts';

export interface PackedReading {
  /** Milliseconds since 1970, whole. */
  readonly at: number;
  /** What the register showed, in units of its last digit: 12.34 with two decimals is 1234n. */
  readonly value: bigint;
}

const FORMAT = 1n;
/** Milliseconds: gateways send minutes or seconds; only what is neither pays for milliseconds. */
const TIME_UNITS = [60_000, 1_000, 1] as const;

/** @throws RangeError where an instant is no whole number of milliseconds */
export function packReadings(readings: readonly PackedReading[]): Uint8Array {
  const wrong = readings.find(({ at }) => !Number.isSafeInteger(at));
  if (wrong !== undefined) throw new RangeError(`not an instant: ${wrong.at}`);
  const unit = TIME_UNITS.findIndex((size) => readings.every(({ at }) => at % size === 0));
  const size = TIME_UNITS[unit] ?? 1;
  const out = new ByteWriter();
  out.unsigned(FORMAT);
  out.unsigned(BigInt(readings.length));
  out.unsigned(BigInt(unit));
  let time = 0;
  let step = 0;
  let value = 0n;
  for (const [index, reading] of readings.entries()) {
    const now = reading.at / size;
    const next = index === 0 ? 0 : now - time;
    out.signed(BigInt(index === 0 ? now : next - step));
    out.signed(reading.value - value);
    time = now;
    step = next;
    value = reading.value;
  }
  return out.bytes();
}

/** @throws RangeError for bytes that are no packed readings */
export function unpackReadings(bytes: Uint8Array): readonly PackedReading[] {
  const from = new ByteReader(bytes);
  if (from.unsigned() !== FORMAT) throw new RangeError('packed readings of an unknown format');
  const count = Number(from.unsigned());
  const size = TIME_UNITS[Number(from.unsigned())];
  if (size === undefined) throw new RangeError('packed readings in an unknown unit of time');
  const readings: PackedReading[] = [];
  let time = 0;
  let step = 0;
  let value = 0n;
  for (let index = 0; index < count; index += 1) {
    const told = Number(from.signed());
    value += from.signed();
    if (index > 0) step += told;
    time = index === 0 ? told : time + step;
    readings.push({ at: time * size, value });
  }
  if (!from.done) throw new RangeError('packed readings with something behind them');
  return readings;
}
