/** Reading the audit log. Nobody changes it, administrators included: the table refuses. */
import type { auditExport, auditIndex, AuditRow } from '@hengneng/contracts';
import { AUDIT_DAYS } from '@hengneng/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Engine } from '../../engine/index.ts';
import { chainAudit, verifyAudit } from '../../platform/audit/audit.ts';
import type { Ctx } from '../../platform/context.ts';
import { refused } from '../../platform/http/errors.ts';
import type { FileAnswer } from '../../platform/http/registry.ts';
import { likeText, type Page, pageOf, workbook } from '../identity/index.ts';
import { changesOf, summaryOf, type Told } from './audit-words.ts';
import { spanOf } from './span.ts';

type Input = z.output<typeof auditIndex.input>;

const MOST_ROWS = 200_000;

const condition = (ctx: Ctx, input: Input): RawBuilder<boolean> => {
  const { from, to } = spanOf(ctx, input.range, AUDIT_DAYS);
  const parts: RawBuilder<boolean>[] = [sql`a.at >= ${from} and a.at < ${to}`];
  if (input.user) parts.push(sql`a.user_id = ${input.user}`);
  if (input.kind) parts.push(sql`a.kind = ${input.kind}`);
  if (input.result) parts.push(sql`a.result = ${input.result}`);
  if (input.ip) parts.push(sql`a.ip = ${input.ip}`);
  for (const text of [input.object, input.Keyword])
    if (text) {
      const like = likeText(text);
      parts.push(
        sql`(a.object ilike ${like} or a.summary ilike ${like} or a.action ilike ${like} or a.object_id = ${text.trim()})`,
      );
    }
  return sql<boolean>`${sql.join(parts, sql` and `)}`;
};

type Stored = Omit<AuditRow, 'changes'> & Told;

export const listAudit = async (
  ctx: Ctx,
  engine: Engine,
  input: Input,
  page: Page = input,
): Promise<{ rows: AuditRow[]; total: number }> => {
  const found = await pageOf<Stored>(
    ctx.db,
    page,
    sql`select a.id::text, to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, a.user_id::text as "userId",
        coalesce(nullif(a.user_name, ''), u.user_name) as "userName", d.name as "deptName", a.kind, a.action, a.object, a.summary, a.result, a.ip,
        a.device, a.object_type as "objectType", a.request_id as "requestId", coalesce(left(encode(c.hash, 'hex'), 8), '') as hash, a.before, a.after, a.id as _order
      from audit_log a left join app_user u on u.id = a.user_id left join dept d on d.id = a.dept_id
        left join audit_chain c on c.audit_id = a.id
      where ${condition(ctx, input)}`,
    sql`_order desc`,
    ['at', 'userName', 'kind', 'action', 'object', 'result', 'ip'],
  );
  const changes = await changesOf(ctx.db, engine, found.rows);
  return {
    total: found.total,
    rows: found.rows.map(({ before: _before, after: _after, objectType: _type, ...row }, index) => {
      const own = changes[index] ?? [];
      return { ...row, summary: summaryOf(row, own), changes: own };
    }),
  };
};

/** Chains what is settled first, so that the answer covers all but the last moments. */
export const verifyChain = async (ctx: Ctx) => {
  while ((await chainAudit(ctx.db)) > 0);
  const report = await verifyAudit(ctx.db);
  return {
    ok: report.brokenAt === null,
    checked: report.checked,
    brokenAt: report.brokenAt,
    at: ctx.now.toISOString(),
  };
};

export const exportAudit = async (
  ctx: Ctx,
  engine: Engine,
  input: z.output<typeof auditExport.input>,
): Promise<FileAnswer> => {
  const { rows, total } = await listAudit(ctx, engine, input, { ...input, PageIndex: 1, PageSize: MOST_ROWS });
  if (total > MOST_ROWS) throw refused('数据超过20万行，请缩小筛选范围');
  return workbook(ctx, {
    title: '审计日志',
    head: ['时间', '操作人', '部门', '类别', '动作', '对象', '摘要', '结果', 'IP', '设备', '请求编号', '哈希', '变更'],
    rows: rows.map((row) => [
      row.at,
      row.userName,
      row.deptName,
      row.kind,
      row.action,
      row.object,
      row.summary,
      row.result,
      row.ip,
      row.device,
      row.requestId,
      row.hash,
      row.changes.map((change) => `${change.field}：${change.before ?? '空'} → ${change.after ?? '空'}`).join('；'),
    ]),
    filters: [
      ['时间从', input.range?.from ?? ''],
      ['时间到', input.range?.to ?? ''],
      ['类别', input.kind ?? ''],
      ['对象', input.object ?? input.Keyword ?? ''],
      ['结果', input.result ?? ''],
      ['IP', input.ip ?? ''],
    ].filter((pair): pair is [string, string] => pair[1] !== ''),
    reason: input.reason,
  });
};
