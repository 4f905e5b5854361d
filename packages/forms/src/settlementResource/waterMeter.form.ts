import { f } from '@hengneng/form-kit';
import { defineForm } from '../env.ts';
import { PASSED, readingColumns } from './readings.ts';

/** 每月确认冷却塔补水、软水、生活用水等水表读数和承担方，核对水费账单并分析单位耗水 */
export const waterMeter = defineForm({
  id: 'waterMeter',
  purpose: '每月确认冷却塔补水、软水、生活用水等水表读数和承担方，核对水费账单并分析单位耗水',
  links: { project: f.project('项目', { required: true }), contract: f.contract('合同') },
  serial: 'SBQR-{yyyy}{MM}-{seq4}',
  emptyMinus: 'zero',
  fields: {
    settleMonth: f.month('结算月份', { required: true, hint: '同一项目每月一份' }),
    periodStart: f.date('起始日期', { required: true }),
    periodEnd: f.date('截止日期', { required: true }),
    waterSource: f.enum('水源', ['市政自来水', '中水回用', '地下水', '江河湖水'], { required: true }),
    waterSupplier: f.supplier('供水单位', { required: true }),
    waterPrice: f.money4('水价', {
      required: true,
      unit: '元/m³',
      min: 0,
      from: 'contract.waterPrice',
      locked: 'known',
    }),
    sewagePrice: f.money4('污水处理费', { unit: '元/m³', min: 0, default: 0 }),
    sewageRatio: f.percent('排污计费比例', { min: 0, max: 100, default: 100, hint: '冷却塔蒸发水量可按约定减免' }),
    ladderExtra: f.money('超计划加价水费', { unit: '元', min: 0, default: 0 }),
    billM3: f.decimal(1, '水费账单水量', { unit: 'm³', min: 0 }),
    coolOutput: f.decimal(1, '同期供冷量', { unit: 'kWh', min: 0, from: 'meterStatement.coolOutput', locked: 'known' }),
    lastYearM3: f.decimal(1, '去年同期用水', {
      unit: 'm³',
      min: 0,
      from: 'meterStatement.lastYearQuantity',
      locked: 'known',
    }),
    ourReader: f.user('我方抄表人', { required: true, default: 'me' }),
    customerReader: f.text('客户抄表人', { required: true }),
    leakNote: f.textarea('漏水与异常说明', { required: true, showIf: 'yoyRate > 20 or billDiff > 3 or billDiff < -3' }),
    meterPhotos: f.images('水表照片', { required: true, max: 12 }),
    billFiles: f.files('水费账单'),
  },
  details: {
    readings: {
      label: '水表读数',
      fields: {
        meter: f.device('水表', { required: true, kinds: ['水表'] }),
        useKind: f.enum(
          '用水用途',
          ['冷却塔补水', '冷温水补水', '软化再生', '卫生热水补水', '清洗排污', '机房生活', '宿舍'],
          { required: true, from: 'meter.useKind' },
        ),
        bearer: f.enum('水费承担方', ['我方承担', '客户承担'], { required: true }),
        previous: f.decimal(2, '上期读数', {
          required: true,
          unit: 'm³',
          min: 0,
          from: 'meter.lastReading',
          locked: 'known',
        }),
        current: f.decimal(2, '本期读数', { required: true, unit: 'm³', min: 0 }),
        multiple: f.decimal(2, '倍率', { min: 0.01, default: 1, from: 'meter.multiple', locked: 'known' }),
        ...readingColumns(2),
        replacedM3: f.decimal(2, '换表前用量', { unit: 'm³', min: 0, default: 0 }),
        deductM3: f.decimal(2, '分表扣减', { unit: 'm³', min: 0, default: 0, hint: '总表下属他方分表用量' }),
        usedM3: f.decimal(2, '结算水量', {
          unit: 'm³',
          formula: `(${PASSED}) * multiple + replacedM3 - deductM3`,
        }),
        ourM3: f.decimal(2, '我方水量', { unit: 'm³', formula: "usedM3 * (bearer == '我方承担')" }),
        towerM3: f.decimal(2, '冷却塔水量', { unit: 'm³', formula: "usedM3 * (useKind == '冷却塔补水')" }),
      },
    },
  },
  computed: {
    usedTotal: f.decimal(2, '结算总水量', { unit: 'm³', formula: 'sum(readings.usedM3)' }),
    ourTotal: f.decimal(2, '我方承担水量', { unit: 'm³', formula: 'sum(readings.ourM3)' }),
    towerTotal: f.decimal(2, '冷却塔补水量', { unit: 'm³', formula: 'sum(readings.towerM3)' }),
    ourFee: f.money('我方承担水费', {
      unit: '元',
      formula: 'ourTotal * (waterPrice + sewagePrice * sewageRatio / 100) + ladderExtra',
      capital: true,
    }),
    waterPerMwh: f.decimal(3, '单位供冷耗水', { unit: 'm³/MWh', formula: 'towerTotal / coolOutput * 1000' }),
    billDiff: f.percent('与账单差异率', { formula: '(billM3 - usedTotal) / billM3 * 100' }),
    yoyRate: f.percent('同比', { formula: '(usedTotal - lastYearM3) / lastYearM3 * 100' }),
  },
  steps: [
    { name: '项目经理审核', by: 'projectManager' },
    {
      name: '水质工程师复核',
      by: 'role(waterEngineer)',
      when: 'yoyRate > 20 or waterPerMwh > 4',
      fields: {
        waterJudge: f.enum('用水判断', ['正常', '排污过量', '飘水溢流', '管网泄漏', '表计异常'], { required: true }),
        saveAdvice: f.textarea('节水建议', { required: true }),
      },
    },
    {
      name: '能源数据复核',
      by: 'role(energyAnalyst)',
      fields: {
        dayReportM3: f.decimal(2, '日报累计水量', { required: true, unit: 'm³', min: 0 }),
        dayReportNote: f.textarea('与日报差异说明'),
      },
    },
    {
      name: '客户签认',
      by: 'applicant',
      fields: {
        customerSign: f.signature('客户签字', { required: true }),
        signDate: f.date('签认日期', { required: true }),
      },
    },
    {
      name: '财务确认',
      by: 'role(finance)',
      fields: {
        payBefore: f.date('水费缴纳期限'),
      },
    },
  ],
  list: {
    columns: [
      'serial',
      'project',
      'settleMonth',
      'waterSource',
      'usedTotal',
      'ourTotal',
      'towerTotal',
      'ourFee',
      'waterPerMwh',
      'billDiff',
      'yoyRate',
      'signDate',
      'status',
    ],
    filters: ['project', 'contract', 'settleMonth', 'waterSource', 'waterSupplier'],
    sum: ['usedTotal', 'ourTotal', 'towerTotal', 'ourFee'],
  },
  rules: [
    { if: 'count(readings) == 0', error: '请填写水表读数' },
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
      if: "readings.readKind == '换表' and readings.oldFinal > readings.previous and not readings.replacedM3",
      error: '旧表止码大于上期读数，请填写换表前用量',
    },
    { if: "readings.readKind != '换表' and readings.replacedM3 > 0", error: '未换表不应填写换表前用量' },
    {
      if: "readings.readKind == '满码归零' and (readings.fullScale <= readings.previous or readings.current >= readings.previous)",
      error: '满码值应大于上期读数，归零后的本期读数应小于上期读数',
    },
    { if: 'readings.usedM3 < 0', error: '分表扣减不能大于总表用量' },
    {
      if: '(dayReportM3 - usedTotal > usedTotal * 0.05 or usedTotal - dayReportM3 > usedTotal * 0.05) and not dayReportNote',
      error: '日报累计水量与确认水量相差超过百分之五，请说明原因',
    },
    { if: 'signDate < periodEnd', error: '签认日期不能早于截止日期' },
  ],
  uniqueTogether: [['project', 'settleMonth']],
  onApproved: [
    { do: 'waterMeter.check', at: 'submit' },
    'waterMeter.basis',
    'waterMeter.lastReading',
    'waterMeter.cost',
    'waterMeter.towerWater',
    'waterMeter.draftRepair',
  ],
  print: 'A4',
  reports: ['accountStateMents', 'waterManageAnalysis', 'costAnalysis', 'monthStateMents'],
});
