/** 设计能耗 beside what was used: so much for each m² and year (能耗系数), on the days of the project's seasons, in what its meters count. */
import { designOf, type Factor, isCarrier } from '@hengneng/energy/factors';
import { daysThrough } from '@hengneng/energy/measuring';
import type { Db } from '../../../platform/db/schema.ts';
import { seasonOf, seasonsOf } from '../seasons.ts';
import { type Energy, type MonthFigure, plainFigure } from './figures.ts';
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
  const seasons = await seasonsOf(
    db,
    measured.map(({ code }) => code),
    last.to,
  );
  const days = stretches.map((stretch) => ({ at: stretch.at, days: daysThrough(stretch.from, stretch.to) }));
  return measured.flatMap(({ code: project, areaM2 }) => {
    const own = seasons.get(project);
    // Of many projects each has designs of its own.
    const mine = designs.filter((one) => one.project === null || one.project === project);
    return energies.flatMap(({ code, measureOn }) => {
      if (!isCarrier(code)) return [];
      const about = { carrier: code, project, areaM2: Number(areaM2) };
      return days.flatMap(({ at, days: of }): MonthFigure[] => {
        const design = designOf(mine, { ...about, days: of, supplies: (day) => seasonOf(day, own) !== 'off' });
        const { times } = measureOn(at, project);
        return design === null || times === null
          ? []
          : [plainFigure({ project, at, code, usage: String(rounded(design / times, 4)) })];
      });
    });
  });
}

/** 占设计: what was used of what was designed, %. */
export const shareOfDesign = (used: string | null, design: string | null): number | null =>
  used === null || design === null || Number(design) <= 0 ? null : rounded((Number(used) / Number(design)) * 100, 1);
