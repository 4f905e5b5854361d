/** 支付渠道 of a community: its own merchant, in force once one fen was taken by it and given back. */
import { z } from 'zod';
import { call } from '../call.ts';
import { idText } from '../common.ts';
import { communityId, requestId } from './common.ts';
import { payCode, PAY_CHANNELS, PAY_STATES } from './payments.ts';

const payTest = z.object({
  id: z.string(),
  state: z.enum([...PAY_STATES, '已退回']),
  reason: z.string(),
  madeAt: z.string(),
});

const channelRow = z.object({
  id: z.string(),
  channel: z.enum(PAY_CHANNELS),
  merchant: z.string(),
  /** The last four characters; the rest is shown to nobody. */
  keyTail: z.string(),
  state: z.enum(['待测试', '启用', '停用']),
  /** Its key can't be read any more: the installation's has changed. */
  unreadable: z.boolean(),
  maker: z.string(),
  madeAt: z.string(),
  enabledAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  /** The last one. */
  test: payTest.nullable(),
});
export type PayChannelRow = z.output<typeof channelRow>;

export const communityPayChannels = call('POST', '/pmsapi/Community/PayChannels', '小区的支付渠道', {
  input: z.object({ communityId }),
  output: z.object({
    /** Empty where payment codes can be taken, else why not. */
    unset: z.string(),
    simulated: z.boolean(),
    rows: z.array(channelRow),
  }),
});

export const communitySavePayChannel = call(
  'POST',
  '/pmsapi/Community/SavePayChannel',
  '配支付渠道：填写商户，测试收款 0.01 元并退回成功后启用',
  {
    input: z.discriminatedUnion(
      'action',
      [
        z.object({
          action: z.literal('save'),
          communityId,
          channel: z.enum(PAY_CHANNELS, '请选择渠道'),
          merchant: z
            .string('请填写商户号')
            .trim()
            .regex(/^[0-9A-Za-z_-]{4,32}$/, '商户号应为4～32位数字或字母'),
          key: z
            .string('请填写密钥')
            .trim()
            .min(16, '密钥至少16位')
            .max(256, '密钥最多256位')
            .regex(/^[\u0021-\u007e]+$/, '密钥只能是字母、数字和符号，不含空格'),
        }),
        z.object({ action: z.literal('test'), communityId, id: idText, requestId, authCode: payCode }),
        z.object({ action: z.literal('query'), communityId, id: idText }),
        z.object({ action: z.literal('stop'), communityId, id: idText }),
      ],
      '操作不正确',
    ),
    output: channelRow,
  },
);
