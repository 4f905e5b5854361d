import { describe, expect, it } from 'vitest';
import { Played } from './heartbeat.ts';

describe('a film that is followed', () => {
  it('tells what was played, and nothing twice', () => {
    const film = new Played();
    for (const at of [0, 0.5, 1, 1.5]) film.tick(at);
    expect(film.take()).toEqual([[0, 1.5]]);
    for (const at of [2, 2.5]) film.tick(at);
    expect(film.take()).toEqual([[1.5, 2.5]]);
    expect(film.take()).toEqual([]);
  });

  it('leaves out what was jumped over', () => {
    const film = new Played();
    for (const at of [0, 1, 60, 61, 10, 11]) film.tick(at);
    expect(film.take()).toEqual([
      [0, 1],
      [60, 61],
      [10, 11],
    ]);
  });
});
