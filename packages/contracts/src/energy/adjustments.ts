/** 调整: `GetProjectSetUp` and `InsertProjectSetUp` with SetType=adjust. */
import { z } from 'zod';
import { blankable, several } from '../common.ts';
import { uploaded } from '../files.ts';

const project = z.string('请选择项目').trim().min(1, '请选择项目').max(30, '项目编码过长');
const id = (what: string) => z.string(what).regex(/^\d{1,18}$/, what);

export const adjustmentRead = z.object({ ProjectCode: project });

export const adjustmentWrite = z.discriminatedUnion(
  'Action',
  [
    z.object({
      Action: z.literal('add'),
      ProjectCode: project,
      FromMonth: z.string('请选择原月份').regex(/^\d{4}-(0[1-9]|1[0-2])$/, '原月份格式应为 YYYY-MM'),
      DeviceId: id('请选择表计'),
      Qty: z
        .string('请填写调整量')
        .trim()
        .regex(/^-?\d{1,12}(\.\d{1,6})?$/, '调整量应为数字，减少填负数，最多6位小数')
        .refine((value) => Number(value) !== 0, '调整量不能为0'),
      Amount: blankable(
        z
          .string()
          .trim()
          .regex(/^-?\d{1,12}(\.\d{1,2})?$/, '调整金额应为数字，最多2位小数'),
      ).optional(),
      Reason: z.string('请填写原因').trim().min(1, '请填写原因').max(200, '原因最多200字'),
      File: several(uploaded, 9, '附件最多9个')
        .default([])
        .refine((files) => files.length > 0, '请上传附件'),
      /** Of this one pressing: what is sent twice is there once. */
      ClientId: z.uuid('提交标识不正确'),
    }),
    z.object({
      Action: z.literal('agree'),
      AdjustId: id('请选择调整单'),
      Reason: z.string().trim().max(200, '说明最多200字').default(''),
    }),
    z.object({
      Action: z.literal('refuse'),
      AdjustId: id('请选择调整单'),
      Reason: z.string('请填写退回原因').trim().min(1, '请填写退回原因').max(200, '退回原因最多200字'),
    }),
  ],
  '操作只能是 add、agree 或 refuse',
);

export interface AdjustmentList {
  /** Locked, the latest first. */
  readonly Months: readonly string[];
  /** What takes a difference up now; null where nothing is locked. */
  readonly ToMonth: string | null;
  readonly Meters: readonly {
    readonly DeviceId: string;
    readonly Name: string;
    readonly Unit: string;
    readonly Code: string;
  }[];
}
