/** The way from meter to meter, as somebody went it last: kept on the phone, learned where they went on to another meter than the one that came next. */
import { useState } from 'react';

const keyOf = (owner: string, project: string): string => `phone-walk ${owner} ${project}`;

const walkKept = (key: string): readonly string[] => {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
};

/** Rows of the meters that were walked, in that order; a meter that never was stays where the sheet has it. */
export function inWalk<T extends { readonly DeviceId: string }>(
  rows: readonly T[],
  walk: readonly string[],
): readonly T[] {
  const place = new Map(walk.map((device, index) => [device, index]));
  const walked = rows
    .filter(({ DeviceId }) => place.has(DeviceId))
    .toSorted((a, b) => (place.get(a.DeviceId) ?? 0) - (place.get(b.DeviceId) ?? 0));
  let next = 0;
  return rows.map((row) => (place.has(row.DeviceId) ? (walked[next++] ?? row) : row));
}

/** The way once somebody went from one meter to another. @param order all meters as they stand now */
export const walkedOn = (order: readonly string[], from: string, to: string): readonly string[] =>
  from === to || !order.includes(from)
    ? order
    : order.filter((device) => device !== to).flatMap((device) => (device === from ? [from, to] : [device]));

export const useWalk = (owner: string, project: string) => {
  const key = keyOf(owner, project);
  const [kept, setKept] = useState({ key, walk: walkKept(key) });
  const walk = kept.key === key ? kept.walk : walkKept(key);
  if (kept.key !== key) setKept({ key, walk });
  const keep = (next: readonly string[]) => {
    setKept({ key, walk: next });
    try {
      localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // An order that is not kept is learned anew.
    }
  };
  return {
    walk,
    learn: (rows: readonly { readonly DeviceId: string }[], from: string, to: string) =>
      keep(walkedOn([...new Set(rows.map(({ DeviceId }) => DeviceId))], from, to)),
    forget: () => keep([]),
  };
};
