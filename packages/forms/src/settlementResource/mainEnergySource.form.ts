import { f } from '@hengneng/form-kit';
import { defineForm } from '../env.ts';
import { PASSED, readingColumns } from './readings.ts';

/** 每月与供能单位确认天然气、蒸汽、热水等主能源用量和热值，核对账单差异，作为付款和成本依据 */
export const mainEnergySource = defineForm({
  id: 'mainEnergySource',
  purpose: '每月与供能单位确认天然气、蒸汽、热水等主能源用量和热值，核对账单差异，作为付款和成本依据',
  links: { project: f.project('项目', { required: true }), contract: f.contract('合同') },
  serial: 'ZNYQ-{yyyy}{MM}-{seq4}',
  fields: {
    settleMonth: f.month('结算月份', { required: true }),
    energyKind: f.enum(
      '能源品种',
      ['管道天然气', '液化天然气', '市政蒸汽', '市政热水', '柴油', '余热蒸汽', '余热热水', '余热烟气'],
      { required: true, hint: '同一项目同一月份同一品种一份' },
    ),
    energyUnit: f.enum('计量单位', ['Nm³', 't', 'GJ', 'kg', 'L'], { required: true }),
    energySupplier: f.supplier('供能单位', { required: true }),
    userNo: f.ref('userPayAccount', '用户户号', { required: true, hint: '在用户付款账户中维护' }),
    payeeAccount: f.ref('energyPayeeAccount', '收款账户', { required: true }),
    periodStart: f.date('起始日期', { required: true }),
    periodEnd: f.date('截止日期', { required: true }),
    readTime: f.datetime('抄表时间', { required: true }),
    ourReader: f.user('我方抄表人', { required: true, default: 'me' }),
    supplierReader: f.text('供能方抄表人', { required: true }),
    energyPrice: f.money4('结算单价', { required: true, unit: '元/计量单位', min: 0, hint: '从能源价格设置按期带出' }),
    contractHeatValue: f.decimal(1, '约定热值', {
      required: true,
      unit: 'kJ/计量单位',
      min: 0,
      hint: '天然气约35588，蒸汽按焓值，按GJ计量的填1000000',
    }),
    testHeatValue: f.decimal(1, '实测热值', { unit: 'kJ/计量单位', min: 0 }),
    openingTank: f.decimal(2, '期初罐存', {
      min: 0,
      default: 0,
      showIf: "energyKind == '柴油' or energyKind == '液化天然气'",
    }),
    purchasedQty: f.decimal(2, '本期进量', {
      min: 0,
      default: 0,
      showIf: "energyKind == '柴油' or energyKind == '液化天然气'",
    }),
    closingTank: f.decimal(2, '期末罐存', {
      min: 0,
      default: 0,
      showIf: "energyKind == '柴油' or energyKind == '液化天然气'",
    }),
    billQty: f.decimal(2, '供能账单用量', { required: true, min: 0 }),
    billAmount: f.money('供能账单金额', { required: true, unit: '元', min: 0 }),
    coolOutput: f.decimal(1, '同期产冷热量', {
      unit: 'kWh',
      min: 0,
      hint: '由冷热量表或日报汇总',
      from: 'meterStatement.energyOutput',
      locked: 'known',
    }),
    diffReason: f.textarea('差异原因与协商结果', { hint: '账单差异超过百分之二或计量表超检定期时必填' }),
    billFiles: f.files('供能账单', { required: true }),
    meterPhotos: f.images('计量表照片', { required: true, max: 9 }),
  },
  details: {
    readings: {
      label: '主能源计量',
      fields: {
        meter: f.device('计量表', { required: true, kinds: ['燃气表', '冷热量表', '热水表'] }),
        meterKind: f.enum(
          '表型',
          ['涡轮流量计', '罗茨流量计', '超声波流量计', '涡街流量计', '孔板流量计', '皮膜表', '油位计'],
          { required: true },
        ),
        serveHost: f.text('供应主机', { required: true }),
        verifyDue: f.date('检定有效期', { from: 'meter.verifyDue' }),
        previous: f.decimal(2, '上期读数', { required: true, min: 0, from: 'meter.lastReading', locked: 'known' }),
        current: f.decimal(2, '本期读数', { required: true, min: 0 }),
        correctFactor: f.decimal(4, '温压修正系数', {
          required: true,
          min: 0.1,
          max: 20,
          default: 1,
          hint: '已带修正仪的填1',
        }),
        gasTemp: f.decimal(1, '介质温度', { unit: '℃' }),
        gasPressure: f.decimal(2, '介质压力', { unit: 'kPa', min: 0 }),
        ...readingColumns(2),
        replacedQty: f.decimal(2, '换表前用量', { min: 0, default: 0 }),
        usedQty: f.decimal(2, '计量用量', { formula: `(${PASSED}) * correctFactor + replacedQty` }),
      },
    },
  },
  computed: {
    tankUsed: f.decimal(2, '罐存推算用量', { formula: 'openingTank + purchasedQty - closingTank' }),
    usedTotal: f.decimal(2, '我方计量总量', {
      hint: '无计量表时按罐存推算',
      formula: 'sum(readings.usedQty) + tankUsed * (count(readings) == 0)',
    }),
    diffRate: f.percent('账单差异率', { formula: '(billQty - usedTotal) / usedTotal * 100' }),
    heatTotal: f.decimal(2, '总热量', { unit: 'GJ', formula: 'usedTotal * contractHeatValue / 1000000' }),
    energyFee: f.money('能源费', { unit: '元', formula: 'billQty * energyPrice', capital: true }),
    unitConsume: f.decimal(4, '单位产冷热耗能', { unit: '计量单位/kWh', formula: 'usedTotal / coolOutput' }),
    heatLossFee: f.money('热值不足应扣金额', {
      unit: '元',
      formula:
        'energyFee * (contractHeatValue - testHeatValue) / contractHeatValue * (testHeatValue > 0 and testHeatValue < contractHeatValue)',
    }),
  },
  steps: [
    { name: '项目经理审核', by: 'projectManager' },
    {
      name: '能源数据复核',
      by: 'role(energyAnalyst)',
      fields: {
        dayReportQty: f.decimal(2, '日报累计用量', { required: true, min: 0 }),
        analystOpinion: f.textarea('复核意见', { required: true }),
      },
    },
    { name: '区域经理审核', by: 'areaManager', when: 'diffRate > 2 or diffRate < -2 or heatLossFee > 0' },
    {
      name: '供能方签认',
      by: 'applicant',
      fields: {
        supplierStamp: f.files('供能方签章确认单', { required: true }),
        signDate: f.date('签认日期', { required: true }),
        confirmQty: f.decimal(2, '双方确认用量', { required: true, min: 0 }),
      },
    },
    {
      name: '财务确认',
      by: 'role(finance)',
      fields: {
        payBefore: f.date('付款期限', { required: true }),
        payAmount: f.money('应付金额', { required: true, unit: '元', min: 0 }),
      },
    },
  ],
  cc: ['role(operationDirector)'],
  list: {
    columns: [
      'serial',
      'project',
      'settleMonth',
      'energyKind',
      'energySupplier',
      'usedTotal',
      'billQty',
      'diffRate',
      'energyPrice',
      'energyFee',
      'unitConsume',
      'payAmount',
      'payBefore',
      'status',
    ],
    filters: ['project', 'settleMonth', 'energyKind', 'energySupplier'],
    sum: ['heatTotal', 'energyFee', 'payAmount'],
  },
  rules: [
    {
      if: "count(readings) == 0 and energyKind != '柴油' and energyKind != '液化天然气'",
      error: '请填写主能源计量数据',
      at: 'readings',
    },
    {
      if: '(diffRate > 2 or diffRate < -2) and not diffReason',
      error: '账单与我方计量差异超过百分之二，请填写差异原因与协商结果',
    },
    { if: 'periodEnd <= periodStart', error: '截止日期必须晚于起始日期' },
    {
      if: "readings.readKind == '正常' and readings.current < readings.previous",
      error: '本期读数小于上期读数，换表或满码归零请在读数情形中选择',
    },
    {
      if: "readings.readKind == '换表' and (readings.oldFinal < readings.previous or readings.current < readings.newInitial)",
      error: '换表时旧表止码不能小于上期读数，本期读数不能小于新表起码',
    },
    {
      if: "readings.readKind == '换表' and readings.oldFinal > readings.previous and not readings.replacedQty",
      error: '旧表止码大于上期读数，请填写换表前用量',
    },
    { if: "readings.readKind != '换表' and readings.replacedQty > 0", error: '未换表不应填写换表前用量' },
    {
      if: "readings.readKind == '满码归零' and (readings.fullScale <= readings.previous or readings.current >= readings.previous)",
      error: '满码值应大于上期读数，归零后的本期读数应小于上期读数',
    },
    { if: 'readings.verifyDue < periodStart and not diffReason', error: '计量表已超过检定有效期，请写明协商结果' },
    { if: 'closingTank > openingTank + purchasedQty', error: '期末罐存不能大于期初罐存与本期进量之和' },
    {
      if: 'billAmount - energyFee > 1 or energyFee - billAmount > 1',
      error: '供能账单金额与用量乘单价不符，请核对单价或用量',
    },
    { if: 'confirmQty > billQty', error: '双方确认用量不能大于账单用量' },
    { if: 'payAmount > billAmount', error: '应付金额不能大于供能账单金额' },
    { if: 'payBefore < signDate', error: '付款期限不能早于签认日期' },
  ],
  uniqueTogether: [['project', 'settleMonth', 'energyKind']],
  onApproved: [
    { do: 'mainEnergySource.check', at: 'submit' },
    'mainEnergySource.basis',
    'mainEnergySource.draftPayment',
    'mainEnergySource.lastReading',
    'mainEnergySource.cost',
    'mainEnergySource.draftAbnormal',
  ],
  print: 'A4',
  reports: ['accountStateMents', 'costAnalysis', 'energyAnalysis', 'energyConsumptionYOY'],
});
