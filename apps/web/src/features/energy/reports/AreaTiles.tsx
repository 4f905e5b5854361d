/** 同比分布: each project a tile under its group, coloured by how its coal compares with the year before. Drawn from the report alone: no map is asked for. */
import type { OutputOf, reportArea } from '@hengneng/contracts';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { bandOf, STRONG } from './area-bands.ts';
import './area-tiles.css';

type Group = OutputOf<typeof reportArea>['rows'][number];

const LEGEND = [
  ['much-less', `降 ${STRONG}% 以上`],
  ['less', '下降'],
  ['more', '上升'],
  ['much-more', `升 ${STRONG}% 以上`],
  ['none', '持平或不可比'],
] as const;

export const AreaTiles = ({
  rows,
  linkOf,
}: {
  readonly rows: readonly Group[];
  /** Where a project's own comparison is; null for who may not open it. */
  readonly linkOf: (project: string) => string | null;
}): ReactElement => (
  <section className="surface report-part" aria-label="同比分布">
    <h2>同比分布（标煤）</h2>
    <ul className="area-legend">
      {LEGEND.map(([band, words]) => (
        <li key={band}>
          <i className={`area-band ${band}`} /> {words}
        </li>
      ))}
    </ul>
    {rows.map((group) => (
      <div key={group.GroupName} className="area-group">
        <h3>
          {group.GroupName}
          <small>
            {group.Projects} 个项目，{group.YoyTce.text}
          </small>
        </h3>
        <ul className="area-tiles">
          {group.items.map((item) => {
            const link = linkOf(item.ProjectCode);
            const inside = (
              <>
                <b>{item.ProjectName}</b>
                <span>{item.YoyTce.text}</span>
              </>
            );
            return (
              <li
                key={item.ProjectCode}
                className={`area-band ${bandOf(item.YoyTce.rate)}`}
                title={item.YoyTce.reason ?? undefined}
              >
                {link === null ? inside : <Link to={link}>{inside}</Link>}
              </li>
            );
          })}
        </ul>
      </div>
    ))}
  </section>
);
