import { newIntent } from '../../lib/api.ts';

/**
 * One key for one intent: the same request sent again (a second click, a lost answer) carries the same key; another content, or a
 * request after a success, a new one.
 */
export class Intents {
  readonly #keys = new Map<string, string>();

  keyOf(action: string, body: unknown): string {
    const intent = `${action} ${JSON.stringify(body)}`;
    const known = this.#keys.get(intent);
    if (known) return known;
    const made = newIntent();
    this.#keys.set(intent, made);
    return made;
  }

  /** The server has answered: the next one is another intent. */
  done(): void {
    this.#keys.clear();
  }
}
