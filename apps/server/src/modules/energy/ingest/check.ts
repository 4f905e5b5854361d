/** Whether a sample can be what a meter showed. Pure: what is known of meters is given. */
import { SAMPLE_PROBLEMS, type SampleProblem } from '@hengneng/contracts';
import { dayOfInstant, instantMs } from '@hengneng/core';
import { checkReading, MINUTE } from '@hengneng/energy/measuring';
import type { KnownMeter, MetersByPoint } from './meters.ts';
import { isRegister, REGISTER_NUMBERS } from './register-numbers.ts';

/** As a gateway sends it. */
export interface Sample {
  readonly project: string;
  /** `point_code` of the device, or its number. */
  readonly point: string;
  readonly register: string;
  readonly at: string;
  readonly value: string;
}

/** As it is stored. */
export interface Taken {
  readonly index: number;
  readonly meterId: string;
  /** The same as a number, by which samples are put in order. */
  readonly meter: number;
  readonly register: number;
  /** Milliseconds since 1970, and the day of China's calendar since then. */
  readonly at: number;
  readonly day: number;
  /** Plain decimal. */
  readonly value: string;
}

export interface Problem {
  readonly index: number;
  readonly code: SampleProblem;
  readonly message: string;
}

/** How far ahead a gateway's clock may be. */
export const AHEAD_MS = 10 * MINUTE;
const OLDEST_MS = 400 * 24 * 60 * MINUTE;
/** Of `reading_hot.value`: as many places behind the point as any register may have. */
const DECIMALS = 6;
const ANY_DIGITS = 12;

/** The dial at an instant; null where nothing hung there. */
const digitsAt = ({ hung }: KnownMeter, at: number): number | null =>
  hung.length === 0 ? ANY_DIGITS : (hung.find(({ from, to }) => from <= at && at <= to)?.digits ?? null);

/** Nothing to be taken off at either end. */
const PLAIN = /^(?:0|[1-9]\d{0,11})(?:\.\d{0,5}[1-9])?$/;

/** `012.340` → `12.34`: places that say nothing are not held against a gateway. */
function plain(text: string): string {
  if (PLAIN.test(text)) return text;
  const typed = text.trim().replace(/^(-?)0+(?=\d)/, '$1');
  return typed.includes('.') ? typed.replace(/0+$/, '').replace(/\.$/, '') : typed;
}

/** What nearly every sample looks like; whatever else it is, is judged with words. */
const COUNTER = /^\d{1,12}(\.\d{1,6})?$/;
const fits = (value: string, digits: number): boolean => {
  const dot = value.indexOf('.');
  return (dot === -1 ? value.length : dot) <= digits && COUNTER.test(value);
};

/** Whether an instant is one that samples are taken of. */
export const isTimely = (at: number, now: number): boolean => at <= now + AHEAD_MS && at >= now - OLDEST_MS;

/** The sample as it is stored, or why it is not. */
export function checkSample(
  { point, register, at: when, value: text }: Sample,
  index: number,
  meters: MetersByPoint | undefined,
  now: number,
  instantOf: (text: string) => number | null = instantMs,
): Taken | Problem {
  const problem = (code: SampleProblem, message: string = SAMPLE_PROBLEMS[code]): Problem => ({ index, code, message });
  if (point === '' && when === '' && text === '') return problem('malformed');
  const meter = meters?.get(point);
  if (meter === undefined) return problem('unknownMeter', `${SAMPLE_PROBLEMS.unknownMeter}：${point}`);
  if (!isRegister(register) || !meter.registers.has(register))
    return problem('register', `${SAMPLE_PROBLEMS.register}：${register}`);
  const at = instantOf(when);
  if (at === null) return problem('time', `${SAMPLE_PROBLEMS.time}：${when}`);
  if (at > now + AHEAD_MS) return problem('future');
  if (at < now - OLDEST_MS) return problem('tooOld');
  const digits = digitsAt(meter, at);
  if (digits === null || at < meter.usedFrom || at > meter.usedTo) return problem('outOfUse');
  const value = plain(text);
  if (!fits(value, digits)) {
    const checked = checkReading(
      { text: value, register, at },
      { digits, decimals: DECIMALS },
      { now: now + AHEAD_MS, installedAt: Number.NEGATIVE_INFINITY },
    );
    if ('message' in checked) return problem('value', checked.message);
  }
  const { id, number } = meter;
  return { index, meterId: id, meter: number, register: REGISTER_NUMBERS[register], at, day: dayOfInstant(at), value };
}
