/** 公告: what administrators tell everybody, or some departments and roles. */
import { z } from 'zod';
import { call, listInput, listOutput } from './call.ts';
import { done, flag, idText, several } from './common.ts';

export const ANNOUNCEMENT_STATES = ['待确认', '已发布', '未通过'] as const;

/** To whom: everybody, or whoever is in one of the departments (those below it as well) or holds one of the roles. */
const audience = {
  All: flag.default(false),
  DeptIds: several(z.string().max(20), 200, '部门过多').default([]),
  RoleCodes: several(z.string().max(40), 100, '角色过多').default([]),
};
const reached = (of: { All: boolean; DeptIds: unknown[]; RoleCodes: unknown[] }): boolean =>
  of.All || of.DeptIds.length + of.RoleCodes.length > 0;

export const announcementAudience = call('POST', '/webapi/Message/Audience', '公告按所选对象会发给多少人', {
  input: z.object(audience),
  output: z.object({ people: z.number() }),
});

export const announcementSend = call('POST', '/webapi/Message/Send', '发公告；发给全员的须另一管理员确认', {
  input: z
    .object({
      Title: z.string('请填写标题').trim().min(1, '请填写标题').max(60, '标题最多60字'),
      Body: z.string('请填写正文').trim().min(1, '请填写正文').max(2000, '正文最多2000字'),
      Pinned: flag.default(false),
      /** Goes out in quiet hours, too. */
      Urgent: flag.default(false),
      ...audience,
    })
    .refine(reached, { message: '请选择发给谁', path: ['DeptIds'] }),
  output: z.object({
    Id: z.string(),
    State: z.enum(ANNOUNCEMENT_STATES),
    people: z.number(),
    HeldUntil: z.string().nullable(),
  }),
});

export const announcementDecide = call('POST', '/webapi/Message/Confirm', '确认或退回另一管理员发给全员的公告', {
  input: z
    .object({ Id: idText, Agree: flag, Note: z.string().trim().max(200, '说明最多200字').default('') })
    .refine((of) => of.Agree || of.Note !== '', { message: '请填写退回原因', path: ['Note'] }),
  output: z.object({ people: z.number() }),
});

export const announcementPin = call('POST', '/webapi/Message/Pin', '置顶或取消置顶公告', {
  input: z.object({ Id: idText, Pinned: flag }),
  output: done,
});

const announcementRow = z.object({
  Id: z.string(),
  Title: z.string(),
  Body: z.string(),
  Pinned: z.boolean(),
  /** In words: 全员, or departments and roles. */
  Audience: z.string(),
  State: z.enum(ANNOUNCEMENT_STATES),
  CreatedBy: z.string(),
  CreatedAt: z.string(),
  DecidedBy: z.string().nullable(),
  DecidedAt: z.string().nullable(),
  Note: z.string(),
  /** Whom it went to, or would go to. */
  People: z.number(),
  Read: z.number(),
  /** The caller may agree to it or send it back. */
  MayDecide: z.boolean(),
});
export type AnnouncementRow = z.output<typeof announcementRow>;

export const announcementIndex = call('POST', '/webapi/Message/Announcements', '发过的公告与待确认的公告', {
  input: listInput.extend({ State: z.enum(ANNOUNCEMENT_STATES, '状态不存在').optional() }),
  output: listOutput(announcementRow),
});

/** What the person was told: those that are pinned first, then the latest. */
export const announcementMine = call('POST', '/webapi/Message/MyAnnouncements', '发给我的公告，置顶的在前', {
  input: listInput,
  output: listOutput(
    z.object({
      /** Of the message; marks it read. */
      id: z.string(),
      title: z.string(),
      body: z.string(),
      pinned: z.boolean(),
      by: z.string(),
      at: z.string(),
      read: z.boolean(),
    }),
  ).extend({ unread: z.number() }),
});
export type Announcement = z.output<typeof announcementMine.output>['rows'][number];
