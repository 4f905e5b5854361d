/** Meters of the demo projects: the whole demo machine room in one of them, in the others what every room has. */
import { DEMO_METERS, type DemoMeter } from '@hengneng/energy/demo';
import type { Dial, MeterType, Register } from '@hengneng/energy/measuring';
import type { DemoProject } from './company.ts';

/** What of the demo machine room a meter counts: `factor` times the use of a dial of a meter there. */
export interface DemoMeterPart {
  readonly meter: string;
  readonly dial: 'total' | 'cooling' | 'heating';
  readonly factor: number;
}

export interface DemoMeterThing {
  readonly code: string;
  readonly name: string;
  /** As forms call the device. */
  readonly deviceCategory: string;
  readonly type: MeterType;
  /** What forms say the energy is used for. */
  readonly use: string | null;
  /** Code of energy_category. */
  readonly category: string;
  /** Code of the meter above. */
  readonly parent: string | null;
  readonly registers: readonly Register[];
  readonly dial: Dial;
  readonly ct: string;
  readonly multiple: string;
  /** A hour's most, in the meter's unit. */
  readonly maxRate: number;
  readonly settles: boolean;
  /** Place of its present reading among those of the project. */
  readonly share: number;
  readonly parts: readonly DemoMeterPart[];
}

/** The project whose room is the demo machine room itself. */
const FLAGSHIP = 'EMC01001';
export const isFlagship = (project: Pick<DemoProject, 'code'>): boolean => project.code === FLAGSHIP;

const DEVICE_CATEGORIES: Readonly<Record<MeterType, string>> = {
  电表: '电表',
  燃气表: '燃气表',
  自来水表: '水表',
  软水表: '水表',
  冷热量表: '冷热量表',
  蒸汽流量计: '蒸汽流量计',
  生活热水表: '热水表',
};

const DIALS: Readonly<Record<MeterType, Dial>> = {
  电表: { digits: 6, decimals: 2 },
  燃气表: { digits: 8, decimals: 1 },
  自来水表: { digits: 7, decimals: 2 },
  软水表: { digits: 7, decimals: 2 },
  冷热量表: { digits: 9, decimals: 0 },
  蒸汽流量计: { digits: 7, decimals: 2 },
  生活热水表: { digits: 7, decimals: 2 },
};

type Given = Pick<DemoMeterThing, 'code' | 'name' | 'type' | 'category' | 'maxRate' | 'share' | 'parts'> &
  Partial<DemoMeterThing>;

const thing = (given: Given): DemoMeterThing => {
  const multiple = given.multiple ?? '1';
  return {
    deviceCategory: DEVICE_CATEGORIES[given.type],
    use: null,
    parent: null,
    registers: ['total'],
    dial: DIALS[given.type],
    ct: multiple === '1' ? '1' : `${Number(multiple) * 5}/5`,
    multiple,
    settles: false,
    ...given,
  };
};

interface Place {
  readonly code: string;
  readonly category: string;
  readonly maxRate: number;
  readonly share: number;
  readonly use?: string;
}

/** Where the meters of the demo machine room hang, by their ids there; heat meters have one place for each of their dials. */
const PLACES: Readonly<Record<string, Place>> = {
  E0: { code: 'DB-01', category: 'elec', maxRate: 500, share: 3.1, use: '其他' },
  E11: { code: 'DB-02', category: 'elec.host', maxRate: 15, share: 1.2, use: '主机' },
  E12: { code: 'DB-03', category: 'elec.host', maxRate: 15, share: 1.1, use: '主机' },
  E13: { code: 'DB-04', category: 'elec.host', maxRate: 15, share: 1.3, use: '主机' },
  E21: { code: 'DB-05', category: 'elec.chilledPump', maxRate: 160, share: 0.9, use: '冷温水泵' },
  E22: { code: 'DB-06', category: 'elec.coolingPump', maxRate: 220, share: 0.95, use: '冷却水泵' },
  E23: { code: 'DB-07', category: 'elec.tower', maxRate: 75, share: 0.4, use: '冷却塔风机' },
  E24: { code: 'DB-08', category: 'elec.waterTreat', maxRate: 2, share: 0.2, use: '其他' },
  G0: { code: 'QB-01', category: 'gas', maxRate: 600, share: 4.6 },
  G11: { code: 'QB-02', category: 'gas', maxRate: 200, share: 1.5 },
  G12: { code: 'QB-03', category: 'gas', maxRate: 200, share: 1.6 },
  G13: { code: 'QB-04', category: 'gas', maxRate: 200, share: 1.5 },
  H0: { code: 'RB-01', category: '', maxRate: 7500, share: 5.2 },
  H11: { code: 'RB-02', category: '', maxRate: 2600, share: 1.7 },
  H12: { code: 'RB-03', category: '', maxRate: 2600, share: 1.8 },
  H13: { code: 'RB-04', category: '', maxRate: 2600, share: 1.7 },
  H21: { code: 'RB-05', category: '', maxRate: 3600, share: 2.3 },
  H22: { code: 'RB-06', category: '', maxRate: 3000, share: 1.8 },
  H23: { code: 'RB-07', category: '', maxRate: 2000, share: 1 },
  W0: { code: 'SB-01', category: 'water', maxRate: 40, share: 0.8 },
  W1: { code: 'SB-02', category: 'water', maxRate: 25, share: 0.6 },
  W2: { code: 'SB-03', category: 'softWater', maxRate: 3, share: 0.1 },
  W3: { code: 'WR-01', category: 'hotWater', maxRate: 15, share: 0.3 },
};

/** Those that the customer is billed by. */
const SETTLING = new Set(['E0', 'G0', 'H0', 'W0']);
/** The heating dial of a heat meter hangs beside the cooling one. */
const heatingCode = (code: string): string => code.replace('RB-', 'RR-');

const placeOf = (id: string): Place => {
  const place = PLACES[id];
  if (place === undefined) throw new Error(`the demo machine room has a meter without a place: ${id}`);
  return place;
};

/** A meter of the demo machine room; two where it counts cold and heat. */
const roomMeter = (meter: DemoMeter): readonly DemoMeterThing[] => {
  const place = placeOf(meter.id);
  const parent = meter.parent === null ? null : placeOf(meter.parent).code;
  const base = {
    type: meter.type,
    maxRate: place.maxRate,
    use: place.use ?? null,
    settles: SETTLING.has(meter.id),
    multiple: String(meter.multiplier),
  };
  if (meter.type !== '冷热量表') {
    const registers = meter.registers.flatMap(({ key }) => (key === 'cooling' || key === 'heating' ? [] : [key]));
    const parts = [{ meter: meter.id, dial: 'total', factor: 1 }] as const;
    const { code, category, share } = place;
    return [thing({ ...base, code, name: meter.name, category, share, parent, registers, parts })];
  }
  return (['cooling', 'heating'] as const).map((dial) => {
    const named = (code: string): string => (dial === 'cooling' ? code : heatingCode(code));
    return thing({
      ...base,
      code: named(place.code),
      name: `${meter.name}（${dial === 'cooling' ? '冷' : '热'}）`,
      category: dial,
      parent: parent === null ? null : named(parent),
      share: place.share * (dial === 'cooling' ? 1 : 0.6),
      parts: [{ meter: meter.id, dial, factor: 1 }],
    });
  });
};

/** kWh of cold for one of a centrifugal chiller's electricity. */
const CENTRIFUGAL = 5.2;
const upTo = (value: number): number => Math.ceil(value / 5) * 5;

interface Unmetered {
  readonly project: string;
  /** Code of the main that somebody draws from before any other meter. */
  readonly meter: string;
  /** What they take, as a share of all that is metered there. */
  readonly taken: number;
  /** Full months of which it was explained. */
  readonly months: number;
  /** As 偏差核对 has it. */
  readonly cause: '有未计量的用户';
  readonly note: string;
}
/** Faults that the demo company has on purpose. All else adds up. */
export const UNMETERED: readonly Unmetered[] = [
  {
    project: 'OM02001',
    meter: 'SB-01',
    taken: 0.09,
    months: 3,
    cause: '有未计量的用户',
    note: '校园绿化从总表后接水，未单独装表；已请校方加装绿化用水表',
  },
];
const unmeteredOf = (project: string, meter: string): number =>
  UNMETERED.find((one) => one.project === project && one.meter === meter)?.taken ?? 0;

const smallRoom = (project: DemoProject): readonly DemoMeterThing[] => {
  const scale = project.size / 60_000;
  const gas = project.host === 'absorption';
  const part = (meter: string, dial: DemoMeterPart['dial'] = 'total', factor = 1): DemoMeterPart => ({
    meter,
    dial,
    factor: factor * scale,
  });
  const compressors = gas ? [] : [part('H0', 'cooling', 1 / CENTRIFUGAL)];
  const extra = gas ? 0 : 7000 / CENTRIFUGAL;
  const hosts = ['E11', 'E12', 'E13'].map((id) => part(id));
  const electric = (
    [code, name, category]: readonly [string, string, string],
    [use, multiple, share]: readonly [string, string, number],
    maxRate: number,
    parts: readonly DemoMeterPart[],
  ): DemoMeterThing =>
    thing({
      code,
      name,
      type: '电表',
      category,
      use,
      multiple,
      share,
      maxRate: upTo(maxRate * scale),
      parts,
      parent: code === 'DB-01' ? null : 'DB-01',
      settles: code === 'DB-01',
    });
  const heat = (code: string, dial: 'cooling' | 'heating', share: number): DemoMeterThing =>
    thing({
      code,
      name: `冷热量总表（${dial === 'cooling' ? '冷' : '热'}）`,
      type: '冷热量表',
      category: dial,
      share,
      maxRate: upTo(7500 * scale),
      parts: [part('H0', dial)],
      settles: true,
    });
  const water = (
    [code, name, type, category]: readonly [string, string, MeterType, string],
    [share, maxRate]: readonly [number, number],
    id: string,
    parent: string | null,
  ): DemoMeterThing =>
    thing({
      code,
      name,
      type,
      category,
      share,
      maxRate: upTo(maxRate * scale),
      parts: [part(id, 'total', 1 + unmeteredOf(project.code, code))],
      parent,
    });
  return [
    electric(['DB-01', '总电表', 'elec'], ['其他', '160', 3.1], 500 + extra, [part('E0'), ...compressors]),
    electric(['DB-02', '主机电表', 'elec.host'], ['主机', '80', 1.2], 45 + extra, [...hosts, ...compressors]),
    electric(['DB-03', '冷温水泵电表', 'elec.chilledPump'], ['冷温水泵', '60', 0.9], 160, [part('E21')]),
    electric(['DB-04', '冷却水泵电表', 'elec.coolingPump'], ['冷却水泵', '60', 0.95], 220, [part('E22')]),
    electric(['DB-05', '冷却塔风机电表', 'elec.tower'], ['冷却塔风机', '20', 0.4], 75, [part('E23')]),
    electric(['DB-06', '软水加药电表', 'elec.waterTreat'], ['其他', '1', 0.2], 2, [part('E24')]),
    ...(gas
      ? [
          thing({
            code: 'QB-01',
            name: '燃气总表',
            type: '燃气表',
            category: 'gas',
            share: 4.6,
            maxRate: upTo(600 * scale),
            parts: [part('G0')],
            settles: true,
          }),
        ]
      : []),
    water(['SB-01', '自来水总表', '自来水表', 'water'], [0.8, 40], 'W0', null),
    water(['SB-02', '冷却塔补水表', '自来水表', 'water'], [0.6, 25], 'W1', 'SB-01'),
    water(['WR-01', '卫生热水表', '生活热水表', 'hotWater'], [0.3, 15], 'W3', 'SB-01'),
    heat('RB-01', 'cooling', 5.2),
    ...(gas ? [heat('RR-01', 'heating', 3.1)] : []),
  ];
};

/** Meters of a project; codes are those of their devices. */
export const metersOf = (project: DemoProject): readonly DemoMeterThing[] =>
  isFlagship(project) ? DEMO_METERS.flatMap(roomMeter) : smallRoom(project);
