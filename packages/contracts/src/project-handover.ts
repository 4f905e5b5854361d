/** 项目移交: what goes along with a project that was won, and how those who get it sign for it. */
import { z } from 'zod';
import { call } from './call.ts';
import { blankable, count, day, flag, idText, needed } from './common.ts';
import { storedFile, uploaded } from './files.ts';

export const HANDOVER_STAGES = ['销售到工程', '工程到运营', '销售到运营'] as const;
export const RISK_LEVELS = ['高', '中', '低'] as const;
/** Rows of each part. */
const MOST = 100;

const optional = (most: number) => blankable(z.string().trim().max(most, `最多${most}字`)).optional();
const many = <T extends z.ZodType>(row: T) => z.array(row).max(MOST, `最多${MOST}行`).default([]);

const item = z.object({
  Id: blankable(idText).optional(),
  name: needed('资料名称', 60),
  required: flag.default(false),
  given: flag.default(false),
  copies: blankable(count('份数', 1, 999)).optional(),
  edition: optional(30),
  lackNote: optional(200),
  supplyOn: blankable(day).optional(),
  dept: blankable(z.string().max(15)).optional(),
  file: blankable(uploaded).optional(),
});
const promise = z.object({
  clause: needed('条款', 60),
  value: needed('数值', 100),
  basis: needed('依据', 100),
  controllable: flag.default(true),
  responsible: needed('责任方', 60),
});
const risk = z.object({
  contact: optional(60),
  phone: optional(30),
  matter: optional(200),
  level: blankable(z.enum(RISK_LEVELS, '请选择风险等级')).optional(),
  response: optional(200),
  owner: blankable(idText).optional(),
  dueOn: blankable(day).optional(),
});
const contents = {
  receiver: idText.or(z.literal('')).optional(),
  items: many(item),
  promises: many(promise),
  risks: many(risk),
};

export const projectHandOver = call(
  'POST',
  '/bpmapi/ConsultProject/HandOver',
  '项目移交：保存、提交、逐项签收、接收、退回、补交（action）',
  {
    input: z.discriminatedUnion(
      'action',
      [
        z.object({
          action: z.enum(['save', 'submit']),
          Id: blankable(idText).optional(),
          revision: blankable(count('版本', 1)).optional(),
          consultProject: blankable(idText).optional(),
          stage: z.enum(HANDOVER_STAGES, '请选择移交段').optional(),
          ...contents,
        }),
        z.object({
          action: z.literal('sign'),
          Id: idText,
          items: z.array(idText).min(1, '请选择要签收的资料').max(MOST),
        }),
        z.object({ action: z.literal('accept'), Id: idText, project: blankable(z.string().max(40)).optional() }),
        z.object({ action: z.literal('return'), Id: idText, reason: needed('退回原因', 200) }),
        z.object({
          action: z.literal('supply'),
          Id: idText,
          /** What was missing; without it something is added. */
          item: blankable(idText).optional(),
          name: optional(60),
          copies: blankable(count('份数', 1, 999)).optional(),
          edition: optional(30),
          dept: blankable(z.string().max(15)).optional(),
          file: blankable(uploaded).optional(),
        }),
      ],
      'action 只能是 save、submit、sign、accept、return 或 supply',
    ),
    output: z.object({ Id: z.string(), revision: z.number() }),
  },
);

const shown = z.string().nullable();
export const handoverDetail = call(
  'GET',
  '/bpmapi/ConsultProject/GetHandOver',
  '一份移交单；还没有登记时为预填的内容',
  {
    input: z.object({
      Id: blankable(idText).optional(),
      consultProject: blankable(idText).optional(),
      stage: z.enum(HANDOVER_STAGES, '请选择移交段').optional(),
    }),
    output: z.object({
      Id: shown,
      code: shown,
      revision: z.number(),
      consultProject: z.string(),
      projectName: z.string(),
      ownerName: z.string(),
      intentMode: z.string(),
      totalArea: shown,
      dealPrice: shown,
      dealOn: shown,
      stage: z.enum(HANDOVER_STAGES),
      state: z.enum(['待移交', '移交中', '待接收', '已接收', '退回']),
      giver: z.string(),
      receiver: shown,
      returnReason: shown,
      project: shown,
      items: z.array(
        z.object({
          Id: shown,
          name: z.string(),
          required: z.boolean(),
          given: z.boolean(),
          copies: z.number().nullable(),
          edition: shown,
          lackNote: shown,
          supplyOn: shown,
          suppliedOn: shown,
          dept: shown,
          file: storedFile.nullable(),
          signedBy: shown,
          signedAt: shown,
          /** Whether the one who asks may sign for it. */
          mine: z.boolean(),
        }),
      ),
      promises: z.array(
        z.object({
          clause: z.string(),
          value: z.string(),
          basis: z.string(),
          controllable: z.boolean(),
          responsible: z.string(),
        }),
      ),
      risks: z.array(
        z.object({
          contact: shown,
          phone: shown,
          matter: shown,
          level: shown,
          response: shown,
          owner: shown,
          dueOn: shown,
        }),
      ),
      events: z.array(z.object({ at: z.string(), actor: z.string(), action: z.string(), note: shown })),
      /** Names of the people, departments and projects above. */
      labels: z.record(z.string(), z.string()),
      may: z.object({ write: z.boolean(), decide: z.boolean(), supply: z.boolean() }),
    }),
  },
);

export const handoverPaper = call('POST', '/bpmapi/ConsultProject/PrintHandOver', '打印移交单（PDF，双方签字）', {
  input: z.object({ Id: idText }),
  output: z.unknown(),
});
