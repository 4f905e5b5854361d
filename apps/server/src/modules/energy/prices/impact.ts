/** What a change of prices came to in yuan, kept with its trail: 数据修改记录 shows it, and nobody could work it out later. */
import { type Money, moneyText, subtractMoney, today } from '@hengneng/core';
import type { Tx } from '../../../platform/db/schema.ts';

/** What a project's energy costs from a day on, of what is still open. Given from outside: costs are worked out from prices. */
export type Worth = (tx: Tx, project: string, from: string, today: string) => Promise<Money>;

export interface Impact {
  /** Yuan; absent where nobody can say it yet. */
  readonly 影响金额?: string;
  readonly 影响说明?: string;
}

interface About {
  readonly worth: Worth;
  readonly project: string;
  /** The first day that it moves. */
  readonly from: string;
  readonly now: Date;
  /** Hours became others: splits the days anew. Answers whether it was done, or there are too many to wait for. */
  readonly resplit: (() => Promise<boolean>) | null;
}

/** Writes a change of prices, and says what it moved. */
export async function withImpact<T>(
  tx: Tx,
  { worth, project, from, now, resplit }: About,
  write: () => Promise<T>,
): Promise<{ readonly done: T; readonly impact: Impact }> {
  const day = today(now);
  if (from > day) return { done: await write(), impact: { 影响说明: `${from} 起生效，还没有用量` } };
  const before = await worth(tx, project, from, day);
  const done = await write();
  if (resplit !== null && !(await resplit()))
    return { done, impact: { 影响说明: '分时时段改动后用量重新拆分，金额以重算后的月报为准' } };
  const after = await worth(tx, project, from, day);
  return { done, impact: { 影响金额: moneyText(subtractMoney(after, before)) } };
}
