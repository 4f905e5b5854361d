import type { OperationRow } from '@hengneng/contracts';
import { type KeyboardEvent, type ReactElement, useState } from 'react';
import { formatDecimal } from '../../../lib/format.ts';
import { type Mapped, PlaceMap } from '../PlaceMap.tsx';
import { DEVIATION_BANDS, deviationBand, deviationText } from './columns.tsx';
import { ProjectCard } from './ProjectCards.tsx';

const SPOT_KEYS: ReadonlySet<string> = new Set(['Enter', ' ']);

/** 项目分布: as large as the conditioned area, coloured by the deviation from days like yesterday; a spot opens its project's card. */
export const ProjectMap = ({
  rows,
  total,
  money,
}: {
  readonly rows: readonly OperationRow[];
  /** Of all that matches: a map shows no more than it can. */
  readonly total: number;
  readonly money: boolean;
}): ReactElement => {
  const [code, setCode] = useState<string>();
  const chosen = rows.find(({ ProjectCode }) => ProjectCode === code);
  const items = rows.map((row): OperationRow & Mapped => ({ ...row, Lng: row.Lng ?? null, Lat: row.Lat ?? null }));
  return (
    <div className="project-map">
      <PlaceMap
        label="项目分布图"
        title={`项目分布图${rows.length < total ? `（前 ${rows.length} 个，共 ${total} 个，请缩小筛选范围）` : ''}`}
        note="点按经纬度排布，大小为空调面积，颜色为昨日同温偏差；相邻的点已错开，细线指向实际位置。选区域或省可放大。点击看项目卡片。"
        items={items}
        sizeOf={({ AirArea }) => Number(AirArea ?? 0)}
        toneOf={({ SameTempDev }) => deviationBand(SameTempDev) ?? ''}
        nameOf={({ ProjectName }) => ProjectName.replace(/项目$/, '')}
        wordsOf={({ ProjectName, AirArea, SameTempDev }) =>
          `${ProjectName}，空调面积 ${formatDecimal(AirArea ?? null)} m²，同温偏差 ${deviationText(SameTempDev)}%`
        }
        chosen={code}
        act={({ ProjectCode }, spot, words) => {
          const pick = () => setCode(code === ProjectCode ? undefined : ProjectCode);
          return (
            <g
              role="button"
              tabIndex={0}
              aria-label={words}
              aria-pressed={code === ProjectCode}
              onClick={pick}
              onKeyDown={(event: KeyboardEvent) => {
                if (!SPOT_KEYS.has(event.key)) return;
                event.preventDefault();
                pick();
              }}
            >
              {spot}
            </g>
          );
        }}
        legend={
          <ul className="project-map-legend" aria-label="图例">
            {Object.entries(DEVIATION_BANDS).map(([band, words]) => (
              <li key={band} className={band}>
                {words}
              </li>
            ))}
            <li>昨日不可比</li>
          </ul>
        }
      />
      {chosen === undefined ? null : (
        // On a phone it comes below the map: it is brought into sight.
        <aside
          key={chosen.ProjectCode}
          ref={(card) => card?.scrollIntoView({ block: 'nearest' })}
          className="surface project-card"
          aria-label="项目卡片"
        >
          <ProjectCard row={chosen} money={money} />
        </aside>
      )}
    </div>
  );
};
