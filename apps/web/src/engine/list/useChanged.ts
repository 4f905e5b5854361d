import type { FormRow } from '@hengneng/contracts';
import { useEffect, useRef, useState } from 'react';

/** As long as the mark on a row lasts. */
const SHOWN_MS = 2_500;
const NONE: ReadonlySet<string> = new Set();

const standingOf = (row: FormRow): string => [row.Status, row.currentStep, row.handlers, row.FormVersion].join('\n');

/** Ids of the rows that somebody else moved on while they were on the screen. */
export const useChanged = (rows: readonly FormRow[]): ReadonlySet<string> => {
  const before = useRef<ReadonlyMap<string, string>>(new Map());
  const [changed, setChanged] = useState(NONE);
  useEffect(() => {
    const known = before.current;
    before.current = new Map(rows.map((row) => [row.BusinessId, standingOf(row)]));
    const moved = rows.filter((row) => {
      const was = known.get(row.BusinessId);
      return was !== undefined && was !== standingOf(row);
    });
    if (moved.length > 0) setChanged(new Set(moved.map((row) => row.BusinessId)));
  }, [rows]);
  useEffect(() => {
    if (changed.size === 0) return;
    const timer = setTimeout(() => setChanged(NONE), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [changed]);
  return changed;
};
