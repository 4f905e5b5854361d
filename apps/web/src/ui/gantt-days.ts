/** Days as bars over time have them, in China's time. */

const DAY_MS = 86_400_000;

/** @param day `YYYY-MM-DD`, whatever time stands behind it */
export const dayStart = (day: string): number => Date.parse(`${day.slice(0, 10)}T00:00:00+08:00`);
export const dayEnd = (day: string): number => dayStart(day) + DAY_MS;
