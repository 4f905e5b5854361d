/** Places in a building as people write them: 楼栋/楼层/区域. */

/** `A座/3层/东侧走廊`; parts that are empty are left out. */
export const lampPlace = (parts: readonly (string | null)[]): string =>
  parts
    .map((part) => part?.trim() ?? '')
    .filter((part) => part !== '')
    .join('/');

export interface PlaceNode {
  /** The whole path, as records have it. */
  readonly place: string;
  readonly name: string;
  /** Of this place and all below it. */
  readonly count: number;
  readonly below: readonly PlaceNode[];
}

interface Growing {
  count: number;
  readonly below: Map<string, Growing>;
}

const grown = (of: Growing, path: readonly string[]): readonly PlaceNode[] =>
  [...of.below]
    .sort(([a], [b]) => a.localeCompare(b, 'zh-CN', { numeric: true }))
    .map(([name, node]) => {
      const place = [...path, name];
      return { place: place.join('/'), name, count: node.count, below: grown(node, place) };
    });

/** Places as a tree; what is written without parts stands at its top. */
export const placeTree = (
  places: readonly { readonly place: string; readonly count: number }[],
): readonly PlaceNode[] => {
  const root: Growing = { count: 0, below: new Map() };
  for (const { place, count } of places) {
    let at = root;
    for (const part of lampPlace(place.split('/')).split('/')) {
      const next = at.below.get(part) ?? { count: 0, below: new Map() };
      next.count += count;
      at.below.set(part, next);
      at = next;
    }
  }
  return grown(root, []);
};
