/** What is done on the pages of building works beside filling in forms: questions about tenders, papers, letters, and what goes out to suppliers. */
import {
  BID_REPLIES,
  FEWEST_INVITED,
  PAPER_STAGES,
  PROVIDER_KINDS,
  SECRECIES,
  SUB_PROJECT_KINDS,
  TECH_KINDS,
  TECH_SPECIALTIES,
} from '@hengneng/core';
import { z } from 'zod';
import { call, listInput } from './call.ts';
import { blankable, count, day, flag, idText, needed, several } from './common.ts';
import { previewed, uploaded } from './files.ts';
import { partedCalls } from './parted.ts';
import { viewRow } from './views.ts';
import { worksLetterAudit, worksLetterDraft, worksLetterReceive } from './works-letters.ts';

const optional = <T extends z.ZodType>(inner: T) => blankable(inner).optional();
const files = several(uploaded, 9, '附件最多9个').default([]);

/** 补遗: an answer to a question of one bidder, or what changes the documents; told to all who were asked to bid. */
export const tenderAddendumAdd = z.object({
  kind: z.literal('补遗'),
  tender: idText,
  /** Who asked; absent where it is said unasked. */
  asker: optional(idText),
  question: optional(needed('问题', 500)),
  content: needed('答复或补遗内容', 2000),
  addendum: flag.default(false),
  files,
});

export const bidInvitationReply = call(
  'POST',
  '/srmapi/BidInvitation/Reply',
  '登记受邀单位的投标回执：参加或不参加，截标前可以改',
  {
    input: z.object({
      tender: idText,
      supplier: idText,
      reply: z.enum(BID_REPLIES, '请选择回执'),
      repliedOn: day,
      /** Why it does not, say. */
      note: optional(needed('说明', 200)),
    }),
    output: z.object({ id: z.string() }),
  },
);

/** So many are drawn at most. */
const MOST_DRAWN = 20;

export const bidInvitationDraw = call(
  'POST',
  '/srmapi/BidInvitation/Draw',
  '从服务商名录中随机抽取受邀单位：候选、种子与结果都留存，可以复核；再次抽取须写明原因',
  {
    input: z.object({
      tender: idText,
      count: count('抽取家数', FEWEST_INVITED, MOST_DRAWN),
      /** Only suppliers of this kind; without it all that may be asked. */
      kind: optional(z.enum(PROVIDER_KINDS, '没有这个服务商类别')),
      /** Why it is drawn again. */
      reason: optional(needed('重新抽取的原因', 200)),
    }),
    output: z.object({
      id: z.string(),
      /** From 1 within the tender. */
      no: z.number(),
      seed: z.string(),
      /** In the order in which they were drawn. */
      units: z.array(
        z.object({
          supplier: z.string(),
          name: z.string(),
          contactMan: z.string().nullable(),
          contactPhone: z.string().nullable(),
        }),
      ),
      /** The person's own invitation of this tender that they may still change, if any. */
      invitation: z.object({ BusinessId: z.string(), FormVersion: z.number() }).nullable(),
    }),
  },
);

/** 验收资料: a version handed in; of what is on the list, or besides it. */
export const worksPaperUpload = z.object({
  kind: z.literal('验收资料'),
  action: z.literal('upload'),
  subProject: idText,
  stage: z.enum(PAPER_STAGES, '请选择目录'),
  name: needed('资料名称', 60),
  copies: count('份数', 1, 999),
  madeOn: day,
  files: several(uploaded, 20, '文件最多20个').default([]),
});
export const worksPaperAudit = z.object({
  kind: z.literal('验收资料'),
  action: z.literal('audit'),
  id: idText,
  pass: flag,
  opinion: optional(needed('审核意见', 200)),
});

export const dataManagementAdd = call(
  'POST',
  '/srmapi/DataManagement/Add',
  '工程资料：按 kind 与 action 登记答疑补遗，上传、审核验收资料，起草、审核、登记函件',
  {
    input: z.discriminatedUnion(
      'kind',
      [
        tenderAddendumAdd,
        z.discriminatedUnion('action', [worksPaperUpload, worksPaperAudit], 'action 只能是 upload、audit'),
        z.discriminatedUnion(
          'action',
          [worksLetterDraft, worksLetterReceive, worksLetterAudit],
          'action 只能是 draft、receive、audit',
        ),
      ],
      'kind 只能是 补遗、验收资料、函件',
    ),
    output: z.object({ id: z.string() }),
  },
);

const KINDS = ['验收资料', '函件'] as const;

export const dataManagementPage = call(
  'POST',
  '/srmapi/DataManagement/GetPage',
  '工程资料分页列表：kind 之外按列筛选',
  {
    input: z.looseObject({ ...listInput.shape, kind: z.enum(KINDS, `kind 只能是 ${KINDS.join('、')}`) }),
    output: z.looseObject({
      rows: z.array(viewRow),
      total: z.number(),
      figures: z.record(z.string(), z.string().nullable()),
    }),
  },
);

export const dataManagementDetail = call('POST', '/srmapi/DataManagement/GetDetail', '一份工程资料与它的历次版本', {
  input: z.object({ kind: z.literal('验收资料', 'kind 只能是 验收资料'), id: idText }),
  output: z.object({
    title: z.string(),
    versions: z.array(
      z.object({
        id: z.string(),
        version: z.number(),
        state: z.string(),
        madeOn: z.string(),
        uploadedBy: z.string(),
        uploadedAt: z.string(),
        auditedBy: z.string().nullable(),
        opinion: z.string().nullable(),
        archiveNo: z.string().nullable(),
        files: z.array(uploaded),
      }),
    ),
  }),
});

export const dataManagementPack = call(
  'POST',
  '/srmapi/DataManagement/Pack',
  '批量下载验收资料：筛选出的资料的最新一版，打成一个zip，按项目、子项目、目录分文件夹',
  { input: z.looseObject(listInput.shape), output: z.unknown() },
);

const amount = z
  .string('请填写金额')
  .trim()
  .regex(/^\d{1,13}(\.\d{1,2})?$/, '金额最多两位小数且不能为负数');

export const purchaseLineClose = call(
  'POST',
  '/srmapi/PurchaseApply/Close',
  '关闭一行采购订单的剩余（不再到货，不能再发货），或恢复',
  {
    input: z.object({ line: idText, closed: flag, reason: needed('原因', 200) }),
    output: z.object({ id: z.string() }),
  },
);

export const subProjectAdd = call('POST', '/srmapi/SubProject/Add', '在项目下加子项目', {
  input: z.object({
    project: needed('项目', 40),
    name: needed('子项目名称', 60),
    kind: z.enum(SUB_PROJECT_KINDS, '请选择类别'),
    weight: z
      .string('请填写权重')
      .trim()
      .regex(/^\d{1,3}(\.\d{1,2})?$/, '权重应为0～100的数字'),
    budget: amount,
    planStart: day,
    planEnd: day,
    contractor: optional(idText),
  }),
  output: z.object({ id: z.string() }),
});

export const subProjectDetail = call('POST', '/srmapi/SubProject/GetDetail', '一个子项目：预算占用、合同与日志汇总', {
  input: z.object({ id: idText }),
  output: z.object({
    id: z.string(),
    project: z.string(),
    name: z.string(),
    state: z.string(),
    weight: z.string().nullable(),
    budget: z.string(),
    drawn: z.string(),
    contracts: z.array(z.object({ document: z.string(), title: z.string(), amount: z.string(), state: z.string() })),
    logs: z.object({ days: z.number(), outputValue: z.string(), manHours: z.string(), stopHours: z.string() }),
  }),
});

/** What may be written to suppliers from these pages; notices of awards, rectification and payment are written by their approvals. */
export const MAIL_KINDS = ['邀请', '函件'] as const;

export const mailTemplate = call('POST', '/srmapi/Mail/Template', '按模板给服务商写信：先预览，确认后逐家放入发件箱', {
  input: z.object({
    kind: z.enum(MAIL_KINDS, `kind 只能是 ${MAIL_KINDS.join('、')}`),
    /** Of the tender, or of the letter. */
    objectId: idText,
    /** Only these suppliers; nobody named: all that it concerns. */
    to: several(idText, 50, '一次最多50家').default([]),
    preview: flag.default(true),
  }),
  output: z.object({
    mails: z.array(
      z.object({
        supplier: z.string(),
        name: z.string(),
        address: z.string().nullable(),
        subject: z.string(),
        body: z.string(),
        /** Why it cannot be sent, or that it was; empty before. */
        result: z.string(),
      }),
    ),
    sent: z.number(),
  }),
});

/** 技术资料: a new one, or, by its drawing number, the next version of one. */
export const techDocumentAdd = z.object({
  action: z.literal('add'),
  project: needed('项目', 40),
  specialty: z.enum(TECH_SPECIALTIES, '请选择专业'),
  docKind: z.enum(TECH_KINDS, '请选择类别'),
  name: needed('资料名称', 100),
  drawingNo: optional(needed('图号', 60)),
  madeOn: day,
  secrecy: z.enum(SECRECIES, '请选择密级').default('内部'),
  /** What changed; required where there is an earlier version. */
  note: optional(needed('修改说明', 300)),
  file: uploaded,
});
export const techDocumentRevise = z.object({
  action: z.literal('revise'),
  id: idText,
  madeOn: day,
  note: needed('修改说明', 300),
  file: uploaded,
});
export const techDocumentAudit = z.object({
  action: z.literal('audit'),
  id: idText,
  pass: flag,
  opinion: optional(needed('审核意见', 200)),
});

/** Drawings and models are large, and sites have weak lines. */
export const dataTechnicalUploads = partedCalls('/srmapi/DataTechnical', '技术资料');

export const dataTechnicalAdd = call('POST', '/srmapi/DataTechnical/Add', '技术资料：上传、升版、审核（action）', {
  input: z.discriminatedUnion(
    'action',
    [techDocumentAdd, techDocumentRevise, techDocumentAudit],
    'action 只能是 add、revise、audit',
  ),
  output: z.object({ id: z.string() }),
});

export const dataTechnicalDetail = call('POST', '/srmapi/DataTechnical/GetDetail', '一份技术资料的版本链', {
  input: z.object({ id: idText }),
  output: dataManagementDetail.output,
});

/** As the list names its rows: a number, or `d` and the number of what was archived from a site's daily papers. */
const techRow = z.string('缺少资料编号').regex(/^d?\d{1,18}$/, '编号格式不正确');

export const dataTechnicalFavorite = call(
  'POST',
  '/srmapi/DataTechnical/Favorite',
  '收藏技术资料或取消收藏，按人保存；各版本算同一份',
  { input: z.object({ id: techRow, keep: flag }), output: z.object({ id: z.string(), kept: z.boolean() }) },
);

export const dataTechnicalFiles = call(
  'POST',
  '/srmapi/DataTechnical/Files',
  '预览技术资料：计下载次数；秘密以上带水印并记入审计',
  {
    input: z.object({ BusinessId: techRow }),
    output: previewed,
  },
);
