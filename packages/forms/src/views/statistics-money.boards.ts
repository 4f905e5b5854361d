/** 统计分析 of money and operation: which views stand on which page. */
import { defineBoard } from '@hengneng/form-kit';
import { INCOME_ASKS, REPAIR_ASKS } from './statistics-money.ts';
import { cashAhead, incomeChange, incomeLines, incomeMonths, incomeProjects } from './statistics-money-income.views.ts';
import { repairCosts, repairDevices, repairProjects, repairRepeats } from './statistics-money-repairs.views.ts';

export const incomeBoard = defineBoard({
  id: 'incomeBoard',
  title: '收支分析',
  purpose: '项目的收入、支出、净收支与预算执行，找出入不敷出的项目',
  screen: incomeMonths.screen,
  filters: INCOME_ASKS,
  head: [incomeMonths, incomeLines, incomeChange],
  lists: [incomeProjects, incomeMonths, incomeChange, cashAhead, incomeLines],
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
