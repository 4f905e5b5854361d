/** 表计更换记录 as a workbook, and 换表确认单 as a sheet that both sides sign. */
import {
  MOST_REPLACE_EXPORT,
  type replaceFileInput,
  type ReplaceRow,
  type replaceSheetInput,
} from '@hengneng/contracts';
import { REGISTERS, type Register } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { refused } from '../../../platform/http/errors.ts';
import type { FileAnswer } from '../../../platform/http/registry.ts';
import { workbook } from '../../identity/index.ts';
import type { BreakRegisters } from '../things/index.ts';
import { type Column, exactFigure, figure, momentText, paperFile, sheetOf } from '../workbook.ts';
import { listBreaks, readBreakRow } from './read.ts';

const named = (files: ReplaceRow['Photos']): string => files.map(({ Name }) => Name).join('；');
const ratioWords = ({ NewRatio }: ReplaceRow) => (NewRatio === null ? '沿用' : exactFigure(NewRatio));

const COLUMNS: readonly Column<ReplaceRow>[] = [
  ['单号', (row) => row.Serial],
  ['状态', (row) => row.State],
  ['项目', (row) => row.ProjectName],
  ['表计', (row) => row.DeviceName],
  ['类型', (row) => row.MeterType],
  ['更换原因', (row) => row.Reason],
  ['旧表号', (row) => row.OldMeterNo],
  ['旧止码', (row) => exactFigure(row.OldEnd)],
  ['旧倍率', (row) => exactFigure(row.OldRatio)],
  ['拆除时刻', (row) => momentText(row.RemoveTime)],
  ['空档（h）', (row) => figure(row.GapHours, 1)],
  ['空档估算量', (row) => exactFigure(row.GapUsage)],
  ['旧表段用量', (row) => exactFigure(row.Usage?.old ?? null)],
  ['新表段用量', (row) => exactFigure(row.Usage?.new ?? null)],
  ['跨换表用量', (row) => exactFigure(row.Usage?.total ?? null)],
  ['算式', (row) => row.Usage?.words ?? null],
  ['单位', (row) => row.Unit],
  ['估算方法', (row) => row.GapMethod],
  ['估算说明', (row) => row.GapReason],
  ['新表号', (row) => row.NewMeterNo],
  ['新起码', (row) => exactFigure(row.NewStart)],
  ['新倍率', ratioWords],
  ['装用时刻', (row) => momentText(row.InstallTime)],
  ['检定证书', (row) => named(row.Cert)],
  ['客户见证', (row) => named(row.Witness)],
  ['施工人', (row) => row.Worker],
  ['登记人', (row) => row.Creator],
  ['登记时间', (row) => momentText(row.CreatedAt)],
  ['核对人', (row) => row.Decider],
  ['核对时间', (row) => momentText(row.DecidedAt)],
  ['作废原因', (row) => row.VoidReason],
];

export async function exportBreaks(ctx: Ctx, input: z.output<typeof replaceFileInput>): Promise<FileAnswer> {
  const { rows, total } = await listBreaks(ctx, { ...input, PageIndex: 1, PageSize: MOST_REPLACE_EXPORT });
  if (total > MOST_REPLACE_EXPORT) throw refused(`超过 ${MOST_REPLACE_EXPORT} 行，请缩小更换时间`);
  return workbook(ctx, {
    ...sheetOf('表计更换记录', COLUMNS, rows),
    filters: [
      ['项目', input.ProjectCode === undefined ? '有权的全部项目' : (rows[0]?.ProjectName ?? input.ProjectCode)],
      ['表计类型', input.MeterType ?? '全部'],
      ['更换时间', input.Date ? `${input.Date.from ?? '最早'} 至 ${input.Date.to ?? '最近'}` : '不限'],
      ['状态', input.State ?? '全部'],
    ],
  });
}

interface RegisterLine {
  readonly register: string;
  readonly old: string | null;
  readonly gap: string | null;
  readonly fresh: string | null;
}

const isRegister = (key: string): key is Register => key in REGISTERS;

export async function breakSheet(ctx: Ctx, { ReplaceId }: z.output<typeof replaceSheetInput>): Promise<FileAnswer> {
  const row = await readBreakRow(ctx, ReplaceId);
  if (row.State === '待登记') throw refused('该更换尚未登记，登记后才有确认单');
  const { rows: found } = await sql<{ registers: BreakRegisters; customer: string }>`
    select b.registers, p.customer_name as customer from meter_break b join project p on p.code = ${row.ProjectCode}
    where b.id = ${ReplaceId}`.execute(ctx.db);
  const customer = found[0]?.customer ?? '';
  const lines = Object.entries(found[0]?.registers ?? {}).map(
    ([key, value]): RegisterLine => ({
      register: isRegister(key) ? REGISTERS[key].name : key,
      old: value?.old ?? null,
      gap: value?.gap ?? null,
      fresh: value?.new ?? null,
    }),
  );
  const columns: readonly Column<RegisterLine>[] = [
    ['示数项', (one) => one.register],
    ['旧表止码', (one) => exactFigure(one.old)],
    ['旧表倍率', () => exactFigure(row.OldRatio)],
    [`空档估算量（${row.Unit}）`, (one) => exactFigure(one.gap)],
    ['新表起码', (one) => exactFigure(one.fresh)],
    ['新表倍率', () => ratioWords(row)],
  ];
  const swap = row.Kind === 'swap';
  return paperFile(
    ctx,
    {
      title: '换表确认单',
      about: [
        ['单号', `${row.Serial}（${row.State}）`],
        ['项目', row.ProjectName],
        ['客户', customer],
        ['表计', `${row.DeviceName}（${row.MeterType}）`],
        ['更换原因', row.Reason],
        ['旧表', `${row.OldMeterNo || '—'}，${momentText(row.RemoveTime)} ${swap ? '拆除' : '清零前'}`],
        ['新表', `${row.NewMeterNo || '—'}，${momentText(row.InstallTime)} ${swap ? '装用' : '清零后'}`],
        ...(swap
          ? [
              [
                '空档',
                `${row.GapHours} h${row.GapMethod === null ? '' : `，按${row.GapMethod}估算${row.GapReason === '' ? '' : `：${row.GapReason}`}`}`,
              ] as const,
            ]
          : []),
        ['检定证书', named(row.Cert) || '—'],
        ['施工人', row.Worker || '—'],
        ['登记', `${row.Creator} ${momentText(row.CreatedAt)}`],
        ['核对', row.Decider === null ? '未核对' : `${row.Decider} ${momentText(row.DecidedAt)}`],
      ],
      sheets: [sheetOf('示数', columns, lines)],
      remarks: [
        '跨换表用量 =（旧表止码 − 上次读数）× 旧表倍率 + 空档估算量 +（本次读数 − 新表起码）× 新表倍率',
        ...(row.Usage === null ? [] : [`总：${row.Usage.words} ${row.Unit}`]),
      ],
      seals: [
        { title: `客户：${customer}`, lines: ['（签字或盖章）', '日期：'] },
        { title: '供能单位', lines: ['经办人：', '日期：'] },
      ],
      foot: row.Serial,
    },
    `换表确认单_${row.Serial}`,
  );
}
