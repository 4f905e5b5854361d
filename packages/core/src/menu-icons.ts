/** The pictures that the outermost lines of the menu can have, by the names under which they are kept, with what people call them. */
export const MENU_ICONS = {
  home: '首页',
  experiment: '试剂',
  tool: '工具',
  dashboard: '仪表',
  fileDone: '核查表',
  thunderbolt: '电力',
  accountBook: '账簿',
  smile: '笑脸',
  team: '团队',
  project: '看板',
  shop: '店铺',
  build: '搭建',
  wallet: '钱包',
  solution: '方案',
  fileProtect: '合同',
  tags: '标签',
  trophy: '奖杯',
  certificate: '证书',
  money: '收款',
  container: '档案盒',
  lineChart: '折线图',
  folder: '文件夹',
  scan: '扫描',
  idCard: '工牌',
  bulb: '灯泡',
  calendar: '日历',
  calculator: '计算器',
  inbox: '收件箱',
  safety: '盾牌',
  machine: '机柜',
  barChart: '柱状图',
  read: '阅读',
  fund: '走势图',
  snippets: '便签',
  book: '书',
  setting: '齿轮',
  apps: '方格',
} as const;

export type MenuIcon = keyof typeof MENU_ICONS;

export const MENU_ICON_NAMES = Object.keys(MENU_ICONS) as readonly MenuIcon[];

export const isMenuIcon = (name: unknown): name is MenuIcon =>
  typeof name === 'string' && Object.hasOwn(MENU_ICONS, name);
