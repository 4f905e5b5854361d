/** 发客户: a signed version of a report for people outside, as a sheet behind a link; sent, seen and taken back. */
import { z } from 'zod';
import { call } from '../call.ts';
import { count, day, flag, idText } from '../common.ts';
import { reportMonthText, reportProjectCode } from './report-parts.ts';

/** Which report: of a day, of months, or the document of a month. */
const which = z.discriminatedUnion(
  'Kind',
  [
    z.object({ Kind: z.literal('day'), ProjectCode: reportProjectCode, Date: day }),
    z.object({ Kind: z.literal('client'), ProjectCode: reportProjectCode, From: reportMonthText, To: reportMonthText }),
    z.object({ Kind: z.literal('total'), ProjectCode: reportProjectCode, Month: reportMonthText }),
  ],
  '没有这种报表',
);
export type SentReport = z.output<typeof which>;

const receiver = z.string().trim().min(1, '收件人不能为空').max(80, '收件人最多80字');

export const reportSend = call('POST', '/emcapi/EnergyReport/Send', '发客户：为已签发版本生成限时链接', {
  input: z.intersection(
    which,
    z.object({
      Version: count('版本', 1),
      Receivers: z.array(receiver, '请填写收件人').min(1, '请填写收件人').max(20, '收件人最多20个'),
      /** How long the link is good for. */
      Days: count('有效天数', 1, 90).default(30),
      Note: z.string().trim().max(200, '说明最多200字').default(''),
      /** Also as an e-mail, to those receivers that are an address. */
      Mail: flag.default(false),
    }),
  ),
  output: z.object({
    SendId: z.string(),
    /** Told once, and kept nowhere; null where the request came twice and its first answer had it. */
    Token: z.string().nullable(),
    ExpiresAt: z.string(),
    /** How many letters are on their way. */
    Mailed: z.number(),
  }),
});

export const reportSends = call('POST', '/emcapi/EnergyReport/Sends', '发客户记录', {
  input: which,
  output: z.object({
    rows: z.array(
      z.object({
        SendId: z.string(),
        Version: z.number(),
        Receivers: z.array(z.string()),
        Note: z.string(),
        By: z.string(),
        At: z.string(),
        ExpiresAt: z.string(),
        State: z.enum(['有效', '已过期', '已撤回']),
        WithdrawReason: z.string(),
        Opened: z.number(),
        OpenedAt: z.string().nullable(),
        Mails: z.array(
          z.object({
            Address: z.string(),
            State: z.enum(['待发送', '发送中', '已发送', '发送失败', '结果不明', '未发送']),
            At: z.string(),
            Error: z.string(),
          }),
        ),
      }),
    ),
    /** Whether e-mail can be sent at all. */
    MailOn: z.boolean(),
  }),
});

export const reportMailAgain = call('POST', '/emcapi/EnergyReport/MailAgain', '重发没有发出的报表邮件', {
  input: z.object({ SendId: idText }),
  output: z.object({ Count: z.number() }),
});

export const reportSendWithdraw = call('POST', '/emcapi/EnergyReport/SendWithdraw', '撤回发给客户的报表', {
  input: z.object({
    SendId: idText,
    Reason: z.string('请填写撤回原因').trim().min(1, '请填写撤回原因').max(200, '撤回原因最多200字'),
  }),
  output: z.object({ ok: z.literal(true) }),
});

/** Without a session: whoever has the link sees this one version and nothing else. */
export const reportShared = call('GET', '/emcapi/EnergyReport/Shared', '客户凭链接查看报表', {
  input: z.object({ Token: z.string().max(100).default('') }),
  output: z.unknown(),
});
