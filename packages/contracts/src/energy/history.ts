/** 历史数据录入: readings of the time before the system, checked as a whole, kept as a whole, taken back as a whole. */
import { z } from 'zod';
import { call, listInput, listOutput } from '../call.ts';
import { blankable, day, idText } from '../common.ts';

const project = z.string('请选择项目').trim().min(1, '请选择项目').max(30, '项目编码过长');

/** What a file may hold. A workbook is unpacked as a whole, a text file is read as it comes. */
export const HISTORY_LIMITS = {
  xlsx: { megabytes: 20, rows: 100_000 },
  csv: { megabytes: 50, rows: 1_200_000 },
} as const;

/** Heads of the columns; those that may be left out are filled in from the meter and the project. */
export const HISTORY_COLUMNS = {
  reading: { needed: ['日期', '表计', '读数'], optional: ['时刻', '示数项', '单位', '翻转'] },
  usage: { needed: ['日期', '表计', '用量'], optional: ['示数项', '单位'] },
} as const;
export const HISTORY_KINDS = ['reading', 'usage'] as const;
export type HistoryKind = (typeof HISTORY_KINDS)[number];

/** Days in which a batch may be taken back. */
export const HISTORY_UNDO_DAYS = 7;

export const historyFault = z.object({
  /** Of the file, its heading being row 1. */
  Row: z.number(),
  Column: z.string(),
  Message: z.string(),
  Level: z.enum(['错误', '提示']),
  Date: z.string(),
  Meter: z.string(),
  Register: z.string(),
  Value: z.string(),
});
export type HistoryFault = z.output<typeof historyFault>;

export const historyCheck = call(
  'POST',
  '/emcapi/HistoricalDataReport/ImpFile',
  '历史数据：上传校验，逐行给出问题，不入库',
  {
    input: z.object({ ProjectCode: project, Kind: z.enum(HISTORY_KINDS, '请选择读数或日用量').default('reading') }),
    output: z.object({
      BatchId: z.string(),
      Digest: z.string(),
      Total: z.number(),
      Ok: z.number(),
      /** How many errors and hints there are; of `Errors` the first ones. */
      Faulty: z.number(),
      Warned: z.number(),
      /** Readings whose instant has an imported one already. */
      Conflicts: z.number(),
      FirstDay: z.string().nullable(),
      LastDay: z.string().nullable(),
      Errors: z.array(historyFault),
      /** What the file says of each register: a point in the wrong place shows in what was used. */
      Meters: z.array(
        z.object({
          Meter: z.string(),
          Register: z.string(),
          Rows: z.number(),
          From: z.string(),
          To: z.string(),
          Usage: z.string().nullable(),
          Unit: z.string(),
        }),
      ),
    }),
  },
);
export type HistoryChecked = z.output<typeof historyCheck.output>;

export const historyApply = call(
  'POST',
  '/emcapi/HistoricalDataReport/ImpFileData',
  '历史数据：确认入库，整批成或不成',
  {
    input: z.object({
      BatchId: idText,
      Digest: z.string('请先校验文件').regex(/^[0-9a-f]{64}$/, '文件指纹不正确，请重新校验'),
      OnConflict: z.enum(['skip', 'version'], '请选择冲突时跳过还是作为新版本'),
    }),
    output: z.object({ Inserted: z.number(), Skipped: z.number(), Versioned: z.number() }),
  },
);

export const historyVoid = call('POST', '/emcapi/HistoricalDataReport/VoidBatch', '历史数据：7天内整批撤销', {
  input: z.object({
    BatchId: idText,
    Reason: z.string('请填写撤销原因').trim().min(1, '请填写撤销原因').max(200, '撤销原因最多200字'),
  }),
  output: z.object({ Voided: z.number() }),
});

const historyFilter = {
  ProjectCode: project,
  Date: z.object({ from: day.optional(), to: day.optional() }).optional(),
  CategoryCode: blankable(z.string().max(40, '类别过长')).optional(),
  BatchId: blankable(idText).optional(),
};

export const importedRow = z.object({
  EntryId: z.string(),
  Date: z.string(),
  ReadTime: z.string(),
  CategoryCode: z.string(),
  CategoryName: z.string(),
  DeviceId: z.string(),
  DeviceName: z.string(),
  Register: z.string(),
  RegisterName: z.string(),
  Reading: z.string(),
  /** Since the reading before; null where a change of the meter or its multiplier lies between. */
  Usage: z.string().nullable(),
  Unit: z.string(),
  BatchId: z.string(),
  Importer: z.string(),
  ImportTime: z.string(),
});
export type ImportedRow = z.output<typeof importedRow>;

export const historyList = call('POST', '/emcapi/HistoricalDataReport/GetHisDataList', '已导入的历史读数', {
  input: listInput.extend(historyFilter),
  output: listOutput(importedRow),
});

/** What `ExpFile` of the kinds template, data and errors takes besides its kind. */
export const historyTemplateInput = z.object({
  ProjectCode: project,
  DataKind: z.enum(HISTORY_KINDS, '请选择读数或日用量').default('reading'),
});
export const historyDataInput = z.object(historyFilter);
export const historyErrorsInput = z.object({ BatchId: idText });

/** Type `historyBatch` of `GetDataMessageByType`. */
export const historyBatchesInput = z.object({ ProjectCode: project });
export interface HistoryBatch {
  readonly BatchId: string;
  readonly Kind: HistoryKind;
  readonly FileName: string;
  readonly Total: number;
  readonly Inserted: number;
  readonly Skipped: number;
  readonly Versioned: number;
  readonly Faulty: number;
  readonly FirstDay: string | null;
  readonly LastDay: string | null;
  readonly State: '待入库' | '已入库' | '已作废';
  readonly Creator: string;
  readonly CreatedAt: string;
  readonly AppliedAt: string | null;
  readonly VoidReason: string;
  /** Whether it may still be taken back; the server looks again when it is. */
  readonly Undoable: boolean;
}
export interface HistoryBatches {
  readonly rows: readonly HistoryBatch[];
  /** Meters whose days wait to be worked out. */
  readonly Pending: number;
}

export const MOST_HISTORY_EXPORT = 50_000;
