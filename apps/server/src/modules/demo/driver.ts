/** Drives real calls as people of the demo company: what they file and decide passes every check that the product has. */
import { Readable } from 'node:stream';
import { MODULES, type ModuleId } from '@hengneng/core';
import { tableName } from '@hengneng/form-kit';
import { sql } from 'kysely';
import type { Ctx, Session } from '../../platform/context.ts';
import { answerOf } from '../../platform/db/late.ts';
import type { Db, Tx } from '../../platform/db/schema.ts';
import type { CallRegistry, RegisteredCall } from '../../platform/http/registry.ts';
import { runWrite } from '../../platform/http/write.ts';
import { loadPermissions } from '../identity/index.ts';

export interface FileValue {
  readonly URL: string;
  readonly Size: number;
  readonly Name: string;
}

/** Written with the call's own transaction; gets what the call wrote. */
export type Also = (tx: Tx, written: unknown) => Promise<void>;

interface Info {
  readonly FormVersion: number;
  readonly record: Readonly<Record<string, unknown>>;
}

/** Where a record stands, and whose turn it is. */
interface Standing {
  readonly status: string;
  readonly version: number;
  /** Null where nobody has to act. */
  readonly task: string | null;
  readonly step: string | null;
  readonly handler: string | null;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const pictureOf = async (userId: string): Promise<Buffer> => {
  const hue = (Number(userId) * 47) % 200;
  const { default: sharp } = await import('sharp');
  return sharp({
    create: { width: 480, height: 320, channels: 3, background: { r: 40 + hue, g: 120, b: 200 - hue / 2 } },
  })
    .png()
    .toBuffer();
};

/** A file as the call that took it answered. */
const fileOf = (answer: unknown): FileValue => {
  if (!isObject(answer)) throw new Error('upload answered nothing');
  return { URL: String(answer.URL), Size: Number(answer.Size), Name: String(answer.Name) };
};

export class Driver {
  readonly #db: Db;
  readonly #calls: ReadonlyMap<string, RegisteredCall>;
  readonly #accounts = new Map<string, string>();
  readonly #sessions = new Map<string, Promise<Session>>();
  readonly #files = new Map<string, Promise<FileValue>>();

  constructor(db: Db, registry: CallRegistry) {
    this.#db = db;
    this.#calls = new Map(registry.all().map((call) => [`${call.contract.method} ${call.contract.path}`, call]));
  }

  async userId(account: string): Promise<string> {
    const known = this.#accounts.get(account);
    if (known !== undefined) return known;
    const { rows } = await sql<{ id: string }>`select id::text from app_user where account = ${account}`.execute(
      this.#db,
    );
    const id = rows[0]?.id;
    if (id === undefined) throw new Error(`demo account ${account} is missing`);
    this.#accounts.set(account, id);
    return id;
  }

  async #session(userId: string): Promise<Session> {
    const { rows } = await sql<{ account: string; name: string; dept: string | null }>`
      select account, user_name as name, dept_id as dept from app_user where id = ${userId}`.execute(this.#db);
    const user = rows[0];
    if (user === undefined) throw new Error(`no user ${userId}`);
    return {
      id: '0',
      userId,
      account: user.account,
      userName: user.name,
      deptId: user.dept ?? '',
      mustChangePassword: false,
      ...(await loadPermissions(this.#db, userId)),
    };
  }

  async #ctx(userId: string, now: Date, also?: Also): Promise<Ctx> {
    let session = this.#sessions.get(userId);
    if (session === undefined) {
      session = this.#session(userId);
      this.#sessions.set(userId, session);
    }
    return {
      db: this.#db,
      requestId: 'demo',
      ip: '127.0.0.1',
      device: '演示数据',
      now,
      session: await session,
      write: (work) =>
        runWrite(
          this.#db,
          undefined,
          async (tx) => {
            const result = await answerOf(await work(tx));
            await also?.(tx, result);
            return result;
          },
          now,
        ),
    };
  }

  /** Calls as that person at that moment; what `also` writes commits with it. */
  async call(
    userId: string,
    now: Date,
    method: 'GET' | 'POST',
    path: string,
    input: unknown,
    also?: Also,
  ): Promise<unknown> {
    const call = this.#calls.get(`${method} ${path}`);
    if (call?.kind !== 'data') throw new Error(`no call ${path}`);
    return call.run(await this.#ctx(userId, now, also), input);
  }

  /** A picture of that person's own, uploaded once. */
  picture(userId: string, now: Date): Promise<FileValue> {
    let file = this.#files.get(userId);
    if (file === undefined) {
      file = this.#upload(userId, now);
      this.#files.set(userId, file);
    }
    return file;
  }

  async #upload(userId: string, now: Date): Promise<FileValue> {
    return this.upload(userId, now, '演示附件.png', await pictureOf(userId));
  }

  /** A picture by another call than the people's own, e.g. one that householders send. */
  async sendPicture(userId: string, now: Date, path: string, fields: object, fileName: string): Promise<FileValue> {
    return fileOf(await this.bring(userId, now, path, fields, fileName, await pictureOf(userId)));
  }

  /** A file brought to a call that takes one. */
  async bring(
    userId: string,
    now: Date,
    path: string,
    input: unknown,
    fileName: string,
    bytes: Buffer,
  ): Promise<unknown> {
    const call = this.#calls.get(`POST ${path}`);
    if (call?.kind !== 'upload') throw new Error(`no upload ${path}`);
    const file = { fileName, stream: Readable.from(bytes), truncated: () => false };
    return call.run(await this.#ctx(userId, now), input, file);
  }

  /** A file of that person's own. */
  async upload(userId: string, now: Date, fileName: string, bytes: Buffer): Promise<FileValue> {
    return fileOf(await this.bring(userId, now, '/bpmapi/ServiceResource/Upload', {}, fileName, bytes));
  }

  /**
   * The oldest draft of a module that an approval left to that person, as `Draft` takes it: to go on with instead of filing another.
   * @param like what its fields have to be, e.g. `{ project: 'EMC01001' }`
   */
  async left(
    userId: string,
    now: Date,
    module: ModuleId,
    like: Readonly<Record<string, unknown>> = {},
  ): Promise<Record<string, unknown> & { readonly BusinessId: string; readonly FormVersion: number }> {
    const { rows } = await sql<{ id: string }>`select f.target_id::text as id from follow_up f
      join wf_instance i on i.module_id = f.target_module and i.biz_id = f.target_id and i.status = 'draft'
      where f.target_module = ${module} and f.user_id = ${userId} and f.cancelled_at is null order by f.id`.execute(
      this.#db,
    );
    for (const { id } of rows) {
      const { record, FormVersion } = await this.info(userId, now, MODULES[module].api, id);
      if (Object.entries(like).every(([key, value]) => record[key] === value))
        return { ...record, BusinessId: id, FormVersion };
    }
    throw new Error(`no draft of ${module} was left`);
  }

  /** Read from the tables: the page that people see costs many times as much, and each act would ask for it twice. */
  async standing(module: ModuleId, id: string): Promise<Standing> {
    // The approval's part is one text for all modules, whose plan the database keeps: planning it takes longer than all else here.
    const [{ rows: records }, { rows }] = await Promise.all([
      sql<{ version: number }>`select version from ${sql.table(tableName(module))} where id = ${id}`.execute(this.#db),
      sql<
        Omit<Standing, 'version'>
      >`select i.status, t.id::text as task, n.name as step, t.candidates[1]::text as handler
        from wf_instance i
        left join lateral (select id, run_id, candidates from wf_task where instance_id = i.id and state = 'open'
          order by id limit 1) t on true
        left join wf_node_run n on n.id = t.run_id
        where i.module_id = ${module} and i.biz_id = ${id}`.execute(this.#db),
    ]);
    const [record, row] = [records[0], rows[0]];
    if (record === undefined || row === undefined) throw new Error(`no record ${id} of ${module}`);
    return { ...row, version: record.version };
  }

  async info(userId: string, now: Date, api: string, id: string): Promise<Info> {
    return (await this.call(userId, now, 'GET', `${api}/GetInfo`, { BusinessId: id })) as Info;
  }
}
