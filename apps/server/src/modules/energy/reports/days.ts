/** 逐日报表: each day of a span with its weather, energies, efficiency and how well it is known. */
import type { REPORT_FUNCTIONS, reportDays } from '@hengneng/contracts';
import { degreeDay, degreeDays } from '@hengneng/energy/climate';
import { addDays, daysFrom, exact, exactText, sumOf } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { invalid } from '../../../platform/http/errors.ts';
import { hoursByDay } from '../runs/index.ts';
import { sameTempOver } from './daily-judged.ts';
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

/** What is delivered for a function. */
const OUTPUTS: Readonly<Record<(typeof REPORT_FUNCTIONS)[number], string>> = {
  制冷: 'cooling',
  采暖: 'heating',
  卫生热水: 'hotWater',
};

/** 峰谷比: (尖 + 峰) ÷ 谷. */
function peakToValley(tou: Row['tou']): number | null {
  const valley = Number(tou?.valley ?? 0);
  return tou === null || valley <= 0 ? null : rounded((Number(tou.sharp) + Number(tou.peak)) / valley, 2);
}

interface AskedDays {
  readonly ProjectCode: string;
  readonly From: string;
  readonly To: string;
  /** Days on which one of these was delivered; without any, all days. */
  readonly Functions?: readonly (typeof REPORT_FUNCTIONS)[number][];
}

export async function readDays(
  ctx: Ctx,
  { ProjectCode, From, To, Functions: wanted = [] }: AskedDays,
  /** What only the table of days shows is read for it alone. */
  { judged = false }: { readonly judged?: boolean } = {},
): Promise<Days> {
  if (daysFrom(From, To) >= MOST_DAYS) throw invalid([{ path: 'To', message: `一次最多查看${MOST_DAYS}天` }]);
  const project = await reportProject(ctx, ProjectCode);
  const span = { from: From, to: To };
  const [all, paid, weather, stopped, ran, sameTemp] = await Promise.all([
    dayFigures(ctx.db, project.code, span, ctx.now),
    dayCostsFor(ctx, project.code, span),
    weatherOf(ctx.db, project.code, span),
    sql<{
      day: string;
    }>`select day::text from stop_day where project_code = ${project.code} and day between ${From} and ${To}`.execute(
      ctx.db,
    ),
    judged ? hoursByDay(ctx.db, project.code, span, ctx.now) : null,
    judged ? sameTempOver(ctx, project, span) : null,
  ]);
  const outputs = wanted.map((one) => OUTPUTS[one]);
  const delivered = new Set(
    all.flatMap(({ at, code, usage }) => (outputs.includes(code) && Number(usage) > 0 ? [at] : [])),
  );
  const others = Object.values(OUTPUTS).filter((code) => outputs.length > 0 && !outputs.includes(code));
  const isWanted = ({ at, code }: { readonly at: string; readonly code: string }): boolean =>
    (outputs.length === 0 || delivered.has(at)) && !others.includes(code);
  const figures = all.filter(isWanted);
  const costs = paid === null ? null : paid.filter(isWanted);
  const energies = project.energies.filter(({ code }) => !others.includes(code));
  const costsOf = costs && Map.groupBy(costs, ({ at }) => at);
  const byDay = Map.groupBy(figures, ({ at }) => at);
  const climate = new Map(weather.map((one) => [one.day, one]));
  const still = new Set(outputs.length > 0 ? [] : stopped.rows.map(({ day }) => day));
  const rows: Row[] = [];
  for (let day = From; day <= To; day = addDays(day, 1)) {
    const used = byDay.get(day);
    // Days that are still to come have neither figures nor a stop.
    if (used === undefined && !still.has(day)) continue;
    const of = used ?? [];
    const { meanC = null, condition = '' } = climate.get(day) ?? {};
    const coal = coalOf(of, project);
    const tou = splitOf(of.filter(({ code }) => code === 'elec'));
    const output = outputOf(of);
    const said = ran?.get(day);
    // Cold was made while every record says that nothing ran: what ran was not written down.
    const hours = said?.hours === 0 && Number(output ?? 0) > 0 ? undefined : said;
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
      tou,
      output,
      cop: copOf(of, project.energies),
      kgce: coal.kgce,
      kgCo2: coal.kgCo2,
      perM2: electricity === undefined ? null : perM2(electricity.usage, project.areaM2),
      hours: hours === undefined ? null : rounded(hours.hours, 1),
      hoursComplete: hours === undefined ? null : rounded(hours.complete, 1),
      peakToValley: peakToValley(tou),
      sameTemp: Object.fromEntries(
        (sameTemp?.(day) ?? []).map(({ code, deviation, level, words, days }) => [
          code,
          { deviation, level, words, days },
        ]),
      ),
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
    categories: energies.map(({ code, name, unit, color }) => ({ code, name, unit, color })),
    rows,
    totals: Object.fromEntries(
      energies.map(({ code }) => [code, totalOf(figures.filter((figure) => figure.code === code))]),
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
