/** The last two weeks of a meter at a glance, with today's reading beside them; they came with the sheet. */
import type { EntryRow } from '@hengneng/contracts';
import type { ReactElement } from 'react';

const WIDTH = 320;
const HEIGHT = 48;
/** With fewer there is nothing to see. */
const FEWEST = 3;

export const Spark = ({
  row,
  usage,
}: {
  readonly row: EntryRow;
  readonly usage: string | null;
}): ReactElement | null => {
  const days = row.Recent ?? [];
  if (days.filter((used) => used !== null).length < FEWEST) return null;
  const today = usage === null ? null : Number(usage);
  const most = Math.max(...days.map((used) => used ?? 0), row.MedianSameTemp ?? 0, today ?? 0, 1e-9);
  const step = WIDTH / (days.length + 1);
  const y = (value: number): number => HEIGHT - 2 - (value / most) * (HEIGHT - 4);
  const bar = (used: number, at: number) => ({
    x: at * step + 2,
    width: step - 4,
    y: y(used),
    height: HEIGHT - 2 - y(used),
  });
  const text = `近${days.length}日用量，同温中位 ${row.MedianSameTemp ?? '—'} ${row.Unit}`;
  return (
    <figure className="spark">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={text} preserveAspectRatio="none">
        {days.map((used, at) => (used === null ? null : <rect key={days.length - at} {...bar(used, at)} />))}
        {today === null ? null : <rect className="today" {...bar(today, days.length)} />}
        {row.MedianSameTemp === null ? null : (
          <line x1="0" x2={WIDTH} y1={y(row.MedianSameTemp)} y2={y(row.MedianSameTemp)} />
        )}
      </svg>
      <figcaption>{text}</figcaption>
    </figure>
  );
};
