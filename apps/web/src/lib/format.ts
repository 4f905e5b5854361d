/** How values look on a page. Exact decimals stay strings: nothing here goes through floating point. */

/** Groups the integer digits of an exact decimal by thousands; `places` pads or keeps its decimals. */
export const formatDecimal = (value: string | number | null | undefined, places?: number): string => {
  if (value === null || value === undefined || value === '') return '—';
  const text = String(value);
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  if (!match) return text;
  const [, sign = '', whole = '0', decimals = ''] = match;
  const grouped = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
  const tail =
    places === undefined ? decimals : decimals.padEnd(places, '0').slice(0, Math.max(places, decimals.length));
  return `${sign}${grouped}${tail === '' ? '' : `.${tail}`}`;
};

/** 元 with two decimals. */
export const formatMoney = (value: string | null | undefined): string => formatDecimal(value, 2);

const two = (n: number): string => String(n).padStart(2, '0');

/** The same moment on a clock in China, readable through the UTC getters: the product's times are those, wherever the reader's machine thinks it is. */
export const chinaClock = (at: Date): Date => new Date(at.getTime() + 8 * 3_600_000);

/** A moment to the minute. */
export const formatDateTime = (value: string | null | undefined): string => {
  if (!value) return '—';
  const at = new Date(value);
  if (Number.isNaN(at.getTime())) return value;
  return chinaClock(at).toISOString().slice(0, 16).replace('T', ' ');
};

/** To the second, where several things happen in a minute. */
export const formatMoment = (value: string | null | undefined): string => {
  const text = formatDateTime(value);
  const at = new Date(value ?? '');
  return Number.isNaN(at.getTime()) ? text : `${text}:${two(at.getSeconds())}`;
};

const DAY_MS = 86_400_000;

/** A moment as it is said in a list of recent things: 刚刚, 5分钟前, 今天 09:30, 昨天 …, else the day. */
export const formatRecent = (value: string | null | undefined, now: Date = new Date()): string => {
  if (!value) return '—';
  const at = new Date(value);
  if (Number.isNaN(at.getTime())) return value;
  const minutes = Math.floor((now.getTime() - at.getTime()) / 60_000);
  if (minutes >= 0 && minutes < 1) return '刚刚';
  if (minutes >= 0 && minutes < 60) return `${minutes}分钟前`;
  const [then, today] = [chinaClock(at), chinaClock(now)];
  const clock = then.toISOString().slice(11, 16);
  const days = Math.floor(today.getTime() / DAY_MS) - Math.floor(then.getTime() / DAY_MS);
  if (days === 0) return `今天 ${clock}`;
  if (days === 1) return `昨天 ${clock}`;
  const day = then.toISOString().slice(0, 10);
  return then.getUTCFullYear() === today.getUTCFullYear() ? `${day.slice(5)} ${clock}` : day;
};

/** Working hours of a day, as the server counts them: 8:30–17:30. */
const WORKDAY_HOURS = 9;

/** A span by the clock, nights and days off included: 5小时, 2天3小时. */
const clockTime = (minutes: number): string => {
  const hours = Math.round(minutes / 60);
  const days = Math.floor(hours / 24);
  if (days === 0) return `${hours}小时`;
  return `${days}天${hours % 24 > 0 ? `${hours % 24}小时` : ''}`;
};

/** How long something took in working time: 用时不到1分钟, 用时25分钟, 用时3.5小时, 用时2个工作日4小时. */
export const formatWorkingTime = (workingHours: string, from: string | null, to: string | null): string => {
  const hours = Number(workingHours);
  const minutes = from && to ? (new Date(to).getTime() - new Date(from).getTime()) / 60_000 : null;
  // What is shorter than an hour by the clock has minutes, which tenths of an hour have lost.
  if (minutes !== null && minutes < 1) return '用时不到1分钟';
  if (minutes !== null && minutes < 60) return `用时${Math.floor(minutes)}分钟`;
  if (hours === 0) return minutes === null ? '非工作时间处理' : `非工作时间处理，历时${clockTime(minutes)}`;
  if (hours < 1) return `用时${Math.round(hours * 60)}分钟`;
  if (hours < WORKDAY_HOURS) return `用时${hours}小时`;
  const days = Math.floor(hours / WORKDAY_HOURS);
  const rest = Math.round((hours - days * WORKDAY_HOURS) * 10) / 10;
  return `用时${days}个工作日${rest > 0 ? `${rest}小时` : ''}`;
};

/** A span of working time given in hours of one decimal. */
export const formatHours = (workingHours: string): string => {
  const hours = Number(workingHours);
  if (hours < 0.1) return '几分钟';
  return hours < 1 ? `${Math.round(hours * 60)}分钟` : `${workingHours.replace(/\.0$/, '')}小时`;
};

export const formatSize = (bytes: number): string => {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(0)} KB`;
  const megabytes = bytes / 1024 / 1024;
  return megabytes < 1024 ? `${megabytes.toFixed(1)} MB` : `${(megabytes / 1024).toFixed(1)} GB`;
};
