import { f } from '@hengneng/form-kit';
import { defineForm } from '../env.ts';
import { assign, consultProjectOf } from './common.ts';

/** 主机及选配件销售的技术报价，按出厂指导价折扣、非标增价、运输和付款方式核价，低折扣逐级上批；各步可驳回 */
export const saleOffer = defineForm({
  id: 'saleOffer',
  purpose: '主机及选配件销售的技术报价，按出厂指导价折扣、非标增价、运输和付款方式核价，低折扣逐级上批；各步可驳回',
  links: { consultProject: consultProjectOf('saleConsult.consultProject') },
  serial: 'XSBJ-{yyyy}{MM}-{seq4}',
  emptyMinus: 'zero',
  fields: {
    saleConsult: f.ref('saleConsult', '依据的销售咨询', { required: true }),
    buyerName: f.text('购货单位', { required: true, from: 'saleConsult.customerName' }),
    buyerKind: f.enum('客户类型', ['终端业主', '总包单位', '经销商', '设计总承包', '海外客户'], { required: true }),
    tradeTerm: f.enum('交货条件', ['工厂交货', '到场车板交货', '到场含卸车吊装就位', '含安装调试交钥匙', '离岸价'], {
      required: true,
    }),
    freightKm: f.integer('运输里程', { required: true, unit: 'km', min: 0, showIf: "tradeTerm != '工厂交货'" }),
    freight: f.money('运输及保险费', { unit: '元', min: 0, default: 0 }),
    hoisting: f.money('吊装就位费', { unit: '元', min: 0, default: 0 }),
    startupFee: f.money('调试费', { unit: '元', min: 0, default: 0 }),
    nonStandardFee: f.money('非标增价', {
      unit: '元',
      min: 0,
      default: 0,
      from: 'saleConsult.extraCost',
      locked: 'known',
    }),
    serviceYears: f.integer('延保服务年限', { unit: '年', min: 0, max: 20, default: 0 }),
    serviceYearFee: f.money('年服务费', { required: true, unit: '元/年', min: 0, showIf: 'serviceYears > 0' }),
    warrantyYears: f.integer('免费质保', { required: true, unit: '年', min: 1, max: 5, default: 2 }),
    deliveryWeeks: f.integer('交货周期', { required: true, unit: '周', min: 4, max: 52 }),
    commissionRate: f.percent('代理佣金率', { min: 0, max: 10, default: 0, showIf: "buyerKind == '经销商'" }),
    rivalPrice: f.money('竞品报价', { unit: '元', min: 0 }),
    currency: f.enum('币种', ['人民币', '美元', '欧元'], {
      required: true,
      default: '人民币',
      hint: '各项金额按人民币填写，外币报价按汇率折算',
    }),
    exchangeRate: f.decimal(4, '折算汇率', { required: true, unit: '元', min: 0.0001, showIf: "currency != '人民币'" }),
    validUntil: f.date('报价有效期至', { required: true }),
    specialTerms: f.textarea('特殊商务条款'),
  },
  details: {
    payNodes: {
      label: '付款节点',
      fields: {
        node: f.enum('节点', ['签约预付', '排产投料', '发货前', '到货后', '调试合格', '质保期满'], { required: true }),
        ratio: f.percent('比例', { required: true, min: 0, max: 100 }),
        dueCondition: f.text('付款条件', { required: true }),
        beforeShip: f.percent('发货前比例', {
          formula: "(node == '签约预付' or node == '排产投料' or node == '发货前') * ratio",
        }),
      },
    },
    machines: {
      label: '主机报价',
      step: '暖通工程师核价',
      fields: {
        model: f.text('机型', { required: true }),
        capacity: f.decimal(1, '制冷量', { required: true, unit: 'kW', min: 0 }),
        quantity: f.integer('台数', { required: true, unit: '台', min: 1 }),
        guidePrice: f.money('指导价', { required: true, unit: '元/台', min: 0 }),
        discount: f.percent('折扣', { required: true, min: 50, max: 120, default: 100 }),
        factoryCost: f.money('出厂成本', { required: true, unit: '元/台', min: 0 }),
        guideAmount: f.money('指导价金额', { unit: '元', formula: 'guidePrice * quantity' }),
        machineAmount: f.money('报价金额', { unit: '元', formula: 'guidePrice * discount / 100 * quantity' }),
        machineCost: f.money('成本金额', { unit: '元', formula: 'factoryCost * quantity' }),
        machineCooling: f.decimal(1, '制冷量小计', { unit: 'kW', formula: 'capacity * quantity' }),
      },
    },
    accessories: {
      label: '选配件报价',
      step: '暖通工程师核价',
      fields: {
        accessory: f.enum(
          '选配件',
          [
            '低氮燃烧器',
            '变频溶液泵',
            '远程监控模块',
            '真空在线监测',
            '铜镍或钛换热管',
            '高承压水室',
            '减震器',
            '保温外罩',
            '靶流开关',
            '随机备件包',
          ],
          { required: true },
        ),
        pieces: f.integer('数量', { required: true, unit: '件', min: 1 }),
        accessoryPrice: f.money('单价', { required: true, unit: '元', min: 0 }),
        accessoryCost: f.money('单位成本', { required: true, unit: '元', min: 0 }),
        accessoryAmount: f.money('金额', { unit: '元', formula: 'pieces * accessoryPrice' }),
        accessoryCostSum: f.money('成本', { unit: '元', formula: 'pieces * accessoryCost' }),
      },
    },
  },
  computed: {
    machineTotal: f.money('主机报价合计', { unit: '元', formula: 'sum(machines.machineAmount)' }),
    accessoryTotal: f.money('选配件合计', { unit: '元', formula: 'sum(accessories.accessoryAmount)' }),
    serviceTotal: f.money('延保服务合计', { unit: '元', formula: 'serviceYears * serviceYearFee' }),
    offerTotal: f.money('含税总报价', {
      unit: '元',
      formula: 'machineTotal + accessoryTotal + nonStandardFee + freight + hoisting + startupFee + serviceTotal',
      capital: true,
    }),
    foreignTotal: f.money('外币总报价', { formula: 'offerTotal / exchangeRate' }),
    averageDiscount: f.percent('综合折扣', {
      formula: 'sum(machines.machineAmount) / sum(machines.guideAmount) * 100',
    }),
    commission: f.money('佣金', { unit: '元', formula: 'machineTotal * commissionRate / 100' }),
    margin: f.percent('主机毛利率', {
      formula:
        '(machineTotal + accessoryTotal - commission - sum(machines.machineCost) - sum(accessories.accessoryCostSum)) / (machineTotal + accessoryTotal) * 100',
    }),
    ratioTotal: f.percent('付款比例合计', { formula: 'sum(payNodes.ratio)' }),
    shipRatio: f.percent('发货前收款比例', { formula: 'sum(payNodes.beforeShip)' }),
    pricePerKw: f.decimal(2, '单位冷量价格', {
      unit: '元/kW',
      formula: 'sum(machines.machineAmount) / sum(machines.machineCooling)',
    }),
  },
  resume: 'direct',
  steps: [
    {
      name: '技术总监分派',
      by: 'role(technicalDirector)',
      fields: {
        hvacEngineer: assign('暖通工程师'),
        costReview: f.boolean('需研究所核非标成本', { default: false }),
      },
    },
    {
      name: '暖通工程师核价',
      by: 'chosen',
      among: 'hvacEngineer',
      fields: {
        priceNote: f.textarea('核价说明', { required: true }),
        offerSheet: f.files('技术报价书', { required: true }),
      },
    },
    {
      name: '研究所技术总监核非标成本',
      by: 'role(researchCto)',
      when: 'costReview or nonStandardFee > 0',
      fields: {
        verifiedNonStandard: f.money('核定非标成本', { required: true, unit: '元', min: 0 }),
        researchOpinion: f.textarea('研究所意见'),
      },
    },
    {
      name: '财务审核',
      by: 'role(finance)',
      when: 'shipRatio < 90 or offerTotal >= 2000000',
      fields: {
        creditOpinion: f.textarea('账期与信用意见', { required: true }),
      },
    },
    { name: '总经理审批', by: 'role(generalManager)', when: 'averageDiscount < 85 or margin < 12' },
    {
      name: '申请人报出',
      by: 'applicant',
      final: true,
      fields: {
        sentDate: f.date('报出日期', { required: true }),
        result: f.enum('结果', ['跟进中', '中标签约', '落标', '项目取消'], { required: true }),
        lostReason: f.enum('落标原因', ['价格高', '技术参数不符', '交货期长', '付款条件', '客户关系', '能源条件变化'], {
          required: true,
          showIf: "result == '落标'",
        }),
      },
    },
  ],
  list: {
    columns: [
      'serial',
      'consultProject',
      'buyerName',
      'buyerKind',
      'tradeTerm',
      'machineTotal',
      'averageDiscount',
      'offerTotal',
      'margin',
      'shipRatio',
      'deliveryWeeks',
      'validUntil',
      'sentDate',
      'result',
      'status',
    ],
    filters: ['consultProject', 'buyerKind', 'tradeTerm', 'hvacEngineer', 'result', 'lostReason', 'sentDate', 'status'],
    sum: ['machineTotal', 'accessoryTotal', 'offerTotal'],
  },
  rules: [
    { if: 'ratioTotal != 100', error: '付款节点比例合计必须等于100%' },
    { if: 'validUntil < createdAt', error: '报价有效期不能早于今天' },
    { if: 'priceNote and count(machines) == 0', error: '请填写主机报价' },
    { if: 'verifiedNonStandard > nonStandardFee', error: '非标增价低于研究所核定成本，请驳回调整报价' },
    { if: "tradeTerm == '到场含卸车吊装就位' and hoisting <= 0", error: '含吊装就位的报价须填写吊装就位费' },
    { if: "tradeTerm == '含安装调试交钥匙' and startupFee <= 0", error: '交钥匙报价须填写调试费' },
    { if: 'averageDiscount < 75', error: '综合折扣低于75%不允许报价' },
  ],
  onApproved: ['saleOffer.archive', 'saleOffer.modelPrices', 'saleOffer.project', 'saleOffer.contract'],
  print: 'A4',
  reports: ['marketFormList', 'EMCProjectBidSummaryStatistics', 'consultStatistics/project', 'vData/consultAnalysis'],
});
