/** Imports of workbooks: template, precheck without writing, what is to be settled by hand, confirming, taking back. */
import { z } from 'zod';
import { call } from './call.ts';
import { count, flag, idText, several } from './common.ts';

/** What an import's calls are made of. */
export interface ImportCalls {
  readonly title: string;
  readonly calls: {
    readonly template: string;
    readonly import: string;
    readonly rows: string;
    readonly faults: string;
  };
}

export const LINE_STATES = ['ok', 'warned', 'faulty'] as const;
export type LineState = (typeof LINE_STATES)[number];

const kind = z.string().max(40).optional();
const checkId = idText;

export const importLine = z.object({
  /** In the sheet; the heading is row 1 where the template was used. */
  row: z.number(),
  /** As they stand in the sheet, by column. */
  cells: z.record(z.string(), z.string()),
  /** What was found out, as people read it. */
  found: z.record(z.string(), z.string().nullable()),
  /** What people settled by hand, as fields take it. */
  edits: z.record(z.string(), z.unknown()),
  /** Words of what `edits` point at. */
  labels: z.record(z.string(), z.string()),
  state: z.enum(LINE_STATES),
  reasons: z.array(z.string()),
});
export type ImportLine = z.output<typeof importLine>;

export const importChecked = z.object({
  CheckId: z.string(),
  fileName: z.string(),
  /** Until when it may be confirmed. */
  validUntil: z.string(),
  ok: z.number(),
  warned: z.number(),
  faulty: z.number(),
  /** Of the file as a whole, as people read it. */
  facts: z.record(z.string(), z.string().nullable()),
  /** What is odd about the file as a whole. */
  notes: z.array(z.string()),
});
export type ImportChecked = z.output<typeof importChecked>;

export const importBatch = z.object({
  BatchId: z.string(),
  batchNo: z.string(),
  rows: z.number(),
  amount: z.string().nullable(),
  undone: z.boolean(),
});
export type ImportBatch = z.output<typeof importBatch>;

const modes = ['check', 'edit', 'commit', 'undo'] as const;

/** `check` comes with the file (multipart), the others without. */
export const importRunInput = z.looseObject({
  mode: z.enum(modes, '导入方式只能是 check、edit、commit 或 undo'),
  kind,
  CheckId: checkId.optional(),
  BatchId: idText.optional(),
  /** How far it is goes out under this name, as events of the topic `import` to whoever asked. */
  Progress: z.uuid('进度编号格式不正确').optional(),
  /** With `edit`: the row that something is settled for; the values come in `values`. */
  row: count('行号', 1, 1_000_000).optional(),
  values: z.record(z.string().max(60), z.unknown()).optional(),
});

export const importCalls = ({ calls, title }: ImportCalls) => ({
  template: call('GET', calls.template, `${title}：下载模板`, { input: z.object({ kind }), output: z.unknown() }),
  run: call('POST', calls.import, `${title}：预检（check）、逐行处理（edit）、确认（commit）、撤销批次（undo）`, {
    input: importRunInput,
    output: z.object({ check: importChecked.nullable(), batch: importBatch.nullable() }),
  }),
  rows: call('POST', calls.rows, `${title}：预检结果的行`, {
    input: z.object({
      kind,
      CheckId: checkId,
      state: z.enum(LINE_STATES, '结果只能是 ok、warned 或 faulty').optional(),
      found: z.record(z.string().max(60), z.string().max(200)).optional(),
      PageIndex: count('页码', 1, 100_000).default(1),
      PageSize: count('每页条数', 1, 500).default(50),
    }),
    output: z.object({ rows: z.array(importLine), total: z.number() }),
  }),
  faults: call('POST', calls.faults, `${title}：下载错误行（带原因列），all=true 为全部预检结果`, {
    input: z.object({ kind, CheckId: checkId, all: flag.default(false) }),
    output: z.unknown(),
  }),
});

/** Event of the topic `import`: what is being done with a file, and how much of the whole is behind. */
export const importProgress = z.object({ Progress: z.string(), stage: z.string(), percent: z.number() });
export type ImportProgress = z.output<typeof importProgress>;

/* ---- imports that are all or nothing ---- */

export const sheetFault = z.object({
  /** Row of the sheet, the heading being row 1. */
  row: z.number(),
  /** Heading of the column; empty where the whole row is meant. */
  column: z.string().max(50),
  message: z.string().max(200),
});
export type SheetFault = z.output<typeof sheetFault>;

/** A list of faults as it was answered, handed back to be taken as a workbook. */
export const importErrorsInput = (most: number) =>
  z.object({ errors: several(sheetFault.extend({ row: count('行号', 1, 1_000_000) }), most, '错误过多') });

export const wholeImported = z.object({
  /** Rows that carry something. */
  rows: z.number(),
  /** What was made: all that the sheet says, or nothing. */
  created: z.number(),
  errors: z.array(sheetFault),
});
export type WholeImported = z.output<typeof wholeImported>;
