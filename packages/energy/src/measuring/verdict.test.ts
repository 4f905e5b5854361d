import { describe, expect, it } from 'vitest';
import { checkDeviation, DEFAULT_DEVIATION, deviationOf } from './deviation.ts';
import { hintsOf, type HintInput, ranHoursOf } from './hints.ts';
import { referenceOf, verdictOf, type SampleDay } from './verdict.ts';
import { addDays } from './zone.ts';

const TODAY = { day: '2026-07-15', temperature: 30, rest: false };
/** So many days back. */
const past = (back: number, usage: number | null, more: Partial<SampleDay> = {}): SampleDay => ({
  day: addDays(TODAY.day, -back),
  usage,
  temperature: 30,
  rest: false,
  excluded: false,
  ...more,
});
const week = [100, 90, 110, 105, 95, 100, 300].map((usage, index) => past(index + 1, usage));
const words = (usage: number, history = week) => verdictOf({ ...TODAY, usage }, history).words;

describe('a verdict', () => {
  it('compares with the median of the nearest seven days like it', () => {
    expect(referenceOf(TODAY, [...week, past(8, 1000), past(9, 1000)]).value).toBe(100);
    expect(words(106)).toBe('较近7日同温区间 +6%，正常');
    expect(words(138)).toBe('较近7日同温区间 +38%，请复核');
    expect(words(28)).toBe('较近7日同温区间 −72%，请填写原因后提交');
    expect([120, 80, 121, 150, 151, 50, 49].map((usage) => verdictOf({ ...TODAY, usage }, week).level)).toEqual([
      'normal',
      'normal',
      'notice',
      'notice',
      'abnormal',
      'notice',
      'abnormal',
    ]);
  });

  it('leaves out other temperatures, other kinds of day, what was excluded, and what is too long ago', () => {
    const history = [
      past(1, 500, { temperature: 32.1 }),
      past(2, 500, { temperature: null }),
      past(3, 500, { rest: true }),
      past(4, 500, { excluded: true }),
      past(5, null),
      past(61, 500),
      past(0, 500),
      past(-1, 500),
      past(6, 100, { temperature: 28 }),
      past(7, 104, { temperature: 32 }),
      past(60, 90),
    ];
    expect(referenceOf(TODAY, history)).toEqual({
      value: 100,
      days: [6, 7, 60].map((back) => addDays(TODAY.day, -back)),
      insufficient: false,
    });
    expect(words(110, history)).toBe('较近3日同温区间 +10%，正常');
  });

  it('takes the mean of the last days where too few are alike, and says so', () => {
    const history = [past(1, 100, { rest: true }), past(2, 200), past(3, 120)];
    expect(words(140, history)).toBe('样本不足，较近3日均值 +0%，正常');
    expect(words(140, [])).toBe('样本不足，没有可比的日用量');
    expect(verdictOf({ ...TODAY, temperature: null, usage: 140 }, week)).toMatchObject({ insufficient: true });
  });

  it('judges no trifles, and says what is new after days of nothing', () => {
    const settings = { ...DEFAULT_DEVIATION, minUsage: 10 };
    expect(verdictOf({ ...TODAY, usage: 9 }, [past(1, 1), past(2, 1), past(3, 1)], settings).level).toBe('unjudged');
    const nothing = [past(1, 0), past(2, 0), past(3, 0)];
    expect([words(0, nothing), words(5, nothing)]).toEqual([
      '近期用量均为 0，正常',
      '近期用量均为 0，本次有用量，请复核',
    ]);
  });

  it('does not mind the order of the history', () => {
    expect(verdictOf({ ...TODAY, usage: 120 }, week.toReversed())).toEqual(verdictOf({ ...TODAY, usage: 120 }, week));
  });
});

describe('thresholds', () => {
  it('are over-ruled value by value, the meter before the category before the project before the company', () => {
    expect(
      deviationOf([
        { level: 'meter', warn: 30 },
        { level: 'company', warn: 15, abnormal: 40, samples: 5 },
        { level: 'category', abnormal: 80, warn: 25 },
        { level: 'project', abnormal: 60, width: 3 },
      ]),
    ).toEqual({ ...DEFAULT_DEVIATION, warn: 30, abnormal: 80, samples: 5, width: 3 });
    expect(deviationOf([])).toEqual(DEFAULT_DEVIATION);
  });

  it('keep their bounds', () => {
    expect(checkDeviation(DEFAULT_DEVIATION)).toEqual([]);
    const wrong = checkDeviation({
      ...DEFAULT_DEVIATION,
      warn: 60,
      abnormal: 50,
      minUsage: -1,
      width: 6,
      samples: 2,
      capacityFactor: 0.5,
    });
    expect(wrong.map(({ path }) => path)).toEqual(['abnormal', 'samples', 'width', 'minUsage', 'capacityFactor']);
    expect(checkDeviation({ ...DEFAULT_DEVIATION, warn: 0, abnormal: 301 })).toHaveLength(2);
    expect(checkDeviation({ ...DEFAULT_DEVIATION, subDiff: 0, billDiff: 101, copMin: 1.5, copMax: 1.2 })).toEqual([
      { path: 'subDiff', message: '总分差应为 0.1~100' },
      { path: 'billDiff', message: '账单差应为 0.1~100' },
      { path: 'copMax', message: 'COP合理上限应大于下限' },
    ]);
  });
});

describe('hints', () => {
  const input: HintInput = {
    reading: '12345.6',
    previous: '12245.6',
    multiplier: '40',
    unit: 'kWh',
    decimals: 1,
    ranHours: 8,
    reference: 4000,
    warn: 20,
  };
  const said = (more: Partial<HintInput>) => hintsOf({ ...input, ...more }).map((hint) => hint.words);

  it('say nothing of what is normal', () => {
    expect(said({})).toEqual([]);
    expect(said({ reading: 'x' })).toEqual([]);
  });

  it('tell a meter that stands still, and use while nothing runs', () => {
    expect(said({ reading: '12245.6', ranHours: 6.5 })).toEqual(['主机运行 6.5h 但用量为 0，请核对是否漏抄或表停走']);
    expect(said({ reading: '12248.6', ranHours: 0, unit: 'm³' })).toEqual([
      '停机期间仍有用量 120 m³，请确认待机、泄漏或阀门内漏',
    ]);
    expect(said({ reading: '12245.6', ranHours: 0 })).toEqual([]);
  });

  it('ask of a meter only what its energy does while machines run', () => {
    const ran = { any: 10, cooling: 0, heating: 10 };
    expect(ranHoursOf('gas', true, ran)).toBe(10);
    expect(ranHoursOf('heating', true, ran)).toBe(10);
    // No cold is given while machines heat.
    expect(ranHoursOf('cooling', true, ran)).toBe(0);
    // One burner of three may rest, lamps burn in any case, and of nothing written down nothing is known.
    expect(ranHoursOf('gas', false, ran)).toBeNull();
    expect(ranHoursOf('elec.host', true, ran)).toBeNull();
    expect(ranHoursOf('water', true, ran)).toBeNull();
    expect(ranHoursOf('gas', true, null)).toBeNull();
  });

  it('find a digit too many, a point that was left out, and neighbours the wrong way round', () => {
    expect(said({ reading: '123345.6' })).toEqual(['是否多输一位？若为 12,345.6 则处于正常区间']);
    expect(said({ reading: '123456' })).toEqual(['是否多输一位？若为 12,345.6 则处于正常区间']);
    expect(said({ reading: '12435.6' })).toEqual(['相邻两位是否写反？若为 12,345.6 则处于正常区间']);
    expect(said({ reading: '12435.6', decimals: 2 })).toEqual(['相邻两位是否写反？若为 12,345.60 则处于正常区间']);
    expect(said({ reading: '99999.9' })).toEqual([]);
    expect(said({ reading: '12435.6', reference: null })).toEqual([]);
  });
});
