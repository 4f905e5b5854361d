/** A burst of events is one change. */
const GATHER_MS = 400;

/**
 * Takes what comes within a moment as one.
 * @param flush told once of everything that came, without repeats
 */
export const gathering = <T>(flush: (all: ReadonlySet<T>) => void): ((some: Iterable<T>) => void) => {
  let gathered = new Set<T>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  return (some) => {
    for (const one of some) gathered.add(one);
    timer ??= setTimeout(() => {
      const all = gathered;
      timer = undefined;
      gathered = new Set();
      flush(all);
    }, GATHER_MS);
  };
};
