import { carbonIndex } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { callApi } from '../../../lib/api.ts';
import { formatDecimal } from '../../../lib/format.ts';

/** How far a project is with what it aims at in a year, where its archive says that; else nothing. */
export const CarbonTarget = ({
  project,
  year,
}: {
  readonly project: string;
  readonly year: number;
}): ReactElement | null => {
  const { data } = useQuery({
    queryKey: ['energy-report', 'carbon', project, year],
    queryFn: ({ signal }) => callApi(carbonIndex, { ProjectCode: project, Year: year }, { signal }),
  });
  if (data === undefined || data.Target === null) return null;
  const over = data.TargetUsed !== null && data.TargetUsed > 100;
  return (
    <p className="note" role="note" aria-label="年碳目标">
      {year} 年碳目标 {formatDecimal(data.Target)} tCO₂；截至 {data.Until}{' '}
      {data.TotalCO2 === null ? (
        '的排放还不能得出：有能源没有碳因子'
      ) : (
        <>
          已排放 {formatDecimal(data.TotalCO2)} tCO₂，
          <span className={over ? 'text-bad' : undefined}>
            {over ? '超出目标，' : ''}占目标 {data.TargetUsed ?? 0}%
          </span>
        </>
      )}
    </p>
  );
};
