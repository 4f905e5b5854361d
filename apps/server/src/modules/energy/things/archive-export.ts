/** The archive of a project as a workbook 「项目档案」, and as 「项目概况」 on a sheet of A4. */
import {
  ARCHIVE_BASE,
  type archiveFileInput,
  CONTRACT_STATES,
  PROFILE_KEYS,
  PROFILE_LABELS,
  type projectArchive,
} from '@hengneng/contracts';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import type { FileAnswer } from '../../../platform/http/registry.ts';
import { workbook } from '../../identity/index.ts';
import { type Cell, type Column, figure, paperFile, type Sheet, sheetOf } from '../workbook.ts';
import { archiveOf } from './archive.ts';

type Archive = z.input<typeof projectArchive.output>;
type Host = Archive['Hosts'][number];
type Contract = Archive['Contracts'][number];
type Pair = readonly [label: string, value: Cell];

const words = (value: unknown): string | null =>
  value === null || value === undefined || value === '' ? null : String(value);
/** Decimals that a figure has itself. */
const number = (value: string | number | null | undefined): Cell =>
  figure(value, /\.(\d+)$/.exec(String(value ?? '').replace(/\.?0+$/, ''))?.[1]?.length ?? 0);

const baseOf = ({ Base, MainEnergy }: Archive): Pair[] => [
  ...ARCHIVE_BASE.map(([key, label, isNumber]): Pair => {
    const value = words(Base[key]);
    return [label, isNumber ? number(value) : value];
  }),
  ['主能源', MainEnergy],
];

const profileOf = ({ Profile, Addition }: Archive): Pair[] => [
  ...PROFILE_KEYS.map((key): Pair => {
    const value = Profile?.[key] ?? null;
    if (Array.isArray(value)) return [PROFILE_LABELS[key], value.map(({ Name }) => Name).join('、') || null];
    return [PROFILE_LABELS[key], /^-?\d+(\.\d+)?$/.test(String(value)) ? number(value) : words(value)];
  }),
  ...Addition.map((one): Pair => [`${words(one['kind']) ?? ''}：${words(one['title']) ?? ''}`, words(one['content'])]),
];

const PAIR: readonly Column<Pair>[] = [
  ['项目', ([label]) => label],
  ['内容', ([, value]) => value],
];
const HOSTS: readonly Column<Host>[] = [
  ['机房', ({ RoomName }) => RoomName],
  ['位置', ({ RoomPlace }) => RoomPlace],
  ['面积（m²）', ({ RoomArea }) => number(RoomArea)],
  ['主机编号', ({ HostCode }) => HostCode],
  ['主机', ({ HostName }) => HostName],
  ['机型系列', ({ TypeCode }) => TypeCode],
  ['型号', ({ Model }) => Model],
  ['能源类型', ({ EnergyType }) => EnergyType],
  ['制冷量（kW）', ({ Cool }) => number(Cool)],
  ['制热量（kW）', ({ Heat }) => number(Heat)],
  ['投运日期', ({ StartDate }) => StartDate],
  ['累计运行（h）', ({ RunHours }) => number(RunHours)],
  ['状态', ({ State }) => State],
];
const contractColumns = (money: boolean): readonly Column<Contract>[] => [
  ['合同编号', ({ ContractCode }) => ContractCode],
  ['名称', ({ name }) => name],
  ['对方', ({ partyA }) => partyA],
  ['收费模式', ({ chargeModel }) => chargeModel],
  ['起', ({ startOn }) => startOn],
  ['止', ({ endOn }) => endOn],
  ['剩余天数', ({ leftDays }) => number(leftDays)],
  ['面积（m²）', ({ settleArea }) => number(settleArea)],
  ...(money ? [['年合同额（元）', ({ yearAmount }) => figure(yearAmount, 2)] satisfies Column<Contract>] : []),
  ['来源', () => '本系统'],
  ['状态', ({ state }) => CONTRACT_STATES[state]],
];
const PEOPLE: readonly Column<Archive['Users'][number]>[] = [
  ['姓名', ({ UserName }) => UserName],
  ['职责', ({ projectRole }) => projectRole],
];

/** Amounts leave for who may take them along only. */
export const exportArchive = async (
  ctx: Ctx,
  { ProjectCode, Format }: z.output<typeof archiveFileInput>,
): Promise<FileAnswer> => {
  const archive = await archiveOf(ctx, ProjectCode);
  const columns = contractColumns(ctx.session.permissions.exportable.has('amount'));
  const base = sheetOf('基本信息', PAIR, baseOf(archive));
  const more: readonly Sheet[] = [
    sheetOf('补充信息', PAIR, profileOf(archive)),
    sheetOf('机房与主机', HOSTS, archive.Hosts),
    sheetOf('合同', columns, archive.Contracts),
  ];
  const about: readonly (readonly [string, string])[] = [
    ['项目', `${words(archive.Base['ProjectName']) ?? ''}（${ProjectCode}）`],
    ['状态', words(archive.Base['stateName']) ?? ''],
    ['档案完整度', `${archive.Complete}%`],
  ];
  if (Format === 'pdf')
    return paperFile(
      ctx,
      {
        title: '项目概况',
        about,
        sheets: [base, ...more].map((sheet) => ({
          ...sheet,
          // What nobody has filled in takes no line of the paper.
          rows: sheet.head.length === PAIR.length ? sheet.rows.filter(([, value]) => value !== null) : sheet.rows,
        })),
        ...(archive.Missing.length === 0 ? {} : { remarks: [`待完善：${archive.Missing.join('、')}`] }),
        foot: `运营项目档案 ${ProjectCode} 第 ${archive.FormVersion} 版`,
      },
      `项目概况_${ProjectCode}`,
    );
  return workbook(ctx, {
    ...base,
    title: '项目档案',
    more: [...more, sheetOf('人员', PEOPLE, archive.Users)],
    filters: about,
  });
};
