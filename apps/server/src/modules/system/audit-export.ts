/** The audit log as it leaves the product: a workbook, or a PDF that says how it can be held against the chain. Both need a reason and are audited. */
import type { auditExport } from '@hengneng/contracts';
import { instantText } from '@hengneng/form-kit';
import type { z } from 'zod';
import type { Engine } from '../../engine/index.ts';
import { archivedYears } from '../../platform/audit/archive.ts';
import { type ChainReport, isIntact, verifyAndNote } from '../../platform/audit/audit.ts';
import type { Ctx } from '../../platform/context.ts';
import { refused } from '../../platform/http/errors.ts';
import type { FileAnswer } from '../../platform/http/registry.ts';
import { tablePdf } from '../../platform/pdf/table.ts';
import { trail, workbook } from '../identity/index.ts';
import { exportedRows } from './audit-log.ts';

type Input = z.output<typeof auditExport.input>;
type Row = Awaited<ReturnType<typeof exportedRows>>['rows'][number];

const MOST_ROWS = { xlsx: 200_000, pdf: 5_000 } as const;
const TOO_MANY = {
  xlsx: '数据超过20万行，请缩小筛选范围',
  pdf: '数据超过5000行，请缩小筛选范围，或导出为 Excel',
} as const;

/** As clocks in China show it. */
const local = (at: string): string => instantText(Date.parse(at)).slice(0, 19).replace('T', ' ');

const changeText = (row: Row): string =>
  row.changes.map((change) => `${change.field}：${change.before ?? '空'} → ${change.after ?? '空'}`).join('；');

const filtersOf = (input: Input, rows: readonly Row[]): readonly (readonly [string, string])[] =>
  [
    ['时间从', input.range?.from ?? ''],
    ['时间到', input.range?.to ?? ''],
    ['操作人', rows.find((row) => row.userId === input.user)?.userName ?? input.user ?? ''],
    ['类别', input.kind ?? ''],
    ['对象', input.object ?? input.Keyword ?? ''],
    ['结果', input.result ?? ''],
    ['IP', input.ip ?? ''],
  ].filter((pair): pair is [string, string] => pair[1] !== '');

const SHEET: readonly (readonly [head: string, cell: (row: Row) => string | null])[] = [
  ['时间', (row) => local(row.at)],
  ['操作人', (row) => row.userName],
  ['部门', (row) => row.deptName],
  ['类别', (row) => row.kind],
  ['动作', (row) => row.action],
  ['对象', (row) => row.object],
  ['摘要', (row) => row.summary],
  ['结果', (row) => row.result],
  ['IP', (row) => row.ip],
  ['设备', (row) => row.device],
  ['请求编号', (row) => row.requestId],
  ['链序号', (row) => row.seq],
  ['哈希', (row) => row.fullHash],
  ['变更', changeText],
];

const asWorkbook = (ctx: Ctx, input: Input, rows: readonly Row[]): Promise<FileAnswer> =>
  workbook(ctx, {
    title: '审计日志',
    head: SHEET.map(([head]) => head),
    rows: rows.map((row) => SHEET.map(([, cell]) => cell(row))),
    filters: filtersOf(input, rows),
    reason: input.reason,
  });

/** Columns of the PDF with their share of its width. */
const PRINTED: readonly (readonly [head: string, share: number, cell: (row: Row) => string])[] = [
  ['时间', 13, (row) => local(row.at)],
  ['操作人', 10, (row) => [row.userName ?? '—', row.deptName].filter(Boolean).join(' ')],
  ['类别', 7, (row) => row.kind],
  ['动作', 12, (row) => row.action],
  ['对象', 18, (row) => row.object],
  ['摘要', 34, (row) => row.summary],
  ['结果', 5, (row) => row.result],
];

const verdict = (report: ChainReport): string => {
  if (report.brokenAt !== null) return `链在第 ${report.brokenSeq} 条断开（已校验 ${report.checked} 条），请立即核查`;
  if (report.brokenYear !== null) return `${report.brokenYear} 年的记录与封存不符，请立即核查`;
  return `链完整，共校验 ${report.checked} 条`;
};

/** What whoever holds the paper needs to know to check it. */
const explanation = (report: ChainReport): readonly string[] => [
  '一、审计记录只增不改：每条记录入链时取得序号 n 和哈希。哈希 n = SHA-256（哈希 n-1 的 32 个字节，接本条记录全部字段的规范文本的 UTF-8 字节）；哈希 0 为 32 个零字节。改动、删除或插入任何一条，其后所有哈希都会不同。',
  `二、本文件每条记录下方列出链序号与完整哈希（64 位十六进制）；未列出的为最近几秒写入、尚未入链。导出时链头为 ${report.head === null ? '无' : `第 ${report.head.seq} 条，${report.head.hash}`}。`,
  '三、核对方法：在「系统管理—审计日志」的对象框输入链序号（如 #12）或请求编号，找到同一条记录，对照哈希；按「校验链」由服务器从第 1 条起重算全部哈希。哈希一致且链完整，即证明本文件所列记录与入链时相同。',
  '四、离线核对：数据库表 audit_chain（seq、audit_id、hash）与 audit_log 按 seq 顺序重算，规范文本为 PostgreSQL 的 row_to_json(audit_log)::text（会话时区 Asia/Shanghai）。',
  '五、超过三年的年份按年封存（行数、首末序号、末条哈希），不移动、不删除；校验同时核对封存。证件号、手机号、薪资等敏感字段只写「已变更」，不写内容。',
];

const asPdf = async (ctx: Ctx, input: Input, rows: readonly Row[], report: ChainReport): Promise<FileAnswer> => {
  const archived = await archivedYears(ctx.db);
  const at = local(ctx.now.toISOString());
  const body = await tablePdf({
    title: '审计日志',
    about: [
      ['导出人', ctx.session.userName],
      ['导出时间', at],
      ['导出原因', input.reason],
      ...filtersOf(input, rows),
      ['条数', String(rows.length)],
      ['链校验', verdict(report)],
      ...(archived.length === 0
        ? []
        : [
            [
              '已封存',
              archived.map((of) => `${of.year} 年 ${of.rows} 条（第 ${of.firstSeq} 至 ${of.lastSeq} 条）`).join('；'),
            ] as const,
          ]),
    ],
    columns: PRINTED.map(([head, share]) => ({ head, share })),
    rows: rows.map((row) => ({
      cells: PRINTED.map(([, , cell]) => cell(row)),
      note: [
        row.seq === null ? '未入链' : `#${row.seq}`,
        row.fullHash,
        [row.ip, row.device].filter(Boolean).join(' '),
        `请求 ${row.requestId || '—'}`,
      ].join('  '),
    })),
    explanation: { title: '校验说明', paragraphs: explanation(report) },
    foot: report.head === null ? at : `${at}  链头 #${report.head.seq} ${report.head.hash}`,
    at: ctx.now,
  });
  await ctx.write((tx) =>
    trail(tx, ctx, {
      kind: '导出',
      action: '导出 PDF',
      object: '审计日志',
      summary: `${rows.length}行，${input.reason}`,
      after: { ...Object.fromEntries(filtersOf(input, rows)), 链校验: isIntact(report) ? '完整' : '不符' },
    }),
  );
  return { fileName: `审计日志_${at.slice(0, 10)}.pdf`, contentType: 'application/pdf', body, size: body.length };
};

export const exportAudit = async (ctx: Ctx, engine: Engine, input: Input): Promise<FileAnswer> => {
  const most = MOST_ROWS[input.Format];
  // First, because the check takes everything into the chain that is settled.
  const report = input.Format === 'pdf' ? await verifyAndNote(ctx.db, ctx.session.userId) : null;
  const { rows, total } = await exportedRows(ctx, engine, input, most);
  if (total > most) throw refused(TOO_MANY[input.Format]);
  return report === null ? asWorkbook(ctx, input, rows) : asPdf(ctx, input, rows, report);
};
