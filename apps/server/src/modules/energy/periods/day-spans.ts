/** Spans of days that settings name: how long they may be, and that none reaches into a locked month. */
import { MOST_STOP_DAYS } from '@hengneng/contracts';
import { addDays, CHINA, dayAt, monthLockOf, monthOf } from '@hengneng/energy/measuring';
import type { Ctx } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { invalid } from '../../../platform/http/errors.ts';
import { projectRules } from '../settings/index.ts';

interface Spanned {
  readonly From: string;
  readonly To: string;
}

/** Whether a month of the project is closed, as of now. */
export async function lockedMonths(ctx: Ctx, db: Db | Tx, code: string): Promise<(month: string) => boolean> {
  const rules = (await projectRules(db, [code], dayAt(ctx.now.getTime(), CHINA))).get(code);
  const input = rules?.lockInput(ctx.now);
  return (month) => input !== undefined && monthLockOf(month, input).locked;
}

export const daysThrough = ({ From, To }: Spanned): readonly string[] => {
  const days: string[] = [];
  for (let day = From; day <= To && days.length <= MOST_STOP_DAYS; day = addDays(day, 1)) days.push(day);
  return days;
};

/** As the audit log says it. */
export const spanText = ({ From, To }: Spanned): string => (From === To ? From : `${From} 至 ${To}`);

/** What the days of a span were or became, each once. */
export const namesOf = (names: readonly string[]): string => [...new Set(names)].join('、');

/** Nobody plans days further ahead than the year that comes; what lies there is a slip of the year. */
const lastPlanned = (today: string): string => `${Number(today.slice(0, 4)) + 1}-12-31`;

/** @throws invalid where the span is none, too long, begins beyond what is planned, or reaches into a locked month */
export function demandSpan(
  what: string,
  input: Spanned & { readonly Action: string },
  days: readonly string[],
  { locked, today }: { readonly locked: (month: string) => boolean; readonly today: string },
): void {
  if (days.length === 0) throw invalid([{ path: 'To', message: '结束日不能早于开始日' }]);
  if (days.length > MOST_STOP_DAYS) throw invalid([{ path: 'To', message: `一次最多登记 ${MOST_STOP_DAYS} 天` }]);
  const last = lastPlanned(today);
  // What was entered before this was asked for may still be taken away.
  if (input.Action === 'add' && input.To > last)
    throw invalid([{ path: input.From > last ? 'From' : 'To', message: `${what}最多登记到 ${last}，请核对年份` }]);
  const closed = [...new Set(days.map(monthOf))].find(locked);
  if (closed !== undefined)
    throw invalid([
      { path: input.From.startsWith(closed) ? 'From' : 'To', message: `${closed} 已月锁，${what}不能再改` },
    ]);
}
