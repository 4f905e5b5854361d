/** Applications as a workbook: the rows of the page, all that match. */
import type { suspendExport, SuspendRow } from '@hengneng/contracts';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { refused } from '../../../platform/http/errors.ts';
import type { FileAnswer } from '../../../platform/http/registry.ts';
import { type Table, workbook } from '../../identity/index.ts';
import { findRows } from './rows.ts';

type Cell = Table['rows'][number][number];
const MOST = 20_000;
const number = (text: string | number | null, places: number): Cell =>
  text === null ? '—' : { number: String(text), style: { places } };
const span = (from: string | null, to: string | null): string => (from === null ? '' : `${from} 至 ${to ?? '长期'}`);

const TASK_HEAD = [
  '单号',
  '小区',
  '房间',
  '业主',
  '电话',
  '类型',
  '费项',
  '起止',
  '停用天数（天）',
  '欠费（元）',
  '预计减收（元）',
  '步骤',
  '等待（工作小时）',
  '截止',
];
const taskCells = (row: SuspendRow): Cell[] => [
  row.serial,
  row.community,
  row.room,
  row.owner,
  row.phone,
  row.applyType,
  row.fee,
  span(row.startDate, row.endDate),
  number(row.days, 0),
  number(row.arrears, 2),
  number(row.reduction, 2),
  row.step === '' ? row.tab : row.step,
  number(row.waitHours, 1),
  row.dueAt === null
    ? ''
    : new Date(Date.parse(row.dueAt) + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' '),
];
const LIST_HEAD = [
  '单号',
  '小区',
  '房间',
  '业主',
  '费项',
  '类型',
  '生效起',
  '生效止',
  '停用天数（天）',
  '保留比例（%）',
  '减收（元）',
  '减收说明',
  '铅封号',
  '核查人',
  '来源',
  '状态',
];
const listCells = (row: SuspendRow): Cell[] => [
  row.serial,
  row.community,
  row.room,
  row.owner,
  row.fee,
  row.applyType,
  row.effectiveFrom ?? '',
  row.effectiveTo ?? '',
  number(row.days, 0),
  number(row.keepRate, 2),
  number(row.lost, 2),
  row.lostNote,
  row.sealNo,
  row.checker,
  row.source,
  row.state,
];

export async function exportRows(ctx: Ctx, asked: z.output<typeof suspendExport.input>): Promise<FileAnswer> {
  const { rows, total } = await findRows(ctx, asked, { size: MOST, at: 1 });
  if (total > MOST) throw refused(`共${total}行，一次最多导出${MOST}行，请缩小筛选范围`);
  const task = asked.Scope === 'task';
  return workbook(ctx, {
    title: task ? '停用待办' : '停用记录',
    head: task ? TASK_HEAD : LIST_HEAD,
    rows: rows.map(task ? taskCells : listCells),
    filters: [
      ...(asked.tab === null ? [] : [['页签', asked.tab] as const]),
      ...(asked.effective === null ? [] : [['生效状态', asked.effective] as const]),
      ...(asked.season === null ? [] : [['季节', asked.season] as const]),
      ...(asked.Keyword === undefined || asked.Keyword === '' ? [] : [['关键字', asked.Keyword] as const]),
    ],
  });
}
