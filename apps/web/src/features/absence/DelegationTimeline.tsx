import { DELEGATION_STATE_TITLES, type DelegationRow } from '@hengneng/contracts';
import { type CSSProperties, type ReactElement, useState } from 'react';
import { formatDateTime } from '../../lib/format.ts';
import { EmptyHint } from '../../ui/feedback.tsx';

const DAY_MS = 86_400_000;
const CHINA_MS = 8 * 3_600_000;

/** Midnight in China at or before a moment. */
const dayStart = (ms: number): number => Math.floor((ms + CHINA_MS) / DAY_MS) * DAY_MS - CHINA_MS;
const dayText = (ms: number): string => new Date(ms + CHINA_MS).toISOString().slice(5, 10);

/** At most this many words fit below the bars. */
const TICKS = 8;

interface Axis {
  readonly from: number;
  readonly to: number;
  readonly ticks: readonly number[];
}

const axisOf = (rows: readonly DelegationRow[], now: number): Axis => {
  const from = dayStart(Math.min(now, ...rows.map((row) => Date.parse(row.from))));
  const to = dayStart(Math.max(now, ...rows.map((row) => Date.parse(row.endedAt ?? row.to)))) + DAY_MS;
  const step = Math.max(1, Math.ceil((to - from) / DAY_MS / TICKS)) * DAY_MS;
  const ticks: number[] = [];
  for (let at = from; at < to; at += step) ticks.push(at);
  return { from, to, ticks };
};

const share = (axis: Axis, ms: number): number => ((ms - axis.from) / (axis.to - axis.from)) * 100;

/** Who stands in for whom over the days; now is a line through all of it. */
export const DelegationTimeline = ({
  rows,
  onChoose,
}: {
  readonly rows: readonly DelegationRow[];
  readonly onChoose: (row: DelegationRow) => void;
}): ReactElement => {
  const [now] = useState(() => Date.now());
  if (rows.length === 0) return <EmptyHint text="没有代理授权" />;
  const axis = axisOf(rows, now);
  const owners = Map.groupBy(rows, (row) => row.ownerId);
  const at = (ms: number): CSSProperties => ({ left: `${share(axis, ms)}%` });
  return (
    <div className="gantt surface">
      <div className="gantt-head" aria-hidden>
        <span>授权人</span>
        <div className="gantt-track">
          {axis.ticks.map((tick) => (
            <small key={tick} style={at(tick)}>
              {dayText(tick)}
            </small>
          ))}
        </div>
      </div>
      {[...owners.values()].map((of) => (
        <div key={of[0]?.ownerId} className="gantt-row">
          <span>{of[0]?.owner}</span>
          <div className="gantt-lanes">
            {of.map((row) => {
              const [from, to] = [Date.parse(row.from), Date.parse(row.endedAt ?? row.to)];
              const words = `${row.owner}由${row.delegate}代理，${row.scope}，${formatDateTime(row.from)} 至 ${formatDateTime(row.endedAt ?? row.to)}，${DELEGATION_STATE_TITLES[row.state]}`;
              return (
                <div key={row.Id} className="gantt-track">
                  <button
                    type="button"
                    className={`gantt-bar gantt-${row.state}`}
                    style={{ ...at(from), width: `${Math.max(0.5, share(axis, to) - share(axis, from))}%` }}
                    title={words}
                    aria-label={words}
                    onClick={() => onChoose(row)}
                  >
                    <span>
                      {row.delegate} · {row.scope}
                    </span>
                  </button>
                  <span className="gantt-now" style={at(now)} aria-hidden />
                  {/* On a phone a bar is shorter than its words: they stand below it. */}
                  <small className="gantt-words" aria-hidden>
                    {row.delegate} · {row.scope}
                  </small>
                </div>
              );
            })}
          </div>
        </div>
      ))}
    </div>
  );
};
