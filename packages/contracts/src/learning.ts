/** 学习资料库: lessons and their categories, progress that is counted honestly, quizzes, assignments, records. */
import { z } from 'zod';
import { call, listInput, listOutput } from './call.ts';
import { blankable, count, day, done, flag, idText, several } from './common.ts';
import { storedFile } from './files.ts';
import { partedCalls } from './parted.ts';

export const LESSON_TYPES = ['视频', '文档', '课件', '图纸', '案例', '规程', '试题'] as const;
export const LEARNED = ['未学', '学习中', '已完成'] as const;
/** Of a hundred. */
export const PASS_SCORE = 60;
export const MOST_EXAMS = 3;
/** Share of a lesson that has to be learnt for its hours. */
export const ENOUGH_PERCENT = 90;
/** How often the page tells how far somebody is. */
export const REPORT_SECONDS = 30;

const text = (what: string, max: number) => z.string().trim().max(max, `${what}最多${max}字`);
const type = z.enum(LESSON_TYPES, '请选择类型');

const question = z.object({
  title: text('题目', 300).min(1, '请填写题目'),
  options: several(text('选项', 200).min(1, '选项不能为空'), 8, '选项最多8个').pipe(
    z.array(z.string()).min(2, '选项至少两个'),
  ),
  /** Which options are right, from 0. */
  answers: several(count('答案', 0, 7), 8, '答案过多').pipe(z.array(z.number()).min(1, '请选择正确答案')),
});
export type Question = z.output<typeof question>;

const lesson = z.object({
  id: z.string(),
  title: z.string(),
  source: z.string(),
  type: z.string().nullable(),
  category: z.string().nullable(),
  categoryName: z.string().nullable(),
  minutes: z.number().nullable(),
  hours: z.string().nullable(),
  posts: z.array(z.string()),
  version: z.number().nullable(),
  state: z.string(),
  hasExam: z.boolean(),
  learners: z.number(),
  stars: z.string().nullable(),
  /** When I have to be through with it. */
  due: z.string().nullable(),
  percent: z.string(),
  learned: z.enum(LEARNED),
  credited: z.boolean(),
});
export type Lesson = z.output<typeof lesson>;

const filters = {
  category: idText.optional(),
  type: type.optional(),
  post: text('岗位', 30).optional(),
  required: flag.optional(),
  learned: z.enum(LEARNED, '学习状态不正确').optional(),
  state: z.enum(['待发布', '已发布'], '状态不正确').optional(),
};

export const trainResourcesIndex = call('POST', '/bpmapi/TrainResources/Index', '学习资料列表与我的进度', {
  input: listInput.extend(filters),
  output: listOutput(lesson),
});

export const trainResourcesInfo = call(
  'GET',
  '/bpmapi/TrainResources/GetInfo',
  '一份学习资料：文件、我的进度、测验、评论',
  {
    input: z.object({ id: idText }),
    output: lesson.extend({
      files: z.array(storedFile),
      length: z.number().nullable(),
      FormVersion: z.number(),
      /** With the right answers for those who edit; null where there is no quiz. */
      exam: z.object({ minutes: z.number(), questions: z.array(question) }).nullable(),
      questions: z.number(),
      examMinutes: z.number().nullable(),
      seen: z.array(z.array(z.number())),
      effective: z.string(),
      exams: z.array(z.object({ at: z.string(), score: z.string().nullable(), passed: z.boolean().nullable() })),
      note: z.string(),
      myStars: z.number().nullable(),
      comments: z.array(
        z.object({ user: z.string(), stars: z.number().nullable(), comment: z.string(), at: z.string() }),
      ),
    }),
  },
);

export const trainResourcesFiles = partedCalls('/bpmapi/TrainResources', '学习资料');

export const trainResourcesSave = call(
  'POST',
  '/bpmapi/TrainResources/Save',
  '新增、修改、上架或下架学习资料；换文件即换版本',
  {
    input: z.object({
      id: idText.optional(),
      FormVersion: count('版本', 0).optional(),
      title: text('名称', 100).min(1, '请填写名称'),
      type,
      category: idText,
      minutes: count('时长', 1, 600),
      /** Of a film, exactly; else the minutes count. */
      seconds: count('时长', 1, 36_000).optional(),
      hours: z.string().regex(/^\d{1,2}(\.\d)?$/, '学时须为0到99.9，最多一位小数'),
      posts: several(text('岗位', 30).min(1), 30, '岗位最多30个').default([]),
      files: several(storedFile.extend({ Size: z.coerce.number() }), 5, '最多5个文件').pipe(
        z.array(storedFile).min(1, '请上传文件'),
      ),
      examMinutes: blankable(count('测验时限', 1, 180)).optional(),
      questions: several(question, 100, '最多100题').default([]),
      publish: flag.default(false),
    }),
    output: z.object({ id: z.string(), FormVersion: z.number(), version: z.number() }),
  },
);

export const trainResourcesProgress = call(
  'POST',
  '/bpmapi/TrainResources/Progress',
  '报学习进度：每30秒一次且须在前台；拖过没看的部分不计',
  {
    input: z.object({
      id: idText,
      /** Of a film: the part that was played since the last report, in seconds. */
      from: z.coerce.number().min(0).max(100_000).optional(),
      to: z.coerce.number().min(0).max(100_000).optional(),
      /** Begins, or goes on after a break: nothing is counted yet. */
      begin: flag.default(false),
    }),
    output: z.object({ percent: z.string(), effective: z.string(), credited: z.boolean() }),
  },
);

export const trainResourcesExam = call(
  'POST',
  '/bpmapi/TrainResources/Exam',
  '开始测验或交卷：限时，60分合格，最多3次',
  {
    input: z.object({
      id: idText,
      /** Absent: hands out a paper. */
      exam: idText.optional(),
      answers: z
        .preprocess(
          (value) => (value === undefined || value === '' ? [] : value),
          z.array(several(count('答案', 0, 7), 8, '答案过多')).max(100, '最多100题'),
        )
        .default([]),
    }),
    output: z.object({
      exam: z.string(),
      endsAt: z.string(),
      left: z.number(),
      questions: z.array(z.object({ title: z.string(), options: z.array(z.string()), several: z.boolean() })),
      score: z.string().nullable(),
      passed: z.boolean().nullable(),
      credited: z.boolean(),
    }),
  },
);

export const trainResourcesAssign = call('POST', '/bpmapi/TrainResources/Assign', '指派必修：按人员或部门', {
  input: z.object({
    id: idText,
    users: several(idText, 500, '一次最多500人').default([]),
    dept: z.string().max(15).optional(),
    due: day,
  }),
  output: z.object({ count: z.number() }),
});

export const trainResourcesRemark = call('POST', '/bpmapi/TrainResources/Remark', '评分、评论与自己的笔记', {
  input: z.object({
    id: idText,
    stars: blankable(count('评分', 1, 5)).optional(),
    comment: text('评论', 500).optional(),
    note: text('笔记', 5000).optional(),
  }),
  output: done,
});

const record = z.object({
  id: z.string(),
  name: z.string(),
  projects: z.string().nullable(),
  title: z.string(),
  version: z.number(),
  old: z.boolean(),
  percent: z.string(),
  minutes: z.string(),
  score: z.string().nullable(),
  exams: z.number(),
  due: z.string().nullable(),
  finishedAt: z.string().nullable(),
  hours: z.string(),
});
const recordInput = listInput.extend({ resource: idText.optional(), category: idText.optional() });
export const trainResourcesRecords = call('POST', '/bpmapi/TrainResources/Records', '学习记录（管理）', {
  input: recordInput,
  output: listOutput(record),
});
export const trainResourcesExport = call('POST', '/bpmapi/TrainResources/Export', '导出学习记录', {
  input: recordInput,
  output: z.unknown(),
});

export const trainCategoryIndex = call('POST', '/bpmapi/TrainCategory/Index', '资料分类与各类资料数', {
  input: z.object({}),
  output: z.array(z.object({ id: z.string(), name: z.string(), safety: z.boolean(), count: z.number() })),
});
export const trainCategorySave = call(
  'POST',
  '/bpmapi/TrainCategory/Save',
  '新增、改名或删除分类；有资料的分类不能删',
  {
    input: z.object({
      id: idText.optional(),
      name: text('类别', 30).min(1, '请填写类别'),
      safety: flag.default(false),
      remove: flag.default(false),
    }),
    output: z.object({ id: z.string() }),
  },
);
