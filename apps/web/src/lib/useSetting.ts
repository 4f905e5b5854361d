import { getSetting, saveSetting } from '@hengneng/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { callApi, messageOf } from './api.ts';
import { notify } from './notify.ts';

/**
 * One setting of the person as JSON text, the same on every machine they sign in at.
 * A change shows at once and is stored behind it; `undefined` until it is known or when there is none.
 */
export const useSetting = (key: string): readonly [string | undefined, (value: unknown) => void] => {
  const client = useQueryClient();
  const { data } = useQuery({
    queryKey: ['setting', key],
    queryFn: ({ signal }) => callApi(getSetting, { key }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { mutate } = useMutation({
    mutationFn: (value: string) => callApi(saveSetting, { key, value }),
    onError: (error) => notify.error(messageOf(error)),
  });
  const save = useCallback(
    (value: unknown) => {
      const text = JSON.stringify(value);
      client.setQueryData(['setting', key], { [key]: text });
      mutate(text);
    },
    [client, key, mutate],
  );
  return [data?.[key], save];
};
