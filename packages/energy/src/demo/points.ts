/** Points that the room's controls would report: what machines feel, through sensors that are never quite right. */
import { WATER_KW_PER_M3H_K } from '../plant/heat.ts';
import { type Episode, episodeAt } from './alarms.ts';
import { gauss, STREAM } from './random.ts';
import { type ChillerHour, DEMO_ROOM, type RoomHour } from './room.ts';

export const CHILLER_POINTS = {
  run: { name: '运行', unit: '', deviation: 0 },
  fault: { name: '故障', unit: '', deviation: 0 },
  auto: { name: '自动', unit: '', deviation: 0 },
  load: { name: '负荷率', unit: '%', deviation: 0.3 },
  chilledOut: { name: '冷温水出口', unit: '℃', deviation: 0.02 },
  chilledIn: { name: '冷温水进口', unit: '℃', deviation: 0.02 },
  chilledFlow: { name: '冷温水流量', unit: 'm³/h', deviation: 1.5 },
  coolingIn: { name: '冷却水进口', unit: '℃', deviation: 0.02 },
  coolingOut: { name: '冷却水出口', unit: '℃', deviation: 0.02 },
  coolingFlow: { name: '冷却水流量', unit: 'm³/h', deviation: 2 },
  highGenerator: { name: '高发温度', unit: '℃', deviation: 0.4 },
  lowGenerator: { name: '低发温度', unit: '℃', deviation: 0.3 },
  exhaust: { name: '排烟温度', unit: '℃', deviation: 0.8 },
  dilute: { name: '稀溶液浓度', unit: '%', deviation: 0.05 },
  concentrated: { name: '浓溶液浓度', unit: '%', deviation: 0.05 },
  refrigerant: { name: '冷剂温度', unit: '℃', deviation: 0.05 },
  vacuum: { name: '真空', unit: 'Pa', deviation: 6 },
  burner: { name: '燃烧器开度', unit: '%', deviation: 0.5 },
  gasFlow: { name: '燃气瞬时', unit: 'm³/h', deviation: 0.4 },
  gasPressure: { name: '燃气压力', unit: 'kPa', deviation: 0.25 },
  pumpCurrent: { name: '屏蔽泵电流比', unit: '%', deviation: 1 },
} as const;
export type ChillerPoint = keyof typeof CHILLER_POINTS;

export const ROOM_POINTS = {
  outdoorTemperature: { name: '室外温度', unit: '℃', deviation: 0.1 },
  outdoorHumidity: { name: '室外湿度', unit: '%', deviation: 0.5 },
  gasLeak: { name: '燃气泄漏', unit: '%LEL', deviation: 0 },
} as const;
export type RoomPoint = keyof typeof ROOM_POINTS;

/** What a machine at rest shows: the room around it. Controls of this kind report temperatures of standing water all the same. */
const AT_REST_C = 26;

/** Values without noise; `episode` is what goes wrong at that moment. */
function chillerValues(hour: RoomHour, chiller: ChillerHour): Record<ChillerPoint, number> {
  const { running, partLoad, output, gas, rejected } = chiller;
  const cooling = hour.mode === 'cooling';
  // Towers reach their 32 ℃ on the hottest days only, and are held above what crystallises.
  const coolingIn = Math.max(24, 32 - (36 - hour.dayMaxC) * 0.4);
  const delta = (power: number, flow: number): number => power / (WATER_KW_PER_M3H_K * flow);
  const out = cooling ? 7 : 55;
  const through = delta(output, DEMO_ROOM.chilledFlow) * (cooling ? 1 : -1);
  const rest = {
    run: 0,
    fault: 0,
    auto: 1,
    load: 0,
    chilledFlow: 0,
    coolingFlow: 0,
    burner: 0,
    gasFlow: 0,
    pumpCurrent: 0,
  };
  const still = {
    chilledOut: AT_REST_C,
    chilledIn: AT_REST_C,
    coolingIn: AT_REST_C,
    coolingOut: AT_REST_C,
    highGenerator: AT_REST_C,
    lowGenerator: AT_REST_C,
    exhaust: AT_REST_C,
    dilute: 58,
    concentrated: 58,
    refrigerant: AT_REST_C,
    vacuum: 870,
    gasPressure: 13.5,
  };
  if (!running) return { ...rest, ...still };
  return {
    ...rest,
    ...still,
    run: 1,
    load: partLoad * 100,
    chilledOut: out,
    chilledIn: out + through,
    chilledFlow: DEMO_ROOM.chilledFlow,
    ...(cooling
      ? {
          coolingIn,
          coolingOut: coolingIn + delta(rejected, DEMO_ROOM.coolingFlow),
          coolingFlow: DEMO_ROOM.coolingFlow,
          concentrated: 60 + 2.5 * partLoad,
          refrigerant: 5,
        }
      : {}),
    highGenerator: 145 + 13 * partLoad,
    lowGenerator: 85 + 5 * partLoad,
    exhaust: 160 + 25 * partLoad,
    burner: (gas / DEMO_ROOM.ratedGas) * 100,
    gasFlow: gas,
    gasPressure: 14 - partLoad,
    pumpCurrent: 82,
  };
}

/** 0 and 1 have no noise, and nothing that stands still has any. */
const noisy = (
  value: number,
  deviation: number,
  still: boolean,
  seed: number,
  stream: number,
  index: number,
): number => (deviation === 0 || still ? value : value + deviation * gauss(seed, stream, index));

const round = (value: number): number => Math.round(value * 100) / 100;

/** Points of one chiller at a minute, counted from 1970 in China time. */
export function chillerPoints(
  seed: number,
  hour: RoomHour,
  chiller: number,
  minute: number,
  episodes: readonly Episode[],
): Record<ChillerPoint, number> {
  const of = hour.chillers[chiller];
  if (of === undefined) throw new RangeError(`no chiller ${chiller}`);
  const values = chillerValues(hour, of);
  const names = Object.keys(CHILLER_POINTS) as ChillerPoint[];
  names.forEach((name, index) => {
    // A meter that stands at nothing shows nothing.
    const still = values[name] === 0 || (!of.running && name !== 'gasPressure');
    const stream = STREAM.point + chiller * 50 + index;
    values[name] = round(noisy(values[name], CHILLER_POINTS[name].deviation, still, seed, stream, minute));
  });
  const episode = episodeAt(episodes, chiller, minute);
  if (episode !== undefined && episode.point !== 'gasLeak') {
    values[episode.point] = episode.value;
    values.fault = 1;
  }
  return values;
}

/** Points of the room itself at a minute. */
export function roomPoints(
  seed: number,
  hour: RoomHour,
  minute: number,
  episodes: readonly Episode[],
): Record<RoomPoint, number> {
  const stream = STREAM.point - 10;
  const leak = episodes.find((one) => one.point === 'gasLeak' && one.from <= minute && minute < one.to);
  return {
    outdoorTemperature: round(
      noisy(hour.temperatureC, ROOM_POINTS.outdoorTemperature.deviation, false, seed, stream, minute),
    ),
    outdoorHumidity: round(
      Math.min(
        100,
        noisy(hour.humidityPercent, ROOM_POINTS.outdoorHumidity.deviation, false, seed, stream + 1, minute),
      ),
    ),
    gasLeak: leak?.value ?? 0,
  };
}
