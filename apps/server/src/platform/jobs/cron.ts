/** When jobs are due, by China's clock; and the few kinds of plans that people set, in their words. */
import { CronExpressionParser } from 'cron-parser';

const ZONE = 'Asia/Shanghai';
const WEEK = ['日', '一', '二', '三', '四', '五', '六', '日'];

/** The next moment after this one at which it is due. @throws Error where it is no cron expression */
export const nextRun = (cron: string, after: Date): Date =>
  CronExpressionParser.parse(cron, { currentDate: after, tz: ZONE }).next().toDate();

const two = (text: string): string => text.padStart(2, '0');
const NUMBER = /^\d+$/;
const EVERY = /^\*\/(\d+)$/;

/** In words; null for a plan of another kind than people set. */
export const cronWords = (cron: string): string | null => {
  const parts = cron.trim().split(/\s+/);
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = parts;
  if (parts.length !== 5 || month !== '*') return null;
  const every = EVERY.exec(minute)?.[1];
  if (hour === '*' && day === '*' && weekday === '*') {
    if (minute === '*') return '每分钟';
    if (every !== undefined) return `每 ${every} 分钟`;
    return NUMBER.test(minute) ? `每小时第 ${minute} 分` : null;
  }
  if (!NUMBER.test(minute) || !NUMBER.test(hour)) return null;
  const time = `${two(hour)}:${two(minute)}`;
  if (day === '*' && weekday === '*') return `每天 ${time}`;
  if (day === '*' && NUMBER.test(weekday)) return `每周${WEEK[Number(weekday)] ?? ''} ${time}`;
  return weekday === '*' && NUMBER.test(day) ? `每月 ${day} 日 ${time}` : null;
};

/** Whether it is a plan that people may set: of a kind that has words, and with parts in their limits. */
export const isPlan = (cron: string): boolean => {
  const every = EVERY.exec(cron.trim().split(/\s+/)[0] ?? '')?.[1];
  // Every so many minutes of an hour: what does not divide it would come twice in a row at its end.
  if (every !== undefined && (Number(every) === 0 || 60 % Number(every) !== 0)) return false;
  try {
    return cronWords(cron) !== null && nextRun(cron, new Date(0)) instanceof Date;
  } catch {
    return false;
  }
};
