/** 日报表 as a workbook: each section on a sheet of its own. */
import { costAtMeter, type dailyInput } from '@hengneng/contracts';
import {
  analysisInUnit,
  type EnergyUnit,
  functionInUnit,
  hostInUnit,
  meterInUnit,
  runningInUnit,
} from '@hengneng/energy/units';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import type { Table } from '../../identity/index.ts';
import { about, placesOf } from './cells.ts';
import { type Cell, figure, qualityWords } from '../workbook.ts';
import { readDaily } from './daily.ts';

type Sheet = Pick<Table, 'title' | 'head' | 'rows'>;
type Content = Awaited<ReturnType<typeof readDaily>>;

const reading = (value: string | null): Cell => figure(value, Math.min(6, value?.split('.')[1]?.length ?? 0));

/** What people wrote down of the day; lines that say nothing are left out. */
const reportLines = (report: Content['running']['Report']): Cell[][] =>
  report === null
    ? []
    : (
        [
          ['湿度', figure(report.Humidity, 0), '%'],
          ['供能区域', report.Areas, ''],
          ['客流或入住率', figure(report.Occupancy, 1), '%'],
          ['客户投诉数', figure(report.Complaints, 0), '件'],
          ['停供', report.Stops, ''],
          ['重点事项', report.Focus, ''],
          ['遗留问题', report.Pending, ''],
          ['备件药剂消耗', report.Materials, ''],
          ['备注', report.Remark, ''],
        ] satisfies Cell[][]
      ).filter(([, value]) => value !== null && value !== '');

const runningSheet = ({ running }: Content): Sheet => ({
  title: '一 运行信息',
  head: ['项', '值', '单位'],
  rows: [
    ['天气', running.Weather || '—', ''],
    ['室外最高', figure(running.OutMax, 1), '℃'],
    ['室外最低', figure(running.OutMin, 1), '℃'],
    ['室外日均', figure(running.OutAvg, 1), '℃'],
    ['供能模式', running.Stopped ? '停机日' : running.Mode || '—', ''],
    ['室内抽测合格率', figure(running.IndoorPass, 1), '%'],
    ...running.OnDuty.map((duty): Cell[] => ['当班', `${duty.Shift} ${duty.Start}-${duty.End} ${duty.Names}`, '']),
    ...reportLines(running.Report),
    ...running.categories.map(({ code, name, unit }): Cell[] => [
      name,
      figure(running.Used[code], placesOf(unit)),
      unit,
    ]),
    ['COP（机房综合）', figure(running.Cop, 2), ''],
    ['标煤', figure(running.Kgce, 1), 'kgce'],
    ['碳', figure(running.KgCo2, 1), 'kgCO₂'],
    ...(running.Costs?.rows ?? []).map((row): Cell[] => [`${row.name}费用`, figure(row.amount, 2), '元']),
    ...(running.Costs === undefined ? [] : [['能源费', figure(running.Costs.whole.amount, 2), '元'] as Cell[]]),
    ['完整率', figure(running.complete, 1), '%'],
    ['估算占比', figure(running.estimated, 1), '%'],
  ],
});

const hostSheet = ({ hosts }: Content, heat: EnergyUnit): Sheet => ({
  title: '二 主机运行',
  head: [
    '主机',
    '模式',
    '首次记录',
    '末次记录',
    '记录数',
    '负荷率（%）',
    '冷温水进（℃）',
    '冷温水出（℃）',
    '冷却水进（℃）',
    '冷却水出（℃）',
    '高发温度（℃）',
    '排烟温度（℃）',
    '真空（Pa）',
    '运行（h）',
    '记录覆盖（%）',
    '流量（m³/h）',
    '热平衡差（%）',
    `产冷/热量（${heat}）`,
    '耗气（m³）',
    '耗电（kWh）',
    'COP',
  ],
  rows: hosts.map((row): Cell[] => [
    row.HostName,
    row.Mode,
    row.Start,
    row.End,
    figure(row.Records, 0),
    ...[
      row.LoadRate,
      row.ChwIn,
      row.ChwOut,
      row.CwIn,
      row.CwOut,
      row.HtgTemp,
      row.FlueTemp,
      row.Vacuum,
      row.Hours,
      row.HoursComplete,
      row.Flow,
      row.BalanceDiff,
    ].map((value) => figure(value, 1)),
    figure(row.Output, placesOf(heat)),
    figure(row.Gas, 1),
    figure(row.Elec, 0),
    figure(row.Cop, 2),
  ]),
});

const functionSheet = ({ functions, running }: Content): Sheet => ({
  title: '三 功能能耗',
  head: [
    '功能',
    '面积（m²）',
    '供能量',
    '单位',
    '气（m³）',
    '电（kWh）',
    '水（m³）',
    '标煤（kgce）',
    ...(running.Costs === undefined ? [] : ['元/m²']),
  ],
  rows: functions.map((row): Cell[] => [
    row.Function,
    figure(row.Area, 2),
    figure(row.Output, placesOf(row.Unit)),
    row.Unit,
    figure(row.Gas, 1),
    figure(row.Elec, 0),
    figure(row.Water, 1),
    figure(row.Kgce, 1),
    ...(running.Costs === undefined ? [] : [functions.length === 1 ? figure(running.Costs.whole.perM2, 2) : null]),
  ]),
});

const electricitySheet = (content: Content): Sheet => ({
  title: '四 电表',
  head: [
    '表计',
    '计入合计',
    '上次',
    '本次',
    '倍率',
    '尖',
    '峰',
    '平',
    '谷',
    '合计（kWh）',
    ...(content.running.Costs === undefined ? [] : ['电费（元）']),
    '品质',
    '说明',
  ],
  rows: content.electricity.map((row): Cell[] => [
    row.DeviceName,
    row.IsMain ? '是' : '分表',
    reading(row.Last),
    reading(row.This),
    reading(row.Ratio),
    figure(row.Sharp, 0),
    figure(row.Peak, 0),
    figure(row.Flat, 0),
    figure(row.Valley, 0),
    figure(row.Total, 0),
    ...(content.running.Costs === undefined
      ? []
      : [figure(costAtMeter(content.running, content.electricity, row)?.amount, 2)]),
    row.Flag,
    row.Doubt,
  ]),
});

const waterSheet = ({ water }: Content): Sheet => ({
  title: '五 水表',
  head: ['表计', '计入合计', '上次', '本次', '倍率', '用量（m³）', '用途', '补水率（%）', '品质', '说明'],
  rows: water.map((row): Cell[] => [
    row.DeviceName,
    row.IsMain ? '是' : '分表',
    reading(row.Last),
    reading(row.This),
    reading(row.Ratio),
    figure(row.Usage, 1),
    row.Purpose,
    figure(row.MakeupRate, 2),
    row.Flag,
    row.Doubt,
  ]),
});

const mainSheet = (content: Content): Sheet => ({
  title: '六 主能源',
  head: [
    '能源',
    '表计',
    '计入合计',
    '上次',
    '本次',
    '倍率',
    '用量',
    '单位',
    '热值（MJ/m³）',
    '标煤（kgce）',
    '碳（kgCO₂）',
    ...(content.running.Costs === undefined ? [] : ['费用（元）']),
    '品质',
    '说明',
  ],
  rows: content.mainEnergy.map((row): Cell[] => [
    row.CategoryName,
    row.DeviceName,
    row.IsMain ? '是' : '分表',
    reading(row.Last),
    reading(row.This),
    reading(row.Ratio),
    figure(row.Usage, placesOf(row.Unit)),
    row.Unit,
    figure(row.Lhv, 3),
    figure(row.Kgce, 1),
    figure(row.Co2, 1),
    ...(content.running.Costs === undefined
      ? []
      : [figure(costAtMeter(content.running, content.mainEnergy, row)?.amount, 2)]),
    row.Flag,
    row.Doubt,
  ]),
});

const analysisSheets = ({ running, analysis }: Content, customer: boolean): readonly Sheet[] => [
  {
    title: '七 近30日',
    head: [
      '日期',
      ...running.categories.map(({ name, unit }) => `${name}（${unit}）`),
      'COP',
      '室外均温（℃）',
      '完整率（%）',
      '估算（%）',
    ],
    rows: analysis.rows.map((row): Cell[] => [
      row.day,
      ...running.categories.map(({ code, unit }) => figure(row.used[code], placesOf(unit))),
      figure(row.cop, 2),
      figure(row.meanC, 1),
      figure(row.complete, 1),
      figure(row.estimated, 1),
    ]),
  },
  {
    title: '同温偏差',
    head: ['能源', '单位', '用量', '同温参考', '偏差（%）', '判定', '说明', '样本日'],
    rows: analysis.SameTemp.map((row): Cell[] => [
      row.name,
      row.unit,
      figure(row.usage, placesOf(row.unit)),
      figure(row.reference, placesOf(row.unit)),
      figure(row.deviation, 1),
      row.level,
      row.words,
      row.days.join('、'),
    ]),
  },
  ...(customer
    ? []
    : [
        {
          title: '异常与说明',
          head: ['项', '数值', '判定文字', '原因类型', '原因', '说明人'],
          rows: analysis.Exceptions.map((row): Cell[] => [
            row.Item,
            row.Value,
            row.Words,
            row.ReasonType,
            row.Reason,
            row.By,
          ]),
        },
      ]),
];

/** Every section as it is told on the page. */
const contentIn = (content: Content, heat: EnergyUnit): Content => ({
  ...content,
  running: runningInUnit(content.running, heat),
  hosts: content.hosts.map((row) => hostInUnit(row, heat)),
  functions: content.functions.map((row) => functionInUnit(row, heat)),
  mainEnergy: content.mainEnergy.map((row) => meterInUnit(row, heat)),
  analysis: analysisInUnit(content.analysis, content.running.categories, heat),
});

export async function dailyTable(
  ctx: Ctx,
  asked: z.output<typeof dailyInput> & { readonly HeatUnit: EnergyUnit },
): Promise<Table> {
  const content = contentIn(await readDaily(ctx, asked), asked.HeatUnit);
  const customer = asked.Audience === '客户';
  return {
    ...runningSheet(content),
    title: '日报表',
    more: [
      hostSheet(content, asked.HeatUnit),
      functionSheet(content),
      electricitySheet(content),
      waterSheet(content),
      mainSheet(content),
      ...analysisSheets(content, customer),
    ],
    filters: [
      ...about(content.running, asked.Date),
      ['版本', asked.Version === undefined ? '现行（未签发）' : `第 ${asked.Version} 版`] as const,
      ['报表口径', asked.Audience] as const,
      ...qualityWords(content.running),
      ...content.running.Notes.map((note) => ['系数', note] as const),
    ],
  };
}
