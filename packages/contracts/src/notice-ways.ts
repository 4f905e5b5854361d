/** By which ways a person hears of what: always inside the product, and by the browser or by e-mail where they chose so. */
import { z } from 'zod';
import { call } from './call.ts';
import { several } from './common.ts';

/** What people are told of, as they choose by it. */
export const NOTICE_TOPICS = ['todo', 'urged', 'returned', 'ended', 'cc', 'reminder', 'system'] as const;
export type NoticeTopic = (typeof NOTICE_TOPICS)[number];

export const NOTICE_TOPIC_NAMES: Readonly<Record<NoticeTopic, string>> = {
  todo: '待办',
  urged: '催办',
  returned: '退回',
  ended: '审批结果',
  cc: '抄送',
  reminder: '到期提醒',
  system: '系统消息',
};

/** Kinds of notices that people do not choose apart. */
const ALIKE: Readonly<Record<string, NoticeTopic>> = { delegated: 'todo', late: 'urged' };

/** The topic of a notice, by the kind that the server gives it; of anything else the system's own. */
export const topicOfNotice = (kind: string): NoticeTopic =>
  NOTICE_TOPICS.find((topic) => topic === kind) ?? ALIKE[kind] ?? 'system';

const topics = several(z.enum(NOTICE_TOPICS, '消息类别不正确'), NOTICE_TOPICS.length, '消息类别过多').default([]);
const chosen = { desktop: topics, email: topics };

const noticeWaysView = z.object({
  desktop: z.array(z.enum(NOTICE_TOPICS)),
  email: z.array(z.enum(NOTICE_TOPICS)),
  /** Whether this system sends e-mail at all. */
  mailOn: z.boolean(),
  /** Where e-mail of this person would go; null while none is known. */
  address: z.string().nullable(),
});
export type NoticeWays = z.output<typeof noticeWaysView>;

export const noticeWays = call('GET', '/webapi/UserInfo/NoticeWays', '我的消息接收方式', {
  input: z.object({}),
  output: noticeWaysView,
});

export const saveNoticeWays = call('POST', '/webapi/UserInfo/SaveNoticeWays', '保存我的消息接收方式', {
  input: z.object(chosen),
  output: noticeWaysView,
});
