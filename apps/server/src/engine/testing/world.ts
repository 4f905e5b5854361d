/**
 * The demo company with its engine, for tests: a database of its own, every call of the engine as the registry has it, people by account.
 * Without HTTP in between a matrix of thousands of calls takes seconds; what HTTP adds is tested over HTTP.
 */
import type { FieldError } from '@hengneng/core';
import { FORMS } from '@hengneng/forms';
import { sql } from 'kysely';
import { addReferences } from '../../effects/references.ts';
import { EFFECT_REGISTRY } from '../../effects/registry.ts';
import { handlerSource, loadPermissions, sessionOf } from '../../modules/identity/index.ts';
import type { Ctx, Session } from '../../platform/context.ts';
import { openDatabase } from '../../platform/db/database.ts';
import type { Db } from '../../platform/db/schema.ts';
import { AppError } from '../../platform/http/errors.ts';
import { CallRegistry, type FileAnswer } from '../../platform/http/registry.ts';
import { runWrite } from '../../platform/http/write.ts';
import { copyDatabase } from '../../testing/databases.ts';
import { createEngine, type Engine, type RecordAct } from '../index.ts';

/** What a call answered: data, or why not. */
export interface Answer {
  readonly ok: boolean;
  /** `invalid`, `conflict`, `forbidden`, … */
  readonly code: string | null;
  readonly message: string;
  readonly errors: readonly FieldError[];
  // The tests look into whatever a call answers.
  readonly data: Record<string, unknown>;
}

export interface World {
  readonly db: Db;
  readonly engine: Engine;
  readonly registry: CallRegistry;
  /** What was written to the audit. */
  readonly acts: RecordAct[];
  session(account: string): Promise<Session>;
  /** Calls as a person, with the wire's input; faults of ours are thrown. */
  call(who: string | Session, path: string, input: Readonly<Record<string, unknown>>): Promise<Answer>;
  download(who: string | Session, path: string, input: Readonly<Record<string, unknown>>): Promise<Buffer>;
  /** Rows of a statement, for looking at the books. */
  rows(text: string): Promise<readonly Record<string, unknown>[]>;
  close(): Promise<void>;
}

const failed = (error: unknown): Answer => {
  if (!(error instanceof AppError)) throw error;
  const data = typeof error.data === 'object' && error.data !== null ? { ...error.data } : {};
  return { ok: false, code: error.code, message: error.message, errors: error.errors, data };
};

const bytesOf = async (answer: FileAnswer): Promise<Buffer> => {
  if (Buffer.isBuffer(answer.body)) return answer.body;
  const chunks: Buffer[] = [];
  for await (const chunk of answer.body) chunks.push(Buffer.from(chunk as Buffer));
  return Buffer.concat(chunks);
};

const buildEngine = (db: Db, acts: RecordAct[]): { engine: Engine; registry: CallRegistry } => {
  const engine = createEngine({
    db,
    definitions: FORMS,
    effects: EFFECT_REGISTRY,
    people: handlerSource,
    push: null,
    sessionOf,
    files: {
      isDrawnBy: async () => true,
      bind: async () => [],
      attachments: () => ({ sql: sql`null`, read: () => [] }),
    },
    audit: async (_tx, _ctx, act) => {
      acts.push(act);
    },
  });
  addReferences(engine.references);
  const registry = new CallRegistry();
  engine.register(registry);
  return { engine, registry };
};

/** Opens a company; `max` is the number of its connections. */
export const openWorld = async (max = 12): Promise<World> => {
  const own = await copyDatabase();
  const { db, close } = openDatabase(own.url, { max });
  const acts: RecordAct[] = [];
  const { engine, registry } = buildEngine(db, acts);
  const calls = new Map(registry.all().map((call) => [call.contract.path, call]));
  const people = new Map<string, Session>();

  const session = async (account: string): Promise<Session> => {
    const known = people.get(account);
    if (known) return known;
    const { rows } = await sql<{ id: string; user_name: string; dept_id: string }>`
      select id, user_name, dept_id from app_user where account = ${account}`.execute(db);
    const person = rows[0];
    if (!person) throw new Error(`no account ${account}`);
    const { roles, permissions } = await loadPermissions(db, person.id);
    const made: Session = {
      id: account,
      userId: person.id,
      account,
      userName: person.user_name,
      deptId: person.dept_id,
      roles,
      mustChangePassword: false,
      permissions,
    };
    people.set(account, made);
    return made;
  };

  const ctxOf = async (who: string | Session): Promise<Ctx> => ({
    db,
    requestId: 'test',
    ip: '127.0.0.1',
    device: 'PC',
    now: new Date(),
    session: typeof who === 'string' ? await session(who) : who,
    write: (work) => runWrite(db, undefined, work),
  });
  const callOf = (path: string) => {
    const call = calls.get(path);
    if (!call) throw new Error(`no call ${path}`);
    return call;
  };

  return {
    db,
    engine,
    registry,
    acts,
    session,
    async call(who, path, input) {
      const call = callOf(path);
      if (call.kind === 'upload') throw new Error('uploads are tested over HTTP');
      try {
        const ctx = await ctxOf(who);
        if (call.kind === 'data') {
          const data = await call.run(ctx, input);
          return { ok: true, code: null, message: '', errors: [], data: { ...(data as object) } };
        }
        const { body, ...data } = await call.run(ctx, input);
        // Whether it is let through is what was asked: nobody reads the file.
        if (!Buffer.isBuffer(body)) body.destroy();
        return { ok: true, code: null, message: '', errors: [], data };
      } catch (error) {
        return failed(error);
      }
    },
    async download(who, path, input) {
      const call = callOf(path);
      if (call.kind !== 'file') throw new Error(`${path} answers no file`);
      return bytesOf(await call.run(await ctxOf(who), input));
    },
    rows: async (text) => (await sql<Record<string, unknown>>`${sql.raw(text)}`.execute(db)).rows,
    async close() {
      await close();
      await own.drop();
    },
  };
};
