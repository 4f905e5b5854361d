import type { ManagedMenu } from '@hengneng/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { headingsAbove, menuTree, moved, movedTo, siblingsOf } from './tree.ts';

const menu = (ShortCode: string, parent: string | null, more: Partial<ManagedMenu> = {}): ManagedMenu => ({
  ShortCode,
  parent,
  path: `/${ShortCode.replaceAll('.', '/')}`,
  T_MenuName: ShortCode,
  programName: ShortCode,
  list: 'menuList',
  sort: 0,
  buttons: [],
  off: [],
  secondSet: false,
  keepAlive: false,
  hidden: false,
  icon: null,
  group: parent === null,
  built: true,
  roles: [],
  updatedAt: '',
  ...more,
});
const ROWS = [
  menu('system', null, { T_MenuName: '系统管理' }),
  menu('system.users', 'system', { T_MenuName: '用户管理' }),
  menu('system.roles', 'system', { T_MenuName: '角色权限' }),
  menu('form', null, { list: 'functionList' }),
];
const names = (nodes: ReturnType<typeof menuTree>): unknown => nodes.map((node) => [node.title, names(node.children)]);

describe('the tree of menus', () => {
  it('knows the headings above an entry, from the outermost', () => {
    const rows = [...ROWS, menu('system.users.more', 'system.users'), menu('form.more', 'form')];
    const above = (code: string) =>
      headingsAbove(
        rows,
        rows.find((row) => row.ShortCode === code),
      );
    expect(above('system.users.more')).toEqual(['system', 'system.users']);
    expect(above('system')).toEqual([]);
    // What it stands under is in the other list.
    expect(above('form.more')).toEqual([]);
  });

  it('shows what was looked for with what is above it', () => {
    expect(names(menuTree(ROWS, { text: '', list: 'menuList' }))).toEqual([
      [
        '系统管理',
        [
          ['用户管理', []],
          ['角色权限', []],
        ],
      ],
    ]);
    expect(names(menuTree(ROWS, { text: 'ROLES', list: 'menuList' }))).toEqual([['系统管理', [['角色权限', []]]]]);
    expect(names(menuTree(ROWS, { text: '系统', list: 'menuList' }))).toEqual([
      [
        '系统管理',
        [
          ['用户管理', []],
          ['角色权限', []],
        ],
      ],
    ]);
    expect(names(menuTree(ROWS, { text: '', list: 'functionList' }))).toEqual([['form', []]]);
    expect(siblingsOf(ROWS, ROWS[1] as ManagedMenu).map((row) => row.ShortCode)).toEqual([
      'system.users',
      'system.roles',
    ]);
  });

  it('moves one by one place, and back to where it was', () => {
    expect(moved(['a', 'b', 'c'], 'b', -1)).toEqual(['b', 'a', 'c']);
    expect(moved(['a', 'b', 'c'], 'c', 1)).toBeNull();
    expect(moved(['a'], 'x', 1)).toBeNull();
    fc.assert(
      fc.property(fc.uniqueArray(fc.string(), { minLength: 2 }), fc.nat(), (codes, pick) => {
        const code = codes[pick % (codes.length - 1)] ?? '';
        const there = moved(codes, code, 1) ?? [];
        expect(moved(there, code, -1)).toEqual(codes);
      }),
    );
  });

  it('puts one beside another, wherever both stood', () => {
    const codes = ['a', 'b', 'c', 'd'];
    expect(movedTo(codes, 'd', { beside: 'a', after: false })).toEqual(['d', 'a', 'b', 'c']);
    expect(movedTo(codes, 'a', { beside: 'c', after: true })).toEqual(['b', 'c', 'a', 'd']);
    expect(movedTo(codes, 'b', { beside: 'a', after: true })).toBeNull();
    expect(movedTo(codes, 'b', { beside: 'b', after: true })).toBeNull();
    expect(movedTo(codes, 'x', { beside: 'a', after: true })).toBeNull();
    expect(movedTo(codes, 'a', { beside: 'x', after: true })).toBeNull();
  });
});
