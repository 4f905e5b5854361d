/** The last two weeks of a meter at a glance, with today's reading beside them; from the samples that came with the sheet. */
import type { EntryRow } from '@hengneng/contracts';
import type { ReactElement } from 'react';

const DAYS = 14;
const WIDTH = 320;
const HEIGHT = 48;

export const Spark = ({
  row,
  usage,
}: {
  readonly row: EntryRow;
  readonly usage: string | null;
}): ReactElement | null => {
  const days = row.Judge.samples.filter((one) => one.usage !== null).slice(-DAYS);
  if (days.length < 3) return null;
  const today = usage === null ? null : Number(usage);
  const most = Math.max(...days.map((one) => one.usage ?? 0), row.MedianSameTemp ?? 0, today ?? 0, 1e-9);
  const step = WIDTH / (DAYS + 1);
  const y = (value: number): number => HEIGHT - 2 - (value / most) * (HEIGHT - 4);
  const text = `近${days.length}日用量，同温中位 ${row.MedianSameTemp ?? '—'} ${row.Unit}`;
  return (
    <figure className="spark">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={text} preserveAspectRatio="none">
        {days.map((one, index) => (
          <rect
            key={one.day}
            x={index * step + 2}
            width={step - 4}
            y={y(one.usage ?? 0)}
            height={HEIGHT - 2 - y(one.usage ?? 0)}
          />
        ))}
        {today === null ? null : (
          <rect
            className="today"
            x={days.length * step + 2}
            width={step - 4}
            y={y(today)}
            height={HEIGHT - 2 - y(today)}
          />
        )}
        {row.MedianSameTemp === null ? null : (
          <line x1="0" x2={WIDTH} y1={y(row.MedianSameTemp)} y2={y(row.MedianSameTemp)} />
        )}
      </svg>
      <figcaption>{text}</figcaption>
    </figure>
  );
};
