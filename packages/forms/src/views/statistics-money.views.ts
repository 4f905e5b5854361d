/** 统计分析 of money and operation, by page. */
export * from './statistics-money-business.views.ts';
export * from './statistics-money-costs.views.ts';
export * from './statistics-money-income.views.ts';
export * from './statistics-money-repairs.views.ts';
export * from './statistics-money-water.views.ts';
