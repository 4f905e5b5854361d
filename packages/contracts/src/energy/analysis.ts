/** 能耗分析: one object of a project (an energy, a system, a meter) over a span, what it consists of, its machines, and what is out of line. */
import { z } from 'zod';
import { call, listInput, listOutput } from '../call.ts';
import { day } from '../common.ts';

const project = z.string('请选择项目').trim().min(1, '请选择项目').max(30, '项目编码过长');
export const nodeId = z.string().regex(/^(energy|system|device):\d{1,18}(:\d{1,18})?$/, '节点不正确');

export const spanOfDays = z
  .object({ from: day, to: day }, '请选择时间')
  .refine(({ from, to }) => from <= to, { path: ['to'], message: '结束日期不能早于开始日期' });

export const GRAINS = { hour: '时', day: '日', week: '周', month: '月', year: '年' } as const;
export type AnalysisGrain = keyof typeof GRAINS;
export const grain = z.enum(['hour', 'day', 'week', 'month', 'year'], '请选择粒度').default('day');

/** What a span is laid beside. */
export const COMPARISONS = { none: '不对比', mom: '环比', yoy: '同比', sameTemp: '同温日' } as const;
export type AnalysisComparison = keyof typeof COMPARISONS;

export const analysisQuality = {
  /** Percent of readings that were due; null where none was. */
  Complete: z.number().nullable(),
  /** Percent of the use that is estimated. */
  Estimated: z.number().nullable(),
};

const numbers = z.array(z.number().nullable());

const asked = {
  ProjectCode: project,
  /** Of an energy; absent: the first that the project counts. */
  CategoryCode: z.string().max(40).optional(),
  /** A node of `ProjectCateGoryTree`; over the energy. */
  NodeId: nodeId.optional(),
  Date: spanOfDays,
  Grain: grain,
};

export const analysisSeries = z.object({
  /** `now`, `base`, `temperature`, or a time of use. */
  Key: z.string(),
  Name: z.string(),
  Unit: z.string(),
  Values: numbers,
});

export const analysisAll = call(
  'POST',
  '/api/Energyanalysis/GetEnergyanalysisAll',
  '能耗分析：趋势、构成、主机与泵塔能效、负荷延时、发现',
  {
    input: z.object({
      ...asked,
      Compare: z.enum(['none', 'mom', 'yoy', 'sameTemp'], '请选择对比').default('none'),
    }),
    output: z.object({
      projectName: z.string(),
      asOf: z.string(),
      pending: z.number(),
      NodeId: z.string(),
      NodeName: z.string(),
      CategoryCode: z.string(),
      CategoryName: z.string(),
      Unit: z.string(),
      /** One for each value of the series. */
      Times: z.array(z.string()),
      Series: z.array(analysisSeries),
      /** 完整率 of each stretch. */
      Completes: numbers,
      Total: z.string().nullable(),
      /** Whose readings it is the sum of. */
      MeterIds: z.array(z.string()),
      ...analysisQuality,
      /** What it cost, of a whole energy; null where prices do not concern the person, or of a part. */
      Cost: z
        .object({
          Amount: z.string().nullable(),
          Price: z.string().nullable(),
          Problems: z.array(z.string()),
          /** Of whole months: with the fees that are asked for by the month, as their reports have it. */
          Whole: z.boolean(),
        })
        .nullable(),
      Base: z
        .object({
          Name: z.string(),
          From: z.string().nullable(),
          To: z.string().nullable(),
          Total: z.string().nullable(),
          /** `+12.3%`, or a dash and why. */
          Text: z.string(),
          Reason: z.string().nullable(),
        })
        .nullable(),
      /** What stands behind the figures: hours that are days spread evenly, … */
      Notes: z.array(z.string()),
      Parts: z.array(
        z.object({
          Group: z.string(),
          Name: z.string(),
          /** Null for what no meter below counts. */
          NodeId: z.string().nullable(),
          Usage: z.string(),
          Share: z.number().nullable(),
        }),
      ),
      Hosts: z.array(
        z.object({
          Name: z.string(),
          Output: z.string().nullable(),
          Gas: z.string().nullable(),
          Elec: z.string().nullable(),
          Cop: z.number().nullable(),
          DesignCop: z.number().nullable(),
          /** 达成率, %. */
          Attainment: z.number().nullable(),
          Doubt: z.string().nullable(),
          ...analysisQuality,
          /** 运行 h, of the records; null where nobody kept any. */
          Hours: z.number().nullable(),
          /** Of how much of the span the records tell whether it ran, %. */
          HoursComplete: z.number().nullable(),
          Starts: z.number().nullable(),
          Records: z.number(),
          /** 热平衡差, %, of the records that have all of it. */
          Balance: z.number().nullable(),
          BalanceWords: z.string(),
          /** Means of the records while it ran: ℃, Pa. */
          Exhaust: z.number().nullable(),
          Vacuum: z.number().nullable(),
        }),
      ),
      /** 系统能效 of the whole plant, its pumps and towers among it. */
      Plant: z.array(
        z.object({
          Key: z.enum(['system', 'primary', 'wtfChilled', 'wtfCooling']),
          Name: z.string(),
          Value: z.number().nullable(),
          /** What it is held against; empty where there is no line. */
          Reference: z.string(),
          /** How it comes about, or why there is none. */
          Words: z.string(),
          ...analysisQuality,
        }),
      ),
      Pumps: z.array(
        z.object({
          Group: z.string(),
          Name: z.string(),
          Elec: z.string(),
          /** Of the room's electricity, %. */
          Share: z.number().nullable(),
          /** 水输送系数 of the group. */
          Wtf: z.number().nullable(),
          /** kWh/m³ of the group, of the water that the machines' records tell. */
          PerVolume: z.number().nullable(),
          /** 运行 h of all that the meter counts, and of how much of the span their records tell, %. */
          Hours: z.number().nullable(),
          HoursComplete: z.number().nullable(),
          /** Mean of their records while they ran, Hz, and 变频节电 % that follows from it. */
          Frequency: z.number().nullable(),
          Saved: z.number().nullable(),
          ...analysisQuality,
        }),
      ),
      Loads: z.array(
        z.object({
          Key: z.enum(['cooling', 'heating']),
          Name: z.string(),
          /** [hours, kW], from the highest down. */
          Curve: z.array(z.tuple([z.number(), z.number()])),
          RatedKw: z.number().nullable(),
          /** While it ran. */
          MeanKw: z.number(),
          /** 平均负荷率: mean over rated power, %. */
          LoadRate: z.number().nullable(),
          /** 负荷系数: mean over peak power; null where days are spread evenly, which have no peak. */
          LoadFactor: z.number().nullable(),
          Ranges: z.array(z.object({ From: z.number(), To: z.number().nullable(), Share: z.number() })),
          /** Hours that are days spread evenly. */
          Spread: z.boolean(),
          /** By 营业时间, where it is set and hours are known: hours with load in and out of it, and what share of the quantity was out of it. */
          Open: z
            .object({
              Hours: z.number(),
              ClosedHours: z.number(),
              ClosedShare: z.number(),
              MeanKw: z.number().nullable(),
            })
            .nullable(),
        }),
      ),
      Findings: z.array(
        z.object({
          Kind: z.enum(['day', 'total', 'cop', 'plausible']),
          Severity: z.enum(['warn', 'alarm']),
          Words: z.string(),
          /** Where to look: days, or a node. */
          From: z.string().nullable(),
          To: z.string().nullable(),
          NodeId: z.string().nullable(),
          /** Of a day that is out of line: what it used, and what days like it used. */
          Actual: z.number().nullable(),
          Reference: z.number().nullable(),
        }),
      ),
    }),
  },
);

export const analysisDetail = call('POST', '/api/Energyanalysis/GetStaticsDetail', '能耗分析的明细：逐表逐期', {
  input: listInput.extend(asked),
  output: listOutput(
    z.object({
      At: z.string(),
      NodeId: z.string(),
      Name: z.string(),
      CategoryName: z.string(),
      Unit: z.string(),
      Usage: z.string().nullable(),
      Doubtful: z.boolean(),
      ...analysisQuality,
    }),
  ),
});

export const analysisExport = call('POST', '/api/Energyanalysis/Export', '导出能耗分析', {
  input: analysisAll.input.extend({ Format: z.enum(['xlsx'], '只能导出为 xlsx').default('xlsx') }),
  output: z.unknown(),
});
