/** 自身对比: a project against itself: sets of days side by side, and a baseline against which savings are told. */
import { z } from 'zod';
import { call } from '../call.ts';
import { count, day, flag, idText } from '../common.ts';
import { nodeId, spanOfDays } from './analysis.ts';

const project = z.string('请选择项目').trim().min(1, '请选择项目').max(30, '项目编码过长');
const celsius = z.coerce.number('温度必须是数字').min(-50, '温度不能低于 -50').max(60, '温度不能高于 60').optional();

export const COMPARE_DAYS = { all: '全部日', work: '工作日', rest: '休息日' } as const;
export const COMPARE_ALIGNS = {
  order: '按天序',
  weekday: '按星期',
  temperature: '按室外温度',
  hour: '按小时',
} as const;
export type CompareAlign = keyof typeof COMPARE_ALIGNS;
export const MOST_SERIES = 4;

export const compareSeries = z.object({
  Name: z.string('请填写名称').trim().min(1, '请填写名称').max(40, '名称最多40字'),
  NodeId: nodeId,
  Date: spanOfDays,
  Days: z.enum(['all', 'work', 'rest'], '请选择日类型').default('all'),
  MinC: celsius,
  MaxC: celsius,
});
const allSeries = z
  .array(compareSeries, '请给出对比集')
  .min(1, '请先选两段时间')
  .max(MOST_SERIES, `最多${MOST_SERIES}条`);
const align = z.enum(['order', 'weekday', 'temperature', 'hour'], '请选择对齐方式').default('order');

/** `GetNHMessage` with Series. */
export const compareInput = z.object({ ProjectCode: project, Series: allSeries, Align: align });

export const compareReport = z.object({
  projectName: z.string(),
  asOf: z.string(),
  pending: z.number(),
  Series: z.array(
    z.object({
      Name: z.string(),
      NodeName: z.string(),
      Unit: z.string(),
      /** X as the page aligns: 第 n 天, 周一, ℃ or an hour. */
      Points: z.array(z.object({ X: z.string(), Y: z.number() })),
      /** Each day with its temperature. */
      Days: z.array(z.object({ Day: z.string(), Temperature: z.number().nullable(), Use: z.number() })),
      /** Use against temperature; null where the days say nothing of it. */
      Line: z.object({ Slope: z.number(), Intercept: z.number(), R2: z.number() }).nullable(),
      Stats: z.object({
        Days: z.number(),
        Total: z.number().nullable(),
        Mean: z.number().nullable(),
        MeanC: z.number().nullable(),
        /** 单位度日用量, by CDD26 or HDD18, whichever the days have more of. */
        PerDegreeDay: z.number().nullable(),
        DegreeKind: z.enum(['CDD26', 'HDD18']).nullable(),
        Complete: z.number().nullable(),
        Estimated: z.number().nullable(),
      }),
    }),
  ),
  /** Of the first series with each of the others. */
  Diffs: z.array(
    z.object({
      Name: z.string(),
      A: z.number().nullable(),
      B: z.number().nullable(),
      Difference: z.number().nullable(),
      Percent: z.number().nullable(),
      Words: z.string(),
    }),
  ),
  Notes: z.array(z.string()),
});
export type CompareReport = z.output<typeof compareReport>;

export const compareExport = call('POST', '/api/Energyanalysis/ExportCompare', '导出自身对比', {
  input: compareInput.extend({ Format: z.enum(['xlsx'], '只能导出为 xlsx').default('xlsx') }),
  output: z.unknown(),
});

/** `InsertProjectSetUp` with SetType=compareSet: kept under a name; with an Id changed, with Remove taken away. */
export const compareSetInput = z.object({
  ProjectCode: project,
  Id: idText.optional(),
  Name: z.string('请填写对比集名称').trim().min(1, '请填写对比集名称').max(40, '名称最多40字'),
  Align: align,
  Series: allSeries,
  Remove: flag.optional(),
});
export const compareSetRead = z.object({ ProjectCode: project });
export const compareSet = z.object({
  Id: z.string(),
  Name: z.string(),
  Align: align,
  Series: z.array(compareSeries),
  By: z.string(),
});
export type CompareSet = z.output<typeof compareSet>;

/* ---- baselines ---- */

const baselineGrain = z.enum(['day', 'month'], '请选择模型').default('day');

/** `GetProjectSetUp` with SetType=baseline: the list; with an object and a span a trial; with an Id and a report its statement. */
export const baselineRead = z.object({
  ProjectCode: project,
  NodeId: nodeId.optional(),
  Date: spanOfDays.optional(),
  Grain: baselineGrain,
  Id: idText.optional(),
  Report: spanOfDays.optional(),
  /** The statement as it was signed. */
  Version: count('版本', 1).optional(),
});

export const baselineInput = z.discriminatedUnion(
  'Action',
  [
    z.object({
      Action: z.literal('set'),
      ProjectCode: project,
      Name: z.string('请填写措施').trim().min(1, '请填写措施').max(60, '措施最多60字'),
      NodeId: nodeId,
      Date: spanOfDays,
      Grain: baselineGrain,
    }),
    z.object({
      Action: z.literal('adjust'),
      ProjectCode: project,
      Id: idText,
      Event: z.string('请填写事件').trim().min(1, '请填写事件').max(60, '事件最多60字'),
      /** More than before where the event makes the building use more. */
      Amount: z.coerce.number('调整量必须是数字').min(-1e12, '调整量过小').max(1e12, '调整量过大'),
      Basis: z.string('请填写依据').trim().min(1, '请填写依据').max(300, '依据最多300字'),
      From: day,
      To: day,
    }),
    z.object({
      Action: z.literal('sign'),
      ProjectCode: project,
      Id: idText,
      Report: spanOfDays,
      /** Of the figures as they were shown. */
      Digest: z.string('请先查看节能量报告').min(1, '请先查看节能量报告').max(64),
      Note: z.string().trim().max(200, '说明最多200字').default(''),
    }),
    z.object({
      Action: z.literal('void'),
      ProjectCode: project,
      Id: idText,
      Reason: z.string('请填写原因').trim().min(1, '请填写原因').max(200, '原因最多200字'),
    }),
  ],
  '不支持的操作',
);

const fit = z.object({
  Kind: z.string(),
  Formula: z.string(),
  R2: z.number(),
  CvRmse: z.number(),
  Nmbe: z.number(),
  N: z.number(),
  Qualified: z.boolean(),
  Words: z.string(),
  Complete: z.number(),
  Coefficients: z.array(z.object({ Name: z.string(), Value: z.number(), Error: z.number(), P: z.number() })),
});
export type BaselineFit = z.output<typeof fit>;

export const baselineTrial = z.object({
  Kind: z.literal('trial'),
  NodeName: z.string(),
  Unit: z.string(),
  Fit: fit,
  Tried: z.array(z.object({ Name: z.string(), Words: z.string() })),
  Points: z.array(z.object({ At: z.string(), Temperature: z.number(), Use: z.number(), Expected: z.number() })),
});
export type BaselineTrial = z.output<typeof baselineTrial>;

export const baselineRow = z.object({
  Id: z.string(),
  Name: z.string(),
  NodeName: z.string(),
  Unit: z.string(),
  From: z.string(),
  To: z.string(),
  Grain: baselineGrain,
  Fit: fit,
  By: z.string(),
  At: z.string(),
});
export type BaselineRow = z.output<typeof baselineRow>;

const statementBody = z.object({
  Words: z.string(),
  Qualified: z.boolean(),
  Notes: z.array(z.string()),
  Complete: z.number().nullable(),
  Lines: z.array(
    z.object({ Label: z.string(), Text: z.string(), Unit: z.string(), Source: z.string(), Unchecked: z.boolean() }),
  ),
  Periods: z.array(z.object({ At: z.string(), Expected: z.number(), Actual: z.number() })),
});
export type StatementBody = z.output<typeof statementBody>;

export const baselineStatement = statementBody.extend({
  Kind: z.literal('statement'),
  ProjectName: z.string(),
  /** Of the figures as they are now. */
  Digest: z.string(),
  /** The one that is shown; null: as it is now. */
  Version: z.number().nullable(),
  /** It is another than was signed last. */
  Changed: z.boolean(),
  /** Signatures, the latest first. */
  Versions: z.array(
    z.object({
      Version: z.number(),
      SignedBy: z.string(),
      SignedAt: z.string(),
      Note: z.string(),
      Digest: z.string(),
    }),
  ),
});
export type BaselineStatement = z.output<typeof baselineStatement>;
