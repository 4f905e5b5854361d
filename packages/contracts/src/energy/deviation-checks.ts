/** 偏差核对: what of a month does not agree with what it ought to agree with, by the limits of 偏差设置, and what was found out about it. */
import { z } from 'zod';
import { blankable, count } from '../common.ts';

export const DEVIATION_CHECKS = ['total', 'bill', 'balance', 'cop'] as const;
export type DeviationCheck = (typeof DEVIATION_CHECKS)[number];
export const DEVIATION_CHECK_NAMES: Readonly<Record<DeviationCheck, string>> = {
  total: '总分差',
  bill: '账单差',
  balance: '热平衡差',
  cop: 'COP 偏差',
};

export const DEVIATION_CAUSES = [
  '漏抄或错抄',
  '表计故障',
  '倍率或总分关系有误',
  '有未计量的用户',
  '温度探头或流量计偏差',
  '抄表时刻不一致',
  '主机性能下降',
  '其他',
] as const;

/** Projects that one answer looks through; the others are asked for from where it ended. */
export const MOST_CHECKED = 40;

const project = z.string().trim().max(30, '项目编码过长');
const month = z.string('请选择月份').regex(/^\d{4}-(0[1-9]|1[0-2])$/, '月份格式应为 YYYY-MM');
const kind = z.enum(DEVIATION_CHECKS, '请选择核对项');

/** With Type=deviationCheck. */
export const deviationChecks = z.object({
  ProjectCode: blankable(project).optional(),
  Month: month,
  Kind: blankable(kind).optional(),
  /** `Next` of the answer before. */
  After: blankable(project).optional(),
});

/** As a workbook, with Kind=deviationCheck: which of them is `Check` there. */
export const deviationExport = z.object({
  ProjectCode: blankable(project).optional(),
  Month: month,
  Check: blankable(kind).optional(),
});

/** With SetType=deviationFollow: what was found out about one of them. */
export const deviationFollow = z.object({
  SetType: z.literal('deviationFollow'),
  ProjectCode: project.min(1, '请选择项目'),
  Month: month,
  Kind: kind,
  Target: z.string().max(40),
  Cause: z.enum(DEVIATION_CAUSES, '请选择原因'),
  Note: z.string('请填写核对说明').trim().min(1, '请填写核对说明').max(200, '核对说明最多200字'),
  /** Notes that were there when it was looked at. */
  Version: count('版本').default(0),
});
export const deviationFollowRead = deviationFollow.pick({
  SetType: true,
  ProjectCode: true,
  Month: true,
  Kind: true,
  Target: true,
});

export interface DeviationNote {
  readonly Cause: string;
  readonly Note: string;
  readonly By: string;
  readonly At: string;
  /** What it was when it was explained, as `DeviationFinding.Value`. */
  readonly Value: number;
}

export interface DeviationFinding {
  readonly ProjectCode: string;
  readonly ProjectName: string;
  readonly Month: string;
  readonly Kind: DeviationCheck;
  /** Meter, bill or machine. */
  readonly Target: string;
  readonly TargetName: string;
  /** Percent, or the COP. */
  readonly Value: number;
  readonly Limit: string;
  readonly Severity: 'warn' | 'alarm';
  readonly Words: string;
  /** 数值已变: explained, but it is another figure by now. */
  readonly State: '待核对' | '已说明' | '数值已变';
  readonly Note: DeviationNote | null;
  /** Notes so far. */
  readonly Version: number;
  /** Where it is put right. */
  readonly Path: string;
}

export interface DeviationFindings {
  readonly Month: string;
  /** That were looked through here, and that there are. */
  readonly Projects: number;
  readonly Total: number;
  /** Where the others begin; null where these were the last. */
  readonly Next: string | null;
  readonly rows: readonly DeviationFinding[];
  /** Whether the person may say what was found out. */
  readonly MayFollow: boolean;
}

const STATES = ['待核对', '数值已变', '已说明'] as const satisfies readonly DeviationFinding['State'][];
/** What nobody looked into yet comes first, whichever answer it came with. */
export const deviationsInTurn = (rows: readonly DeviationFinding[]): readonly DeviationFinding[] =>
  rows.toSorted((a, b) => STATES.indexOf(a.State) - STATES.indexOf(b.State));
