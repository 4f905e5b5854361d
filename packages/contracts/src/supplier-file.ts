/** One supplier's file: who it is, what it may be connected with, how it is judged and what is noted of it; and the contracts for works. */
import { COMMENTED } from '@hengneng/core';
import { z } from 'zod';
import { call } from './call.ts';
import { idText, several } from './common.ts';
import { uploaded } from './files.ts';
import { formCalls, saved } from './forms.ts';
import { viewIndex, viewRow } from './views.ts';

const shown = z.string().nullable();

export const providerFile = call('POST', '/srmapi/Provider/File', '服务商档案：基本情况、曾用名与疑似关联的单位', {
  input: z.object({ id: idText }),
  output: z.object({
    id: z.string(),
    code: z.string(),
    name: z.string(),
    taxNo: shown,
    nature: shown,
    legalPerson: shown,
    controller: shown,
    taxpayer: shown,
    address: shown,
    contact: shown,
    phone: shown,
    email: shown,
    /** Yuan. */
    singleLimit: shown,
    trialOrders: z.number().nullable(),
    since: shown,
    inviteFrom: shown,
    bannedUntil: shown,
    strategicUntil: shown,
    warning: shown,
    formerNames: z.array(z.string()),
    /** Other suppliers that share what makes them one: told so that somebody looks, nothing is refused. */
    related: z.array(z.object({ id: z.string(), name: z.string(), shares: z.array(z.string()) })),
  }),
});

/** The three evaluations of a supplier by the letter that people call them. */
export const EVALUATIONS = {
  A: 'ServiceEvaluationA',
  B: 'ServiceEvaluationB',
  C: 'ServiceEvaluationC',
} as const;
const evaluation = z.enum(['A', 'B', 'C'], '评价类别只能是 A（准入）、B（过程）、C（综合）');
const PROVIDER = '/srmapi/ProviderEvaluation';
const { getInfo } = formCalls(PROVIDER, '服务商评价');

export const providerEvaluationAdd = call(
  'POST',
  `${PROVIDER}/Add`,
  '服务商评价：按类别新增准入（A）、过程（B）、综合（C）评价草稿，填好后用 Submit 提交审批',
  {
    input: z.looseObject({
      kind: evaluation,
      BusinessId: z.undefined('新增不带 BusinessId，修改草稿请用 Draft').optional(),
    }),
    output: saved,
  },
);
export const providerEvaluationDetail = call('POST', `${PROVIDER}/GetDetail`, '一次服务商评价的单据详情', {
  input: getInfo.input.extend({ kind: evaluation }),
  output: getInfo.output,
});

export const srmCommentAdd = call('POST', '/srmapi/SRMComment/Add', '写一条内部评论', {
  input: z.object({
    objectType: z.enum(COMMENTED, '评论对象只能是服务商'),
    objectId: idText,
    content: z.string('请填写评论').trim().min(1, '请填写评论').max(500, '评论最多500字'),
    files: several(uploaded, 9, '附件最多9个').default([]),
  }),
  output: z.object({ id: z.string() }),
});
export const srmCommentDetail = call('POST', '/srmapi/SRMComment/GetDetail', '一条内部评论与附件', {
  input: z.object({ id: idText }),
  output: z.object({
    id: z.string(),
    objectType: z.enum(COMMENTED),
    objectId: z.string(),
    author: z.string(),
    writtenAt: z.string(),
    content: z.string(),
    files: z.array(uploaded),
  }),
});

const CONTRACT = '/srmapi/ProjectContract';
/** The ledger under the name that the catalogue has for it. */
export const projectContractPage = viewIndex({
  title: '工程合同台账',
  calls: { index: `${CONTRACT}/GetPage`, export: `${CONTRACT}/Export` },
});
export const projectContractDetail = call(
  'POST',
  `${CONTRACT}/GetDetail`,
  '一份工程合同：台账各项金额、可付余额的计算、发票、付款、罚款与评价',
  {
    input: z.object({ id: idText }),
    output: z.object({
      contract: viewRow,
      /** 可付余额 step by step; those that lessen it are negative, the last is their sum. Yuan. */
      payable: z.array(z.object({ name: z.string(), amount: z.string() })),
      bills: z.array(viewRow),
      payments: z.array(viewRow),
      fines: z.array(viewRow),
      evaluations: z.array(viewRow),
    }),
  },
);
export const projectContractAdd = call(
  'POST',
  `${CONTRACT}/Add`,
  '登记工程合同：新增采购合同草稿，填好后用 Submit 提交审批',
  {
    input: z.looseObject({
      BusinessId: z.undefined('新增不带 BusinessId，修改草稿请用 Draft').optional(),
    }),
    output: saved,
  },
);

/** Whose numbers may be asked for, and the module that gives them. */
export const CODES = {
  provider: 'serviceProvider',
  bid: 'tenderApplication',
  purchase: 'purchase',
  contract: 'purchaseContract',
  payment: 'payMoney',
} as const;
export const getCode = call(
  'POST',
  '/srmapi/Code/GetCode',
  '下一个编号：只作预览，提交时才取号（不占号、不断号；期间有人先提交则顺延）',
  {
    input: z.object({
      type: z.enum(
        ['provider', 'bid', 'purchase', 'contract', 'payment'],
        '编号类别只能是 provider、bid、purchase、contract、payment',
      ),
    }),
    output: z.object({ code: z.string() }),
  },
);
