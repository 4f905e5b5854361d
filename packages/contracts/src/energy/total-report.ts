/** 综合分析报表: a month of a project as a document of nine sections, each with figures and words of its own. */
import { z } from 'zod';
import { call } from '../call.ts';
import { count } from '../common.ts';
import { reportCategory, reportMonthText, reportProjectCode, reportQuality } from './report-parts.ts';

export const TOTAL_SECTIONS = {
  overview: '本月概况',
  parts: '能耗构成',
  flow: '能流去向',
  cost: '费用与单价',
  hosts: '设备效率',
  temperatures: '供回水与室外温度',
  carbon: '标煤与碳',
  quality: '数据质量与调整',
  conclusion: '结论与建议',
} as const;
export type TotalSectionKey = keyof typeof TOTAL_SECTIONS;
const SECTION_KEYS = Object.keys(TOTAL_SECTIONS) as [TotalSectionKey, ...TotalSectionKey[]];

const asked = {
  ProjectCode: reportProjectCode,
  Month: reportMonthText,
  Audience: z.enum(['内部', '客户'], '口径只能是内部或客户').default('内部'),
};

const table = z.object({
  Key: z.string(),
  Title: z.string(),
  /** `Places`: of a column of numbers; null where it is words. */
  Columns: z.array(z.object({ Name: z.string(), Places: z.number().nullable() })),
  Rows: z.array(z.array(z.string().nullable())),
});
export type TotalTable = z.output<typeof table>;

const section = z.object({
  Key: z.enum(SECTION_KEYS),
  Title: z.string(),
  /** What the figures say by themselves. */
  Draft: z.string(),
  /** What somebody wrote; null: nobody did, and the draft stands. */
  Text: z.string().nullable(),
  TextVersion: z.number(),
  TextBy: z.string(),
  TextAt: z.string().nullable(),
  /** The figures say something else than when it was written. */
  Outdated: z.boolean(),
  Tables: z.array(table),
});
export type TotalSection = z.output<typeof section>;

export const totalContent = z.object({
  projectName: z.string(),
  customerName: z.string(),
  month: z.string(),
  /** 正式, or 临时 up to a day. */
  standing: z.string(),
  until: z.string(),
  audience: z.enum(['内部', '客户']),
  asOf: z.string(),
  pending: z.number(),
  cards: z.array(z.object({ Label: z.string(), Value: z.string(), Unit: z.string() })),
  sections: z.array(section),
  whole: z.object(reportQuality),
  /** Why it cannot be signed. */
  lacks: z.array(z.string()),
});
export type TotalContent = z.output<typeof totalContent>;

const input = z.object({ ...asked, Version: count('版本', 1).optional() });

export const totalReport = call('POST', '/emcapi/EnergyReport/Total', '综合分析报表：九节数据与文字', {
  input,
  output: totalContent.extend({
    Version: z.number().nullable(),
    SignedBy: z.string(),
    SignedAt: z.string().nullable(),
    SignNote: z.string(),
    /** Of the project: what the names in the tables mean. */
    Categories: z.array(reportCategory),
    /** Sections whose words were written for other figures, and whether the last version says something else. */
    Changed: z.number(),
    VersionChanged: z.boolean(),
    Versions: z.array(z.object({ Version: z.number(), SignedBy: z.string(), SignedAt: z.string(), Note: z.string() })),
  }),
});

export const totalSaveText = call('POST', '/emcapi/EnergyReport/SaveText', '综合分析报表：保存一节文字', {
  input: z.object({
    ...asked,
    Section: z.enum(SECTION_KEYS, '没有这一节'),
    Text: z.string('请填写文字').trim().min(1, '请填写文字').max(2000, '每节最多2000字'),
    /** Of the text that was read; 0 where there was none. */
    TextVersion: count('文字版本', 0),
  }),
  output: z.object({ TextVersion: z.number() }),
});

export const totalSign = call('POST', '/emcapi/EnergyReport/TotalSign', '综合分析报表：签发', {
  input: z.object({ ...asked, Note: z.string().trim().max(200, '说明最多200字').default('') }),
  output: z.object({ Version: z.number() }),
});

export const totalExport = call('POST', '/emcapi/EnergyReport/TotalExport', '导出综合分析报表', {
  input: input.extend({ Format: z.enum(['xlsx', 'pdf', 'docx'], '只能导出为 xlsx、pdf 或 docx').default('pdf') }),
  output: z.unknown(),
});
