/** 抄表台账: readings and use of any meters over any time, and what was read for one of its figures. Quantities are decimal text. */
import { z } from 'zod';
import { call } from '../call.ts';
import { blankable, day, idText, several } from '../common.ts';
import { inOrder, reportAsOf, reportProjectCode, reportQuality } from './report-parts.ts';

export const LEDGER_GRAINS = ['时', '日', '周', '月'] as const;
const MOST_METERS = 60;

export const ledgerInput = z.object({
  ProjectCode: reportProjectCode,
  /** Without any: the main meters of `CategoryCode`, of which the figures of reports are the sum. */
  DeviceIds: several(idText, MOST_METERS, `一次最多${MOST_METERS}块表`).default([]),
  CategoryCode: blankable(z.string().max(40, '类别过长')).optional(),
  From: day,
  To: day,
  Grain: z.enum(LEDGER_GRAINS, '粒度只能是时、日、周、月').default('日'),
  Register: z.enum(['total', 'sharp', 'peak', 'flat', 'valley'], '示数项不正确').default('total'),
  AsOf: reportAsOf,
});
export const LEDGER_ORDER = { path: ['To'], message: '结束日期不能早于开始日期' };

const point = z.object({
  /** The first day of the stretch, or its hour `YYYY-MM-DD HH:mm`. */
  t: z.string(),
  /** What the dial showed at its end. */
  v: z.string().nullable(),
  /** What was used in it. */
  u: z.string(),
  /** 实移自导估补改换调 of the readings in it. */
  flag: z.string(),
  /** 待确认 or 未计. */
  doubt: z.string(),
});

const meter = z.object({
  DeviceId: z.string(),
  Code: z.string(),
  Name: z.string(),
  /** The energy that its figures count to. */
  CategoryCode: z.string(),
  CategoryName: z.string(),
  Unit: z.string(),
  ParentId: z.string().nullable(),
  /** No meter of the same energy counts it. */
  IsMain: z.boolean(),
  Registers: z.array(z.string()),
});
export type LedgerMeter = z.output<typeof meter>;

export const ledgerSeries = call(
  'POST',
  '/emcapi/DataEntry/GetNyDeviceSeries',
  '抄表台账：各表计逐时、逐日、逐周、逐月的读数与用量',
  {
    input: ledgerInput.refine(inOrder, LEDGER_ORDER),
    output: z.object({
      projectName: z.string(),
      areaM2: z.string().nullable(),
      asOf: z.string(),
      pending: z.number(),
      /** All that may be chosen. */
      Meters: z.array(meter),
      Grain: z.enum(LEDGER_GRAINS),
      /** Days whose readings of the morning close them instead of opening them. */
      ClosesSameDay: z.boolean(),
      Series: z.array(
        meter.extend({
          Points: z.array(point),
          Usage: z.string(),
          /** 总分差: percent that is not found on the meters below; null where there are none, or they have another unit. */
          Loss: z.number().nullable(),
          ...reportQuality,
        }),
      ),
      /** Of the chosen meters that no other chosen one counts, by energy: units are never added up across. */
      Totals: z.array(
        z.object({ CategoryCode: z.string(), Name: z.string(), Unit: z.string(), Usage: z.string(), ...reportQuality }),
      ),
      /** The same by stretch, where all is of one energy; empty otherwise. */
      Sums: z.array(z.object({ t: z.string(), u: z.string(), ...reportQuality })),
      /** Why something cannot be told. */
      Notes: z.array(z.string()),
    }),
  },
);

export const entryDataByTime = call(
  'POST',
  '/emcapi/DataEntry/GetEntryDataByTime',
  '某一时刻全部人工抄表的示数（用于截账）',
  {
    input: z.object({
      ProjectCode: reportProjectCode,
      Time: z.iso.datetime({ offset: true, error: '请选择时刻' }),
    }),
    output: z.object({
      /** Minutes within which a reading stands for the instant. */
      Tolerance: z.number(),
      rows: z.array(
        z.object({
          DeviceId: z.string(),
          Code: z.string(),
          Name: z.string(),
          Unit: z.string(),
          Register: z.string(),
          RegisterName: z.string(),
          /** Null where nothing was read near enough. */
          Reading: z.string().nullable(),
          At: z.string().nullable(),
          Flag: z.string(),
          LastReading: z.string().nullable(),
          LastAt: z.string().nullable(),
          NextReading: z.string().nullable(),
          NextAt: z.string().nullable(),
        }),
      ),
    }),
  },
);
