/** What inspections go by: where they look, what they check, how a check item is judged. Forms, the editor of points and its sheet share these lists. */

/** 巡检部位 */
export const INSPECTION_AREAS = [
  '主机房',
  '燃气表间',
  '配电间',
  '控制室',
  '冷却塔',
  '分集水器',
  '水处理间',
  '末端区域',
  '工具备件间',
  '值班宿舍',
] as const;

/** 巡检检查项目 */
export const INSPECTION_ITEMS = [
  '主机真空度与自抽装置',
  '燃烧器火焰与排烟温度',
  '溶液泵冷剂泵电流',
  '安全阀与压力表校验',
  '燃气检漏与报警联动',
  '冷却塔布水与水质',
  '冷却水浓缩倍数与加药',
  '冷温水定压与补水',
  '水泵运行与润滑',
  '过滤器压差',
  '配电柜温度与接地',
  '变频与自控投用率',
  '计量表抄录一致性',
  '运行记录与交接班',
  '保养计划执行',
  '备件与工具台账',
  '现场卫生与标识',
  '消防与应急物资',
  '人员持证与劳保',
  '节能运行方案执行',
] as const;

/** 巡检点类别：公司巡检按路线打分；值班巡查按频次抄录参数，不进巡检得分 */
export const POINT_KINDS = ['公司巡检', '值班巡查'] as const;
export type PointKind = (typeof POINT_KINDS)[number];

/** 检查项的判定方式 */
export const CHECK_JUDGES = ['合格不合格', '数值范围', '选项'] as const;

/** 巡检点的频次 */
export const POINT_FREQUENCIES = ['班', '日', '周', '月', '季'] as const;

/** 巡检类别，路线说明它适用于哪几种 */
export const INSPECT_TYPES = ['公司巡检', '区域巡检', '项目自检', '专项巡检', '夜间突击检查'] as const;

/** 定位允许偏差，米 */
export const DEFAULT_RADIUS = 200;
