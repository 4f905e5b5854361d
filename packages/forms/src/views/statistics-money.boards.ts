/** 统计分析 of money and operation: which views stand on which page. */
import { defineBoard } from '@hengneng/form-kit';
import { REPAIR_ASKS } from './statistics-money.ts';
import { repairCosts, repairDevices, repairProjects, repairRepeats } from './statistics-money-repairs.views.ts';

export const repairBoard = defineBoard({
  id: 'repairBoard',
  title: '维修成本分析',
  purpose: '维修费花在哪类设备、什么原因、谁承担，哪些设备反复修',
  screen: repairCosts.screen,
  filters: REPAIR_ASKS,
  head: [repairCosts],
  lists: [repairDevices, repairProjects, repairRepeats, repairCosts],
});
