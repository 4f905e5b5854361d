/** Everything of a round was read: how long it took, what was unusual, and what is still to be sent. */
import type { ReactElement } from 'react';
import { type Card, isAbnormal } from './useRound.ts';

const MINUTE_MS = 60_000;

/** From the first to the last that was typed here; null where others read it all. */
const minutesOf = (cards: readonly Card[]): number | null => {
  const typed = cards.flatMap(({ entry }) => (entry === undefined ? [] : [entry.typedAt]));
  return typed.length === 0 ? null : Math.round((Math.max(...typed) - Math.min(...typed)) / MINUTE_MS);
};

export const RoundDone = ({
  cards,
  waiting,
  onDone,
}: {
  readonly cards: readonly Card[];
  readonly waiting: number;
  readonly onDone: () => void;
}): ReactElement => {
  const minutes = minutesOf(cards);
  const took = minutes === null ? '' : minutes === 0 ? '，用时不到 1 分钟' : `，用时 ${minutes} 分钟`;
  return (
    <div className="empty">
      <p>
        {cards.length} 项已全部录完{took}，异常 {cards.filter(isAbnormal).length} 项
        {waiting > 0 ? `，${waiting} 条待上传` : ''}
      </p>
      <button type="button" className="primary" onClick={onDone}>
        完成
      </button>
    </div>
  );
};
