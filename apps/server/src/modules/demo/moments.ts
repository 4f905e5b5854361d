/** When the people of the demo company act: on working days in working hours. The same record and day make the same moments. */
import { afterWorkingHours, type IsWorkday } from '../../engine/index.ts';
import { HOUR, type Script } from './script.ts';

const DAY = 24 * HOUR;
const CHINA = 8 * HOUR;

/** Working hours between one act of a record and the next. */
const GAPS = [0.4, 2.3, 1.2, 4.1, 0.8, 3.2, 1.7] as const;

/** How many working days ago a record was begun: what is through lies further back than what people still work at. */
const daysBack = ({ end, begun }: Script, index: number): number =>
  begun ?? (end === 'approved' || end === 'rejected' ? 9 + ((index * 5) % 16) : 2 + ((index * 3) % 7));

/** Midnight in China, so many working days before the day of `from`. */
const workdayBefore = (from: Date, days: number, isWorkday: IsWorkday): Date => {
  let day = Math.floor((from.getTime() + CHINA) / DAY);
  for (let left = days; left > 0; ) {
    day -= 1;
    if (isWorkday(day)) left -= 1;
  }
  return new Date(day * DAY - CHINA);
};

/** The moment of a record's act, counted from 0, for a company that was installed at `from`. */
export const momentOf = (script: Script, index: number, act: number, from: Date, isWorkday: IsWorkday): Date => {
  const begun = workdayBefore(from, daysBack(script, index), isWorkday);
  let at = afterWorkingHours(begun, 0.2 + ((index * 17) % 61) / 10, isWorkday);
  for (let done = 0; done < act; done += 1)
    at = afterWorkingHours(at, (GAPS[(index + done * 2) % GAPS.length] ?? 1) + (index % 11) / 60, isWorkday);
  return at;
};
