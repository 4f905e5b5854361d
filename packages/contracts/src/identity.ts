/** People, departments, roles and menus. */
import { z } from 'zod';
import { call, listInput, listOutput } from './call.ts';
import { blankable, count, day, done, flag, idText, several } from './common.ts';

const account = z
  .string('请输入账号')
  .trim()
  .regex(/^[A-Za-z0-9_]{4,32}$/, '账号须为4～32位字母、数字或下划线');
const phone = z.string().regex(/^1\d{10}$/, '请输入正确的手机号');
const deptId = z.string('请选择部门').trim().min(1, '请选择部门').max(15, '部门编码不正确');
const projectCode = z.string().max(30, '项目编码过长');
const roleCode = z.string().regex(/^[a-zA-Z][a-zA-Z0-9]{1,39}$/, '角色编码须以字母开头，只含字母和数字，2～40位');
const scopeKind = z.enum(['self', 'dept', 'area', 'project', 'all'], '数据范围不正确');
const buttonCode = count('按钮码', 0, 12);
const period = { from: blankable(day).optional(), to: blankable(day).optional() };

/** 正常, 停用, 锁定, 待激活, 密码过期. */
export const USER_STATES = ['active', 'disabled', 'locked', 'pending', 'expired'] as const;

const roleName = z.object({ roleId: z.string(), roleCode: z.string(), roleName: z.string() });

/** A colleague, as pickers and cards show one. */
export const personRow = z.object({
  UserId: z.string(),
  account: z.string(),
  UserName: z.string(),
  T_OutSideDeptId: z.string().nullable(),
  deptName: z.string().nullable(),
  position: z.string().nullable(),
  jobNo: z.string().nullable(),
  avatar: z.string().nullable(),
  /** In service. */
  active: z.boolean(),
});

/** A row of the administrators' list. What follows `state` is answered only to who may manage people. */
export const userRow = personRow.extend({
  state: z.enum(USER_STATES),
  email: z.string().nullable().optional(),
  /** Masked: 138****0000. */
  phone: z.string().nullable().optional(),
  roles: z.array(roleName).optional(),
  projectCount: z.number().optional(),
  scopes: z.array(scopeKind).optional(),
  /** Days until the password must be changed; negative when overdue. */
  passwordDays: z.number().nullable().optional(),
  failures: z.number().optional(),
  lastLogin: z.object({ at: z.string(), device: z.string(), ip: z.string() }).nullable().optional(),
  online: z.boolean().optional(),
});
export type UserRow = z.output<typeof userRow>;

const userFilters = {
  /** Department with everything below it. */
  dept: z.string().max(15).optional(),
  role: z.string().max(40).optional(),
  state: z.enum(USER_STATES, '状态不正确').optional(),
  online: flag.optional(),
};

export const userIndex = call('POST', '/webapi/UserInfo/Index', '人员列表（选人与用户管理）', {
  input: listInput.extend(userFilters),
  output: listOutput(userRow),
});

export const userIndexChildren = call('POST', '/webapi/UserInfo/IndexChildren', '部门及下级部门的人员', {
  input: listInput.extend({ deptId }),
  output: listOutput(personRow),
});

const scopeView = z.object({ scope: scopeKind, label: z.string(), roles: z.array(z.string()) });
const projectOfUser = z.object({
  ProjectCode: z.string(),
  ProjectName: z.string(),
  area: z.string(),
  areaName: z.string(),
  projectRole: z.string().nullable(),
  from: z.string().nullable(),
  to: z.string().nullable(),
});

export const userInfo = call('GET', '/webapi/UserInfo/UserInfo', '本人资料或他人名片', {
  input: z.object({ userId: idText.optional() }),
  output: personRow.extend({
    /** Names from the company down to the department. */
    deptChain: z.array(z.string()),
    phone: z.string().nullable(),
    email: z.string().nullable(),
    roles: z.array(roleName),
    /** The following only of oneself, and for who may manage people. */
    state: z.enum(USER_STATES).optional(),
    scopes: z.array(scopeView).optional(),
    projects: z.array(projectOfUser).optional(),
    mustChangePassword: z.boolean().optional(),
    passwordDays: z.number().nullable().optional(),
    devices: z
      .array(
        z.object({
          id: z.string(),
          device: z.string(),
          ip: z.string(),
          signedInAt: z.string(),
          lastSeenAt: z.string(),
          current: z.boolean(),
        }),
      )
      .optional(),
    /** To-dos that wait for the person. */
    pending: z.number().optional(),
    /** Unmasked number; only for who may edit the person. */
    phoneFull: z.string().nullable().optional(),
  }),
});

const effectiveMenu = z.object({
  ShortCode: z.string(),
  name: z.string(),
  parent: z.string().nullable(),
  buttons: z.array(z.object({ code: z.number(), roles: z.array(z.string()) })),
  roles: z.array(z.string()),
});

export const userEffective = call('POST', '/webapi/UserInfo/Effective', '一个人合并后的实际权限及来自哪个角色', {
  input: z.object({ userId: idText }),
  output: z.object({
    menus: z.array(effectiveMenu),
    scopes: z.array(scopeView),
    classes: z.array(z.object({ dataClass: z.string(), label: z.string(), roles: z.array(z.string()) })),
    projects: z.array(projectOfUser),
  }),
});

export const userSave = call('POST', '/webapi/UserInfo/Save', '新建或修改账号', {
  input: z.object({
    userId: idText.optional(),
    account,
    UserName: z.string('请输入姓名').trim().min(1, '请输入姓名').max(30, '姓名最多30字'),
    T_OutSideDeptId: deptId,
    phone: blankable(phone).optional(),
    email: blankable(z.email('邮箱格式不正确').max(100, '邮箱最多100字')).optional(),
    jobNo: blankable(z.string().max(30, '工号最多30字')).optional(),
    position: blankable(z.string().max(50, '岗位最多50字')).optional(),
  }),
  output: z.object({
    userId: z.string(),
    /** Shown once: the password of a new account, to be changed at the first sign-in. */
    password: z.string().nullable(),
  }),
});

export const userSetState = call('POST', '/webapi/UserInfo/SetState', '停用或启用账号', {
  input: z.object({ userId: idText, state: z.enum(['active', 'disabled'], '状态只能是 active 或 disabled') }),
  output: done,
});

const projectGrant = z.object({
  ProjectCode: projectCode,
  projectRole: blankable(z.string().max(30, '项目角色最多30字')).optional(),
  ...period,
});

export const userSaveProjects = call('POST', '/webapi/UserInfo/SaveProjects', '分配一个人的项目', {
  input: z.object({
    userId: idText,
    projects: several(projectGrant, 2000, '最多2000个项目').default([]),
    /** Also every project of these areas. */
    areas: several(z.string().max(15), 100, '最多100个区域').default([]),
  }),
  output: z.object({ added: z.number(), removed: z.number() }),
});

export const userResetPassword = call('POST', '/webapi/UserInfo/ResetPassword', '重置密码，临时密码只显示一次', {
  input: z.object({ userId: idText }),
  output: z.object({ password: z.string() }),
});

export const userKick = call('POST', '/webapi/UserInfo/Kick', '解锁账号，或强制下线', {
  input: z.object({
    userId: idText,
    action: z.enum(['unlock', 'signOut'], '操作只能是 unlock 或 signOut'),
    /** One device only. */
    sessionId: z.string().max(64).optional(),
  }),
  output: z.object({ sessions: z.number() }),
});

export const userExport = call('POST', '/webapi/UserInfo/Export', '导出用户与角色（不含密码）', {
  input: listInput.extend(userFilters),
  output: z.unknown(),
});

/** Columns of the import sheet, in the order of the template. */
export const USER_IMPORT_COLUMNS = ['账号', '姓名', '部门编码', '手机', '工号', '岗位', '邮箱'] as const;
export const USER_IMPORT_ROWS = 5000;

const importError = z.object({
  /** Row of the sheet, the heading being row 1. */
  row: z.number(),
  /** Heading of the column; empty where the whole row is meant. */
  column: z.string().max(50),
  message: z.string().max(200),
});

export const userImport = call('POST', '/webapi/UserInfo/Import', '导入用户（xlsx，逐行预检，全部通过才写入）', {
  input: z.object({}),
  output: z.object({
    /** Rows that carry somebody. */
    rows: z.number(),
    /** Accounts made: all rows, or none. */
    created: z.number(),
    errors: z.array(importError),
  }),
});

export const userImportTemplate = call('POST', '/webapi/UserInfo/ImportTemplate', '下载用户导入模板', {
  input: z.object({}),
  output: z.unknown(),
});

export const userImportErrors = call('POST', '/webapi/UserInfo/ImportErrors', '下载导入错误清单', {
  input: z.object({ errors: several(importError.extend({ row: count('行号', 1, 1_000_000) }), 50_000, '错误过多') }),
  output: z.unknown(),
});

export const transferAll = call('POST', '/bpmapi/NodeRecord/TransferAll', '移交一个人的待办；preview=true 只列出', {
  input: z
    .object({
      userId: idText,
      /** Who takes over; not needed to list. */
      to: idText.optional(),
      /** To-dos (NodeRecordId) that stay. */
      except: several(idText, 5000, '最多排除5000件').default([]),
      reason: z.string().trim().max(200, '移交原因最多200字').default(''),
      preview: flag.default(false),
    })
    .refine((value) => value.preview || value.to !== undefined, { message: '请选择接手人', path: ['to'] }),
  output: z.object({
    rows: z.array(
      z.object({
        NodeRecordId: z.string(),
        title: z.string(),
        serial: z.string().nullable(),
        module: z.string(),
        step: z.string(),
        at: z.string(),
        /** Null: not tried. */
        ok: z.boolean().nullable(),
        message: z.string(),
      }),
    ),
    moved: z.number(),
    /** To-dos that wait for the person afterwards. */
    left: z.number(),
  }),
});

export const userEditAvatars = call('POST', '/webapi/UserInfo/EditAvatars', '换头像', {
  input: z.object({ URL: z.string('请先上传头像').min(1, '请先上传头像').max(500, '地址过长') }),
  output: z.object({ URL: z.string() }),
});

export const userProjectCodes = call('POST', '/webapi/UserInfo/GetProjectCodeUser', '人与项目的对应', {
  input: z
    .object({ userId: idText.optional(), projectCode: projectCode.optional() })
    .refine((value) => value.userId !== undefined || value.projectCode !== undefined, {
      message: '请指定人员或项目',
      path: ['projectCode'],
    }),
  output: z.array(
    personRow.extend({
      ProjectCode: z.string(),
      ProjectName: z.string(),
      projectRole: z.string().nullable(),
      from: z.string().nullable(),
      to: z.string().nullable(),
    }),
  ),
});

export const roleNameIndex = call('POST', '/webapi/UserInfo/RoleNameIndex', '角色名下拉', {
  input: z.object({}),
  output: z.array(roleName),
});

/* ---- departments ---- */

export const deptRow = z.object({
  T_OutSideDeptId: z.string(),
  T_OutSideParentDeptID: z.string(),
  T_OutSideDeptName: z.string(),
  managerId: z.string().nullable(),
  managerName: z.string().nullable(),
  state: z.enum(['active', 'disabled']),
  sort: z.number(),
  /** In service here and below. */
  users: z.number(),
  /** Projects of states 0 to 2 here and below. */
  projects: z.number(),
});
export type DeptRow = z.output<typeof deptRow>;

export const deptIndex = call('POST', '/webapi/Dept/Index', '部门（平铺，按编码组树，根的上级为 A）', {
  input: z.object({
    /** Only what lies below this department. */
    T_OutSideParentDeptID: z.string().max(15).optional(),
    /** Only ids up to this length. */
    idLength: count('编码长度', 1, 15).optional(),
    /** Only this many levels below the start. */
    depth: count('深度', 1, 8).optional(),
    Keyword: z.string().max(50, '关键字最多50字').optional(),
    state: z.enum(['active', 'disabled'], '状态不正确').optional(),
    /** Disabled ones, too. */
    all: flag.default(false),
  }),
  output: z.array(deptRow),
});

export const deptDetail = call('POST', '/webapi/Dept/Detail', '部门详情：成员、项目、变更史', {
  input: z.object({ T_OutSideDeptId: deptId }),
  output: deptRow.extend({
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
    /** Of an existing department; a new one takes `T_OutSideParentDeptID`, and this only where the code is not to be made up. */
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
    state: z.enum(['active', 'disabled'], '状态不正确').optional(),
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

export const deptExport = call('POST', '/webapi/Dept/Export', '导出组织', { input: z.object({}), output: z.unknown() });

/* ---- roles ---- */

export const roleRow = roleName.extend({
  builtin: z.boolean(),
  users: z.number(),
  updatedAt: z.string(),
});
export type RoleRow = z.output<typeof roleRow>;

export const roleIndex = call('POST', '/webapi/UserRole/Index', '角色列表', {
  input: z.object({ Keyword: z.string().max(50, '关键字最多50字').optional() }),
  output: z.array(roleRow),
});

export const roleUsers = call('POST', '/webapi/UserRole/GetUsersByRoleId', '一个角色的成员', {
  input: z.object({
    /** Id or code. */
    roleId: z.string().min(1, '请指定角色').max(40),
    /** Only people of this project. */
    projectCode: projectCode.optional(),
  }),
  output: z.array(personRow.extend({ from: z.string().nullable(), to: z.string().nullable(), current: z.boolean() })),
});

export const userRoles = call('POST', '/webapi/UserRole/RolesUser', '一个人的角色', {
  input: z.object({ userId: idText.optional() }),
  output: z.array(
    roleName.extend({
      from: z.string().nullable(),
      to: z.string().nullable(),
      current: z.boolean(),
      builtin: z.boolean(),
    }),
  ),
});

/** Changes of what people may do, shown before they are saved. */
const difference = z.object({
  added: z.array(z.string()),
  removed: z.array(z.string()),
  /** People whose permission changes. */
  users: z.number(),
  /** Of those, who is signed in now and loses something. */
  online: z.array(z.string()),
});

export const roleDetail = call('POST', '/webapi/UserRole/Detail', '一个角色的授权', {
  input: z.object({ roleId: idText }),
  output: roleRow.extend({
    grants: z.array(z.object({ ShortCode: z.string(), buttons: z.array(z.number()) })),
    scopes: z.array(scopeKind),
    classes: z.array(z.string()),
    exclusions: z.array(z.object({ roleId: z.string(), roleName: z.string(), reason: z.string() })),
  }),
});

export const roleSave = call('POST', '/webapi/UserRole/Save', '新建、复制或改名角色', {
  input: z.object({
    roleId: idText.optional(),
    roleCode,
    roleName: z.string('请输入角色名称').trim().min(1, '请输入角色名称').max(30, '角色名称最多30字'),
    /** Takes over its grants. */
    copyFrom: idText.optional(),
  }),
  output: z.object({ roleId: z.string() }),
});

export const roleSaveGrants = call('POST', '/webapi/UserRole/SaveGrants', '保存授权；preview=true 只看差异与影响人数', {
  input: z.object({
    roleId: idText,
    grants: several(
      z.object({ ShortCode: z.string().max(200), buttons: several(buttonCode, 13, '按钮过多').default([]) }),
      2000,
      '菜单过多',
    ).default([]),
    scopes: several(scopeKind, 5, '数据范围过多').default([]),
    classes: several(z.string().max(40), 50, '数据密级过多').default([]),
    preview: flag.default(false),
  }),
  output: difference,
});

export const roleSaveMembers = call('POST', '/webapi/UserRole/SaveMembers', '成员加减', {
  input: z.object({
    roleId: idText,
    add: several(z.object({ userId: idText, ...period }), 1000, '一次最多1000人').default([]),
    remove: several(idText, 1000, '一次最多1000人').default([]),
  }),
  output: z.object({ added: z.number(), removed: z.number() }),
});

export const roleDelete = call('POST', '/webapi/UserRole/Delete', '删除自定义角色', {
  input: z.object({ roleId: idText }),
  output: done,
});

const previewNode = z.object({
  ShortCode: z.string(),
  name: z.string(),
  parent: z.string().nullable(),
  path: z.string(),
  list: z.enum(['menuList', 'functionList']),
  group: z.boolean(),
  buttons: z.array(z.object({ code: z.number(), name: z.string() })),
});

export const rolePreview = call('POST', '/webapi/UserRole/Preview', '试看：只有该角色的人看到的菜单与按钮（只读）', {
  input: z.object({ roleId: idText }),
  output: z.object({
    roleName: z.string(),
    menus: z.array(previewNode),
    scopes: z.array(z.object({ scope: scopeKind, name: z.string() })),
    classes: z.array(z.object({ dataClass: z.string(), name: z.string() })),
  }),
});

export const userSaveRoles = call(
  'POST',
  '/webapi/UserRole/SaveUserRoles',
  '分配一个人的角色；preview=true 只看权限差异',
  {
    input: z.object({
      userId: idText,
      roles: several(z.object({ roleId: idText, ...period }), 50, '最多50个角色').default([]),
      preview: flag.default(false),
    }),
    output: difference,
  },
);

export const roleExport = call('POST', '/webapi/UserRole/Export', '导出权限矩阵', {
  input: z.object({}),
  output: z.unknown(),
});

/* ---- menus ---- */

export interface MenuTreeNode {
  readonly ShortCode: string;
  readonly T_MenuName: string;
  /** Comma list of button codes. */
  readonly T_UserMenuBtn: string;
  readonly ChildMenu: readonly MenuTreeNode[];
}

const menuRow = z.object({
  ShortCode: z.string(),
  T_MenuName: z.string(),
  /** Codes that make sense here. */
  T_UserMenuBtn: z.string(),
  parent: z.string().nullable(),
  path: z.string(),
  list: z.enum(['menuList', 'functionList']),
  /** Its buttons are read by the second set of names. */
  secondSet: z.boolean(),
  /** A heading: granted by itself as soon as anything below is. */
  group: z.boolean(),
  /** Granted to the role asked about; absent without one. */
  granted: z.array(z.number()).nullable().optional(),
});

export const menuEnumIndex = call('GET', '/webapi/Menu/EnumIndex', '按钮码名表与菜单', {
  input: z.object({ roleId: idText.optional() }),
  output: z.object({
    buttons: z.array(z.object({ code: z.number(), key: z.string(), name: z.string() })),
    projectButtons: z.array(z.object({ code: z.number(), key: z.string(), name: z.string() })),
    scopes: z.array(z.object({ scope: scopeKind, name: z.string() })),
    classes: z.array(z.object({ dataClass: z.string(), name: z.string() })),
    menus: z.array(menuRow),
  }),
});

/* ---- statistics of people ---- */

export const personnelStat = call('POST', '/webapi/UserInfo/PersonnelStatIndex', '在岗人数统计', {
  input: z.object({
    groupBy: z.enum(['area', 'dept', 'role'], '分组只能是 area、dept 或 role').default('area'),
    dept: z.string().max(15).optional(),
  }),
  output: z.object({
    rows: z.array(z.object({ key: z.string(), name: z.string(), headcount: z.number() })),
    total: z.number(),
  }),
});

export const roleSubjectStat = call('POST', '/webapi/UserInfo/RoleSubjectStatIndex', '各角色处理审批的数量与时长', {
  input: z.object({
    range: z.object({ from: day.optional(), to: day.optional() }).optional(),
    dept: z.string().max(15).optional(),
    roleIds: several(z.string().max(40), 100, '最多100个角色').optional(),
  }),
  output: z.object({
    rows: z.array(
      roleName.extend({
        users: z.number(),
        handled: z.number(),
        /** Hours from arrival to handling, one decimal; null where none was handled. */
        avgHours: z.string().nullable(),
        /** Per cent of those handled after they were due, one decimal. */
        overdueRate: z.string().nullable(),
      }),
    ),
  }),
});
