/** 年报「重算」: closed months go on with the factors that they were closed with, until somebody says that they are to count by those of today. */
import { z } from 'zod';
import { count, several } from '../common.ts';
import { reportMonthText, reportProjectCode } from './report-parts.ts';
import { YEAR_KINDS } from './year-report.ts';

/** More than anybody looks through at once; what is confirmed is one transaction. */
const MOST_AT_ONCE = 100;

export const recalcRead = z.object({
  /** None: all projects that the person sees. */
  ProjectCodes: several(reportProjectCode, 500, '一次最多500个项目').default([]),
  Year: count('年份', 2000, 2100),
  YearKind: z.enum(YEAR_KINDS, '年度不正确').default('自然年'),
});

export const recalcWrite = recalcRead.omit({ ProjectCodes: true }).extend({
  Projects: z
    .array(
      z.object({
        ProjectCode: reportProjectCode,
        Months: several(reportMonthText, 12, '一次最多12个月').refine((of) => of.length > 0, '请选择要重算的月份'),
        /** Of the project's differences as they were shown: what nobody looked at is not confirmed. */
        Digest: z.string('请先查看差异').min(1, '请先查看差异').max(64),
      }),
      '请选择要重算的项目',
    )
    .min(1, '请选择要重算的项目')
    .max(MOST_AT_ONCE, `一次最多重算${MOST_AT_ONCE}个项目`)
    .refine((of) => new Set(of.map(({ ProjectCode }) => ProjectCode)).size === of.length, '同一项目只能列一次'),
  Reason: z.string('请填写重算原因').trim().min(1, '请填写重算原因').max(200, '原因最多200字'),
});

/** An energy of a month; kgce and kgCO₂, null where a factor is missing. */
export interface RecalcLine {
  readonly code: string;
  readonly name: string;
  readonly kgceBefore: number | null;
  readonly kgceAfter: number | null;
  readonly kgCo2Before: number | null;
  readonly kgCo2After: number | null;
}

export interface RecalcMonth {
  readonly Month: string;
  readonly CopBefore: number | null;
  readonly CopAfter: number | null;
  readonly Lines: readonly RecalcLine[];
}

export interface RecalcProject {
  readonly ProjectCode: string;
  readonly ProjectName: string;
  /** Closed months of the year that would be others by the factors of today. */
  readonly Months: readonly RecalcMonth[];
  readonly Digest: string;
}

export interface RecalcDone {
  readonly Id: string;
  readonly ProjectName: string;
  readonly Months: readonly string[];
  readonly Reason: string;
  readonly By: string;
  readonly At: string;
  readonly Changes: readonly RecalcMonth[];
}

export interface RecalcMade {
  readonly Projects: readonly { readonly ProjectCode: string; readonly Months: readonly string[] }[];
}

export interface RecalcAnswer {
  /** Those that have such months. */
  readonly Projects: readonly RecalcProject[];
  /** Whether this person may recalculate them. */
  readonly May: boolean;
  /** What was recalculated of the year, the latest first: what it was before stays readable. */
  readonly Done: readonly RecalcDone[];
}
