import { describe, expect, it } from 'vitest';
import { isFitting, withPhrase } from './phrases.ts';

describe('a phrase that is picked', () => {
  const phrases = ['同意', '已核对'];

  it('is the opinion where there is none, and takes the place of another phrase', () => {
    expect(withPhrase('', '同意', phrases)).toBe('同意');
    expect(withPhrase(' 同意 ', '已核对', phrases)).toBe('已核对');
  });

  it('follows what was typed', () => {
    expect(withPhrase('数量与现场一致', '同意', phrases)).toBe('数量与现场一致，同意');
    expect(withPhrase('数量与现场一致。', '同意', phrases)).toBe('数量与现场一致。同意');
  });

  it('is offered only where it makes sense', () => {
    expect(isFitting('情况属实，同意', true)).toBe(true);
    expect(isFitting('情况属实，同意', false)).toBe(false);
    expect(isFitting('安全无异议', false)).toBe(false);
    expect(isFitting('不同意，请补充附件', false)).toBe(true);
    expect(isFitting('不同意，请补充附件', true)).toBe(false);
    expect(isFitting('不符合规定，不予同意', false)).toBe(true);
    expect(isFitting('不符合规定，不予同意', true)).toBe(false);
    expect(isFitting('附件不全', false)).toBe(true);
  });
});
