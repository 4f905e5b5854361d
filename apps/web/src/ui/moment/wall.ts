/** Moments as people read and type them (China time, whatever zone the device is in) against their wire text. */
import { dayNumber, instantMs, instantText, isTime, monthNumber } from '@hengneng/form-kit';

export type MomentKind = 'date' | 'datetime' | 'month' | 'time';

/** How a moment is shown. */
export const SHOWN: Readonly<Record<MomentKind, string>> = {
  date: 'YYYY-MM-DD',
  datetime: 'YYYY-MM-DD HH:mm',
  month: 'YYYY-MM',
  time: 'HH:mm',
};

/** What stands in an empty input: how one is typed. */
export const HINT: Readonly<Record<MomentKind, string>> = {
  date: '年-月-日',
  datetime: '年-月-日 时:分',
  month: '年-月',
  time: '时:分',
};

/** Spellings that are understood where somebody types. The first one is the shown one. */
export const TYPED: Readonly<Record<MomentKind, readonly string[]>> = {
  date: [SHOWN.date, 'YYYY-M-D', 'YYYY/M/D', 'YYYY.M.D', 'YYYY年M月D日', 'YYYYMMDD'],
  datetime: [SHOWN.datetime, 'YYYY-M-D H:mm', 'YYYY/M/D H:mm', 'YYYY.M.D H:mm', 'YYYY年M月D日 H:mm', 'YYYYMMDD HHmm'],
  month: [SHOWN.month, 'YYYY-M', 'YYYY/M', 'YYYY.M', 'YYYY年M月', 'YYYYMM'],
  time: [SHOWN.time, 'H:mm', 'HHmm'],
};

export const BAD_MOMENT: Readonly<Record<MomentKind, string>> = {
  date: '日期不正确，请按 2026-03-05 的样子填写',
  datetime: '时间不正确，请按 2026-03-05 08:30 的样子填写',
  month: '月份不正确，请按 2026-03 的样子填写',
  time: '时间不正确，请按 08:30 的样子填写',
};

/** Shown text of a wire text; what cannot be read stays as it is, so that it can be corrected. */
export const wallOf = (kind: MomentKind, wire: string | null | undefined): string => {
  if (!wire || kind !== 'datetime') return wire ?? '';
  const ms = instantMs(wire);
  return ms === null ? wire : instantText(ms).slice(0, 16).replace('T', ' ');
};

/** Wire text of a shown text, `null` for none. */
export const wireOf = (kind: MomentKind, wall: string): string | null => {
  if (wall === '') return null;
  const ms = kind === 'datetime' ? instantMs(wall) : null;
  return ms === null ? wall : instantText(ms);
};

/** Whether a shown text names a moment of the calendar. */
export const isMoment = (kind: MomentKind, wall: string): boolean => {
  switch (kind) {
    case 'date':
      return dayNumber(wall) !== null;
    case 'datetime':
      return instantMs(wall) !== null;
    case 'month':
      return monthNumber(wall) !== null;
    case 'time':
      return isTime(wall);
  }
};
