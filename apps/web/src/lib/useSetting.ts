import { getSetting, saveSetting } from '@hengneng/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { callApi, messageOf } from './api.ts';
import { notify } from './notify.ts';

/** What is stored next, by what is stored now. */
export type SettingChange = (stored: string | undefined) => unknown;

/** A setting as it is asked for, whoever asks. */
const settingQuery = (key: string) => ({
  queryKey: ['setting', key],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => callApi(getSetting, { key }, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/**
 * One setting of the person as JSON text, the same on every machine they sign in at; `undefined` until it is known or when there is none.
 * A change starts from what is stored, also where that was not known yet when it was made; it shows at once and is stored behind it.
 */
export const useSetting = (key: string): readonly [string | undefined, (change: SettingChange) => void] => {
  const client = useQueryClient();
  const { data } = useQuery(settingQuery(key));
  const { mutate } = useMutation({
    // One after another: two at once may arrive the other way round, and the older would stay.
    scope: { id: `setting ${key}` },
    mutationFn: (value: string) => callApi(saveSetting, { key, value }),
    onError: (error) => notify.error(messageOf(error)),
  });
  const save = useCallback(
    (change: SettingChange) => {
      client
        .ensureQueryData(settingQuery(key))
        .then((known) => {
          const text = JSON.stringify(change(known[key]));
          client.setQueryData(['setting', key], { [key]: text });
          mutate(text);
        })
        .catch((error: unknown) => notify.error(messageOf(error)));
    },
    [client, key, mutate],
  );
  return [data?.[key], save];
};
