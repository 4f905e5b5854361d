/** What people do on the pages of statistics besides looking: reviewing a month, commenting on it, pressing for what is missing. */
import { z } from 'zod';
import { call } from './call.ts';
import { blankable, done, idText, several } from './common.ts';

const month = (what: string) => z.string(`请选择${what}`).regex(/^\d{4}-(0[1-9]|1[0-2])$/, `请选择${what}`);

export const statisticsFreeze = call(
  'POST',
  '/bpmapi/StatisticalAnalysis/Freeze',
  '月度复核：存下该月各项目收支的快照，之后的变动单列；有项目未报时须写说明',
  {
    input: z.object({
      month: month('复核月份'),
      note: z.string().trim().max(500, '说明最多500字').default(''),
    }),
    output: z.object({
      /** Projects of which a snapshot was kept. */
      projects: z.number(),
    }),
  },
);

/** 催报 and 提醒 answer how many were told, and how many were not because they had been already. */
const told = z.object({ told: z.number(), skipped: z.number() });

export const statisticsUrge = call(
  'POST',
  '/bpmapi/StatisticalAnalysis/Urge',
  '催报项目核算：按收支分析的筛选，通知未报项目的项目经理，每项目每月每天一次',
  { input: z.looseObject({}), output: told },
);

export const statisticsRemind = call(
  'POST',
  '/bpmapi/StatisticalAnalysis/Remind',
  '提醒统计清单中的责任人：培训未达标每人每周一次，未退保证金、未闭环意见每天一次',
  {
    input: z.looseObject({
      View: z.enum(['trainingPeople', 'bidDeposits', 'satisfactionOpinions'], '没有可以提醒的清单'),
      /** Rows; all that match the filters beside it where none are named. */
      Ids: several(z.string().max(80), 500, '一次最多提醒500条').default([]),
    }),
    output: told,
  },
);

export const COMMENT_SCREENS = [
  '/formFlow/statisticalAnalysis/businessAnalysis',
  '/formFlow/statisticalAnalysis/costAnalysis',
] as const;

export const statisticsComment = call(
  'POST',
  '/bpmapi/StatisticalAnalysis/Comment',
  '写经营点评或成本分析：带月份存档，只追加不修改',
  {
    input: z.object({
      Screen: z.enum(COMMENT_SCREENS, '该页不能写点评'),
      month: month('月份'),
      area: blankable(z.string().max(15, '区域编码过长')).optional(),
      words: z.string().trim().min(1, '请填写内容').max(500, '最多500字'),
    }),
    output: done.extend({ Id: idText }),
  },
);
