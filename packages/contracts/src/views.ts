/** Views: rows over several tables, with their sums, the figures above them and the pictures of them. Each has paths of its own. */
import { z } from 'zod';
import { call, listInput, taken } from './call.ts';
import { flag } from './common.ts';
import { labelMap } from './forms.ts';

/** What a view's calls are made of. */
export interface ViewCalls {
  readonly title: string;
  readonly calls: { readonly index: string; readonly export: string };
}

export const viewRow = z.looseObject({ id: z.string() });
export type ViewRow = z.output<typeof viewRow>;

/** One group of a picture; `values` in the order of the chart's series, null where there is none. */
export const chartGroup = z.object({
  by: z.string().nullable(),
  /** Where the group stands on the other side of a heat map. */
  across: z.string().nullable().optional(),
  values: z.array(z.string().nullable()),
});
export type ChartGroup = z.output<typeof chartGroup>;

/** Filters come beside these by the columns' keys (`dueDate[from]`). */
const asked = z.looseObject({
  ...listInput.shape,
  Charts: flag.default(false),
  /** Without them neither rows nor sums and figures are looked up: a page asks for its pictures beside the rows. */
  Rows: flag.default(true),
});

export const viewIndex = (view: ViewCalls) =>
  call('POST', view.calls.index, `${view.title}：按列筛选、排序，合计与数字为全部符合条件的行`, {
    input: asked,
    output: z.object({
      rows: z.array(viewRow),
      total: z.number(),
      sums: z.record(z.string(), z.string()),
      labels: labelMap,
      /** Figures over all rows that match. */
      figures: z.record(z.string(), z.string().nullable()),
      /** Only with `Charts`. */
      charts: z.record(z.string(), z.array(chartGroup)),
    }),
  });

export const viewExport = (view: ViewCalls) =>
  call('POST', view.calls.export, `导出${view.title}`, { input: taken(asked), output: z.unknown() });

/** The lists of a page of several views as sheets of one workbook, each with the filters of the page. */
export const boardExport = call(
  'POST',
  '/bpmapi/StatisticalAnalysis/Export',
  '导出统计分析页的全部表，每表一个工作表',
  {
    input: z.looseObject({ Board: z.string('请指明统计页').min(1, '请指明统计页').max(60, '没有这个统计页') }),
    output: z.unknown(),
  },
);
