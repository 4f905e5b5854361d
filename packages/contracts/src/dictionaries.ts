/** 数据字典: words to pick from and figures to reckon with, as administrators see and change them. */
import { DICTIONARY_KINDS } from '@hengneng/core';
import { z } from 'zod';
import { call } from './call.ts';
import { count, day, seenValue } from './common.ts';
import { wholeImported } from './imports.ts';

export const WORD_STATES = ['启用', '停用', '未生效'] as const;
/** What a sheet of them looks like; the export is what is handed in again. */
export const DICTIONARY_COLUMNS = ['字典', '编码', '名称', '值', '单位', '排序', '起', '止'] as const;
export const DICTIONARY_IMPORT_ROWS = 1_000;

const version = z.object({
  From: z.string().nullable(),
  To: z.string().nullable(),
  Value: z.string(),
  SetBy: z.string().nullable(),
  SetAt: z.string().nullable(),
});
const row = z.object({
  Dict: z.string(),
  Title: z.string(),
  Code: z.string(),
  Name: z.string(),
  /** As of today; null for a word. */
  Value: z.string().nullable(),
  Unit: z.string().nullable(),
  Sort: z.number(),
  From: z.string().nullable(),
  To: z.string().nullable(),
  Builtin: z.boolean(),
  /** Records that hold it; null for a figure. */
  Used: z.number().nullable(),
  State: z.enum(WORD_STATES),
  /** Of a figure, the newest first; of a word none. */
  Versions: z.array(version),
});
export type DictionaryRow = z.output<typeof row>;

const dictionary = z.object({
  Id: z.string(),
  Title: z.string(),
  Words: z.boolean(),
  Unit: z.string().nullable(),
  Min: z.number().nullable(),
  Max: z.number().nullable(),
  Places: z.number().nullable(),
});
export type DictionaryAbout = z.output<typeof dictionary>;

const asked = z.object({
  kind: z.enum(DICTIONARY_KINDS, '没有这个分类').optional(),
  dict: z.string().max(40).optional(),
  Keyword: z.string().max(50, '关键字最多50字').optional(),
  state: z.enum(['启用', '停用'], '状态只能是启用或停用').optional(),
});

export const dictionaryGroups = call('POST', '/webapi/Dictionary/Groups', '数据字典的分类', {
  input: z.object({}),
  output: z.object({
    groups: z.array(z.object({ Kind: z.enum(DICTIONARY_KINDS), Dictionaries: z.array(dictionary) })),
  }),
});

export const dictionaryIndex = call('POST', '/webapi/Dictionary/Index', '数据字典的条目与使用处', {
  input: asked,
  output: z.object({
    rows: z.array(row),
    /** Where those of the dictionary that was asked for are used. */
    uses: z.array(z.object({ Module: z.string(), Field: z.string(), Records: z.number().nullable() })),
  }),
});

const at = {
  dict: z.string('请指定字典').min(1, '请指定字典').max(40),
  code: z.string('请指定编码').min(1, '请指定编码').max(40),
};
const name = z.string('请填写名称').trim().min(1, '请填写名称').max(30, '名称最多30字');
const sort = count('排序', 1, 9_999);
const lastDay = z.preprocess((value) => (value === '' ? null : value), day.nullable());

/** `seenVersions` of the figure that was opened: where somebody else has set it since, nothing is saved. */
const versions = z.string().max(20_000).optional();

export const dictionarySave = call(
  'POST',
  '/webapi/Dictionary/Save',
  '新增、修改、停用、删除字典条目；参数按生效日另立一版',
  {
    input: z.discriminatedUnion(
      'action',
      [
        z.object({
          action: z.literal('add'),
          dict: at.dict,
          code: z
            .string('请填写编码')
            .trim()
            .regex(/^[A-Za-z0-9_-]{1,20}$/, '编码为1～20位字母、数字、横线或下划线'),
          name,
          sort: sort.optional(),
          from: day.optional(),
          to: lastDay.optional(),
        }),
        z.object({
          action: z.literal('edit'),
          ...at,
          name: name.optional(),
          sort: sort.optional(),
          to: lastDay.optional(),
          /** The word as it was when it was opened: where somebody else has changed it since, nothing is saved. */
          seen: z.object({ name: seenValue, sort: seenValue, to: seenValue }).optional(),
        }),
        z.object({
          action: z.literal('set'),
          ...at,
          value: z
            .string('请填写值')
            .trim()
            .regex(/^-?\d{1,9}(\.\d{1,6})?$/, '值必须是数字'),
          from: day.optional(),
          seen: versions,
        }),
        z.object({ action: z.literal('unset'), ...at, from: day, seen: versions }),
        z.object({ action: z.literal('stop'), ...at }),
        z.object({ action: z.literal('resume'), ...at }),
        z.object({ action: z.literal('delete'), ...at }),
      ],
      '没有这个操作',
    ),
    output: z.object({ ok: z.literal(true) }),
  },
);

export const dictionaryExport = call('POST', '/webapi/Dictionary/Export', '导出数据字典，也是导入的模板', {
  input: asked,
  output: z.unknown(),
});

export const dictionaryImport = call('POST', '/webapi/Dictionary/Import', '按表格新增和修改字典条目，有错不写入', {
  input: z.object({}),
  output: wholeImported,
});
