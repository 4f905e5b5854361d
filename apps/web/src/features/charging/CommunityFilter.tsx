/** The community that a page of charging is narrowed to, and communities to choose from, by province and city. */
import type { CommunityDetail } from '@hengneng/contracts';
import type { ReactElement } from 'react';
import { ChoiceFilter } from '../../ui/filters.tsx';
import type { Option, OptionGroup } from '../../ui/OptionSelect.tsx';
import { useCommunities } from './bills/shared.ts';

/** Under their cities, where they are in several; typing finds a name or a city. */
export const communityOptions = (
  of: readonly Pick<CommunityDetail, 'id' | 'name' | 'city'>[] = [],
): (Option | OptionGroup)[] => {
  const cities = [...Map.groupBy(of, ({ city }) => city)].toSorted(([a], [b]) => a.localeCompare(b, 'zh'));
  const optionsOf = (rows: typeof of) => rows.map(({ id, name }) => ({ value: id, label: name }));
  return cities.length < 2
    ? optionsOf(of)
    : cities.map(([city, rows]) => ({ label: city || '未填省市', options: optionsOf(rows) }));
};

export const CommunityFilter = ({
  label = '小区',
  value,
  onChange,
}: {
  readonly label?: string;
  readonly value: string | undefined;
  readonly onChange: (community: string | null) => void;
}): ReactElement => {
  const communities = useCommunities();
  // From an address: nothing is found there, which must not read as if nothing were there.
  const closed = value !== undefined && communities.data?.every(({ id }) => id !== value) === true;
  return (
    <>
      <ChoiceFilter
        label={label}
        search
        value={value}
        options={[...communityOptions(communities.data), ...(closed ? [{ value, label: '无权查看' }] : [])]}
        loading={communities.isPending}
        onChange={onChange}
      />
      {closed ? (
        <span className="error-retry-detail" role="alert">
          小区不存在，或您没有查看它的权限
        </span>
      ) : null}
    </>
  );
};
