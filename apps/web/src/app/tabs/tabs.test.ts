import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addressAfterClosing,
  addressOf,
  change,
  close,
  closable,
  EMPTY_TABS,
  HOME,
  MAX_TABS,
  type TabsState,
  tabKey,
  visit,
} from './tabs.ts';

let made = 0;
const newId = () => `t${++made}`;
const open = (state: TabsState, address: string) => {
  const [pathname = '', search = ''] = address.split('?');
  return visit(state, { pathname, search: search === '' ? '' : `?${search}`, title: pathname }, newId);
};
const openAll = (addresses: readonly string[]) => addresses.reduce((state, one) => open(state, one).state, EMPTY_TABS);
const idAt = (state: TabsState, pathname: string) => state.tabs.find((tab) => tab.pathname === pathname)?.id ?? '';

describe('tabKey', () => {
  it('keeps one page whatever its filters, and one page a record', () => {
    expect(tabKey('/a/aList', '?status=draft&PageIndex=3')).toBe('/a/aList');
    expect(tabKey('/a/aForm', '?ProcedureId=10&BusinessId=7')).not.toBe(
      tabKey('/a/aForm', '?ProcedureId=10&BusinessId=8'),
    );
    expect(tabKey('/a/aForm', '?BusinessId=7&ProcedureId=10')).toBe(tabKey('/a/aForm', '?ProcedureId=10&BusinessId=7'));
  });
});

describe('visit', () => {
  it('returns to the open tab with its new query', () => {
    const state = openAll([HOME, '/a', '/b', '/a?x=1']);
    expect(state.tabs.map((tab) => tab.pathname + tab.search)).toEqual([HOME, '/a?x=1', '/b']);
    expect(state.activeId).toBe(idAt(state, '/a'));
  });

  it('closes the tab unused for longest when one too many is opened', () => {
    const state = openAll([HOME, ...Array.from({ length: MAX_TABS - 1 }, (_, i) => `/p${i}`), '/p0']);
    const result = open(state, '/new');
    expect(result.closed?.pathname).toBe('/p1');
    expect(result.state.tabs).toHaveLength(MAX_TABS);
  });

  it('never closes an unsaved, pinned or shown tab nor the workbench by itself', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ page: fc.nat(30), dirty: fc.boolean(), pinned: fc.boolean() }), { maxLength: 60 }),
        (steps) => {
          let state = openAll([HOME]);
          for (const step of steps) {
            const before = state;
            const result = open(state, `/p${step.page}`);
            if (result.closed) {
              expect(result.closed.dirty || result.closed.pinned || result.closed.pathname === HOME).toBe(false);
              expect(result.closed.id).not.toBe(before.activeId);
            }
            state = change(result.state, result.state.activeId ?? '', { dirty: step.dirty, pinned: step.pinned });
            expect(new Set(state.tabs.map((tab) => tab.key)).size).toBe(state.tabs.length);
            expect(state.tabs[0]?.pathname).toBe(HOME);
          }
        },
      ),
    );
  });
});

describe('the menu', () => {
  it('leads to a page as its tab was left, and to the shown one anew', () => {
    const state = openAll([HOME, '/a?status=draft&PageIndex=3', '/b?f=1']);
    expect(addressOf(state, '/a')).toBe('/a?status=draft&PageIndex=3');
    expect(addressOf(state, '/b')).toBe('/b');
    expect(addressOf(state, '/c')).toBe('/c');
  });
});

describe('closing', () => {
  it('goes back to the tab used before', () => {
    const state = openAll([HOME, '/a', '/b', '/c?f=1', '/a', '/b']);
    expect(addressAfterClosing(state, [idAt(state, '/b')])).toBe('/a');
    expect(addressAfterClosing(state, [idAt(state, '/b'), idAt(state, '/a')])).toBe('/c?f=1');
    const left = close(state, [idAt(state, '/b')]);
    expect(left.activeId).toBeNull();
    expect(left.tabs).toHaveLength(3);
  });

  it('closes others and those to the right, but not pinned ones', () => {
    let state = openAll([HOME, '/a', '/b', '/c', '/d']);
    state = change(state, idAt(state, '/d'), { pinned: true });
    expect(state.tabs.map((tab) => tab.pathname)).toEqual([HOME, '/d', '/a', '/b', '/c']);
    expect(closable(state, 'others', idAt(state, '/b')).map((tab) => tab.pathname)).toEqual(['/a', '/c']);
    expect(closable(state, 'right', idAt(state, '/b')).map((tab) => tab.pathname)).toEqual(['/c']);
    expect(closable(state, 'this', idAt(state, HOME))).toEqual([]);
  });
});
