import { type CheckItem, itemFaults } from '@hengneng/contracts';
import type { PointKind } from '@hengneng/core';
import { ApiError } from '../../../lib/api.ts';

/** What is wrong with check items, by path, before they are sent: the server says the same, and more. */
export const faultsOf = (kind: PointKind, items: readonly CheckItem[]): ReadonlyMap<string, string> =>
  new Map(itemFaults({ kind, items }).map(({ path, message }) => [path, message]));

/** Those of the server's refusals that are about check items. */
export const itemErrors = (error: unknown): ReadonlyMap<string, string> =>
  new Map(
    error instanceof ApiError
      ? error.errors.filter((one) => one.path.startsWith('items')).map((one) => [one.path, one.message])
      : [],
  );
