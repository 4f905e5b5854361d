/** 移交单 on paper, for both sides to sign. */
import type { handoverPaper } from '@hengneng/contracts';
import { today } from '@hengneng/form-kit';
import { sql } from 'kysely';
import type { z } from 'zod';
import { trail } from '../../platform/audit/trail.ts';
import type { Ctx } from '../../platform/context.ts';
import type { FileAnswer } from '../../platform/http/registry.ts';
import { type PdfColumn, tablePdf } from '../../platform/pdf/table.ts';
import { type Detail, showHandover } from './store.ts';

const COLUMNS: readonly PdfColumn[] = [
  { head: '资料', share: 20 },
  { head: '应交', share: 6 },
  { head: '已交', share: 6 },
  { head: '份数', share: 6 },
  { head: '版本', share: 10 },
  { head: '缺项说明与补交日', share: 26 },
  { head: '接收部门', share: 12 },
  { head: '签收', share: 20 },
];

const yes = (value: boolean): string => (value ? '是' : '否');

const rowOf = (of: Detail) => (item: Detail['items'][number]) => ({
  cells: [
    item.name,
    yes(item.required),
    yes(item.given),
    item.copies === null ? '' : String(item.copies),
    item.edition ?? '',
    [item.lackNote, item.supplyOn].filter((part) => part !== null).join(' '),
    of.labels[item.dept ?? ''] ?? '',
    item.signedBy === null ? '' : `${of.labels[item.signedBy] ?? ''} ${item.signedAt ?? ''}`,
  ],
});

const paragraphsOf = (of: Detail): string[] => [
  ...of.promises.map(
    (row) =>
      `承诺 ${row.clause}：${row.value}（依据${row.basis}；${row.controllable ? '可控' : '不可控'}；责任方${row.responsible}）`,
  ),
  ...of.risks
    .filter((row) => row.matter !== null)
    .map(
      (row) =>
        `风险（${row.level ?? ''}）${row.matter ?? ''}：${row.response ?? '待定'}${row.dueOn === null ? '' : `，${row.dueOn}前`}`,
    ),
];

export const printHandover = async (ctx: Ctx, { Id }: z.output<typeof handoverPaper.input>): Promise<FileAnswer> => {
  const of = await showHandover(ctx, Id);
  const day = today(ctx.now);
  const name = (id: string | null) => of.labels[id ?? ''] ?? '';
  const body = await tablePdf({
    title: '项目移交单',
    about: [
      ['单号', of.code ?? ''],
      ['项目', of.projectName],
      ['业主', of.ownerName],
      ['移交段', of.stage],
      ['状态', of.state],
      ['模式', of.intentMode],
    ],
    columns: COLUMNS,
    rows: of.items.map(rowOf(of)),
    explanation: { title: '承诺与风险', paragraphs: paragraphsOf(of) },
    seals: [
      { title: '移交人', lines: [name(of.giver), '签字：', '日期：'] },
      { title: '接收人', lines: [name(of.receiver), '签字：', '日期：'] },
    ],
    foot: `${of.code ?? ''} ${day}`,
    at: ctx.now,
  });
  await ctx.write(async (tx) => {
    const { rows } = await sql<{
      prints: number;
    }>`update handover set prints = prints + 1 where id = ${Id} returning prints`.execute(tx);
    await trail(tx, ctx, {
      kind: '导出',
      action: '打印',
      object: `项目移交单 ${of.code ?? ''}`,
      summary: `第${rows[0]?.prints ?? 1}份`,
    });
  });
  return {
    fileName: `项目移交单_${of.code ?? ''}_${day}.pdf`,
    contentType: 'application/pdf',
    body,
    size: body.length,
  };
};
