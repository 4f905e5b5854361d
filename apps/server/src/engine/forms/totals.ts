/**
 * Totals and sums of lists, kept per process as long as nothing changed. `form_version(module)` moves with every committed change of the
 * module's records or their participants, so that a kept total is exact as of the moment the version was read.
 */

/** What a list's counting query answers, read in one statement together with the version it belongs to. */
export interface Counted {
  /** `form_version(module)` as of the same snapshot as the count. */
  readonly version: string;
  readonly total: number;
  readonly sums: Readonly<Record<string, string>>;
}

/** The most recently used are kept; a total is a few hundred bytes. */
const KEPT = 5_000;

export class ListTotals {
  readonly #kept = new Map<string, Counted>();
  readonly #counting = new Map<string, Promise<Counted>>();

  /**
   * The kept total where it belongs to this version, else a new one.
   * @param key everything that the count depends on: module, row scope and filters, parameters included
   * @param version `form_version(module)` as of now, read with the page's rows
   * @param count counts, answering the version of its own snapshot
   */
  async read(key: string, version: string, count: () => Promise<Counted>): Promise<Counted> {
    const known = this.#kept.get(key);
    if (known?.version === version) {
      this.#keep(key, known);
      return known;
    }
    // after a write everybody who has the list open asks for the same count: one does it, and it serves whoever's page is not newer
    const underWay = this.#counting.get(key);
    if (underWay) {
      const shared = await underWay.catch(() => null);
      if (shared && BigInt(shared.version) >= BigInt(version)) return shared;
    }
    return this.#count(key, count);
  }

  async #count(key: string, count: () => Promise<Counted>): Promise<Counted> {
    const counting = count();
    this.#counting.set(key, counting);
    try {
      const fresh = await counting;
      this.#keep(key, fresh);
      return fresh;
    } finally {
      if (this.#counting.get(key) === counting) this.#counting.delete(key);
    }
  }

  #keep(key: string, counted: Counted): void {
    this.#kept.delete(key);
    this.#kept.set(key, counted);
    if (this.#kept.size <= KEPT) return;
    const oldest = this.#kept.keys().next();
    if (!oldest.done) this.#kept.delete(oldest.value);
  }
}
