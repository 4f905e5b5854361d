import { type CSSProperties, type ReactElement, useState } from 'react';

const DAY_MS = 86_400_000;
const CHINA_MS = 8 * 3_600_000;

/** Midnight in China at or before a moment. */
const dayStart = (ms: number): number => Math.floor((ms + CHINA_MS) / DAY_MS) * DAY_MS - CHINA_MS;
const dayText = (ms: number): string => new Date(ms + CHINA_MS).toISOString().slice(5, 10);

/** At most this many words fit below the bars. */
const TICKS = 8;

/** From one moment to another. */
export interface GanttBar {
  readonly key: string;
  readonly from: number;
  readonly to: number;
  /** On the bar. */
  readonly text: string;
  /** All about it, for those who point at it and those who do not see it. */
  readonly words: string;
  /** Of its look: `gantt-<tone>`. */
  readonly tone: string;
  /** What pressing it does; without, it only says. */
  readonly onChoose?: () => void;
}

export interface GanttRow {
  readonly key: string;
  readonly label: string;
  /** Each on a lane of its own. */
  readonly bars: readonly GanttBar[];
}

interface Axis {
  readonly from: number;
  readonly to: number;
  readonly ticks: readonly number[];
}

const axisOf = (rows: readonly GanttRow[], now: number): Axis => {
  const bars = rows.flatMap((row) => row.bars);
  const from = dayStart(Math.min(now, ...bars.map((bar) => bar.from)));
  const to = dayStart(Math.max(now, ...bars.map((bar) => bar.to))) + DAY_MS;
  const step = Math.max(1, Math.ceil((to - from) / DAY_MS / TICKS)) * DAY_MS;
  const ticks: number[] = [];
  for (let at = from; at < to; at += step) ticks.push(at);
  return { from, to, ticks };
};

const share = (axis: Axis, ms: number): number => ((ms - axis.from) / (axis.to - axis.from)) * 100;

const Bar = ({ bar, style }: { readonly bar: GanttBar; readonly style: CSSProperties }): ReactElement => {
  const shown = { className: `gantt-bar gantt-${bar.tone}`, style, title: bar.words, 'aria-label': bar.words };
  return bar.onChoose ? (
    <button type="button" {...shown} onClick={bar.onChoose}>
      <span>{bar.text}</span>
    </button>
  ) : (
    <div role="img" {...shown}>
      <span>{bar.text}</span>
    </div>
  );
};

/** Bars over the days, row by row; now is a line through all of it. */
export const Gantt = ({ head, rows }: { readonly head: string; readonly rows: readonly GanttRow[] }): ReactElement => {
  const [now] = useState(() => Date.now());
  const axis = axisOf(rows, now);
  const at = (ms: number): CSSProperties => ({ left: `${share(axis, ms)}%` });
  return (
    <div className="gantt surface">
      <div className="gantt-head" aria-hidden>
        <span>{head}</span>
        <div className="gantt-track">
          {axis.ticks.map((tick) => (
            <small key={tick} style={at(tick)}>
              {dayText(tick)}
            </small>
          ))}
        </div>
      </div>
      {rows.map((row) => (
        <div key={row.key} className="gantt-row">
          <span>{row.label}</span>
          <div className="gantt-lanes">
            {row.bars.map((bar) => (
              <div key={bar.key} className="gantt-track">
                <Bar
                  bar={bar}
                  style={{ ...at(bar.from), width: `${Math.max(0.5, share(axis, bar.to) - share(axis, bar.from))}%` }}
                />
                <span className="gantt-now" style={at(now)} aria-hidden />
                {/* On a phone a bar is shorter than its words: they stand below it. */}
                <small className="gantt-words" aria-hidden>
                  {bar.text}
                </small>
              </div>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
};
