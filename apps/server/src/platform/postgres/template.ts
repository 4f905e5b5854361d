/**
 * A cluster with every table, made once after a build (`make-template.ts`). A first start copies it: creating two thousand tables and indexes takes seconds, copying
 * their files does not. Where there is none that fits, a first start does without.
 */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { migrationFiles } from '../db/migrate.ts';
import { type Identity, owned, version } from './binaries.ts';

const run = promisify(execFile);

/** What a template must agree with: the server that made it, and every migration as it is now. */
export async function templateKey(): Promise<string> {
  const hash = createHash('sha256').update(`${process.platform} ${process.arch} ${await version()}`);
  for (const file of migrationFiles()) hash.update(`\0${file.name}\0${file.checksum}`);
  return hash.digest('hex');
}

/** Written last: a template without it is not whole. */
export const keyFile = (folder: string): string => join(folder, 'KEY');

/**
 * Puts a copy of the template where the cluster is to be, with a password of its own; all or nothing, so that a start that is cut short leaves none.
 * @param meanwhile called when the copying has begun
 * @returns false where there is no template that fits, or it cannot be read
 */
export async function fromTemplate(
  folder: string,
  into: { readonly data: string; readonly native: string; readonly password: string; readonly who: Identity | null },
  meanwhile: () => void,
): Promise<boolean> {
  const { data, native, password, who } = into;
  const begun = `${data}.begun`;
  try {
    if (!existsSync(keyFile(folder)) || (await readFile(keyFile(folder), 'utf8')) !== (await templateKey()))
      return false;
    await rm(begun, { recursive: true, force: true });
    await mkdir(begun, { mode: 0o700 });
    await owned(begun, who);
    if (process.platform === 'win32') await cp(join(folder, 'pg'), begun, { recursive: true });
    // Five thousand small files: the system's own program is many times as fast, and keeps their owner.
    else {
      const copying = run('cp', ['-a', `${join(folder, 'pg')}/.`, begun]);
      meanwhile();
      await copying;
    }
    const single = run(join(native, 'bin', 'postgres'), ['--single', '-D', begun, 'postgres'], {
      ...who,
      cwd: dirname(data),
      env: { LC_ALL: 'C', PATH: process.env.PATH ?? '' },
    });
    // What ends before it has read this is told by how it ended, not by a broken pipe that nobody listens to.
    single.child.stdin?.on('error', () => undefined);
    single.child.stdin?.end(`alter role hengneng password '${password}'\n`);
    await single;
    await rm(data, { recursive: true, force: true });
    await rename(begun, data);
    return true;
  } catch {
    await rm(begun, { recursive: true, force: true });
    return false;
  }
}
