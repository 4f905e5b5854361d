import { SCREENS, shortCodeOf } from '@hengneng/core';
import { FORMS } from '@hengneng/forms';
import { describe, expect, it } from 'vitest';
import { DEFAULT_SCOPES, defaultButtons, ROLE_CODES } from './default-grants.ts';
import { menuTrees } from './menu-source.ts';
import { BUILT_MENUS, isBuilt, isHeld, MENUS, menuOf } from './menus.ts';
import { pinyinOf } from './pinyin.ts';

const chinese = /[\u4e00-\u9fff]/;

describe('the menu', () => {
  it('has every screen that needs a session once, and only headings besides', () => {
    const leaves = MENUS.filter((menu) => menu.kind !== 'group').map((menu) => menu.shortCode);
    const screens = SCREENS.filter(isHeld).map((s) => shortCodeOf(s.path));
    expect([...leaves].sort()).toEqual([...screens].sort());
    expect(new Set(MENUS.map((menu) => menu.shortCode)).size).toBe(MENUS.length);
  });

  it('has a Chinese name for every heading, and every parent exists', () => {
    for (const menu of MENUS) {
      expect(menu.name, menu.shortCode).toMatch(chinese);
      if (menu.parent !== null) expect(menuOf(menu.parent)?.kind, menu.shortCode).toBe('group');
    }
  });

  it('has every screen of the defined modules', () => {
    const missing = SCREENS.filter((screen) => screen.module != null && screen.module in FORMS && !isBuilt(screen));
    expect(missing.map((screen) => screen.path)).toEqual([]);
  });

  it('grants only buttons that a screen has', () => {
    for (const role of ROLE_CODES)
      for (const menu of MENUS)
        for (const button of defaultButtons(role, menu) ?? []) expect(menu.buttons, menu.shortCode).toContain(button);
  });

  it('gives every built-in role the workbench and a data scope, and the administrator everything', () => {
    for (const role of ROLE_CODES) {
      const main = menuOf('main');
      expect(main && defaultButtons(role, main)).not.toBeNull();
      expect(DEFAULT_SCOPES[role].length).toBeGreaterThan(0);
    }
    for (const menu of BUILT_MENUS)
      if (menu.path !== '/system/health') expect(defaultButtons('admin', menu)).toEqual(menu.buttons);
  });

  it('keeps a heading only where something below it is granted, and hides what is not built', () => {
    const rows = MENUS.map((menu) => ({
      short_code: menu.shortCode,
      path: menu.path,
      name: menu.name,
      list: menu.list,
      parent: menu.parent,
      hidden: menu.hidden,
      icon: null,
    }));
    const buttons = new Map([
      ['system.users', new Set([3])],
      ['instructionVideo', new Set([3])],
      ['formFlow.payment.borrowing.borrowingForm', new Set([0, 3])],
    ]);
    const trees = menuTrees(rows, buttons);
    expect(trees.menuList.map((menu) => menu.ShortCode)).toEqual(['system']);
    expect(trees.menuList[0]?.ChildMenu.map((menu) => menu.ShortCode)).toEqual(['system.users']);
    expect(trees.functionList.map((menu) => [menu.ShortCode, menu.T_UserMenuBtn])).toEqual([
      ['formFlow.payment.borrowing.borrowingForm', '0,3'],
    ]);
  });
});

describe('pinyin', () => {
  it('gives the full spelling and the initials', () => {
    expect(pinyinOf('张三')).toBe('zhangsan zs');
    expect(pinyinOf('EMC项目2')).toBe('emcxiangmu2 emcxm2');
  });
});
