/** Which blocks of the workbench a person sees, and in which order. Pure; stored as a setting of the person. */

export const BLOCKS = {
  cards: '数字卡',
  todos: '待办',
  mine: '我的申请',
  quick: '快捷发起',
  notices: '通知',
} as const;
export type BlockKey = keyof typeof BLOCKS;

export interface BlockPlace {
  readonly key: BlockKey;
  readonly shown: boolean;
}
export type Layout = readonly BlockPlace[];

const isKey = (value: unknown): value is BlockKey => typeof value === 'string' && value in BLOCKS;

export const DEFAULT_LAYOUT: Layout = Object.keys(BLOCKS)
  .filter(isKey)
  .map((key) => ({ key, shown: true }));

/** A stored layout made good: unknown blocks are dropped, new ones come last and are shown. */
export const parseLayout = (text: string | undefined): Layout => {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? '[]');
  } catch {
    return DEFAULT_LAYOUT;
  }
  if (!Array.isArray(stored)) return DEFAULT_LAYOUT;
  const places = new Map<BlockKey, BlockPlace>();
  for (const one of stored as readonly unknown[]) {
    if (typeof one !== 'object' || one === null || !('key' in one) || !isKey(one.key)) continue;
    places.set(one.key, { key: one.key, shown: !('shown' in one) || one.shown !== false });
  }
  return [...places.values(), ...DEFAULT_LAYOUT.filter((place) => !places.has(place.key))];
};

export const show = (layout: Layout, key: BlockKey, shown: boolean): Layout =>
  layout.map((place) => (place.key === key ? { key, shown } : place));

/** Swaps a block with its neighbour; at the end it stays. */
export const move = (layout: Layout, key: BlockKey, by: -1 | 1): Layout => {
  const from = layout.findIndex((place) => place.key === key);
  const to = from + by;
  const [a, b] = [layout[from], layout[to]];
  if (!a || !b) return layout;
  return layout.map((place, index) => (index === from ? b : index === to ? a : place));
};
