/** 运行参数 as a workbook: what was read on the days asked for, or an empty form of one day to take along. */
import type { runFileInput } from '@hengneng/contracts';
import { addDays, CHINA, daysFrom, HOUR, instantOf, timeText } from '@hengneng/energy/measuring';
import type { RunParam } from '@hengneng/energy/plant';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { invalid } from '../../../platform/http/errors.ts';
import type { FileAnswer } from '../../../platform/http/registry.ts';
import { type Table, workbook } from '../../identity/index.ts';
import { seenProject } from '../../projects/index.ts';
import { momentText } from '../workbook.ts';
import { type Machine, machinesOf } from './machines.ts';
import { writtenRuns } from './records.ts';
import { clockOf, rowsOf, runRules } from './sheet.ts';

const MOST_DAYS = 92;

/** What any of the machines has, each once, in the order of the first that has it. */
const columnsOf = (machines: readonly Machine[]): readonly RunParam[] => [
  ...new Map(machines.flatMap(({ params }) => params.map((param) => [param.code, param] as const))).values(),
];

type Cell = Table['rows'][number][number];
const figure = (value: string | number | null | undefined, places: number): Cell =>
  value === null || value === undefined ? null : { number: String(value), style: { places } };

/** The moments of a day with a line for each machine, to be filled in by hand. */
const blankRows = (machines: readonly Machine[], start: number, every: number, width: number): Cell[][] =>
  Array.from({ length: Math.floor(24 / every) }, (_, index) => start + index * every * HOUR).flatMap((at) =>
    machines.map(({ name }) => [clockOf(at), name, ...Array.from({ length: width }, () => '')]),
  );

export async function exportRuns(ctx: Ctx, input: z.output<typeof runFileInput>): Promise<FileAnswer> {
  const { from, to } = input.Date;
  if (daysFrom(from, to) >= MOST_DAYS) throw invalid([{ path: 'Date', message: `一次最多导出 ${MOST_DAYS} 天` }]);
  const project = await seenProject(ctx, ctx.db, input.ProjectCode);
  const machines = await machinesOf(ctx.db, project.code);
  const columns = columnsOf(machines);
  const start = instantOf(from, 0, CHINA);
  const { every } = await runRules(ctx.db, project.code, from, ctx.now);
  const written = await writtenRuns(ctx.db, project.code, { from: start, to: instantOf(addDays(to, 1), 0, CHINA) });
  const rows = rowsOf(written, new Map(machines.map((one) => [one.id, one])), ctx.session.userId);
  const params = columns.map(({ name, unit }) => (unit === '' ? name : `${name}（${unit}）`));
  const about = [
    ['项目', project.name],
    ['期间', input.Blank || from === to ? from : `${from} 至 ${to}`],
    ['频次', `每 ${every} 小时`],
  ] as const;
  if (input.Blank)
    return workbook(ctx, {
      title: '运行参数抄表单',
      head: ['时刻', '主机', '模式', ...params, '备注'],
      rows: blankRows(machines, start, every, params.length + 2),
      filters: about,
    });
  return workbook(ctx, {
    title: '运行参数',
    head: [
      '时刻',
      '主机',
      '模式',
      ...params,
      '瞬时冷热量（kW）',
      'COP',
      '热平衡差（%）',
      '品质',
      '提示',
      '备注',
      '录入人',
      '录入时间',
      '版本',
    ],
    rows: rows.map((row) => [
      timeText(Date.parse(row.At), CHINA),
      row.Name,
      row.Candidate ? `${row.Mode}（待核对）` : row.Mode,
      ...columns.map(({ code, decimals }) => figure(row.Points[code], decimals)),
      figure(row.Output, 0),
      figure(row.Cop, 2),
      figure(row.Balance, 1),
      row.Flag,
      row.Doubts.map(({ message }) => message).join('；'),
      row.Note,
      row.Editor,
      timeText(Date.parse(row.EditTime), CHINA),
      figure(row.Versions.length, 0),
    ]),
    filters: [
      ...about,
      [
        '口径',
        '瞬时冷热量 = 1.163 × 流量 × 温差；COP、热平衡由当时的燃气瞬时（或输入功率）与铭牌屏蔽泵功率算得，缺一项即空',
      ],
      ['数据截至', momentText(ctx.now.toISOString())],
    ],
  });
}
