/** 逐日报表: each day of a span with its weather, energies, efficiency and how well it is known. */
import type { reportDays } from '@hengneng/contracts';
import { degreeDay, degreeDays } from '@hengneng/energy/climate';
import { addDays, daysFrom, exact, exactText, sumOf } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { invalid } from '../../../platform/http/errors.ts';
import { costWords, dayCostsFor } from './money.ts';
import { dayFigures, type Figure, reportProject, weatherOf } from './figures.ts';
import { coalOf, copOf, outputOf, perM2, qualityOf, rounded, splitOf } from './sums.ts';

export type Days = z.input<typeof reportDays.output>;
type Row = Days['rows'][number];

const MOST_DAYS = 400;
const WEEK = ['日', '一', '二', '三', '四', '五', '六'];

/** Σ, mean of days that are known, and the day of the most. */
function totalOf(figures: readonly Figure[]): Days['totals'][string] {
  const known = figures.filter((figure) => figure.known);
  const sum = sumOf(known.map(({ usage }) => exact(usage)));
  const most = known.reduce<Figure | null>(
    (top, figure) => (top === null || exact(figure.usage) > exact(top.usage) ? figure : top),
    null,
  );
  const mean = known.length === 0 ? '0' : exactText(sum / BigInt(known.length));
  return { sum: exactText(sum), mean, most: most?.usage ?? '0', mostDay: most?.at ?? null };
}

export async function readDays(
  ctx: Ctx,
  { ProjectCode, From, To }: { readonly ProjectCode: string; readonly From: string; readonly To: string },
): Promise<Days> {
  if (daysFrom(From, To) >= MOST_DAYS) throw invalid([{ path: 'To', message: `一次最多查看${MOST_DAYS}天` }]);
  const project = await reportProject(ctx, ProjectCode);
  const span = { from: From, to: To };
  const [figures, costs, weather, stopped] = await Promise.all([
    dayFigures(ctx.db, project.code, span, ctx.now),
    dayCostsFor(ctx, project.code, span),
    weatherOf(ctx.db, project.code, span),
    sql<{
      day: string;
    }>`select day::text from stop_day where project_code = ${project.code} and day between ${From} and ${To}`.execute(
      ctx.db,
    ),
  ]);
  const costsOf = costs && Map.groupBy(costs, ({ at }) => at);
  const byDay = Map.groupBy(figures, ({ at }) => at);
  const climate = new Map(weather.map((one) => [one.day, one]));
  const still = new Set(stopped.rows.map(({ day }) => day));
  const rows: Row[] = [];
  for (let day = From; day <= To; day = addDays(day, 1)) {
    const used = byDay.get(day);
    // Days that are still to come have neither figures nor a stop.
    if (used === undefined && !still.has(day)) continue;
    const of = used ?? [];
    const { meanC = null, condition = '' } = climate.get(day) ?? {};
    const coal = coalOf(of, project);
    const electricity = of.find(({ code, known }) => code === 'elec' && known);
    rows.push({
      day,
      weekday: `周${WEEK[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? ''}`,
      stopped: still.has(day),
      condition,
      meanC,
      hdd: meanC === null ? null : rounded(degreeDay(meanC, 'heating'), 1),
      cdd: meanC === null ? null : rounded(degreeDay(meanC, 'cooling'), 1),
      used: Object.fromEntries(of.flatMap(({ code, usage, known }) => (known ? [[code, usage]] : []))),
      tou: splitOf(of.filter(({ code }) => code === 'elec')),
      output: outputOf(of),
      cop: copOf(of, project.energies),
      kgce: coal.kgce,
      kgCo2: coal.kgCo2,
      perM2: electricity === undefined ? null : perM2(electricity.usage, project.areaM2),
      doubtful: of.some(({ doubtful }) => doubtful),
      ...(costsOf === null ? {} : { cost: costWords(costsOf.get(day) ?? [], project.areaM2) }),
      ...qualityOf(of),
    });
  }
  return {
    projectName: project.name,
    areaM2: project.areaM2,
    asOf: ctx.now.toISOString(),
    pending: project.pending,
    categories: project.energies.map(({ code, name, unit, color }) => ({ code, name, unit, color })),
    rows,
    totals: Object.fromEntries(
      project.energies.map(({ code }) => [code, totalOf(figures.filter((figure) => figure.code === code))]),
    ),
    whole: qualityOf(figures),
    ...(costs === null ? {} : { cost: costWords(costs, project.areaM2) }),
  };
}

/** HDD18 and CDD26 of the days of a month that are known; null where none is. */
export const monthDegreeDays = (
  weather: readonly { readonly day: string; readonly meanC: number }[],
  month: string,
): { readonly hdd: number | null; readonly cdd: number | null } => {
  const days = weather.filter(({ day }) => day.startsWith(month));
  const of = (kind: 'heating' | 'cooling'): number | null => {
    const { value } = degreeDays(days, kind);
    return value === null ? null : rounded(value, 1);
  };
  return { hdd: of('heating'), cdd: of('cooling') };
};
