/** 节能量报告签署: who stands for which figures of a baseline against a span of days. What changes later makes another version. */
import type { BaselineRow, BaselineStatement, baselineInput, StatementBody } from '@hengneng/contracts';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { conflict, invalid } from '../../../platform/http/errors.ts';
import { digestOf, type ReportKey, signedContent, signedVersions, signReport } from '../reports/versions.ts';
import type { Span } from './usage.ts';

type SignInput = Extract<z.output<typeof baselineInput>, { readonly Action: 'sign' }>;

/** What is signed: the statement with the baseline that it stands on. */
interface Content {
  readonly baseline: Pick<BaselineRow, 'Id' | 'Name' | 'NodeName' | 'Unit' | 'From' | 'To' | 'Grain'> & {
    readonly Formula: string;
  };
  readonly report: Span;
  readonly body: StatementBody;
}

const keyOf = (project: string, baseline: string, { from, to }: Span): ReportKey => ({
  kind: 'saving',
  project,
  period: `${baseline}:${from}~${to}`,
});

const contentOf = (row: BaselineRow, report: Span, body: StatementBody): Content => ({
  baseline: {
    Id: row.Id,
    Name: row.Name,
    NodeName: row.NodeName,
    Unit: row.Unit,
    From: row.From,
    To: row.To,
    Grain: row.Grain,
    Formula: row.Fit.Formula,
  },
  report,
  body,
});

/** A statement with its signatures. @param version as it was signed; absent: as the figures are now */
export async function withSignatures(
  ctx: Ctx,
  project: { readonly code: string; readonly name: string },
  row: BaselineRow,
  of: { readonly report: Span; readonly body: StatementBody; readonly version: number | undefined },
): Promise<BaselineStatement> {
  const key = keyOf(project.code, row.Id, of.report);
  const versions = await signedVersions(ctx.db, key);
  const Digest = digestOf(contentOf(row, of.report, of.body));
  const shown = of.version === undefined ? undefined : ((await signedContent(ctx.db, key, of.version)) as Content);
  return {
    ...(shown?.body ?? of.body),
    Kind: 'statement',
    ProjectName: project.name,
    Digest,
    Version: of.version ?? null,
    Changed: versions[0] !== undefined && versions[0].digest !== Digest,
    Versions: versions.map(({ digest, ...version }) => ({ ...version, Digest: digest })),
  };
}

export function signStatement(
  ctx: Ctx,
  project: string,
  row: BaselineRow,
  { input, body }: { readonly input: SignInput; readonly body: StatementBody },
): Promise<{ readonly Version: number }> {
  const content = contentOf(row, input.Report, body);
  const digest = digestOf(content);
  if (digest !== input.Digest) throw conflict('数据已变化，请重新查看节能量报告后再签署');
  // What is only for reference, or leaves something out, is not signed without a word.
  if (body.Notes.length > 0 && input.Note === '')
    throw invalid([{ path: 'Note', message: `报告有保留事项，请写明如何看待：${body.Notes.join('；')}` }]);
  return signReport(ctx, keyOf(project, row.Id, input.Report), {
    content,
    digest,
    note: input.Note,
    title: `节能量报告 ${row.Name} ${input.Report.from} 至 ${input.Report.to}`,
  });
}
