/** 营业时间: when a project's buildings are open, on days worked and on days off; by the versions of its settings. */
import { clockText, minutesOf, versionOn } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { daysOff } from '../days-off.ts';

/** Not open at all. */
export const CLOSED = '不营业';

/** Minutes after midnight of `HH:mm-HH:mm`; null where it is none, or at any hour. */
export function openOf(text: string): readonly [number, number] | null {
  if (text === CLOSED) return [0, 0];
  const [from, to, more] = text.split('-').map((one) => minutesOf(one.trim()));
  return from == null || to == null || more !== undefined || to <= from ? null : [from, to];
}

export const openText = (open: readonly number[] | null): string => {
  if (open === null) return '';
  const [from = 0, to = 0] = open;
  return from === to ? CLOSED : `${clockText(from)}-${clockText(to)}`;
};

interface Version {
  readonly from: string;
  readonly work: readonly [number, number] | null;
  readonly rest: readonly [number, number] | null;
}

/**
 * How much of the hour that begins at a local time lies in the hours that the project is open.
 * @returns null where nothing is set, so that nothing can be told of it
 */
export async function openShare(db: Db | Tx, project: string): Promise<((at: string) => number) | null> {
  const [{ rows }, isOff] = await Promise.all([
    sql<Version>`select valid_from::text as from, open_work as work, open_rest as rest from operational_of
      where project_code = ${project}`.execute(db),
    daysOff(db, [project]),
  ]);
  if (rows.every(({ work, rest }) => work === null && rest === null)) return null;
  return (at) => {
    const day = at.slice(0, 10);
    const version = versionOn(day, rows);
    const open = isOff(day) ? version?.rest : version?.work;
    if (open == null) return 1;
    const start = minutesOf(at.slice(11, 16)) ?? 0;
    return Math.max(0, Math.min(start + 60, open[1]) - Math.max(start, open[0])) / 60;
  };
}
