/** 顾问: engaged, paid by a standard that somebody else agreed to, rated after each service. */
import { PATTERNS } from '@hengneng/core';
import { z } from 'zod';
import { call } from './call.ts';
import { blankable, day, done, idText, needed, yuanText } from './common.ts';
import { storedFile, uploaded } from './files.ts';

export const CONSULTANT_FIELDS = [
  '暖通空调',
  '吸收式制冷',
  '锅炉燃烧',
  '水处理',
  '自控',
  '电气',
  '节能审计',
  '造价',
  '法律',
  '财务',
] as const;
export const CONSULTANT_LEVELS = ['首席', '资深', '普通'] as const;

/** Dimensions of a service, and the most that each is given. */
export const SCORE_DIMENSIONS = {
  expertise: { label: '专业', most: 30 },
  promptness: { label: '时效', most: 20 },
  outcome: { label: '成果', most: 30 },
  cooperation: { label: '配合', most: 10 },
  attendance: { label: '到会', most: 10 },
} as const;
type ScoreDimension = keyof typeof SCORE_DIMENSIONS;

const optional = <T extends z.ZodType>(inner: T) => blankable(inner).optional();
const matching = ({ test, message }: { readonly test: (text: string) => boolean; readonly message: string }) =>
  optional(z.string().trim().refine(test, message));
const money = (what: string) => optional(yuanText(what));
const points = (of: ScoreDimension) => {
  const { label, most } = SCORE_DIMENSIONS[of];
  return z
    .string(`请填写${label}得分`)
    .trim()
    .regex(/^\d{1,2}(\.\d{1,2})?$/, `${label}应在0～${most}之间`)
    .refine((value) => Number(value) <= most, `${label}应在0～${most}之间`);
};

export const consultantSave = call('POST', '/bpmapi/Consultant/Save', '顾问：保存、审批报酬、续聘、解聘（action）', {
  input: z.discriminatedUnion(
    'action',
    [
      z.object({
        action: z.literal('save'),
        Id: optional(idText),
        name: needed('姓名', 30),
        /** As whom the consultant signs in. */
        account: optional(idText),
        orgTitle: needed('单位职称', 60),
        field: z.enum(CONSULTANT_FIELDS, '请选择专业'),
        level: z.enum(CONSULTANT_LEVELS, '请选择级别'),
        region: optional(z.string().trim().max(30, '地区最多30字')),
        phone: matching(PATTERNS.phone),
        idNo: matching(PATTERNS.idCard),
        bankName: optional(z.string().trim().max(60, '开户行最多60字')),
        bankAccount: optional(
          z
            .string()
            .trim()
            .regex(/^\d{8,30}$/, '账户应为8～30位数字'),
        ),
        resume: optional(z.string().trim().max(2000, '简历最多2000字')),
        fromOn: day,
        toOn: day,
        fee: money('报酬标准'),
        certificate: blankable(uploaded).optional(),
        letter: blankable(uploaded).optional(),
      }),
      z.object({ action: z.literal('agree'), Id: idText }),
      z.object({ action: z.literal('renew'), Id: idText, toOn: day, letter: blankable(uploaded).optional() }),
      z.object({ action: z.literal('dismiss'), Id: idText, reason: needed('解聘原因', 200) }),
    ],
    'action 只能是 save、agree、renew 或 dismiss',
  ),
  output: z.object({ Id: z.string() }),
});

export const consultantScore = call('POST', '/bpmapi/Consultant/Score', '评价顾问的一次服务：五维打分', {
  input: z.object({
    Id: idText,
    service: needed('服务事项', 100),
    servedOn: day,
    expertise: points('expertise'),
    promptness: points('promptness'),
    outcome: points('outcome'),
    cooperation: points('cooperation'),
    attendance: points('attendance'),
    paid: money('本次酬金'),
    remark: optional(z.string().trim().max(300, '说明最多300字')),
  }),
  output: z.object({ total: z.string() }),
});

export const consultantNotify = call('POST', '/bpmapi/Consultant/Notify', '给有账号的顾问发一条通知', {
  input: z.object({ Id: idText, title: needed('标题', 60), body: needed('内容', 500) }),
  output: done,
});

export const consultantLetter = call('POST', '/bpmapi/Consultant/Letter', '打印聘书（PDF，A4）', {
  input: z.object({ Id: idText }),
  output: z.unknown(),
});

const shown = z.string().nullable();
export const consultantDetail = call('GET', '/bpmapi/Consultant/Detail', '顾问档案：简历、证照、服务与评价', {
  input: z.object({ Id: idText }),
  output: z.object({
    Id: z.string(),
    name: z.string(),
    account: shown,
    accountName: shown,
    orgTitle: z.string(),
    field: z.enum(CONSULTANT_FIELDS),
    level: z.enum(CONSULTANT_LEVELS),
    region: shown,
    phone: shown,
    /** Only for those who run the register, and for finance. */
    idNo: shown,
    bankName: shown,
    bankAccount: shown,
    resume: shown,
    fromOn: z.string(),
    toOn: z.string(),
    fee: shown,
    feeAsked: shown,
    feeAskedBy: shown,
    feeAgreedBy: shown,
    state: z.string(),
    dismissedFor: shown,
    score: shown,
    certificate: storedFile.nullable(),
    letter: storedFile.nullable(),
    services: z.array(
      z.object({
        service: z.string(),
        servedOn: z.string(),
        total: z.string(),
        points: z.string(),
        paid: shown,
        remark: shown,
        scoredBy: z.string(),
      }),
    ),
    reviews: z.array(z.object({ topic: z.string(), meetOn: z.string(), present: z.boolean(), submitted: z.boolean() })),
    may: z.object({ save: z.boolean(), agree: z.boolean(), score: z.boolean(), notify: z.boolean() }),
  }),
});
