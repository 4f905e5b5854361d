/** Several projects as one: which of them a person sees, what they used together, and what that is in coal. */
import { closedByProject, type Factor, isCarrier } from '@hengneng/energy/factors';
import { exact, exactText, sumOf } from '@hengneng/energy/measuring';
import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/schema.ts';
import { notFound } from '../../../platform/http/errors.ts';
import { projectsVisible } from '../../projects/index.ts';
import type { Energy, Figure } from './figures.ts';
import { type Burnt, burntApart, type Coal, coalOf, rounded } from './sums.ts';

export interface ManyProject {
  readonly code: string;
  readonly name: string;
  readonly areaM2: string | null;
  readonly area: string;
  readonly areaName: string;
  readonly city: string;
  readonly buildingType: string;
  readonly chargeModel: string;
  readonly district: string | null;
  /** WGS84, degrees; null where nobody has said. */
  readonly lng: number | null;
  readonly lat: number | null;
}

const projectsWhere = async (db: Db, where: RawBuilder<unknown>): Promise<readonly ManyProject[]> => {
  const { rows } = await sql<ManyProject>`
    select p.code, p.name, p.area_m2::text as "areaM2", p.area, d.name as "areaName", coalesce(city.name, '未填城市') as city,
      coalesce(nullif(p.building_type, ''), '未填建筑类型') as "buildingType", coalesce(nullif(p.charge_model, ''), '未填收费模式') as "chargeModel", p.district,
      p.longitude::float8 as lng, p.latitude::float8 as lat
    from project p join dept d on d.id = p.area left join district city on city.id = left(p.district, 4) || '00'
    where exists (select from meter m where m.project_code = p.code) and ${where}
    order by p.area, p.code`.execute(db);
  return rows;
};

/** Projects with meters that the person sees. */
export const seenProjects = (ctx: Ctx, where: RawBuilder<unknown> = sql`true`): Promise<readonly ManyProject[]> =>
  projectsWhere(ctx.db, sql`${projectsVisible(ctx.session, 'p')} and ${where}`);

/** Those of these that have meters, whoever asks: for callers that have let them through themselves. */
export const projectsNamed = (db: Db, codes: readonly string[]): Promise<readonly ManyProject[]> =>
  projectsWhere(db, sql`p.code = any(${[...codes]}::text[])`);

/** @throws notFound where one of them is not to be seen */
export async function namedProjects(ctx: Ctx, codes: readonly string[]): Promise<readonly ManyProject[]> {
  if (codes.length === 0) return seenProjects(ctx);
  const found = await seenProjects(ctx, sql`p.code = any(${[...codes]}::text[])`);
  if (found.length < new Set(codes).size) throw notFound('项目不存在、没有表计，或您没有查看它的权限');
  return found;
}

/** How many meters of these projects wait to be worked out anew. */
export const pendingOf = async (db: Db, projects: readonly string[]): Promise<number> => {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int as n from recalc_queue q join meter m on m.device_id = q.meter_id
    where m.project_code = any(${[...projects]}::text[])`.execute(db);
  return rows[0]?.n ?? 0;
};

const added = (figures: readonly Figure[], of: (figure: Figure) => string | null): string =>
  exactText(sumOf(figures.map((figure) => exact(of(figure) ?? '0'))));
const anyOf = (figures: readonly Figure[], of: (figure: Figure) => string | null): string | null =>
  figures.some((figure) => of(figure) !== null) ? added(figures, of) : null;

/** Figures that lie in one stretch of time as one. */
export const together = (at: string, code: string, figures: readonly Figure[]): Figure => ({
  at,
  code,
  usage: added(figures, ({ usage }) => usage),
  estimated: added(figures, ({ estimated }) => estimated),
  due: figures.reduce((sum, { due }) => sum + due, 0),
  got: figures.reduce((sum, { got }) => sum + got, 0),
  sharp: anyOf(figures, ({ sharp }) => sharp),
  peak: anyOf(figures, ({ peak }) => peak),
  flat: anyOf(figures, ({ flat }) => flat),
  valley: anyOf(figures, ({ valley }) => valley),
  doubtful: figures.some(({ doubtful }) => doubtful),
  known: figures.some(({ known }) => known),
  ...(figures.some(({ brought }) => brought !== undefined)
    ? { brought: figures.flatMap(({ brought = [] }) => brought) }
    : {}),
});

/** What one unit is in coal and carbon. */
interface Rate {
  readonly kgce: number | null;
  readonly kgCo2: number | null;
  readonly notes: readonly string[];
}
/** So much that rounding the whole says nothing of the unit. */
const MUCH = 1e9;

type BurntBy = Burnt & { readonly project: string };

export type Coals = (figures: readonly BurntBy[]) => Coal;

/**
 * Coal and carbon of projects together: each project's own factors count for its own use only. A factor is looked for once a month, energy
 * and project that has one of its own or closed months of its own: 500 projects ask for the same few.
 */
export function coalsOf({
  energies,
  factors,
}: {
  readonly energies: readonly Energy[];
  readonly factors: readonly Factor[];
}): Coals {
  // A project whose closed months count by what has been corrected since is asked for by itself, too.
  const own = new Set([
    ...factors.flatMap(({ project }) => (project === null ? [] : [project])),
    ...closedByProject(factors).keys(),
  ]);
  const rates = new Map<string, Rate | null>();
  const rateOf = (figure: BurntBy): Rate | null => {
    const code = own.has(figure.project) ? figure.project : '';
    const key = `${code} ${figure.at} ${figure.code}`;
    let rate = rates.get(key);
    if (rate === undefined) {
      const unit = coalOf([{ ...figure, usage: String(MUCH) }], { energies, factors, code });
      // What is no carrier, or has carbon of none, has no rate at all; what lacks its factor has one that is unknown.
      rate = isCarrier(figure.code)
        ? {
            kgce: unit.kgce === null ? null : unit.kgce / MUCH,
            kgCo2: unit.kgCo2 === null ? null : unit.kgCo2 / MUCH,
            notes: unit.notes,
          }
        : null;
      rates.set(key, rate);
    }
    return rate;
  };
  return (figures) => {
    const uses = burntApart(figures).flatMap((figure) => {
      const rate = figure.known ? rateOf(figure) : null;
      return rate === null ? [] : [{ usage: Number(figure.usage), rate }];
    });
    const sum = (of: (rate: Rate) => number | null): number | null => {
      if (uses.length === 0) return null;
      let all = 0;
      for (const { usage, rate } of uses) {
        const unit = of(rate);
        if (unit === null) return null;
        all += usage * unit;
      }
      return rounded(all, 1);
    };
    return {
      kgce: sum(({ kgce }) => kgce),
      kgCo2: sum(({ kgCo2 }) => kgCo2),
      notes: [...new Set(uses.flatMap(({ rate }) => rate.notes))],
    };
  };
}

/** m² of projects together; null where one of them has none: a figure for each m² would be too large. */
export const areaOf = (projects: readonly ManyProject[]): string | null =>
  projects.length === 0 || projects.some(({ areaM2 }) => areaM2 === null)
    ? null
    : exactText(sumOf(projects.map(({ areaM2 }) => exact(areaM2 ?? '0'))));
