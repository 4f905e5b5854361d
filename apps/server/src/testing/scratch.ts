/**
 * Where tests keep what is gone when they end. A copy of the demo company's database is six thousand files: on a disk most of a run goes into making
 * and removing them, in memory they cost a fifth of a second.
 */
import { existsSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** Two workers' databases, the log of their changes, uploads: under one gigabyte, and as much again to spare. */
const ROOM = 2 * 1024 ** 3;
/** What the run and its browser want besides. */
const FREE = 3 * 1024 ** 3;

/** Containers have a small one, or one that no program may be started from. */
const inMemory = (): boolean => {
  if (!existsSync(MEMORY)) return false;
  const mount = readFileSync('/proc/self/mounts', 'utf8')
    .split('\n')
    .findLast((line) => line.split(' ')[1] === MEMORY);
  if (mount === undefined || /\bnoexec\b|\bro\b/.test(mount.split(' ')[3] ?? '')) return false;
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize >= ROOM && process.availableMemory() >= ROOM + FREE;
};

/** Whether there is no such process. */
export const isGone = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
};

let root: string | undefined;

/** The folder to make temporary folders in: in memory where there is room, else where the system has them. */
export const scratch = (): string => {
  root ??= process.platform === 'linux' && inMemory() ? MEMORY : tmpdir();
  return root;
};

/** What runs that were killed have left in it: memory would not be free again until the machine restarts. */
export function sweepScratch(): void {
  for (const name of readdirSync(scratch())) {
    const pid = /^hengneng-[a-z\d]+-(\d+)-/.exec(name)?.[1];
    if (pid !== undefined && isGone(Number(pid))) rmSync(join(scratch(), name), { recursive: true, force: true });
  }
}

/** A folder of this process that nobody else has. */
export const scratchFolder = (what: string): Promise<string> =>
  mkdtemp(join(scratch(), `hengneng-${what}-${process.pid}-`));
