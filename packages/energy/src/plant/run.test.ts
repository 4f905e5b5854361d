import { describe, expect, it } from 'vitest';
import { balanceOver, judgeRun, type RunParam, runFigures, runHours, runSpells } from './run.ts';

const param = (code: string, name: string, unit: string, low: number | null, high: number | null): RunParam => ({
  code,
  name,
  unit,
  low,
  high,
  decimals: 1,
});
const PARAMS = [
  param('chilledIn', '冷温水进口温度', '℃', 0, 70),
  param('chilledOut', '冷温水出口温度', '℃', 0, 70),
  param('highGenerator', '高发温度', '℃', 0, 170),
  param('chilledFlow', '冷温水流量', 'm³/h', 0, 500),
  param('load', '负荷率', '%', 0, 110),
];

describe('judgeRun', () => {
  const messages = (mode: Parameters<typeof judgeRun>[0], points: Record<string, string>) => {
    const { faults, doubts } = judgeRun(mode, points, PARAMS);
    return { faults: faults.map(({ message }) => message), doubts: doubts.map(({ message }) => message) };
  };

  it('takes what is in its range', () => {
    expect(judgeRun('制冷', { chilledIn: '12', chilledOut: '7.1', load: '' }, PARAMS)).toEqual({
      values: { chilledIn: 12, chilledOut: 7.1 },
      faults: [],
      doubts: [],
    });
  });

  it('marks what is out of its range and refuses what nothing shows', () => {
    expect(messages('制冷', { highGenerator: '172' })).toEqual({
      faults: [],
      doubts: ['高发温度 172 ℃ 超出合理区间 0~170 ℃，请核对'],
    });
    expect(messages('制冷', { highGenerator: '1550' }).faults).toEqual([
      '高发温度 1550 ℃ 远超合理区间 0~170 ℃，请核对是否多输一位或填错行',
    ]);
    expect(messages('制冷', { chilledFlow: '-3', chilledIn: '12,1', chilledOut: '7.12' }).faults).toEqual([
      '「12,1」不是数字',
      '冷温水出口温度最多 1 位小数',
      '冷温水流量不能小于 0',
    ]);
    expect(messages('制冷', { strange: '1' }).faults).toEqual(['该主机没有这个参数']);
  });

  it('knows what a mode has', () => {
    expect(messages('', { load: '50' }).faults).toEqual(['请选择模式']);
    expect(messages('制冷', {}).faults).toEqual(['运行中的主机请至少填写一项参数；停机请选「停机」']);
    expect(messages('停机', {})).toEqual({ faults: [], doubts: [] });
    expect(messages('停机', { load: '20' }).doubts).toEqual(['停机时负荷率应为 0，请核对模式']);
    expect(messages('制冷', { chilledIn: '7', chilledOut: '12' }).doubts).toEqual([
      '制冷时出水温度应低于进水温度，请核对',
    ]);
    expect(messages('采暖', { chilledIn: '20', chilledOut: '25' }).doubts).toEqual([
      '采暖供水温度一般为 30~95 ℃，请核对',
    ]);
  });
});

describe('runFigures', () => {
  const values = {
    chilledFlow: 400,
    chilledIn: 12,
    chilledOut: 7,
    gasFlow: 173,
    coolingFlow: 580,
    coolingIn: 32,
    coolingOut: 38,
  };
  it('works out cold, COP and balance of a fired machine', () => {
    const { outputKw, cop, balance } = runFigures('制冷', values, { lhv: 35.59, pumpsKw: 13 });
    // 1.163 × 400 × 5; gas 173 × 35.59 / 3.6 = 1710.3 kW.
    expect(outputKw).toBeCloseTo(2326, 6);
    expect(cop).toBeCloseTo(2326 / (1710.297 + 13), 3);
    // 1.163 × 580 × 6 = 4047.24 against 2326 + 0.93 × 1710.297 + 13 = 3929.58.
    expect(balance?.signedPercent).toBeCloseTo((4047.24 - 3929.576) / 40.4724, 2);
  });
  it('takes the burner as it was measured, each record by its own day', () => {
    const of = (burnerEfficiency?: number) => runFigures('制冷', values, { lhv: 35.59, pumpsKw: 13, burnerEfficiency });
    expect(of(0.9).balance?.expected).toBeCloseTo(2326 + 0.9 * 1710.297 + 13, 2);
    expect(of().balance?.expected).toBeCloseTo(2326 + 0.93 * 1710.297 + 13, 2);
    const both = [of(0.9).balanceOf, of().balanceOf].flatMap((one) => one ?? []);
    expect(balanceOver(both)?.expected).toBeCloseTo(2326 + 0.915 * 1710.297 + 13, 2);
    expect(balanceOver([of(1).balanceOf, of(1).balanceOf, of(1).balanceOf].flatMap((one) => one ?? []))).not.toBeNull();
  });
  it('puts nothing in for what was not read', () => {
    expect(runFigures('制冷', { ...values, lhv: 0 }, { lhv: null, pumpsKw: 13 })).toMatchObject({
      cop: null,
      balance: null,
    });
    const { gasFlow: _, ...without } = values;
    expect(runFigures('制冷', without, { lhv: 35.59, pumpsKw: 13 })).toMatchObject({ cop: null, balance: null });
    expect(runFigures('采暖', values, { lhv: 35.59, pumpsKw: 13 }).balance).toBeNull();
    expect(runFigures('停机', values, { lhv: 35.59, pumpsKw: 13 }).outputKw).toBeNull();
  });
  it('takes an electric machine by its power', () => {
    const { cop, balance } = runFigures('制冷', { ...without(values), power: 400 }, { lhv: null, pumpsKw: null });
    expect(cop).toBeCloseTo(5.815, 3);
    expect(balance?.expected).toBeCloseTo(2726, 6);
  });
  const without = ({ gasFlow: _, ...rest }: typeof values) => rest;
  it('adds up before it compares', () => {
    const one = { rejected: 100, cooling: 60, gas: 0, pumps: 30 };
    expect(balanceOver([one, { ...one, rejected: 300 }])?.percent).toBeCloseTo(((200 - 90) / 200) * 100, 6);
    expect(balanceOver([])).toBeNull();
  });
});

describe('runHours', () => {
  const HOUR = 3_600_000;
  const marks = (...of: readonly (readonly [number, boolean])[]) =>
    of.map(([hour, running]) => ({ at: hour * HOUR, running }));
  const span = { from: 0, to: 24 * HOUR };
  const of = (...given: readonly (readonly [number, boolean])[]) => runHours(marks(...given), span, 2 * HOUR);

  it('counts what lies between two that ran, and half where one did', () => {
    expect(of([0, false], [8, true], [10, true], [12, true], [14, false])).toEqual({
      // 7 to 8, 8 to 12, 12 to 13.
      hours: 6,
      known: 24,
      estimated: 2,
      starts: 1,
    });
  });
  it('tells from when to when, by the same rule', () => {
    const at = marks([0, false], [8, true], [10, true], [12, false], [20, true], [22, true], [26, true]);
    expect(runSpells(at, span, 2 * HOUR)).toEqual([
      { from: 7 * HOUR, to: 11 * HOUR },
      { from: 19 * HOUR, to: 24 * HOUR },
    ]);
  });
  it('leaves out what nobody looked at', () => {
    expect(of([0, true], [2, true], [8, true])).toMatchObject({ hours: 2, known: 2 });
    expect(of()).toEqual({ hours: 0, known: 0, estimated: 0, starts: 0 });
  });
  it('lets a machine rest until somebody says otherwise', () => {
    expect(of([-500, false])).toMatchObject({ hours: 0, known: 24 });
  });
  it('cuts at the ends of the span', () => {
    expect(of([-1, true], [1, true], [23, false], [25, true])).toMatchObject({ hours: 1, known: 3 - 1 });
  });
});
