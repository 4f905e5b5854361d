import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inWalk, walkedOn } from './walk.ts';

const rows = (text: string) => [...text].map((DeviceId) => ({ DeviceId }));
const order = (of: readonly { readonly DeviceId: string }[]): string => of.map(({ DeviceId }) => DeviceId).join('');

describe('the way from meter to meter', () => {
  it('is the sheet’s until somebody goes another', () => {
    expect(order(inWalk(rows('abcd'), []))).toBe('abcd');
    expect(walkedOn(['a', 'b', 'c', 'd'], 'a', 'd')).toEqual(['a', 'd', 'b', 'c']);
    expect(order(inWalk(rows('abcd'), ['a', 'd', 'b', 'c']))).toBe('adbc');
    expect(walkedOn(['a', 'b'], 'a', 'a')).toEqual(['a', 'b']);
    // From another project.
    expect(walkedOn(['a', 'b'], 'x', 'b')).toEqual(['a', 'b']);
  });
  it('keeps the registers of a meter together, and a new meter where the sheet has it', () => {
    const sheet = [...rows('a'), { DeviceId: 'a', no: 2 }, ...rows('nb')];
    expect(order(inWalk(sheet, ['b', 'a']))).toBe('bana');
    expect(order(inWalk([...rows('a'), { DeviceId: 'a' }, ...rows('b')], ['b', 'a']))).toBe('baa');
  });
  it('loses no meter and adds none', () => {
    const few = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), { maxLength: 12 });
    fc.assert(
      fc.property(few, few, (sheet, walk) => {
        const walked = inWalk(
          sheet.map((DeviceId) => ({ DeviceId })),
          walk,
        );
        expect([...order(walked)].sort()).toEqual([...sheet].sort());
      }),
    );
  });
});
