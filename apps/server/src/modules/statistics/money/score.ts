/** 综合得分: what projects are ranked by, each figure between the worst and the best of the area. */

import { figureAt } from '../../../engine/dictionaries/dictionaries.ts';

/** What is weighed; what is not known of a project counts for nothing, and the others for more. The weights are the dictionary's. */
const FIGURES = [
  { column: 'gross_rate', code: 'grossRate', more: true },
  { column: 'collect_rate', code: 'collectRate', more: true },
  { column: 'energy_per_area', code: 'energy', more: false },
  { column: 'satisfaction', code: 'satisfaction', more: true },
  { column: 'accidents', code: 'safety', more: false },
] as const;

/** SQL of one row with the weights as of a day: a month that is over keeps those that held at its end. */
export const weightsAt = (day: string): string =>
  `(select ${FIGURES.map(({ code, column }) => `${figureAt('businessScore', code, day)} as ${column}`).join(', ')})`;

/** SQL of 0 to 100 for a row `of` among those of the same `area` with the weights `by`; those that all have the same figure all have the best. */
export function scoreOf(of: string, area: string, by: string): string {
  const parts = FIGURES.map(({ column, more }) => {
    const weight = `${by}.${column}`;
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
