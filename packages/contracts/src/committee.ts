/** 专家委员会: reviews, their experts, what these say and what is concluded. */
import { z } from 'zod';
import { call } from './call.ts';
import { blankable, count, day, done, flag, idText, needed } from './common.ts';
import { storedFile, uploaded } from './files.ts';

export const REVIEW_KINDS = ['方案评审', '投标评审', '技术攻关', '事故分析', '标准制定', '年度总结'] as const;
export const REVIEW_WAYS = ['现场', '视频', '函审'] as const;
export const VERDICTS = ['同意', '修改后同意', '不同意'] as const;

const person = (what: string) => z.string(`请选择${what}`).regex(/^\d{1,18}$/, `请选择${what}`);
const verdict = z.enum(VERDICTS, '请选择结论');

export const committeeSave = call(
  'POST',
  '/bpmapi/Committee/Save',
  '评审会：保存、形成结论、答复意见、整改闭环（action）',
  {
    input: z.discriminatedUnion(
      'action',
      [
        z.object({
          action: z.literal('save'),
          Id: blankable(idText).optional(),
          revision: blankable(count('版本', 1)).optional(),
          /** A scheme that asked for the review. */
          plan: blankable(idText).optional(),
          topic: needed('议题', 100),
          kind: z.enum(REVIEW_KINDS, '请选择类别'),
          consultProject: blankable(idText).optional(),
          meetOn: day,
          way: z.enum(REVIEW_WAYS, '请选择方式'),
          host: person('主持'),
          fee: blankable(
            z
              .string()
              .trim()
              .regex(/^\d{1,13}(\.\d{1,2})?$/, '费用最多两位小数且不能为负数'),
          ).optional(),
          material: blankable(uploaded).optional(),
        }),
        z.object({
          action: z.literal('conclude'),
          Id: idText,
          conclusion: verdict,
          text: needed('结论说明', 1000),
          fixes: z
            .array(z.object({ matter: needed('整改事项', 200), owner: person('责任人'), dueOn: day }))
            .max(50, '整改项最多50条')
            .default([]),
        }),
        z.object({
          action: z.literal('reply'),
          Id: idText,
          expert: idText,
          reply: needed('答复', 500),
          adopted: flag.default(false),
        }),
        z.object({ action: z.literal('close'), Id: idText, fix: idText }),
      ],
      'action 只能是 save、conclude、reply 或 close',
    ),
    output: z.object({ Id: z.string() }),
  },
);

export const committeeInvite = call('POST', '/bpmapi/Committee/Invite', '邀请评审专家：单数、不少于3人、与项目无关联', {
  input: z.object({ Id: idText, experts: z.array(idText).max(31, '专家最多31人').default([]) }),
  /** Who has another review on that day: told, not refused. */
  output: z.object({ busy: z.array(z.string()) }),
});

export const committeeSignIn = call('POST', '/bpmapi/Committee/SignIn', '专家在会议当日签到', {
  input: z.object({ Id: idText }),
  output: done,
});

export const committeeOpinion = call('POST', '/bpmapi/Committee/Opinion', '专家提交评分与意见；形成结论前可修改', {
  input: z.object({
    Id: idText,
    score: z
      .string('请填写评分')
      .trim()
      .regex(/^(100(\.0{1,2})?|\d{1,2}(\.\d{1,2})?)$/, '评分应在0～100之间'),
    verdict,
    concern: blankable(z.string().trim().max(100, '关注点最多100字')).optional(),
    opinion: needed('意见', 1000),
  }),
  output: done,
});

export const committeeMinutes = call('POST', '/bpmapi/Committee/Minutes', '打印评审意见书与纪要（PDF）', {
  input: z.object({ Id: idText }),
  output: z.unknown(),
});

const shown = z.string().nullable();
export const committeeDetail = call('GET', '/bpmapi/Committee/Detail', '一次评审会：专家、意见、结论与整改', {
  input: z.object({ Id: idText }),
  output: z.object({
    Id: z.string(),
    code: z.string(),
    revision: z.number(),
    topic: z.string(),
    kind: z.enum(REVIEW_KINDS),
    consultProject: shown,
    projectName: shown,
    meetOn: z.string(),
    way: z.enum(REVIEW_WAYS),
    host: z.string(),
    secretary: z.string(),
    fee: shown,
    material: storedFile.nullable(),
    materialOn: shown,
    state: z.string(),
    score: shown,
    conclusion: shown,
    conclusionText: shown,
    concludedOn: shown,
    experts: z.array(
      z.object({
        expert: z.string(),
        signedAt: shown,
        submitted: z.boolean(),
        /** Absent until the review is concluded, but for one's own and the secretary. */
        score: shown,
        verdict: shown,
        concern: shown,
        opinion: shown,
        reply: shown,
        adopted: z.boolean().nullable(),
      }),
    ),
    fixes: z.array(
      z.object({
        Id: z.string(),
        matter: z.string(),
        owner: z.string(),
        dueOn: z.string(),
        closedOn: shown,
        mine: z.boolean(),
      }),
    ),
    labels: z.record(z.string(), z.string()),
    may: z.object({
      manage: z.boolean(),
      reply: z.boolean(),
      signIn: z.boolean(),
      opine: z.boolean(),
      conclude: z.boolean(),
    }),
  }),
});

export const MEMBER_POSITIONS = ['主任', '副主任', '委员', '秘书'] as const;
export const MEMBER_GROUPS = ['冷热源', '输配与末端', '水质', '自控与数据', '工程造价', '安全'] as const;

export const committeeMemberSave = call('POST', '/bpmapi/CommitteeMember/Save', '新增或调整委员（带 Id 为调整）', {
  input: z.object({
    Id: blankable(idText).optional(),
    term: needed('届次', 30),
    position: z.enum(MEMBER_POSITIONS, '请选择职务'),
    member: person('委员'),
    group: z.enum(MEMBER_GROUPS, '请选择专业组'),
    duty: blankable(z.string().trim().max(200, '分工最多200字')).optional(),
    fromOn: day,
    toOn: day,
  }),
  output: z.object({ Id: z.string() }),
});
