/** How figures stand in the workbooks of reports. */
import { heatPlaces } from '@hengneng/energy/units';
import { momentText } from '../workbook.ts';
import type { Days } from './days.ts';

export const placesOf = (unit: string): number => heatPlaces(unit) ?? (unit === 'm³' || unit === 't' ? 1 : 0);

export const about = ({ projectName, asOf, pending }: Pick<Days, 'projectName' | 'asOf' | 'pending'>, span: string) =>
  [
    ['项目', projectName],
    ['期间', span],
    ['口径', '各能源总表合计；被同能源上级表计过的分表不重复计'],
    ['数据截至', momentText(asOf)],
    ...(pending > 0 ? [['说明', `有 ${pending} 块表正在重算`] as const] : []),
  ] as (readonly [string, string])[];
