/** What was owed, billed and paid over a year: by project, by area and month, and what was paid for others. */
import { defineView, f } from '@hengneng/form-kit';
import { keysOf } from './keys.ts';
import { CHARGE_MODELS } from '../options.ts';

const SCREEN = '/formFlow/collectionSettlement/paymentStatisticsTotal';

/** Amounts stand in the unit that was asked for, so that they carry none of their own. */
const amount = (label: string) => f.money(label, { unit: '' });
const YEAR = f.integer('年度', { required: true, default: 'year' });
const KIND_AND_UNIT = {
  chargeMode: f.enum('收费模式', CHARGE_MODELS),
  unit: f.enum('单位', ['元', '万元'], { required: true, default: '元' }),
};

const monthly = {
  m01: amount('1月到账'),
  m02: amount('2月到账'),
  m03: amount('3月到账'),
  m04: amount('4月到账'),
  m05: amount('5月到账'),
  m06: amount('6月到账'),
  m07: amount('7月到账'),
  m08: amount('8月到账'),
  m09: amount('9月到账'),
  m10: amount('10月到账'),
  m11: amount('11月到账'),
  m12: amount('12月到账'),
};

/** How the year went; all of it adds up. */
const yearly = {
  opening: amount('年初未收'),
  billed: amount('当年结算'),
  cancelled: amount('取消'),
  invoiced: amount('已开票'),
  received: amount('当年到账'),
  oldDebt: amount('其中收旧欠'),
  prepaidUsed: amount('预收冲抵'),
  closing: amount('期末未收'),
  overdue: amount('其中逾期'),
  prepaid: amount('预收余额'),
};

/** What happened within a month. */
const within = {
  billed: amount('结算应收'),
  cancelled: amount('取消'),
  received: amount('到账'),
  prepaidUsed: amount('预收冲抵'),
};

/** What was paid for others, and what is to come back. */
const behalf = {
  advanced: f.money('代缴垫付', { unit: '元' }),
  recovered: f.money('已收回', { unit: '元' }),
  billed: f.money('转入结算', { unit: '元' }),
  open: f.money('未收回', { unit: '元' }),
};

export const paymentTotal = defineView({
  id: 'paymentTotal',
  title: '收款总表',
  purpose: '每个项目年初未收、当年结算、取消、到账与期末未收；期末与应收台账余额不平的标红',
  register: { paper: 'A3' },
  screen: SCREEN,
  calls: { index: '/bpmapi/Statement/Statistics', export: '/bpmapi/Statement/ExportTotal' },
  asks: {
    year: YEAR,
    fromMonth: f.month('月份起'),
    toMonth: f.month('月份止'),
    ...KIND_AND_UNIT,
  },
  columns: {
    project: f.project('项目', { required: true }),
    area: f.dept('区域'),
    ...yearly,
    rate: f.percent('回款率'),
    planned: amount('计划'),
    completion: f.percent('完成率'),
    lateChange: amount('锁定后变动'),
    difference: amount('与台账相差'),
    check: f.enum('校验', ['平', '不平'], { required: true }),
    ...monthly,
  },
  list: {
    columns: [
      'project',
      'area',
      ...keysOf(yearly),
      'rate',
      'planned',
      'completion',
      'lateChange',
      'difference',
      'check',
      ...keysOf(monthly),
    ],
    filters: ['year', 'fromMonth', 'toMonth', 'area', 'project', 'chargeMode', 'check', 'unit'],
    sum: [...keysOf(yearly), 'planned', 'lateChange', 'difference', ...keysOf(monthly)],
  },
  figures: {
    completion: f.percent('年度目标完成率'),
    opening: yearly.opening,
    billed: yearly.billed,
    received: yearly.received,
    closing: yearly.closing,
    overdue: yearly.overdue,
    rate: f.percent('回款率'),
    broken: f.integer('校验不平', { unit: '个' }),
  },
});

export const paymentMonths = defineView({
  id: 'paymentMonths',
  title: '区域月度收款',
  purpose: '各区域每月的结算与到账，以及到该月为止的累计回款率',
  screen: SCREEN,
  calls: { index: '/bpmapi/Statement/StatisticsMonths', export: '/bpmapi/Statement/ExportMonths' },
  asks: {
    year: YEAR,
    project: f.project('项目'),
    ...KIND_AND_UNIT,
  },
  columns: {
    area: f.dept('区域', { required: true }),
    month: f.month('月份', { required: true }),
    ...within,
    dueSoFar: amount('累计应收'),
    receivedSoFar: amount('累计到账'),
    rate: f.percent('累计回款率'),
  },
  list: {
    columns: ['area', 'month', ...keysOf(within), 'dueSoFar', 'receivedSoFar', 'rate'],
    filters: ['year', 'area', 'project', 'chargeMode', 'unit'],
    sum: keysOf(within),
  },
  charts: {
    byMonth: {
      label: '应收与到账',
      kind: 'bar',
      by: 'month',
      series: {
        billed: within.billed,
        received: within.received,
        rate: f.percent('累计回款率', { unit: '%' }),
      },
    },
  },
});

export const behalfAndBonds = defineView({
  id: 'behalfAndBonds',
  title: '代缴与保证金',
  purpose: '替客户代缴、代垫还没有收回的，以及付出去应退回的保证金',
  screen: SCREEN,
  calls: { index: '/bpmapi/Statement/BehalfAndBonds', export: '/bpmapi/Statement/ExportBehalfAndBonds' },
  columns: {
    project: f.project('项目', { required: true }),
    area: f.dept('区域'),
    ...behalf,
    openDays: f.integer('代缴逾期', { unit: '天' }),
    bonds: f.money('应退保证金', { unit: '元' }),
    bondDays: f.integer('保证金逾期', { unit: '天' }),
  },
  list: {
    columns: ['project', 'area', ...keysOf(behalf), 'openDays', 'bonds', 'bondDays'],
    filters: ['area', 'project', 'openDays', 'bondDays'],
    sum: ['advanced', 'recovered', 'billed', 'open', 'bonds'],
  },
  figures: {
    open: f.money('代缴未收回', { unit: '元' }),
    bonds: f.money('应退保证金', { unit: '元' }),
    overdue: f.integer('有逾期的项目', { unit: '个' }),
  },
});
