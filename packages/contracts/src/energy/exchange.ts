/** 换表与清零: one record of old final, gap and new initial, and the ratios that meters count by. */
import { z } from 'zod';
import { call, listInput } from '../call.ts';
import { actionOr, blankable, count, day, flag, idText, several } from '../common.ts';
import { uploaded } from '../files.ts';
import { type GasSet, gasSet, METER_TYPE_NAMES } from './devices.ts';

const text = (what: string, max: number) => z.string(`请填写${what}`).trim().max(max, `${what}最多${max}字`);
const needed = (what: string, max: number) => text(what, max).min(1, `请填写${what}`);
const project = z.string('请选择项目').trim().min(1, '请选择项目').max(30, '项目编码过长');
const instant = (what: string) => z.iso.datetime({ offset: true, error: `请填写${what}` });
const reading = (what: string) =>
  z.coerce
    .string(`请填写${what}`)
    .trim()
    .regex(/^\d{1,12}(\.\d{1,6})?$/, `${what}应为不小于 0 的数`);
const photos = (what: string) => several(uploaded, 9, `${what}最多9张`);

export const GAP_METHOD_NAMES = ['同时段均值', '同温', '设备功率×时长', '客户协商'] as const;
export const BREAK_REASONS = ['到期轮换', '表计故障', '超量程', '换型', '清零', '其他'] as const;
export const BREAK_STATES = ['待登记', '待核对', '已生效', '已作废'] as const;
export const RATIO_REASONS = ['换互感器', '表计更换', '计量状态', '录入更正', '合同约定'] as const;

/** Further registers of the meter, besides the total: 尖峰平谷 and the like. */
const registerPart = z.object({
  Register: z.string().regex(/^[a-z]{1,20}$/, '示数项不正确'),
  OldEnd: reading('旧表止码'),
  NewStart: reading('新表起码'),
  GapUsage: blankable(reading('空档估算量')).optional(),
});

/** What a registration takes; drafts of it come by `report`. */
const registration = {
  Kind: z.enum(['swap', 'reset'], '请选择换表或清零').default('swap'),
  Reason: needed('更换原因', 200),
  OldEnd: reading('旧表止码'),
  RemoveTime: instant('拆除时刻'),
  GapMethod: blankable(z.enum(GAP_METHOD_NAMES, '请选择估算方法')).optional(),
  GapUsage: blankable(reading('空档估算量')).optional(),
  GapReason: text('估算说明', 200).default(''),
  NewMeterNo: text('新表号', 40).default(''),
  NewStart: reading('新表起码'),
  InstallTime: instant('装用时刻'),
  /** 倍率 as CT and PT; empty where the old one stays. */
  NewCT: blankable(text('CT 变比', 20)).optional(),
  NewPT: blankable(text('PT 变比', 20)).optional(),
  NewRatio: blankable(text('新倍率', 20)).optional(),
  Digits: blankable(count('整数位', 1, 12)).optional(),
  Decimals: blankable(count('小数位', 0, 6)).optional(),
  Registers: several(registerPart, 8, '示数项过多').default([]),
  Worker: text('施工人', 40).default(''),
  /** Of the dial of the old and of the new meter. */
  OldPhotos: photos('旧表止码照片').default([]),
  NewPhotos: photos('新表起码照片').default([]),
  CertFile: photos('检定证书').default([]),
  WitnessFile: photos('客户见证').default([]),
};

const id = z.string('请选择记录').regex(/^\d{1,18}$/, '请选择记录');
const device = z.string('请选择表计').regex(/^\d{1,18}$/, '请选择表计');

export const replaceInput = z.discriminatedUnion(
  'Action',
  [
    z.object({
      Action: z.literal('add'),
      ProjectCode: project,
      DeviceId: device,
      /** Of a report of the site that is registered now. */
      ReplaceId: idText.optional(),
      ...registration,
    }),
    z.object({
      Action: z.literal('report'),
      ProjectCode: project,
      DeviceId: device,
      Reason: needed('现场情况', 200),
      RemoveTime: instant('拆除时刻'),
      NewMeterNo: text('新表号', 40).default(''),
      /** As they stood on the dials; checked when it is registered. */
      OldEnd: blankable(reading('旧表止码')).optional(),
      NewStart: blankable(reading('新表起码')).optional(),
      Photos: photos('照片').default([]),
      ClientId: z.uuid('离线编号格式不正确').optional(),
    }),
    z.object({ Action: z.literal('confirm'), ReplaceId: id, FormVersion: count('版本', 1).optional() }),
    z.object({
      Action: z.literal('void'),
      ReplaceId: id,
      Reason: needed('作废原因', 200),
      FormVersion: count('版本', 1).optional(),
    }),
  ],
  '操作只能是 add、report、confirm 或 void',
);
export type ReplaceInput = z.output<typeof replaceInput>;
export type Registration = Extract<ReplaceInput, { Action: 'add' }>;

const breakUsage = z.object({
  old: z.string(),
  gap: z.string(),
  new: z.string(),
  total: z.string(),
  words: z.string(),
});

export const projectDeviceReplace = call(
  'POST',
  '/emcapi/DataEntry/ProjectDeviceReplace',
  '设备更换：登记 add、现场上报 report、核对生效 confirm、作废 void',
  {
    input: replaceInput,
    output: z.object({
      ReplaceId: z.string(),
      State: z.enum(BREAK_STATES),
      /** What the exchange makes of the day so far; null where it is not told yet. */
      Usage: breakUsage.nullable(),
      FormVersion: z.number(),
    }),
  },
);

const fileList = z.array(uploaded);
export const replaceRow = z.object({
  ReplaceId: z.string(),
  Serial: z.string(),
  Kind: z.enum(['swap', 'reset']),
  ProjectCode: z.string(),
  ProjectName: z.string(),
  DeviceId: z.string(),
  DeviceName: z.string(),
  MeterType: z.string(),
  Unit: z.string(),
  Reason: z.string(),
  OldMeterNo: z.string(),
  OldEnd: z.string().nullable(),
  OldRatio: z.string().nullable(),
  RemoveTime: z.string(),
  GapHours: z.string(),
  GapUsage: z.string().nullable(),
  GapMethod: z.string().nullable(),
  GapReason: z.string(),
  NewMeterNo: z.string(),
  NewStart: z.string().nullable(),
  NewRatio: z.string().nullable(),
  InstallTime: z.string(),
  Digits: z.number().nullable(),
  Decimals: z.number().nullable(),
  Photos: fileList,
  Cert: fileList,
  Witness: fileList,
  Worker: z.string(),
  Creator: z.string(),
  /** Whether the person who asks registered it: another one has to agree. */
  Mine: z.boolean(),
  CreatedAt: z.string(),
  Decider: z.string().nullable(),
  DecidedAt: z.string().nullable(),
  VoidReason: z.string(),
  State: z.enum(BREAK_STATES),
  /** From the last reading of the old dial to the first of the new one, or to its initial while nobody read it; null of what makes nothing. */
  Usage: breakUsage.nullable(),
  FormVersion: z.number(),
});
export type ReplaceRow = z.output<typeof replaceRow>;

/** What `GetDataMessageByType` takes of Type=replace. */
export const replaceList = listInput.extend({
  ProjectCode: project.optional(),
  MeterType: z.enum(METER_TYPE_NAMES, '表计类型不正确').optional(),
  DeviceId: idText.optional(),
  Date: z.object({ from: day.optional(), to: day.optional() }).optional(),
  State: z.enum(BREAK_STATES, '状态不正确').optional(),
});
/** Kind `deviceReplaceRecord` of `ExpFile`. */
export const replaceFileInput = replaceList.omit({ PageIndex: true, PageSize: true });
export const MOST_REPLACE_EXPORT = 20_000;
/** Kind `deviceReplaceSheet`: the sheet that both sides sign. */
export const replaceSheetInput = z.object({ ReplaceId: id });
export interface ReplaceList {
  readonly rows: readonly ReplaceRow[];
  readonly total: number;
}

/* ---- ratios ---- */

export const ratioListInput = z.object({
  ProjectCode: project,
  MeterType: z.enum(METER_TYPE_NAMES, '表计类型不正确').optional(),
  Keyword: z.string().max(100).optional(),
  /** Changed within a year. */
  Changed: flag.optional(),
});
export interface RatioRow {
  readonly DeviceId: string;
  readonly DeviceCode: string;
  readonly Name: string;
  readonly MeterNo: string;
  readonly MeterType: string;
  readonly Unit: string;
  readonly CT: string;
  readonly PT: string;
  readonly Ratio: string | null;
  readonly Gas: GasSet | null;
  readonly EffectTime: string | null;
  readonly PrevRatio: string | null;
  readonly Reason: string;
  readonly File: readonly z.output<typeof uploaded>[];
  readonly Editor: string | null;
  readonly EditTime: string | null;
  /** Readings since it holds. */
  readonly Readings: number;
  readonly Pending: {
    readonly SetId: string;
    readonly CT: string;
    readonly PT: string;
    readonly Ratio: string;
    readonly Gas: GasSet | null;
    readonly EffectTime: string;
    readonly Reason: string;
    readonly ProposedBy: string;
    readonly Mine: boolean;
  } | null;
}
export interface RatioList {
  readonly rows: readonly RatioRow[];
}

export const ratioInput = z.preprocess(
  actionOr('propose'),
  z.discriminatedUnion(
    'Action',
    [
      z.object({
        Action: z.literal('propose'),
        ProjectCode: project,
        DeviceId: device,
        CT: blankable(text('CT 变比', 20)).optional(),
        PT: blankable(text('PT 变比', 20)).optional(),
        Ratio: blankable(text('倍率', 20)).optional(),
        /** Of a gas meter that counts as it flows (工况); absent: it shows the standard state. */
        Gas: gasSet.optional(),
        EffectTime: instant('生效时刻'),
        ReasonType: z.enum(RATIO_REASONS, '请选择原因'),
        Reason: text('说明', 200).default(''),
        File: photos('铭牌照片').default([]),
        /** Only what would change. */
        Preview: flag.default(false),
      }),
      z.object({
        Action: z.enum(['agree', 'refuse']),
        ProjectCode: project,
        SetId: z.string('请选择变更').regex(/^\d{1,18}$/, '请选择变更'),
      }),
    ],
    '操作只能是 propose、agree 或 refuse',
  ),
);
export interface RatioImpact {
  readonly Date: string;
  readonly Old: string;
  readonly New: string;
  readonly Diff: string;
  /** Yuan; null where the day has no price of its own, or the person may not see costs. */
  readonly OldAmount: string | null;
  readonly NewAmount: string | null;
  readonly LockState: '月锁' | '';
}
export interface RatioSaved {
  readonly SetId: string | null;
  readonly State: string;
  readonly Impact: readonly RatioImpact[];
  /** Sum of what falls into locked months; it becomes an adjustment. */
  readonly AdjustQty: string;
}
