/** 统计分析 of money and operation: which views stand on which page. */
import { defineBoard } from '@hengneng/form-kit';
import { BUSINESS_ASKS, COST_ASKS, INCOME_ASKS, REPAIR_ASKS, WATER_ASKS } from './statistics-money.ts';
import {
  businessAccounts,
  businessAlerts,
  businessAreas,
  businessComments,
  businessLosses,
  businessProjects,
  businessTrend,
} from './statistics-money-business.views.ts';
import {
  costComments,
  costDrivers,
  costItems,
  costLines,
  costMonths,
  costPeers,
  costVariance,
} from './statistics-money-costs.views.ts';
import {
  cashAhead,
  incomeAreas,
  incomeChange,
  incomeFrozen,
  incomeLines,
  incomeMonths,
  incomeProjects,
  incomeReports,
} from './statistics-money-income.views.ts';
import { waterBad, waterProjects, waterTasks, waterTests } from './statistics-money-water.views.ts';
import { repairCosts, repairDevices, repairProjects, repairRepeats } from './statistics-money-repairs.views.ts';

export const incomeBoard = defineBoard({
  id: 'incomeBoard',
  title: '收支分析',
  purpose: '项目的收入、支出、净收支与预算执行，找出入不敷出的项目',
  screen: incomeMonths.screen,
  filters: INCOME_ASKS,
  head: [incomeMonths, incomeReports, incomeLines, incomeChange],
  lists: [incomeProjects, incomeAreas, incomeMonths, incomeReports, incomeFrozen, incomeChange, cashAhead, incomeLines],
});

export const repairBoard = defineBoard({
  id: 'repairBoard',
  title: '维修成本分析',
  purpose: '维修费花在哪类设备、什么原因、谁承担，哪些设备反复修',
  screen: repairCosts.screen,
  filters: REPAIR_ASKS,
  head: [repairCosts],
  lists: [repairDevices, repairProjects, repairRepeats, repairCosts],
});

export const waterBoard = defineBoard({
  id: 'waterBoard',
  title: '水质管理分析',
  purpose: '各项目的水质合格率、浓缩倍数、补水与药剂成本，检测清洗任务与不合格的闭环',
  screen: waterTests.screen,
  filters: WATER_ASKS,
  head: [waterTests, waterBad, waterProjects],
  lists: [waterProjects, waterBad, waterTasks, waterTests],
});

export const costBoard = defineBoard({
  id: 'costBoard',
  title: '成本分析',
  purpose: '成本结构、单位成本，以及变化来自价格、用量、人工还是维修',
  screen: costMonths.screen,
  filters: COST_ASKS,
  head: [costMonths, costItems, costDrivers],
  lists: [costPeers, costVariance, costItems, costMonths, costDrivers, costComments, costLines],
});

export const businessBoard = defineBoard({
  id: 'businessBoard',
  title: '经营分析',
  purpose: '各区域各项目经营全貌：收入、毛利、能耗、收款、安全与满意度，一页开月度经营会',
  screen: businessAreas.screen,
  filters: BUSINESS_ASKS,
  head: [businessAreas, businessAlerts, businessTrend, businessProjects],
  lists: [
    businessAreas,
    businessProjects,
    businessLosses,
    businessAlerts,
    businessTrend,
    businessComments,
    businessAccounts,
  ],
});
