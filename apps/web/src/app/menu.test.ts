import { SCREENS, shortCodeOf } from '@hengneng/core';
import { describe, expect, it } from 'vitest';
import type { MenuNode } from '../lib/session.ts';
import {
  breadcrumbs,
  buildMenu,
  favouritesOf,
  foundItems,
  groupsAbove,
  leavesOf,
  type MenuItem,
  menuItems,
  menuNames,
  searchMenu,
  subjectOf,
  todosOf,
} from './menu.ts';

const node = (ShortCode: string, T_MenuName: string, ChildMenu: readonly MenuNode[] = []): MenuNode => ({
  ShortCode,
  T_MenuName,
  T_UserMenuBtn: '0,3',
  ChildMenu,
});
const LIST = 'formFlow.waterQuality.constructionNotice.constructionNoticeList';
const TASK = 'formFlow.waterQuality.constructionNotice.constructionNoticeTask';
const FORM = 'formFlow.waterQuality.constructionNotice.constructionNoticeForm';

const water = (children: readonly MenuNode[]) =>
  node('formFlow', '业务表单', [node('formFlow.waterQuality', '水质', children)]);
const web = [node('main', '工作台'), water([node(LIST, '施工通知列表'), node(FORM, '施工通知表单')])];
const functions = [water([node(TASK, '施工通知待办')]), node('vData', '大屏', [node('vData.info', '项目大屏')])];

const byCode = new Map(SCREENS.map((screen) => [shortCodeOf(screen.path), screen]));
const pageOf = (code: string) => (code.startsWith('vData') ? undefined : byCode.get(code));
const menu = buildMenu([web, functions], pageOf);

describe('buildMenu', () => {
  it('merges both lists, drops forms and screens without a page, and groups left empty by that', () => {
    expect(menu.map((entry) => entry.name)).toEqual(['工作台', '业务表单']);
    expect(leavesOf(menu).map((leaf) => leaf.entry.name)).toEqual(['工作台', '施工通知列表', '施工通知待办']);
  });

  it('shows nothing that is hidden, nor what stands below it', () => {
    const hidden = buildMenu(
      [
        [
          { ...node('main', '工作台'), T_Hidden: true },
          { ...water([node(LIST, '施工通知列表')]), T_Hidden: true },
        ],
      ],
      pageOf,
    );
    expect(hidden).toEqual([]);
  });

  it('knows whose to-dos to count', () => {
    expect(leavesOf(menu).map((leaf) => leaf.entry.taskOf)).toEqual([
      null,
      null,
      { module: 'constructionNotice', steps: null },
    ]);
  });

  it('counts a role’s page by its steps, and a to-do once however many pages show it', () => {
    const page = (name: string) => node(`projectContent.${name}`, name);
    const pages = ['departmentDirectorNode', 'HVACLeaderNode', 'consultFormList'].map(page);
    const [group] = buildMenu([[node('projectContent', '咨询管理', pages), ...web]], pageOf);
    if (!group) throw new Error('group missing');
    const todos = [
      {
        moduleId: 'consult',
        count: 10,
        steps: [
          { key: 's1', count: 1 },
          { key: 's3', count: 2 },
          { key: 's4', count: 3 },
          { key: 's7', count: 4 },
        ],
      },
      { moduleId: 'saleConsult', count: 5, steps: [{ key: 's1', count: 5 }] },
    ];
    expect(leavesOf([group]).map(({ entry }) => todosOf(entry, todos))).toEqual([5, 2, 0]);
    expect(todosOf(group, todos)).toBe(7);
    const [task] = leavesOf(menu).flatMap(({ entry }) => (entry.taskOf ? [entry] : []));
    if (!task) throw new Error('to-do page missing');
    const notice = [{ moduleId: 'constructionNotice', count: 3, steps: [] }];
    expect(todosOf({ ...group, children: [task, task] }, notice)).toBe(3);
  });

  it('finds by name or group and knows what to unfold', () => {
    expect(searchMenu(leavesOf(menu), '水质 待办').map((leaf) => leaf.entry.code)).toEqual([TASK]);
    expect(groupsAbove(menu, `/${LIST.replaceAll('.', '/')}`)).toEqual(['formFlow', 'formFlow.waterQuality']);
  });
});

describe('the lines', () => {
  const flat = (items: readonly MenuItem[]): readonly MenuItem[] =>
    items.flatMap((item) => [item, ...flat(item.children)]);
  const leaves = leavesOf(menu);
  const marked = favouritesOf(leaves, JSON.stringify([TASK]));
  const todos = [{ moduleId: 'constructionNotice', count: 3, steps: [] }];

  it('are the tree with what waits behind each, and before it what is marked', () => {
    const items = menuItems(menu, todos, marked);
    expect(items.map(({ name, count }) => [name, count])).toEqual([
      ['收藏', 0],
      ['工作台', 0],
      ['业务表单', 3],
    ]);
    expect(items[0]?.children.map(({ path, count }) => [path, count])).toEqual([[`/${TASK.replaceAll('.', '/')}`, 3]]);
    expect(menuItems(menu, [], []).map(({ name }) => name)).toEqual(['工作台', '业务表单']);
  });

  it('have keys of their own, although a marked page is there twice', () => {
    const keys = flat(menuItems(menu, todos, marked)).map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys).toContain(`/${TASK.replaceAll('.', '/')}`);
  });

  it('found by a search say where they lie', () => {
    expect(foundItems(searchMenu(leaves, '待办')).map(({ name, note }) => [name, note])).toEqual([
      ['施工通知待办', '业务表单 / 水质'],
    ]);
  });
});

describe('favourites', () => {
  it('are those that may be opened, once each, whatever was stored', () => {
    const leaves = leavesOf(menu);
    const codes = (stored: string | undefined) => favouritesOf(leaves, stored).map((leaf) => leaf.entry.code);
    expect(codes(JSON.stringify([TASK, 'gone', 'main', TASK, 7]))).toEqual([TASK, 'main']);
    expect(codes('{')).toEqual([]);
    expect(codes('{"a":1}')).toEqual([]);
    expect(codes(undefined)).toEqual([]);
  });
});

describe('breadcrumbs', () => {
  const names = menuNames([web, functions]);
  const screen = byCode.get(FORM);
  it('ends with its subject after a colon', () => {
    if (!screen) throw new Error('screen missing');
    expect(breadcrumbs(screen, '10', names)).toEqual(['业务表单', '水质', `${screen.title}：10`]);
    expect(breadcrumbs(screen, '', names).at(-1)).toBe(screen.title);
  });
  it('take the first query value that names something, and know what is a code', () => {
    if (!screen) throw new Error('screen missing');
    expect(subjectOf(screen, '?ProjectCode=P1')).toEqual({ kind: 'project', value: 'P1' });
    expect(subjectOf(screen, '?dept=A6301')).toEqual({ kind: 'dept', value: 'A6301' });
    expect(subjectOf(screen, '?year=2026')).toEqual({ kind: 'period', value: '2026' });
    expect(subjectOf(screen, '?Month=2026-10')).toEqual({ kind: 'period', value: '2026-10' });
    expect(subjectOf(screen, '?heat=GJ&dimension=room&tab=2&project=P1&Month=2026-10')).toEqual({
      kind: 'project',
      value: 'P1',
    });
  });
  it('take nothing from an address that names nothing: filters, units, sorting, numbers inside the product', () => {
    if (!screen) throw new Error('screen missing');
    for (const search of [
      '',
      '?heat=GJ',
      '?dimension=room',
      '?view=map',
      '?unit=tce',
      '?keyword=水',
      '?role=7&lesson=7',
      '?community=1&room=7',
      '?ProcedureId=10&BusinessId=7',
      '?ProjectCode=',
      '?month=all',
      '?constructor=x',
    ])
      expect(subjectOf(screen, search), search).toBeNull();
  });
  it('end with the title alone on the page of a book, whatever is open or filtered', () => {
    const book = SCREENS.find((one) => one.book !== undefined);
    if (!book) throw new Error('screen missing');
    expect(subjectOf(book, '?entry=1&PageIndex=2')).toBeNull();
  });
});
