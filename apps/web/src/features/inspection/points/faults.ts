import { type CheckItem, checkItem, itemFaults } from '@hengneng/contracts';
import type { PointKind } from '@hengneng/core';
import { ApiError } from '../../../lib/api.ts';

/** What is wrong with check items, by path, before they are sent: the server says the same. */
export const faultsOf = (kind: PointKind, items: readonly CheckItem[]): ReadonlyMap<string, string> => {
  const faults = new Map<string, string>();
  for (const [at, item] of items.entries())
    for (const issue of checkItem.safeParse(item).error?.issues ?? [])
      faults.set(`items[${at}].${String(issue.path[0])}`, issue.message);
  if (faults.size === 0) for (const { path, message } of itemFaults({ kind, items })) faults.set(path, message);
  return faults;
};

/** Those of the server's refusals that are about check items. */
export const itemErrors = (error: unknown): ReadonlyMap<string, string> =>
  new Map(
    error instanceof ApiError
      ? error.errors.filter((one) => one.path.startsWith('items')).map((one) => [one.path, one.message])
      : [],
  );
