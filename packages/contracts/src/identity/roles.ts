/** Roles, what they grant and who holds them. */
import { z } from 'zod';
import { call } from '../call.ts';
import { count, done, flag, idText, seenValue, several } from '../common.ts';
import { formRows } from '../forms.ts';
import { period, personRow, projectCode, roleName, scopeKind } from './shared.ts';

const roleCode = z.string().regex(/^[a-zA-Z][a-zA-Z0-9]{1,39}$/, '角色编码须以字母开头，只含字母和数字，2～40位');
const buttonCode = count('按钮码', 0, 12);

/** Projects within which a role's scopes count. */
const limitedProject = z.object({ ProjectCode: z.string(), ProjectName: z.string() });

const exceptionKind = z.enum(['group', 'module'], '例外只能是模块组或模块');

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

/** How somebody came by a role. Both may hold at once: put in by people, and by a post. */
const joined = {
  /** With `to` where it is for a time only. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** Holds today. */
  current: z.boolean(),
  /** Put in by people. */
  direct: z.boolean(),
  /** The post that brings the role along. */
  post: z.string().nullable(),
};

export const roleUsers = call('POST', '/webapi/UserRole/GetUsersByRoleId', '一个角色的成员', {
  input: z.object({
    /** Id or code. */
    roleId: z.string().min(1, '请指定角色').max(40),
    /** Only people of this project. */
    projectCode: projectCode.optional(),
  }),
  output: z.array(personRow.extend(joined)),
});

export const userRoles = call('POST', '/webapi/UserRole/RolesUser', '一个人的角色', {
  input: z.object({ userId: idText.optional() }),
  output: z.array(
    roleName.extend({
      ...joined,
      builtin: z.boolean(),
    }),
  ),
});

/** Changes of what people may do, shown before they are saved. */
const difference = z.object({
  added: z.array(z.string()),
  removed: z.array(z.string()),
  /** The same thing by thing, with how many people feel it: what another role of theirs grants as well does not change for them. */
  changes: z.array(
    z.object({ item: z.string(), before: z.array(z.string()), after: z.array(z.string()), users: z.number() }),
  ),
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
    exceptions: z.array(z.object({ kind: exceptionKind, code: z.string(), scopes: z.array(scopeKind) })),
    projects: z.array(limitedProject),
    classes: z.array(z.string()),
    exports: z.array(z.string()),
    /** Of the grants as they were read: saving with it refuses where somebody else has changed them meanwhile. */
    stamp: z.string(),
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
    /** The role as it was when it was opened: where somebody else has changed it since, nothing is saved. */
    seen: z.object({ roleCode: seenValue, roleName: seenValue }).optional(),
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
    /** Scopes of groups of modules (`code` their area) and of single modules, instead of the usual ones; absent: as they are. */
    exceptions: several(
      z.object({
        kind: exceptionKind,
        code: z.string().max(60),
        scopes: several(scopeKind, 5, '数据范围过多').default([]),
      }),
      500,
      '例外过多',
    ).optional(),
    /** Projects within which the scopes count, an empty list: everywhere; absent: as they are. */
    projects: several(projectCode, 2000, '最多2000个项目').optional(),
    /** Field groups whose values are seen. */
    classes: several(z.string().max(40), 50, '字段组过多').default([]),
    /** Of those, the ones that may leave in a workbook; absent: as they are. */
    exports: several(z.string().max(40), 50, '字段组过多').optional(),
    preview: flag.default(false),
    /** As the detail answered it; absent: whatever stands there is replaced. */
    stamp: z.string().max(64).optional(),
  }),
  output: difference,
});

export const roleSaveMembers = call('POST', '/webapi/UserRole/SaveMembers', '成员加减', {
  input: z.object({
    roleId: idText,
    add: several(z.object({ userId: idText, ...period }), 1000, '一次最多1000人').default([]),
    remove: several(idText, 1000, '一次最多1000人').default([]),
  }),
  output: z.object({
    added: z.number(),
    removed: z.number(),
    /** To-dos that those taken out were asked for as holders of the role: these stay theirs until they are handed over. */
    waiting: z.number(),
  }),
});

const postCount = z.object({ post: z.string(), users: z.number() });

export const rolePosts = call('POST', '/webapi/UserRole/Posts', '自动带来一个角色的岗位，以及可选的岗位', {
  input: z.object({ roleId: idText }),
  output: z.object({
    posts: z.array(
      postCount.extend({
        /** Whoever holds the post and does not get the role, with the reason. */
        withheld: z.array(z.object({ UserId: z.string(), UserName: z.string(), reason: z.string() })),
      }),
    ),
    /** Posts that anybody in service holds. */
    known: z.array(postCount),
  }),
});

export const roleSavePosts = call('POST', '/webapi/UserRole/SavePosts', '保存自动带来该角色的岗位', {
  input: z.object({
    roleId: idText,
    posts: several(
      z.string('请填写岗位').trim().min(1, '请填写岗位').max(50, '岗位最多50字'),
      50,
      '最多50个岗位',
    ).default([]),
    /** The posts that were shown: where somebody else has changed them since, nothing is saved. */
    seen: several(z.string().max(50), 50, '最多50个岗位').optional(),
  }),
  /** Names of who has gained and lost the role, and of who holds a post and does not get it. */
  output: z.object({
    added: z.array(z.string()),
    removed: z.array(z.string()),
    withheld: z.array(z.string()),
  }),
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
    exceptions: z.array(z.object({ name: z.string(), scopes: z.string() })),
    projects: z.array(limitedProject),
    classes: z.array(z.object({ dataClass: z.string(), name: z.string(), exportable: z.boolean() })),
  }),
});

export const rolePreviewRows = call(
  'POST',
  '/webapi/UserRole/PreviewRows',
  '试看：角色的某个成员只凭该角色在列表中看到的单据（只读，入审计；本人也有权查看的才列出）',
  {
    input: z.object({
      roleId: idText,
      ProcedureId: z.coerce.number('流程编号必须是数字').int('流程编号必须是整数').min(1).max(1_000_000),
      /** Whose department and projects count; without it the first member's. */
      userId: idText.optional(),
    }),
    output: z.object({
      /** Whose they are; null where nobody active holds the role, and nothing is listed. */
      member: z.object({ userId: z.string(), userName: z.string() }).nullable(),
      /** What keeps records from being listed here, in words. */
      reason: z.string().nullable(),
      rows: formRows,
    }),
  },
);

export const userSaveRoles = call(
  'POST',
  '/webapi/UserRole/SaveUserRoles',
  '分配一个人的角色；preview=true 只看权限差异',
  {
    input: z.object({
      userId: idText,
      roles: several(z.object({ roleId: idText, ...period }), 50, '最多50个角色').default([]),
      /** `seenRoles` of what was opened: where somebody else has changed them since, nothing is saved. */
      seen: z.string().max(10_000).optional(),
      preview: flag.default(false),
    }),
    output: difference.extend({
      /** To-dos that the person was asked for by the roles that go: these stay theirs until they are handed over. */
      waiting: z.number(),
    }),
  },
);

export const roleExport = call('POST', '/webapi/UserRole/Export', '导出权限矩阵', {
  input: z.object({}),
  output: z.unknown(),
});
