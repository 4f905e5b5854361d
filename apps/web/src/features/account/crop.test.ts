import { describe, expect, it } from 'vitest';
import { isAvatarFile, middleSquare } from './crop.ts';

describe('avatars', () => {
  it('are the middle of a picture', () => {
    expect(middleSquare(400, 300)).toEqual({ x: 50, y: 0, side: 300 });
    expect(middleSquare(101, 300)).toEqual({ x: 0, y: 99, side: 101 });
  });

  it('are JPG or PNG of at most 2 MB', () => {
    expect(isAvatarFile({ type: 'image/png', size: 2 * 1024 * 1024 })).toBe(true);
    expect(isAvatarFile({ type: 'image/png', size: 2 * 1024 * 1024 + 1 })).toBe(false);
    expect(isAvatarFile({ type: 'image/gif', size: 10 })).toBe(false);
  });
});
