/** 价格版本时间轴: which version of an energy's price held when, and where none did. */
import type { EnergyPriceRow } from '@hengneng/contracts';
import { type ReactElement, useState } from 'react';
import { chinaClock } from '../../../lib/format.ts';
import { priceText } from './shared.ts';

const DAY_MS = 86_400_000;
const dayMs = (day: string): number => Date.parse(`${day}T00:00:00Z`);
/** What goes on for good is drawn so far past today. */
const AHEAD = 120 * DAY_MS;

interface Segment {
  readonly row: EnergyPriceRow;
  readonly from: number;
  /** The day after the last one. */
  readonly to: number;
}

const segmentsOf = (rows: readonly EnergyPriceRow[], end: number): readonly Segment[] =>
  rows
    .map((row) => ({ row, from: dayMs(row.From), to: row.To === null ? end : dayMs(row.To) + DAY_MS }))
    .toSorted((a, b) => a.from - b.from);

export const PriceTimeline = ({
  rows,
  onOpen,
}: {
  readonly rows: readonly EnergyPriceRow[];
  readonly onOpen: (id: string) => void;
}): ReactElement | null => {
  const [today] = useState(() => Math.floor(chinaClock(new Date()).getTime() / DAY_MS) * DAY_MS);
  if (rows.length === 0) return null;
  const start = Math.min(...rows.map(({ From }) => dayMs(From)));
  const end = Math.max(
    today + AHEAD,
    ...rows.map(({ From, To }) => (To === null ? dayMs(From) + AHEAD : dayMs(To) + DAY_MS)),
  );
  const at = (ms: number): string => `${((Math.min(Math.max(ms, start), end) - start) / (end - start)) * 100}%`;
  const lanes = Map.groupBy(
    rows,
    (row) => `${row.CategoryName}${row.DeviceName === null ? '' : ` · ${row.DeviceName}`}`,
  );
  return (
    <section className="surface price-timeline" aria-label="价格版本时间轴">
      <h2>价格版本时间轴</h2>
      <p className="price-scale" aria-hidden>
        <span>{new Date(start).toISOString().slice(0, 10)}</span>
        <span style={{ insetInlineStart: at(today) }}>今天</span>
      </p>
      {[...lanes].map(([name, of]) => {
        const segments = segmentsOf(of, end);
        return (
          <div key={name} className="price-lane">
            <b>{name}</b>
            <div>
              {segments.map(({ row, from, to }, index) => {
                const next = segments[index + 1];
                const words = `${row.From} 至 ${row.To ?? '长期'}：${priceText(row)} 元/${row.Unit}（${row.State}）`;
                return (
                  <span key={row.PriceId}>
                    <button
                      type="button"
                      data-state={row.State}
                      title={words}
                      aria-label={`${name} ${words}`}
                      style={{ insetInlineStart: at(from), width: `calc(${at(to)} - ${at(from)} - 2px)` }}
                      onClick={() => onOpen(row.PriceId)}
                    >
                      {priceText(row)}
                    </button>
                    {next !== undefined && next.from > to ? (
                      <i
                        title={`${new Date(to).toISOString().slice(0, 10)} 至 ${next.row.From} 前未设价格`}
                        style={{ insetInlineStart: at(to), width: `calc(${at(next.from)} - ${at(to)})` }}
                      >
                        未设价格
                      </i>
                    ) : null}
                  </span>
                );
              })}
              <em style={{ insetInlineStart: at(today) }} aria-hidden />
            </div>
          </div>
        );
      })}
    </section>
  );
};
