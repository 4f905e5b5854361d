import { describe, expect, it } from 'vitest';
import { MOST_FAVOURITES, placeBefore, readFavourites, recentOf, shownOf } from './quick.ts';

const all = Array.from({ length: 20 }, (_, index) => `m${index}`);

describe('quick start', () => {
  it('survives anything that was stored, and forgets what cannot be started any more', () => {
    expect(readFavourites(undefined, all)).toEqual([]);
    expect(readFavourites('{', all)).toEqual([]);
    expect(readFavourites('{"m1":1}', all)).toEqual([]);
    expect(readFavourites('["m3","gone",7,"m1","m3"]', all)).toEqual(['m3', 'm1']);
    expect(readFavourites(JSON.stringify(all), all)).toHaveLength(MOST_FAVOURITES);
  });

  it('shows favourites, then the four modules used last; without favourites the others, too', () => {
    const latest = ['m5', 'm5', 'm1', 'm6', 'm7', 'm8', 'm9'];
    const recent = recentOf(latest, ['m1'], all);
    expect(recent).toEqual(['m5', 'm6', 'm7', 'm8']);
    expect(shownOf(['m1'], recent, all)).toEqual(['m1', 'm5', 'm6', 'm7', 'm8']);
    expect(shownOf([], recent, all).slice(0, 5)).toEqual(['m5', 'm6', 'm7', 'm8', 'm0']);
    expect(shownOf([], recent, all)).toHaveLength(12);
  });

  it('is put in order one by one', () => {
    expect(placeBefore(['a', 'b', 'c', 'd'], 'd', 'b')).toEqual(['a', 'd', 'b', 'c']);
    expect(placeBefore(['a', 'b', 'c', 'd'], 'a', 'c')).toEqual(['b', 'c', 'a', 'd']);
    expect(placeBefore(['a', 'b'], 'x', 'a')).toEqual(['a', 'b']);
    expect(placeBefore(['a', 'b'], 'a', 'x')).toEqual(['a', 'b']);
  });
});
