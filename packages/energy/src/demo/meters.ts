/** Meters of the demo room: what each counts in an hour. Readings are what people see on the dial, before the multiplier. */
import { DEMO_ROOM, type RoomHour } from './room.ts';

export type DemoMeterType = '电表' | '燃气表' | '自来水表' | '软水表' | '冷热量表' | '生活热水表';
/** 尖峰平谷. */
export type DemoTouKind = 'sharp' | 'peak' | 'flat' | 'valley';
export const TOU_NAMES: Readonly<Record<DemoTouKind, string>> = { sharp: '尖', peak: '峰', flat: '平', valley: '谷' };

/** One dial of a meter. */
export interface DemoRegister {
  /** `total`, a tariff's period, or `cooling` and `heating` of a heat meter. */
  readonly key: 'total' | DemoTouKind | 'cooling' | 'heating';
  readonly name: string;
  /** Decimals on the dial. */
  readonly decimals: number;
  /** What it counts in an hour, in the meter's unit after the multiplier. */
  readonly use: (hour: RoomHour, ofDay: number, month: number) => number;
}

export interface DemoMeter {
  readonly id: string;
  readonly name: string;
  readonly type: DemoMeterType;
  /** Of the catalogue. */
  readonly category: 'elec' | 'gas' | 'water' | 'softWater' | 'hotWater' | 'cooling';
  readonly unit: 'kWh' | 'm³';
  /** CT ratio × PT ratio; 1 for what is no electricity meter behind a transformer. */
  readonly multiplier: number;
  /** Id of the meter that counts this one's use, too. */
  readonly parent: string | null;
  readonly registers: readonly DemoRegister[];
}

/**
 * A tariff's period by hour of the day (0–23) and month (1–12): made up for the demo room, as its prices are. Valley at night, peak in the
 * morning and evening, sharp in the evening of July, August, December and January.
 */
export function demoTou(ofDay: number, month: number): DemoTouKind {
  if (ofDay < 8) return 'valley';
  if ([7, 8, 12, 1].includes(month) && (ofDay === 19 || ofDay === 20)) return 'sharp';
  if ((ofDay >= 8 && ofDay < 11) || (ofDay >= 17 && ofDay < 22)) return 'peak';
  return 'flat';
}

type Use = DemoRegister['use'];
const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);
const only = (use: Use, decimals: number): readonly DemoRegister[] => [{ key: 'total', name: '总', decimals, use }];

const electric = (id: string, name: string, multiplier: number, use: Use): DemoMeter => ({
  id,
  name,
  type: '电表',
  category: 'elec',
  unit: 'kWh',
  multiplier,
  parent: 'E0',
  registers: only(use, 2),
});

const main: DemoMeter = {
  ...electric('E0', '总电表', 160, ({ electricity }) => electricity.main),
  parent: null,
  registers: [
    ...only(({ electricity }) => electricity.main, 2),
    ...(['sharp', 'peak', 'flat', 'valley'] as const).map(
      (key): DemoRegister => ({
        key,
        name: TOU_NAMES[key],
        decimals: 2,
        use: ({ electricity }, ofDay, month) => (demoTou(ofDay, month) === key ? electricity.main : 0),
      }),
    ),
  ],
};

const gas = (id: string, name: string, parent: string | null, use: Use): DemoMeter => ({
  id,
  name,
  type: '燃气表',
  category: 'gas',
  unit: 'm³',
  multiplier: 1,
  parent,
  registers: only(use, 1),
});

/** Cold and heat on dials of their own, as heat meters for both have them. */
const heat = (id: string, name: string, parent: string | null, output: (hour: RoomHour) => number): DemoMeter => ({
  id,
  name,
  type: '冷热量表',
  category: 'cooling',
  unit: 'kWh',
  multiplier: 1,
  parent,
  registers: (['cooling', 'heating'] as const).map((key) => ({
    key,
    name: key === 'cooling' ? '冷量' : '热量',
    decimals: 0,
    use: (hour) => (hour.mode === key ? output(hour) : 0),
  })),
});

const water = (
  id: string,
  name: string,
  [type, category]:
    | readonly ['自来水表', 'water']
    | readonly ['软水表', 'softWater']
    | readonly ['生活热水表', 'hotWater'],
  parent: string | null,
  use: Use,
): DemoMeter => ({ id, name, type, category, unit: 'm³', multiplier: 1, parent, registers: only(use, 2) });

const CHILLERS = Array.from({ length: DEMO_ROOM.chillers }, (_, index) => index);
const BRANCH_NAMES = ['办公', '酒店', '商业'];

export const DEMO_METERS: readonly DemoMeter[] = [
  main,
  ...CHILLERS.map((index) =>
    electric(`E1${index + 1}`, `${index + 1}#直燃机电表`, 1, ({ electricity }) => electricity.chillers[index] ?? 0),
  ),
  electric('E21', '冷温水泵组电表', 80, ({ electricity }) => electricity.chilledPumps),
  electric('E22', '冷却水泵组电表', 80, ({ electricity }) => electricity.coolingPumps),
  electric('E23', '冷却塔电表', 30, ({ electricity }) => electricity.towers),
  electric('E24', '软水加药电表', 1, ({ electricity }) => electricity.aux),
  gas('G0', '总燃气表', null, (hour) => hour.gas),
  ...CHILLERS.map((index) =>
    gas(`G1${index + 1}`, `${index + 1}#燃烧器气表`, 'G0', ({ chillers }) => chillers[index]?.gas ?? 0),
  ),
  heat('H0', '冷热量总表', null, ({ output }) => output),
  ...CHILLERS.map((index) =>
    heat(`H1${index + 1}`, `${index + 1}#直燃机冷热量表`, 'H0', ({ chillers }) => chillers[index]?.output ?? 0),
  ),
  ...DEMO_ROOM.branches.map((share, index) =>
    heat(
      `H2${index + 1}`,
      `${BRANCH_NAMES[index]}支路冷热量表`,
      'H0',
      ({ output }) => output * share * DEMO_ROOM.delivered,
    ),
  ),
  water('W0', '自来水总表', ['自来水表', 'water'], null, (hour) => hour.water.main),
  water('W1', '冷却塔补水表', ['自来水表', 'water'], 'W0', (hour) => hour.water.towers),
  water('W2', '冷温水补水表', ['软水表', 'softWater'], 'W0', (hour) => hour.water.chilled),
  water('W3', '生活热水表', ['生活热水表', 'hotWater'], 'W0', (hour) => hour.water.hotWater),
];

/** What all dials of a meter that count the same have used, for tests and totals. */
export const totalUse = (meter: DemoMeter, hour: RoomHour, ofDay: number, month: number): number =>
  sum(
    meter.registers
      .filter(({ key }) => key === 'total' || key === 'cooling' || key === 'heating')
      .map(({ use }) => use(hour, ofDay, month)),
  );
