/** A role's grants while they are being edited. Pure. */
import type { menuEnumIndex, OutputOf } from '@hengneng/contracts';

export type MenuRow = OutputOf<typeof menuEnumIndex>['menus'][number];

/** ShortCode → button codes; a menu that is not a key is not granted. */
export type Grants = ReadonlyMap<string, ReadonlySet<number>>;

export const grantsOf = (
  rows: readonly { readonly ShortCode: string; readonly buttons: readonly number[] }[],
): Grants => new Map(rows.map((row) => [row.ShortCode, new Set(row.buttons)]));

export const codesOf = (menu: MenuRow): readonly number[] =>
  menu.T_UserMenuBtn.split(',').flatMap((code) => (code === '' ? [] : [Number(code)]));

/** Grants or takes a menu; taking it takes its buttons. */
export const setMenu = (grants: Grants, code: string, granted: boolean): Grants => {
  const next = new Map(grants);
  if (granted) next.set(code, next.get(code) ?? new Set());
  else next.delete(code);
  return next;
};

/** Grants or takes one button; a button needs its menu. */
export const setButton = (grants: Grants, code: string, button: number, granted: boolean): Grants => {
  const next = new Map(grants);
  const buttons = new Set(next.get(code));
  if (granted) buttons.add(button);
  else buttons.delete(button);
  if (granted || next.has(code)) next.set(code, buttons);
  return next;
};

/** Everything a menu offers, or nothing of it. */
export const setRow = (grants: Grants, menu: MenuRow, granted: boolean): Grants => {
  const next = new Map(grants);
  if (granted) next.set(menu.ShortCode, new Set(codesOf(menu)));
  else next.delete(menu.ShortCode);
  return next;
};

const inOrder = (buttons: ReadonlySet<number>): number[] => [...buttons].sort((a, b) => a - b);

/** As the call takes them. Headings are left out: the server grants them with what is below. */
export const toInput = (grants: Grants, menus: readonly MenuRow[]) => {
  const groups = new Set(menus.filter((menu) => menu.group).map((menu) => menu.ShortCode));
  return [...grants]
    .filter(([code]) => !groups.has(code))
    .map(([ShortCode, buttons]) => ({ ShortCode, buttons: inOrder(buttons) }));
};

export const sameGrants = (a: Grants, b: Grants, menus: readonly MenuRow[]): boolean => {
  const text = (grants: Grants) =>
    toInput(grants, menus)
      .map((one) => `${one.ShortCode}:${one.buttons}`)
      .sort()
      .join(';');
  return text(a) === text(b);
};

/** A menu with its depth, in reading order. */
export interface MenuLine {
  readonly menu: MenuRow;
  readonly depth: number;
}

export const linesOf = (menus: readonly MenuRow[]): readonly MenuLine[] => {
  const known = new Set(menus.map((menu) => menu.ShortCode));
  const below = (parent: string | null, depth: number): readonly MenuLine[] =>
    menus
      .filter((menu) => (parent === null ? menu.parent === null || !known.has(menu.parent) : menu.parent === parent))
      .flatMap((menu) => [{ menu, depth }, ...below(menu.ShortCode, depth + 1)]);
  return below(null, 0);
};

/** Headings that stand at the top. */
export const groupsOf = (lines: readonly MenuLine[]): readonly MenuRow[] =>
  lines.filter(({ menu, depth }) => depth === 0 && menu.group).map(({ menu }) => menu);

/** A heading at the top with all that is below it: lines are in reading order. */
export const linesUnder = (lines: readonly MenuLine[], code: string): readonly MenuLine[] => {
  const from = lines.findIndex(({ menu }) => menu.ShortCode === code);
  if (from < 0) return [];
  const next = lines.findIndex((line, index) => index > from && line.depth === 0);
  return lines.slice(from, next < 0 ? lines.length : next);
};

/** The lines that a search keeps: hits with the headings above them. */
export const filterLines = (lines: readonly MenuLine[], text: string): readonly MenuLine[] => {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return lines;
  const byCode = new Map(lines.map((line) => [line.menu.ShortCode, line]));
  const kept = new Set<string>();
  for (const { menu } of lines) {
    if (!`${menu.T_MenuName} ${menu.ShortCode}`.toLowerCase().includes(wanted)) continue;
    for (
      let at: string | null = menu.ShortCode;
      at !== null && !kept.has(at);
      at = byCode.get(at)?.menu.parent ?? null
    ) {
      kept.add(at);
    }
  }
  return lines.filter((line) => kept.has(line.menu.ShortCode));
};
