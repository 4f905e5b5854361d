/** Setting a project up: rooms, and what the handover of its site has left to be set up. */
import { z } from 'zod';
import { call } from '../call.ts';
import { blankable, idText } from '../common.ts';

const project = z.string('请选择项目').trim().min(1, '请选择项目').max(30, '项目编码过长');

export const machineRoomSave = call(
  'POST',
  '/emcapi/OperationProjectManager/SaveEquipmentRoom',
  '新增或修改项目的机房',
  {
    input: z.object({
      ProjectCode: project,
      RoomId: blankable(idText).optional(),
      RoomName: z.string('请填写机房名称').trim().min(1, '请填写机房名称').max(30, '机房名称最多30字'),
      Floor: z.string().trim().max(20, '楼层最多20字').default(''),
      Place: z.string().trim().max(60, '位置最多60字').default(''),
      Area: blankable(
        z
          .string()
          .trim()
          .regex(/^\d{1,8}(\.\d{1,2})?$/, '面积应为数字，最多2位小数')
          .refine((value) => Number(value) > 0, '面积应大于 0'),
      ).optional(),
    }),
    output: z.object({ RoomId: z.string() }),
  },
);

const pendingMeter = z.object({
  DeviceId: z.string(),
  DeviceCode: z.string(),
  Name: z.string(),
  /** As the ledger of devices calls it; null where several kinds of meters are called so. */
  MeterType: z.string().nullable(),
  MeterNo: z.string(),
  Place: z.string(),
  /** 交接表底 and 倍率. */
  Reading: z.string().nullable(),
  Ratio: z.string().nullable(),
  VerifyTo: z.string().nullable(),
  /** Day of the handover; null where the meter came another way. */
  Since: z.string().nullable(),
  /** 进场交接单. */
  Document: z.string().nullable(),
});
export type PendingMeter = z.output<typeof pendingMeter>;

export const pendingMeters = call(
  'POST',
  '/api/Device/PendingMeters',
  '设备台账中还没有抄表属性的表计（如进场交接单带入的）',
  {
    input: z.object({ ProjectCode: project }),
    output: z.object({ rows: z.array(pendingMeter) }),
  },
);
