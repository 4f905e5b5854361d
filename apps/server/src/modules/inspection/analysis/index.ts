/** The analyses of inspections: one call a block, the same blocks as a workbook. */
import type { AnalysisInput, Cells, perambulateRecordIndex } from '@hengneng/contracts';
import { today as todayIn } from '@hengneng/form-kit';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { forbidden } from '../../../platform/http/errors.ts';
import type { FileAnswer } from '../../../platform/http/registry.ts';
import { holds, pageOf, type Table, workbook } from '../../identity/index.ts';
import { ANALYSIS, ANALYSIS_AREA } from '../screen.ts';
import * as area from './area-views.ts';
import * as project from './project-views.ts';
import { inspectionReport } from './report.ts';
import type { Asked } from './scans.ts';
import { type Span, spanOf } from './span.ts';

type Answer = z.input<typeof perambulateRecordIndex.output>;
type ViewName = AnalysisInput['view'];

/** Blocks that are read as a whole. */
const BLOCKS: Partial<Readonly<Record<ViewName, project.View>>> = {
  cards: project.cards,
  calendar: project.calendar,
  trend: project.trend,
  parameter: project.parameter,
  areaCards: area.areaCards,
  item: area.item,
  heatmap: area.heatmap,
};
/** Tables that are read by pages, with the column that orders them. */
const TABLES: Partial<Readonly<Record<ViewName, readonly [project.View, RawBuilder<unknown>, readonly string[]]>>> = {
  problem: [project.problem, sql`_order desc, id`, ['at', 'due', 'late', 'severity', 'state']],
  point: [project.point, sql`_order`, ['code', 'area', 'last']],
  person: [project.person, sql`_order, id`, ['name']],
  ranking: [area.ranking, sql`_order`, []],
  redLine: [area.redLine, sql`_order desc, what`, ['last']],
};
const OF_AREA: ReadonlySet<ViewName> = new Set(['areaCards', 'ranking', 'item', 'heatmap', 'redLine']);

const askedOf = (ctx: Ctx, input: AnalysisInput): Asked => ({ input, span: spanOf(input, todayIn(ctx.now)) });

export const analyse = async (ctx: Ctx, input: AnalysisInput): Promise<Answer> => {
  // A block belongs to its page, whichever of the two opened the call.
  if (!holds(ctx.session, OF_AREA.has(input.view) ? ANALYSIS_AREA : ANALYSIS, 'search')) throw forbidden();
  const asked = askedOf(ctx, input);
  const today = todayIn(ctx.now);
  const about = { asOf: ctx.now.toISOString(), ...asked.span };
  const block = BLOCKS[input.view];
  if (block !== undefined) {
    const rows = await project.rowsOf(ctx, block(ctx, asked, today));
    return { ...about, rows, total: rows.length };
  }
  const table = TABLES[input.view];
  if (table === undefined) throw new Error(`no view ${input.view}`);
  const [view, order, sortable] = table;
  return { ...about, ...(await pageOf<Cells>(ctx.db, input, view(ctx, asked, today), order, sortable)) };
};

type Columns = readonly (readonly [key: string, head: string])[];

const PROBLEM: Columns = [
  ['at', '发现时间'],
  ['projectName', '项目'],
  ['inspector', '巡检人'],
  ['pointName', '点位'],
  ['item', '检查项'],
  ['measured', '实测'],
  ['standard', '标准'],
  ['problem', '问题描述'],
  ['severity', '严重程度'],
  ['deduct', '扣分（分）'],
  ['owner', '责任人'],
  ['due', '整改期限'],
  ['closed', '整改时间'],
  ['late', '逾期（天）'],
  ['state', '状态'],
  ['recheck', '复查意见'],
  ['photos', '照片（张）'],
  ['doubt', '疑似代扫'],
];
const POINT: Columns = [
  ['projectName', '项目'],
  ['code', '编码'],
  ['name', '点位'],
  ['area', '部位'],
  ['due', '应检'],
  ['done', '实检'],
  ['doneRate', '完成率（%）'],
  ['failed', '不合格次数'],
  ['failRate', '不合格率（%）'],
  ['stay', '平均停留（秒）'],
  ['last', '末次巡检'],
];
const PERSON: Columns = [
  ['name', '巡检人'],
  ['inspections', '巡检（次）'],
  ['due', '应检'],
  ['done', '实检'],
  ['promptRate', '准时率（%）'],
  ['problems', '发现问题（个）'],
  ['odd', '异常停留（次）'],
];
const RANKING: Columns = [
  ['place', '名次'],
  ['areaName', '区域'],
  ['projectName', '项目'],
  ['inspections', '巡检次数'],
  ['coverRate', '覆盖点（%）'],
  ['scoreRate', '得分率（%）'],
  ['change', '环比（百分点）'],
  ['problems', '问题（个）'],
  ['serious', '严重（个）'],
  ['redLines', '红线（次）'],
  ['closeRate', '闭环率（%）'],
  ['days', '平均整改（天）'],
  ['roundRate', '值班巡查日覆盖率（%）'],
];
const RED_LINE: Columns = [
  ['kind', '类型'],
  ['projectName', '项目'],
  ['what', '红线或问题'],
  ['times', '次数'],
  ['last', '最近日期'],
  ['owner', '责任人'],
  ['decision', '处理决定'],
];

const SHEETS: Readonly<Record<'project' | 'area', readonly (readonly [string, ViewName, Columns])[]>> = {
  project: [
    ['问题', 'problem', PROBLEM],
    ['点位', 'point', POINT],
    ['人员', 'person', PERSON],
  ],
  area: [
    ['项目排名', 'ranking', RANKING],
    ['红线与重复问题', 'redLine', RED_LINE],
  ],
};
const MOST_ROWS = 20_000;

interface Sheet extends Pick<Table, 'title' | 'head'> {
  readonly rows: (string | null)[][];
}

const sheetsOf = (ctx: Ctx, of: 'project' | 'area', input: AnalysisInput): Promise<Sheet[]> =>
  Promise.all(
    SHEETS[of].map(async ([title, view, columns]): Promise<Sheet> => {
      const { rows } = await analyse(ctx, { ...input, view, PageIndex: 1, PageSize: MOST_ROWS });
      return {
        title,
        head: columns.map(([, head]) => head),
        rows: rows.map((row) => columns.map(([key]) => row[key] ?? null)),
      };
    }),
  );

export const exportAnalysis = async (
  ctx: Ctx,
  { of, Format, ...input }: AnalysisInput & { readonly of: 'project' | 'area'; readonly Format: 'xlsx' | 'pdf' },
): Promise<FileAnswer> => {
  if (!holds(ctx.session, of === 'area' ? ANALYSIS_AREA : ANALYSIS, 'export')) throw forbidden();
  const { span } = askedOf(ctx, input);
  const sheets = await sheetsOf(ctx, of, input);
  if (Format === 'pdf') {
    const cards = await analyse(ctx, { ...input, view: of === 'area' ? 'areaCards' : 'cards' });
    return inspectionReport(ctx, { of, span, words: wordsOf(input, span), cards: cards.rows[0] ?? {}, sheets });
  }
  const [first, ...more] = sheets;
  if (first === undefined) throw new Error('nothing to export');
  return workbook(ctx, {
    ...first,
    title: `${of === 'area' ? '区域巡检分析' : '巡检分析'}-${first.title}`,
    more,
    filters: wordsOf(input, span),
  });
};

const wordsOf = (input: AnalysisInput, { from, to }: Span): (readonly [string, string])[] => [
  ['期间', `${from} 至 ${to}`],
  ['项目', input.project ?? '全部'],
  ['区域', input.area ?? '全部'],
  ['类别', input.kind ?? '全部'],
  ['部位', input.pointArea ?? '全部'],
];
