import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BlockKey, BLOCKS, DEFAULT_LAYOUT, move, parseLayout, show } from './layout.ts';

const keys = Object.keys(BLOCKS) as BlockKey[];

describe('layout of the workbench', () => {
  it('survives anything that was stored', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(
          parseLayout(text)
            .map((place) => place.key)
            .sort(),
        ).toEqual([...keys].sort());
      }),
    );
  });

  it('comes back as it was stored', () => {
    const changed = show(move(DEFAULT_LAYOUT, 'mine', -1), 'quick', false);
    expect(parseLayout(JSON.stringify(changed))).toEqual(changed);
    expect(changed.map((place) => place.key).indexOf('mine')).toBe(1);
  });

  it('moves there and back, and stays at its ends', () => {
    fc.assert(
      fc.property(fc.constantFrom(...keys), (key) => {
        const down = move(DEFAULT_LAYOUT, key, 1);
        if (down !== DEFAULT_LAYOUT) expect(move(down, key, -1)).toEqual(DEFAULT_LAYOUT);
      }),
    );
    expect(move(DEFAULT_LAYOUT, 'cards', -1)).toBe(DEFAULT_LAYOUT);
  });
});
