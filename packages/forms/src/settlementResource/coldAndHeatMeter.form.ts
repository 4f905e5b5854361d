import { f } from '@hengneng/form-kit';
import { defineForm } from '../env.ts';
import { PASSED, readingColumns } from './readings.ts';

/** 每个结算期与客户共同抄录冷热量表，折算冷热量和金额，签认后作为计量结算依据 */
export const coldAndHeatMeter = defineForm({
  id: 'coldAndHeatMeter',
  purpose: '每个结算期与客户共同抄录冷热量表，折算冷热量和金额，签认后作为计量结算依据',
  links: { project: f.project('项目', { required: true }), contract: f.contract('合同', { required: true }) },
  serial: 'LRBQ-{yyyy}{MM}-{seq4}',
  fields: {
    settleMonth: f.month('结算月份', { required: true }),
    supplyMode: f.enum('供能类型', ['供冷', '采暖'], {
      required: true,
      hint: '同一项目同一月份同一供能类型一份',
    }),
    periodStart: f.date('起始日期', { required: true, hint: '接上期截止日期' }),
    periodEnd: f.date('截止日期', { required: true }),
    readTime: f.datetime('抄表时间', { required: true }),
    readWay: f.enum('抄表方式', ['双方现场抄表', '远传数据', '我方抄表客户核对'], { required: true }),
    ourReader: f.user('我方抄表人', { required: true, default: 'me' }),
    customerReader: f.text('客户抄表人', { required: true }),
    customerPhone: f.phone('客户电话', { from: 'project.customerPhone' }),
    coolUnitPrice: f.money4('冷量单价', {
      unit: '元/kWh',
      min: 0,
      showIf: "supplyMode == '供冷'",
      from: 'contract.coolPrice',
      locked: 'known',
    }),
    heatUnitPrice: f.money4('热量单价', {
      unit: '元/kWh',
      min: 0,
      showIf: "supplyMode == '采暖'",
      from: 'contract.heatPrice',
      locked: 'known',
    }),
    minimumUsage: f.decimal(1, '合同保底用量', {
      unit: 'kWh',
      min: 0,
      default: 0,
      from: 'contract.minimumHeat',
      locked: 'known',
    }),
    lastUsage: f.decimal(1, '上期结算量', {
      unit: 'kWh',
      min: 0,
      from: 'meterStatement.lastQuantity',
      locked: 'known',
    }),
    lastYearUsage: f.decimal(1, '去年同期结算量', {
      unit: 'kWh',
      min: 0,
      from: 'meterStatement.lastYearQuantity',
      locked: 'known',
    }),
    abnormalNote: f.textarea('异常与协商说明', { hint: '有协商增减、表计超检定期或同比变化超三成时必填' }),
    meterPhotos: f.images('表盘照片', { required: true, max: 12 }),
  },
  details: {
    readings: {
      label: '冷热量表读数',
      fields: {
        meter: f.device('冷热量表', { required: true, kinds: ['冷热量表'] }),
        meterPlace: f.text('安装位置', { from: 'meter.position' }),
        verifyDue: f.date('检定有效期', { from: 'meter.verifyDue' }),
        meterUnit: f.enum('表计单位', ['kWh', 'MWh', 'GJ'], { required: true, from: 'meter.unit' }),
        previous: f.decimal(3, '上期读数', { required: true, min: 0, from: 'meter.lastReading', locked: 'known' }),
        current: f.decimal(3, '本期读数', { required: true, min: 0 }),
        multiple: f.decimal(2, '倍率', { min: 0.01, default: 1, from: 'meter.multiple', locked: 'known' }),
        ...readingColumns(3),
        replacedUsage: f.decimal(3, '换表前用量', { min: 0, default: 0, hint: '本期换表时填旧表用量，单位同表计' }),
        toKwh: f.decimal(4, '折算系数', { required: true, default: 1, hint: 'kWh为1，MWh为1000，GJ为277.7778' }),
        usageKwh: f.decimal(1, '计量冷热量', {
          unit: 'kWh',
          formula: `((${PASSED}) * multiple + replacedUsage) * toKwh`,
        }),
        flowTotal: f.decimal(1, '累计流量', { unit: 'm³', min: 0 }),
        adjustKwh: f.decimal(1, '协商增减', { unit: 'kWh', default: 0 }),
        settleKwh: f.decimal(1, '结算冷热量', { unit: 'kWh', formula: 'usageKwh + adjustKwh' }),
      },
    },
  },
  computed: {
    usageTotal: f.decimal(1, '计量总量', { unit: 'kWh', formula: 'sum(readings.usageKwh)' }),
    adjustTotal: f.decimal(1, '协商增减合计', { unit: 'kWh', formula: 'sum(readings.adjustKwh)' }),
    settleTotal: f.decimal(1, '结算总量', {
      unit: 'kWh',
      hint: '不足保底按保底',
      formula:
        'sum(readings.settleKwh) * (not (sum(readings.settleKwh) < minimumUsage)) + minimumUsage * (sum(readings.settleKwh) < minimumUsage)',
    }),
    settleAmount: f.money('结算金额', {
      unit: '元',
      formula: "settleTotal * (coolUnitPrice * (supplyMode == '供冷') + heatUnitPrice * (supplyMode == '采暖'))",
      capital: true,
    }),
    chainRate: f.percent('环比', { formula: '(settleTotal - lastUsage) / lastUsage * 100' }),
    yoyRate: f.percent('同比', { formula: '(settleTotal - lastYearUsage) / lastYearUsage * 100' }),
  },
  steps: [
    { name: '项目经理审核', by: 'projectManager' },
    {
      name: '能源数据复核',
      by: 'role(energyAnalyst)',
      fields: {
        remoteUsage: f.decimal(1, '远传系统用量', { unit: 'kWh', min: 0 }),
        analystOpinion: f.textarea('复核意见', { required: true }),
      },
    },
    { name: '区域经理审核', by: 'areaManager', when: 'adjustTotal != 0 or yoyRate > 30 or yoyRate < -30' },
    {
      name: '客户签认',
      by: 'applicant',
      fields: {
        customerSign: f.signature('客户签字', { required: true }),
        signDate: f.date('签认日期', { required: true }),
        stampedFile: f.files('盖章确认单'),
      },
    },
    {
      name: '财务确认',
      by: 'role(finance)',
      fields: {
        financeConfirm: f.month('计入结算期', { required: true }),
      },
    },
  ],
  list: {
    columns: [
      'serial',
      'project',
      'contract',
      'settleMonth',
      'supplyMode',
      'periodStart',
      'periodEnd',
      'usageTotal',
      'adjustTotal',
      'settleTotal',
      'settleAmount',
      'yoyRate',
      'signDate',
      'status',
    ],
    filters: ['project', 'contract', 'settleMonth', 'supplyMode', 'signDate'],
    sum: ['usageTotal', 'adjustTotal', 'settleTotal', 'settleAmount'],
  },
  rules: [
    { if: 'count(readings) == 0', error: '请填写冷热量表读数' },
    { if: 'not readings.multiple', error: '请填写倍率' },
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
      if: "readings.readKind == '换表' and readings.oldFinal > readings.previous and not readings.replacedUsage",
      error: '旧表止码大于上期读数，请填写换表前用量',
    },
    { if: "readings.readKind != '换表' and readings.replacedUsage > 0", error: '未换表不应填写换表前用量' },
    {
      if: "readings.readKind == '满码归零' and (readings.fullScale <= readings.previous or readings.current >= readings.previous)",
      error: '满码值应大于上期读数，归零后的本期读数应小于上期读数',
    },
    {
      if: 'readings.verifyDue < periodEnd and not abnormalNote',
      error: '冷热量表已超过检定有效期，请在异常与协商说明中写明双方意见',
    },
    {
      if: "(readings.meterUnit == 'MWh' and readings.toKwh != 1000) or (readings.meterUnit == 'kWh' and readings.toKwh != 1)",
      error: '折算系数与表计单位不符',
    },
    {
      if: "readings.meterUnit == 'GJ' and (readings.toKwh < 277.7 or readings.toKwh > 277.8)",
      error: '表计单位为GJ时折算系数应为277.7778',
    },
    { if: "supplyMode == '供冷' and not coolUnitPrice", error: '请填写冷量单价', at: 'coolUnitPrice' },
    { if: "supplyMode == '采暖' and not heatUnitPrice", error: '请填写热量单价', at: 'heatUnitPrice' },
    { if: 'readings.adjustKwh != 0 and not abnormalNote', error: '有协商增减时请填写异常与协商说明' },
    { if: '(yoyRate > 30 or yoyRate < -30) and not abnormalNote', error: '同比变化超过三成，请说明原因' },
    { if: 'signDate < periodEnd', error: '签认日期不能早于截止日期' },
  ],
  uniqueTogether: [['project', 'settleMonth', 'supplyMode']],
  onApproved: [
    { do: 'coldAndHeatMeter.check', at: 'submit' },
    'coldAndHeatMeter.basis',
    'coldAndHeatMeter.lastReading',
    'coldAndHeatMeter.replaceRecord',
  ],
  print: 'A4',
  reports: ['accountStateMents', 'monthStateMents', 'incomeExpenseAnalysis'],
});
