/** 停用申请 as householders file it, without a session. Nothing that is answered says who lives where, or whether what was typed is known. */
import { z } from 'zod';
import { call } from '../call.ts';
import { blankable, day, idText, several } from '../common.ts';
import { storedFile, uploaded } from '../files.ts';
import { requestId } from './common.ts';
import { SUSPEND_REASONS, SUSPEND_TYPES, WISH_RELATIONS, WISH_STATES } from './suspension-words.ts';

const UNKNOWN_LINK = '申请链接无效或已更换，请重新扫描小区公示的二维码';
const token = z.string(UNKNOWN_LINK).regex(/^[\w-]{16}$/, UNKNOWN_LINK);
const phone = z
  .string('请填写联系电话')
  .trim()
  .regex(/^(1[3-9]\d{9}|0\d{2,3}-?\d{7,8})$/, '请填写正确的电话');

export const MOST_WISH_PHOTOS = 3;

export const applyCommunity = call(
  'GET',
  '/pmsapi/BillSuspend/PublicCommunity',
  '申请链接对应的小区、楼栋与可停费项（公开）',
  {
    input: z.object({ c: token }),
    output: z.object({
      community: z.string(),
      phone: z.string(),
      minDays: z.number(),
      buildings: z.array(z.object({ id: z.string(), name: z.string() })),
      fees: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
  },
);

export const applyRooms = call('GET', '/pmsapi/BillSuspend/PublicRooms', '一栋楼的房号（公开）', {
  input: z.object({ c: token, building: idText }),
  output: z.array(z.object({ id: z.string(), code: z.string() })),
});

export const applyPhoto = call('POST', '/pmsapi/BillSuspend/PublicPhoto', '上传证件照（公开，multipart，字段 file）', {
  input: z.looseObject({ c: token }),
  output: storedFile,
});

export const applySend = call(
  'POST',
  '/pmsapi/BillSuspend/PublicApply',
  '提交停用、恢复或延长申请（公开），同号重送只记一次',
  {
    input: z.object({
      requestId,
      c: token,
      room: z.string('请选择房间').regex(/^\d{1,18}$/, '请选择房间'),
      name: z.string('请填写姓名').trim().min(1, '请填写姓名').max(30, '姓名最多30字'),
      phone,
      relation: z.enum(WISH_RELATIONS, '请选择与业主关系'),
      fee: z.string('请选择收费项目').regex(/^\d{1,18}$/, '请选择收费项目'),
      type: z.enum(SUSPEND_TYPES, '请选择申请类型'),
      from: day,
      to: blankable(day).default(null),
      reason: blankable(z.enum(SUSPEND_REASONS, '请选择原因')).default(null),
      photos: several(uploaded, MOST_WISH_PHOTOS, `证件照最多${MOST_WISH_PHOTOS}张`).default([]),
    }),
    output: z.object({ no: z.string() }),
  },
);

const receipt = {
  no: z
    .string('请填写受理编号')
    .trim()
    .regex(/^WX\d{14}$/, '受理编号格式不正确'),
  phone,
};

export const applyState = call('POST', '/pmsapi/BillSuspend/PublicState', '凭受理编号与电话查询申请进度（公开）', {
  input: z.object(receipt),
  output: z.object({
    no: z.string(),
    community: z.string(),
    room: z.string(),
    fee: z.string(),
    type: z.enum(SUSPEND_TYPES),
    from: z.string(),
    to: z.string().nullable(),
    appliedAt: z.string(),
    state: z.enum(WISH_STATES),
    /** Why it was returned. */
    note: z.string(),
    /** How far the accepted application is, in words. */
    step: z.string(),
    phone: z.string(),
  }),
});

export const applyWithdraw = call('POST', '/pmsapi/BillSuspend/PublicWithdraw', '撤回尚未受理的申请（公开）', {
  input: z.object(receipt),
  output: z.object({ state: z.enum(WISH_STATES) }),
});
