/** 同比着色: projects where they lie, as large as their areas, coloured by how their coal compares with the year before. */
import type { OutputOf, reportArea } from '@hengneng/contracts';
import type { ReactElement } from 'react';
import { Link } from 'react-router';
import { PlaceMap } from '../PlaceMap.tsx';
import { bandOf } from './area-bands.ts';

type Item = OutputOf<typeof reportArea>['rows'][number]['items'][number];

export const AreaMap = ({
  items,
  linkOf,
}: {
  readonly items: readonly Item[];
  /** Where a project's own comparison is; null for who may not open it. */
  readonly linkOf: (project: string) => string | null;
}): ReactElement => (
  <PlaceMap
    label="项目分布图"
    title="项目分布图（标煤同比）"
    note="点按经纬度排布，大小为面积，颜色为同比档；点击看该项目的同比。"
    items={items}
    sizeOf={({ Area }) => Number(Area ?? 0)}
    toneOf={({ YoyTce }) => bandOf(YoyTce.rate)}
    nameOf={({ ProjectName, YoyTce }) => `${ProjectName} ${YoyTce.text}`}
    wordsOf={({ ProjectName, YoyTce }) => `${ProjectName}，标煤同比 ${YoyTce.text}`}
    act={({ ProjectCode }, spot, words) => {
      const link = linkOf(ProjectCode);
      return link === null ? (
        spot
      ) : (
        <Link to={link} aria-label={words}>
          {spot}
        </Link>
      );
    }}
  />
);
