/** 同比着色: projects where they lie, as large as their areas, coloured by how their coal compares with the year before. */
import type { OutputOf, reportArea } from '@hengneng/contracts';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { bandOf } from './area-bands.ts';
import { sheetOf } from './place.ts';
import './area-map.css';

type Item = OutputOf<typeof reportArea>['rows'][number]['items'][number];

const SMALLEST = 9;
const LARGEST = 26;
/** More names than these would cover each other; what a spot is stands in its hover and in the table. */
const MOST_NAMES = 30;

export const AreaMap = ({
  items,
  linkOf,
}: {
  readonly items: readonly Item[];
  /** Where a project's own comparison is; null for who may not open it. */
  readonly linkOf: (project: string) => string | null;
}): ReactElement | null => {
  const sheet = sheetOf(items);
  if (sheet === null)
    return (
      <section className="surface report-part" aria-label="项目分布图">
        <h2>项目分布图</h2>
        <p className="note">这些项目都还没有填写经纬度，可在「运营项目管理」的基本信息中补充。</p>
      </section>
    );
  const most = Math.max(...items.map(({ Area }) => Number(Area ?? 0)), 1);
  const radius = ({ Area }: Item): number => SMALLEST + (LARGEST - SMALLEST) * Math.sqrt(Number(Area ?? 0) / most);
  const named = sheet.spots.length <= MOST_NAMES;
  return (
    <section className="surface report-part" aria-label="项目分布图">
      <h2>项目分布图（标煤同比）</h2>
      <p className="note">点按经纬度排布，大小为面积，颜色为同比档；点击看该项目的同比。</p>
      <div className="area-map" role="region" aria-label="项目分布图，可滚动" tabIndex={0}>
        <svg viewBox={`0 0 ${sheet.width} ${sheet.height}`}>
          <title>项目按经纬度的分布</title>
          <g className="area-map-grid">
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
          {sheet.spots.map(({ of, x, y }) => {
            const link = linkOf(of.ProjectCode);
            const words = `${of.ProjectName}，标煤同比 ${of.YoyTce.text}`;
            const spot = (
              <g className={`area-spot ${bandOf(of.YoyTce.rate)}`}>
                <title>{words}</title>
                <circle cx={x} cy={y} r={radius(of)} />
                {named ? (
                  <text x={x} y={y + radius(of) + 16} textAnchor="middle">
                    {of.ProjectName} {of.YoyTce.text}
                  </text>
                ) : null}
              </g>
            );
            return link === null ? (
              <g key={of.ProjectCode}>{spot}</g>
            ) : (
              <Link key={of.ProjectCode} to={link} aria-label={words}>
                {spot}
              </Link>
            );
          })}
        </svg>
      </div>
      {sheet.missing.length === 0 ? null : (
        <p className="note">没有经纬度、未画出：{sheet.missing.map(({ ProjectName }) => ProjectName).join('、')}</p>
      )}
    </section>
  );
};
