import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  filterLines,
  grantsOf,
  groupsOf,
  linesOf,
  linesUnder,
  type MenuRow,
  sameGrants,
  setButton,
  setMenu,
  setRow,
  toInput,
} from './grants.ts';

const menu = (ShortCode: string, parent: string | null, group: boolean, buttons = '0,2,3'): MenuRow => ({
  ShortCode,
  T_MenuName: `名${ShortCode}`,
  T_UserMenuBtn: group ? '' : buttons,
  parent,
  path: `/${ShortCode}`,
  list: 'menuList',
  secondSet: false,
  group,
});
const menus = [menu('a', null, true), menu('a.x', 'a', false), menu('a.y', 'a', false, '3,5'), menu('m', null, false)];

describe('grants', () => {
  it('give a button its menu and take the buttons with the menu', () => {
    const with2 = setButton(grantsOf([]), 'a.x', 2, true);
    expect(toInput(with2, menus)).toEqual([{ ShortCode: 'a.x', buttons: [2] }]);
    expect(toInput(setMenu(with2, 'a.x', false), menus)).toEqual([]);
    expect(toInput(setButton(with2, 'a.x', 2, false), menus)).toEqual([{ ShortCode: 'a.x', buttons: [] }]);
    expect(setButton(grantsOf([]), 'a.x', 2, false).size).toBe(0);
  });

  it('of a row are all that it offers', () => {
    const [, , y] = menus;
    if (!y) throw new Error('menu missing');
    expect(toInput(setRow(grantsOf([]), y, true), menus)).toEqual([{ ShortCode: 'a.y', buttons: [3, 5] }]);
  });

  it('are compared whatever their order, without headings', () => {
    const step = fc.record({
      code: fc.constantFrom('a.x', 'a.y', 'm'),
      button: fc.constantFrom(0, 2, 3, 5),
      on: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const end = steps.reduce((grants, { code, button, on }) => setButton(grants, code, button, on), grantsOf([]));
        const again = grantsOf([...toInput(end, menus)].reverse());
        expect(sameGrants(end, again, menus)).toBe(true);
        expect(sameGrants(end, setMenu(end, 'a', true), menus)).toBe(true);
      }),
    );
  });
});

describe('lines', () => {
  it('are in reading order and keep the headings of what is found', () => {
    const lines = linesOf(menus);
    expect(lines.map(({ menu: { ShortCode }, depth }) => `${depth}${ShortCode}`)).toEqual(['0a', '1a.x', '1a.y', '0m']);
    expect(filterLines(lines, '名a.y').map((line) => line.menu.ShortCode)).toEqual(['a', 'a.y']);
    expect(filterLines(lines, ' ')).toBe(lines);
    expect(groupsOf(lines).map((row) => row.ShortCode)).toEqual(['a']);
    expect(linesUnder(lines, 'a').map((line) => line.menu.ShortCode)).toEqual(['a', 'a.x', 'a.y']);
    expect(linesUnder(lines, 'm').map((line) => line.menu.ShortCode)).toEqual(['m']);
    expect(linesUnder(lines, 'gone')).toEqual([]);
  });
});
