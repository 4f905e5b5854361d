import { describe, expect, it } from 'vitest';
import { liveOf, type MeterInfo } from './live.ts';

const meter = {
  Ratios: [
    {
      From: '2026-01-01T00:00:00Z',
      CT: '200/5',
      PT: '1',
      Ratio: '40',
      Gas: null,
      Reason: '',
      State: '已生效',
      By: null,
    },
  ],
  Installs: [
    {
      MeterNo: 'A',
      From: '2026-01-01T00:00:00Z',
      To: null,
      Digits: 6,
      Decimals: 2,
      First: { total: '900' },
      Last: {},
      Document: '',
    },
  ],
  Readings: [
    { Register: 'total', At: '2026-03-02T00:00:00Z', Value: '1000', Flag: '实' },
    { Register: 'total', At: '2026-03-01T00:00:00Z', Value: '980', Flag: '实' },
  ],
} as unknown as MeterInfo;
const NOW = new Date('2026-03-03T00:00:00Z').getTime();
const card = {
  OldEnd: '1050',
  RemoveTime: '2026-03-02T10:00:00+08:00',
  InstallTime: '2026-03-02T12:30:00+08:00',
  NewStart: '0',
};

describe('the card of an exchange', () => {
  it('tells the day in three parts, with what is said of each', () => {
    const live = liveOf(meter, { ...card, GapMethod: '同温', GapUsage: '120', GapReason: '停电', NewCT: '300/5' }, NOW);
    expect(live).toMatchObject({ previous: { value: '1000' }, gapHours: 2.5, ratio: '60', faults: [] });
    expect(live.usage).toMatchObject({ old: '2000', gap: '120', new: '0', total: '2120' });
  });

  it('asks for the gap, and goes by the reading before the removal', () => {
    const live = liveOf(meter, card, NOW);
    expect(live.faults.map(({ message }) => message)).toEqual(['空档 2.5 h，请选择估算方法并填写估算量']);
    expect(liveOf(meter, { ...card, RemoveTime: '2026-03-01T12:00:00+08:00' }, NOW).previous?.value).toBe('980');
    expect(liveOf(meter, { ...card, RemoveTime: '2026-02-01T12:00:00+08:00' }, NOW).previous?.value).toBe('900');
  });

  it('works nothing out of what is wrong', () => {
    const back = liveOf(meter, { ...card, OldEnd: '999' }, NOW);
    expect(back.usage).toBeNull();
    expect(back.faults[0]?.message).toBe('旧表止码小于上次读数 1000');
    expect(liveOf(meter, { ...card, NewCT: '200/0' }, NOW).ratioFault).toBe('CT 变比请写成 200/5 或 40');
    expect(liveOf(meter, { OldEnd: '1050' }, NOW)).toMatchObject({ usage: null, gapHours: null, faults: [] });
  });

  it('tells gas that is counted as it flows at the standard state', () => {
    const gas = { Gauge: '12', Air: '100.8', Temperature: '25' };
    const plain = liveOf(meter, card, NOW).usage;
    const told = liveOf({ ...meter, Ratios: meter.Ratios.map((one) => ({ ...one, Gas: gas })) }, card, NOW).usage;
    expect(Number(told?.old) / Number(plain?.old)).toBeCloseTo(1.0946, 4);
  });
});
