/** When a page tells how far it is: every half a minute, in the foreground only, and what was played since. */
import { REPORT_SECONDS } from '@hengneng/contracts';

/** Follows a film: a jump ends one part and begins another. */
export class Played {
  #from: number | null = null;
  #at = 0;
  readonly #parts: [number, number][] = [];

  /** The film is here now; called several times a second while it plays. */
  tick(at: number): void {
    // A jump, also backwards: what lies between was not played.
    if (this.#from !== null && (at < this.#at || at - this.#at > 2)) this.#close();
    if (this.#from === null) this.#from = at;
    this.#at = at;
  }

  #close(): void {
    if (this.#from !== null && this.#at > this.#from) this.#parts.push([this.#from, this.#at]);
    this.#from = null;
  }

  /** What was played since the last call. */
  take(): readonly (readonly [number, number])[] {
    const going = this.#at;
    const open = this.#from !== null;
    this.#close();
    if (open) this.#from = going;
    return this.#parts.splice(0);
  }
}

export const BEAT_MS = REPORT_SECONDS * 1000;
