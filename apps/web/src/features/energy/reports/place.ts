/** Places by their coordinates on a plain sheet: no map is asked for, so that it works without the internet. */
export interface Placed {
  /** Degrees; null where nobody has said. */
  readonly Lng: number | null;
  readonly Lat: number | null;
}

export interface Spot<T> {
  readonly of: T;
  /** Where it lies. */
  readonly x: number;
  readonly y: number;
  /** Where it is drawn: neighbours are moved apart, so that each can be seen and clicked. */
  readonly cx: number;
  readonly cy: number;
  readonly radius: number;
}

export interface Sheet<T> {
  readonly width: number;
  readonly height: number;
  readonly spots: readonly Spot<T>[];
  /** Lines of the grid, with what stands at them. */
  readonly meridians: readonly { readonly at: number; readonly words: string }[];
  readonly parallels: readonly { readonly at: number; readonly words: string }[];
  /** A round distance, and how long it is on the sheet. */
  readonly scale: { readonly km: number; readonly length: number };
  readonly missing: readonly T[];
}

const WIDTH = 1000;
const LOWEST = 360;
/** Of what is 1000 wide: a sheet as wide as the page is in sight as a whole. */
const HIGHEST = 560;
const MARGIN = 0.12;
/** A single place, or several of one street, are shown as of a town. */
const LEAST_DEGREES = 0.4;
const STEPS = [20, 10, 5, 2, 1, 0.5, 0.2, 0.1];
const KM_PER_DEGREE = 111.32;
const DISTANCES = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];
/** Of the sheet's width, what the scale may take at most. */
const SCALE_PART = 0.2;

const SMALLEST = 9;
const LARGEST = 26;
/** Between two spots. */
const GAP = 4;
const ROUNDS = 120;

/** Lines at round degrees, at most six of them. */
const linesOf = (from: number, to: number): readonly number[] => {
  const step = STEPS.findLast((one) => (to - from) / one <= 6) ?? 20;
  const first = Math.ceil(from / step) * step;
  return Array.from({ length: Math.floor((to - first) / step + 1e-9) + 1 }, (_, at) => first + at * step);
};

const degrees = (value: number): string => `${Number(value.toFixed(1))}°`;

interface Moving {
  cx: number;
  cy: number;
  readonly radius: number;
}

/** Pushes apart what would cover each other, the same way each time. */
const apart = (spots: readonly Moving[], height: number): void => {
  for (let round = 0; round < ROUNDS; round += 1) {
    let moved = false;
    for (const [at, one] of spots.entries())
      for (const other of spots.slice(at + 1)) {
        const wanted = one.radius + other.radius + GAP;
        const [dx, dy] = [other.cx - one.cx, other.cy - one.cy];
        const far = Math.hypot(dx, dy);
        if (far >= wanted) continue;
        moved = true;
        const push = (wanted - far) / 2 + 0.01;
        // Two of one address part along a direction of their own.
        const [ux, uy] = far > 0.01 ? [dx / far, dy / far] : [Math.cos(at + round), Math.sin(at + round)];
        one.cx -= ux * push;
        one.cy -= uy * push;
        other.cx += ux * push;
        other.cy += uy * push;
      }
    for (const one of spots) {
      one.cx = Math.min(WIDTH - one.radius, Math.max(one.radius, one.cx));
      one.cy = Math.min(height - one.radius, Math.max(one.radius, one.cy));
    }
    if (!moved) return;
  }
};

/** A degree of longitude is as long as the middle latitude makes it; a kilometre is as long in each direction. */
export function sheetOf<T extends Placed>(all: readonly T[], sizeOf: (one: T) => number = () => 0): Sheet<T> | null {
  const placed = all.filter(({ Lng, Lat }) => Lng !== null && Lat !== null);
  const missing = all.filter((one) => !placed.includes(one));
  if (placed.length === 0) return null;
  const bounds = (values: readonly number[]) => {
    const [low, high] = [Math.min(...values), Math.max(...values)];
    return { middle: (low + high) / 2, half: (Math.max(high - low, LEAST_DEGREES) / 2) * (1 + MARGIN * 2) };
  };
  const across = bounds(placed.map(({ Lng }) => Lng ?? 0));
  const along = bounds(placed.map(({ Lat }) => Lat ?? 0));
  const squeeze = Math.cos((along.middle * Math.PI) / 180);
  // Neither a ribbon nor a tower, whatever the places: what lies around them is shown, too.
  const perDegree = Math.min(WIDTH / (across.half * 2 * squeeze), HIGHEST / (along.half * 2));
  const height = Math.max(LOWEST, along.half * 2 * perDegree);
  const west = across.middle - WIDTH / perDegree / squeeze / 2;
  const east = across.middle + WIDTH / perDegree / squeeze / 2;
  const south = along.middle - height / perDegree / 2;
  const north = along.middle + height / perDegree / 2;
  const x = (lng: number): number => (lng - west) * squeeze * perDegree;
  const y = (lat: number): number => (north - lat) * perDegree;
  const most = Math.max(...placed.map(sizeOf), 1);
  const spots = placed.map((of) => {
    const at = { x: x(of.Lng ?? 0), y: y(of.Lat ?? 0) };
    const radius = SMALLEST + (LARGEST - SMALLEST) * Math.sqrt(sizeOf(of) / most);
    return { of, ...at, cx: at.x, cy: at.y, radius };
  });
  apart(spots, height);
  const km = DISTANCES.findLast((one) => (one / KM_PER_DEGREE) * perDegree <= WIDTH * SCALE_PART) ?? 1;
  return {
    width: WIDTH,
    height,
    spots,
    meridians: linesOf(west, east).map((at) => ({ at: x(at), words: degrees(at) })),
    parallels: linesOf(south, north).map((at) => ({ at: y(at), words: degrees(at) })),
    scale: { km, length: (km / KM_PER_DEGREE) * perDegree },
    missing,
  };
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}
export interface Label {
  readonly x: number;
  readonly y: number;
  readonly anchor: 'start' | 'middle' | 'end';
}

const LETTER = 15;
/** A name is as long as its letters, of which Latin ones and figures are half as wide. */
const widthOf = (words: string): number =>
  [...words].reduce((sum, letter) => sum + (letter < '\u2e80' ? LETTER * 0.58 : LETTER), 0);
const cross = (a: Box, b: Box): boolean => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Where each name has room beside its spot; null where it would cover another or leave the sheet: its hover says it then. */
export function labelsOf<T>(
  { spots, width, height }: Pick<Sheet<T>, 'spots' | 'width' | 'height'>,
  wordsOf: (one: T) => string,
): readonly (Label | null)[] {
  const taken: Box[] = spots.map(({ cx, cy, radius }) => ({
    left: cx - radius,
    right: cx + radius,
    top: cy - radius,
    bottom: cy + radius,
  }));
  return spots.map(({ of, cx, cy, radius }) => {
    const long = widthOf(wordsOf(of));
    const places: readonly (Label & { readonly left: number })[] = [
      { x: cx, y: cy + radius + 16, anchor: 'middle', left: cx - long / 2 },
      { x: cx + radius + 5, y: cy + 5, anchor: 'start', left: cx + radius + 5 },
      { x: cx - radius - 5, y: cy + 5, anchor: 'end', left: cx - radius - 5 - long },
      { x: cx, y: cy - radius - 6, anchor: 'middle', left: cx - long / 2 },
    ];
    for (const { left, ...label } of places) {
      const box = { left, right: left + long, top: label.y - LETTER, bottom: label.y + 3 };
      const inside = box.left >= 0 && box.right <= width && box.top >= 0 && box.bottom <= height;
      if (!inside || taken.some((other) => cross(box, other))) continue;
      taken.push(box);
      return label;
    }
    return null;
  });
}
