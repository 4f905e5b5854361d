/** Departments. */
import { z } from 'zod';
import { call } from '../call.ts';
import { blankable, count, day, flag, idText, seenValue } from '../common.ts';
import { deptId, personRow } from './shared.ts';

export const deptRow = z.object({
  T_OutSideDeptId: z.string(),
  T_OutSideParentDeptID: z.string(),
  T_OutSideDeptName: z.string(),
  managerId: z.string().nullable(),
  managerName: z.string().nullable(),
  state: z.enum(['active', 'disabled']),
  sort: z.number(),
  /** How many people it is meant to have; null where nobody said. */
  establishment: z.number().nullable(),
  /** In service here and below. */
  users: z.number(),
  /** Projects of states 0 to 2 here and below. */
  projects: z.number(),
});
export type DeptRow = z.output<typeof deptRow>;

const deptFilters = {
  /** Only what lies below this department. */
  T_OutSideParentDeptID: z.string().max(15).optional(),
  /** Only ids up to this length. */
  idLength: count('编码长度', 1, 15).optional(),
  /** Only this many levels below the start. */
  depth: count('深度', 1, 8).optional(),
  Keyword: z.string().max(50, '关键字最多50字').optional(),
  state: z.enum(['active', 'disabled'], '状态不正确').optional(),
};

export const deptIndex = call('POST', '/webapi/Dept/Index', '部门（平铺，按编码组树，根的上级为 A）', {
  input: z.object({
    ...deptFilters,
    /** Disabled ones, too. */
    all: flag.default(false),
  }),
  output: z.array(deptRow),
});

export const deptDetail = call('POST', '/webapi/Dept/Detail', '部门详情：成员、项目、变更史', {
  input: z.object({ T_OutSideDeptId: deptId }),
  output: deptRow.extend({
    /** In service here and, after these, below; the first 500. `T_OutSideDeptId` tells them apart. */
    members: z.array(personRow),
    projectRows: z.array(
      z.object({ ProjectCode: z.string(), ProjectName: z.string(), G_ProjectState: z.number(), stateName: z.string() }),
    ),
    changes: z.array(
      z.object({
        at: z.string(),
        kind: z.string(),
        label: z.string(),
        oldValue: z.string().nullable(),
        newValue: z.string().nullable(),
        by: z.string().nullable(),
        effectiveOn: z.string(),
        applied: z.boolean(),
      }),
    ),
    /** Code that a new department below would get; null where the depth ends. */
    nextId: z.string().nullable(),
  }),
});

export const deptSave = call('POST', '/webapi/Dept/Save', '新建下级、改名、负责人、停用启用', {
  input: z.object({
    /** Of an existing department; a new one takes `T_OutSideParentDeptID`, and this where the code is not to be made up. */
    T_OutSideDeptId: z.string().trim().max(15).optional(),
    T_OutSideParentDeptID: z.string().trim().max(15).optional(),
    T_OutSideDeptName: z
      .string('请输入部门名称')
      .trim()
      .min(1, '请输入部门名称')
      .max(50, '部门名称最多50字')
      .optional(),
    managerId: blankable(idText).optional(),
    sort: count('排序', 0, 100_000).optional(),
    establishment: blankable(count('编制', 0, 100_000)).optional(),
    state: z.enum(['active', 'disabled'], '状态不正确').optional(),
    /** The department as it was when it was opened: where somebody else has changed it since, nothing is saved. */
    seen: z
      .object({ T_OutSideDeptName: seenValue, managerId: seenValue, sort: seenValue, establishment: seenValue })
      .optional(),
  }),
  output: z.object({ T_OutSideDeptId: z.string() }),
});

export const deptMove = call('POST', '/webapi/Dept/Move', '移动或合并部门；preview=true 只看影响', {
  input: z.object({
    T_OutSideDeptId: deptId,
    /** The new parent, or the department that takes it in. */
    T_OutSideParentDeptID: deptId,
    mode: z.enum(['move', 'merge'], '方式只能是 move 或 merge').default('move'),
    effectiveOn: day.optional(),
    preview: flag.default(false),
  }),
  output: z.object({
    users: z.number(),
    projects: z.number(),
    /** Roles whose area or department scope these people or projects are seen by. */
    roles: z.array(z.string()),
    running: z.number(),
    effectiveOn: z.string(),
    applied: z.boolean(),
    /** Code under which the department's people now are. */
    T_OutSideDeptId: z.string(),
  }),
});

export const deptExport = call('POST', '/webapi/Dept/Export', '导出组织；不给条件即全部，含停用', {
  input: z.object({ ...deptFilters, all: flag.default(true) }),
  output: z.unknown(),
});
