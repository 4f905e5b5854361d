/** A function that remembers what it answered: files and batches say the same few things over and over. */
export const remembered = <K, T>(find: (key: K) => T): ((key: K) => T) => {
  const known = new Map<K, T>();
  return (key) => {
    const there = known.get(key);
    if (there !== undefined || known.has(key)) return there as T;
    const made = find(key);
    known.set(key, made);
    return made;
  };
};
