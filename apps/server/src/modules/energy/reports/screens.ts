/** What big screens and the front page show of all projects that a person sees, and a project's months in a row. */
import type { monthMessage, screenAreas, screenDays, screenSummary } from '@hengneng/contracts';
import { monthRange } from '@hengneng/core';
import {
  addDays,
  addMonths,
  CHINA,
  compare,
  dayAt,
  daysThrough,
  exact,
  exactText,
  monthEnd,
  monthOf,
  sumOf,
} from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/schema.ts';
import { invalid } from '../../../platform/http/errors.ts';
import { freshness } from '../ingest/index.ts';
import { readAreas } from './area.ts';
import { monthDegreeDays } from './days.ts';
import { dayFiguresOf, type Figure, monthFigures, reportProject, weatherOf, weighingOf } from './figures.ts';
import { coalsOf, namedProjects, pendingOf, seenProjects } from './many.ts';
import { comparedOf } from './month.ts';
import { coalOf, copOf, outputOf, perM2, qualityOf, rounded, sumUsage } from './sums.ts';

type Summary = z.input<typeof screenSummary.output>;

const usedOf = (figures: readonly Figure[], code: string): string | null => {
  const own = figures.filter((figure) => figure.code === code && figure.known);
  return own.length === 0 ? null : sumUsage(own);
};

/** Of meters that gateways read, the share whose last value is one of now. */
async function onlineRate(db: Db, projects: readonly string[], now: Date): Promise<number | null> {
  const { rows } = await sql<{
    id: string;
  }>`select m.device_id::text as id from meter m join device d on d.id = m.device_id
    where m.project_code = any(${[...projects]}::text[]) and m.frequency like 'auto:%' and m.used_to is null
      and d.state in ('active', 'standby')`.execute(db);
  if (rows.length === 0) return null;
  const states = await freshness(
    db,
    rows.map(({ id }) => id),
    now,
  );
  return rounded((states.filter(({ state }) => state !== '离线').length / rows.length) * 100, 1);
}

async function lastDay(db: Db, projects: readonly string[], until: string): Promise<string | null> {
  const { rows } = await sql<{
    day: string | null;
  }>`select max(f.day)::text as day from unnest(${[...projects]}::text[]) p(code),
    lateral (select d.day from meter_day d where d.project_code = p.code and d.day <= ${until}::date order by d.day desc limit 1) f`.execute(
    db,
  );
  return rows[0]?.day ?? null;
}

/** The same day of the year before; of a 29 February the 28th. */
const yearBefore = (day: string): string => {
  const month = addMonths(monthOf(day), -12);
  const last = monthEnd(month);
  const same = `${month}-${day.slice(8)}`;
  return same < last ? same : last;
};

/** Electricity of one day as a period to compare. */
const elecOf = (figures: readonly Figure[]) => {
  const own = figures.filter(({ code }) => code === 'elec');
  return { usage: usedOf(own, 'elec'), completeness: qualityOf(own).complete, days: 1 };
};

/** Mean temperature outside by project, where the weather of its place is known. */
async function outsideOn(db: Db, projects: readonly string[], day: string): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ code: string; c: number }>`select p.code, w.avg_c::float8 as c
    from unnest(${[...projects]}::text[]) p(code) cross join lateral project_weather(p.code, ${day}::date, ${day}::date) w`.execute(
    db,
  );
  return new Map(rows.map(({ code, c }) => [code, c]));
}

export async function readScreenSummary(ctx: Ctx, asked: z.output<typeof screenSummary.input>): Promise<Summary> {
  const yesterday = addDays(dayAt(ctx.now.getTime(), CHINA), -1);
  const date = asked.Date ?? yesterday;
  if (date > yesterday) throw invalid([{ path: 'Date', message: '当日未结束，只能看昨日及以前' }]);
  const projects =
    asked.ProjectCodes.length > 0
      ? await namedProjects(ctx, asked.ProjectCodes)
      : await seenProjects(ctx, asked.AreaId === undefined ? sql`true` : sql`starts_with(p.area, ${asked.AreaId})`);
  const codes = projects.map(({ code }) => code);
  const before = yearBefore(date);
  const [all, { energies }, pending, online, until, outside] = await Promise.all([
    dayFiguresOf(ctx.db, codes, [date, before], ctx.now),
    weighingOf(ctx.db, codes),
    pendingOf(ctx.db, codes),
    onlineRate(ctx.db, codes, ctx.now),
    lastDay(ctx.db, codes, yesterday),
    outsideOn(ctx.db, codes, date),
  ]);
  const figures = all.filter(({ at }) => at === date);
  const byProject = Map.groupBy(figures, ({ project }) => project);
  const lastYear = Map.groupBy(
    all.filter(({ at }) => at === before),
    ({ project }) => project,
  );
  const whole = qualityOf(figures);
  return {
    Date: date,
    asOf: ctx.now.toISOString(),
    pending,
    ProjectCount: projects.length,
    AirArea: exactText(sumOf(projects.flatMap(({ areaM2 }) => (areaM2 === null ? [] : [exact(areaM2)])))),
    CoolHeatToday: outputOf(figures),
    ElecToday: usedOf(figures, 'elec'),
    GasToday: usedOf(figures, 'gas'),
    OnlineRate: online,
    DataUntil: until,
    Complete: whole.complete,
    Estimated: whole.estimated,
    rows: projects.map((project) => {
      const own = byProject.get(project.code) ?? [];
      const { complete, estimated } = qualityOf(own);
      const elec = elecOf(own);
      return {
        ProjectCode: project.code,
        ProjectName: project.name,
        AreaName: project.areaName,
        CoolHeat: outputOf(own),
        Elec: elec.usage,
        Gas: usedOf(own, 'gas'),
        Water: usedOf(own, 'water'),
        Cop: copOf(own, energies),
        PerM2: elec.usage === null ? null : perM2(elec.usage, project.areaM2),
        YoyElec: comparedOf(compare(elec, elecOf(lastYear.get(project.code) ?? []), '去年同期')),
        OutsideC: outside.get(project.code) ?? null,
        Complete: complete,
        Estimated: estimated,
      };
    }),
  };
}

/** Yesterday is the last of them: today is not over. */
const RECENT_DAYS = 30;

export async function readScreenDays(
  ctx: Ctx,
  { ProjectCodes }: z.output<typeof screenDays.input>,
): Promise<z.input<typeof screenDays.output>> {
  const to = addDays(dayAt(ctx.now.getTime(), CHINA), -1);
  const days = daysThrough(addDays(to, 1 - RECENT_DAYS), to);
  const codes = (await namedProjects(ctx, ProjectCodes)).map(({ code }) => code);
  const [figures, { energies, factors }] = await Promise.all([
    dayFiguresOf(ctx.db, codes, days, ctx.now),
    weighingOf(ctx.db, codes),
  ]);
  const coals = coalsOf({ energies, factors });
  const byDay = Map.groupBy(figures, ({ at }) => at);
  const notes = new Set<string>();
  const rows = days.map((day) => {
    const own = byDay.get(day) ?? [];
    const coal = coals(own);
    for (const note of coal.notes) notes.add(note);
    return { Day: day, CoolHeat: outputOf(own), Kgce: coal.kgce, Complete: qualityOf(own).complete };
  });
  return {
    From: days[0] ?? to,
    To: to,
    asOf: ctx.now.toISOString(),
    ProjectCount: codes.length,
    rows,
    notes: [...notes],
  };
}

type Areas = z.input<typeof screenAreas.output>;

/** The last month that is over, or the months of its year up to it. */
export async function readScreenAreas(
  ctx: Ctx,
  { Period, Metric }: z.output<typeof screenAreas.input>,
): Promise<Areas> {
  const to = addMonths(monthOf(dayAt(ctx.now.getTime(), CHINA)), -1);
  const span = { From: Period === 'month' ? to : `${to.slice(0, 4)}-01`, To: to };
  const { rows, notes } = await readAreas(ctx, span);
  const valueOf = (row: Areas['rows'][number]): number | null =>
    Metric === 'tce' ? row.Tce : Metric === 'perM2' ? row.PerM2 : row.Yoy.rate;
  return {
    ...span,
    asOf: ctx.now.toISOString(),
    // What is not known comes last.
    rows: rows.toSorted((a, b) => (valueOf(b) ?? -Infinity) - (valueOf(a) ?? -Infinity)),
    notes: [...notes],
  };
}

const MOST_MONTHS = 36;
const MONTHS_BEFORE = 23;

export async function readMonthMessage(
  ctx: Ctx,
  { ProjectCode, Month, Year }: z.output<typeof monthMessage.input>,
): Promise<z.input<typeof monthMessage.output>> {
  const thisMonth = monthOf(dayAt(ctx.now.getTime(), CHINA));
  const asked =
    typeof Month === 'string'
      ? { from: addMonths(Month, -MONTHS_BEFORE), to: Month }
      : (Month ?? { from: `${Year}-01`, to: `${Year}-12` });
  const span = { from: asked.from, to: asked.to < thisMonth ? asked.to : thisMonth };
  if (span.from > span.to)
    throw invalid([{ path: Month === undefined ? 'Year' : 'Month', message: '不能选择还没有到的时间' }]);
  const months = monthRange(span.from, span.to);
  if (months.length > MOST_MONTHS) throw invalid([{ path: 'Month', message: `一次最多${MOST_MONTHS}个月` }]);
  const project = await reportProject(ctx, ProjectCode);
  const [all, weather] = await Promise.all([
    monthFigures(ctx.db, [project.code], span, ctx.now),
    weatherOf(ctx.db, project.code, { from: `${span.from}-01`, to: monthEnd(span.to) }),
  ]);
  const byMonth = Map.groupBy(all, ({ at }) => at);
  const notes = new Set<string>();
  const rows = months.map((month) => {
    const own = byMonth.get(month) ?? [];
    const coal = coalOf(own, project);
    for (const note of coal.notes) notes.add(note);
    const { hdd, cdd } = monthDegreeDays(weather, month);
    return {
      Month: month,
      Used: Object.fromEntries(own.flatMap(({ code, usage, known }) => (known ? [[code, usage]] : []))),
      Tce: coal.kgce === null ? null : rounded(coal.kgce / 1000, 2),
      Cdd: cdd,
      Hdd: hdd,
      ...qualityOf(own),
    };
  });
  return {
    projectName: project.name,
    areaM2: project.areaM2,
    asOf: ctx.now.toISOString(),
    pending: project.pending,
    categories: project.energies.map(({ code, name, unit, color }) => ({ code, name, unit, color })),
    rows,
    notes: [...notes],
  };
}
