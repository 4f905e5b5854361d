/** Cron expressions as the product's jobs use them: of minute and hour a star, a number or every so many; of days all. */

const MINUTE = 60_000;
const DAY_MINUTES = 24 * 60;

type Fits = (value: number) => boolean;

const part = (text: string): Fits => {
  if (text === '*') return () => true;
  const every = /^\*\/(\d+)$/.exec(text);
  if (every) return (value) => value % Number(every[1]) === 0;
  if (/^\d+$/.test(text)) return (value) => value === Number(text);
  throw new RangeError(`cron: ${text}`);
};

const parse = (cron: string): readonly [minute: string, hour: string] => {
  const [minute, hour, ...days] = cron.trim().split(/\s+/);
  if (minute === undefined || hour === undefined || days.join(' ') !== '* * *') throw new RangeError(`cron: ${cron}`);
  return [minute, hour];
};

/** China's clock is eight hours ahead of UTC, all year. */
const AHEAD = 8 * 60;

/** The next moment after this one at which it is due, by China's clock. */
export const nextRun = (cron: string, after: Date): Date => {
  const [minute, hour] = parse(cron).map(part) as [Fits, Fits];
  const first = Math.floor(after.getTime() / MINUTE) + 1;
  for (let at = first; at <= first + DAY_MINUTES; at += 1) {
    const ofDay = (at + AHEAD) % DAY_MINUTES;
    if (minute(ofDay % 60) && hour(Math.floor(ofDay / 60))) return new Date(at * MINUTE);
  }
  throw new RangeError(`cron: ${cron} is never due`);
};

const two = (text: string): string => text.padStart(2, '0');

/** In words that people read. */
export const cronWords = (cron: string): string => {
  const [minute, hour] = parse(cron);
  const every = /^\*\/(\d+)$/.exec(minute)?.[1];
  if (hour === '*') {
    if (minute === '*') return '每分钟';
    return every === undefined ? `每小时第 ${minute} 分` : `每 ${every} 分钟`;
  }
  if (/^\d+$/.test(hour) && /^\d+$/.test(minute)) return `每天 ${two(hour)}:${two(minute)}`;
  return cron;
};
