/** 读数与版本 as a workbook: the readings of the page, and every version of those that have more than one. */
import { type entryDataFile, MOST_READINGS_EXPORT } from '@hengneng/contracts';
import { levelName } from '@hengneng/energy/measuring';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { refused } from '../../../platform/http/errors.ts';
import type { FileAnswer } from '../../../platform/http/registry.ts';
import { workbook } from '../../identity/index.ts';
import { type Column, exactFigure, figure, momentText, sheetOf } from '../workbook.ts';
import { listData } from './data.ts';

type DataRow = Awaited<ReturnType<typeof listData>>['rows'][number];

const waitsFor = ({ Rollover, Candidate, Proposal }: DataRow): string =>
  [
    Rollover === 'claimed' ? '翻转待确认' : '',
    Candidate === null ? '' : `待核对 ${Candidate}`,
    Proposal === null ? '' : `${Proposal.By} 提出改为 ${Proposal.Reading ?? '作废'}`,
  ]
    .filter(Boolean)
    .join('；');

const READINGS: readonly Column<DataRow>[] = [
  ['日期', (row) => row.Date],
  ['时刻', (row) => row.ReadTime],
  ['类别', (row) => row.CategoryName],
  ['表计', (row) => row.DeviceName],
  ['示数项', (row) => row.RegisterName],
  ['读数', (row) => (row.Reading === null ? '已作废' : exactFigure(row.Reading))],
  ['用量', (row) => exactFigure(row.Usage)],
  ['单位', (row) => row.Unit],
  ['偏差（%）', (row) => figure(row.Deviation, 1)],
  ['判定', (row) => levelName(row.Verdict)],
  ['判定文字', (row) => row.Words],
  ['品质', (row) => row.Flag],
  ['录入人', (row) => row.Editor],
  ['录入时间', (row) => momentText(row.EditTime)],
  ['版本数', (row) => figure(row.VersionCount, 0)],
  ['锁状态', (row) => row.LockName],
  ['结算引用', (row) => row.SettleNo],
  ['待处理', waitsFor],
];

interface OneVersion {
  readonly row: DataRow;
  readonly version: DataRow['Versions'][number];
}

const VERSIONS: readonly Column<OneVersion>[] = [
  ['日期', ({ row }) => row.Date],
  ['时刻', ({ row }) => row.ReadTime],
  ['表计', ({ row }) => row.DeviceName],
  ['示数项', ({ row }) => row.RegisterName],
  ['版本', ({ version }) => `v${version.No}`],
  ['读数', ({ version }) => (version.Reading === null ? '作废' : exactFigure(version.Reading))],
  ['品质', ({ version }) => version.Flag],
  ['录入人', ({ version }) => version.Editor],
  ['录入时间', ({ version }) => momentText(version.EditTime)],
  ['原因类型', ({ version }) => version.ReasonType],
  ['原因', ({ version }) => version.Reason],
  ['照片', ({ version }) => version.Photos.map(({ Name }) => Name).join('；')],
];

export async function exportData(ctx: Ctx, input: z.output<typeof entryDataFile>): Promise<FileAnswer> {
  const asked = { ...input, PageIndex: 1, PageSize: MOST_READINGS_EXPORT, WithVersions: true };
  const { rows, total, ProjectName } = await listData(ctx, asked);
  if (total > MOST_READINGS_EXPORT) throw refused(`超过 ${MOST_READINGS_EXPORT} 行，请缩小日期`);
  const versions = rows.flatMap((row) =>
    row.VersionCount > 1 ? row.Versions.map((version): OneVersion => ({ row, version })) : [],
  );
  const { from, to } = input.Date ?? {};
  return workbook(ctx, {
    ...sheetOf('读数与版本', READINGS, rows),
    more: [sheetOf('版本', VERSIONS, versions)],
    filters: [
      ['项目', ProjectName],
      ['日期', from === undefined && to === undefined ? '最近 31 天' : `${from ?? '最早'} 至 ${to ?? '最近'}`],
      ['表计', input.DeviceId ? (rows[0]?.DeviceName ?? input.DeviceId) : input.Keyword || '全部'],
      ['品质', (input.Flags ?? []).join('、') || '全部'],
      ['判定', levelName(input.Verdict ?? null) || '全部'],
      ['待处理', input.Waiting ? '只看待处理' : '全部'],
    ],
  });
}
