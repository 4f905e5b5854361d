import { deptIndex } from '@hengneng/contracts';
import { isArea } from '@hengneng/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { callApi } from '../../lib/api.ts';
import { ChoiceFilter } from '../../ui/filters.tsx';

/** One area, or all. */
export const AreaFilter = ({
  value,
  onChange,
}: {
  readonly value: string | undefined;
  readonly onChange: (area: string | null) => void;
}): ReactElement => {
  const depts = useQuery({
    queryKey: ['dept', false],
    queryFn: ({ signal }) => callApi(deptIndex, { all: false }, { signal }),
    staleTime: 60_000,
  });
  return (
    <ChoiceFilter
      label="区域"
      loading={depts.isPending}
      value={value}
      options={(depts.data ?? [])
        .filter((dept) => isArea(dept.T_OutSideDeptId))
        .map((dept) => ({ value: dept.T_OutSideDeptId, label: dept.T_OutSideDeptName }))}
      onChange={onChange}
    />
  );
};
