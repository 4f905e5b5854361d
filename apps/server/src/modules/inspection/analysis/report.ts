/** 巡检月报: the analysis of a span on A4, with its figures first, then each table, and room to sign. */
import type { Cells } from '@hengneng/contracts';
import { today } from '@hengneng/form-kit';
import { trail } from '../../../platform/audit/trail.ts';
import type { Ctx } from '../../../platform/context.ts';
import { refused } from '../../../platform/http/errors.ts';
import type { FileAnswer } from '../../../platform/http/registry.ts';
import { shareOf, tablePdf } from '../../../platform/pdf/table.ts';
import type { Span } from './span.ts';

/** More than this is a workbook's business. */
const MOST_ROWS = 1_000;
const LETTERS = 7.5;

export interface ReportSheet {
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly (string | null)[])[];
}

type Figure = readonly [key: string, label: string, unit: string];
const FIGURES: Readonly<Record<'project' | 'area', readonly Figure[]>> = {
  project: [
    ['inspections', '巡检', '次'],
    ['doneRate', '巡检完成率', '%'],
    ['missed', '漏检', '点次'],
    ['scoreRate', '平均得分率', '%'],
    ['problems', '问题', '项'],
    ['closeRate', '问题闭环率', '%'],
    ['odd', '异常停留', '次'],
  ],
  area: [
    ['inspections', '巡检', '次'],
    ['scoreRate', '平均得分率', '%'],
    ['coverRate', '覆盖率', '%'],
    ['redLines', '红线', '次'],
    ['overdue', '逾期未整改', '项'],
  ],
};

const isMonth = ({ from, to }: Span): boolean => from.endsWith('-01') && from.slice(0, 7) === to.slice(0, 7);

/** `2026-11-09T09:18:00+08:00` as people write it; everything else as it is. */
const shown = (cell: string | null): string =>
  cell === null ? '' : /^\d{4}-\d{2}-\d{2}T.+\+08:00$/.test(cell) ? cell.slice(0, 16).replace('T', ' ') : cell;

const partOf = ({ title, head, rows }: ReportSheet) => ({
  title: `${title}（${rows.length}）`,
  columns: head.map((text, at) => ({
    head: text,
    share: shareOf(
      text,
      rows.map((row) => shown(row[at] ?? null)),
      LETTERS,
    ),
  })),
  rows: rows.map((row) => ({ cells: row.map(shown) })),
  empty: '所选期间没有记录',
});

/** @throws AppError where it would be too much for paper */
export const inspectionReport = async (
  ctx: Ctx,
  of: {
    readonly of: 'project' | 'area';
    readonly span: Span;
    readonly words: readonly (readonly [string, string])[];
    readonly cards: Cells;
    readonly sheets: readonly ReportSheet[];
  },
): Promise<FileAnswer> => {
  const rows = of.sheets.reduce((sum, sheet) => sum + sheet.rows.length, 0);
  if (rows > MOST_ROWS) throw refused(`一次最多打印${MOST_ROWS}行，现有${rows}行，请缩小范围，或导出为工作簿`);
  const name = `${of.of === 'area' ? '区域' : ''}${isMonth(of.span) ? '巡检月报' : '巡检报告'}`;
  const title = isMonth(of.span) ? `${of.span.from.slice(0, 7)} ${name}` : name;
  const day = today(ctx.now);
  const body = await tablePdf({
    title,
    about: [
      ...of.words,
      [
        '数字',
        FIGURES[of.of]
          .map(([key, label, unit]) => `${label} ${of.cards[key] == null ? '—' : `${of.cards[key]}${unit}`}`)
          .join('；'),
      ],
      ['制表', `${ctx.session.userName}　${day}（仅含制表人有权查看的）`],
    ],
    columns: [],
    rows: [],
    more: of.sheets.map(partOf),
    signs: ['制表：', '审核：', '日期：'],
    foot: `inspection ${day}`,
    at: ctx.now,
  });
  await ctx.write((tx) =>
    trail(tx, ctx, {
      kind: '导出',
      action: '打印',
      object: title,
      summary: `${rows}行`,
      after: Object.fromEntries(of.words),
    }),
  );
  return {
    fileName: `${title.replace(' ', '')}_${day}.pdf`,
    contentType: 'application/pdf',
    body,
    size: body.length,
  };
};
