/** 能源价格 and 合同单价 of a project, and 能耗系数, as workbooks with the columns of their pages. */
import {
  coefficientRead,
  type CoefficientRow,
  type EnergyPriceRow,
  FACTOR_CARRIERS,
  FACTOR_KINDS,
  nyPriceList,
  PRICE_MODES,
  type ProjectContractPrice,
} from '@hengneng/contracts';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { forbidden } from '../../../platform/http/errors.ts';
import type { FileAnswer } from '../../../platform/http/registry.ts';
import { workbook } from '../../identity/index.ts';
import { projectPrices, seenProject } from '../../projects/index.ts';
import { type Column, exactFigure, figure, sheetOf } from '../workbook.ts';
import { listCoefficients } from './coefficients.ts';
import { listPrices } from './read.ts';

/** More versions than any project has. */
const ALL = 20_000;

const clock = (at: string): string =>
  new Date(Date.parse(at) + 8 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');
const names = (files: readonly { readonly Name: string }[]): string => files.map(({ Name }) => Name).join('、');

const BASIC = { demand: '需量', capacity: '容量' } as const;

const PRICE_COLUMNS: readonly Column<EnergyPriceRow>[] = [
  ['能源', (row) => row.CategoryName],
  ['计价方式', (row) => PRICE_MODES[row.Mode]],
  ['表计', (row) => row.DeviceName ?? '全部'],
  ['用电性质', (row) => row.UseKind],
  ['电压等级', (row) => row.Voltage],
  ['尖价（元）', (row) => figure(row.Sharp, 4)],
  ['峰价（元）', (row) => figure(row.Peak, 4)],
  ['平价（元）', (row) => figure(row.Flat, 4)],
  ['谷价（元）', (row) => figure(row.Valley, 4)],
  ['单一价（元/单位）', (row) => figure(row.Price, 4)],
  [
    '阶梯价（元/单位）',
    (row) => row.Steps.map(({ UpTo, Price }) => `${UpTo === null ? '以上' : `≤${UpTo}`} ${Price}`).join('；'),
  ],
  ['单位', (row) => row.Unit],
  ['基本电费方式', (row) => (row.BasicMode === null ? '' : BASIC[row.BasicMode])],
  ['需量或容量价（元/kW·月）', (row) => figure(row.BasicPrice, 2)],
  ['容量（kVA）', (row) => exactFigure(row.CapacityKva)],
  ['力调标准（cosφ）', (row) => row.CosStd],
  ['含税', (row) => (row.TaxIncluded ? '是' : '否')],
  ['税率（%）', (row) => exactFigure(row.TaxRate)],
  ['附加费', (row) => row.Surcharges.map(({ Name, Price }) => `${Name} ${Price}`).join('；')],
  ['生效起', (row) => row.From],
  ['生效止', (row) => row.To ?? '长期'],
  ['依据文号', (row) => row.DocNo],
  ['附件', (row) => names(row.Files)],
  ['状态', (row) => row.State],
  ['修改人', (row) => row.Editor],
  ['修改时间', (row) => clock(row.EditTime)],
];

const CONTRACT_COLUMNS: readonly Column<ProjectContractPrice>[] = [
  ['合同编号', (row) => row.ContractCode],
  ['客户', (row) => row.customerName],
  ['收费项目', (row) => row.item],
  ['计费单位', (row) => row.unit],
  ['单价', (row) => figure(row.price, 4)],
  ['税率（%）', (row) => exactFigure(row.taxRate)],
  ['起', (row) => row.from],
  ['止', (row) => row.to ?? '至合同到期'],
  ['版本', (row) => figure(row.version, 0)],
  ['状态', (row) => row.state],
  ['调价依据', (row) => row.remark],
  ['附件', (row) => row.paper?.Name ?? ''],
];

export const priceFile = nyPriceList.input.pick({ ProjectCode: true, CategoryCode: true, OnDate: true });

/** What the project pays and what its contracts bring in: two sheets, as the page has two tabs. */
export async function exportPrices(ctx: Ctx, input: z.output<typeof priceFile>): Promise<FileAnswer> {
  if (!ctx.session.permissions.exportable.has('price')) throw forbidden('您没有导出单价的权限');
  const project = await seenProject(ctx, ctx.db, input.ProjectCode);
  const [bought, sold] = await Promise.all([
    listPrices(ctx, { ...input, PageIndex: 1, PageSize: ALL }),
    projectPrices(ctx, { ProjectCode: project.code, onDate: input.OnDate ?? null }),
  ]);
  return workbook(ctx, {
    ...sheetOf('能源价格', PRICE_COLUMNS, bought.rows),
    more: [sheetOf('合同单价', CONTRACT_COLUMNS, sold.rows)],
    filters: [
      ['项目', project.name],
      ['能源', input.CategoryCode ? (bought.rows[0]?.CategoryName ?? input.CategoryCode) : '全部'],
      ['某日有效', input.OnDate ?? '不限'],
    ],
  });
}

const FACTOR_COLUMNS: readonly Column<CoefficientRow>[] = [
  ['类别', (row) => FACTOR_KINDS[row.Kind]],
  ['能源', (row) => FACTOR_CARRIERS[row.CategoryCode]],
  ['系数值', (row) => exactFigure(row.Value)],
  ['单位', (row) => row.Unit],
  ['原单位', (row) => row.FromUnit ?? ''],
  ['低位热值（MJ/m³）', (row) => exactFigure(row.Lhv)],
  ['适用年份', (row) => (row.Year === null ? '' : String(row.Year))],
  ['生效起', (row) => row.From],
  ['生效止', (row) => row.To],
  ['范围', (row) => row.ProjectName ?? row.Region ?? '通用'],
  ['来源', (row) => `${row.Source}${row.Checked ? '' : '（待核对原文）'}`],
  ['文号', (row) => row.DocNo],
  ['附件', (row) => row.Files.map(({ Name }) => Name).join('、')],
  ['修改人', (row) => row.Editor ?? '预置'],
  ['修改时间', (row) => clock(row.EditTime)],
];

/** `Kind` is the export's own name. */
export const coefficientFile = coefficientRead
  .omit({ SetType: true, Kind: true })
  .extend({ FactorKind: coefficientRead.shape.Kind });

export async function exportCoefficients(
  ctx: Ctx,
  { FactorKind, ...input }: z.output<typeof coefficientFile>,
): Promise<FileAnswer> {
  const list = await listCoefficients(ctx, { ...input, Kind: FactorKind, SetType: 'coefficient' });
  return workbook(ctx, {
    ...sheetOf('能耗系数', FACTOR_COLUMNS, list.rows),
    filters: [
      [
        '项目',
        input.ProjectCode
          ? (list.rows.find(({ ProjectName }) => ProjectName !== null)?.ProjectName ?? input.ProjectCode)
          : '通用与各项目',
      ],
      ['范围', input.Scope || '全部'],
      ['系数类别', FactorKind ? FACTOR_KINDS[FactorKind] : '全部'],
      ['年份', input.Year ? String(input.Year) : '全部'],
      ...list.notes.map((note) => ['说明', note] as const),
    ],
  });
}
