/** Statements of this process that took long, by their text and never their values: what 运行状况 shows. */
import { forgetWithDatabase } from './kept.ts';

/** Statements slower than this are noted. */
export const SLOW_MS = 500;
const MOST = 200;
const LONGEST_TEXT = 300;

export interface SlowText {
  readonly text: string;
  readonly times: number;
  /** Milliseconds of the slowest. */
  readonly worst: number;
  readonly last: Date;
}

let texts = new Map<string, SlowText>();

export const noteSlow = (statement: string, ms: number, now = new Date()): void => {
  const text = statement.replace(/\s+/g, ' ').trim().slice(0, LONGEST_TEXT);
  const known = texts.get(text);
  texts.delete(text);
  texts.set(text, {
    text,
    times: (known?.times ?? 0) + 1,
    worst: Math.max(known?.worst ?? 0, Math.round(ms)),
    last: now,
  });
  // The first is the one not seen for longest.
  const [oldest] = texts.keys();
  if (texts.size > MOST && oldest !== undefined) texts.delete(oldest);
};

/** The slowest first. */
export const slowTexts = (): readonly SlowText[] => [...texts.values()].sort((a, b) => b.worst - a.worst);

forgetWithDatabase(() => {
  texts = new Map();
});
