/** A building floor by floor: what stands there and how it does, and how warm its rooms were found to be. */
import { z } from 'zod';
import { call, listInput, listOutput } from '../call.ts';
import { day, several } from '../common.ts';

const project = z.string('请选择项目').trim().min(1, '请选择项目').max(30, '项目编码过长');
const floor = z.string().trim().max(40, '楼层过长').optional();

export const FLOOR_LAYERS = ['冷热水', '风', '电', '表计', '末端', '报警'] as const;

const element = z.object({
  /** The device's code: what an element of a model is bound by. */
  ElementId: z.string(),
  DeviceId: z.string(),
  Name: z.string(),
  Floor: z.string(),
  RoomName: z.string(),
  SystemName: z.string(),
  Layer: z.enum(FLOOR_LAYERS),
  State: z.string(),
  /** The gravest alarm of then that nobody had handled; null: none. */
  Alarm: z.string().nullable(),
});
/** As it was last measured by then. */
const room = z.object({
  RoomId: z.string(),
  Floor: z.string(),
  RoomName: z.string(),
  Temp: z.number().nullable(),
  /** What the contract promises, from and to. */
  SetLow: z.number().nullable(),
  SetTemp: z.number().nullable(),
  Humidity: z.number().nullable(),
  Time: z.string(),
});

export const floorIndex = call('POST', '/webapi/NYCateGoryDevice/BIMIndex', '按楼层看设备状态、报警与室温', {
  input: z.object({
    ProjectCode: project,
    Floor: floor,
    Layers: several(z.enum(FLOOR_LAYERS, '图层不正确'), FLOOR_LAYERS.length, '图层过多').default([]),
    /** Absent: now. */
    Time: z.iso.datetime({ offset: true, error: '时刻格式不正确' }).optional(),
  }),
  output: z.object({
    /** Of a model that was uploaded; null: none, the floor's plan is shown instead. */
    Model: z.object({ Url: z.string(), Version: z.number(), Chunks: z.array(z.string()) }).nullable(),
    Floors: z.array(z.string()),
    Elements: z.array(element),
    Rooms: z.array(room),
  }),
});

export const roomTemperatures = call(
  'POST',
  '/webapi/NYCateGoryDevice/BIMTemperatureReport',
  '室温报表：每次实测与合同区间',
  {
    input: listInput.extend({
      ProjectCode: project,
      Floor: floor,
      Date: z
        .object({ from: day.optional(), to: day.optional() })
        .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
          path: ['to'],
          message: '结束日期不能早于开始日期',
        })
        .optional(),
    }),
    output: listOutput(
      z.object({
        Floor: z.string(),
        RoomName: z.string(),
        PointName: z.string(),
        SetLow: z.number().nullable(),
        SetTemp: z.number().nullable(),
        Temp: z.number().nullable(),
        /** How far out of what is promised; 0 within. */
        Diff: z.number().nullable(),
        Humidity: z.number().nullable(),
        /** Nobody measures it by hand. */
        Co2: z.number().nullable(),
        Max24: z.number().nullable(),
        Min24: z.number().nullable(),
        /** Percent of the room's measurements in the span that were within. */
        PassRate: z.number().nullable(),
        Time: z.string(),
      }),
    ),
  },
);
