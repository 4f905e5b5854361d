import type { EntryRow } from '@hengneng/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EMPTY } from '../features/energy/entry/entries.ts';
import type { KeptEntry, KeptSheet } from './keep.ts';
import { carriedSheet, dayToRead, inOrder, momentsToRead, rowNow, sentMoment } from './round.ts';

const at = (text: string): number => Date.parse(`${text}:00+08:00`);

const row = (part: Partial<EntryRow> = {}): EntryRow =>
  ({
    ProjectCode: 'EMC01001',
    At: new Date(at('2026-11-22T08:00')).toISOString(),
    Day: '2026-11-21',
    DeviceId: '1',
    Register: 'total',
    Frequency: 'day',
    LastReading: '100',
    LastTime: new Date(at('2026-11-21T08:00')).toISOString(),
    EntryId: null,
    Reading: null,
    Editor: null,
    PeriodState: 'open',
    Judge: { previous: { at: at('2026-11-21T08:00'), value: '100' }, next: null, samples: [] },
    ...part,
  }) as EntryRow;

const sheet = (rows: readonly EntryRow[]): KeptSheet => ({
  key: '7 EMC01001 2026-11-22',
  owner: '7',
  project: 'EMC01001',
  projectName: '浦江',
  date: '2026-11-22',
  time: '',
  at: 0,
  skew: 0,
  data: {
    rows: [...rows],
    total: rows.length,
    Projects: {},
    DayCut: '08:00',
    Times: [],
    Tolerance: 60,
    Now: '',
    Days: {},
    Message: '',
  },
});

const entry = (part: Partial<KeptEntry> = {}): KeptEntry => ({
  id: 'a',
  owner: '7',
  project: 'EMC01001',
  date: '2026-11-22',
  cutAt: at('2026-11-22T08:00'),
  device: '1',
  register: 'total',
  name: '总电表',
  draft: { ...EMPTY, reading: '112' },
  photos: [],
  state: 'waiting',
  message: '',
  typedAt: at('2026-11-22T08:05'),
  ...part,
});

const NEXT = { date: '2026-11-23', time: '' };

describe('which cut is read', () => {
  it('is the last one, and the next as soon as it may be read early', () => {
    expect(dayToRead(at('2026-11-23T06:59'), 480, 60)).toBe('2026-11-22');
    expect(dayToRead(at('2026-11-23T07:00'), 480, 60)).toBe('2026-11-23');
    expect(dayToRead(at('2026-11-23T23:00'), 480, 60)).toBe('2026-11-23');
    // Of days that end at midnight, the one that is ending.
    expect(dayToRead(at('2026-11-23T23:30'), 1440, 60)).toBe('2026-11-23');
    expect(dayToRead(at('2026-11-23T22:30'), 1440, 60)).toBe('2026-11-22');
  });
  it('may be chosen, as may the one before and the moments of handing over since', () => {
    const data = { DayCut: '08:00', Tolerance: 60, Times: ['00:00', '16:00'] };
    expect(momentsToRead(at('2026-11-23T12:00'), data)).toEqual([
      { date: '2026-11-23', time: '' },
      { date: '2026-11-22', time: '' },
      { date: '2026-11-23', time: '00:00' },
      { date: '2026-11-22', time: '16:00' },
    ]);
  });
  it('is told with the time at which it was read, where that was before', () => {
    expect(sentMoment(entry())).toEqual({ Date: '2026-11-22' });
    expect(sentMoment(entry({ typedAt: at('2026-11-22T07:42') }))).toEqual({ Date: '2026-11-22', ReadTime: '07:42' });
    expect(
      sentMoment(entry({ time: '16:00', cutAt: at('2026-11-22T16:00'), typedAt: at('2026-11-22T16:10') })),
    ).toEqual({
      Date: '2026-11-22',
      ReadTime: '16:00',
    });
    // Midnight belongs to the day before as long as it has not struck.
    const midnight = entry({ date: '2026-11-23', cutAt: at('2026-11-23T00:00'), typedAt: at('2026-11-22T23:50') });
    expect(sentMoment(midnight)).toEqual({ Date: '2026-11-22', ReadTime: '23:50' });
    // Kept by an earlier version of the page, which knew of no moment.
    const { cutAt: _cutAt, ...old } = entry({ typedAt: at('2026-11-22T07:42') });
    expect(sentMoment(old)).toEqual({ Date: '2026-11-22' });
  });
  it('is never judged as of the future', () => {
    const now = at('2026-11-22T07:42');
    expect(Date.parse(rowNow(row(), now).At)).toBe(now);
    expect(rowNow(row(), at('2026-11-22T09:00')).At).toBe(row().At);
  });
});

describe('a sheet that was never fetched', () => {
  it('is made of the one before: the same meters, with what was read last', () => {
    const read = row({ EntryId: '9', Reading: '110', Editor: '张三', PeriodState: 'monthLocked' });
    const made = carriedSheet(sheet([read]), NEXT, 'key', []);
    expect(made).toMatchObject({ key: 'key', date: '2026-11-23', carriedFrom: '2026-11-22' });
    expect(made.data.rows[0]).toMatchObject({
      At: new Date(at('2026-11-23T08:00')).toISOString(),
      Day: '2026-11-22',
      LastReading: '110',
      EntryId: null,
      Reading: null,
      Editor: null,
      PeriodState: 'open',
      Judge: { previous: { at: at('2026-11-22T08:00'), value: '110' } },
    });
  });
  it('goes on from what was typed on this phone, sent or not; not from what is no reading yet', () => {
    const last = (entries: readonly KeptEntry[]) =>
      carriedSheet(sheet([row()]), NEXT, 'key', entries).data.rows[0]?.LastReading;
    expect(last([entry()])).toBe('112');
    expect(last([entry({ state: 'sent' })])).toBe('112');
    expect(last([entry({ state: 'draft' })])).toBe('100');
    expect(last([entry({ state: 'refused' })])).toBe('100');
    expect(last([entry({ register: 'peak' })])).toBe('100');
    expect(last([entry({ project: 'EMC01002' })])).toBe('100');
    expect(last([entry({ date: '2026-11-23', cutAt: at('2026-11-23T08:00') })])).toBe('100');
  });
  it('leaves out what is read once a month', () => {
    expect(carriedSheet(sheet([row({ Frequency: 'month:22' })]), NEXT, 'key', []).data.rows).toEqual([]);
  });
});

describe('the order of cards', () => {
  it('is by rank, and within it as in the sheet', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ rank: fc.integer({ min: 0, max: 3 }), id: fc.nat() })), (cards) => {
        const ordered = inOrder(cards, ({ rank }) => rank);
        expect(ordered).toHaveLength(cards.length);
        for (const rank of [0, 1, 2, 3])
          expect(ordered.filter((card) => card.rank === rank)).toEqual(cards.filter((card) => card.rank === rank));
        expect(ordered.map(({ rank }) => rank)).toEqual(cards.map(({ rank }) => rank).sort((a, b) => a - b));
      }),
    );
  });
});
