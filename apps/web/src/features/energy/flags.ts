/** What each mark of a reading means. */
export const FLAG_NAMES: Readonly<Record<string, string>> = {
  实: '实录',
  移: '移动端',
  自: '自动采集',
  导: '导入',
  估: '估算',
  补: '补录',
  改: '修改过',
  换: '换表',
  调: '调整',
};
