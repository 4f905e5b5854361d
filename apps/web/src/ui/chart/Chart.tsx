import { Button } from 'antd';
import type { EChartsOption } from 'echarts';
import { type ReactElement, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { saveBlob } from '../../lib/download.ts';
import { useSettled } from '../../lib/settled.ts';
import type { Drawing } from './draw.ts';
import './chart.css';

/** Colours of series, told apart also by those who see few colours; each has 3:1 against white. */
export const SERIES_COLOURS = ['#0f5c66', '#c2641a', '#4a62b3', '#8a6d00', '#a13d6b', '#4d7a29', '#6b5b4b', '#1f7fb3'];

const BASE: EChartsOption = {
  animation: false,
  aria: { enabled: true },
  color: SERIES_COLOURS,
};

interface Props {
  readonly title: string;
  /** Stands before the title. */
  readonly lead?: ReactNode;
  readonly option: EChartsOption;
  /** What the picture says, as a table: for those who do not see it, and for copying figures. */
  readonly table: ReactNode;
  readonly height?: number;
  /** A mark was pressed: the value of its axis and the name of its series. */
  readonly onPick?: (name: string, series: string) => void;
  readonly note?: ReactNode;
  /** Of a page that nobody prints: nothing is fetched for it before it comes into sight. */
  readonly screenOnly?: boolean;
}

/** Once it is there: what is printed is drawn at once, since paper does not wait. */
let drawNow: ((place: HTMLElement) => Drawing) | null = null;
const loadDraw = async (): Promise<(place: HTMLElement) => Drawing> => {
  drawNow = (await import('./draw.ts')).draw;
  return drawNow;
};

/** A picture with its title; drawn when it comes into sight, as wide as its place, to be kept as an image, or read as a table. */
export const Chart = ({
  title,
  lead,
  option,
  table,
  height = 260,
  onPick,
  note,
  screenOnly = false,
}: Props): ReactElement => {
  const place = useRef<HTMLDivElement>(null);
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  const [failed, setFailed] = useState(false);
  const [asTable, setAsTable] = useState(false);
  const pick = useEffectEvent((name: string, series: string) => onPick?.(name, series));
  useEffect(() => {
    const element = place.current;
    if (!element || asTable) return;
    let ended = false;
    let own: Drawing | null = null;
    const begin = (draw: (place: HTMLElement) => Drawing) => {
      if (ended || own !== null) return;
      own = draw(element);
      own.onPick(pick);
      setDrawing(own);
    };
    const seen = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return;
      seen.disconnect();
      loadDraw().then(begin, () => setFailed(true));
    });
    seen.observe(element);
    // Pictures further down have not come into sight, but are on the paper.
    const printed = () => {
      flushSync(() => drawNow && begin(drawNow));
      own?.onPaper(true);
    };
    const back = () => own?.onPaper(false);
    addEventListener('beforeprint', printed);
    addEventListener('afterprint', back);
    const sized = new ResizeObserver(() => own?.resize());
    sized.observe(element);
    return () => {
      ended = true;
      removeEventListener('beforeprint', printed);
      removeEventListener('afterprint', back);
      seen.disconnect();
      sized.disconnect();
      own?.end();
      setDrawing(null);
    };
  }, [asTable]);
  const settled = useSettled();
  useEffect(() => {
    // A page that is printed before any of its pictures came into sight has them on paper as well; what fails here is told once it is in sight.
    if (settled && !screenOnly) loadDraw().catch(() => null);
  }, [settled, screenOnly]);
  useEffect(() => drawing?.set({ ...BASE, ...option }), [drawing, option]);
  const keep = () => {
    if (drawing) saveBlob(new Blob([drawing.image()], { type: 'image/svg+xml' }), `${title}.svg`);
  };
  return (
    <section className="surface chart" aria-label={title}>
      <header>
        <h2>
          {lead}
          {title}
        </h2>
        <Button type="text" size="small" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {asTable ? '看图' : '看数'}
        </Button>
        {asTable || drawing === null ? null : (
          <Button type="text" size="small" onClick={keep}>
            存为图片
          </Button>
        )}
      </header>
      {note ? <p className="note">{note}</p> : null}
      {asTable || failed ? (
        <div key="table" className="chart-table">
          {table}
        </div>
      ) : (
        // An element of its own: the drawing empties it as it ends, and would take along what stands in its place.
        <div key="picture" ref={place} role="img" aria-label={`${title}（图，按“看数”读表格）`} style={{ height }} />
      )}
    </section>
  );
};
