/** 构成: of what energies a use consists, in coal, carbon and money; and what a year of a project emits. */
import type { carbonIndex, clientShares, reportShares, screenShares } from '@hengneng/contracts';
import { chooseFactor, closedKey, type Factor, holdsIn, isCarrier, isOfGasPair } from '@hengneng/energy/factors';
import { addDays, CHINA, dayAt, exact, monthEnd, monthOf, toNumber } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Ctx } from '../../../platform/context.ts';
import { invalid } from '../../../platform/http/errors.ts';
import { type EnergyCost, sumCosts } from '../costs/index.ts';
import { carbonTargetOf } from '../../projects/index.ts';
import { closedKeysOf } from '../prices/index.ts';
import {
  type Energy,
  type Figure,
  measuredBy,
  type MonthFigure,
  monthFigures,
  reportProject,
  weighingOf,
} from './figures.ts';
import { coalsOf, type ManyProject, namedProjects, pendingOf, seenProjects, together } from './many.ts';
import { spanCostsFor } from './money.ts';
import { type Coal, coalOf, perM2, qualityOf, rounded } from './sums.ts';

type Shares = z.input<typeof reportShares.output>;
type Row = Shares['rows'][number];

interface Span {
  readonly from: string;
  readonly to: string;
}

const tons = (kg: number | null): number | null => (kg === null ? null : rounded(kg / 1000, 2));
const percentOf = (part: number | null, whole: number | null): number | null =>
  part === null || whole === null || whole <= 0 ? null : rounded((part / whole) * 100, 1);

/** Months that have begun; the last day of them that is over. @throws invalid where none has */
function begun(ctx: Ctx, { from, to }: Span, path: string): Span & { readonly until: string } {
  const today = dayAt(ctx.now.getTime(), CHINA);
  const last = to < monthOf(today) ? to : monthOf(today);
  if (from > last) throw invalid([{ path, message: '不能选择还没有到的时间' }]);
  const yesterday = addDays(today, -1);
  return { from, to: last, until: monthEnd(last) < yesterday ? monthEnd(last) : yesterday };
}

const yearOf = (year: number): Span => ({ from: `${year}-01`, to: `${year}-12` });

interface Consisting {
  readonly energies: readonly Energy[];
  readonly figures: readonly MonthFigure[];
  readonly costs: readonly EnergyCost[] | null;
  coals(of: readonly MonthFigure[]): Coal;
}

function rowOf({ figures, costs, coals }: Consisting, energy: Energy, whole: Coal): Row | null {
  const own = figures.filter(({ code }) => code === energy.code);
  const known = own.filter((figure) => figure.known);
  if (known.length === 0) return null;
  const coal = coals(known);
  const paid = costs === null ? null : sumCosts(costs.filter(({ code }) => code === energy.code));
  return {
    CategoryCode: energy.code,
    Name: energy.name,
    Unit: energy.unit,
    Qty: together('', energy.code, known).usage,
    Tce: tons(coal.kgce),
    // No carbon factor is announced for water.
    Co2: energy.code === 'water' ? null : tons(coal.kgCo2),
    Share: percentOf(coal.kgce, whole.kgce),
    ...qualityOf(own),
    ...(paid === null ? {} : { Cost: paid.amount, CostProblems: [...paid.problems] }),
  };
}

/** What projects bought in months: made heat and cold are what it was made into, and no part of it. */
async function sharesOf(
  ctx: Ctx,
  projects: readonly ManyProject[],
  span: Span & { readonly until: string },
  withCosts: boolean,
): Promise<Shares> {
  const codes = projects.map(({ code }) => code);
  const months = { from: span.from, to: span.to };
  const [all, { energies, factors }, pending, costs] = await Promise.all([
    monthFigures(ctx.db, codes, months, ctx.now),
    weighingOf(ctx.db, codes),
    pendingOf(ctx.db, codes),
    withCosts ? spanCostsFor(ctx, codes, [months]) : null,
  ]);
  const figures = all.filter(({ code }) => isCarrier(code));
  const coals = coalsOf({ energies, factors });
  const of: Consisting = { energies, figures, costs: costs?.[0] ?? null, coals };
  const whole = coals(figures);
  const rows = energies.flatMap((energy) => rowOf(of, energy, whole) ?? []);
  const paid = of.costs === null ? null : sumCosts(of.costs);
  const money = paid === null || paid.amount === null ? null : toNumber(exact(paid.amount));
  return {
    rows: rows.map((row) =>
      row.Cost === undefined
        ? row
        : { ...row, CostShare: percentOf(row.Cost === null ? null : toNumber(exact(row.Cost)), money) },
    ),
    From: span.from,
    To: span.to,
    Until: span.until,
    projects: projects.length,
    asOf: ctx.now.toISOString(),
    pending,
    Tce: tons(whole.kgce),
    Co2: tons(whole.kgCo2),
    whole: qualityOf(figures),
    notes: [...whole.notes],
    ...(paid === null ? {} : { Cost: paid.amount }),
  };
}

export async function readShares(ctx: Ctx, asked: z.output<typeof reportShares.input>): Promise<Shares> {
  const { Month, Year } = asked;
  const span =
    Month === undefined ? begun(ctx, yearOf(Year ?? 0), 'Year') : begun(ctx, { from: Month, to: Month }, 'Month');
  return sharesOf(ctx, await namedProjects(ctx, asked.ProjectCodes), span, true);
}

/** For the customer: without money, whoever asks. */
export async function readClientShares(
  ctx: Ctx,
  { ProjectCode, Month }: z.output<typeof clientShares.input>,
): Promise<z.input<typeof clientShares.output>> {
  const span = begun(ctx, { from: Month, to: Month }, 'Month');
  return sharesOf(ctx, await namedProjects(ctx, [ProjectCode]), span, false);
}

export async function readScreenShares(
  ctx: Ctx,
  { Period, AreaId, ProjectCode }: z.output<typeof screenShares.input>,
): Promise<z.input<typeof screenShares.output>> {
  const month = monthOf(dayAt(ctx.now.getTime(), CHINA));
  const span = Period === 'month' ? { from: month, to: month } : yearOf(Number(month.slice(0, 4)));
  const projects =
    ProjectCode === undefined
      ? await seenProjects(ctx, AreaId === undefined ? sql`true` : sql`starts_with(p.area, ${AreaId})`)
      : await namedProjects(ctx, [ProjectCode]);
  return sharesOf(ctx, projects, begun(ctx, span, 'Period'), false);
}

/* ---- 碳 ---- */

type Carbon = z.input<typeof carbonIndex.output>;
type Trial = NonNullable<z.output<typeof carbonIndex.input>['Coefficients']>;

interface Weighing {
  readonly code: string;
  readonly energies: readonly Energy[];
  readonly factors: readonly Factor[];
}

/** The project's factors with those of a trial in the place of what it replaces, but for months that are closed. */
function tried(project: Weighing, trial: Trial, closed: ReadonlySet<string>): Weighing {
  const replaced = (factor: Factor): boolean =>
    factor.project !== null &&
    trial.some(({ Kind, CategoryCode }) => factor.kind === Kind && factor.carrier === CategoryCode);
  const gas =
    trial.find(({ Kind }) => Kind === 'lhv')?.Value ??
    trial.find(({ CategoryCode, Lhv }) => CategoryCode === 'gas' && Lhv !== undefined)?.Lhv;
  const lhv = gas ?? project.energies.find(({ code }) => code === 'gas')?.lhvOn('') ?? null;
  const factors = [
    ...project.factors.map((factor) =>
      replaced(factor) ? { ...factor, onlyIn: new Set([...closed].filter((month) => holdsIn(factor, month))) } : factor,
    ),
    ...trial.map(
      ({ Kind, CategoryCode, Value, FromUnit }, index): Factor => ({
        id: `trial-${index}`,
        kind: Kind,
        carrier: CategoryCode,
        value: Value,
        lhv: isOfGasPair({ kind: Kind, carrier: CategoryCode }) ? lhv : null,
        unit: Kind === 'unit' ? (FromUnit ?? '') : null,
        year: null,
        from: null,
        to: null,
        region: null,
        project: project.code,
        source: { text: '试算' },
        notIn: closed,
      }),
    ),
  ];
  const energies = project.energies.map((energy) => ({
    ...energy,
    ...(energy.code === 'gas' && gas !== undefined
      ? {
          lhvOn: (at: string, of?: string) =>
            closed.has(closedKey(project.code, at.slice(0, 7))) ? energy.lhvOn(at, of) : gas,
        }
      : {}),
    measureOn: measuredBy(factors, energy, project.code),
  }));
  return { code: project.code, energies, factors };
}

function carbonOf(project: Weighing, figures: readonly Figure[], areaM2: string | null, until: string) {
  const of = (codes: readonly string[]): number | null =>
    coalOf(
      figures.filter(({ code }) => codes.includes(code)),
      project,
    ).kgCo2;
  const whole = coalOf(figures, project);
  const choice = chooseFactor(project.factors, { kind: 'carbon', carrier: 'elec', day: until, project: project.code });
  const usesElectricity = figures.some(({ code, known }) => code === 'elec' && known);
  return {
    TotalCO2: tons(whole.kgCo2),
    ElecCO2: tons(of(['elec'])),
    GasCO2: tons(of(['gas'])),
    HeatCO2: tons(of(['heatBuy', 'steam'])),
    Tce: tons(whole.kgce),
    PerM2: whole.kgCo2 === null ? null : perM2(String(whole.kgCo2), areaM2),
    FactorYear: usesElectricity ? (choice.factor?.year ?? null) : null,
    notes: [...whole.notes],
  };
}

/** Nothing of a trial is written. */
export async function readCarbon(
  ctx: Ctx,
  { ProjectCode, Year, Coefficients }: z.output<typeof carbonIndex.input>,
): Promise<Carbon> {
  const span = begun(ctx, yearOf(Year), 'Year');
  const project = await reportProject(ctx, ProjectCode);
  const all = await monthFigures(ctx.db, [project.code], span, ctx.now);
  const figures = all.filter(({ code }) => isCarrier(code));
  const standing = carbonOf(project, figures, project.areaM2, span.until);
  const trial = Coefficients ?? [];
  const now =
    trial.length === 0
      ? standing
      : carbonOf(
          tried(project, trial, await closedKeysOf(ctx.db, [project.code])),
          figures,
          project.areaM2,
          span.until,
        );
  const target = await carbonTargetOf(ctx.db, project.code);
  return {
    projectName: project.name,
    Until: span.until,
    asOf: ctx.now.toISOString(),
    pending: project.pending,
    Target: target,
    TargetUsed: percentOf(now.TotalCO2, target === null ? null : Number(target)),
    ...now,
    ...(trial.length === 0 ? {} : { Before: standing }),
    ...qualityOf(figures),
  };
}
