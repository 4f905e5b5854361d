/** First part of the keys of the queries that show dictionaries; words are offered under another. */
export const DICTIONARY = 'dictionary';
export const RENEWS = [DICTIONARY, 'enum'] as const;
