/**
 * Lets PostgreSQL keep the plan of statements that come again and again. Planning a list takes longer than running it; with a name the
 * server parses and plans a text once for each connection. Texts are named by how often they come, so that callers need not think of it,
 * and the names that were not used for longest make room: what is asked for today need not be what was asked for at the start.
 */
import { Client, type Pool, type PoolClient, Query } from 'pg';
import type { PostgresPool, PostgresPoolClient } from 'kysely';

/** A text is named when it comes for the third time: most texts made from filters never do. */
const NAMED_AFTER = 3;
/** Each connection keeps a plan for every name, about 20 KB each. */
const MOST_NAMES = 250;
/** Without values only what asks is named: other texts may be several statements, which cannot be prepared. */
const ASKS = /^\s*(?:select|with)\b/i;
/**
 * What a transaction writes goes by keys, whose plan is the same for every value. Where the database guesses that another plan might be a little
 * better for single values, it would plan anew every time: a submission's statements took 15 ms to plan and 5 to run. Lists, whose filters
 * do deserve plans of their own, are read outside. Nor is a transaction cut for taking long (`patient.ts`).
 */
const UNLIMITED = 'set local statement_timeout = 0';
const BEGIN = `begin; set local plan_cache_mode = force_generic_plan; ${UNLIMITED}`;
/** What a statement that was not sent yet answers. */
const NOTHING = { command: 'BEGIN', rowCount: null, oid: 0, fields: [], rows: [] };
/** Texts that are counted at a time. */
const MOST_COUNTED = 5_000;

/** Which texts come often, whatever the connection. */
export class FrequentTexts {
  #frequent = new Set<string>();
  #seen = new Map<string, number>();

  has(text: string): boolean {
    if (this.#frequent.has(text)) return true;
    const times = (this.#seen.get(text) ?? 0) + 1;
    if (times < NAMED_AFTER) {
      if (this.#seen.size >= MOST_COUNTED) this.#seen = new Map();
      this.#seen.set(text, times);
      return false;
    }
    this.#seen.delete(text);
    // Who is forgotten comes back with its third next time.
    if (this.#frequent.size >= MOST_COUNTED) this.#frequent = new Set();
    this.#frequent.add(text);
    return true;
  }
}

/** Names of the texts that one connection has prepared. */
export class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #drop: (name: string) => void;
  #given = 0;

  /** @param drop closes the statement that has to make room */
  constructor(drop: (name: string) => void) {
    this.#drop = drop;
  }

  nameOf(text: string): string {
    const known = this.#names.get(text);
    if (known !== undefined) {
      // The last of the map is the one used last.
      this.#names.delete(text);
      this.#names.set(text, known);
      return known;
    }
    for (const [oldest, name] of this.#names) {
      if (this.#names.size < MOST_NAMES) break;
      this.#names.delete(oldest);
      this.#drop(name);
    }
    // A name is never given twice: the statement of a lost message may still be there.
    const name = `s${++this.#given}`;
    this.#names.set(text, name);
    return name;
  }
}

/** Closes a statement of a connection; needs no answer, and may be sent in the midst of others. */
const closing =
  (client: PoolClient) =>
  (name: string): void => {
    if (!(client instanceof Client)) return;
    client.connection.close({ type: 'S', name }, false);
    // The driver remembers the text of every name for as long as the connection lives.
    const parsed: unknown = Reflect.get(client.connection, 'parsedStatements');
    if (typeof parsed === 'object' && parsed !== null) Reflect.deleteProperty(parsed, name);
  };

/** Lets statements that are started in one go leave in one piece. */
const hold = (client: PoolClient): void => {
  if (!(client instanceof Client)) return;
  const { stream } = client.connection;
  stream.cork();
  process.nextTick(() => stream.uncork());
};

/** Sends a statement by its name. The driver would copy one that is given as an object property by property, descriptors and all. */
const sendNamed = (client: PoolClient, name: string, text: string, values: readonly unknown[]): Promise<unknown> =>
  new Promise((done, failed) => {
    const query = new Query(text, [...values], (error, result) => (error ? failed(error) : done(result)));
    client.query(Object.assign(query, { name }));
  });

/** The pool as Kysely uses it, with names on statements that carry parameters. */
export function withNames(pool: Pool): PostgresPool {
  const frequent = new FrequentTexts();
  const wrapped = new WeakMap<PoolClient, PostgresPoolClient>();
  const wrap = (client: PoolClient): PostgresPoolClient => {
    const names = new StatementNames(closing(client));
    // A transaction begins with its first statement, which then need not wait for it; where beginning fails, that fails with it.
    let beginning = false;
    // Behind its commit: what came now would run by itself, outside of the transaction that it belongs to.
    let ended = false;
    const query = (text: unknown, values?: readonly unknown[]): unknown => {
      if (text === 'begin') {
        beginning = true;
        return Promise.resolve(NOTHING);
      }
      if (ended) {
        // Kysely commits what a write may have committed together with its last statements.
        if (text === 'commit') return Promise.resolve(NOTHING);
        if (text !== 'rollback')
          return Promise.reject(new Error('a statement came behind the commit of its transaction'));
      }
      ended = text === 'commit';
      hold(client);
      // With an isolation of its own (an export): it is not sent behind its first statement.
      if (typeof text === 'string' && text.startsWith('start transaction')) {
        const started = client.query(text);
        client.query(UNLIMITED).catch(() => undefined);
        return started;
      }
      if (beginning) {
        beginning = false;
        client.query(BEGIN).catch(() => undefined);
      }
      if (typeof text !== 'string' || !values || !(values.length > 0 || ASKS.test(text)) || !frequent.has(text))
        return Reflect.apply(client.query, client, [text, values]);
      return sendNamed(client, names.nameOf(text), text, values);
    };
    // everything but `query` is the client's own: release, events, the process id
    return new Proxy(client, {
      get: (target, key) => {
        if (key === 'query') return query;
        if (key === 'release') ended = false;
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
