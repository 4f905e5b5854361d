/** Projects where they lie: as large as their areas, coloured by the caller, in a grid of degrees with a scale. */
import type { ReactElement, ReactNode } from 'react';
import { labelsOf, type Placed, sheetOf } from './reports/place.ts';
import './place-map.css';

export interface Mapped extends Placed {
  readonly ProjectCode: string;
  readonly ProjectName: string;
}

/** From here on the line to where a spot really lies is drawn. */
const ASIDE = 6;

export const PlaceMap = <T extends Mapped>({
  label,
  title = label,
  note,
  items,
  sizeOf,
  toneOf,
  nameOf,
  wordsOf,
  chosen,
  act,
  legend,
}: {
  readonly label: string;
  readonly title?: string;
  readonly note: string;
  readonly items: readonly T[];
  readonly sizeOf: (one: T) => number;
  /** A class that colours the spot. */
  readonly toneOf: (one: T) => string;
  /** What is written beside the spot. */
  readonly nameOf: (one: T) => string;
  /** What its hover says, and a screen reader. */
  readonly wordsOf: (one: T) => string;
  readonly chosen?: string | undefined;
  /** Makes of the spot what can be clicked. */
  readonly act: (one: T, spot: ReactElement, words: string) => ReactElement;
  readonly legend?: ReactNode;
}): ReactElement => {
  const sheet = sheetOf(items, sizeOf);
  if (sheet === null)
    return (
      <section className="surface report-part" aria-label={label}>
        <h2>{label}</h2>
        <p className="note">这些项目都还没有填写经纬度，可在「运营项目管理」的基本信息中补充。</p>
      </section>
    );
  const labels = labelsOf(sheet, nameOf);
  const { km, length } = sheet.scale;
  return (
    <section className="surface report-part" aria-label={label}>
      <h2>{title}</h2>
      <p className="note">{note}</p>
      {legend}
      <div className="place-map" role="region" aria-label={`${label}，可滚动`} tabIndex={0}>
        <svg viewBox={`0 0 ${sheet.width} ${sheet.height}`}>
          <title>项目按经纬度的分布</title>
          <g className="place-map-grid">
            {sheet.meridians.map(({ at, words }) => (
              <g key={words}>
                <line x1={at} x2={at} y1={0} y2={sheet.height} />
                <text x={at + 4} y={sheet.height - 6}>
                  {words}E
                </text>
              </g>
            ))}
            {sheet.parallels.map(({ at, words }) => (
              <g key={words}>
                <line x1={0} x2={sheet.width} y1={at} y2={at} />
                <text x={4} y={at - 4}>
                  {words}N
                </text>
              </g>
            ))}
          </g>
          <g className="place-map-scale" transform={`translate(${sheet.width - length - 16} ${sheet.height - 24})`}>
            <path d={`M0 -6 V0 H${length} V-6`} />
            <text x={length / 2} y={-8} textAnchor="middle">
              {km} km
            </text>
          </g>
          {sheet.spots.map(({ of, x, y, cx, cy, radius }, at) => {
            const words = wordsOf(of);
            const name = labels[at];
            const spot = (
              <g className={`place-spot ${toneOf(of)} ${chosen === of.ProjectCode ? 'chosen' : ''}`}>
                <title>{words}</title>
                {Math.hypot(cx - x, cy - y) > ASIDE ? <line x1={x} y1={y} x2={cx} y2={cy} /> : null}
                <circle cx={cx} cy={cy} r={radius} />
                {name ? (
                  <text x={name.x} y={name.y} textAnchor={name.anchor}>
                    {nameOf(of)}
                  </text>
                ) : null}
              </g>
            );
            return <g key={of.ProjectCode}>{act(of, spot, words)}</g>;
          })}
        </svg>
      </div>
      {sheet.missing.length === 0 ? null : (
        <p className="note">没有经纬度、未画出：{sheet.missing.map(({ ProjectName }) => ProjectName).join('、')}</p>
      )}
    </section>
  );
};
