/** What follows from figures: quality, output, COP, standard coal and CO₂. */
import { applyFactors, AS_IT_IS, type CarrierUse, isCarrier } from '@hengneng/energy/factors';
import { exact, exactText, type QualityPart, qualityOfSum, sumOf } from '@hengneng/energy/measuring';
import { firedCop } from '@hengneng/energy/plant';
import { dayIn, type Energy, type Figure, measured, type ReportProject } from './figures.ts';

export const rounded = (value: number, places: number): number => Math.round(value * 10 ** places) / 10 ** places;

/** Beside every total. Percent with one place, cut off so that 99.96 % never reads as whole. */
export const qualityOf = (
  figures: readonly QualityPart[],
): { readonly complete: number | null; readonly estimated: number | null } => {
  const { completeness, estimatedShare } = qualityOfSum(figures);
  return {
    complete: completeness === null ? null : Math.floor(completeness * 10) / 10,
    estimated: estimatedShare === null ? null : rounded(estimatedShare, 1),
  };
};

export const sumUsage = (figures: readonly Figure[]): string =>
  exactText(sumOf(figures.map(({ usage }) => exact(usage))));

export interface Split {
  readonly sharp: string;
  readonly peak: string;
  readonly flat: string;
  readonly valley: string;
}

/** The split by times of use of what was summed; null where nothing is split. */
export const splitOf = (figures: readonly Figure[]): Split | null => {
  if (!figures.some(({ peak, flat }) => peak !== null || flat !== null)) return null;
  const of = (kind: keyof Split): string => exactText(sumOf(figures.map((figure) => exact(figure[kind] ?? '0'))));
  return { sharp: of('sharp'), peak: of('peak'), flat: of('flat'), valley: of('valley') };
};

/** Of several projects: whose it is. */
type Placed = Figure & { readonly project?: string };

const known = <F extends Figure>(figures: readonly F[], codes: readonly string[]): readonly F[] =>
  figures.filter((figure) => figure.known && codes.includes(figure.code));

/** Cold and heat together in kWh; null where neither is measured. */
export const outputOf = (figures: readonly Figure[]): string | null => {
  const heat = known(figures, ['cooling', 'heating']);
  return heat.length === 0 ? null : sumUsage(heat);
};

/** What machines made of what, in kWh as coal counts it. */
export interface Driven {
  /** Cold and heat; null where neither is measured. */
  readonly output: number | null;
  /** m³ of the state that the calorific value is for, and their heat; null where no gas is measured. */
  readonly gas: { readonly m3: number; readonly kwh: number } | null;
  /** Null where none is measured. */
  readonly elec: number | null;
}

/**
 * Each gas by the calorific value of its day and place. Null where a conversion or a calorific value is missing. Adjustments are of other months,
 * whose machines ran otherwise.
 */
export const drivenOf = (adjusted: readonly Placed[], energies: readonly Energy[]): Driven | null => {
  const figures = adjusted.map(measured);
  const output = outputOf(figures);
  const electricity = known(figures, ['elec']);
  const gas = known(figures, ['gas']);
  const lhvOn = energies.find(({ code }) => code === 'gas')?.lhvOn;
  /** As coal counts it; null where a conversion is missing. */
  const countedOf = ({ code, at, project, usage }: Placed): number | null => {
    const { times } = energies.find((energy) => energy.code === code)?.measureOn(at, project) ?? AS_IT_IS;
    return times === null ? (Number(usage) === 0 ? 0 : null) : Number(usage) * times;
  };
  let elec = 0;
  for (const figure of electricity) {
    const counted = countedOf(figure);
    if (counted === null) return null;
    elec += counted;
  }
  let m3 = 0;
  let kwh = 0;
  for (const figure of gas) {
    const counted = countedOf(figure);
    const lhv = lhvOn?.(figure.at, figure.project) ?? null;
    if (counted === null || (lhv === null && counted > 0)) return null;
    m3 += counted;
    kwh += (counted * (lhv ?? 0)) / 3.6;
  }
  return {
    output: output === null ? null : Number(output),
    gas: gas.length === 0 ? null : { m3, kwh },
    elec: electricity.length === 0 ? null : elec,
  };
};

/** The calorific value that a span's gas had on the mean, MJ/m³. @param gas more than none of it */
export const meanLhv = ({ m3, kwh }: NonNullable<Driven['gas']>): number => (kwh * 3.6) / m3;

/** COP of the whole room: ΣQ / (ΣVg·LHV/3.6 + ΣE). Null where output or input is not measured, or nothing ran. */
export const copOf = (figures: readonly Placed[], energies: readonly Energy[]): number | null => {
  const { output = null, gas = null, elec = null } = drivenOf(figures, energies) ?? {};
  if (output === null || output <= 0 || elec === null) return null;
  if (gas === null || gas.m3 === 0) return elec > 0 ? rounded(output / elec, 2) : null;
  const { cop } = firedCop({ output, gas: gas.m3, lhvMjPerM3: meanLhv(gas), aux: elec });
  return cop === null ? null : rounded(cop, 2);
};

export interface Coal {
  /** kgce; null where an energy has no factor. */
  readonly kgce: number | null;
  readonly kgCo2: number | null;
  /** What the factors say of themselves. */
  readonly notes: readonly string[];
}

/** What was used of an energy on a day or in a month, as coal is counted of it. */
export type Burnt = Pick<Figure, 'at' | 'code' | 'usage' | 'known' | 'brought'>;

/** Adjustments apart: they are weighed by the factors of the month in which they were used. */
export const burntApart = <B extends Burnt>(figures: readonly B[]): readonly B[] =>
  figures.flatMap((figure) =>
    figure.brought === undefined
      ? [figure]
      : [
          measured(figure),
          ...figure.brought.map(({ from, quantity }) => ({ ...figure, at: from, usage: quantity, brought: undefined })),
        ],
  );

/** Standard coal and CO₂ of what was bought, each with the factor of its day. */
export const coalOf = (
  figures: readonly Burnt[],
  { energies, factors, code: project }: Pick<ReportProject, 'energies' | 'factors' | 'code'>,
): Coal => {
  const measures = new Set<string>();
  let countable = true;
  const uses = burntApart(figures).flatMap((figure): CarrierUse[] => {
    if (!figure.known || !isCarrier(figure.code)) return [];
    const energy = energies.find(({ code }) => code === figure.code);
    const { times, notes } = energy?.measureOn(figure.at, project) ?? AS_IT_IS;
    for (const note of notes) measures.add(note);
    if (times === null) countable = false;
    const lhv = energy?.lhvOn(figure.at, project) ?? null;
    const quantity = Number(figure.usage) * (times ?? 0);
    return [{ carrier: figure.code, quantity, day: dayIn(figure.at), project, lhv }];
  });
  if (uses.length === 0) return { kgce: null, kgCo2: null, notes: [] };
  const coal = applyFactors(factors, 'coal', uses);
  // Water costs coal to be made, yet no carbon factor is announced for it.
  const carbon = applyFactors(
    factors,
    'carbon',
    uses.filter(({ carrier }) => carrier !== 'water'),
  );
  const notes = [...coal.lines, ...carbon.lines].flatMap(({ note }) => (note === '' ? [] : [note]));
  return {
    kgce: countable && coal.complete ? rounded(coal.tons * 1000, 1) : null,
    kgCo2: countable && carbon.complete ? rounded(carbon.tons * 1000, 1) : null,
    notes: [...new Set([...measures, ...notes])],
  };
};

/** For each m²; null without an area. */
export const perM2 = (usage: string, areaM2: string | null): number | null =>
  areaM2 === null || Number(areaM2) === 0 ? null : rounded(Number(usage) / Number(areaM2), 2);
