import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  NOTICE_VARIABLES,
  noticeNames,
  noticeParts,
  personalNames,
  renderNotice,
  smsCount,
  smsHour,
  smsText,
  unknownNames,
} from './notice.ts';

const NAMES = NOTICE_VARIABLES.map(({ name }) => name);
/** Texts without braces, and values with anything that is printed. */
const words = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll(/[{}]/g, ''));
const printed = fc
  .string({ unit: 'grapheme', minLength: 1 })
  .map((text) => text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '').trim())
  .filter((text) => text !== '');

describe('a notice for one household', () => {
  it('says what it is worth for that household', () => {
    const body = '{ownerName}，您好：{room} {period} 欠费 {amount} 元，请于 {dueDate} 前缴纳。';
    const values = { ownerName: '王芳', room: '3-2-1501', period: '2026-11', amount: '1409.50', dueDate: '2026-11-30' };
    expect(renderNotice(body, values)).toEqual({
      text: '王芳，您好：3-2-1501 2026-11 欠费 1409.50 元，请于 2026-11-30 前缴纳。',
      missing: [],
    });
    expect(renderNotice(body, { ...values, dueDate: ' ', ownerName: '' }).missing).toEqual(['ownerName', 'dueDate']);
  });

  it('knows which variables there are, and which are one household’s own', () => {
    expect(unknownNames('{amount} {phone} {__proto__} {constructor} {} {1}')).toEqual(['phone', 'constructor']);
    expect(personalNames('{community} {amount} {communityPhone} {room} {amount}')).toEqual(['amount', 'room']);
    expect(noticeNames('没有变量 { amount } {')).toEqual([]);
    // Nothing of an object that nobody gave.
    expect(renderNotice('{constructor}', {})).toEqual({ text: '', missing: ['constructor'] });
  });

  it('puts values in as they are: what they say is never read again', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            words,
            fc.constantFrom(...NAMES).map((name) => ({ name })),
          ),
          { maxLength: 12 },
        ),
        fc.record(Object.fromEntries(NAMES.map((name) => [name, printed]))),
        fc.constantFrom(...NAMES),
        (pieces, values, injected) => {
          const worth: Record<string, string> = { ...values, ownerName: `{${injected}}${values['ownerName'] ?? ''}` };
          const body = pieces.map((piece) => (typeof piece === 'string' ? piece : `{${piece.name}}`)).join('');
          const said = pieces.map((piece) => (typeof piece === 'string' ? piece : (worth[piece.name] ?? ''))).join('');
          expect(renderNotice(body, worth)).toEqual({ text: said, missing: [] });
        },
      ),
    );
  });

  it('is made of all of its text, and misses exactly what has no value', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.subarray(NAMES), (text, given) => {
        const body = `${text}${NAMES.map((name) => `{${name}}`).join('')}`;
        expect(
          noticeParts(body)
            .map((part) => ('text' in part ? part.text : `{${part.variable}}`))
            .join(''),
        ).toBe(body);
        const values = Object.fromEntries(given.map((name) => [name, '1']));
        expect([...renderNotice(body, values).missing].toSorted()).toEqual(
          noticeNames(body)
            .filter((name) => !given.includes(name as (typeof NAMES)[number]))
            .toSorted(),
        );
      }),
    );
  });

  it('keeps a value on its line', () => {
    expect(renderNotice('{ownerName}欠费', { ownerName: '王\r\n芳\u2028\u202e' }).text).toBe('王 芳欠费');
  });
});

describe('a short message', () => {
  it.each([
    [0, 0],
    [1, 1],
    [70, 1],
    [71, 2],
    [134, 2],
    [135, 3],
    [201, 3],
    [202, 4],
  ])('of %i characters counts as %i', (length, count) => expect(smsCount('字'.repeat(length))).toBe(count));

  it('has its signature in front, which counts', () => {
    expect(smsText('衡能物业', '请缴费')).toBe('【衡能物业】请缴费');
    expect(smsText('', '请缴费')).toBe('请缴费');
    expect(smsCount(smsText('衡能物业', '字'.repeat(65)))).toBe(2);
  });

  it.each([
    ['2026-11-23T07:59:59+08:00', false],
    ['2026-11-23T08:00:00+08:00', true],
    ['2026-11-23T20:59:59+08:00', true],
    ['2026-11-23T21:00:00+08:00', false],
    ['2026-11-23T00:30:00+08:00', false],
  ])('is sent by day: %s %s', (at, may) => expect(smsHour(new Date(at))).toBe(may));
});
