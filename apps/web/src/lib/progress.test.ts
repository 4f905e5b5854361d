import { describe, expect, it } from 'vitest';
import { noteProgress, progressOf } from './progress.ts';

describe('progress', () => {
  it('is what was told last, and never goes back', () => {
    expect(progressOf('a')).toBe(null);
    noteProgress({ Progress: 'a', stage: '核对', percent: 45 });
    noteProgress({ Progress: 'a', stage: '读取', percent: 25 });
    expect(progressOf('a')).toEqual({ stage: '核对', percent: 45 });
  });

  it('leaves alone what is no progress', () => {
    for (const data of [null, 'x', {}, { Progress: 'b' }]) noteProgress(data);
    expect(progressOf('b')).toBe(null);
  });

  it('forgets what is long over', () => {
    for (let at = 0; at < 30; at += 1) noteProgress({ Progress: `n${at}`, stage: '写入', percent: 50 });
    expect(progressOf('n0')).toBe(null);
    expect(progressOf('n29')).not.toBe(null);
  });
});
