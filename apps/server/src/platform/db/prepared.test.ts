import { describe, expect, it } from 'vitest';
import { StatementNames } from './prepared.ts';

describe('names of statements', () => {
  it('are given to texts that come again, each its own', () => {
    const names = new StatementNames();
    const asked = (text: string): (string | undefined)[] => [1, 2, 3, 4].map(() => names.nameOf(text));
    expect(asked('select 1 where $1')).toEqual([undefined, undefined, 's1', 's1']);
    expect(asked('select 2 where $1')).toEqual([undefined, undefined, 's2', 's2']);
    expect(names.nameOf('select 1 where $1')).toBe('s1');
  });

  it('end where a connection would keep too many plans', () => {
    const names = new StatementNames();
    const given = new Set<string>();
    for (let n = 0; n < 400; n += 1) {
      for (let times = 0; times < 3; times += 1) {
        const name = names.nameOf(`select ${n} where $1`);
        if (name !== undefined) given.add(name);
      }
    }
    expect(given.size).toBe(300);
    expect(names.nameOf('select 0 where $1')).toBe('s1');
  });
});
