import { getSetting, saveSetting } from '@hengneng/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi, messageOf } from '../../lib/api.ts';
import { notify } from '../../lib/notify.ts';
import { type Layout, parseLayout } from './layout.ts';

const KEY = 'workbench.layout';

/** The person's layout; a change shows at once and is stored behind it. */
export const useLayout = (): readonly [Layout, (layout: Layout) => void] => {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: ['setting', KEY],
    queryFn: ({ signal }) => callApi(getSetting, { key: KEY }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const save = useMutation({
    mutationFn: (layout: Layout) => callApi(saveSetting, { key: KEY, value: JSON.stringify(layout) }),
    onError: (error) => notify.error(messageOf(error)),
  });
  const change = (layout: Layout) => {
    client.setQueryData(['setting', KEY], { [KEY]: JSON.stringify(layout) });
    save.mutate(layout);
  };
  return [parseLayout(data?.[KEY]), change];
};
