/** The community that a page of charging is narrowed to. */
import type { ReactElement } from 'react';
import { ChoiceFilter } from '../../ui/filters.tsx';
import { useCommunities } from './bills/shared.ts';

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
  return (
    <ChoiceFilter
      label={label}
      value={value}
      options={(communities.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      loading={communities.isPending}
      onChange={onChange}
    />
  );
};
