/** What the pages of things list, taken along with the same columns: models, energies, devices with their meters, ratios. */
import {
  deviceModelIndex,
  type DeviceModelRow,
  type EnergyCategoryNode,
  FREQUENCIES,
  MODEL_SHEET,
  type MeterRow,
  projectDeviceIndex,
  type ProjectDeviceRow,
  type ratioListInput,
  type RatioRow,
} from '@hengneng/contracts';
import { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import type { FileAnswer } from '../../../platform/http/registry.ts';
import { workbook } from '../../identity/index.ts';
import { seenProject } from '../../projects/index.ts';
import { type Column, exactFigure, figure, momentText, sheetOf } from '../workbook.ts';
import { listDevices } from './devices.ts';
import { energyTreeOf } from './energies.ts';
import { listMeters } from './meters-read.ts';
import { listModels } from './models.ts';
import { listRatios } from './ratios.ts';

/** More than any list of them has. */
const ALL = 20_000;

const yes = (value: boolean): string => (value ? '是' : '否');

/* ---- 设备基础信息 ---- */

export const baseInformationFile = z.object({
  Part: z.enum(['models', 'modelTemplate', 'energies'], '请选择导出型号库或能源类别').default('models'),
  CategoryId: deviceModelIndex.input.shape.CategoryId,
  Enabled: deviceModelIndex.input.shape.Enabled,
  Keyword: z.string().trim().max(100).optional(),
});

const MODEL_COLUMNS: readonly Column<DeviceModelRow>[] = [
  ['类别', (row) => row.CategoryName],
  ['型号', (row) => row.Model],
  ['厂家', (row) => row.Maker],
  ['额定制冷量（kW）', (row) => exactFigure(row.RatedCooling)],
  ['额定制热量（kW）', (row) => exactFigure(row.RatedHeating)],
  ['额定燃气耗量（m³/h）', (row) => exactFigure(row.RatedGas)],
  ['额定电功率（kW）', (row) => exactFigure(row.RatedPower)],
  ['冷水流量（m³/h）', (row) => exactFigure(row.ChilledFlow)],
  ['冷却水流量（m³/h）', (row) => exactFigure(row.CoolingFlow)],
  ['额定COP', (row) => exactFigure(row.RatedCop)],
  ['设计供水温（℃）', (row) => exactFigure(row.SupplyTemp)],
  ['设计回水温（℃）', (row) => exactFigure(row.ReturnTemp)],
  ['溶液充注量（kg）', (row) => exactFigure(row.SolutionKg)],
  ['能源类型', (row) => row.EnergyKind],
  ['使用项目数', (row) => figure(row.UsedCount, 0)],
  ['启用', (row) => yes(row.Enabled)],
];

type Energy = EnergyCategoryNode & { readonly above: EnergyCategoryNode | null };
const flat = (nodes: readonly EnergyCategoryNode[], above: EnergyCategoryNode | null = null): Energy[] =>
  nodes.flatMap((node) => [{ ...node, above }, ...flat(node.Children, node)]);

const ENERGY_COLUMNS: readonly Column<Energy>[] = [
  ['类别编码', (row) => row.Code],
  ['类别名称', (row) => row.Name],
  ['上级编码', (row) => row.above?.Code ?? ''],
  ['上级', (row) => row.above?.Name ?? ''],
  ['单位', (row) => row.Unit],
  ['品质', (row) => row.Quality],
  ['折标系数', (row) => exactFigure(row.CoalFactor)],
  ['低位热值（MJ/m³）', (row) => exactFigure(row.Lhv)],
  ['计入总能耗', (row) => yes(row.CountInTotal)],
  ['颜色', (row) => row.Color],
  ['排序', (row) => figure(row.Sort, 0)],
  ['使用项目数', (row) => figure(row.UsedCount, 0)],
  ['启用', (row) => yes(row.Enabled)],
];

export async function exportBase(ctx: Ctx, input: z.output<typeof baseInformationFile>): Promise<FileAnswer> {
  const word = input.Keyword ?? '';
  if (input.Part === 'modelTemplate')
    return workbook(ctx, {
      title: '设备型号库模板',
      head: MODEL_SHEET,
      rows: [],
      filters: [['说明', '每行一个型号；类别填设备类别树中的名称，厂家与型号不能和型号库重复，额定值没有的留空']],
    });
  if (input.Part === 'models') {
    const { rows } = await listModels(ctx, { ...input, PageIndex: 1, PageSize: ALL });
    return workbook(ctx, {
      ...sheetOf('设备型号库', MODEL_COLUMNS, rows),
      filters: [
        ['类别', input.CategoryId === undefined ? '全部' : (rows[0]?.CategoryName ?? '所选类别')],
        ['关键字', word],
        ['启用', input.Enabled === undefined ? '全部' : yes(input.Enabled)],
      ],
    });
  }
  const rows = flat(await energyTreeOf(ctx, {})).filter(
    ({ Code, Name, Enabled }) =>
      `${Code} ${Name}`.toLowerCase().includes(word.toLowerCase()) &&
      (input.Enabled === undefined || Enabled === input.Enabled),
  );
  return workbook(ctx, {
    ...sheetOf('能源类别', ENERGY_COLUMNS, rows),
    filters: [
      ['关键字', word],
      ['启用', input.Enabled === undefined ? '全部' : yes(input.Enabled)],
    ],
  });
}

/* ---- 项目设备设置 ---- */

export const deviceSetFile = projectDeviceIndex.input
  .pick({ RoomId: true, SystemName: true, CategoryId: true, State: true, Keyword: true })
  .extend({ ProjectCode: z.string('请选择项目').trim().min(1, '请选择项目').max(30, '项目编码过长') });

const DEVICE_COLUMNS: readonly Column<ProjectDeviceRow>[] = [
  ['设备编号', (row) => row.DeviceCode],
  ['名称', (row) => row.Name],
  ['类别', (row) => row.CategoryName],
  ['型号', (row) => row.Model],
  ['厂家', (row) => row.Maker],
  ['机房', (row) => row.RoomName],
  ['系统', (row) => row.SystemName],
  ['台号', (row) => row.No],
  ['额定制冷（kW）', (row) => exactFigure(row.Capacity)],
  ['额定制热（kW）', (row) => exactFigure(row.Heating)],
  ['额定功率（kW）', (row) => exactFigure(row.Power)],
  ['出厂日期', (row) => row.MadeDate],
  ['投运日期', (row) => row.StartDate],
  ['累计运行（h）', (row) => exactFigure(row.RunHours)],
  ['产权', (row) => row.Ownership],
  ['状态', (row) => row.State],
  ['照片（张）', (row) => figure(row.Photo.length, 0)],
];

const METER_COLUMNS: readonly Column<MeterRow>[] = [
  ['表计编号', (row) => row.DeviceCode],
  ['名称', (row) => row.Name],
  ['类型', (row) => row.MeterType],
  ['出厂表号', (row) => row.MeterNo],
  ['能源类别', (row) => row.CategoryName],
  ['安装位置', (row) => row.Place],
  ['计量区域/用途', (row) => row.AreaUse],
  ['上级表', (row) => row.ParentName],
  ['参与结算', (row) => yes(row.IsSettle)],
  ['CT', (row) => row.CT],
  ['PT', (row) => row.PT],
  ['倍率', (row) => exactFigure(row.Ratio)],
  ['单位', (row) => row.Unit],
  ['整数位', (row) => figure(row.Digits, 0)],
  ['小数位', (row) => figure(row.Decimals, 0)],
  ['精度等级', (row) => row.Accuracy],
  ['检定日期', (row) => row.VerifiedOn],
  ['检定有效期至', (row) => row.VerifyTo],
  ['额定上限', (row) => exactFigure(row.MaxPower)],
  ['抄表频次', (row) => FREQUENCIES[row.Frequency] ?? row.Frequency],
  ['显示排序', (row) => figure(row.Sort, 0)],
  ['状态', (row) => row.State],
];

/** Both ledgers, narrowed as the page is; what only devices have does not narrow meters. */
export async function exportDeviceSet(ctx: Ctx, input: z.output<typeof deviceSetFile>): Promise<FileAnswer> {
  const project = await seenProject(ctx, ctx.db, input.ProjectCode);
  const [devices, meters] = await Promise.all([
    listDevices(ctx, { ...input, PageIndex: 1, PageSize: ALL }),
    listMeters(ctx, {
      ProjectCode: project.code,
      ...(input.Keyword === undefined ? {} : { Keyword: input.Keyword }),
      ...(input.State === undefined ? {} : { State: input.State }),
    }),
  ]);
  return workbook(ctx, {
    ...sheetOf('设备台账', DEVICE_COLUMNS, devices.rows),
    more: [
      sheetOf(
        '表计台账',
        METER_COLUMNS,
        meters.rows.filter(({ RoomId }) => input.RoomId === undefined || RoomId === input.RoomId),
      ),
    ],
    filters: [
      ['项目', project.name],
      ['关键字', input.Keyword ?? ''],
      ['系统', input.SystemName ?? '全部'],
      ['状态', input.State ?? '全部'],
    ],
  });
}

/* ---- 倍率设置 ---- */

const RATIO_COLUMNS: readonly Column<RatioRow>[] = [
  ['表计编号', (row) => row.DeviceCode],
  ['名称', (row) => row.Name],
  ['表号', (row) => row.MeterNo],
  ['类型', (row) => row.MeterType],
  ['CT', (row) => row.CT],
  ['PT', (row) => row.PT],
  ['倍率', (row) => exactFigure(row.Ratio)],
  ['单位', (row) => row.Unit],
  ['生效时刻', (row) => momentText(row.EffectTime)],
  ['上一倍率', (row) => exactFigure(row.PrevRatio)],
  ['原因', (row) => row.Reason],
  ['依据文件', (row) => row.File.map(({ Name }) => Name).join('、')],
  ['修改人', (row) => row.Editor],
  ['修改时间', (row) => momentText(row.EditTime)],
  ['生效后读数（条）', (row) => figure(row.Readings, 0)],
  [
    '待确认',
    ({ Pending }) =>
      Pending === null
        ? ''
        : `${Pending.Ratio}，自 ${momentText(Pending.EffectTime)}，${Pending.ProposedBy ?? ''} 提出`,
  ],
];

export async function exportRatios(ctx: Ctx, input: z.output<typeof ratioListInput>): Promise<FileAnswer> {
  const project = await seenProject(ctx, ctx.db, input.ProjectCode);
  const { rows } = await listRatios(ctx, input);
  return workbook(ctx, {
    ...sheetOf('倍率清单', RATIO_COLUMNS, rows),
    filters: [
      ['项目', project.name],
      ['表计类型', input.MeterType ?? '全部'],
      ['关键字', input.Keyword ?? ''],
      ['范围', input.Changed === true ? '近一年改过' : '全部'],
      ['口径', '倍率 = CT 变比 × PT 变比，按生效时刻分段计算'],
    ],
  });
}
