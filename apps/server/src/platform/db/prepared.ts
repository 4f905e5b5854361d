/**
 * Lets PostgreSQL keep the plan of statements that come again and again. Planning a list takes longer than running it; with a name the
 * server parses and plans a text once for each connection. Texts are named by how often they come, so that callers need not think of it.
 */
import { Client, type Pool, type PoolClient } from 'pg';
import type { PostgresPool, PostgresPoolClient } from 'kysely';

/** A text is named when it comes for the third time: most texts made from filters never do. */
const NAMED_AFTER = 3;
/** Each connection keeps a plan for every name, about 20 KB each. */
const MOST_NAMES = 300;
/** Texts that are counted at a time. */
const MOST_COUNTED = 5_000;

/** Names of statements by their text, the same for all connections of the process. */
export class StatementNames {
  readonly #names = new Map<string, string>();
  #seen = new Map<string, number>();

  /** Name of a text; undefined while it is rare, or where there are names enough. */
  nameOf(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    if (this.#names.size >= MOST_NAMES) return undefined;
    const times = (this.#seen.get(text) ?? 0) + 1;
    if (times < NAMED_AFTER) {
      if (this.#seen.size >= MOST_COUNTED) this.#seen = new Map();
      this.#seen.set(text, times);
      return undefined;
    }
    this.#seen.delete(text);
    const name = `s${this.#names.size + 1}`;
    this.#names.set(text, name);
    return name;
  }
}

/** Lets statements that are started in one go leave in one piece. */
const hold = (client: PoolClient): void => {
  if (!(client instanceof Client)) return;
  const { stream } = client.connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
};

/** The pool as Kysely uses it, with names on statements that carry parameters. */
export function withNames(pool: Pool, names = new StatementNames()): PostgresPool {
  const wrapped = new WeakMap<PoolClient, PostgresPoolClient>();
  const wrap = (client: PoolClient): PostgresPoolClient => {
    const query = (text: unknown, values?: readonly unknown[]): unknown => {
      hold(client);
      const name = typeof text === 'string' && values && values.length > 0 ? names.nameOf(text) : undefined;
      if (typeof text !== 'string' || name === undefined) return Reflect.apply(client.query, client, [text, values]);
      return client.query({ name, text, values: [...(values ?? [])] });
    };
    // everything but `query` is the client's own: release, events, the process id
    return new Proxy(client, {
      get: (target, key) => {
        if (key === 'query') return query;
        const value: unknown = Reflect.get(target, key, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    }) as unknown as PostgresPoolClient;
  };
  return {
    options: pool.options,
    async connect() {
      const client = await pool.connect();
      const known = wrapped.get(client) ?? wrap(client);
      wrapped.set(client, known);
      return known;
    },
    end: () => pool.end(),
  };
}
