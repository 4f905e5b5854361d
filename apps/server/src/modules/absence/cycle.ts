/** Delegations as arrows from owner to delegate, each for some modules and some time. Pure. */

export interface Arrow {
  readonly owner: string;
  readonly delegate: string;
  /** Null: all. */
  readonly modules: readonly string[] | null;
  readonly from: Date;
  readonly to: Date;
}

interface Window {
  readonly modules: readonly string[] | null;
  readonly from: number;
  readonly to: number;
}

const common = (a: readonly string[] | null, b: readonly string[] | null): readonly string[] | null => {
  if (a === null) return b;
  return b === null ? a : a.filter((one) => b.includes(one));
};

/** The time and the modules that both cover; undefined where there are none. */
const meet = (window: Window, arrow: Arrow): Window | undefined => {
  const modules = common(window.modules, arrow.modules);
  const from = Math.max(window.from, arrow.from.getTime());
  const to = Math.min(window.to, arrow.to.getTime());
  return from < to && modules?.length !== 0 ? { modules, from, to } : undefined;
};

const windowOf = (arrow: Arrow): Window => ({
  modules: arrow.modules,
  from: arrow.from.getTime(),
  to: arrow.to.getTime(),
});

/** The arrow of the same owner that covers some of the same modules at some of the same time. */
export const sameTime = <A extends Arrow>(known: readonly A[], next: Arrow): A | undefined =>
  known.find((arrow) => arrow.owner === next.owner && meet(windowOf(next), arrow) !== undefined);

/** Whether arrows lead from the new delegate back to the new owner, all of them at one moment and for one module. */
export const closesCycle = (known: readonly Arrow[], next: Arrow): boolean => {
  const leads = (person: string, window: Window, passed: ReadonlySet<string>): boolean =>
    known.some((arrow) => {
      if (arrow.owner !== person || passed.has(arrow.delegate)) return false;
      const met = meet(window, arrow);
      if (met === undefined) return false;
      return arrow.delegate === next.owner || leads(arrow.delegate, met, new Set([...passed, arrow.delegate]));
    });
  return leads(next.delegate, windowOf(next), new Set([next.delegate]));
};
