/** A tab of the to-do pages as a workbook: everything of the person's own that matches, not only the page in sight. */
import { FLOW_STATUS } from '@hengneng/core';
import type { exportTasks } from '@hengneng/contracts';
import { today } from '@hengneng/form-kit';
import type { z } from 'zod';
import type { Ctx } from '../../platform/context.ts';
import { refused } from '../../platform/http/errors.ts';
import type { FileAnswer } from '../../platform/http/registry.ts';
import { workbookFile } from '../forms/workbook-file.ts';
import { type Cell, instantCell, writeWorkbook } from '../forms/xlsx.ts';
import { copyList, historyList, mineList, type Page, type TaskFilters, waitList } from './lists.ts';
import type { FlowStatus } from './types.ts';

const MOST_ROWS = 20_000;

export type TaskTab = z.output<typeof exportTasks.input>['Tab'];

export const TAB_TITLE: Readonly<Record<TaskTab, string>> = {
  wait: '待我处理',
  handled: '我已处理',
  mine: '我发起',
  cc: '抄送我',
};

/** Head, width, and what stands below. */
type Column<R> = readonly [head: string, width: number, cell: (row: R) => Cell];

interface RecordRow {
  readonly moduleId: string;
  readonly BusinessId: string;
  readonly serial: string | null;
  readonly title: string;
  readonly module: string;
  readonly project: string | null;
  readonly applicant: string;
  readonly amount: string | null;
  readonly Status: string;
}

const at = (value: string | null): Cell => (value === null ? null : instantCell(value));
const hours = (value: string | null): Cell => (value === null ? null : { number: value, style: { places: 1 } });
/** By the clock: what was handled at night or on a day off took no working time. */
const elapsed = (from: string | null, to: string): Cell =>
  from === null ? null : hours(((Date.parse(to) - Date.parse(from)) / 3_600_000).toFixed(1));
const RECORD: readonly Column<RecordRow>[] = [
  ['单号', 20, (row) => row.serial ?? '（草稿，未编号）'],
  ['标题', 36, (row) => row.title],
  ['模块', 18, (row) => row.module],
  ['项目', 24, (row) => row.project],
  ['申请人', 12, (row) => row.applicant],
  ['金额（元）', 14, (row) => (row.amount === null ? null : { number: row.amount, style: { places: 2 } })],
];
const status: Column<RecordRow> = ['状态', 10, (row) => FLOW_STATUS[row.Status] ?? row.Status];

interface Table {
  readonly total: number;
  readonly widths: readonly number[];
  readonly rows: readonly (readonly Cell[])[];
  /** Amounts are missing that the person sees but may not take along. */
  readonly reduced: boolean;
}

/** A row as it may leave in a workbook. */
type Taken = <R extends { readonly moduleId: string; readonly BusinessId: string; readonly amount: string | null }>(
  rows: readonly R[],
) => Promise<R[]>;

const tableOf = async <R extends RecordRow>(
  list: { readonly rows: readonly R[]; readonly total: number },
  taken: Taken,
  columns: readonly Column<R>[],
): Promise<Table> => {
  const rows = await taken(list.rows);
  return {
    total: list.total,
    widths: columns.map(([, width]) => width),
    rows: [columns.map(([head]) => ({ head })), ...rows.map((row) => columns.map(([, , cell]) => cell(row)))],
    reduced: rows.some((row, index) => row.amount !== list.rows[index]?.amount),
  };
};

type Filters = TaskFilters & { readonly statuses?: readonly FlowStatus[] | undefined };

const tables: Readonly<Record<TaskTab, (ctx: Ctx, filters: Filters, page: Page, taken: Taken) => Promise<Table>>> = {
  wait: async ({ db, session, now }, filters, page, taken) =>
    tableOf(await waitList(db, session.userId, filters, page, now), taken, [
      ...RECORD,
      ['步骤', 18, (row) => row.step],
      ['到达时间', 18, (row) => at(row.arrivedAt)],
      ['等待（工作小时）', 16, (row) => hours(row.waitedHours)],
      ['截止', 18, (row) => at(row.dueAt)],
      ['超时', 8, (row) => (row.overdue ? '是' : '否')],
      ['代谁处理', 12, (row) => row.onBehalfOf],
      ['为何是我', 24, (row) => row.why],
      ['正在处理', 12, (row) => row.claimedBy],
    ]),
  handled: async ({ db, session }, filters, page, taken) =>
    tableOf(await historyList(db, session.userId, filters, page), taken, [
      ...RECORD,
      ['步骤', 18, (row) => row.step],
      ['我的结论', 10, (row) => row.conclusion],
      ['代谁处理', 12, (row) => row.onBehalfOf],
      ['我的意见', 36, (row) => row.Opinion],
      ['处理时间', 18, (row) => at(row.handledAt)],
      ['用时（工作小时）', 16, (row) => hours(row.workingHours)],
      ['历时（自然小时）', 16, (row) => elapsed(row.arrivedAt, row.handledAt)],
      status,
    ]),
  mine: async ({ db, session, now }, filters, page, taken) =>
    tableOf(await mineList(db, session.userId, filters, page, now), taken, [
      ...RECORD,
      status,
      ['当前步骤', 18, (row) => row.currentStep],
      ['处理人', 20, (row) => row.handlers],
      ['提交时间', 18, (row) => at(row.submittedAt)],
      ['结束时间', 18, (row) => at(row.finishedAt)],
      ['用时（工作小时）', 16, (row) => hours(row.usedHours)],
      ['历时（自然小时）', 16, (row) => elapsed(row.submittedAt, row.finishedAt ?? now.toISOString())],
    ]),
  cc: async ({ db, session }, filters, page, taken) =>
    tableOf(await copyList(db, session.userId, filters, page), taken, [
      ...RECORD,
      ['抄送人', 12, (row) => row.from],
      ['留言', 36, (row) => row.Opinion],
      ['时间', 18, (row) => at(row.handledAt)],
      status,
      ['已读', 8, (row) => (row.read ? '是' : '否')],
    ]),
};

export interface TabExport {
  readonly tab: TaskTab;
  readonly filters: Filters;
  readonly keyword: string | undefined;
  /** What the rows were chosen by, in words. */
  readonly about: readonly (readonly [string, string])[];
  readonly taken: Taken;
  /** Writes the audit row once the rows are there. */
  readonly audited: (rows: number) => Promise<void>;
}

export const exportTab = (ctx: Ctx, wanted: TabExport): Promise<FileAnswer> =>
  workbookFile(`${TAB_TITLE[wanted.tab]}_${today(ctx.now)}.xlsx`, async (out) => {
    const page: Page = { page: 1, size: MOST_ROWS, sort: undefined, order: 'desc', keyword: wanted.keyword };
    const table = await tables[wanted.tab](ctx, wanted.filters, page, wanted.taken);
    if (table.total > MOST_ROWS) throw refused('数据超过2万行，请缩小筛选范围');
    const words: readonly (readonly [string, string])[] = [
      ['页签', TAB_TITLE[wanted.tab]],
      ['导出人', ctx.session.userName],
      ['条数', String(table.total)],
      ...wanted.about,
      ...(table.reduced ? [['未导出的列（无导出权限）', '金额'] as const] : []),
    ];
    await writeWorkbook(out, [
      { name: TAB_TITLE[wanted.tab], widths: table.widths, rows: table.rows },
      {
        name: '筛选条件',
        widths: [24, 50],
        rows: [
          ['导出时间', instantCell(ctx.now.toISOString())],
          ...words.map(([label, text]): readonly Cell[] => [{ head: label }, text]),
        ],
      },
    ]);
    await wanted.audited(table.total);
  });
