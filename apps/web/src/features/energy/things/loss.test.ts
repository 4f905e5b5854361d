import { describe, expect, it } from 'vitest';
import { lossesOf } from './loss.ts';

const of = (Unit: string, MonthUsage: string | null, UnitNo: string | null = null, EnergyCode = 'elec') => ({
  Unit,
  UnitNo,
  MonthUsage,
  EnergyCode,
});
const kWh = (MonthUsage: string | null) => of('kWh', MonthUsage);

describe('what is lost between meters', () => {
  it('is the share of the upper one that the lower ones do not count', () => {
    expect(lossesOf(kWh('1000'), [kWh('600'), kWh('350')])).toEqual([{ name: '分表', percent: 5 }]);
    expect(lossesOf(kWh('1000'), [kWh('1100')])).toEqual([{ name: '分表', percent: -10 }]);
  });
  it('is told of machines and of branches, each of them the whole', () => {
    const cold = (used: string, no: string | null = null) => of('kWh', used, no, 'cooling');
    expect(lossesOf(cold('1000'), [cold('600', '1'), cold('400', '2'), cold('970')])).toEqual([
      { name: '主机分表', percent: 0 },
      { name: '支路分表', percent: 3 },
    ]);
  });
  it('is not told where a figure is missing or of another kind', () => {
    expect(lossesOf(kWh('1000'), [])).toEqual([]);
    expect(lossesOf(kWh(null), [kWh('1')])).toEqual([]);
    expect(lossesOf(kWh('0'), [kWh('0')])).toEqual([]);
    expect(lossesOf(kWh('1000'), [kWh('600'), kWh(null)])).toEqual([]);
    expect(lossesOf(kWh('1000'), [of('m³', '5')])).toEqual([]);
  });
});
