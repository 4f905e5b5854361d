import { describe, expect, it } from 'vitest';
import { FrequentTexts, StatementNames } from './prepared.ts';

describe('texts that come often', () => {
  it('are those that come for the third time', () => {
    const texts = new FrequentTexts();
    expect([1, 2, 3, 4].map(() => texts.has('select 1'))).toEqual([false, false, true, true]);
    expect(texts.has('select 2')).toBe(false);
  });

  it('are known again however many others came between', () => {
    const texts = new FrequentTexts();
    const thrice = (text: string): boolean => [1, 2, 3].map(() => texts.has(text)).at(-1) === true;
    for (let n = 0; n < 12_000; n += 1) expect(thrice(`select ${n}`)).toBe(true);
    expect(thrice('select 0')).toBe(true);
  });
});

describe('names of statements', () => {
  it('belong to one text each', () => {
    const names = new StatementNames(() => undefined);
    expect([names.nameOf('a'), names.nameOf('b'), names.nameOf('a')]).toEqual(['s1', 's2', 's1']);
  });

  it('make room for what is asked for now, those first that were not used for longest', () => {
    const dropped: string[] = [];
    const names = new StatementNames((name) => dropped.push(name));
    for (let n = 0; n < 250; n += 1) names.nameOf(`select ${n}`);
    expect(names.nameOf('select 0')).toBe('s1');
    expect(dropped).toEqual([]);
    names.nameOf('select 250');
    expect(dropped).toEqual(['s2']);
    // What made room gets another name when it comes back.
    expect(names.nameOf('select 1')).toBe('s252');
    expect(names.nameOf('select 0')).toBe('s1');
  });
});
