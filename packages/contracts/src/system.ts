/** Settings of a person, messages and search. */
import { z } from 'zod';
import { call, listInput, listOutput } from './call.ts';
import { done, flag, several } from './common.ts';

const settingKey = z.string('请指定设置项').regex(/^[A-Za-z0-9_.:/-]{1,120}$/, '设置项名称不正确');

export const saveSetting = call(
  'POST',
  '/webapi/UserInfo/SaveSetting',
  '保存个人设置（布局、列、视图）；值为 JSON 文本，空为删除',
  {
    input: z.object({ key: settingKey, value: z.string().max(50_000, '设置内容过长').default('') }),
    output: done,
  },
);

export const getSetting = call('GET', '/webapi/UserInfo/GetSetting', '读取个人设置', {
  input: z.object({
    key: settingKey.optional(),
    /** All settings whose key begins so. */
    prefix: settingKey.optional(),
  }),
  /** Key → JSON text. */
  output: z.record(z.string(), z.string()),
});

/* ---- phrases ---- */

/** As many as fit a list that one picks from. */
export const MOST_PHRASES = 20;
export const PHRASE_LENGTH = 100;

const phraseText = z
  .string('请输入常用语')
  .trim()
  .min(1, '请输入常用语')
  .max(PHRASE_LENGTH, `常用语最多${PHRASE_LENGTH}字`);

export const phraseIndex = call('POST', '/bpmapi/Phrase/Index', '我的常用意见', {
  input: z.object({}),
  output: z.object({
    rows: z.array(
      z.object({
        text: z.string(),
        uses: z.number(),
        /** Written down for good; the others are there because they were used. */
        kept: z.boolean(),
      }),
    ),
  }),
});

export const phraseSave = call('POST', '/bpmapi/Phrase/Save', '收藏一条常用意见', {
  input: z.object({ text: phraseText }),
  output: done,
});

export const phraseDelete = call('POST', '/bpmapi/Phrase/Delete', '删除一条常用意见', {
  input: z.object({ text: phraseText }),
  output: done,
});

/* ---- messages ---- */

/** Of a message, or with `f` before it of something that an approval left to be followed up. */
const messageId = z.string().regex(/^f?\d{1,18}$/, '编号格式不正确');

export const messageIndex = call('POST', '/webapi/Message/Index', '我的消息与待跟进事项', {
  input: listInput.extend({ unread: flag.optional() }),
  output: listOutput(
    z.object({
      id: z.string(),
      kind: z.string(),
      label: z.string(),
      title: z.string(),
      project: z.string().nullable(),
      path: z.string().nullable(),
      /** What an announcement says; null of everything else. */
      body: z.string().nullable(),
      /** What a message says besides its title. */
      note: z.string(),
      /** Titles of those of the same kind that came within five minutes and are told together, the latest first. */
      also: z.array(z.string()),
      at: z.string(),
      read: z.boolean(),
    }),
  ).extend({ unread: z.number() }),
});

export const messageRead = call('POST', '/webapi/Message/Read', '把我的消息标为已读', {
  input: z
    .object({ Ids: several(messageId, 500, '一次最多500条').default([]), All: flag.default(false) })
    .refine((value) => value.All || value.Ids.length > 0, { message: '请指定消息', path: ['Ids'] }),
  output: z.object({ unread: z.number() }),
});

/** Kinds of what runs out. */
export const EXPIRY_KINDS = [
  '合同',
  '证书',
  '证件',
  '年检',
  '特种设备检验',
  '仪表检定',
  '检测',
  '工具检定',
  '押金',
  '续签跟踪',
  '劳动合同',
  '质保',
] as const;
export const EXPIRY_DAYS = 90;

export const reminderIndex = call('POST', '/bpmapi/Reminder/Index', '到期提醒：已过期与90天内到期的', {
  input: listInput.extend({ kind: z.enum(EXPIRY_KINDS, '类别不正确').optional() }),
  output: listOutput(
    z.object({
      kind: z.enum(EXPIRY_KINDS),
      name: z.string(),
      project: z.string().nullable(),
      /** Last day that it holds. */
      on: z.string(),
      /** Days that are left; negative when it has run out. */
      days: z.number(),
      /** The page where something is done about it, narrowed to it; null for who has no such page. */
      path: z.string().nullable(),
    }),
  ),
});

/** The page that was refused is noted in the audit log; who asks learns whom to turn to. */
export const pageDenied = call('POST', '/webapi/Message/Denied', '登记一次无权访问的页面，答可联系的管理员', {
  input: z.object({
    path: z
      .string('缺少地址')
      .regex(/^\/(?!\/)/, '地址须以 / 开头')
      .max(200, '地址过长'),
  }),
  output: z.object({ admins: z.array(z.object({ name: z.string(), phone: z.string().nullable() })) }),
});

export const permissionRequest = call('POST', '/webapi/Message/PermissionRequest', '申请权限，通知管理员', {
  input: z.object({
    path: z
      .string('缺少地址')
      .regex(/^\/(?!\/)/, '地址须以 / 开头')
      .max(200, '地址过长'),
    reason: z.string().trim().max(200, '说明最多200字').default(''),
  }),
  output: z.object({ admins: z.array(z.string()) }),
});

export const searchIndex = call('POST', '/webapi/Search/Index', '全局搜索：菜单、单据、项目、房间、人员', {
  input: z.object({ Keyword: z.string('请输入关键字').trim().min(1, '请输入关键字').max(50, '关键字最多50字') }),
  output: z.object({
    rows: z.array(
      z.object({
        kind: z.enum(['menu', 'project', 'user', 'record', 'room']),
        title: z.string(),
        note: z.string(),
        /** Where it opens; null for people and projects, which have a card instead. */
        path: z.string().nullable(),
        /** Of a person or a project. */
        id: z.string().nullable(),
      }),
    ),
  }),
});
