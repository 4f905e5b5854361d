import { districtChildren, districtList } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { callApi } from '../../lib/api.ts';
import { ChoiceFilter } from '../../ui/filters.tsx';

const useChildren = (parent: string | undefined) =>
  useQuery({
    queryKey: ['district', parent],
    queryFn: ({ signal }) => callApi(districtChildren, { ParentId: parent ?? '' }, { signal }),
    enabled: parent !== undefined,
    staleTime: 600_000,
  });

/** A province, or a city or part of it: for filters, and in forms, which give value and onChange themselves. */
export const DistrictPick = ({
  value,
  onChange = () => undefined,
}: {
  readonly value?: string | null | undefined;
  readonly onChange?: (id: string | null) => void;
}): ReactElement => {
  const provinces = useQuery({
    queryKey: ['district'],
    queryFn: ({ signal }) => callApi(districtList, {}, { signal }),
    staleTime: 600_000,
  });
  const province = value ? `${value.slice(0, 2)}0000` : undefined;
  const city = value && value !== province ? `${value.slice(0, 4)}00` : undefined;
  const cities = useChildren(province);
  const parts = useChildren(city);
  const options = (rows: typeof provinces.data) => (rows ?? []).map(({ Id, Name }) => ({ value: Id, label: Name }));
  return (
    <>
      <ChoiceFilter
        label="省"
        search
        loading={provinces.isPending}
        value={province}
        options={options(provinces.data)}
        onChange={onChange}
      />
      {province === undefined ? null : (
        <ChoiceFilter
          label="市"
          search
          loading={cities.isPending}
          value={city}
          options={options(cities.data)}
          onChange={(id) => onChange(id ?? province)}
        />
      )}
      {city === undefined || parts.data?.length === 0 ? null : (
        <ChoiceFilter
          label="区县"
          search
          loading={parts.isPending}
          value={value === city ? undefined : (value ?? undefined)}
          options={options(parts.data)}
          onChange={(id) => onChange(id ?? city)}
        />
      )}
    </>
  );
};
