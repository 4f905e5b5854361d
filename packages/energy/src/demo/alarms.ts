/** What goes wrong in the demo room now and then: a few minutes in which one point leaves its limits. */
import type { DemoRoom } from './room.ts';
import { STREAM, uniform } from './random.ts';

/** Limits of domain/energy.md; `level` as the catalogue's: 1 紧急, 2 重要. */
const KINDS = [
  {
    kind: 'chilledLow',
    point: 'chilledOut',
    name: '冷温水出口温度低',
    unit: '℃',
    limit: 4,
    value: 3.6,
    level: 2,
    mode: 'cooling',
  },
  {
    kind: 'flowLoss',
    point: 'chilledFlow',
    name: '冷温水断水',
    unit: 'm³/h',
    limit: 200,
    value: 80,
    level: 1,
    mode: 'any',
  },
  {
    kind: 'generatorHot',
    point: 'highGenerator',
    name: '高发温度高',
    unit: '℃',
    limit: 165,
    value: 167.2,
    level: 2,
    mode: 'any',
  },
  {
    kind: 'coolingLow',
    point: 'coolingIn',
    name: '冷却水进口温度低（结晶）',
    unit: '℃',
    limit: 19,
    value: 18.4,
    level: 2,
    mode: 'cooling',
  },
  { kind: 'flameOut', point: 'burner', name: '火焰失败', unit: '%', limit: 1, value: 0, level: 1, mode: 'any' },
  { kind: 'gasLeak', point: 'gasLeak', name: '燃气泄漏', unit: '%LEL', limit: 20, value: 23, level: 1, mode: 'any' },
  {
    kind: 'pumpOverload',
    point: 'pumpCurrent',
    name: '屏蔽泵过载',
    unit: '%',
    limit: 110,
    value: 116,
    level: 2,
    mode: 'any',
  },
] as const;
export type AlarmKind = (typeof KINDS)[number]['kind'];

export interface Episode {
  readonly kind: AlarmKind;
  readonly point: (typeof KINDS)[number]['point'];
  readonly chiller: number;
  /** Minutes from 1970 in China time; from the first to before the last. */
  readonly from: number;
  readonly to: number;
  readonly level: 1 | 2;
  /** What the point shows, and the limit that it passes, in `unit`. */
  readonly value: number;
  readonly limit: number;
  readonly unit: string;
  /** 「1#直燃机高发温度高：167.2 ℃，限值 165 ℃」. */
  readonly words: string;
}

/** Share of days on which something goes wrong. */
const BAD_DAYS = 0.06;

/** Episodes of a day number: none on most days, and none while everything rests. */
export function episodesOf(seed: number, room: DemoRoom, day: number): readonly Episode[] {
  if (uniform(seed, STREAM.episode, day) >= BAD_DAYS) return [];
  const ofDay = 6 + Math.floor(uniform(seed, STREAM.episodeHour, day) * 16);
  const hour = room(day * 24 + ofDay);
  const running = hour.chillers.flatMap((one, index) => (one.running ? [index] : []));
  const chiller = running[Math.floor(uniform(seed, STREAM.episodeChiller, day) * running.length)];
  if (chiller === undefined) return [];
  const kinds = KINDS.filter(({ mode }) => mode === 'any' || mode === hour.mode);
  const kind = kinds[Math.floor(uniform(seed, STREAM.episodeKind, day) * kinds.length)];
  if (kind === undefined) return [];
  // Within the hour, so that the machine runs from its first to its last minute.
  const from = (day * 24 + ofDay) * 60 + 5;
  const to = from + 10 + Math.floor(uniform(seed, STREAM.episodeLength, day) * 41);
  const where = kind.kind === 'gasLeak' ? '机房' : `${chiller + 1}#直燃机`;
  return [
    {
      ...kind,
      chiller,
      from,
      to,
      words: `${where}${kind.name}：${kind.value} ${kind.unit}，限值 ${kind.limit} ${kind.unit}`,
    },
  ];
}

/** What goes wrong with a chiller at a minute. */
export const episodeAt = (episodes: readonly Episode[], chiller: number, minute: number): Episode | undefined =>
  episodes.find((one) => one.chiller === chiller && one.from <= minute && minute < one.to);
