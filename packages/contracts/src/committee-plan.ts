/** 专家工作计划: set up, published, adjusted with a reason, reported on by the expert who answers for it. */
import { z } from 'zod';
import { call } from './call.ts';
import { blankable, count, day, idText, needed, yuanText } from './common.ts';

export const ACTIVITY_KINDS = ['评审', '技术攻关', '标准', '培训', '调研', '考察'] as const;

const optional = <T extends z.ZodType>(inner: T) => blankable(inner).optional();
const money = (what: string) => optional(yuanText(what));

export const committeeSavePlan = call(
  'POST',
  '/bpmapi/Committee/SavePlan',
  '专家工作计划：保存、发布、填进展、取消（action）',
  {
    input: z.discriminatedUnion(
      'action',
      [
        z.object({
          action: z.literal('save'),
          Id: optional(idText),
          year: count('年度', 2000, 2100),
          name: needed('名称', 100),
          kind: z.enum(ACTIVITY_KINDS, '请选择类别'),
          expert: z.string('请选择负责专家').regex(/^\d{1,18}$/, '请选择负责专家'),
          members: optional(z.string().trim().max(200, '参与最多200字')),
          planFrom: day,
          planTo: day,
          weight: z
            .string('请填写权重')
            .trim()
            .regex(/^(?!0+(\.0+)?$)\d{1,3}(\.\d{1,2})?$/, '权重应大于0且最多两位小数'),
          budget: money('预算'),
          /** Why a published plan is adjusted. */
          reason: optional(z.string().trim().max(200, '调整原因最多200字')),
        }),
        /** All of a year that is not published yet. */
        z.object({ action: z.literal('publish'), year: count('年度', 2000, 2100) }),
        z.object({
          action: z.literal('progress'),
          Id: idText,
          progress: z
            .string('请填写完成率')
            .trim()
            .regex(/^(100(\.0{1,2})?|\d{1,2}(\.\d{1,2})?)$/, '完成率应在0～100之间'),
          on: day,
          spent: money('实际费用'),
          result: optional(z.string().trim().max(500, '成果最多500字')),
        }),
        z.object({ action: z.literal('cancel'), Id: idText, reason: needed('取消原因', 200) }),
      ],
      'action 只能是 save、publish、progress 或 cancel',
    ),
    output: z.object({ Id: z.string() }),
  },
);

export const committeePlanVersions = call('GET', '/bpmapi/Committee/PlanVersions', '一项工作计划发布后的历次调整', {
  input: z.object({ Id: idText }),
  output: z.object({
    name: z.string(),
    versions: z.array(
      z.object({
        version: z.number(),
        planFrom: z.string(),
        planTo: z.string(),
        expert: z.string(),
        weight: z.string(),
        reason: z.string(),
        changedBy: z.string(),
        changedAt: z.string(),
      }),
    ),
  }),
});
