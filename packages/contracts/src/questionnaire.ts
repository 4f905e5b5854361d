/** Questionnaires for customers: what they are asked and answer without a session, and how people set them up and read them. A design and answers travel as JSON text: a form-encoded body knows no numbers and no null. */
import { z } from 'zod';
import {
  type AnswerValue,
  CONDITION_WORDS,
  MOST_QUESTIONS,
  QUESTION_TYPES,
  SEASONS,
  SOURCES,
  STATES,
} from '@hengneng/core/questionnaire';
import { call, type OutputOf } from './call.ts';
import { blankable, count, day, done, flag, idText, several } from './common.ts';
import { storedFile } from './files.ts';

const text = (what: string, max: number) => z.string().trim().max(max, `${what}最多${max}字`);
const keysOf = <T extends object>(of: T): [keyof T & string, ...(keyof T & string)[]] =>
  Object.keys(of) as [keyof T & string, ...(keyof T & string)[]];

/** A value that came as JSON text; what is no JSON stays text, and the schema says so. */
const json = <T extends z.ZodType>(inner: T, max: number) =>
  z.preprocess((value) => {
    if (typeof value !== 'string' || value.length > max) return value;
    try {
      return JSON.parse(value);
    } catch {
      return value;
    }
  }, inner);

const key = z.string().regex(/^[a-z]\w{0,19}$/i, '编号格式不正确');

export const question = z.object({
  id: key,
  type: z.enum(keysOf(QUESTION_TYPES), '题型不正确'),
  title: text('题目', 200),
  hint: text('说明', 200),
  required: z.boolean(),
  options: z.array(text('选项', 60)).max(30, '最多30个选项').readonly(),
  least: z.int().min(1, '最少项数至少为1').max(30).nullable(),
  most: z.int().min(1, '最多项数至少为1').max(30).nullable(),
  dimensions: z
    .array(
      z.object({
        key,
        label: text('评价维度', 30),
        weight: z.int('权重为整数').min(1, '权重至少1%').max(100, '权重最多100%'),
      }),
    )
    .max(20, '最多20个评价维度')
    .readonly(),
  showIf: z.object({ question: key, kind: z.enum(keysOf(CONDITION_WORDS)), value: text('显示条件', 60) }).nullable(),
  reasonBelow: z.int().min(0).max(10).nullable(),
});

export const design = z.object(
  {
    questions: z.array(question).max(MOST_QUESTIONS, `最多${MOST_QUESTIONS}道题`).readonly(),
    contact: z.enum(['none', 'optional', 'required'], '联系方式设置不正确'),
  },
  '问卷设计格式不正确',
);

const points = z.int().min(0).max(10);
const value: z.ZodType<AnswerValue> = z.union(
  [
    z.string().max(1000, '文字过长'),
    points,
    z.array(z.string().max(60)).max(30),
    z.array(storedFile.extend({ URL: z.string().max(500), Name: z.string().max(255) })).max(3, '最多上传3张照片'),
    z.record(key, points),
  ],
  '答案格式不正确',
);
export const answers = z.record(
  key,
  z.object({ value: value.nullable(), reason: z.string().max(400, '原因过长').default('') }),
  '答卷格式不正确',
);

const code = z.string('链接无效或已停用').regex(/^[\w-]{16}$/, '链接无效或已停用');
const device = z.uuid('设备编号格式不正确');

/* ── without a session ── */

export const publicQuestionnaire = call(
  'GET',
  '/bpmapi/Questionnaire/Public',
  '链接码对应的问卷；不带码时列出公开问卷',
  {
    input: z.object({ code: code.optional(), device: device.optional() }),
    output: z.object({
      /** Null without a code. */
      questionnaire: z
        .object({
          title: z.string(),
          intro: z.string(),
          project: z.string(),
          hotline: z.string(),
          thanks: z.string(),
          version: z.number(),
          design,
          /** This device has answered. */
          answered: z.boolean(),
        })
        .nullable(),
      listed: z.array(z.object({ code: z.string(), title: z.string(), project: z.string() })),
    }),
  },
);

export const answerQuestionnaire = call('POST', '/bpmapi/Questionnaire/Answer', '提交答卷（公开）', {
  input: z.object({
    code,
    device,
    version: count('问卷版本', 1, 100_000),
    Answers: json(answers, 200_000),
    respondent: text('称呼', 30).default(''),
    phone: z
      .string()
      .trim()
      .regex(/^(1[3-9]\d{9}|0\d{2,3}-?\d{7,8})?$/, '请填写正确的电话')
      .default(''),
    place: text('楼层或房间', 60).default(''),
    seconds: count('用时', 0, 86_400).default(0),
    source: z.enum(keysOf(SOURCES)).catch('l').default('l'),
    challenge: blankable(z.uuid('验证已失效，请重新验证')).optional(),
    slide: blankable(z.coerce.number().int().min(0).max(1000)).optional(),
  }),
  output: z.object({ thanks: z.string(), hotline: z.string() }),
});

export const questionnairePhoto = call(
  'POST',
  '/bpmapi/Questionnaire/Photo',
  '上传答卷照片（公开，multipart，字段 file）',
  {
    input: z.looseObject({ code }),
    output: storedFile,
  },
);

export const questionnaireChallenge = call('POST', '/bpmapi/Questionnaire/Challenge', '取一张滑块验证图（公开）', {
  input: z.object({}),
  output: z.object({
    id: z.string(),
    /** Pictures as data addresses; the piece is slid over the ground. */
    ground: z.string(),
    piece: z.string(),
    width: z.number(),
    height: z.number(),
  }),
});

/* ── for those who hold the page ── */

export const questionnaireLink = z.object({
  id: z.string(),
  project: z.string(),
  projectName: z.string(),
  code: z.string(),
  active: z.boolean(),
  sentSms: z.number(),
  sentWechat: z.number(),
  returned: z.number(),
  /** Percent of the messages that were answered; null where none was sent. */
  rate: z.number().nullable(),
});
export type QuestionnaireLink = z.output<typeof questionnaireLink>;

export const questionnaireDetail = call('GET', '/bpmapi/Questionnaire/Detail', '一份问卷的设计、版本与投放', {
  input: z.object({ Id: idText }),
  output: z.object({
    Id: z.string(),
    title: z.string(),
    intro: z.string(),
    thanks: z.string(),
    hotline: z.string(),
    season: z.string().nullable(),
    state: z.enum(keysOf(STATES)),
    listed: z.boolean(),
    startsAt: z.string().nullable(),
    endsAt: z.string().nullable(),
    projects: z.array(z.object({ value: z.string(), label: z.string() })),
    version: z.number(),
    revision: z.number(),
    design,
    links: z.array(questionnaireLink),
    versions: z.array(z.object({ version: z.number(), by: z.string(), at: z.string(), answers: z.number() })),
    /** Every project of it is the person's to see: they may change it, given the button. */
    mine: z.boolean(),
    pending: z.number(),
  }),
});
export type QuestionnaireDetail = OutputOf<typeof questionnaireDetail>;

const instant = blankable(z.iso.datetime({ offset: true, error: '时间格式不正确' }));

export const saveQuestionnaire = call(
  'POST',
  '/bpmapi/Questionnaire/Save',
  '新建或保存问卷；已发布的改了题目即成为新版本，旧答卷仍按旧版本统计',
  {
    input: z.object({
      Id: idText.optional(),
      revision: count('版本', 0).optional(),
      title: text('问卷名称', 60).min(1, '请填写问卷名称'),
      intro: text('说明', 500).default(''),
      thanks: text('感谢语', 200).default(''),
      hotline: text('联系电话', 30).default(''),
      season: blankable(z.enum(SEASONS, '供能季不正确')).default(null),
      listed: flag.default(false),
      startsAt: instant.default(null),
      endsAt: instant.default(null),
      projects: several(z.string().max(30, '项目编码过长'), 200, '最多200个项目').default([]),
      Design: json(design, 400_000),
    }),
    output: z.object({ Id: z.string(), revision: z.number(), version: z.number() }),
  },
);

export const copyQuestionnaire = call('POST', '/bpmapi/Questionnaire/Copy', '复制为新的草稿', {
  input: z.object({ Id: idText }),
  output: z.object({ Id: z.string() }),
});

export const setQuestionnaireState = call('POST', '/bpmapi/Questionnaire/SetState', '发布、暂停、恢复或结束收集', {
  input: z.object({ Id: idText, state: z.enum(['collecting', 'paused', 'ended'], '状态不正确') }),
  output: done,
});

export const setQuestionnaireSent = call('POST', '/bpmapi/Questionnaire/SetSent', '登记短信、微信投放份数', {
  input: z.object({
    Id: idText,
    project: z.string().max(30),
    sentSms: count('短信份数', 0, 1_000_000),
    sentWechat: count('微信份数', 0, 1_000_000),
  }),
  output: done,
});

export const questionnaireAnswer = call('GET', '/bpmapi/Questionnaire/AnswerDetail', '一份答卷，电话脱敏', {
  input: z.object({ Id: idText }),
  output: z.object({
    Id: z.string(),
    questionnaire: z.string(),
    title: z.string(),
    version: z.number(),
    project: z.string(),
    projectName: z.string(),
    design,
    answers,
    respondent: z.string(),
    phone: z.string(),
    hasPhone: z.boolean(),
    place: z.string(),
    satisfaction: z.string().nullable(),
    nps: z.number().nullable(),
    lowest: z.string().nullable(),
    low: z.boolean(),
    seconds: z.number(),
    source: z.string(),
    submittedAt: z.string(),
    state: z.string(),
    handledBy: z.string().nullable(),
    handledAt: z.string().nullable(),
    handledNote: z.string(),
    complaintId: z.string().nullable(),
    /** The low answer may become a complaint: it is low, has a phone, and has become none yet. */
    convertible: z.boolean(),
  }),
});

export const questionnairePhone = call('POST', '/bpmapi/Questionnaire/Phone', '查看答卷人电话全号（入审计）', {
  input: z.object({ Id: idText }),
  output: z.object({ phone: z.string() }),
});

export const handleAnswer = call('POST', '/bpmapi/Questionnaire/Handle', '登记低分答卷的处理结果', {
  input: z.object({ Id: idText, note: text('处理结果', 300).min(1, '请填写处理结果') }),
  output: done,
});

export const answerToComplaint = call('POST', '/bpmapi/Questionnaire/ToComplaint', '低分答卷转为用户投诉草稿', {
  input: z.object({ Id: idText }),
  output: z.object({ BusinessId: z.string() }),
});

const mean = z.number().nullable();
export const questionnaireStatistics = call('POST', '/bpmapi/Questionnaire/Statistics', '一份问卷某一版本的统计', {
  input: z.object({
    Id: idText,
    version: blankable(count('版本', 1, 100_000)).optional(),
    project: z.string().max(30).optional(),
    from: blankable(day).optional(),
    to: blankable(day).optional(),
  }),
  output: z.object({
    version: z.number(),
    count: z.number(),
    sent: z.number(),
    rate: mean,
    satisfaction: mean,
    low: z.number(),
    medianSeconds: mean,
    nps: z.object({ promoters: z.number(), passives: z.number(), detractors: z.number(), nps: mean }),
    questions: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        type: z.enum(keysOf(QUESTION_TYPES)),
        answered: z.number(),
        /** In the question's own scale. */
        mean,
        counts: z.array(z.object({ label: z.string(), n: z.number() })),
        dimensions: z.array(z.object({ label: z.string(), weight: z.number(), mean })),
        /** The latest ones, reasons of low points among them. */
        texts: z.array(z.string()),
      }),
    ),
    /** Everything that was given points, out of ten. */
    scores: z.array(z.object({ label: z.string(), mean: z.number() })),
    daily: z.array(z.object({ day: z.string(), n: z.number(), rate: mean })),
  }),
});
export type QuestionnaireStatistics = OutputOf<typeof questionnaireStatistics>;

export const questionnaireExport = call('POST', '/bpmapi/Questionnaire/Export', '导出答卷与题目统计（两个工作表）', {
  input: z.object({ Id: idText, version: blankable(count('版本', 1, 100_000)).optional() }),
  output: z.unknown(),
});

/** Shared with 客户满意度分析: what customers said in questionnaires, by dimension. */
export const satisfactionOfSource = call(
  'POST',
  '/bpmapi/InterviewRecordAnalysis/Satisfaction',
  '满意度各维均分、净推荐值与份数',
  {
    input: z.object({
      source: z.literal('questionnaire', '来源只能是 questionnaire').default('questionnaire'),
      project: z.string().max(30).optional(),
      /** A month, or a year. */
      period: z
        .string()
        .regex(/^(\d{4}(-(0[1-9]|1[0-2]))?)?$/, '期间格式应为 YYYY 或 YYYY-MM')
        .optional(),
    }),
    output: z.object({
      dimensions: z.array(z.object({ label: z.string(), mean: z.number(), count: z.number() })),
      nps: mean,
      count: z.number(),
    }),
  },
);
