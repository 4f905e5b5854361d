/** People and their accounts. */
import { z } from 'zod';
import { call, listInput, listOutput } from '../call.ts';
import { blankable, done, flag, idText, several, seenValue } from '../common.ts';
import { importErrorsInput, wholeImported } from '../imports.ts';
import { deptId, period, personRow, projectCode, roleName, scopeKind } from './shared.ts';

const account = z
  .string('请输入账号')
  .trim()
  .regex(/^[A-Za-z0-9_]{4,32}$/, '账号须为4～32位字母、数字或下划线');
const phone = z.string().regex(/^1\d{10}$/, '请输入正确的手机号');

/** 正常, 停用, 锁定, 待激活, 密码过期. */
export const USER_STATES = ['active', 'disabled', 'locked', 'pending', 'expired'] as const;

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
          browser: z.string(),
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
    /** Roles whose scopes count within some projects only. */
    limits: z.array(z.object({ role: z.string(), projects: z.array(z.string()) })),
    /** Modules where other scopes count: each with the roles that it comes from. */
    exceptions: z.array(z.object({ module: z.string(), title: z.string(), scopes: z.array(scopeView) })),
    classes: z.array(
      z.object({
        dataClass: z.string(),
        label: z.string(),
        roles: z.array(z.string()),
        /** Roles by which the values may leave in a workbook. */
        exportRoles: z.array(z.string()),
      }),
    ),
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
    /** The account as it was when it was opened: where somebody else has changed it since, nothing is saved. */
    seen: z
      .object({
        account: seenValue,
        UserName: seenValue,
        T_OutSideDeptId: seenValue,
        phone: seenValue,
        email: seenValue,
        jobNo: seenValue,
        position: seenValue,
      })
      .optional(),
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
    /** `seenProjects` of what was opened: where somebody else has changed them since, nothing is saved. */
    seen: z.string().max(200_000).optional(),
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

export const userImport = call('POST', '/webapi/UserInfo/Import', '导入用户（xlsx，逐行预检，全部通过才写入）', {
  input: z.object({}),
  output: wholeImported,
});

export const userImportTemplate = call('POST', '/webapi/UserInfo/ImportTemplate', '下载用户导入模板', {
  input: z.object({}),
  output: z.unknown(),
});

export const userImportErrors = call('POST', '/webapi/UserInfo/ImportErrors', '下载导入错误清单', {
  input: importErrorsInput(50_000),
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
