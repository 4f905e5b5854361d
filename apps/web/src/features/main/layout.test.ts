import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type BlockKey,
  BLOCKS,
  DEFAULT_LAYOUT,
  defaultFor,
  type Layout,
  move,
  parseLayout,
  placeAt,
  show,
} from './layout.ts';

const keys = Object.keys(BLOCKS) as BlockKey[];
const keysOf = (layout: Layout) => layout.map((place) => place.key);
const anyKey = fc.constantFrom(...keys);

describe('layout of the workbench', () => {
  it('survives anything that was stored', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(keysOf(parseLayout(text)).sort()).toEqual([...keys].sort());
      }),
    );
  });

  it('comes back as it was stored', () => {
    const changed = show(move(DEFAULT_LAYOUT, 'mine', -1), 'quick', false);
    expect(parseLayout(JSON.stringify(changed))).toEqual(changed);
    expect(keysOf(changed).indexOf('mine')).toBe(1);
  });

  it('moves there and back, and stays at its ends', () => {
    fc.assert(
      fc.property(anyKey, (key) => {
        const down = move(DEFAULT_LAYOUT, key, 1);
        if (down !== DEFAULT_LAYOUT) expect(move(down, key, -1)).toEqual(DEFAULT_LAYOUT);
      }),
    );
    expect(move(DEFAULT_LAYOUT, 'cards', -1)).toBe(DEFAULT_LAYOUT);
    expect(move(DEFAULT_LAYOUT, 'todos', -1)).toBe(DEFAULT_LAYOUT);
  });

  it('puts a block where another stands, in its own column and nowhere else', () => {
    expect(keysOf(placeAt(DEFAULT_LAYOUT, 'expiring', 'quick'))).toEqual([
      'cards',
      'todos',
      'mine',
      'expiring',
      'quick',
      'notices',
      'energies',
      'trend',
      'warnings',
    ]);
    expect(placeAt(DEFAULT_LAYOUT, 'expiring', 'todos')).toBe(DEFAULT_LAYOUT);
    fc.assert(
      fc.property(fc.array(fc.tuple(anyKey, anyKey)), (steps) => {
        const end = steps.reduce((layout: Layout, [key, target]) => placeAt(layout, key, target), DEFAULT_LAYOUT);
        expect(keysOf(end).sort()).toEqual([...keys].sort());
        expect(keysOf(end)[0]).toBe('cards');
      }),
    );
  });

  it('steps over what is hidden where only shown blocks are meant', () => {
    const hidden = show(DEFAULT_LAYOUT, 'notices', false);
    expect(keysOf(move(hidden, 'expiring', -1, true)).slice(3, 6)).toEqual(['expiring', 'quick', 'notices']);
    expect(keysOf(move(hidden, 'expiring', -1)).slice(3, 6)).toEqual(['quick', 'expiring', 'notices']);
  });

  it('of a person who arranged nothing holds every block, whatever the role', () => {
    for (const roles of [['generalManager'], ['operator'], ['finance'], []])
      expect(keysOf(defaultFor(roles)).sort()).toEqual([...keys].sort());
    expect(keysOf(parseLayout(undefined, defaultFor(['operator'])))[1]).toBe('mine');
  });
});
