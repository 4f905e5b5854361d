/** Signed reports: each signature keeps the whole report; what changes later makes another version. */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { trail } from '../../../platform/audit/trail.ts';
import type { Ctx } from '../../../platform/context.ts';
import type { Db, Tx } from '../../../platform/db/schema.ts';
import { notFound, refused } from '../../../platform/http/errors.ts';

export interface ReportKey {
  readonly kind: 'day' | 'client' | 'total' | 'saving';
  readonly project: string;
  readonly period: string;
}

export interface SignedVersion {
  readonly Version: number;
  readonly SignedBy: string;
  readonly SignedAt: string;
  readonly Note: string;
  readonly digest: string;
}

/** Objects with their keys in order: a jsonb column keeps no order, and the same figures have the same digest. */
const ordered = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(ordered)
    : value !== null && typeof value === 'object'
      ? Object.fromEntries(
          Object.entries(value)
            .toSorted(([a], [b]) => (a < b ? -1 : 1))
            .map(([key, inner]) => [key, ordered(inner)]),
        )
      : value;

/** @param figures what makes a report another one: without the instant at which it was read */
export const digestOf = (figures: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(ordered(figures)))
    .digest('hex');

/** The latest first. */
export const signedVersions = async (db: Db | Tx, key: ReportKey): Promise<readonly SignedVersion[]> => {
  const { rows } = await sql<SignedVersion>`
    select v.version as "Version", u.user_name as "SignedBy", to_jsonb(v.signed_at) #>> '{}' as "SignedAt", v.note as "Note", v.digest
    from energy_report_version v join app_user u on u.id = v.signed_by
    where v.kind = ${key.kind} and v.project_code = ${key.project} and v.period = ${key.period} order by v.version desc`.execute(
    db,
  );
  return rows;
};

/** @throws notFound where there is no such version */
export async function signedContent(db: Db, key: ReportKey, version: number): Promise<unknown> {
  const { rows } = await sql<{ content: unknown }>`select content from energy_report_version
    where kind = ${key.kind} and project_code = ${key.project} and period = ${key.period} and version = ${version}`.execute(
    db,
  );
  const [row] = rows;
  if (row === undefined) throw notFound('没有这个版本');
  return row.content;
}

/** Keeps a report as it is. @throws refused where the last version says the same already */
export const signReport = (
  ctx: Ctx,
  key: ReportKey,
  report: { readonly content: unknown; readonly digest: string; readonly note: string; readonly title: string },
): Promise<{ readonly Version: number }> =>
  ctx.write(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`energy.report ${key.kind} ${key.project} ${key.period}`}, 0))`.execute(
      tx,
    );
    const [last] = await signedVersions(tx, key);
    if (last?.digest === report.digest && last.Note === report.note)
      throw refused(`数据与第 ${last.Version} 版相同，无需再次签发`);
    const Version = (last?.Version ?? 0) + 1;
    await sql`insert into energy_report_version (kind, project_code, period, version, content, digest, note, signed_by)
      values (${key.kind}, ${key.project}, ${key.period}, ${Version}, ${JSON.stringify(report.content)}::jsonb, ${report.digest},
        ${report.note}, ${ctx.session.userId})`.execute(tx);
    await trail(tx, ctx, {
      kind: '业务',
      action: '签发',
      object: `${report.title} 第 ${Version} 版`,
      summary: report.note,
      after: { digest: report.digest },
    });
    return { Version };
  });
