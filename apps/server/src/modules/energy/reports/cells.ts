/** How figures stand in the workbooks of reports. */
import type { Table } from '../../identity/index.ts';
import type { Days } from './days.ts';
export type Cell = Table['rows'][number][number];

/** A number with the places that the page shows. */
export const figure = (value: string | number | null | undefined, places: number): Cell =>
  value === null || value === undefined ? null : { number: String(value), style: { places } };

export const placesOf = (unit: string): number => (unit === 'm³' || unit === 't' ? 1 : 0);

export const about = ({ projectName, asOf, pending }: Pick<Days, 'projectName' | 'asOf' | 'pending'>, span: string) =>
  [
    ['项目', projectName],
    ['期间', span],
    ['口径', '各能源总表合计；被同能源上级表计过的分表不重复计'],
    ['数据截至', asOf],
    ...(pending > 0 ? [['说明', `有 ${pending} 块表正在重算`] as const] : []),
  ] as (readonly [string, string])[];

export const qualityWords = ({
  complete,
  estimated,
}: {
  readonly complete?: number | null | undefined;
  readonly estimated?: number | null | undefined;
}): readonly (readonly [string, string])[] => [
  ['完整率', complete == null ? '—' : `${complete}%`],
  ['估算占比', estimated == null ? '—' : `${estimated}%`],
];
