/** Which program this is: the version that it calls itself by, and the commit of the checkout that it runs from. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { lazy } from '@hengneng/core';

export interface Release {
  readonly version: string | null;
  readonly commit: string | null;
}

/** The repository's folder: the source and what is built of it lie at different depths below it. */
const rootAbove = (folder: string): string | null => {
  if (existsSync(join(folder, 'package-lock.json'))) return folder;
  const above = dirname(folder);
  return above === folder ? null : rootAbove(above);
};

const versionAt = async (root: string): Promise<string | null> => {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version?: string };
  return version ?? null;
};

/** Null where the program was copied here without its history, or without git. */
const commitAt = async (root: string): Promise<string | null> => {
  const { stdout } = await promisify(execFile)('git', ['rev-parse', '--short=8', 'HEAD'], {
    cwd: root,
    timeout: 5_000,
  });
  return stdout.trim() || null;
};

const nothing = (): null => null;

/** As it was when first asked: what is checked out later does not run yet. */
export const release: () => Promise<Release> = lazy(async () => {
  const root = rootAbove(import.meta.dirname);
  if (root === null) return { version: null, commit: null };
  const [version, commit] = await Promise.all([versionAt(root).catch(nothing), commitAt(root).catch(nothing)]);
  return { version, commit };
});
