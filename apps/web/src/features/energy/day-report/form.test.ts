import { describe, expect, it } from 'vitest';
import { hintOf, hoursOfText } from './form.ts';

const numbers = { Starts: '', LoadRate: '', ChwIn: '', ChwOut: '', CwIn: '', CwOut: '' };

describe('a spell of a machine', () => {
  it('has the hours of its own day', () => {
    expect(hoursOfText({ Start: '08:30', End: '11:00', NextDay: false })).toBe(2.5);
    expect(hoursOfText({ Start: '22:00', End: '02:00', NextDay: true })).toBe(2);
    expect(hoursOfText({ Start: '22:00', End: '24:00', NextDay: false })).toBe(2);
    expect(hoursOfText({ Start: '11:00', End: '08:00', NextDay: false })).toBeNull();
    expect(hoursOfText({ Start: '', End: '08:00', NextDay: false })).toBeNull();
  });
  it('is asked about where its supply is unusual', () => {
    expect(hintOf({ Mode: '制冷', numbers: { ...numbers, ChwOut: '25' } })).toBe('制冷供水一般为 3~20 ℃，请核对');
    expect(hintOf({ Mode: '采暖', numbers: { ...numbers, ChwOut: '55' } })).toBeNull();
    expect(hintOf({ Mode: '制冷', numbers })).toBeNull();
  });
});
