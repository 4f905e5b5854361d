/**
 * What projects, contracts, devices, suppliers and employees are besides their names: filled in on their own screens or by approvals, and taken into
 * forms by `from`. Each is a column of the entity's table.
 */
import { f, type Fields } from '@hengneng/form-kit';

export const ATTRIBUTES = {
  project: {
    airArea: f.decimal(2, '空调面积', { unit: 'm²' }),
    hostCount: f.integer('主机台数', { unit: '台' }),
    coolingWaterVolume: f.decimal(2, '冷却水容量', { unit: 'm³' }),
    chilledWaterVolume: f.decimal(2, '冷冻水容量', { unit: 'm³' }),
    softWaterQuota: f.decimal(2, '软水月定额', { unit: 'm³' }),
    electricPrice: f.money4('电价', { unit: '元/kWh' }),
    waterPrice: f.money4('水价', { unit: '元/m³' }),
    monthEnergyQuota: f.money('月度能耗定额', { unit: '元' }),
    seasonEnergyQuota: f.money('季度能耗定额', { unit: '元' }),
    lampStore: f.text('灯具库房'),
    summerTemp: f.decimal(1, '夏季室温上限', { unit: '℃' }),
    winterTemp: f.decimal(1, '冬季室温下限', { unit: '℃' }),
    engineeringBudget: f.money('签约预算', { unit: '元' }),
    lastBalanceDate: f.date('最近水力平衡调试'),
    waterGrade: f.text('最近水质等级'),
    lastWaterTest: f.date('最近水质检测日期'),
    waterTestResult: f.text('最近水质检测结论'),
    dutyLeader: f.user('值班负责人'),
  },
  contract: {
    chargeMode: f.text('计费方式'),
    yearAmount: f.money('年合同额', { unit: '元' }),
    settleArea: f.decimal(2, '计费面积', { unit: 'm²' }),
    settleAreaFrom: f.date('计费面积生效日期'),
    coolingAreaPrice: f.money4('制冷面积单价', { unit: '元/m²' }),
    heatingAreaPrice: f.money4('采暖面积单价', { unit: '元/m²' }),
    overtimeAreaPrice: f.money4('加时面积单价', { unit: '元/m²·h' }),
    overtimeHourPrice: f.money('加时小时单价', { unit: '元/h' }),
    hotWaterChargeWay: f.text('热水计费方式'),
    hotWaterHeatPrice: f.money4('热水热价', { unit: '元/GJ' }),
    hotWaterLump: f.money('热水包干费', { unit: '元' }),
    hotWaterTemp: f.decimal(1, '热水约定温度', { unit: '℃' }),
    minimumHeat: f.decimal(2, '保底用量', { unit: 'kWh' }),
    guaranteeAmount: f.money('保底金额', { unit: '元' }),
    nextSettleDate: f.date('下次结算日'),
    sharedSaving: f.money('已分享节能收益', { unit: '元' }),
    customerCode: f.text('客户信用代码'),
    settleCycle: f.text('结算周期'),
    payDays: f.integer('付款期限', { unit: '天' }),
    renewState: f.text('续签状态'),
    renewStage: f.text('跟踪阶段'),
    renewCount: f.integer('续签次数', { unit: '次' }),
    invoiceTitle: f.text('开票抬头'),
    invoiceTaxNo: f.text('税号'),
    invoiceBank: f.text('开户行及账号'),
    invoiceAddress: f.text('开票地址电话'),
  },
  device: {
    unit: f.text('计量单位'),
    verifyDue: f.date('检定有效期至'),
    ratedCooling: f.decimal(1, '额定制冷量', { unit: 'kW' }),
    ratedHeating: f.decimal(1, '额定制热量', { unit: 'kW' }),
    ratedCurrent: f.decimal(1, '额定电流', { unit: 'A' }),
    ratedPressure: f.decimal(2, '额定压力', { unit: 'MPa' }),
    allowPressure: f.decimal(2, '许用压力', { unit: 'MPa' }),
    allowTemp: f.decimal(1, '许用温度', { unit: '℃' }),
    burnerModel: f.text('燃烧器型号'),
    lastVacuum: f.decimal(1, '最近24小时压力回升', { unit: 'Pa' }),
    lastSolutionTest: f.date('最近溶液检测日期'),
    healthGrade: f.text('健康评级'),
    lastCop: f.decimal(2, '最近性能系数'),
    copDecay: f.percent('性能系数衰减率', { unit: '%' }),
    lastHeatEfficiency: f.percent('最近热效率', { unit: '%' }),
    lastExhaust: f.decimal(1, '最近排烟温度', { unit: '℃' }),
    lastEnergyTest: f.date('最近能效测试日期'),
    chargeWeight: f.decimal(1, '制冷剂充注量', { unit: 'kg' }),
    registerNo: f.text('使用登记证号'),
    innerInspect: f.date('内部检验到期'),
    outerInspect: f.date('外部检验到期'),
    nextInspection: f.date('下次检验日期'),
    lastCleanDate: f.date('最近清洗日期'),
    nextCleanDate: f.date('下次清洗日期'),
    nextMaintainDate: f.date('下次保养日期'),
    lastMaintainDate: f.date('最近保养日期'),
    valveExpire: f.date('安全阀校验到期'),
    gaugeExpire: f.date('压力表检定到期'),
    runHours: f.decimal(1, '累计运行时间', { unit: 'h' }),
  },
  supplier: {
    providerKind: f.text('服务商类别'),
    nature: f.text('企业性质'),
    controller: f.text('实际控制人'),
    legalPerson: f.text('法定代表人'),
    taxpayer: f.text('纳税人类型'),
    invoiceRate: f.percent('可开票税率', { unit: '%' }),
    email: f.text('接收标书邮箱'),
    supplyRegion: f.text('服务区域'),
    bankNo: f.text('联行号'),
    certExpire: f.date('最早到期资质'),
    cooperateSince: f.date('首次合作日期'),
    singleLimit: f.money('单笔合同限额', { unit: '元' }),
    trialOrders: f.integer('试用合同数', { unit: '个' }),
    bannedUntil: f.date('禁用至'),
    inviteFrom: f.date('可受邀起'),
    warning: f.text('预警'),
    /** What a restriction interrupted, so that renewed certificates give it back. */
    restrictedFrom: f.text('限制前状态'),
    engineeringGrade: f.text('工程口等级'),
    operationGrade: f.text('运营口等级'),
  },
  employee: {
    employType: f.text('用工形式'),
    probationSalary: f.money('试用期月薪', { unit: '元', classified: 'salary' }),
    formalSalary: f.money('转正月薪', { unit: '元', classified: 'salary' }),
    contractEnd: f.date('劳动合同到期'),
    grade: f.text('技师等级'),
    dispatchCompany: f.supplier('派遣单位'),
    employState: f.text('员工状态'),
    formalDate: f.date('转正日期'),
    monitorLevel: f.text('班长级别'),
  },
} as const satisfies Readonly<Record<string, Fields>>;

export type AttributeEntity = keyof typeof ATTRIBUTES;
type AttributesOf<E extends AttributeEntity> = keyof (typeof ATTRIBUTES)[E] & string;

/** Names by entity, as `from` writes them; an employee is the `user` that a form names. */
export interface AttributeProps {
  readonly project: AttributesOf<'project'>;
  readonly contract: AttributesOf<'contract'>;
  readonly device: AttributesOf<'device'>;
  readonly supplier: AttributesOf<'supplier'>;
  readonly user: AttributesOf<'employee'>;
}
