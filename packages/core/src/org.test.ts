import { describe, expect, it } from 'vitest';
import { areaOf, deptTree, isArea } from './org.ts';

const dept = (id: string, parent: string | null) => ({ T_OutSideDeptId: id, T_OutSideParentDeptID: parent });
const depts = [
  dept('A63', 'A'),
  dept('A6322', 'A63'),
  dept('A632201', 'A6322'),
  dept('A63220101', 'A632201'),
  dept('A632202', 'A6322'),
  dept('A6329', 'A63'),
];

describe('departments', () => {
  it('know their area', () => {
    expect(areaOf('A63220101')).toBe('A632201');
    expect(areaOf('A632201')).toBe('A632201');
    expect(areaOf('A6322')).toBeNull();
    expect(areaOf('A632901')).toBeNull();
    expect(isArea('A632202')).toBe(true);
    expect(isArea('A63220101')).toBe(false);
  });
  it('make a tree, limited by the length of the id', () => {
    const tree = deptTree(depts, 'A', 7);
    expect(tree.map((node) => node.T_OutSideDeptId)).toEqual(['A63']);
    expect(tree[0]?.children.map((node) => node.T_OutSideDeptId)).toEqual(['A6322', 'A6329']);
    expect(tree[0]?.children[0]?.children.map((node) => [node.T_OutSideDeptId, node.children.length])).toEqual([
      ['A632201', 0],
      ['A632202', 0],
    ]);
  });
  it('keep a department whose parent is missing, below its nearest ancestor', () => {
    const tree = deptTree([dept('A63', 'A'), dept('A632201', 'A6322')], 'A63');
    expect(tree[0]?.children[0]?.T_OutSideDeptId).toBe('A632201');
  });
  it('do not loop on a department that is its own parent', () => {
    expect(deptTree([dept('A63', 'A63')])).toHaveLength(1);
  });
});
