/** 自身对比: sets of days of one project side by side, and whether they differ or only look as if they did. */
import type { CompareAlign, CompareReport, compareInput } from '@hengneng/contracts';
import { fitLinear } from '@hengneng/energy/baseline';
import { degreeDays, usePerDegreeDay } from '@hengneng/energy/climate';
import { compareSamples, LEAST_SAMPLE } from '@hengneng/energy/explain';
import { daysFrom } from '@hengneng/energy/measuring';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { invalid } from '../../../platform/http/errors.ts';
import { daysOff } from '../days-off.ts';
import { type Figure, reportProject, weatherOf } from '../reports/figures.ts';
import { qualityOf, rounded } from '../reports/sums.ts';
import { type AnalysisNode, countedMeters, nodeAmong } from './meters.ts';
import { type HourUse, hourUses, nodeFigures } from './usage.ts';

export type Asked = z.output<typeof compareInput>;
type One = Asked['Series'][number];
type Answered = CompareReport['Series'][number];

const MOST_DAYS = 400;
const WEEKDAYS = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'];

interface Day {
  readonly day: string;
  readonly meanC: number | null;
  readonly use: number;
  readonly whole: boolean;
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Means of what stands at one place, in the order of the places. */
const meansBy = (
  points: readonly { readonly x: string; readonly order: number; readonly y: number }[],
): Answered['Points'] =>
  [...Map.groupBy(points, ({ x }) => x)]
    .toSorted(([, a], [, b]) => (a[0]?.order ?? 0) - (b[0]?.order ?? 0))
    .map(([X, of]) => ({ X, Y: rounded(mean(of.map(({ y }) => y)), 2) }));

function pointsOf(align: CompareAlign, days: readonly Day[], hours: readonly HourUse[], one: One): Answered['Points'] {
  switch (align) {
    case 'hour':
      return meansBy(hours.map(({ at, use }) => ({ x: at.slice(11), order: Number(at.slice(11, 13)), y: use })));
    case 'weekday':
      return meansBy(
        days.map(({ day, use }) => {
          const order = (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;
          return { x: WEEKDAYS[order] ?? '', order, y: use };
        }),
      );
    case 'temperature':
      return meansBy(
        days.flatMap(({ meanC, use }) =>
          meanC === null ? [] : [{ x: String(Math.round(meanC)), order: Math.round(meanC), y: use }],
        ),
      );
    case 'order':
      return days.map(({ day, use }) => ({ X: String(daysFrom(one.Date.from, day) + 1), Y: use }));
  }
}

/** A line through days by their temperature; null where temperatures do not vary or there are too few of them. */
function lineOf(days: readonly Day[]): Answered['Line'] {
  const rows = days.flatMap(({ meanC, use }) => (meanC === null ? [] : [{ use, drivers: { meanC } }]));
  if (rows.length < LEAST_SAMPLE || rows.every(({ use }) => use === 0)) return null;
  const fit = fitLinear(rows);
  if (!fit.ok) return null;
  return {
    Slope: rounded(fit.model.slopes.meanC, 4),
    Intercept: rounded(fit.model.intercept, 4),
    R2: rounded(fit.statistics.r2, 3),
  };
}

function statsOf(days: readonly Day[], figures: readonly Figure[]): Answered['Stats'] {
  const total = days.reduce((sum, { use }) => sum + use, 0);
  const warm = days.flatMap(({ day, meanC }) => (meanC === null ? [] : [{ day, meanC }]));
  const cooling = degreeDays(warm, 'cooling').value ?? 0;
  const heating = degreeDays(warm, 'heating').value ?? 0;
  const [kind, degrees] = cooling >= heating ? (['CDD26', cooling] as const) : (['HDD18', heating] as const);
  const per = warm.length < days.length || degrees === 0 ? null : usePerDegreeDay(total, degrees);
  const { complete, estimated } = qualityOf(figures);
  return {
    Days: days.length,
    Total: days.length === 0 ? null : rounded(total, 2),
    Mean: days.length === 0 ? null : rounded(total / days.length, 2),
    MeanC: warm.length === 0 ? null : rounded(mean(warm.map(({ meanC }) => meanC)), 1),
    PerDegreeDay: per === null ? null : rounded(per, 2),
    DegreeKind: per === null ? null : kind,
    Complete: complete,
    Estimated: estimated,
  };
}

interface Laid {
  readonly one: One;
  readonly node: AnalysisNode;
  readonly days: readonly Day[];
  readonly answer: Answered;
  readonly spread: boolean;
}

/** The first against another: by day, and for each degree day. */
function diffsOf(a: Laid, b: Laid): CompareReport['Diffs'] {
  const name = `${a.one.Name} → ${b.one.Name}`;
  if (a.node.unit !== b.node.unit)
    return [{ Name: name, A: null, B: null, Difference: null, Percent: null, Words: '单位不同，不比较' }];
  const sample = ({ days }: Laid): readonly number[] => days.filter(({ whole }) => whole).map(({ use }) => use);
  const daily = compareSamples(sample(a), sample(b));
  const [perA, perB] = [a.answer.Stats, b.answer.Stats];
  const same = perA.DegreeKind !== null && perA.DegreeKind === perB.DegreeKind;
  const round = (value: number | null, places = 2): number | null => (value === null ? null : rounded(value, places));
  const [x, y] = [perA.PerDegreeDay, perB.PerDegreeDay];
  return [
    {
      Name: `${name} 日均用量（${a.node.unit}）`,
      A: round(daily.meanA),
      B: round(daily.meanB),
      Difference: round(daily.difference),
      Percent: round(daily.differencePercent, 1),
      Words: daily.words,
    },
    ...(same && x !== null && y !== null
      ? [
          {
            Name: `${name} 单位度日用量（${a.node.unit}/℃·d，${perA.DegreeKind ?? ''}）`,
            A: x,
            B: y,
            Difference: round(y - x),
            Percent: x === 0 ? null : round(((y - x) / x) * 100, 1),
            Words: '已按度日折算，未作显著性检验',
          },
        ]
      : []),
  ];
}

export async function readCompare(ctx: Ctx, asked: Asked): Promise<CompareReport> {
  const tooLong = asked.Series.flatMap(({ Date: { from, to } }, index) =>
    daysFrom(from, to) >= MOST_DAYS ? [{ path: `Series[${index}].Date`, message: `一条最多 ${MOST_DAYS} 天` }] : [],
  );
  if (tooLong.length > 0) throw invalid(tooLong);
  const project = await reportProject(ctx, asked.ProjectCode);
  const [meters, isRest] = await Promise.all([countedMeters(ctx.db, project.code), daysOff(ctx.db, [project.code])]);
  const laid = await Promise.all(
    asked.Series.map(async (one): Promise<Laid> => {
      const node = nodeAmong(meters, { nodeId: one.NodeId });
      const [figures, weather, hours] = await Promise.all([
        nodeFigures(ctx.db, node, one.Date, ctx.now),
        weatherOf(ctx.db, project.code, one.Date),
        asked.Align === 'hour' ? hourUses(ctx.db, node.meters, one.Date) : [],
      ]);
      const warmth = new Map(weather.map(({ day, meanC }) => [day, meanC]));
      const chosen = figures.filter(({ at }) => {
        const meanC = warmth.get(at);
        const warmEnough = one.MinC === undefined || (meanC !== undefined && meanC >= one.MinC);
        const coldEnough = one.MaxC === undefined || (meanC !== undefined && meanC <= one.MaxC);
        return (one.Days === 'all' || isRest(at) === (one.Days === 'rest')) && warmEnough && coldEnough;
      });
      const days = chosen.flatMap((figure): Day[] =>
        figure.known
          ? [
              {
                day: figure.at,
                meanC: warmth.get(figure.at) ?? null,
                use: Number(figure.usage),
                whole: figure.got >= figure.due && !figure.doubtful,
              },
            ]
          : [],
      );
      const among = new Set(days.map(({ day }) => day));
      const ofDays = hours.filter(({ at }) => among.has(at.slice(0, 10)));
      return {
        one,
        node,
        days,
        spread: ofDays.some(({ spread }) => spread),
        answer: {
          Name: one.Name,
          NodeName: node.name,
          Unit: node.unit,
          Points: pointsOf(asked.Align, days, ofDays, one),
          Days: days.map(({ day, meanC, use }) => ({ Day: day, Temperature: meanC, Use: use })),
          Line: lineOf(days),
          Stats: statsOf(days, chosen),
        },
      };
    }),
  );
  const [first, ...others] = laid;
  return {
    projectName: project.name,
    asOf: ctx.now.toISOString(),
    pending: project.pending,
    Series: laid.map(({ answer }) => answer),
    Diffs: first === undefined ? [] : others.flatMap((other) => diffsOf(first, other)),
    Notes: [
      ...(laid.some(({ spread }) => spread) ? ['部分表计一天读一次，小时按日用量平摊，不代表实际分布'] : []),
      ...laid.flatMap(({ one, days }) =>
        days.length < LEAST_SAMPLE ? [`${one.Name}只有 ${days.length} 天，样本不足 ${LEAST_SAMPLE} 天，不下结论`] : [],
      ),
    ],
  };
}
