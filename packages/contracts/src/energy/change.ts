/** 变化报表: why a project used more or less than in another period; and what people say of it. Numbers are in the unit that is looked at. */
import { z } from 'zod';
import { call } from '../call.ts';
import { spanOfDays } from './analysis.ts';

const project = z.string('请选择项目').trim().min(1, '请选择项目').max(30, '项目编码过长');

export const CHANGE_BASES = { yoy: '去年同期', last: '上期', custom: '自选' } as const;
export const CHANGE_MEASURES = { cost: '费用(元)', coal: '标煤(kgce)', elec: '电(kWh)', gas: '气(m³)' } as const;
export type ChangeMeasure = keyof typeof CHANGE_MEASURES;
/** Decimals on page, picture and workbook, by unit. */
export const CHANGE_PLACES: Readonly<Record<string, number>> = { 元: 2, kgce: 1, kWh: 0, 'm³': 0 };

/**
 * Two pages ask by one path: what changed between two periods (`Period`), or how several series of a project differ (`Series`). Each side is
 * parsed by its own shape.
 */
export const nhMessage = call('POST', '/api/Energyanalysis/GetNHMessage', '变化分解（Period），或自身对比（Series）', {
  input: z.looseObject({ ProjectCode: project }),
  output: z.unknown(),
});

export const changeInput = z
  .object({
    ProjectCode: project,
    Period: spanOfDays,
    Base: z.enum(['yoy', 'last', 'custom'], '请选择对比期').default('yoy'),
    /** Of 自选. */
    BasePeriod: spanOfDays.optional(),
    Measure: z.enum(['cost', 'coal', 'elec', 'gas'], '请选择看什么').default('coal'),
  })
  .refine(({ Base, BasePeriod }) => Base !== 'custom' || BasePeriod !== undefined, {
    path: ['BasePeriod'],
    message: '请选择对比期',
  });

const periodShown = z.object({ from: z.string(), to: z.string() });

export const changeReport = z.object({
  projectName: z.string(),
  asOf: z.string(),
  pending: z.number(),
  Unit: z.string(),
  /** Whether the person may look at money here. */
  MayCost: z.boolean(),
  Period: periodShown,
  BasePeriod: periodShown,
  Now: z.number().nullable(),
  Base: z.number().nullable(),
  /** In the order of the picture; amounts as shown add up to Now − Base as shown, what rounding takes from that has a line of its own. */
  Items: z.array(
    z.object({
      Factor: z.string(),
      Amount: z.number(),
      /** Of the whole change, %. */
      Share: z.number().nullable(),
      Basis: z.string(),
    }),
  ),
  Complete: z.number().nullable(),
  BaseComplete: z.number().nullable(),
  Estimated: z.number().nullable(),
  BaseEstimated: z.number().nullable(),
  /** 仅供参考: one of the periods is not whole. */
  Doubtful: z.boolean(),
  /** Days of the period against those in the same place of the other. */
  Days: z.array(
    z.object({
      Day: z.string(),
      BaseDay: z.string().nullable(),
      Now: z.number().nullable(),
      Base: z.number().nullable(),
      Difference: z.number().nullable(),
    }),
  ),
  Notes: z.array(z.string()),
  /** What somebody wrote of it, the newest last. */
  Said: z.array(z.object({ NoteId: z.string(), Text: z.string(), By: z.string(), At: z.string() })),
});
export type ChangeReport = z.output<typeof changeReport>;

export const changeExport = call('POST', '/api/Energyanalysis/ExportChange', '导出变化报表', {
  input: changeInput.safeExtend({ Format: z.enum(['xlsx'], '只能导出为 xlsx').default('xlsx') }),
  output: z.unknown(),
});

/** `InsertProjectSetUp` with SetType=reportNote: a sentence beside a figure of a report. Notes are added, never changed. */
export const reportNoteInput = z.object({
  /** Path of the page: `/operationContent/stateMents/varyStateMents`. */
  Screen: z
    .string('请给出报表')
    .max(120)
    .regex(/^\/[A-Za-z/]+$/, '报表地址不正确'),
  ProjectCode: project,
  Period: z.string('请给出期间').min(1, '请给出期间').max(60, '期间最多60字'),
  Row: z.string().max(60, '行最多60字').default(''),
  Text: z.string('请填写说明').trim().min(1, '请填写说明').max(500, '说明最多500字'),
});
/** `GetProjectSetUp` with SetType=reportNote. */
export const reportNoteRead = z.object({
  Screen: z.string().max(120),
  ProjectCode: project,
  Period: z.string().max(60),
});
