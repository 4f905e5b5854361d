/** Reading the audit log. Nobody changes it, administrators included: the table refuses. */
import type { auditExport, auditIndex, AuditRow } from '@hengneng/contracts';
import { AUDIT_DAYS } from '@hengneng/contracts';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import { chainAudit, verifyAudit } from '../../platform/audit/audit.ts';
import type { Ctx } from '../../platform/context.ts';
import { invalid, refused } from '../../platform/http/errors.ts';
import type { FileAnswer } from '../../platform/http/registry.ts';
import { likeText, type Page, pageOf, workbook } from '../identity/index.ts';

type Input = z.output<typeof auditIndex.input>;

const DAY_MS = 86_400_000;
const MOST_ROWS = 200_000;

/** A day of the business, or a moment with its offset. */
const moment = (text: string, endOfDay: boolean, path: string): Date => {
  const day = /^\d{4}-\d{2}-\d{2}$/.test(text);
  const at = new Date(day ? `${text}T00:00:00+08:00` : text);
  if (Number.isNaN(at.getTime()) || at.getUTCFullYear() < 1990 || at.getUTCFullYear() > 2200)
    throw invalid([{ path, message: '时间格式不正确' }]);
  return day && endOfDay ? new Date(at.getTime() + DAY_MS) : at;
};

const span = (ctx: Ctx, input: Input): { from: Date; to: Date } => {
  const given = input.range?.to;
  const to = given ? moment(given, true, 'range.to') : new Date(ctx.now.getTime() + DAY_MS);
  const start = input.range?.from;
  const from = start ? moment(start, false, 'range.from') : new Date(to.getTime() - AUDIT_DAYS * DAY_MS);
  if (from > to) throw invalid([{ path: 'range.from', message: '开始时间不能晚于结束时间' }]);
  if (to.getTime() - from.getTime() > (AUDIT_DAYS + 1) * DAY_MS)
    throw invalid([{ path: 'range.from', message: '最多查询一年' }]);
  return { from, to };
};

const condition = (ctx: Ctx, input: Input): RawBuilder<boolean> => {
  const { from, to } = span(ctx, input);
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

type Stored = Omit<AuditRow, 'changes'> & { before: unknown; after: unknown };

const words = (value: unknown): string | null => {
  if (value === null || value === undefined) return null;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Field by field, what differs. */
const changesOf = (before: unknown, after: unknown): AuditRow['changes'] => {
  if (!isGroup(before) && !isGroup(after)) {
    const [old, next] = [words(before), words(after)];
    return old === null && next === null ? [] : [{ field: '内容', before: old, after: next }];
  }
  const [old, next] = [isGroup(before) ? before : {}, isGroup(after) ? after : {}];
  return [...new Set([...Object.keys(old), ...Object.keys(next)])]
    .map((field) => ({ field, before: words(old[field]), after: words(next[field]) }))
    .filter((change) => change.before !== change.after || change.before === '已变更');
};

export const listAudit = async (
  ctx: Ctx,
  input: Input,
  page: Page = input,
): Promise<{ rows: AuditRow[]; total: number }> => {
  const found = await pageOf<Stored>(
    ctx.db,
    page,
    sql`select a.id::text, to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, a.user_id::text as "userId",
        coalesce(nullif(a.user_name, ''), u.user_name) as "userName", d.name as "deptName", a.kind, a.action, a.object, a.summary, a.result, a.ip,
        a.device, a.request_id as "requestId", coalesce(left(encode(c.hash, 'hex'), 8), '') as hash, a.before, a.after, a.id as _order
      from audit_log a left join app_user u on u.id = a.user_id left join dept d on d.id = a.dept_id
        left join audit_chain c on c.audit_id = a.id
      where ${condition(ctx, input)}`,
    sql`_order desc`,
    ['at', 'userName', 'kind', 'action', 'object', 'result', 'ip'],
  );
  return {
    total: found.total,
    rows: found.rows.map(({ before, after, ...row }) => ({
      ...row,
      changes: changesOf(before, after),
    })),
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

export const exportAudit = async (ctx: Ctx, input: z.output<typeof auditExport.input>): Promise<FileAnswer> => {
  const { rows, total } = await listAudit(ctx, input, { ...input, PageIndex: 1, PageSize: MOST_ROWS });
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
