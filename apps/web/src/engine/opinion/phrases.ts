/** Opinions that a person picks instead of typing. */
import { phraseDelete, phraseIndex, phraseSave } from '@hengneng/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi, newIntent } from '../../lib/api.ts';

const KEY = ['phrases'];

/** The person's own, those kept for good first, with keeping another and dropping one. What is done about a refusal is the caller's. */
export const usePhrases = () => {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: KEY });
  const list = useQuery({ queryKey: KEY, queryFn: ({ signal }) => callApi(phraseIndex, {}, { signal }) });
  const keep = useMutation({
    mutationFn: (text: string) => callApi(phraseSave, { text }, { idempotencyKey: newIntent() }),
    onSuccess: refresh,
  });
  const drop = useMutation({
    mutationFn: (text: string) => callApi(phraseDelete, { text }, { idempotencyKey: newIntent() }),
    onSuccess: refresh,
  });
  return { list, keep, drop };
};

/** An opinion with a phrase picked into it: in the place of another phrase, after anything that was typed. */
export const withPhrase = (text: string, phrase: string, phrases: readonly string[]): string => {
  const typed = text.trim();
  if (typed === '' || phrases.includes(typed)) return phrase;
  return /[，。；！？、]$/.test(typed) ? typed + phrase : `${typed}，${phrase}`;
};
