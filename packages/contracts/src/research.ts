/** 研究课题: set up, reported month by month, closed with what came of it, its use confirmed by finance. */
import { z } from 'zod';
import { call } from './call.ts';
import { blankable, day, flag, idText, needed, several } from './common.ts';
import { uploaded } from './files.ts';

export const RESEARCH_FIELDS = [
  '吸收式制冷',
  '热泵',
  '余热利用',
  '水质',
  '自控算法',
  '能耗模型',
  '末端',
  '新材料',
  '储能',
] as const;
/** Stages that a monthly report may name. */
export const RUNNING_STAGES = ['立项', '研究', '试验', '鉴定', '应用'] as const;
export const OUTCOME_KINDS = ['专利', '论文', '标准', '产品'] as const;

const optional = <T extends z.ZodType>(inner: T) => blankable(inner).optional();
const amount = (what: string) =>
  z
    .string(`请填写${what}`)
    .trim()
    .regex(/^\d{1,13}(\.\d{1,2})?$/, `${what}最多两位小数且不能为负数`);
const share = (what: string) =>
  z
    .string(`请填写${what}`)
    .trim()
    .regex(/^(100(\.0{1,2})?|\d{1,2}(\.\d{1,2})?)$/, `${what}应在0～100之间`);
const saved = z.object({ Id: z.string() });

export const researchSave = call(
  'POST',
  '/bpmapi/ResearchProject/Save',
  '研究课题：立项与变更、里程碑、成果、终止（action）',
  {
    input: z.discriminatedUnion(
      'action',
      [
        z.object({
          action: z.literal('save'),
          Id: optional(idText),
          topic: needed('课题', 100),
          field: z.enum(RESEARCH_FIELDS, '请选择方向'),
          leader: z.string('请选择负责人').regex(/^\d{1,18}$/, '请选择负责人'),
          members: several(idText, 30, '成员最多30人').default([]),
          partner: optional(z.string().trim().max(60, '合作单位最多60字')),
          fromOn: day,
          toOn: day,
          budget: amount('预算').refine((value) => Number(value) > 0, '预算应大于0'),
          secret: flag.default(false),
          objective: needed('研究目标', 1000),
          /** Why what runs already is to end on another day. */
          reason: optional(z.string().trim().max(300, '变更原因最多300字')),
        }),
        z.object({
          action: z.literal('milestone'),
          Id: idText,
          /** One that is there already: by its name. */
          name: needed('节点', 60),
          dueOn: day,
          doneOn: optional(day),
          deliverable: needed('交付物', 200),
          score: optional(share('评价')),
          lateReason: optional(z.string().trim().max(300, '延期原因最多300字')),
        }),
        z.object({
          action: z.literal('outcome'),
          Id: idText,
          kind: z.enum(OUTCOME_KINDS, '请选择成果类别'),
          title: needed('成果名称', 100),
          gotOn: day,
        }),
        z.object({ action: z.literal('stop'), Id: idText, reason: needed('终止原因', 300) }),
      ],
      'action 只能是 save、milestone、outcome 或 stop',
    ),
    output: saved,
  },
);

export const researchProgress = call(
  'POST',
  '/bpmapi/ResearchProject/Progress',
  '填课题进展：每月一份，完成率只增不减',
  {
    input: z.object({
      Id: idText,
      month: z.string('请选择月份').regex(/^\d{4}-(0[1-9]|1[0-2])$/, '请选择月份'),
      stage: z.enum(RUNNING_STAGES, '请选择阶段'),
      progress: share('完成率'),
      spent: amount('本月支出'),
      note: needed('进展说明', 1000),
    }),
    output: saved,
  },
);

export const researchClose = call('POST', '/bpmapi/ResearchProject/Close', '课题结题：成果与经费决算齐全', {
  input: z.object({
    Id: idText,
    /** What it cost in all: as the months add up. */
    settled: amount('经费决算'),
    conclusion: needed('结题结论', 1000),
    report: blankable(uploaded).optional(),
  }),
  output: saved,
});

export const researchBenefit = call(
  'POST',
  '/bpmapi/ResearchProject/Benefit',
  '应用效益：登记实测、财务核定（action）',
  {
    input: z.discriminatedUnion(
      'action',
      [
        z.object({
          action: z.literal('add'),
          Id: idText,
          project: needed('项目', 40),
          content: needed('应用内容', 200),
          usedFrom: day,
          usedTo: day,
          savedKwh: amount('节能量'),
          savedMoney: amount('节费'),
          basis: needed('依据', 300),
          file: blankable(uploaded).optional(),
        }),
        z.object({ action: z.literal('confirm'), Id: idText }),
      ],
      'action 只能是 add 或 confirm',
    ),
    output: saved,
  },
);
