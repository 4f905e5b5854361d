/** Building works: kinds of sub-projects, and the papers that each hands in. */
/** 子项目类别 */
export const SUB_PROJECT_KINDS = [
  '机房安装',
  '管网安装',
  '冷却塔',
  '末端改造',
  '电气自控',
  '保温',
  '土建配合',
  '其他',
] as const;

/** 服务商类别 */
export const PROVIDER_KINDS = [
  '主机设备',
  '辅机设备',
  '管材阀门',
  '电气自控',
  '水处理药剂',
  '安装施工',
  '劳务分包',
  '设计院',
  '检测机构',
  '吊装运输',
  '危废处置',
] as const;

/** Fewer than so many are not asked to bid; with a single source nobody competes. Source: 招标投标法第17条 */
export const FEWEST_INVITED = 3;

/** 投标回执: whether a unit that was asked will bid. */
export const BID_REPLIES = ['参加', '不参加'] as const;

/** 验收资料的形成阶段, in their order */
export const PAPER_STAGES = ['开工', '材料报验', '隐蔽', '试压冲洗', '调试', '竣工', '结算', '移交'] as const;

export interface WorksPaper {
  readonly stage: (typeof PAPER_STAGES)[number];
  readonly name: string;
  /** Without it the sub-project's papers are not complete. */
  readonly required: boolean;
  /** Needs pictures: nobody sees it again. */
  readonly pictured?: true;
}

const needed = (stage: WorksPaper['stage'], ...names: readonly string[]): readonly WorksPaper[] =>
  names.map((name) => ({ stage, name, required: true }));
const optional = (stage: WorksPaper['stage'], ...names: readonly string[]): readonly WorksPaper[] =>
  names.map((name) => ({ stage, name, required: false }));

/**
 * 验收资料目录: what a sub-project hands in, by the stage in which it comes about. Source: GB/T 50328 归档范围, cut down to plant rooms and pipework.
 * Names are those of the completion check (`completionCheck.documents`), so that what was handed in there counts here.
 */
export const WORKS_PAPERS: readonly WorksPaper[] = [
  ...needed('开工', '开工报告', '施工组织设计', '图纸会审记录', '安全技术交底', '分包资质与安全协议'),
  ...needed('材料报验', '材料设备进场报验单', '设备说明书与合格证', '材料质保书'),
  { stage: '隐蔽', name: '隐蔽验收记录', required: true, pictured: true },
  ...needed('试压冲洗', '试压记录', '冲洗记录'),
  ...optional('试压冲洗', '焊接探伤报告'),
  ...needed('调试', '电气测试记录', '调试报告'),
  ...needed('竣工', '竣工图', '操作手册'),
  ...optional('竣工', '燃气验收意见', '特种设备使用登记', '自控程序备份'),
  ...needed('结算', '结算书'),
  ...optional('结算', '签证与变更单'),
  ...needed('移交', '移交清单', '培训记录'),
];

/** States of a paper; what nobody handed in yet is missing. */
export const PAPER_STATES = ['缺', '待审', '退回', '已归档'] as const;

/** 技术资料的专业与类别 */
export const TECH_SPECIALTIES = ['暖通', '电气', '自控', '给排水', '土建', '综合'] as const;
export const TECH_KINDS = [
  '施工图',
  '竣工图',
  '方案',
  '计算书',
  '设备说明书',
  '规范标准',
  '试验报告',
  '会议纪要',
] as const;
/** What a signed contract is stamped with. */
export const SEAL_KINDS = ['合同专用章', '公章', '法定代表人章', '电子签章'] as const;

/** 其他合同: kinds that no form registers. */
export const OTHER_CONTRACT_KINDS = ['保密协议', '框架意向', '租赁', '保险', '其他协议'] as const;

/** Who looks at papers of the last two is kept. */
export const SECRECIES = ['公开', '内部', '秘密', '机密'] as const;

/** What comments of buyers may be about. */
export const COMMENTED = ['服务商'] as const;
