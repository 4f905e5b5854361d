/**
 * Memory and processor time of a process and everything it started, from /proc. Shared pages are counted once (proportional set size).
 * Processor time tells what a call costs even where other work shares the machine.
 */
import { readFileSync, readdirSync } from 'node:fs';

const read = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // a process may end between being listed and being read
    return '';
  }
};

const parentOf = (pid: number): number => Number(/^PPid:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0);
const bytesOf = (pid: number): number =>
  Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) * 1024;

/** All descendants of a process, itself first. */
function familyOf(root: number): readonly number[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  const children = new Map<number, number[]>();
  for (const pid of all) children.set(parentOf(pid), [...(children.get(parentOf(pid)) ?? []), pid]);
  const family: number[] = [];
  const walk = (pid: number): void => {
    if (family.includes(pid)) return;
    family.push(pid);
    for (const child of children.get(pid) ?? []) walk(child);
  };
  walk(root);
  return family;
}

/** Memory of the server itself and of the database processes below it, in bytes. */
export function memoryOf(
  root: number,
  database: number | null,
): { readonly server: number; readonly database: number } {
  const databasePids = new Set(database === null ? [] : familyOf(database));
  const own = familyOf(root).filter((pid) => !databasePids.has(pid));
  const total = (pids: Iterable<number>): number => [...pids].reduce((sum, pid) => sum + bytesOf(pid), 0);
  return { server: total(own), database: total(databasePids) };
}

/** A clock tick of the kernel in milliseconds. */
const TICK_MS = 10;

/** Processor time that a process has used so far, its ended children included, in milliseconds. */
function processorMs(pid: number): number {
  // the name may hold spaces: fields are counted from behind it
  const fields = read(`/proc/${pid}/stat`)
    .replace(/^.*\) /s, '')
    .split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) * TICK_MS, 0);
}

/** Processor time that the whole machine has used so far, in milliseconds: beside one's own it says how much others had of it. */
export const machineMs = (): number => {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softIrq = 0, stolen = 0] = (
    /^cpu +(.*)$/m.exec(read('/proc/stat'))?.[1] ?? ''
  )
    .split(' ')
    .map(Number);
  return (user + nice + system + irq + softIrq + stolen) * TICK_MS;
};

export interface Processor {
  readonly server: number;
  readonly database: number;
}

/** Processor time of the server and of its database so far, in milliseconds. */
export function processorOf(root: number, database: number): Processor {
  const databasePids = new Set(familyOf(database));
  const own = familyOf(root).filter((pid) => !databasePids.has(pid));
  const total = (pids: Iterable<number>): number => [...pids].reduce((sum, pid) => sum + processorMs(pid), 0);
  return { server: total(own), database: total(databasePids) };
}
