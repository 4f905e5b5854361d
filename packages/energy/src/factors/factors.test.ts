import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  applyFactors,
  chooseFactor,
  type FactorQuestion,
  gasProperty,
  GRID_EFFICIENCY,
  gridEfficiency,
} from './choose.ts';
import {
  BUILT_IN_FACTORS,
  carbonOfGas,
  closedKey,
  coalOfGas,
  type Factor,
  factorErrors,
  lhvMismatch,
  overlappingFactors,
} from './factor.ts';
import { designOf, measureOf, unitTimes } from './measure.ts';
import { withoutRegions } from './regions.ts';

const grid = (change: Partial<Factor>): Factor => ({
  id: 'x',
  kind: 'carbon',
  carrier: 'elec',
  value: 0.6,
  lhv: null,
  unit: null,
  year: null,
  from: null,
  to: null,
  region: null,
  project: null,
  source: { text: '检测报告' },
  ...change,
});
const ask = (change: Partial<FactorQuestion>): FactorQuestion => ({
  kind: 'carbon',
  carrier: 'elec',
  day: '2023-06-01',
  ...change,
});

describe('gas', () => {
  it('gives its factors by its calorific value (catalogue, energyCoefficient; domain/energy.md)', () => {
    expect(coalOfGas(38.931)).toBeCloseTo(1.3284, 4);
    expect(carbonOfGas(38.931)).toBeCloseTo(2.162, 3);
    expect(carbonOfGas(35.59)).toBeCloseTo(1.977, 3);
  });
  it('is asked about where pair and value do not fit', () => {
    expect(lhvMismatch(38.931, 1.33)).toBeNull();
    expect(lhvMismatch(35.544, 1.2143)).toBeNull();
    expect(lhvMismatch(38.931, 1.2143)).toBe('38.931 MJ/m³ 对应 1.3284，请确认');
  });
});

describe('the factor of a day', () => {
  it.each([
    ['2021-12-31', 0.5568, ''],
    ['2022-01-01', 0.5366, ''],
    ['2023-12-31', 0.5306, ''],
    ['2026-05-01', 0.5306, '暂用2023年因子 0.5306'],
    ['2019-05-01', 0.5568, '暂用2021年因子 0.5568'],
  ])('of %s is %d %s', (day, value, note) => {
    const choice = chooseFactor(BUILT_IN_FACTORS, ask({ day }));
    expect(choice).toMatchObject({ factor: { value }, note, provisional: note !== '' });
  });

  it('is the project’s over the region’s over the country’s', () => {
    const factors = [
      ...BUILT_IN_FACTORS,
      grid({ id: 'sh-2022', year: 2022, region: '上海', value: 0.58 }),
      grid({ id: 'p-1', project: 'P1', from: '2023-05-01', to: '2023-08-31', value: 0.2 }),
    ];
    const value = (change: Partial<FactorQuestion>): number | undefined =>
      chooseFactor(factors, ask(change)).factor?.value;
    expect(value({})).toBe(0.5306);
    expect(value({ region: '浙江' })).toBe(0.5306);
    expect(value({ region: '上海', day: '2022-03-01' })).toBe(0.58);
    // The grid that the project is on counts more than the year.
    expect(chooseFactor(factors, ask({ region: '上海' }))).toMatchObject({
      factor: { id: 'sh-2022' },
      provisional: true,
    });
    expect(value({ region: '上海', project: 'P1' })).toBe(0.2);
    expect(value({ region: '上海', project: 'P1', day: '2023-09-01' })).toBe(0.58);
    expect(value({ project: 'P2' })).toBe(0.5306);
  });

  it('takes of two in force the one that began last', () => {
    const factors = [grid({ id: 'a', from: '2020-01-01', value: 1 }), grid({ id: 'b', from: '2023-01-01', value: 2 })];
    expect(chooseFactor(factors, ask({})).factor?.id).toBe('b');
    expect(chooseFactor(factors, ask({ day: '2022-12-31' })).factor?.id).toBe('a');
    expect(chooseFactor(factors, ask({ day: '2019-12-31' }))).toEqual({
      factor: null,
      problem: '没有电在 2019-12-31 有效的碳排放因子，请在能耗系数中登记',
    });
  });

  it('of gas follows its calorific value and is never guessed', () => {
    const coal = (lhv: number | null) => chooseFactor(BUILT_IN_FACTORS, ask({ kind: 'coal', carrier: 'gas', lhv }));
    expect(coal(35.59).factor).toMatchObject({ value: 1.2143, lhv: 35.544 });
    expect(coal(38.93).factor?.value).toBe(1.33);
    expect(coal(37).factor).toMatchObject({ value: 37 / 29.3076, source: { text: '按低位热值计算：LHV / 29.3076' } });
    expect(coal(null)).toEqual({ factor: null, problem: '燃气有多组热值的折标系数，请先登记项目燃气的低位热值' });
  });

  it('does not depend on the order of the factors', () => {
    const factors = [
      ...BUILT_IN_FACTORS,
      grid({ id: 'r', year: 2022, region: '上海' }),
      grid({ id: 's', year: 2022, region: '上海', value: 0.7 }),
    ];
    const day = fc.integer({ min: 2018, max: 2030 }).map((year) => `${year}-07-01`);
    fc.assert(
      fc.property(
        fc.shuffledSubarray(factors, { minLength: factors.length }),
        day,
        fc.constantFrom('上海', null),
        (shuffled, at, region) => {
          expect(chooseFactor(shuffled, ask({ day: at, region }))).toEqual(
            chooseFactor(factors, ask({ day: at, region })),
          );
        },
      ),
    );
  });
});

describe('a sum', () => {
  const uses = [
    { carrier: 'gas', quantity: 3556, day: '2023-07-20', lhv: 35.59 },
    { carrier: 'elec', quantity: 5440, day: '2023-07-20' },
    { carrier: 'water', quantity: 155, day: '2023-07-20' },
  ] as const;
  it('of the hot day is 5.03 tce and 9.9 tCO₂ (domain/energy.md)', () => {
    const coal = applyFactors(BUILT_IN_FACTORS, 'coal', uses);
    expect(coal.tons).toBeCloseTo(5.03, 2);
    expect(coal).toMatchObject({ complete: true });
    const carbon = applyFactors(BUILT_IN_FACTORS, 'carbon', uses.slice(0, 2));
    expect(carbon.tons).toBeCloseTo(9.9, 1);
    expect(carbon.lines.map((line) => line.provisional)).toEqual([false, false]);
  });
  it('says where a factor is missing instead of counting nothing', () => {
    const coal = applyFactors(BUILT_IN_FACTORS, 'coal', [...uses, { carrier: 'oil', quantity: 10, day: '2023-07-20' }]);
    expect(coal.complete).toBe(false);
    expect(coal.lines.at(-1)).toMatchObject({
      amount: null,
      note: '没有柴油在 2023-07-20 有效的折标系数，请在能耗系数中登记',
    });
    const [line] = coal.lines;
    expect(line?.factor?.value).toBe(1.2143);
  });
});

describe('factors as entered', () => {
  it('built in are sound and do not overlap', () => {
    expect(BUILT_IN_FACTORS.flatMap(factorErrors)).toEqual([]);
    expect(overlappingFactors(BUILT_IN_FACTORS)).toEqual([]);
    for (const { carrier, kind, lhv, value } of BUILT_IN_FACTORS)
      if (carrier === 'gas' && kind === 'coal') expect(lhvMismatch(lhv ?? 0, value)).toBeNull();
  });
  it('are refused at their field', () => {
    expect(
      factorErrors(grid({ carrier: 'gas', value: 0, from: '2024-01-02', to: '2024-01-01', source: { text: ' ' } })),
    ).toEqual([
      { path: 'value', message: '系数须大于 0' },
      { path: 'lhv', message: '燃气系数须与低位热值成对填写' },
      { path: 'to', message: '生效止不能早于生效起' },
      { path: 'source', message: '请填写来源（标准号、公告或检测报告）' },
    ]);
  });
  it('that were measured of a gas have no year, no pair and a value that a gas can have', () => {
    const gas = { carrier: 'gas', year: null } as const;
    expect(factorErrors(grid({ ...gas, kind: 'lhv', value: 38.931 }))).toEqual([]);
    expect(factorErrors(grid({ ...gas, kind: 'lhv', value: 8500 })).map(({ message }) => message)).toEqual([
      '燃气低位热值应在 10~120 MJ/m³，请核对单位',
    ]);
    expect(factorErrors(grid({ ...gas, kind: 'efficiency', value: 93 })).map(({ path }) => path)).toEqual(['value']);
    expect(factorErrors(grid({ kind: 'efficiency', value: 0.9, year: 2024, lhv: 30 })).map(({ path }) => path)).toEqual(
      ['lhv', 'year'],
    );
    expect(factorErrors(grid({ kind: 'lhv', year: null })).map(({ path }) => path)).toContain('carrier');
    expect(factorErrors(grid({ kind: 'efficiency', carrier: 'water', value: 0.9, year: null }))).toMatchObject([
      { path: 'carrier', message: '效率只对燃气（燃烧）与电（供电）填写' },
    ]);
  });
  it('say what arrives of a power station’s fuel, or the country’s mean', () => {
    const own = grid({ kind: 'efficiency', value: 0.45, year: null, project: 'A' });
    expect(gridEfficiency([own], { day: '2026-05-01', project: 'A' }).value).toBe(0.45);
    expect(gridEfficiency([own], { day: '2026-05-01', project: 'B' })).toEqual(GRID_EFFICIENCY);
    // 0.1229 kgce/kWh over what stations take.
    expect(GRID_EFFICIENCY.value).toBeCloseTo(0.1229 / 0.302, 3);
  });
  it('overlap by days, by year and by the value they are for', () => {
    const pairs = (a: Partial<Factor>, b: Partial<Factor>): number =>
      overlappingFactors([grid({ id: 'a', ...a }), grid({ id: 'b', ...b })]).length;
    expect(pairs({ to: '2023-12-31' }, { from: '2024-01-01' })).toBe(0);
    expect(pairs({ to: '2024-01-01' }, { from: '2024-01-01' })).toBe(1);
    expect(pairs({ year: 2023 }, { year: 2024 })).toBe(0);
    expect(pairs({ year: 2023 }, { year: 2023 })).toBe(1);
    expect(pairs({ project: 'P1' }, {})).toBe(0);
  });
});

describe('closed months', () => {
  const closed = new Set([closedKey('P1', '2026-03'), closedKey('P1', '2026-04')]);
  const before = grid({ id: 'before', year: 2026, value: 0.57, onlyIn: closed });
  const after = grid({ id: 'after', year: 2026, value: 0.53, notIn: closed });
  const on = (factors: readonly Factor[], day: string, project: string | null = 'P1') =>
    chooseFactor(factors, { kind: 'carbon', carrier: 'elec', day, project });
  it('keep what they were closed with, and say so; others take what holds now', () => {
    expect(on([before, after], '2026-03-15')).toMatchObject({
      factor: { id: 'before' },
      note: '已月锁的月份仍用月锁时的电碳排放因子 0.57',
    });
    for (const [day, project] of [
      ['2026-05-01', 'P1'],
      ['2026-03-15', 'P2'],
      ['2026-03-15', null],
    ] as const)
      expect(on([before, after], day, project)).toMatchObject({ factor: { id: 'after' }, note: '' });
  });
  it('go on without a factor that was entered since: the year before stands in, as it did', () => {
    const lastYear = grid({ id: 'last', year: 2025, value: 0.55 });
    expect(on([lastYear, after], '2026-04-15')).toMatchObject({ factor: { id: 'last' }, provisional: true });
    expect(on([lastYear, after], '2026-05-15')).toMatchObject({ factor: { id: 'after' }, provisional: false });
  });
  it('know by which of province and project they were closed', () => {
    const province = grid({ id: 'a', value: 0.41, region: '浙江' });
    const provinces = new Map([['P1', '浙江']]);
    const own = grid({ id: 'own', value: 0.3, project: 'P1' });
    const gone = withoutRegions([province, { ...own, onlyIn: closed }], provinces);
    expect(on(gone, '2026-03-15')).toMatchObject({ factor: { id: 'own' } });
    expect(on(gone, '2026-05-15')).toMatchObject({ factor: { value: 0.41 } });
    const come = withoutRegions([province, { ...own, notIn: closed }], provinces);
    expect(on(come, '2026-03-15')).toMatchObject({ factor: { value: 0.41 } });
    expect(on(come, '2026-05-15')).toMatchObject({ factor: { id: 'own' } });
  });
  it('take what is entered where they had nothing', () => {
    expect(on([after], '2026-03-15')).toMatchObject({ factor: { id: 'after' }, note: '' });
  });
});

describe('what was measured of a gas', () => {
  const lhv = (change: Partial<Factor>): Factor =>
    grid({ kind: 'lhv', carrier: 'gas', value: 38.9, year: null, ...change });
  const factors = [lhv({ id: 'all' }), lhv({ id: 'own', project: 'P1', value: 35.2, from: '2026-03-01' })];
  it('holds from its day on, the project’s before the company’s', () => {
    const on = (day: string, project: string | null) => gasProperty(factors, 'lhv', { day, project });
    expect([on('2026-02-28', 'P1'), on('2026-03-01', 'P1'), on('2026-03-01', 'P2'), on('2026-03-01', null)]).toEqual([
      38.9, 35.2, 38.9, 38.9,
    ]);
    expect(gasProperty(factors, 'efficiency', { day: '2026-03-01' })).toBeNull();
  });
});

describe('what meters count', () => {
  const diesel = grid({ id: 'l', kind: 'unit', carrier: 'oil', unit: 'L', value: 0.84 });
  const corrected = grid({
    id: 'c',
    kind: 'correction',
    carrier: 'gas',
    value: 1.0946,
    project: 'P1',
    from: '2026-03-01',
  });
  const of = (carrier: 'oil' | 'gas' | 'water' | 'heatBuy', unit: string, day = '2026-05-01', project = 'P1') =>
    measureOf([diesel, corrected], { carrier, unit, day, project });
  it('is converted where its unit is not the factor’s: 1,000 L of diesel are 840 kg', () => {
    expect(of('oil', 'kg')).toEqual({ times: 1, notes: [] });
    expect(of('oil', 'l')).toEqual({ times: 0.84, notes: ['柴油按 1 l = 0.84 kg 换算'] });
    expect(of('oil', '桶')).toEqual({
      times: null,
      notes: ['柴油按 桶 计量，没有到 kg 的单位换算，请在能耗系数中登记'],
    });
    // Nobody registers what is fixed: a cubic metre of water is a ton, 1 MWh is 3.6 GJ.
    expect(of('water', 'm³').times).toBe(1);
    expect(of('heatBuy', 'MWh').times).toBeCloseTo(3.6, 12);
    expect(of('gas', 'Nm³', '2026-01-01').times).toBeCloseTo(1.0732, 4);
  });
  it('is corrected from the day on that the correction holds, of its project', () => {
    // 12 kPa above 100.8 kPa and 25 ℃: 109.458 m³ of the standard state in 100 m³ (measuring/gas).
    expect(of('gas', 'm³')).toEqual({ times: 1.0946, notes: ['燃气按修正系数 1.0946 计入折标、碳排放与能效'] });
    expect(of('gas', 'm³', '2026-02-28').times).toBe(1);
    expect(of('gas', 'm³', '2026-05-01', 'P2').times).toBe(1);
  });
  it('may be told in other units by who imports it', () => {
    const into = (carrier: string, from: string, to: string) =>
      unitTimes([diesel], { carrier, from, to, day: '2026-05-01', project: 'P1' });
    expect(into('oil', 'L', 'kg')).toEqual({ times: 0.84, words: '按 1 L = 0.84 kg 换算' });
    expect(into('oil', 'kg', 'L')?.times).toBeCloseTo(1 / 0.84, 12);
    expect(into('cooling', 'GJ', 'kWh')).toEqual({ times: 1000 / 3.6, words: '按 1 GJ = 277.778 kWh 换算' });
    expect(into('gas', 'kg', 'm³')).toBeNull();
    expect(into('elec', 'm³', 'kWh')).toBeNull();
  });
  it('says what it is from, once for each unit, and never what is fixed', () => {
    const errors = (change: Partial<Factor>) => factorErrors(grid({ kind: 'unit', carrier: 'oil', ...change }));
    expect(errors({ unit: 'L' })).toEqual([]);
    expect(errors({ unit: null }).map(({ message }) => message)).toEqual(['请填写表计的原单位，如 L']);
    expect(errors({ unit: 't' }).map(({ message }) => message)).toEqual(['t 与 kg 的换算是固定的，不用登记']);
    expect(errors({ unit: 'L', year: 2026 }).map(({ path }) => path)).toEqual(['year']);
    expect(factorErrors(grid({ unit: 'L' })).map(({ path }) => path)).toEqual(['unit']);
    expect(factorErrors(grid({ kind: 'correction', value: 109 })).map(({ path }) => path)).toEqual(['value']);
    const pair = (unit: string) => overlappingFactors([diesel, grid({ ...diesel, id: 'm', unit })]).length;
    expect([pair('升'), pair('桶')]).toEqual([1, 0]);
  });
});

describe('a design', () => {
  const design = grid({ id: 'd', kind: 'design', carrier: 'gas', value: 7.3 });
  const daysOf = (from: string, count: number): readonly string[] =>
    Array.from({ length: count }, (_, at) => new Date(Date.parse(from) + at * 86_400_000).toISOString().slice(0, 10));
  const about = { carrier: 'gas', project: 'P1', areaM2: 1000 } as const;
  it('is so much for each m² and year, on the days of supply', () => {
    const supplies = (day: string): boolean => day.slice(5) >= '06-01' && day.slice(5) <= '08-12';
    // 7.3 m³/(m²·年) × 1,000 m² over 73 days are 100 m³ a day.
    expect(designOf([design], { ...about, days: daysOf('2026-06-01', 30), supplies })).toBeCloseTo(3000, 9);
    expect(designOf([design], { ...about, days: daysOf('2026-01-01', 31), supplies })).toBe(0);
    expect(designOf([design], { ...about, days: daysOf('2026-01-01', 365), supplies })).toBeCloseTo(7300, 6);
  });
  it('is none of another energy, without an area, or before it holds', () => {
    const days = ['2026-06-01'];
    const supplies = () => true;
    expect(designOf([design], { ...about, carrier: 'elec', days, supplies })).toBeNull();
    expect(designOf([design], { ...about, areaM2: 0, days, supplies })).toBeNull();
    expect(designOf([{ ...design, from: '2026-07-01' }], { ...about, days, supplies })).toBeNull();
    expect(designOf([design], { ...about, days, supplies: () => false })).toBeNull();
  });
});

describe('factors of provinces', () => {
  const national = grid({ id: 'cn', value: 0.53 });
  const local = grid({ id: 'sh', value: 0.42, region: '上海市' });
  const places = new Map([
    ['P1', '上海市'],
    ['P2', '上海市'],
    ['P3', '四川省'],
  ]);
  const of = (factors: readonly Factor[], project: string) =>
    chooseFactor(withoutRegions(factors, places), { kind: 'carbon', carrier: 'elec', day: '2023-05-01', project })
      .factor?.value;
  it('are those of the projects there, whose own go before them', () => {
    const own = grid({ id: 'own', value: 0.4, project: 'P2' });
    expect(['P1', 'P2', 'P3', 'P4'].map((project) => of([national, local, own], project))).toEqual([
      0.42, 0.4, 0.53, 0.53,
    ]);
    // Of another kind it says nothing.
    const coal = grid({ id: 'own', kind: 'coal', value: 0.1, project: 'P2' });
    expect(of([national, local, coal], 'P2')).toBe(0.42);
  });
});
