/** The sheet that a customer gets: a signed version for customers, without amounts and without what we say among ourselves. */
import type { SentReport } from '@hengneng/contracts';
import type { Ctx } from '../../../platform/context.ts';
import type { Table } from '../../identity/index.ts';
import { seenProject } from '../../projects/index.ts';
import { signedTotal, totalPaper } from '../analysis/total-report.ts';
import { customerTable } from '../reports/index.ts';
import type { Paper } from '../workbook.ts';

/** By what signed versions of it are found. */
export const periodOf = (of: SentReport): string =>
  of.Kind === 'day' ? of.Date : of.Kind === 'client' ? `${of.From}~${of.To}` : `${of.Month} 客户`;

export const nameOf = (of: SentReport): string =>
  of.Kind === 'day'
    ? `日报 ${of.Date}`
    : of.Kind === 'client'
      ? `能耗同比 ${of.From} 至 ${of.To}`
      : `综合分析报告 ${of.Month}`;

const fromTable = (table: Table, title: string, version: number): Paper => ({
  title,
  about: table.filters,
  sheets: [table, ...(table.more ?? [])],
  foot: `${title} 第 ${version} 版`,
});

/** @throws notFound where there is no such version */
export async function customerPaper(ctx: Ctx, of: SentReport, version: number): Promise<Paper> {
  const { code, name } = await seenProject(ctx, ctx.db, of.ProjectCode);
  if (of.Kind === 'total') {
    const content = await signedTotal(ctx.db, code, { ProjectCode: code, Month: of.Month, Audience: '客户' }, version);
    return totalPaper(content, `第 ${version} 版`);
  }
  return fromTable(await customerTable(ctx, of, version), `${name} ${nameOf(of)}`, version);
}
