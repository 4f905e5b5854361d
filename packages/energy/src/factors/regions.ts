import { closedByProject, type Factor, holdsIn } from './factor.ts';

/**
 * Factors of provinces as those of the projects that stand there: a project's own of the same kind and carrier go before them, they go before
 * the country's. Whoever works with the answer asks by project alone.
 * @param provinceOf name of the 省 that a project stands in; projects that are not named have none
 */
export function withoutRegions(factors: readonly Factor[], provinceOf: ReadonlyMap<string, string>): readonly Factor[] {
  const own = Map.groupBy(factors, ({ project, kind, carrier }) => `${project} ${kind} ${carrier}`);
  const months = closedByProject(factors);
  return factors.flatMap((factor) =>
    factor.region === null
      ? [factor]
      : [...provinceOf].flatMap(([project, province]) =>
          province === factor.region
            ? inPlaceOf(
                factor,
                project,
                own.get(`${project} ${factor.kind} ${factor.carrier}`) ?? [],
                months.get(project) ?? [],
              )
            : [],
        ),
  );
}

/** A region's factor as a project's, wherever none of the project's own holds. @param months closed ones of the project in which factors differ from today's */
function inPlaceOf(
  factor: Factor,
  project: string,
  own: readonly Factor[],
  months: readonly string[],
): readonly Factor[] {
  const copy: Factor = { ...factor, id: `${factor.id}@${project}`, project };
  if (months.length === 0) return own.length === 0 ? [copy] : [];
  const holds = (month: string): boolean => holdsIn(factor, month) && !own.some((one) => holdsIn(one, month));
  const past = factor.onlyIn !== undefined || own.some(({ onlyIn }) => onlyIn === undefined);
  if (!past) return [{ ...copy, notIn: new Set(months.filter((month) => !holds(month))) }];
  const onlyIn = new Set(months.filter(holds));
  return onlyIn.size === 0 ? [] : [{ ...copy, onlyIn }];
}
