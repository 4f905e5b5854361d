import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lampPlace, type PlaceNode, placeTree } from './places.ts';

const leaves = (nodes: readonly PlaceNode[]): readonly PlaceNode[] =>
  nodes.flatMap((node) => (node.below.length === 0 ? [node] : leaves(node.below)));

describe('places', () => {
  it('are written by their parts', () => {
    expect(lampPlace([' A座', '3层 ', null, ''])).toBe('A座/3层');
  });

  it('grow a tree that counts what is below, floors in the order of their numbers', () => {
    const tree = placeTree([
      { place: 'A座/10层/走廊', count: 4 },
      { place: 'A座/2层/走廊', count: 2 },
      { place: 'A座/2层', count: 1 },
      { place: '大堂', count: 3 },
    ]);
    expect(tree.map(({ name, count }) => [name, count])).toEqual([
      ['大堂', 3],
      ['A座', 7],
    ]);
    expect(tree[1]?.below.map(({ name, count, place }) => [name, count, place])).toEqual([
      ['2层', 3, 'A座/2层'],
      ['10层', 4, 'A座/10层'],
    ]);
  });

  it('lose nothing', () => {
    const part = fc.constantFrom('A座', 'B座', '1层', '2层', '走廊');
    const one = fc.record({ place: fc.array(part, { minLength: 1, maxLength: 3 }).map(lampPlace), count: fc.nat(50) });
    fc.assert(
      fc.property(fc.array(one, { maxLength: 12 }), (places) => {
        const tree = placeTree(places);
        expect(tree.reduce((sum, node) => sum + node.count, 0)).toBe(places.reduce((sum, { count }) => sum + count, 0));
        for (const { place } of leaves(tree)) expect(places.map((row) => row.place)).toContain(place);
      }),
    );
  });
});
