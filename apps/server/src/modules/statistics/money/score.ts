/** 综合得分: what projects are ranked by, each figure between the worst and the best of the area. */

/** Weights by figure; what is not known of a project counts for nothing, and the others for more. */
const FIGURES = [
  { column: 'gross_rate', weight: 30, more: true },
  { column: 'collect_rate', weight: 25, more: true },
  { column: 'energy_per_area', weight: 20, more: false },
  { column: 'satisfaction', weight: 15, more: true },
  { column: 'accidents', weight: 10, more: false },
] as const;

/** SQL of 0 to 100 for a row `of` among those of the same `area`; those that all have the same figure all have the best. */
export function scoreOf(of: string, area: string): string {
  const parts = FIGURES.map(({ column, weight, more }) => {
    const value = `${of}.${column}`;
    const [low, high] = [`min(${value}) over (partition by ${area})`, `max(${value}) over (partition by ${area})`];
    const reached = more ? `${value} - ${low}` : `${high} - ${value}`;
    return {
      points: `coalesce(case when ${value} is not null then coalesce((${reached})::numeric / nullif(${high} - ${low}, 0), 1) * ${weight} end, 0)`,
      weight: `case when ${value} is not null then ${weight} else 0 end`,
    };
  });
  const sum = (key: 'points' | 'weight'): string => parts.map((part) => part[key]).join(' + ');
  return `(${sum('points')}) * 100 / nullif(${sum('weight')}, 0)`;
}
