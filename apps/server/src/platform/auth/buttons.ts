/** What the buttons of screens are called. The server checks them on every call; hiding a button is not a check. */
import type { ButtonName } from '@hengneng/core';

export { BUTTONS, type ButtonName } from '@hengneng/core';

/** Project-type pages (monitoring) read the same column with their own meanings. */
export const PROJECT_BUTTONS = {
  set: 0,
  info: 1,
  dataInput: 2,
  infoDetail: 3,
  extremityManage: 4,
  warnManage: 5,
} as const;

export type ProjectButtonName = keyof typeof PROJECT_BUTTONS;

/** Chinese names, as the role editor and the menu's button table show them. */
export const BUTTON_TITLES: Record<ButtonName, string> = {
  add: '新增',
  delete: '删除',
  edit: '修改',
  search: '查询',
  import: '导入',
  export: '导出',
  upload: '上传',
  download: '下载',
  menuLimit: '菜单权限',
  projectLimit: '项目权限',
  ancillaryInfo: '附属信息',
  associatedUser: '关联人员',
  associatedProject: '关联项目',
};
