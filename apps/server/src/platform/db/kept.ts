/**
 * What a process keeps of the rows it has read. It belongs to the one database that the process works on; where another is opened in its place,
 * as tests do one after the other, the same ids are other rows, and nothing of it holds.
 */
const forgetting: (() => void)[] = [];

export const forgetWithDatabase = (forget: () => void): void => {
  forgetting.push(forget);
};

export const keptOfDatabase = <K, V>(): Map<K, V> => {
  const kept = new Map<K, V>();
  forgetWithDatabase(() => kept.clear());
  return kept;
};

export const forgetKept = (): void => {
  for (const forget of forgetting) forget();
};
