import { type CheckItem, itemFaults } from '@hengneng/contracts';
import type { PointKind } from '@hengneng/core';
import type { FormInstance } from 'antd';
import { useState } from 'react';
import { ApiError } from '../../../lib/api.ts';
import { notify } from '../../../lib/notify.ts';
import { showErrors } from '../../../ui/form-errors.ts';
import { newItem } from './common.ts';

type Faults = ReadonlyMap<string, string>;
const NONE: Faults = new Map();

/** What is wrong with check items, by path, before they are sent: the server says the same, and more. */
const faultsOf = (kind: PointKind, items: readonly CheckItem[]): Faults =>
  new Map(itemFaults({ kind, items }).map(({ path, message }) => [path, message]));

/** Those of the server's refusals that are about check items. */
const itemErrors = (error: unknown): Faults =>
  new Map(
    error instanceof ApiError
      ? error.errors.filter((one) => one.path.startsWith('items')).map((one) => [one.path, one.message])
      : [],
  );

/** Check items while they are edited beside a form, with what is wrong with them. */
export const useItems = (start: readonly CheckItem[] | undefined, form: FormInstance) => {
  const [items, setItems] = useState<readonly CheckItem[]>(start ?? [newItem()]);
  const [faults, setFaults] = useState(NONE);
  const tell = (about: Faults): boolean => {
    setFaults(about);
    if (about.size > 0) notify.error([...about.values()][0] ?? '');
    return about.size > 0;
  };
  return {
    items,
    faults,
    change: (next: readonly CheckItem[]) => {
      setItems(next);
      setFaults(NONE);
    },
    /** Whether they may be sent; what keeps them from it is said. */
    sound: (kind: PointKind): boolean => !tell(faultsOf(kind, items)),
    /** Says a refusal of the server: at the items, or else at the form. */
    refuse: (error: unknown): void => {
      if (!tell(itemErrors(error))) showErrors(form, error);
    },
    /** As the call takes them: the form-encoded body has no null. */
    input: () => items.map((one) => ({ ...one, lower: one.lower ?? '', upper: one.upper ?? '' })),
  };
};
