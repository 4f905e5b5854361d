/** Which blocks of the workbench a person sees, and in which order. Pure; stored as a setting of the person. */

import type { RoleCode } from '@hengneng/core';

/** `wide` takes a whole line below the others. */
export type Column = 'top' | 'main' | 'side' | 'wide';

export const BLOCKS = {
  cards: { name: '数字卡', column: 'top' },
  todos: { name: '待办', column: 'main' },
  mine: { name: '我的申请', column: 'main' },
  quick: { name: '快捷发起', column: 'side' },
  notices: { name: '公告通知', column: 'side' },
  expiring: { name: '到期提醒', column: 'side' },
  energies: { name: '项目能耗一览', column: 'wide' },
  trend: { name: '近 30 天供能与能耗', column: 'wide' },
  warnings: { name: '未处理报警', column: 'wide' },
} as const satisfies Readonly<Record<string, { readonly name: string; readonly column: Column }>>;
export type BlockKey = keyof typeof BLOCKS;

export interface BlockPlace {
  readonly key: BlockKey;
  readonly shown: boolean;
}
export type Layout = readonly BlockPlace[];
/** Arranges the blocks anew, starting from how they stand by then. */
export type ChangeLayout = (change: (now: Layout) => Layout) => void;

const isKey = (value: unknown): value is BlockKey => typeof value === 'string' && Object.hasOwn(BLOCKS, value);

const inOrder = (keys: readonly string[]): Layout => keys.filter(isKey).map((key) => ({ key, shown: true }));

export const DEFAULT_LAYOUT: Layout = inOrder(Object.keys(BLOCKS));

/**
 * What people see who have arranged nothing, by what they mostly do; the first line that names one of their roles holds. Who decides has the
 * to-dos first, who files their own records; beside them stands what each looks for most.
 */
const USUAL: readonly (readonly [readonly RoleCode[], readonly BlockKey[]])[] = [
  [
    ['generalManager', 'operationDirector', 'emcDirector'],
    ['cards', 'todos', 'mine', 'expiring', 'notices', 'quick'],
  ],
  [['areaManager'], ['cards', 'todos', 'mine', 'notices', 'expiring', 'quick']],
  [['projectManager'], ['cards', 'todos', 'mine', 'expiring', 'quick', 'notices']],
  [['finance'], ['cards', 'todos', 'mine', 'notices', 'quick', 'expiring']],
  [['cashier'], ['cards', 'todos', 'mine', 'quick', 'notices', 'expiring']],
  [
    ['operator', 'engineer', 'waterEngineer'],
    ['cards', 'mine', 'todos', 'quick', 'notices', 'expiring'],
  ],
  [
    ['sales', 'salesTechnical', 'hvacEngineer', 'automationEngineer'],
    ['cards', 'mine', 'todos', 'quick', 'expiring', 'notices'],
  ],
];

/** What a person sees who has arranged nothing. */
export const defaultFor = (roles: readonly string[]): Layout => {
  const usual = USUAL.find(([own]) => own.some((role) => roles.includes(role)));
  // What a role's line does not name stands alone in its column.
  return usual ? inOrder([...new Set([...usual[1], ...Object.keys(BLOCKS)])]) : DEFAULT_LAYOUT;
};

/** A stored layout made good: unknown blocks are dropped, new ones come last and are shown. */
export const parseLayout = (text: string | undefined, otherwise: Layout = DEFAULT_LAYOUT): Layout => {
  if (text === undefined) return otherwise;
  let stored: unknown;
  try {
    stored = JSON.parse(text);
  } catch {
    return otherwise;
  }
  if (!Array.isArray(stored)) return otherwise;
  const places = new Map<BlockKey, BlockPlace>();
  for (const one of stored as readonly unknown[]) {
    if (typeof one !== 'object' || one === null || !('key' in one) || !isKey(one.key)) continue;
    places.set(one.key, { key: one.key, shown: !('shown' in one) || one.shown !== false });
  }
  return [...places.values(), ...otherwise.filter((place) => !places.has(place.key))];
};

export const show = (layout: Layout, key: BlockKey, shown: boolean): Layout =>
  layout.map((place) => (place.key === key ? { key, shown } : place));

/** Blocks that stand in one column with this one, itself among them, in their order. */
const columnOf = (layout: Layout, key: BlockKey): Layout =>
  layout.filter((place) => BLOCKS[place.key].column === BLOCKS[key].column);

/** A layout whose column is in another order; the other columns stay. */
const withColumn = (layout: Layout, column: Layout): Layout => {
  const next = column.values();
  const keys = new Set(column.map((place) => place.key));
  return layout.map((place) => (keys.has(place.key) ? (next.next().value ?? place) : place));
};

/** Puts a block where another one of its column stands; those between give way. Over another column nothing happens. */
export const placeAt = (layout: Layout, key: BlockKey, target: BlockKey): Layout => {
  const column = columnOf(layout, key);
  const at = (wanted: BlockKey) => column.findIndex((place) => place.key === wanted);
  const [from, to] = [at(key), at(target)];
  if (to < 0 || from === to) return layout;
  const moved = column.filter((place) => place.key !== key);
  moved.splice(to, 0, ...column.slice(from, from + 1));
  return withColumn(layout, moved);
};

/** The block that a step up or down would change places with: the next one in its column, among those that are shown where only these are meant. */
export const neighbour = (layout: Layout, key: BlockKey, by: -1 | 1, shownOnly = false): BlockKey | null => {
  const column = columnOf(layout, key).filter((place) => !shownOnly || place.shown || place.key === key);
  return column[column.findIndex((place) => place.key === key) + by]?.key ?? null;
};

/** One step up or down in its column; at the end it stays. */
export const move = (layout: Layout, key: BlockKey, by: -1 | 1, shownOnly = false): Layout => {
  const target = neighbour(layout, key, by, shownOnly);
  return target === null ? layout : placeAt(layout, key, target);
};
