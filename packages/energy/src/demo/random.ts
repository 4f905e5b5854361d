/** Chance that is the same each time: a number from seed, stream and index alone, so that any window of a simulation is the same as in the whole. */

/** 0 up to 1. */
export function uniform(seed: number, stream: number, index: number): number {
  let h = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b);
  h = Math.imul(h ^ (stream + 0x165667b1), 0xc2b2ae35);
  h ^= h >>> 13;
  h = Math.imul(h ^ index, 0x27d4eb2f);
  h ^= h >>> 15;
  h = Math.imul(h, 0x2c1b3c6d);
  h ^= h >>> 12;
  h = Math.imul(h, 0x297a2d39);
  h ^= h >>> 15;
  return (h >>> 0) / 2 ** 32;
}

/** Normally distributed about 0 with a deviation of 1. */
export const gauss = (seed: number, stream: number, index: number): number =>
  Math.sqrt(-2 * Math.log(1 - uniform(seed, stream, index * 2))) *
  Math.cos(2 * Math.PI * uniform(seed, stream, index * 2 + 1));

/**
 * AR(1) noise of deviation 1: each value keeps `phi` of the one before. Made of as many values before it as still matter, so that it needs no
 * beginning.
 */
export function autoregressive(seed: number, stream: number, index: number, phi: number): number {
  const reach = Math.ceil(Math.log(0.01) / Math.log(phi));
  let value = 0;
  for (let back = reach; back >= 0; back -= 1) value = value * phi + gauss(seed, stream, index - back);
  return value * Math.sqrt(1 - phi * phi);
}

/** Streams, one for each thing that varies. */
export const STREAM = {
  day: 1,
  amplitude: 2,
  hour: 3,
  humidity: 4,
  load: 5,
  episode: 6,
  episodeHour: 7,
  episodeKind: 8,
  episodeLength: 9,
  episodeChiller: 10,
  point: 100,
} as const;
