/** 年报「重算」: closed months go on with the factors that they were closed with, until somebody says that they are to count by those of today. */
import { z } from 'zod';
import { count, several } from '../common.ts';
import { reportMonthText, reportProjectCode } from './report-parts.ts';
import { YEAR_KINDS } from './year-report.ts';

export const recalcRead = z.object({
  ProjectCode: reportProjectCode,
  Year: count('年份', 2000, 2100),
  YearKind: z.enum(YEAR_KINDS, '年度不正确').default('自然年'),
});

export const recalcWrite = recalcRead.extend({
  Months: several(reportMonthText, 12, '一次最多12个月').refine((of) => of.length > 0, '请选择要重算的月份'),
  Reason: z.string('请填写重算原因').trim().min(1, '请填写重算原因').max(200, '原因最多200字'),
  /** Of the differences as they were shown: what nobody looked at is not confirmed. */
  Digest: z.string('请先查看差异').min(1, '请先查看差异').max(64),
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

export interface RecalcDone {
  readonly Id: string;
  readonly Months: readonly string[];
  readonly Reason: string;
  readonly By: string;
  readonly At: string;
  readonly Changes: readonly RecalcMonth[];
}

export interface RecalcAnswer {
  /** Closed months of the year that would be others by the factors of today. */
  readonly Months: readonly RecalcMonth[];
  readonly Digest: string;
  /** Whether this person may recalculate them. */
  readonly May: boolean;
  /** What was recalculated of the year, the latest first: what it was before stays readable. */
  readonly Done: readonly RecalcDone[];
}
