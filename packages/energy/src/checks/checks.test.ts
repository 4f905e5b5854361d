import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { towerWater } from '../plant/index.ts';
import { divisionsOf, worstLoss } from './below.ts';
import {
  checkGasAgainstHeat,
  checkMakeUp,
  checkRunning,
  checkRunningPoint,
  checkTotal,
  type Finding,
  lossPercent,
} from './checks.ts';

const words = (finding: Finding | null): string | undefined => finding?.words;
/** The hot day of domain/energy.md. */
const HOT = { output: 45_000, gas: 3556, lhvMjPerM3: 35.59, aux: 468 };

describe('a total and its parts', () => {
  it('have a loss, which is none of nothing', () => {
    expect(lossPercent(1000, [500, 440])).toBe(6);
    expect(lossPercent(1000, [])).toBe(100);
    expect(lossPercent(0, [1])).toBeNull();
  });

  it('agree within a loss of 5 %', () => {
    expect(checkTotal(1000, [500, 450], 'electricity')).toBeNull();
    expect(checkTotal(1000, [600, 409], 'electricity')).toBeNull();
    expect(checkTotal(0, [], 'electricity')).toBeNull();
    expect(checkTotal(1000, [500, 440], 'electricity')).toMatchObject({
      severity: 'warn',
      words: '总表 1,000 kWh，分表合计 940 kWh，损耗率 6.0%，超过 5%，请核对分表是否漏抄或有未计量的用户',
    });
    expect(checkTotal(1000, [500], 'electricity')?.severity).toBe('alarm');
    expect(words(checkTotal(1000, [500, 600], 'water'))).toBe(
      '总表 1,000.0 m³，分表合计 1,100.0 m³，分表大于总表，请核对倍率、抄表时刻和总分关系',
    );
    expect(checkTotal(0, [1], 'gas')?.severity).toBe('alarm');
    expect(() => checkTotal(-1, [], 'gas')).toThrow(RangeError);
  });
  it('agree whenever the parts make up the total', () => {
    fc.assert(
      fc.property(
        // As meters count: to the thousandth. Beyond that, sums of doubles differ from themselves.
        fc.array(
          fc.integer({ min: 0, max: 1e9 }).map((n) => n / 1000),
          { minLength: 1, maxLength: 20 },
        ),
        fc.double({ min: 0, max: 0.049, noNaN: true }),
        (parts, loss) => {
          const total = parts.reduce((all, part) => all + part, 0) / (1 - loss);
          expect(checkTotal(total, parts, 'electricity')).toBeNull();
        },
      ),
    );
  });
});

describe('what hangs below a total', () => {
  const meter = (id: string, unit: string, unitNo: string | null = null) => ({ id, unit, unitNo });
  const named = (energy: string, unit: string, below: readonly ReturnType<typeof meter>[]) =>
    divisionsOf({ energy, unit }, below).map(({ name, parts }) => [name, ...parts.map(({ id }) => id)]);

  it('is its parts in its unit, whatever energy they count to', () => {
    expect(named('water', 'm³', [meter('tower', 'm³'), meter('hot', 'm³'), meter('pump', 'kWh')])).toEqual([
      ['分表', 'tower', 'hot'],
    ]);
    expect(named('elec', 'kWh', [meter('host', 'kWh', '1'), meter('pump', 'kWh')])).toEqual([['分表', 'host', 'pump']]);
    expect(named('gas', 'm³', [])).toEqual([]);
  });
  it('is of cold and heat what machines make and what branches take, never one sum', () => {
    const below = [meter('c1', 'kWh', '1'), meter('office', 'kWh'), meter('c2', 'kWh', '2'), meter('hotel', 'kWh')];
    expect(named('cooling', 'kWh', below)).toEqual([
      ['主机分表', 'c1', 'c2'],
      ['支路分表', 'office', 'hotel'],
    ]);
    expect(named('heating', 'kWh', [meter('office', 'kWh'), meter('hotel', 'kWh')])).toEqual([
      ['分表', 'office', 'hotel'],
    ]);
  });
  it('loses what its worst division loses', () => {
    expect(worstLoss(1000, [[600, 400], [985]])).toBe(1.5);
    expect(worstLoss(1000, [[1100], [960]])).toBe(-10);
    expect(worstLoss(1000, [])).toBeNull();
    expect(worstLoss(0, [[1]])).toBeNull();
  });
});

describe('heat', () => {
  it('is what its gas can make', () => {
    expect(checkGasAgainstHeat(HOT, 'cooling')).toBeNull();
    expect(words(checkGasAgainstHeat({ ...HOT, gas: 3000 }, 'cooling'))).toBe(
      'COP 1.49 超出 0.90~1.45，请核对气表与冷热量表',
    );
    expect(words(checkGasAgainstHeat({ ...HOT, gas: 0 }, 'cooling'))).toBe(
      '产出 45,000 kWh 而没有用气，请核对气表是否漏抄或表停走',
    );
    expect(words(checkGasAgainstHeat({ ...HOT, output: 0 }, 'heating'))).toBe(
      '用气 3,556 m³ 而没有冷热量，请核对冷热量表',
    );
    expect(checkGasAgainstHeat({ ...HOT, output: 0, gas: 0, aux: 0 }, 'cooling')).toBeNull();
  });
});

describe('what runs', () => {
  it('uses, and what rests does not', () => {
    expect(words(checkRunning(6.5, 0, 'gas'))).toBe('主机运行 6.5h 但用量为 0，请核对是否漏抄或表停走');
    expect(words(checkRunning(0, 120, 'gas'))).toBe('停机期间仍有用量 120 m³，请确认待机、泄漏或阀门内漏');
    expect(checkRunning(0, 120, 'electricity', 150)).toBeNull();
    expect(checkRunning(6.5, 120, 'gas')).toBeNull();
  });
  it('is told where much water carries little heat, or machines idle along', () => {
    const point = { flowM3h: 380, ratedFlowM3h: 400, deltaK: -2.4, loadRatePercent: 25 };
    expect(checkRunningPoint(point).map(({ code }) => code)).toEqual(['smallDelta', 'lowLoad']);
    expect(checkRunningPoint({ ...point, deltaK: 5, loadRatePercent: 60 })).toEqual([]);
    expect(checkRunningPoint({ ...point, flowM3h: 0, deltaK: 0, loadRatePercent: 0 })).toEqual([]);
    const unread = { flowM3h: null, ratedFlowM3h: null, deltaK: null, loadRatePercent: null };
    expect(checkRunningPoint(unread)).toEqual([]);
  });
});

describe('make-up', () => {
  const rejected = 78_000;
  const right = towerWater(rejected, 4).makeUp / 1000;
  it('is what evaporates and is blown down', () => {
    expect(checkMakeUp(rejected, right * 1.29, 4)).toBeNull();
    expect(checkMakeUp(rejected, right * 0.76, 4)).toBeNull();
    expect(words(checkMakeUp(rejected, right * 1.5, 4))).toBe(
      '冷却补水 231.1 m³，按排热量应为 154.1 m³，偏多 50%，请检查漏水、溢流和排污阀',
    );
    expect(checkMakeUp(rejected, right * 2.5, 4)?.severity).toBe('alarm');
    expect(words(checkMakeUp(rejected, right * 0.6, 4))).toContain('少于蒸发量 115.6 m³，请核对补水表');
    expect(words(checkMakeUp(rejected, (right * 0.6 * 3) / 2, 2))).toContain('偏少');
    expect(checkMakeUp(0, 0, 4)).toBeNull();
    expect(checkMakeUp(0, 3, 4)?.code).toBe('idleUse');
  });
});
