/** Opinions that a person picks instead of typing. */
import { phraseDelete, phraseIndex, phraseSave } from '@hengneng/contracts';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../lib/api.ts';
import { useWrite } from '../../lib/useWrite.ts';

const KEY = 'phrases';

/** The person's own, those kept for good first, with keeping another and dropping one. What is done about a refusal is the caller's. */
export const usePhrases = () => {
  const list = useQuery({ queryKey: [KEY], queryFn: ({ signal }) => callApi(phraseIndex, {}, { signal }) });
  const keep = useWrite(phraseSave, { renews: [KEY], onError: () => undefined });
  const drop = useWrite(phraseDelete, { renews: [KEY], onError: () => undefined });
  return { list, keep, drop };
};

/** An opinion with a phrase picked into it: in the place of another phrase, after anything that was typed. */
export const withPhrase = (text: string, phrase: string, phrases: readonly string[]): string => {
  const typed = text.trim();
  if (typed === '' || phrases.includes(typed)) return phrase;
  return /[，。；！？、]$/.test(typed) ? typed + phrase : `${typed}，${phrase}`;
};

/** Whether a phrase fits: one that agrees has no place where something is refused, passed on or taken back, and one that refuses none in an agreement. */
export const isFitting = (phrase: string, agreeing: boolean): boolean =>
  !(agreeing ? /不[予能宜]?同意|不予/ : /(?<!不[予能宜]?)同意|无异议/).test(phrase);
