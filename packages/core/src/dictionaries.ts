/**
 * 数据字典: the words that people pick and the figures that are reckoned with which an administrator may change. What the program brings along stands
 * here; the database keeps only what was added to it or changed.
 */

/** As the administrators' page orders them. */
export const DICTIONARY_KINDS = ['能源', '设备', '维修', '水质', '收费', '合同', '审批', '统计权重', '阈值'] as const;
export type DictionaryKind = (typeof DICTIONARY_KINDS)[number];

interface Named {
  readonly kind: DictionaryKind;
  readonly title: string;
}
/** Words to pick from. A record keeps the word itself, so that those of the program keep their names: expressions and effects know them. */
interface Words extends Named {
  readonly words: readonly string[];
}
interface Figure {
  readonly name: string;
  /** Until somebody sets another. */
  readonly value: number;
}
/** Figures that something is reckoned with, as of a day. */
interface Figures extends Named {
  readonly unit: string;
  readonly min: number;
  readonly max: number;
  readonly places: number;
  readonly figures: Readonly<Record<string, Figure>>;
  /** What is reckoned with them: page and figure. */
  readonly uses: readonly (readonly [page: string, figure: string])[];
}

export const DICTIONARIES = {
  coolTestReason: {
    kind: '能源',
    title: '主机制冷测试原因',
    words: ['季初测试', '季中例行', '大修前', '大修后', '清洗后', '能耗异常', '合同考核'],
  },
  buildingType: {
    kind: '设备',
    title: '建筑类型',
    words: ['写字楼', '酒店', '医院', '商业综合体', '会展', '园区', '学校', '住宅', '工厂'],
  },
  faultPart: {
    kind: '设备',
    title: '故障部位',
    words: [
      '高温发生器',
      '低温发生器',
      '蒸发器',
      '吸收器',
      '冷凝器',
      '溶液热交换器',
      '屏蔽泵',
      '真空泵与抽气',
      '燃烧头与点火',
      '火焰探测器',
      '风门伺服电机',
      '电磁阀',
      '控制屏',
      '传感器',
      '电机',
      '轴承密封',
      '管道阀门',
      '填料布水',
      '换热器',
      '其他',
    ],
  },
  deviceLife: {
    kind: '设备',
    title: '设备设计年限',
    unit: '年',
    min: 1,
    max: 50,
    places: 0,
    figures: {
      host: { name: '主机', value: 20 },
      boiler: { name: '锅炉', value: 15 },
      pump: { name: '水泵', value: 15 },
      tower: { name: '冷却塔', value: 15 },
      water: { name: '水处理设备', value: 12 },
      vessel: { name: '压力容器', value: 20 },
      other: { name: '其他设备', value: 15 },
    },
    uses: [['维修成本分析', '换修建议']],
  },
  faultCause: {
    kind: '维修',
    title: '故障原因类别',
    words: ['自然磨损', '操作不当', '保养不到位', '产品质量', '安装缺陷', '水质问题', '供能异常', '外力与天气'],
  },
  repeatRepair: {
    kind: '维修',
    title: '重复维修判定',
    unit: '天',
    min: 1,
    max: 365,
    places: 0,
    figures: { days: { name: '同设备同部位再修算重复的天数', value: 90 } },
    uses: [['维修费用统计', '重复维修']],
  },
  tankCleanReason: {
    kind: '水质',
    title: '塔箱清洗原因',
    words: ['定期清洗', '开机前清洗', '停机后清洗', '水质超标', '军团菌防控', '客户要求'],
  },
  detectReason: {
    kind: '水质',
    title: '水质检测类别',
    words: ['季度例检', '开机前检测', '清洗后验收', '停机保养检测', '异常复检', '客户要求'],
  },
  chargeModel: { kind: '收费', title: '项目收费方式', words: ['按面积收费', '按计量收费', '运营托管', '运维服务'] },
  contractChange: {
    kind: '合同',
    title: '合同变更原因',
    words: ['客户需求', '能源价格变动', '政策调整', '设计变更', '现场签证', '税率变化', '公司更名或重组', '争议和解'],
  },
  urge: {
    kind: '审批',
    title: '催办',
    unit: '小时',
    min: 1,
    max: 72,
    places: 0,
    figures: { hours: { name: '同一单据两次催办的间隔', value: 4 } },
    uses: [['流程跟踪', '催办']],
  },
  businessScore: {
    kind: '统计权重',
    title: '经营综合得分',
    unit: '分',
    min: 0,
    max: 100,
    places: 1,
    figures: {
      grossRate: { name: '毛利率', value: 30 },
      collectRate: { name: '回款率', value: 25 },
      energy: { name: '能耗', value: 20 },
      satisfaction: { name: '满意度', value: 15 },
      safety: { name: '安全', value: 10 },
    },
    uses: [['经营分析', '综合得分']],
  },
  satisfaction: {
    kind: '统计权重',
    title: '综合满意度来源',
    unit: '分',
    min: 0,
    max: 100,
    places: 1,
    figures: {
      quarterly: { name: '季度回访', value: 40 },
      walked: { name: '现场走访', value: 25 },
      called: { name: '电话回访', value: 15 },
      answered: { name: '问卷', value: 20 },
    },
    uses: [
      ['满意度分析', '综合满意度'],
      ['满意度分析', '项目满意度'],
    ],
  },
  profitDrop: {
    kind: '阈值',
    title: '毛利骤降',
    unit: '百分点',
    min: 1,
    max: 100,
    places: 1,
    figures: { points: { name: '较上月下降达到即预警', value: 10 } },
    uses: [['经营分析', '预警：毛利骤降']],
  },
  libraryPrice: {
    kind: '阈值',
    title: '价格库偏离',
    unit: '%',
    min: 1,
    max: 500,
    places: 1,
    figures: { percent: { name: '偏离中位数超过须写说明', value: 50 } },
    uses: [['工程单价库', '录入价格']],
  },
} as const satisfies Readonly<Record<string, Words | Figures>>;

type All = typeof DICTIONARIES;
export type DictionaryId = keyof All;
/** Those of words. */
export type WordsId = { [K in DictionaryId]: All[K] extends Words ? K : never }[DictionaryId];
export type FiguresId = Exclude<DictionaryId, WordsId>;

export const isDictionary = (id: string): id is DictionaryId => Object.hasOwn(DICTIONARIES, id);

export type Dictionary = (Words | Figures) & { readonly id: DictionaryId };
export const dictionary = (id: DictionaryId): Dictionary => ({ id, ...DICTIONARIES[id] });
export const dictionaries = (): readonly Dictionary[] => Object.keys(DICTIONARIES).filter(isDictionary).map(dictionary);

/** What an entry of the program goes by in its dictionary: its place, with two digits. */
export const wordCode = (place: number): string => String(place + 1).padStart(2, '0');

/** The figure that holds where nobody set another. */
export function figureOf(id: FiguresId, code: string): number {
  const figures: Readonly<Record<string, Figure>> = DICTIONARIES[id].figures;
  const figure = figures[code];
  if (figure === undefined) throw new Error(`no figure ${code} in ${id}`);
  return figure.value;
}
