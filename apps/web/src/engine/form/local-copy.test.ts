import { beforeEach, describe, expect, it, vi } from 'vitest';
import { keepBatchOpinion, keepComment, keptBatchOpinion, keptComment } from './local-copy.ts';

const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  return () => vi.unstubAllGlobals();
});

describe('an opinion for several to-dos', () => {
  it('is there again for any of them, and for no others', () => {
    keepBatchOpinion('agree', ['1', '2', '3'], '金额已核对，同意');
    expect(keptBatchOpinion('agree', ['3', '9'])?.text).toBe('金额已核对，同意');
    expect(keptBatchOpinion('agree', ['9'])).toBeNull();
  });

  it('stays for those that did not go through, and goes with the last one', () => {
    keepBatchOpinion('agree', ['1', '2'], '同意');
    keepBatchOpinion('agree', ['2'], '同意');
    expect([keptBatchOpinion('agree', ['1']), keptBatchOpinion('agree', ['2'])?.text]).toEqual([null, '同意']);
    keepBatchOpinion('agree', [], '同意');
    expect([keptBatchOpinion('agree', ['2']), stored.size]).toEqual([null, 0]);
  });

  it('is forgotten once it is emptied, and after two weeks', () => {
    keepBatchOpinion('agree', ['1'], '同意');
    keepBatchOpinion('agree', ['1'], ' ');
    expect(keptBatchOpinion('agree', ['1'])).toBeNull();
    keepBatchOpinion('agree', ['1'], '同意');
    for (const [key, value] of stored)
      stored.set(key, value.replace(/"at":"[^"]+"/, `"at":"${new Date(Date.now() - 15 * 86_400_000).toISOString()}"`));
    expect(keptBatchOpinion('agree', ['1'])).toBeNull();
  });
});

describe('a comment that was not sent', () => {
  const people = new Map([['李工（waterEngineer2）', '17']]);

  it('is there again on its record, with whom it names, and on no other', () => {
    keepComment(11, '5', { text: '@李工（waterEngineer2） 请补照片', people });
    expect(keptComment(11, '5')).toEqual({ text: '@李工（waterEngineer2） 请补照片', people });
    expect(keptComment(11, '6')).toEqual({ text: '', people: new Map() });
    expect(keptComment(12, '5').text).toBe('');
  });

  it('goes once it was sent, and is nothing where something else is stored', () => {
    keepComment(11, '5', { text: '收到', people });
    for (const [key, value] of stored) stored.set(key, value.replace('[["', '[[7,"'));
    expect(keptComment(11, '5')).toEqual({ text: '收到', people: new Map() });
    keepComment(11, '5', { text: '', people });
    expect(stored.size).toBe(0);
  });
});
