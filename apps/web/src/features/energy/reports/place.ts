/** Places by their coordinates on a plain sheet: no map is asked for, so that it works without the internet. */
export interface Placed {
  /** Degrees; null where nobody has said. */
  readonly Lng: number | null;
  readonly Lat: number | null;
}

export interface Spot<T> {
  readonly of: T;
  readonly x: number;
  readonly y: number;
}

export interface Sheet<T> {
  readonly width: number;
  readonly height: number;
  readonly spots: readonly Spot<T>[];
  /** Lines of the grid, with what stands at them. */
  readonly meridians: readonly { readonly at: number; readonly words: string }[];
  readonly parallels: readonly { readonly at: number; readonly words: string }[];
  readonly missing: readonly T[];
}

const WIDTH = 1000;
const MARGIN = 0.12;
/** A single place, or several of one street, are shown as of a town. */
const LEAST_DEGREES = 0.4;
const STEPS = [20, 10, 5, 2, 1, 0.5, 0.2, 0.1];

/** Lines at round degrees, at most six of them. */
const linesOf = (from: number, to: number): readonly number[] => {
  const step = STEPS.findLast((one) => (to - from) / one <= 6) ?? 20;
  const first = Math.ceil(from / step) * step;
  return Array.from({ length: Math.floor((to - first) / step + 1e-9) + 1 }, (_, at) => first + at * step);
};

const degrees = (value: number): string => `${Number(value.toFixed(1))}°`;

/** A degree of longitude is as long as the middle latitude makes it. */
export function sheetOf<T extends Placed>(all: readonly T[]): Sheet<T> | null {
  const placed = all.filter(({ Lng, Lat }) => Lng !== null && Lat !== null);
  const missing = all.filter((one) => !placed.includes(one));
  if (placed.length === 0) return null;
  const bounds = (values: readonly number[]): readonly [number, number] => {
    const [low, high] = [Math.min(...values), Math.max(...values)];
    const middle = (low + high) / 2;
    const half = (Math.max(high - low, LEAST_DEGREES) / 2) * (1 + MARGIN * 2);
    return [middle - half, middle + half];
  };
  const [west, east] = bounds(placed.map(({ Lng }) => Lng ?? 0));
  const [south, north] = bounds(placed.map(({ Lat }) => Lat ?? 0));
  const squeeze = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const scale = WIDTH / ((east - west) * squeeze);
  // Neither a ribbon nor a tower, whatever the places.
  const height = Math.min(900, Math.max(360, (north - south) * scale));
  const x = (lng: number): number => ((lng - west) / (east - west)) * WIDTH;
  const y = (lat: number): number => ((north - lat) / (north - south)) * height;
  return {
    width: WIDTH,
    height,
    spots: placed.map((of) => ({ of, x: x(of.Lng ?? 0), y: y(of.Lat ?? 0) })),
    meridians: linesOf(west, east).map((at) => ({ at: x(at), words: degrees(at) })),
    parallels: linesOf(south, north).map((at) => ({ at: y(at), words: degrees(at) })),
    missing,
  };
}
