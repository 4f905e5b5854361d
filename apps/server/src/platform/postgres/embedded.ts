/**
 * Supervises the PostgreSQL server that comes with the product. The binaries refuse root, so that root starts them as an unprivileged
 * user; they must then lie where that user can read them, which is beside the data. A server that outlived its parent is adopted.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { getPriority, setPriority, userInfo } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { binaries, type Identity, identity, owned, reachable } from './binaries.ts';
import { codeOf } from '../error-code.ts';
import { EMBEDDED } from '../start-problem.ts';
import { fromTemplate } from './template.ts';

const run = promisify(execFile);

export interface EmbeddedPostgres {
  readonly url: string;
  /** Whether a server that was running already was taken over. */
  readonly adopted: boolean;
  /** Process id of the server. */
  readonly pid: number;
  /** Stops it cleanly; everything acknowledged is on disk. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** Folder for data, binaries and password; made where missing. */
  readonly folder: string;
  readonly database?: string;
  /** Folder of a cluster that a first start copies where it fits (`template.ts`). */
  readonly template?: string;
  /** Settings of the server besides our own, or instead of them. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly onExit?: (code: number | null) => void;
  /** Called once another process is at work for the cluster, which takes its time: whatever keeps this process busy is best begun then. */
  readonly meanwhile?: () => void;
}

const freePort = (): Promise<number> =>
  new Promise((done, fail) => {
    const server = createServer();
    server.on('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => (typeof address === 'object' && address ? done(address.port) : fail(new Error('no port'))));
    });
  });

/** Ended, and not yet taken note of by whoever inherited it. */
const isZombie = (pid: number): boolean => {
  try {
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
};

const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

const WRONG_PASSWORD = '28P01';
/** It is there, and reads its log before it lets anybody in: after it was killed in the middle of much work that takes its time. */
const STARTING = '57P03';
/** Tries of a server that says nothing, 25 ms or more each. */
const TRIES = 600;

/** Why the server does not answer, as a code; null where it does. */
async function silence(url: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
  try {
    await client.connect();
    await client.query('select 1');
    return null;
  } catch (error) {
    return codeOf(error) ?? '';
  } finally {
    await client.end().catch(() => undefined);
  }
}
const connects = async (url: string): Promise<boolean> => (await silence(url)) === null;

/** What a server that does not come up says of it, by what people can do. */
const TROUBLES: readonly (readonly [said: RegExp, words: string])[] = [
  [/No space left on device/, '磁盘空间不足，请腾出空间后再启动'],
  [/not compatible with this version/, '数据由另一个版本的数据库写成，请用原版本备份后恢复到新的数据目录'],
  [/Permission denied|invalid permissions|wrong ownership/, '数据目录的权限或所有者不对，请恢复原样'],
  [
    /could not (open|read|locate|access)|incorrect checksum|invalid (magic|page|primary checkpoint)/,
    '数据目录已损坏，请用备份恢复到新的数据目录（npm run restore）',
  ],
];

/** @param log what the server printed last */
export const whyItFailed = (log: string): string => {
  const said =
    log
      .split('\n')
      .filter((line) => /(FATAL|PANIC|ERROR|DETAIL):/.test(line))
      .slice(-2)
      .join(' ')
      .replaceAll(/\d{4}-\d\d-\d\d [\d:.]+ \S+ \[\d+\] /g, '') || log.trim();
  const [, words] = TROUBLES.find(([pattern]) => pattern.test(said)) ?? [];
  return `${EMBEDDED}${[words, said === '' ? '没有说明原因' : `原话 ${said}`].filter(Boolean).join('；')}`;
};

/** The server of `postmaster.pid`, if it still runs. */
async function running(data: string): Promise<{ readonly pid: number; readonly port: number } | null> {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return null;
  const lines = (await readFile(file, 'utf8')).split('\n');
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  return pid > 0 && port > 0 && alive(pid) ? { pid, port } : null;
}

/** Safe for what is acknowledged (fsync, synchronous_commit), small when idle, ready for the first thousand people. */
const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  max_connections: '120',
  shared_buffers: '96MB',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  wal_buffers: '4MB',
  // A run of a million bills writes 3 GB. With less than that between two checkpoints its pages went into the log whole again after each, half as much again.
  max_wal_size: '4GB',
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
  io_method: 'sync',
  jit: 'off',
  timezone: 'Asia/Shanghai',
  log_min_messages: 'warning',
};

/** A socket's whole path must fit the 107 bytes that the system has for it. */
const SOCKET_PATH_LIMIT = 107;

/**
 * Where the server also listens on a Unix socket, half the cost of a loopback connection: its own folder, which nobody else may enter.
 * Null where the path is too long (or there are no such sockets): then there is only the loopback.
 */
const socketFolder = (data: string, port: number): string | null =>
  process.platform !== 'win32' && Buffer.byteLength(join(data, `.s.PGSQL.${port}`)) <= SOCKET_PATH_LIMIT ? data : null;

/** The same server over its socket where this process may use it, else the address given. */
async function nearest(url: string, data: string, port: number): Promise<string> {
  const folder = socketFolder(data, port);
  if (folder === null) return url;
  const local = `${url}?host=${encodeURIComponent(folder)}`;
  return (await connects(local)) ? local : url;
}

/** `initdb` names the first user after its own and refuses an id without a name, as containers like to give. */
function demandNamedUser(): void {
  try {
    userInfo();
  } catch {
    const [uid, gid] = [process.getuid?.(), process.getgid?.()];
    throw new Error(
      `当前用户（uid ${uid}）在 /etc/passwd 中没有条目，内置数据库无法创建：请给它一个用户名（例如写入 hengneng:x:${uid}:${gid}::/tmp:/bin/sh），或设置 DATABASE_URL 使用外部 PostgreSQL`,
    );
  }
}

/**
 * Whether a cluster has to be made there.
 * @throws where something lies there that is none, or that this process may not look into: it may be all that is left of somebody's data
 */
async function isFree(data: string): Promise<boolean> {
  const names = await readdir(data).catch((error: unknown): string[] => {
    if (codeOf(error) === 'ENOENT') return [];
    throw new Error(
      `数据目录 ${data} 无法读取（${codeOf(error) ?? '未知原因'}）：请用创建它的用户启动，或检查它的权限`,
      {
        cause: error,
      },
    );
  });
  if (names.includes('PG_VERSION')) return false;
  if (names.length === 0) return true;
  throw new Error(`${data} 里有文件，但不是完整的数据库，没有动它：请把它移到别处，再用备份恢复到新的数据目录`);
}

/** Makes a cluster; one that is cut short leaves nothing that looks like one. */
async function initialise(native: string, data: string, password: string, who: Identity | null): Promise<void> {
  if (!who) demandNamedUser();
  const begun = `${data}.begun`;
  await rm(begun, { recursive: true, force: true });
  await mkdir(begun, { mode: 0o700 });
  await owned(begun, who);
  const file = join(dirname(data), `.pw-${randomBytes(6).toString('hex')}`);
  await writeFile(file, password, { mode: 0o600 });
  await owned(file, who);
  try {
    await run(
      join(native, 'bin', 'initdb'),
      [
        '-D',
        begun,
        '-U',
        'hengneng',
        '--auth=scram-sha-256',
        `--pwfile=${file}`,
        '--encoding=UTF8',
        '--locale=C',
        '--no-sync',
      ],
      {
        ...who,
        cwd: dirname(data),
        env: { LC_ALL: 'C', PATH: process.env.PATH ?? '' },
      },
    );
    await rm(data, { recursive: true, force: true });
    await rename(begun, data);
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
    throw new Error(whyItFailed(said), { cause: error });
  } finally {
    await rm(file, { force: true });
  }
}

async function passwordOf(folder: string): Promise<string> {
  const file = join(folder, 'password');
  if (existsSync(file)) return (await readFile(file, 'utf8')).trim();
  const password = randomBytes(24).toString('base64url');
  await writeFile(file, password, { mode: 0o600 });
  return password;
}

/** Steps of priority that the database's processes stand behind ours. */
const BEHIND = 8;

/**
 * Lets our own process go first where all processors are busy. It is one thread that many connections of the database wait for; each message it
 * sends wakes one of them, which then took the processor from it while others idled: a fifth of all submissions.
 */
function yieldTo({ pid }: ChildProcess): void {
  if (pid === undefined || process.platform === 'win32') return;
  try {
    setPriority(pid, Math.min(19, getPriority() + BEHIND));
  } catch {
    // It may have ended already, which is told by whoever waits for it.
  }
}

function launch(
  native: string,
  data: string,
  port: number,
  who: Identity | null,
  own: EmbeddedOptions['settings'],
): ChildProcess {
  const all = { ...SETTINGS, ...own, unix_socket_directories: socketFolder(data, port) ?? '' };
  const settings = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(join(native, 'bin', 'postgres'), ['-D', data, '-p', String(port), ...settings], {
    ...who,
    cwd: dirname(data),
    env: { LC_ALL: 'C', PATH: process.env.PATH ?? '' },
    stdio: ['ignore', 'ignore', 'pipe'],
    // Ctrl-C in the terminal goes to the whole group: the database must outlive the requests that still run.
    detached: true,
  });
  yieldTo(child);
  return child;
}

async function stopPid(pid: number): Promise<void> {
  if (!alive(pid)) return;
  process.kill(pid, 'SIGINT');
  for (let wait = 0; wait < 300 && alive(pid); wait++) await new Promise((done) => setTimeout(done, 50));
  if (alive(pid)) process.kill(pid, 'SIGQUIT');
}

const POLL_MS = 500;

/** When a process that is not our child has ended; nobody tells its exit code. */
const endOf = (pid: number): Promise<null> =>
  new Promise((done) => {
    const timer = setInterval(() => {
      if (alive(pid)) return;
      clearInterval(timer);
      done(null);
    }, POLL_MS);
    timer.unref();
  });

/** How often a server that died by itself is started again within a minute before the process gives up. */
const RESTARTS = 5;

/**
 * Where the cluster lies: the folder, or for root below a folder that others may not enter (`/root`, say) a place where the server's user can
 * reach it, with a link from the folder.
 */
async function home(folder: string, who: Identity | null): Promise<string> {
  await mkdir(folder, { recursive: true });
  if (!who) return folder;
  await chmod(folder, 0o755);
  if (await reachable(folder)) return folder;
  const elsewhere = join('/var/lib/hengneng', createHash('sha256').update(folder).digest('hex').slice(0, 12));
  await mkdir(elsewhere, { recursive: true, mode: 0o755 });
  if (!(await reachable(elsewhere)))
    throw new Error(`数据目录 ${folder} 的上级目录不允许其他用户进入；以 root 启动时请用 DATA_DIR 指到普通目录`);
  await symlink(join(elsewhere, 'pg'), join(folder, 'pg')).catch(() => undefined);
  return elsewhere;
}

/**
 * Claims the folder for this process. @returns false while another living process has it: that one starts and stops the server.
 * A process id that now belongs to some other program is no owner.
 */
async function claim(folder: string): Promise<boolean> {
  const file = join(folder, 'owner');
  for (let tries = 0; tries < 3; tries++) {
    try {
      await writeFile(file, String(process.pid), { flag: 'wx' });
      return true;
    } catch {
      const owner = Number(await readFile(file, 'utf8').catch(() => ''));
      if (owner === process.pid) return true;
      const program = await readFile(`/proc/${owner}/cmdline`, 'utf8').catch(() => 'node');
      if (owner > 0 && alive(owner) && program.includes('node')) return false;
      await rm(file, { force: true });
    }
  }
  return false;
}

/** Starts the server in `folder`, or takes over the one that runs there. Ready for connections when it answers. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const folder = resolve(options.folder);
  const database = options.database ?? 'hengneng';
  const who = await identity();
  const base = await home(folder, who);
  const data = join(base, 'pg');
  const owner = await claim(folder);
  const password = await passwordOf(folder);
  const urlAt = (port: number, name: string): string =>
    `postgres://hengneng:${encodeURIComponent(password)}@127.0.0.1:${port}/${name}`;
  if (!owner) return guest(data, (port) => urlAt(port, database));

  const meanwhile = options.meanwhile ?? (() => undefined);
  const leave = (): Promise<void> => rm(join(folder, 'owner'), { force: true });
  const orphan = await running(data);
  const adopted = orphan !== null && (await connects(urlAt(orphan.port, database)));
  if (orphan && !adopted) await stopPid(orphan.pid);

  const native = await binaries(base, who);
  const fresh = await isFree(data);
  const copied =
    fresh &&
    options.template !== undefined &&
    (await fromTemplate(options.template, { data, native, password, who }, meanwhile));
  if (fresh && !copied) await initialise(native, data, password, who);
  if (fresh && base !== folder) await symlink(data, join(folder, 'pg')).catch(() => undefined);
  const port = adopted ? orphan.port : await freePort();
  let pid = adopted ? orphan.pid : 0;
  const state = { stopping: false };
  const restarts: number[] = [];
  let ended: Promise<number | null> = adopted ? endOf(orphan.pid) : Promise.resolve(null);
  const start = async (): Promise<void> => {
    const child = launch(native, data, port, who, options.settings);
    meanwhile();
    let log = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      log = (log + chunk.toString()).slice(-4_000);
    });
    let exited: number | null | undefined;
    child.on('exit', (code) => {
      exited = code;
    });
    for (let tries = 0; ; ) {
      const why = await silence(urlAt(port, 'postgres'));
      if (why === null) break;
      // Whoever stopped it while it starts would have it begin all over, for ever.
      if (why !== STARTING) tries += 1;
      const givenUp = tries > TRIES;
      if (child.pid !== undefined && (why === WRONG_PASSWORD || givenUp)) await stopPid(child.pid);
      if (why === WRONG_PASSWORD)
        throw new Error(
          `${join(folder, 'password')} 不是内置数据库的密码：请放回原来的文件，或用备份恢复到新的数据目录`,
        );
      if (exited !== undefined || givenUp) throw new Error(whyItFailed(log));
      await new Promise((done) => setTimeout(done, 25));
    }
    pid = child.pid ?? 0;
    ended = exited === undefined ? new Promise((done) => child.once('exit', done)) : Promise.resolve(exited);
    child.unref();
  };
  if (!adopted) await start();
  // A server that was killed comes back at the same address, with everything that was acknowledged; connections are opened anew.
  const watch = (): void => {
    void ended.then(async (code) => {
      while (!state.stopping) {
        const now = Date.now();
        if (restarts.filter((at) => now - at < 60_000).length >= RESTARTS) return options.onExit?.(code);
        restarts.push(now);
        await new Promise((done) => setTimeout(done, 300 * restarts.length));
        try {
          await start();
          return watch();
        } catch {
          // Its last processes may still be leaving: try again.
        }
      }
    });
  };
  watch();
  await createDatabase(urlAt(port, 'postgres'), database);
  const url = await nearest(urlAt(port, database), data, port);
  return {
    url,
    adopted,
    get pid() {
      return pid;
    },
    async stop() {
      state.stopping = true;
      await stopPid(pid);
      await leave();
    },
  };
}

/** The server of another living process of ours: used, never stopped. */
async function guest(data: string, urlAt: (port: number) => string): Promise<EmbeddedPostgres> {
  for (let tries = 0; tries < 600; tries++) {
    const server = await running(data);
    if (server && (await connects(urlAt(server.port))))
      return {
        url: await nearest(urlAt(server.port), data, server.port),
        adopted: true,
        pid: server.pid,
        stop: async () => undefined,
      };
    await new Promise((done) => setTimeout(done, 100));
  }
  throw new Error('数据目录正被另一个进程使用，但其数据库没有响应；请先停止那个进程');
}

async function createDatabase(url: string, name: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rows.length === 0) await client.query(`create database "${name.replaceAll('"', '')}"`);
  } finally {
    await client.end();
  }
}
