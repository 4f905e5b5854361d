/** Reading the audit log. Nobody changes it, administrators included: the table refuses. */
import {
  AUDIT_DAYS,
  type AuditKind,
  type auditChain,
  type auditIndex,
  type AuditRow,
  type auditVerify,
} from '@hengneng/contracts';
import { isModuleId, MODULES, procedureRoute } from '@hengneng/core';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Engine } from '../../engine/index.ts';
import { archivedYears } from '../../platform/audit/archive.ts';
import { isIntact, verifyAndNote } from '../../platform/audit/audit.ts';
import type { Ctx } from '../../platform/context.ts';
import { notFound, refused } from '../../platform/http/errors.ts';
import { likeText, type Page, pageOf, trail } from '../identity/index.ts';
import { changesOf, type Eyes, exportingEyes, openingEyes, readingEyes, summaryOf, type Told } from './audit-words.ts';
import { spanOf } from './span.ts';

type Input = z.output<typeof auditIndex.input>;

/** What kinds were called in rows of before: a row of the log is never changed. */
const FORMERLY: Readonly<Partial<Record<AuditKind, readonly string[]>>> = {
  收费: ['物业收费', '收费公告'],
  读数: ['抄表'],
  权限: ['客户展示'],
  敏感查看: ['查看敏感信息', '查看'],
  业务: ['问卷', '报表', '能源报表', '能源分析', '加班供能', '催办'],
  系统设置: ['系统'],
};

const condition = (ctx: Ctx, input: Input): RawBuilder<boolean> => {
  const { from, to } = spanOf(ctx, input.range, AUDIT_DAYS);
  const parts: RawBuilder<boolean>[] = [sql`a.at >= ${from} and a.at < ${to}`];
  if (input.user) parts.push(sql`a.user_id = ${input.user}`);
  if (input.kind) parts.push(sql`a.kind = any(${[input.kind, ...(FORMERLY[input.kind] ?? [])]}::text[])`);
  if (input.result) parts.push(sql`a.result = ${input.result}`);
  if (input.ip) parts.push(sql`a.ip = ${input.ip}`);
  for (const text of [input.object, input.Keyword])
    if (text) {
      const [, seq] = /^#(\d{1,18})$/.exec(text.trim()) ?? [];
      const like = likeText(text);
      parts.push(
        seq === undefined
          ? sql`(a.object ilike ${like} or a.summary ilike ${like} or a.action ilike ${like} or a.object_id = ${text.trim()}
              or a.request_id = ${text.trim()})`
          : sql`a.id = (select x.audit_id from audit_chain x where x.seq = ${seq})`,
      );
    }
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
};

type Stored = Omit<AuditRow, 'changes' | 'link'> &
  Told & { readonly objectId: string | null; readonly fullHash: string };

const columns = sql`a.id::text, to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, a.user_id::text as "userId",
  coalesce(nullif(a.user_name, ''), u.user_name) as "userName", d.name as "deptName", a.kind, a.action, a.object, a.summary, a.result, a.ip,
  a.device, a.object_type as "objectType", a.object_id as "objectId", a.request_id as "requestId", c.seq::text as seq,
  coalesce(left(encode(c.hash, 'hex'), 8), '') as hash, coalesce(encode(c.hash, 'hex'), '') as "fullHash",
  exists (select from audit_archive x where c.seq between x.first_seq and x.last_seq) as archived, a.before, a.after, a.id as _order`;
const joins = sql`left join app_user u on u.id = a.user_id left join dept d on d.id = a.dept_id
  left join audit_chain c on c.audit_id = a.id`;

/** Page of the record that a row is about. */
const linkOf = (engine: Engine, { objectType, objectId }: Pick<Stored, 'objectType' | 'objectId'>): string | null =>
  objectType !== null &&
  isModuleId(objectType) &&
  engine.catalog.get(objectType) &&
  objectId !== null &&
  objectId !== '0'
    ? (procedureRoute(MODULES[objectType].procedureId, objectId) ?? null)
    : null;

/** Rows in words; the full hash beside them. */
const told = async (
  ctx: Ctx,
  engine: Engine,
  rows: readonly Stored[],
  eyes: Eyes,
): Promise<(AuditRow & { readonly fullHash: string })[]> => {
  const changes = await changesOf(ctx.db, engine, rows, eyes);
  return rows.map(({ before: _before, after: _after, objectType, objectId, ...row }, index) => {
    const own = changes[index] ?? [];
    return { ...row, link: linkOf(engine, { objectType, objectId }), summary: summaryOf(row, own), changes: own };
  });
};

const find = (ctx: Ctx, input: Input, page: Page) =>
  pageOf<Stored>(
    ctx.db,
    page,
    sql`select ${columns} from audit_log a ${joins} where ${condition(ctx, input)}`,
    sql`_order desc`,
    ['at', 'userName', 'kind', 'action', 'object', 'result', 'ip'],
  );

export const listAudit = async (
  ctx: Ctx,
  engine: Engine,
  input: Input,
): Promise<{ rows: AuditRow[]; total: number }> => {
  const { rows, total } = await find(ctx, input, input);
  const shown = await told(ctx, engine, rows, readingEyes(ctx.session));
  return { total, rows: shown.map(({ fullHash: _, ...row }) => row) };
};

/** Rows for an export with their full hashes, as far as values may leave; none where there are more than `most`. */
export const exportedRows = async (ctx: Ctx, engine: Engine, input: Input, most: number) => {
  const { rows, total } = await find(ctx, input, { ...input, PageIndex: 1, PageSize: most });
  return { total, rows: total > most ? [] : await told(ctx, engine, rows, exportingEyes(ctx.session)) };
};

/** The values of one row that the person has a right to but is not shown among others. Looking is noted. */
export const revealAudit = (ctx: Ctx, engine: Engine, id: string): Promise<Pick<AuditRow, 'changes'>> =>
  ctx.write(async (tx) => {
    const { rows } = await sql<Stored>`select ${columns} from audit_log a ${joins} where a.id = ${id}`.execute(tx);
    const [row] = rows;
    if (row === undefined) throw notFound('没有这条审计记录');
    const [closed = []] = await changesOf(ctx.db, engine, [row], readingEyes(ctx.session));
    const wanted = closed.filter((change) => change.openable).map((change) => change.field);
    if (wanted.length === 0) throw refused('这条记录没有您可以查看的敏感内容');
    const [changes = []] = await changesOf(ctx.db, engine, [row], openingEyes(ctx.session));
    await trail(tx, ctx, {
      kind: '敏感查看',
      action: '查看审计中的敏感内容',
      object: row.object,
      summary: `第${row.id}号记录：${wanted.join('、')}`,
    });
    return { changes };
  });

/** Recomputes the chain now. */
export const verifyChain = async (ctx: Ctx): Promise<z.input<typeof auditVerify.output>> => {
  const report = await verifyAndNote(ctx.db, ctx.session.userId);
  return {
    ok: isIntact(report),
    checked: report.checked,
    brokenAt: report.brokenAt,
    brokenSeq: report.brokenSeq,
    brokenYear: report.brokenYear,
    at: ctx.now.toISOString(),
  };
};

/** What the last check found, and which years are sealed. */
export const chainState = async (ctx: Ctx): Promise<z.input<typeof auditChain.output>> => {
  const [last, archived] = await Promise.all([
    sql<NonNullable<z.input<typeof auditChain.output>['last']>>`
      select broken_at is null and broken_year is null as ok, checked::int as checked, broken_at::text as "brokenAt",
        broken_seq::text as "brokenSeq", broken_year as "brokenYear",
        to_char(v.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at, u.user_name as by
      from audit_verification v left join app_user u on u.id = v.checked_by order by v.id desc limit 1`.execute(ctx.db),
    archivedYears(ctx.db),
  ]);
  return { last: last.rows[0] ?? null, archived: [...archived] };
};
