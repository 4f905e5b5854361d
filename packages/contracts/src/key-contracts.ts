/** 重点合同: which contracts are watched, by which rules, by whom, and what was done about them. */
import { z } from 'zod';
import { call } from './call.ts';
import { blankable, count, day, done, flag } from './common.ts';

/** Rules that pick contracts, each with what its threshold counts in. */
export const KEY_RULES = {
  合同额大: '元以上',
  年收入大: '元以上',
  战略客户: '份以上战略协议',
  到期临近: '天内到期',
  欠费: '元以上逾期',
  亏损: '个月连续亏损',
  投诉多: '件以上（近一年）',
} as const;
export const KEY_RULE_KINDS = Object.keys(KEY_RULES) as [keyof typeof KEY_RULES, ...(keyof typeof KEY_RULES)[]];

const ContractCode = z.string('请选择合同').trim().min(1, '请选择合同').max(40, '合同编号过长');

export const keyContractSave = call('POST', '/bpmapi/KeyContract/Save', '加入、修改或移出重点合同', {
  input: z.discriminatedUnion(
    'act',
    [
      z.object({
        act: z.literal('加入'),
        ContractCode,
        note: z.string('手工加入请写原因').trim().min(1, '手工加入请写原因').max(200, '原因最多200字'),
        owner: blankable(z.string().regex(/^\d{1,18}$/, '请选择责任人')).optional(),
        everyDays: count('关注频次', 1, 365).default(30),
      }),
      z.object({
        act: z.literal('修改'),
        ContractCode,
        owner: z.string('请选择责任人').regex(/^\d{1,18}$/, '请选择责任人'),
        everyDays: count('关注频次', 1, 365),
      }),
      z.object({
        act: z.literal('移出'),
        ContractCode,
        why: z.string('移出请写依据').trim().min(1, '移出请写依据').max(200, '依据最多200字'),
      }),
    ],
    '请选择加入、修改或移出',
  ),
  output: done,
});

export const keyContractSaveRule = call(
  'POST',
  '/bpmapi/KeyContract/SaveRule',
  '保存一条规则的阈值与启用，并立即重算',
  {
    input: z.object({
      kind: z.enum(KEY_RULE_KINDS, '没有这条规则'),
      threshold: z
        .string('请填写阈值')
        .trim()
        .regex(/^\d{1,13}(\.\d{1,2})?$/, '阈值须为不小于0的数，最多两位小数'),
      enabled: flag,
    }),
    output: z.object({ hits: z.number() }),
  },
);

export const keyContractFollow = call('POST', '/bpmapi/KeyContract/Follow', '记一次跟进', {
  input: z.object({
    ContractCode,
    followedOn: day,
    content: z.string('请填写跟进内容').trim().min(1, '请填写跟进内容').max(500, '跟进内容最多500字'),
  }),
  output: done,
});
