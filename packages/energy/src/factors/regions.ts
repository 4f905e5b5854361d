import type { Factor } from './factor.ts';

/**
 * Factors of provinces as those of the projects that stand there: a project's own of the same kind and carrier go before them, they go before
 * the country's. Whoever works with the answer asks by project alone.
 * @param provinceOf name of the 省 that a project stands in; projects that are not named have none
 */
export function withoutRegions(factors: readonly Factor[], provinceOf: ReadonlyMap<string, string>): readonly Factor[] {
  const own = new Set(factors.map(({ project, kind, carrier }) => `${project} ${kind} ${carrier}`));
  return factors.flatMap((factor) =>
    factor.region === null
      ? [factor]
      : [...provinceOf].flatMap(([project, province]) =>
          province === factor.region && !own.has(`${project} ${factor.kind} ${factor.carrier}`)
            ? [{ ...factor, id: `${factor.id}@${project}`, project }]
            : [],
        ),
  );
}
