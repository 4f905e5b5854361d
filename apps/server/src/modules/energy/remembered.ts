/**
 * A function that remembers what it answered: files and batches say the same few things over and over, and often one after the other. A text that was
 * just read has to be hashed before it is looked up; comparing it with the one before is less.
 */
export const remembered = <K, T>(find: (key: K) => T): ((key: K) => T) => {
  const known = new Map<K, T>();
  let last: { readonly key: K; readonly made: T } | null = null;
  return (key) => {
    if (last !== null && last.key === key) return last.made;
    const there = known.get(key);
    const made = there !== undefined || known.has(key) ? (there as T) : find(key);
    known.set(key, made);
    last = { key, made };
    return made;
  };
};
