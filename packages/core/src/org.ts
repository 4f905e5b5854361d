/** Department ids (T_OutSideDeptId) of specification §3 and §9: each id begins with its parent's. */

export const ROOT_DEPT = 'A';
export const COMPANY_DEPT = 'A63';
export const PROJECT_AREA_DEPT = 'A6322';
export const CHILD_COMPANY_DEPT = 'A6329';
/** Length of the id of an area (大区). */
export const AREA_ID_LENGTH = 7;

/** The area that a department lies in, itself included; null outside the areas. */
export const areaOf = (dept: string): string | null =>
  dept.startsWith(PROJECT_AREA_DEPT) && dept.length >= AREA_ID_LENGTH ? dept.slice(0, AREA_ID_LENGTH) : null;

export const isArea = (dept: string): boolean => dept.length === AREA_ID_LENGTH && areaOf(dept) === dept;

/** Whether a department is the other, or lies below it. */
export const isWithin = (dept: string, root: string): boolean => dept.startsWith(root);

export interface DeptLike {
  readonly T_OutSideDeptId: string;
  readonly T_OutSideParentDeptID: string | null;
}
export type DeptNode<D> = D & { readonly children: readonly DeptNode<D>[] };

/**
 * The tree below (and with) a root; departments whose id is longer than `maxIdLength` are left out. A department whose parent is not in the
 * list hangs at its nearest ancestor that is.
 */
export function deptTree<D extends DeptLike>(
  depts: readonly D[],
  root: string = ROOT_DEPT,
  maxIdLength = Number.POSITIVE_INFINITY,
): DeptNode<D>[] {
  const kept = depts
    .filter((dept) => isWithin(dept.T_OutSideDeptId, root) && dept.T_OutSideDeptId.length <= maxIdLength)
    .sort((a, b) => (a.T_OutSideDeptId < b.T_OutSideDeptId ? -1 : 1));
  const nodes = new Map(kept.map((dept) => [dept.T_OutSideDeptId, { ...dept, children: [] as DeptNode<D>[] }]));
  const tops: DeptNode<D>[] = [];
  for (const dept of kept) {
    const node = nodes.get(dept.T_OutSideDeptId);
    if (!node) continue;
    (parentIn(nodes, dept)?.children ?? tops).push(node);
  }
  return tops;
}

function parentIn<N>(nodes: ReadonlyMap<string, N>, dept: DeptLike): N | undefined {
  const given = dept.T_OutSideParentDeptID;
  if (given !== null && given !== dept.T_OutSideDeptId && dept.T_OutSideDeptId.startsWith(given) && nodes.has(given))
    return nodes.get(given);
  for (let length = dept.T_OutSideDeptId.length - 1; length > 0; length--) {
    const found = nodes.get(dept.T_OutSideDeptId.slice(0, length));
    if (found) return found;
  }
  return undefined;
}
