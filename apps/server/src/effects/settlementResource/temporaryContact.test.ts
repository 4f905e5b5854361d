import { describe, expect, it } from 'vitest';
import { hoursBySession } from './temporaryContact.ts';

describe('hours over sessions', () => {
  it('are shared as planned, and add up', () => {
    expect(hoursBySession(['3.0', '3.0', '3.0'], '10.0')).toEqual(['3.3', '3.3', '3.4']);
    expect(hoursBySession(['2.0', '6.0'], '4.0')).toEqual(['1.0', '3.0']);
    expect(hoursBySession(['2.0', '6.0'], '0')).toEqual(['0.0', '0.0']);
  });
});
