import { f } from '@hengneng/form-kit';
import { defineForm } from '../env.ts';
import { PASSED, readingColumns } from './readings.ts';

/** 每月确认卫生热水用水量和供水温度，折算热量，按吨或按热量与客户结算 */
export const sanitaryHotWater = defineForm({
  id: 'sanitaryHotWater',
  purpose: '每月确认卫生热水用水量和供水温度，折算热量，按吨或按热量与客户结算',
  links: { project: f.project('项目', { required: true }), contract: f.contract('合同', { required: true }) },
  serial: 'WSRS-{yyyy}{MM}-{seq4}',
  emptyMinus: 'zero',
  fields: {
    settleMonth: f.month('结算月份', { required: true, hint: '同一项目每月一份' }),
    periodStart: f.date('起始日期', { required: true }),
    periodEnd: f.date('截止日期', { required: true }),
    chargeWay: f.enum('计费方式', ['按吨计费', '按热量计费', '月度包干'], {
      required: true,
      from: 'contract.hotWaterChargeWay',
    }),
    tonPrice: f.money4('热水单价', {
      unit: '元/m³',
      min: 0,
      showIf: "chargeWay == '按吨计费'",
      from: 'contract.hotWaterPrice',
      locked: 'known',
    }),
    heatPrice: f.money4('热量单价', {
      unit: '元/GJ',
      min: 0,
      showIf: "chargeWay == '按热量计费'",
      from: 'contract.hotWaterHeatPrice',
      locked: 'known',
    }),
    lumpSum: f.money('月度包干费', {
      unit: '元',
      min: 0,
      showIf: "chargeWay == '月度包干'",
      from: 'contract.hotWaterLump',
      locked: 'known',
    }),
    heatSource: f.enum(
      '热源',
      ['直燃机卫生热水器', '燃气热水锅炉', '容积式换热器', '空气源热泵', '太阳能加辅热', '余热回收'],
      { required: true },
    ),
    lowTempNote: f.textarea('水温不达标说明', { required: true, showIf: 'lowTempZones > 0' }),
    supplyDays: f.integer('供应天数', { required: true, unit: '天', min: 0, max: 31 }),
    interruptHours: f.decimal(1, '中断供应时长', { unit: 'h', min: 0, default: 0 }),
    interruptDeduct: f.money('中断供应扣减', { unit: '元', min: 0, default: 0 }),
    returnLoss: f.decimal(2, '循环回水散热', { unit: 'GJ', min: 0, default: 0 }),
    tempComplaints: f.integer('水温投诉次数', { unit: '次', min: 0, default: 0 }),
    customerReader: f.text('客户抄表人', { required: true }),
    ourReader: f.user('我方抄表人', { required: true, default: 'me' }),
    meterPhotos: f.images('热水表照片', { required: true, max: 9 }),
  },
  details: {
    zones: {
      label: '热水表读数',
      fields: {
        meter: f.device('热水表', { required: true, kinds: ['热水表'] }),
        zone: f.enum('供应区域', ['客房', '厨房', '员工浴室', '泳池水疗', '洗衣房', '宿舍', '病房', '其他'], {
          required: true,
        }),
        previous: f.decimal(2, '上期读数', {
          required: true,
          unit: 'm³',
          min: 0,
          from: 'meter.lastReading',
          locked: 'known',
        }),
        current: f.decimal(2, '本期读数', { required: true, unit: 'm³', min: 0 }),
        ...readingColumns(2),
        replacedM3: f.decimal(2, '换表前用量', { unit: 'm³', min: 0, default: 0 }),
        usedM3: f.decimal(2, '用水量', { unit: 'm³', formula: `${PASSED} + replacedM3` }),
        coldTemp: f.decimal(1, '冷水温度', { required: true, unit: '℃', min: 0, max: 40 }),
        hotTemp: f.decimal(1, '供水温度', { required: true, unit: '℃', min: 30, max: 85 }),
        agreedTemp: f.decimal(1, '约定供水温度', {
          required: true,
          unit: '℃',
          min: 35,
          max: 70,
          from: 'contract.hotWaterTemp',
          locked: 'known',
        }),
        heatGj: f.decimal(3, '折算热量', { unit: 'GJ', formula: 'usedM3 * (hotTemp - coldTemp) * 4.1868 / 1000' }),
        lowTemp: f.integer('低于约定温度', { flag: true, formula: 'hotTemp < agreedTemp' }),
      },
    },
  },
  computed: {
    waterTotal: f.decimal(2, '热水总量', { unit: 'm³', formula: 'sum(zones.usedM3)' }),
    heatTotal: f.decimal(3, '热量合计', { unit: 'GJ', formula: 'sum(zones.heatGj) + returnLoss' }),
    dailyWater: f.decimal(2, '日均热水量', { unit: 'm³/天', formula: 'waterTotal / supplyDays' }),
    lowTempZones: f.integer('温度不达标区域数', { unit: '个', formula: 'sum(zones.lowTemp)' }),
    hotWaterFee: f.money('热水费', {
      unit: '元',
      formula:
        "waterTotal * tonPrice * (chargeWay == '按吨计费') + heatTotal * heatPrice * (chargeWay == '按热量计费') + lumpSum * (chargeWay == '月度包干')",
    }),
    settleFee: f.money('应结算金额', { unit: '元', formula: 'hotWaterFee - interruptDeduct', capital: true }),
  },
  steps: [
    { name: '项目经理审核', by: 'projectManager' },
    {
      name: '能源数据复核',
      by: 'role(energyAnalyst)',
      fields: {
        energyUsedGj: f.decimal(2, '热源同期耗能', { required: true, unit: 'GJ', min: 0 }),
        analystOpinion: f.textarea('复核意见', { required: true }),
      },
    },
    { name: '区域经理审核', by: 'areaManager', when: 'interruptDeduct > 0 or lowTempZones > 0' },
    {
      name: '客户签认',
      by: 'applicant',
      fields: {
        customerSign: f.signature('客户签字', { required: true }),
        signDate: f.date('签认日期', { required: true }),
      },
    },
    { name: '财务确认', by: 'role(finance)' },
  ],
  list: {
    columns: [
      'serial',
      'project',
      'contract',
      'settleMonth',
      'chargeWay',
      'waterTotal',
      'heatTotal',
      'dailyWater',
      'lowTempZones',
      'interruptDeduct',
      'settleFee',
      'signDate',
      'status',
    ],
    filters: ['project', 'contract', 'settleMonth', 'chargeWay', 'heatSource'],
    sum: ['waterTotal', 'heatTotal', 'interruptDeduct', 'settleFee'],
  },
  rules: [
    { if: "chargeWay == '按吨计费' and not tonPrice", error: '请填写热水单价', at: 'tonPrice' },
    { if: "chargeWay == '按热量计费' and not heatPrice", error: '请填写热量单价', at: 'heatPrice' },
    { if: "chargeWay == '月度包干' and not lumpSum", error: '请填写月度包干费', at: 'lumpSum' },
    { if: 'count(zones) == 0', error: '请填写热水表读数' },
    { if: 'periodEnd <= periodStart', error: '截止日期必须晚于起始日期' },
    {
      if: "zones.readKind == '正常' and zones.current < zones.previous",
      error: '本期读数小于上期读数，换表或满码归零请在读数情形中选择',
    },
    {
      if: "zones.readKind == '换表' and (zones.oldFinal < zones.previous or zones.current < zones.newInitial)",
      error: '换表时旧表止码不能小于上期读数，本期读数不能小于新表起码',
    },
    {
      if: "zones.readKind == '换表' and zones.oldFinal > zones.previous and not zones.replacedM3",
      error: '旧表止码大于上期读数，请填写换表前用量',
    },
    { if: "zones.readKind != '换表' and zones.replacedM3 > 0", error: '未换表不应填写换表前用量' },
    {
      if: "zones.readKind == '满码归零' and (zones.fullScale <= zones.previous or zones.current >= zones.previous)",
      error: '满码值应大于上期读数，归零后的本期读数应小于上期读数',
    },
    { if: 'zones.hotTemp <= zones.coldTemp', error: '供水温度必须高于冷水温度' },
    { if: 'interruptDeduct > 0 and interruptHours == 0', error: '有中断供应扣减时请填写中断供应时长' },
    { if: 'interruptDeduct > hotWaterFee', error: '中断供应扣减不能大于热水费' },
    {
      if: "energyUsedGj > 0 and energyUsedGj < heatTotal and heatSource != '空气源热泵' and heatSource != '太阳能加辅热' and heatSource != '余热回收'",
      error: '热源耗能小于产出热量，请核对读数和温度',
    },
    { if: 'signDate < periodEnd', error: '签认日期不能早于截止日期' },
  ],
  uniqueTogether: [['project', 'settleMonth']],
  onApproved: [
    { do: 'sanitaryHotWater.check', at: 'submit' },
    'sanitaryHotWater.basis',
    'sanitaryHotWater.lastReading',
    'sanitaryHotWater.draftProblem',
  ],
  print: 'A4',
  reports: ['accountStateMents', 'monthStateMents', 'incomeExpenseAnalysis'],
});
