/** 巡检分析与区域巡检分析: what inspections found, as figures, pictures and tables over a span of days. */
import { INSPECT_TYPES, INSPECTION_AREAS } from '@hengneng/core';
import { z } from 'zod';
import { call, listInput } from './call.ts';
import { blankable, day, idText, several } from './common.ts';

export const ANALYSIS_KINDS = [...INSPECT_TYPES, '值班巡查'] as const;

const optional = <T extends z.ZodType>(inner: T) => blankable(inner).optional();
const month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, '月份格式应为 YYYY-MM');
const span = <T extends z.ZodType>(of: T) => z.object({ from: optional(of), to: optional(of) }).optional();

export const ANALYSIS_VIEWS = [
  'cards',
  'calendar',
  'trend',
  'parameter',
  'problem',
  'point',
  'person',
  'areaCards',
  'ranking',
  'item',
  'heatmap',
  'redLine',
] as const;

const filters = {
  project: optional(z.string().max(30)),
  area: optional(z.string().max(15)),
  /** Days, both included; absent: this month. */
  range: span(day),
  /** Months, both included; instead of days. */
  month: span(month),
  kind: optional(z.enum(ANALYSIS_KINDS, '巡检类别不正确')),
  pointArea: optional(z.enum(INSPECTION_AREAS, '部位不正确')),
  person: optional(idText),
};

const analysisInput = listInput.extend({
  ...filters,
  view: z.enum(ANALYSIS_VIEWS, '没有这个视图').default('problem'),
  /** Of `parameter`. */
  point: optional(idText),
});
export type AnalysisInput = z.output<typeof analysisInput>;

/** All values are text, exact; null is unknown or divided by nothing. */
const cells = z.record(z.string(), z.string().nullable());
export type Cells = z.output<typeof cells>;

export const perambulateRecordIndex = call(
  'POST',
  '/bpmapi/PerambulateRecord/Index',
  '巡检分析：数字卡、每日完成率、得分走势、参数走势、问题、点位与人员统计，区域排名、问题类别、部位分布、红线',
  {
    input: analysisInput,
    output: z.object({ asOf: z.string(), from: z.string(), to: z.string(), rows: z.array(cells), total: z.number() }),
  },
);

export const perambulateRecordExport = call('POST', '/bpmapi/PerambulateRecord/Export', '导出巡检分析', {
  input: analysisInput.extend({
    of: z.enum(['project', 'area'], '导出范围不正确').default('project'),
    /** A report on paper (巡检月报) in place of the workbook. */
    Format: z.enum(['xlsx', 'pdf'], '只能导出为 xlsx 或 pdf').default('xlsx'),
  }),
  output: z.unknown(),
});

export const perambulateRecordUrge = call(
  'POST',
  '/bpmapi/PerambulateRecord/Urge',
  '催整改：提醒责任人与项目经理，每个问题每天一次',
  {
    input: z.object({ ids: several(idText, 100, '一次最多100个问题').pipe(z.array(idText).min(1, '请选择问题')) }),
    output: z.object({ urged: z.number(), skipped: z.number() }),
  },
);

const round = z.object({
  id: z.string(),
  project: z.string(),
  projectName: z.string(),
  day: z.string(),
  shift: z.string(),
  room: z.string(),
  inspector: z.string(),
  /** What the month's roster has them do there; null where they are not on it. */
  post: z.string().nullable(),
  scanTime: z.string(),
  runMode: z.string().nullable(),
  values: z.array(z.object({ label: z.string(), value: z.string() })),
  BusinessId: z.string(),
});

export const patrolRecordIndex = call(
  'POST',
  '/bpmapi/PatrolRecord/Index',
  '值班巡查记录：班次、机房、时间与参数，取自机房巡检记录',
  {
    input: listInput.extend({ project: filters.project, area: filters.area, range: filters.range }),
    output: z.object({ rows: z.array(round), total: z.number() }),
  },
);

export const patrolIndex = call(
  'POST',
  '/bpmapi/Patrol/Index',
  '值班巡查完成情况：各项目每日排了哪些班次、哪些有记录',
  {
    input: listInput.extend({
      project: filters.project,
      area: filters.area,
      range: filters.range,
      month: filters.month,
    }),
    output: z.object({
      rows: z.array(
        z.object({
          project: z.string(),
          projectName: z.string(),
          day: z.string(),
          shifts: z.array(z.string()),
          rounds: z.number(),
          /** Points of the shift's rounds that are in use. */
          points: z.number(),
          /** Shifts that the roster has there, with who is on, and whether a round was noted in their time. */
          planned: z.array(
            z.object({ shift: z.string(), from: z.string(), to: z.string(), people: z.string(), done: z.boolean() }),
          ),
          /** Of those, shifts that are over without a round. */
          missing: z.number(),
          state: z.enum(['已巡查', '缺班次', '无记录']),
        }),
      ),
      total: z.number(),
    }),
  },
);
