/** 设计能耗 beside what was used: so much for each m² and year (能耗系数), on the days of the project's seasons, in what its meters count. */
import { designOf, type Factor, isCarrier } from '@hengneng/energy/factors';
import { daysThrough } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/schema.ts';
import { seasonOf, type Seasons } from '../analysis/seasons.ts';
import type { Energy, MonthFigure } from './figures.ts';
import { rounded } from './sums.ts';

interface Designed {
  readonly code: string;
  readonly areaM2: string | null;
}

interface Stretch {
  /** As figures name it. */
  readonly at: string;
  readonly from: string;
  readonly to: string;
}

const seasonsOfAll = async (
  db: Db,
  projects: readonly string[],
  day: string,
): Promise<ReadonlyMap<string, Seasons>> => {
  const { rows } = await sql<Seasons & { project: string }>`
    select o.project_code as project, o.cooling_from as "coolingFrom", o.cooling_to as "coolingTo", o.heating_from as "heatingFrom",
      o.heating_to as "heatingTo"
    from unnest(${[...projects]}::text[]) as p(code) cross join lateral operational_on(p.code, ${day}::date) o`.execute(
    db,
  );
  return new Map(rows.map(({ project, ...seasons }) => [project, seasons]));
};

/** Of projects with an area and a design; the seasons are those of the last day. Empty, and nothing is asked, where nobody registered one. */
export async function designFigures(
  db: Db,
  projects: readonly Designed[],
  { energies, factors }: { readonly energies: readonly Energy[]; readonly factors: readonly Factor[] },
  stretches: readonly Stretch[],
): Promise<readonly MonthFigure[]> {
  const designs = factors.filter(({ kind }) => kind === 'design');
  const last = stretches.at(-1);
  if (designs.length === 0 || last === undefined) return [];
  const measured = projects.filter(({ areaM2 }) => areaM2 !== null);
  const seasons = await seasonsOfAll(
    db,
    measured.map(({ code }) => code),
    last.to,
  );
  const days = stretches.map((stretch) => ({ at: stretch.at, days: daysThrough(stretch.from, stretch.to) }));
  return measured.flatMap(({ code: project, areaM2 }) => {
    const own = seasons.get(project);
    return energies.flatMap(({ code, measureOn }) => {
      if (!isCarrier(code)) return [];
      const about = { carrier: code, project, areaM2: Number(areaM2) };
      return days.flatMap(({ at, days: of }): MonthFigure[] => {
        const design = designOf(designs, { ...about, days: of, supplies: (day) => seasonOf(day, own) !== 'off' });
        const { times } = measureOn(at, project);
        return design === null || times === null ? [] : [asFigure(project, at, code, design / times)];
      });
    });
  });
}

const asFigure = (project: string, at: string, code: string, usage: number): MonthFigure => ({
  project,
  at,
  code,
  usage: String(rounded(usage, 4)),
  estimated: '0',
  due: 0,
  got: 0,
  sharp: null,
  peak: null,
  flat: null,
  valley: null,
  doubtful: false,
  known: true,
});

/** 占设计: what was used of what was designed, %. */
export const shareOfDesign = (used: string | null, design: string | null): number | null =>
  used === null || design === null || Number(design) <= 0 ? null : rounded((Number(used) / Number(design)) * 100, 1);
