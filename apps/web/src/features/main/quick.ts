/** Which modules stand ready to be started, and in which order. Pure; the favourites are a setting of the person. */

export const MOST_FAVOURITES = 8;
const MOST_RECENT = 4;

/** Ids that were stored as favourites, those among them that can be started. */
export const readFavourites = (stored: string | undefined, startable: readonly string[]): readonly string[] => {
  let found: unknown;
  try {
    found = JSON.parse(stored ?? '[]');
  } catch {
    return [];
  }
  if (!Array.isArray(found)) return [];
  const ids = new Set<unknown>(found);
  return [...ids]
    .filter((id) => typeof id === 'string' && startable.includes(id))
    .slice(0, MOST_FAVOURITES) as string[];
};

/** The modules of somebody's latest records that are no favourites. */
export const recentOf = (
  latest: readonly string[],
  favourites: readonly string[],
  startable: readonly string[],
): readonly string[] =>
  [...new Set(latest)].filter((id) => startable.includes(id) && !favourites.includes(id)).slice(0, MOST_RECENT);

/** What is shown: favourites, then what was started lately; somebody without favourites is offered the others as well. */
export const shownOf = (
  favourites: readonly string[],
  recent: readonly string[],
  startable: readonly string[],
): readonly string[] =>
  favourites.length > 0
    ? [...favourites, ...recent]
    : [...new Set([...recent, ...startable])].slice(0, MOST_FAVOURITES + MOST_RECENT);

/** The favourites with one of them in the place of another; those between give way. */
export const placeBefore = (favourites: readonly string[], id: string, target: string): readonly string[] => {
  const to = favourites.indexOf(target);
  if (to < 0 || !favourites.includes(id) || id === target) return favourites;
  const rest = favourites.filter((one) => one !== id);
  return [...rest.slice(0, to), id, ...rest.slice(to)];
};
