/** Keys of writes: what a person means to do once has one effect, however often it has to be sent. */
import { newIntent } from './api.ts';

interface Intent {
  readonly key: string;
  /** How many requests of it are on their way. */
  readonly open: number;
}

/**
 * One key for one intended act: the same request sent again (a second click, a lost answer) carries the same key; another content, or
 * a request after a success, a new one.
 */
export class Intents {
  readonly #intents = new Map<string, Intent>();

  #count(act: string, intent: Intent, by: 1 | -1): void {
    this.#intents.set(act, { ...intent, open: intent.open + by });
  }

  /**
   * Sends with the key of what is sent.
   * @param action what is done, as the call's path
   * @param content all that the server is told; JSON
   * @param make sends; that it resolves means that the server answered with a success
   * @throws what `make` throws; the key is kept then
   */
  async send<T>(
    action: string,
    content: unknown,
    make: (options: { readonly idempotencyKey: string }) => Promise<T>,
  ): Promise<T> {
    const act = `${action} ${JSON.stringify(content)}`;
    const intent = this.#intents.get(act) ?? { key: newIntent(), open: 0 };
    this.#count(act, intent, 1);
    try {
      const answer = await make({ idempotencyKey: intent.key });
      this.#done(act, intent.key);
      return answer;
    } catch (error) {
      const now = this.#intents.get(act);
      if (now?.key === intent.key) this.#count(act, now, -1);
      throw error;
    }
  }

  /**
   * What was done is over, and so is what was tried before it: the page shows how things are since. Kept is only what is still
   * on its way, as its answer may be lost yet.
   */
  #done(act: string, key: string): void {
    for (const [other, intent] of this.#intents)
      if (other === act ? intent.key === key : intent.open === 0) this.#intents.delete(other);
  }
}
