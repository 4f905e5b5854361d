import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDecimals, type Count, type Counted, ListTotals } from './totals.ts';

/** A module whose blocks change under the lists that count them. */
class Blocks {
  readonly rows = new Map<number, number[]>();
  readonly versions = new Map<number, number>();
  /** Blocks of every count that was made. */
  readonly asked: (readonly number[] | null)[] = [];

  add(block: number, cents: number): void {
    this.rows.set(block, [...(this.rows.get(block) ?? []), cents]);
    this.touch(block);
  }
  clear(block: number): void {
    this.rows.delete(block);
    this.touch(block);
  }
  touch(block: number): void {
    this.versions.set(block, (this.versions.get(block) ?? 0) + 1);
  }
  get version(): number {
    return [...this.versions.values()].reduce((sum, version) => sum + version, 0);
  }
  readonly count: Count = (blocks) => {
    this.asked.push(blocks);
    const counted = [...this.rows]
      .filter(([block]) => blocks === null || blocks.includes(block))
      .map(([block, rows]) => {
        const cents = rows.reduce((sum, row) => sum + row, 0);
        return [block, { total: rows.length, sums: [(cents / 100).toFixed(2)] }] as const;
      });
    return Promise.resolve({ versions: new Map(this.versions), blocks: new Map(counted) });
  };
}

const counted = (version: number, total: number): Counted => ({
  versions: new Map([[0, version]]),
  blocks: new Map([[0, { total, sums: [] }]]),
});

describe('totals of lists', () => {
  it('are kept while the version stands and counted again when it moves', async () => {
    const totals = new ListTotals();
    const module = new Blocks();
    module.add(0, 150);
    expect(await totals.read('a', module.version, module.count)).toMatchObject({ total: 1, sums: ['1.50'] });
    await totals.read('a', module.version, module.count);
    expect(module.asked).toEqual([null]);
    module.add(0, 25);
    expect(await totals.read('a', module.version, module.count)).toMatchObject({ total: 2, sums: ['1.75'] });
  });

  it('count only the blocks that moved', async () => {
    const totals = new ListTotals();
    const module = new Blocks();
    for (let block = 0; block < 50; block++) module.add(block, block);
    await totals.read('a', module.version, module.count);
    for (let write = 0; write < 3; write++) {
      module.add(49, 1);
      expect((await totals.read('a', module.version, module.count)).total).toBe(51 + write);
    }
    // the first look finds out which block it is, later ones expect it there
    expect(module.asked).toEqual([null, [], [49], [49], [49]]);
  });

  it('start anew when what all lists look at has changed', async () => {
    const totals = new ListTotals();
    const module = new Blocks();
    for (let block = 0; block < 9; block++) module.add(block, 1);
    await totals.read('a', module.version, module.count);
    module.touch(-1);
    await totals.read('a', module.version, module.count);
    expect(module.asked).toEqual([null, [], null]);
  });

  it('are what a count of everything says, whatever changes between looks', async () => {
    const change = fc.record({
      block: fc.nat({ max: 12 }),
      cents: fc.integer({ min: -100_000, max: 100_000 }),
      kind: fc.constantFrom('add', 'clear', 'all'),
      look: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 40 }), async (changes) => {
        const totals = new ListTotals();
        const module = new Blocks();
        for (const { block, cents, kind, look } of changes) {
          if (kind === 'add') module.add(block, cents);
          else if (kind === 'clear') module.clear(block);
          else module.touch(-1);
          if (!look) continue;
          const rows = [...module.rows.values()].flat();
          const found = await totals.read('a', module.version, module.count);
          expect(found.total).toBe(rows.length);
          const cents100 = rows.reduce((sum, row) => sum + row, 0);
          expect(Number(found.sums[0] ?? '0') * 100).toBeCloseTo(cents100, 4);
        }
      }),
    );
  });

  it('belong to the snapshot in which they were counted, not to the version asked for', async () => {
    const totals = new ListTotals();
    await totals.read('a', 1, () => Promise.resolve(counted(3, 12)));
    expect((await totals.read('a', 3, () => Promise.reject(new Error('counted again')))).total).toBe(12);
  });

  it('are counted once for all who ask at the same time, unless their page is newer than the count', async () => {
    const totals = new ListTotals();
    let counts = 0;
    let release: (counted: Counted) => void = () => undefined;
    const slow: Count = () => {
      counts += 1;
      return new Promise((resolve) => {
        release = resolve;
      });
    };
    const first = totals.read('a', 5, slow);
    const same = totals.read('a', 5, slow);
    const newer = totals.read('a', 6, () => Promise.resolve(counted(6, 61)));
    release(counted(5, 50));
    expect([(await first).total, (await same).total, (await newer).total]).toEqual([50, 50, 61]);
    expect(counts).toBe(1);
  });

  it('a count that failed is done again by the next who asks', async () => {
    const totals = new ListTotals();
    await expect(totals.read('a', 1, () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
    expect((await totals.read('a', 1, () => Promise.resolve(counted(1, 4)))).total).toBe(4);
  });
});

describe('sums', () => {
  it('are added exactly', () => {
    expect(addDecimals('0.10', '0.20')).toBe('0.30');
    expect(addDecimals('-0.05', '0.01')).toBe('-0.04');
    expect(addDecimals('99999999999999999999.99', '0.01')).toBe('100000000000000000000.00');
    expect(addDecimals('7', '-9')).toBe('-2');
  });

  it('agree with integers of the smallest unit', () => {
    const places = fc.integer({ min: 0, max: 4 });
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.maxSafeInteger(), places, (a, b, n) => {
        const text = (value: bigint): string => {
          const digits = (value < 0n ? -value : value).toString().padStart(n + 1, '0');
          const whole = digits.slice(0, digits.length - n);
          return `${value < 0n ? '-' : ''}${whole}${n === 0 ? '' : `.${digits.slice(-n)}`}`;
        };
        expect(addDecimals(text(BigInt(a)), text(BigInt(b)))).toBe(text(BigInt(a) + BigInt(b)));
      }),
    );
  });
});
