/** Wordings of messages, and the hours in which ordinary ones wait. */
import { z } from 'zod';
import { call } from './call.ts';
import { count, flag, seenValue } from './common.ts';
import { OUTBOX_KINDS } from './outbox.ts';

export const TEMPLATE_LONGEST = 500;
/** Ordinary messages to one person, of one kind, are told together within so many minutes. */
export const MERGE_MINUTES = 5;

const template = z.object({
  Code: z.string(),
  Name: z.string(),
  Kind: z.enum(OUTBOX_KINDS),
  /** What people see before the message. */
  Label: z.string(),
  Channel: z.string(),
  Text: z.string(),
  /** As the program brings it. */
  Own: z.string(),
  Variables: z.array(z.string()),
  /** Of these, the ones that may not be left out. */
  Must: z.array(z.string()),
  Enabled: z.boolean(),
  /** It may be switched off. */
  MayDisable: z.boolean(),
  /** Told in quiet hours, too. */
  Urgent: z.boolean(),
  /** 0: the program's own. */
  Version: z.number(),
  SavedBy: z.string().nullable(),
  SavedAt: z.string().nullable(),
});
export type MessageTemplate = z.output<typeof template>;

const quiet = { From: z.number(), To: z.number() };

export const messageTemplates = call('POST', '/webapi/Message/Templates', '消息模板与静默时段', {
  input: z.object({
    Kind: z.enum(OUTBOX_KINDS, '类别不存在').optional(),
    Keyword: z.string().max(50, '关键字最多50字').optional(),
  }),
  output: z.object({
    rows: z.array(template),
    /** Hours of China's day; the same twice: none. */
    quiet: z.object(quiet),
  }),
});

const code = z.string('请指定模板').min(1, '请指定模板').max(60, '模板编码过长');

export const messageTemplateSave = call('POST', '/webapi/Message/SaveTemplate', '修改消息模板的正文，或停用、启用', {
  input: z.object({
    Code: code,
    Text: z.string('请填写正文').trim().min(1, '请填写正文').max(TEMPLATE_LONGEST, `正文最多${TEMPLATE_LONGEST}字`),
    Enabled: flag,
    /** The version that was seen. */
    Version: count('版本', 0, 1_000_000),
  }),
  output: z.object({ Version: z.number() }),
});

export const messageTemplateVersions = call('POST', '/webapi/Message/TemplateVersions', '消息模板的历次修改', {
  input: z.object({ Code: code }),
  output: z.object({
    rows: z.array(
      z.object({
        Version: z.number(),
        Text: z.string(),
        Enabled: z.boolean(),
        SavedBy: z.string(),
        SavedAt: z.string(),
      }),
    ),
  }),
});

export const messageQuietSave = call('POST', '/webapi/Message/SaveQuiet', '设置静默时段（整点；起止相同为不设）', {
  input: z.object({
    From: count('开始', 0, 23),
    To: count('结束', 0, 23),
    /** The hours that were shown: where somebody else has set them since, nothing is saved. */
    seen: z.object({ From: seenValue, To: seenValue }).optional(),
  }),
  output: z.object(quiet),
});
