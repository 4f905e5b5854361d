import { beforeEach, describe, expect, it, vi } from 'vitest';
import { keepBatchOpinion, keptBatchOpinion } from './local-copy.ts';

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
    keepBatchOpinion(['1', '2', '3'], '金额已核对，同意');
    expect(keptBatchOpinion(['3', '9'])?.text).toBe('金额已核对，同意');
    expect(keptBatchOpinion(['9'])).toBeNull();
  });

  it('stays for those that did not go through, and goes with the last one', () => {
    keepBatchOpinion(['1', '2'], '同意');
    keepBatchOpinion(['2'], '同意');
    expect([keptBatchOpinion(['1']), keptBatchOpinion(['2'])?.text]).toEqual([null, '同意']);
    keepBatchOpinion([], '同意');
    expect([keptBatchOpinion(['2']), stored.size]).toEqual([null, 0]);
  });

  it('is forgotten once it is emptied, and after two weeks', () => {
    keepBatchOpinion(['1'], '同意');
    keepBatchOpinion(['1'], ' ');
    expect(keptBatchOpinion(['1'])).toBeNull();
    keepBatchOpinion(['1'], '同意');
    for (const [key, value] of stored)
      stored.set(key, value.replace(/"at":"[^"]+"/, `"at":"${new Date(Date.now() - 15 * 86_400_000).toISOString()}"`));
    expect(keptBatchOpinion(['1'])).toBeNull();
  });
});
