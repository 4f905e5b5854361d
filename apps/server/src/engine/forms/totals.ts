/**
 * Totals and sums of lists, kept per process by blocks of records as long as nothing changed. Every committed change
 * that the module's lists can show moves the module's number and that of the record's block: after a write only the blocks
 * that moved are counted again, and the total is exact as of the snapshot of that count.
 */

/** `id >> BLOCK_BITS` is a record's block, as `form_changed()` counts them. */
export const BLOCK_BITS = 12;
/** What every list looks at has changed: nothing that was kept can be used. */
const EVERYTHING = -1;

export interface BlockCount {
  readonly total: number;
  /** Exact decimals, in the order of the list's sums, each always with the same places. */
  readonly sums: readonly string[];
}

/** What one statement answers, all of one snapshot. */
export interface Counted {
  /** Change numbers of all blocks that ever had a record. */
  readonly versions: ReadonlyMap<number, number>;
  /** Counts of the blocks asked for; one that is missing has nothing that matches. */
  readonly blocks: ReadonlyMap<number, BlockCount>;
}

/** Counts these blocks, or all. */
export type Count = (blocks: readonly number[] | null) => Promise<Counted>;

export interface Totals {
  readonly total: number;
  /** None where nothing matches. */
  readonly sums: readonly string[];
}

interface Kept extends Counted, Totals {
  /** The module's number in the count's snapshot: the sum of its blocks. */
  readonly version: number;
  /** What was counted last: most writes follow each other into the same block. */
  readonly moved: readonly number[];
}

/** Blocks kept of all lists together, some tens of bytes each; the lists used most recently stay. */
const KEPT_BLOCKS = 100_000;
/** How often blocks may move while they are counted before everything is counted at once. */
const TRIES = 3;

/** Exact sum of decimals that have the same places. */
export function addDecimals(a: string, b: string): string {
  const places = a.includes('.') ? a.length - a.indexOf('.') - 1 : 0;
  const sum = BigInt(a.replace('.', '')) + BigInt(b.replace('.', ''));
  const digits = (sum < 0n ? -sum : sum).toString().padStart(places + 1, '0');
  const point = digits.length - places;
  return `${sum < 0n ? '-' : ''}${digits.slice(0, point)}${places === 0 ? '' : `.${digits.slice(point)}`}`;
}

const totalsOf = (blocks: Iterable<BlockCount>): Totals => {
  let total = 0;
  let sums: readonly string[] | null = null;
  for (const block of blocks) {
    total += block.total;
    sums = sums === null ? block.sums : sums.map((sum, index) => addDecimals(sum, block.sums[index] ?? '0'));
  }
  return { total, sums: sums ?? [] };
};

const keptOf = (counted: Counted, moved: readonly number[]): Kept => ({
  ...counted,
  ...totalsOf(counted.blocks.values()),
  version: [...counted.versions.values()].reduce((sum, version) => sum + version, 0),
  moved,
});

const movedSince = (before: Counted, now: Counted): readonly number[] =>
  [...now.versions].flatMap(([block, version]) => (before.versions.get(block) === version ? [] : [block]));

/** What was kept, with the blocks that were counted again in its place. */
const merged = (before: Counted, now: Counted, counted: readonly number[]): Counted => {
  const blocks = new Map(before.blocks);
  for (const block of counted) {
    const count = now.blocks.get(block);
    if (count === undefined) blocks.delete(block);
    else blocks.set(block, count);
  }
  return { versions: now.versions, blocks };
};

export class ListTotals {
  readonly #kept = new Map<string, Kept>();
  readonly #counting = new Map<string, Promise<Kept>>();
  #blocks = 0;

  /**
   * The kept total where it belongs to this version, else a new one.
   * @param key everything that the count depends on: module, row scope and filters, parameters included
   * @param version the module's number as of now, read with the page's rows
   */
  async read(key: string, version: number, count: Count): Promise<Totals> {
    const known = this.#kept.get(key);
    if (known?.version === version) {
      this.#keep(key, known);
      return known;
    }
    // after a write everybody who has the list open asks for the same count: one does it, and it serves whoever's page is not newer
    const underWay = this.#counting.get(key);
    if (underWay) {
      const shared = await underWay.catch(() => null);
      if (shared && shared.version >= version) return shared;
    }
    return this.#count(key, count, known);
  }

  /** How many matched when they were last counted; undefined where nobody asked for this list yet. */
  lastTotal(key: string): number | undefined {
    return this.#kept.get(key)?.total;
  }

  async #count(key: string, count: Count, known: Kept | undefined): Promise<Kept> {
    const counting = known === undefined ? everything(count) : again(known, count);
    this.#counting.set(key, counting);
    try {
      const fresh = await counting;
      this.#keep(key, fresh);
      return fresh;
    } finally {
      if (this.#counting.get(key) === counting) this.#counting.delete(key);
    }
  }

  #keep(key: string, kept: Kept): void {
    this.#drop(key);
    this.#kept.set(key, kept);
    this.#blocks += kept.versions.size;
    for (const oldest of this.#kept.keys()) {
      if (this.#blocks <= KEPT_BLOCKS || oldest === key) return;
      this.#drop(oldest);
    }
  }

  #drop(key: string): void {
    this.#blocks -= this.#kept.get(key)?.versions.size ?? 0;
    this.#kept.delete(key);
  }
}

const everything = async (count: Count): Promise<Kept> => keptOf(await count(null), []);

async function again(known: Kept, count: Count): Promise<Kept> {
  let ask = known.moved;
  for (let tries = 0; tries < TRIES; tries++) {
    const now = await count(ask);
    const moved = movedSince(known, now);
    if (moved.includes(EVERYTHING) || moved.length > now.versions.size / 2 + 1) break;
    if (moved.every((block) => ask.includes(block))) return keptOf(merged(known, now, ask), moved);
    ask = moved;
  }
  return everything(count);
}
