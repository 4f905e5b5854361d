import { MERGE_MINUTES } from '@hengneng/contracts';

interface Told {
  readonly kind: string;
  readonly at: string;
  readonly read: boolean;
}

/** Unread notices of a kind that came within five minutes of each other, the newest first, as one. Each still opens its own record. */
export const together = <T extends Told>(rows: readonly T[]): readonly (readonly [T, ...T[]])[] => {
  const groups: [T, ...T[]][] = [];
  // The group of a kind that is still open: it ends with its first row that is older by more.
  const open = new Map<string, [T, ...T[]]>();
  for (const row of rows) {
    const group = open.get(row.kind);
    if (
      group !== undefined &&
      !row.read &&
      !group[0].read &&
      Date.parse(group[0].at) - Date.parse(row.at) <= MERGE_MINUTES * 60_000
    ) {
      group.push(row);
      continue;
    }
    const next: [T, ...T[]] = [row];
    open.set(row.kind, next);
    groups.push(next);
  }
  return groups;
};
