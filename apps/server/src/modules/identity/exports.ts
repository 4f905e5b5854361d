/** What administrators take out: people with roles, the permission matrix, the organisation. Never a password. */
import type { deptExport, userExport } from '@hengneng/contracts';
import { DATA_CLASSES, isDataClass } from '@hengneng/core';
import { instantText } from '@hengneng/form-kit';
import type { z } from 'zod';
import { BUTTON_TITLES, BUTTONS } from '../../platform/auth/buttons.ts';
import type { Ctx } from '../../platform/context.ts';
import { refused } from '../../platform/http/errors.ts';
import type { FileAnswer } from '../../platform/http/registry.ts';
import { listDepts } from './depts.ts';
import { BUILT_MENUS } from './menus.ts';
import type { RoleGrants } from './entitlements.ts';
import { grantsOf, NO_GRANTS } from './role-grants.ts';
import { exceptionName, scopeName, scopeWords } from './role-scopes.ts';
import { roleNames } from './roles.ts';
import { listUsers } from './user-list.ts';
import { workbook } from './workbook.ts';

const MOST = 200_000;

const STATES = { active: '正常', disabled: '停用', locked: '锁定', pending: '待激活', expired: '密码过期' } as const;

/** As clocks in China show it. */
const local = (at: string): string => instantText(Date.parse(at)).slice(0, 16).replace('T', ' ');

export const exportUsers = async (ctx: Ctx, input: z.output<typeof userExport.input>): Promise<FileAnswer> => {
  const { rows, total } = await listUsers(ctx, input, { ...input, PageIndex: 1, PageSize: MOST });
  if (total > MOST) throw refused('数据超过20万行，请缩小筛选范围');
  const phones = ctx.session.permissions.exportable.has('phone');
  // What was chosen by, as people call it.
  const dept = input.dept
    ? (await listDepts(ctx.db, { all: true })).find((one) => one.T_OutSideDeptId === input.dept)
    : null;
  const chosenRole = (await roleNames(ctx.db)).find((one) => one.roleId === input.role || one.roleCode === input.role);
  return workbook(ctx, {
    title: '用户与角色',
    head: [
      '工号',
      '姓名',
      '账号',
      '部门编码',
      '部门',
      '岗位',
      '角色',
      '项目数',
      '数据范围',
      ...(phones ? ['手机'] : []),
      '邮箱',
      '密码到期（天）',
      '连续失败（次）',
      '最近登录',
      '登录设备',
      '登录 IP',
      '在线',
      '状态',
    ],
    rows: rows.map((row) => [
      row.jobNo,
      row.UserName,
      row.account,
      row.T_OutSideDeptId,
      row.deptName,
      row.position,
      (row.roles ?? []).map((role) => role.roleName).join('、'),
      String(row.projectCount ?? 0),
      (row.scopes ?? []).map(scopeName).join('、'),
      ...(phones ? [row.phone ?? null] : []),
      row.email ?? null,
      row.passwordDays == null ? null : String(row.passwordDays),
      String(row.failures ?? 0),
      row.lastLogin ? local(row.lastLogin.at) : null,
      row.lastLogin?.device ?? null,
      row.lastLogin?.ip ?? null,
      row.online === true ? '在线' : null,
      STATES[row.state],
    ]),
    filters: [
      ['关键字', input.Keyword ?? ''],
      ['部门', dept?.T_OutSideDeptName ?? input.dept ?? ''],
      ['角色', chosenRole?.roleName ?? input.role ?? ''],
      ['状态', input.state === undefined ? '' : STATES[input.state]],
      ['在线', input.online === undefined ? '' : input.online ? '在线' : '不在线'],
    ].filter((pair): pair is [string, string] => pair[1] !== ''),
  });
};

/** Role × menu × button; whose rows each role sees, by module where it differs; which field groups it sees and may take along. */
export const exportRoles = async (ctx: Ctx): Promise<FileAnswer> => {
  const roles = await roleNames(ctx.db);
  const granted = await grantsOf(
    ctx.db,
    roles.map((role) => role.roleId),
  );
  const names = new Map(BUILT_MENUS.map((menu) => [menu.shortCode, menu]));
  const keys = Object.keys(BUTTONS) as (keyof typeof BUTTONS)[];
  const each = <T>(rows: (name: string, of: RoleGrants) => readonly T[]): readonly T[] =>
    roles.flatMap((role) => rows(role.roleName, granted.get(role.roleId) ?? NO_GRANTS));
  return workbook(ctx, {
    title: '权限矩阵',
    head: ['角色', '菜单', '短码', ...keys.map((key) => BUTTON_TITLES[key])],
    rows: each((role, { menus }) =>
      [...menus].flatMap(([code, buttons]) => {
        const menu = names.get(code);
        return menu === undefined
          ? []
          : [[role, menu.name, code, ...keys.map((key) => (buttons.includes(BUTTONS[key]) ? '√' : null))]];
      }),
    ),
    more: [
      {
        title: '数据范围',
        head: ['角色', '适用', '数据范围', '项目限制'],
        rows: each((role, { scopes, exceptions, projects }) => {
          const limit = projects.join('、') || null;
          return [
            [role, '默认', scopeWords(scopes), limit],
            ...exceptions.map((line) => [role, exceptionName(line), scopeWords(line.scopes), limit]),
          ];
        }),
      },
      {
        title: '字段密级',
        head: ['角色', '字段组', '可见', '可导出'],
        rows: each((role, { classes }) =>
          Object.entries(DATA_CLASSES).flatMap(([name, label]) => {
            const out = isDataClass(name) ? classes.get(name) : undefined;
            return out === undefined ? [] : [[role, label, '√', out ? '√' : null]];
          }),
        ),
      },
    ],
    filters: [],
  });
};

export const exportDepts = async (ctx: Ctx, input: z.output<typeof deptExport.input>): Promise<FileAnswer> => {
  const rows = await listDepts(ctx.db, input);
  return workbook(ctx, {
    title: '组织',
    head: ['编码', '上级编码', '名称', '负责人', '编制', '人数', '在建项目数', '状态'],
    rows: [...rows]
      .sort((a, b) => (a.T_OutSideDeptId < b.T_OutSideDeptId ? -1 : 1))
      .map((row) => [
        row.T_OutSideDeptId,
        row.T_OutSideParentDeptID,
        row.T_OutSideDeptName,
        row.managerName,
        row.establishment === null ? null : String(row.establishment),
        String(row.users),
        String(row.projects),
        row.state === 'active' ? '启用' : '停用',
      ]),
    filters: [
      ['名称或编码', input.Keyword ?? ''],
      ['编码长度', input.idLength === undefined ? '' : `不超过${input.idLength}位`],
      ['状态', input.state === undefined ? '' : input.state === 'active' ? '启用' : '停用'],
    ].filter((pair): pair is [string, string] => pair[1] !== ''),
  });
};
