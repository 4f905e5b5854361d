import type { Tone } from '../../ui/StatusTag.tsx';

export const USER_STATE: Readonly<Record<string, { readonly name: string; readonly tone: Tone }>> = {
  active: { name: '正常', tone: 'good' },
  disabled: { name: '停用', tone: 'neutral' },
  locked: { name: '锁定', tone: 'bad' },
  pending: { name: '待激活', tone: 'accent' },
  expired: { name: '密码过期', tone: 'warn' },
};

export const SCOPE: Readonly<Record<string, string>> = {
  self: '本人',
  dept: '本部门及下级',
  area: '所属区域',
  project: '被授权项目',
  all: '全部',
};

export const AUDIT_CODE = 'system.audit';
export const USERS_CODE = 'system.users';
export const ROLES_CODE = 'system.roles';
export const DEPTS_CODE = 'system.depts';
export const MENUS_CODE = 'system.menus';
export const DICTIONARIES_CODE = 'system.dictionaries';
export const HEALTH_CODE = 'system.health';
