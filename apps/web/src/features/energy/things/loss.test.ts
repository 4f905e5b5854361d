import { describe, expect, it } from 'vitest';
import { lossOf } from './loss.ts';

const kWh = (MonthUsage: string | null) => ({ Unit: 'kWh', MonthUsage });

describe('what is lost between meters', () => {
  it('is the share of the upper one that the lower ones do not count', () => {
    expect(lossOf(kWh('1000'), [kWh('600'), kWh('350')])).toBe(5);
    expect(lossOf(kWh('1000'), [kWh('1100')])).toBe(-10);
  });
  it('is not told where a figure is missing or of another kind', () => {
    expect(lossOf(kWh('1000'), [])).toBeNull();
    expect(lossOf(kWh(null), [kWh('1')])).toBeNull();
    expect(lossOf(kWh('0'), [kWh('0')])).toBeNull();
    expect(lossOf(kWh('1000'), [kWh('600'), kWh(null)])).toBeNull();
    expect(lossOf(kWh('1000'), [{ Unit: 'm³', MonthUsage: '5' }])).toBeNull();
  });
});
