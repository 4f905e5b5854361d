/** 偏差设置: limits of the verdict at entry, by company, project, energy and meter; `GetProjectSetUp` and `InsertProjectSetUp` with SetType=deviation. */
import { z } from 'zod';
import { blankable, count, idText } from '../common.ts';

export const DEVIATION_LEVEL_NAMES = { company: '公司', project: '项目', category: '能源', meter: '表计' } as const;

const limit = (what: string, places = 2) =>
  blankable(z.coerce.number(`${what}必须是数字`).min(0, `${what}不能为负数`).max(1_000_000_000, `${what}过大`))
    .default(null)
    .refine(
      (value) => value === null || Number(value.toFixed(places)) === value,
      places === 0 ? `${what}必须是整数` : `${what}最多${places}位小数`,
    );

/** Of one level; what is blank is as the level above has it. */
export const deviationValues = {
  Warn: limit('提示'),
  Abnormal: limit('异常'),
  MinUsage: limit('最小用量', 4),
  TempWidth: limit('同温宽度', 1),
  Samples: limit('样本天数', 0),
  CapFactor: limit('物理上限系数', 3),
  SubDiff: limit('总分差'),
  BillDiff: limit('账单差'),
  BalanceDiff: limit('热平衡差'),
  CopMin: limit('COP合理下限', 3),
  CopMax: limit('COP合理上限', 3),
};

/** Limits that are no meter's own: of bills and machines; the narrowest level at which they may be set. */
export const NARROWEST = {
  BillDiff: 'category',
  BalanceDiff: 'project',
  CopMin: 'project',
  CopMax: 'project',
} as const;

const project = z.string().trim().max(30, '项目编码过长');
const target = {
  ProjectCode: blankable(project).default(null),
  CategoryCode: blankable(z.string().max(40)).default(null),
  DeviceId: blankable(idText).default(null),
};

export const deviationRead = z.object({
  SetType: z.literal('deviation'),
  ProjectCode: blankable(project).optional(),
  CategoryCode: blankable(z.string().max(40)).optional(),
});

export const deviationWrite = z.object({
  SetType: z.literal('deviation'),
  Level: z.enum(['company', 'project', 'category', 'meter'], '请选择层级'),
  ...target,
  ...deviationValues,
  Reason: z.string('请填写原因').trim().min(1, '请填写原因').max(200, '原因最多200字'),
  /** Of the row that was looked at; 0 where there was none. */
  Version: count('版本').default(0),
});

/** What `GetDataMessageByType` takes with Type=abnormal: the last days judged anew, by what holds and by what is tried. */
export const deviationTrial = z.object({
  Type: z.literal('abnormal'),
  ProjectCode: z.string('请选择项目').trim().min(1, '请选择项目').max(30),
  CategoryCode: target.CategoryCode,
  DeviceId: target.DeviceId,
  Days: count('天数', 7, 180).default(90),
  Trial: z.object(deviationValues).partial().default({}),
});

export interface DeviationNumbers {
  readonly Warn: number;
  readonly Abnormal: number;
  readonly MinUsage: number;
  readonly TempWidth: number;
  readonly Samples: number;
  readonly CapFactor: number;
  readonly SubDiff: number;
  readonly BillDiff: number;
  readonly BalanceDiff: number;
  /** null: as the machine's way of running has it. */
  readonly CopMin: number | null;
  readonly CopMax: number | null;
}

export interface DeviationRow {
  readonly Id: string | null;
  readonly Level: keyof typeof DEVIATION_LEVEL_NAMES;
  /** 公司默认, or the name of the project, energy or meter. */
  readonly Target: string;
  readonly ProjectCode: string | null;
  readonly ProjectName: string | null;
  readonly CategoryCode: string | null;
  readonly DeviceId: string | null;
  /** What this level says itself. */
  readonly Own: { readonly [K in keyof DeviationNumbers]: number | null };
  /** What holds there. */
  readonly Holds: DeviationNumbers;
  readonly Reason: string;
  readonly Version: number;
  readonly Editor: string | null;
  readonly EditTime: string | null;
}

export interface DeviationSet {
  readonly rows: readonly DeviationRow[];
  readonly total: number;
  /** Whether the person may change what holds for the whole company. */
  readonly MayCompany: boolean;
  /** Of the project: what there is to set limits for. */
  readonly Categories: readonly { readonly Code: string; readonly Name: string }[];
  readonly Meters: readonly { readonly DeviceId: string; readonly Name: string; readonly CategoryCode: string }[];
}

interface Judged {
  readonly WarnCount: number;
  readonly AbnormalCount: number;
  readonly Unjudged: number;
}

export interface DeviationTrialAnswer extends Judged {
  readonly From: string;
  readonly To: string;
  /** Days of registers that were judged. */
  readonly Readings: number;
  readonly Bins: readonly { readonly Deviation: number; readonly Count: number }[];
  /** By the limits that hold now. */
  readonly Now: Judged;
  readonly Holds: DeviationNumbers;
  readonly Tried: DeviationNumbers;
}
