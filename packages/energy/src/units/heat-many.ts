/** Reports of customers, areas and several projects told in another unit of cold and heat. */
import { sum } from '../number.ts';
import type { EnergyUnit } from './energy.ts';
import { categoriesIn, heatOf, outputIn, rowIn, usedIn } from './heat.ts';
import { formatHeatIn, formatQuantity } from './quantity.ts';

/** Of many kWh people say 万 kWh, of many 万大卡 they say 亿大卡. */
export const tenThousandsOf = (unit: EnergyUnit): string => (unit === '万大卡' ? '亿大卡' : `万 ${unit}`);

/** 「本期供冷供热 12.40 万 kWh」; of another unit the figure as the table sums it up. */
export const suppliedWords = (kwh: number, unit: EnergyUnit = 'kWh'): string =>
  unit === 'kWh'
    ? `本期供冷供热 ${formatQuantity(kwh / 10_000, 'cop')} ${tenThousandsOf(unit)}`
    : `本期供冷供热 ${formatHeatIn(outputIn(kwh, unit), unit)} ${unit}`;

/** 「单位面积供能 8.30 kWh/m²」. */
export const intensityWords = (kwhPerM2: number, unit: EnergyUnit = 'kWh'): string =>
  `单位面积供能 ${outputIn(kwhPerM2, unit).toFixed(2)} ${unit}/m²`;

/** 单价 has four places. */
const PRICE_PLACES = 4;

interface ClientReport {
  readonly areaM2: string | null;
  readonly categories: readonly { readonly code: string; readonly unit: string }[];
  readonly summary: readonly string[];
  readonly rows: readonly {
    readonly output: { readonly now: string | null; readonly last: string | null };
    readonly perM2: number | null;
  }[];
}

/** 能耗同比(客户). A sentence of its summary is said anew only where it says what the rows add up to: what somebody signed otherwise stays as it was signed. */
export function clientInUnit<R extends ClientReport>(report: R, unit: EnergyUnit): R {
  const kwh = sum(report.rows.map(({ output }) => Number(output.now ?? 0)));
  const area = Number(report.areaM2 ?? 0);
  const perM2 = area > 0 ? kwh / area : null;
  const said = (words: string): string => {
    const supplied = words.replace(suppliedWords(kwh), suppliedWords(kwh, unit));
    return perM2 !== null && supplied === intensityWords(perM2) ? intensityWords(perM2, unit) : supplied;
  };
  return {
    ...report,
    categories: categoriesIn(report.categories, unit),
    summary: report.summary.map(said),
    rows: report.rows.map((row) => ({
      ...row,
      output: { ...row.output, now: outputIn(row.output.now, unit), last: outputIn(row.output.last, unit) },
      perM2: outputIn(row.perM2, unit),
    })),
  };
}

interface Delivered {
  readonly CoolHeat: string | null;
}
interface AreaReport {
  readonly total: Delivered;
  readonly rows: readonly (Delivered & { readonly items: readonly Delivered[] })[];
}

/** 区域能耗同比. */
export function areaInUnit<R extends AreaReport>(report: R, unit: EnergyUnit): R {
  const one = <F extends Delivered>(of: F): F => ({ ...of, CoolHeat: outputIn(of.CoolHeat, unit) });
  return {
    ...report,
    total: one(report.total),
    rows: report.rows.map((row) => ({ ...one(row), items: row.items.map(one) })),
  };
}

interface InternalReport {
  readonly categories: readonly { readonly code: string; readonly unit: string }[];
  readonly rows: readonly {
    readonly used: Readonly<Record<string, string>>;
    readonly output: string | null;
    readonly cost: { readonly amount: string | null };
    /** Yuan of a kWh. */
    readonly perOutput: string | null;
  }[];
}

/** 内部日报. What a unit costs is worked out of cost and amount anew; fees of contracts stay in the contract's unit. */
export const internalInUnit = <R extends InternalReport>(report: R, unit: EnergyUnit): R => ({
  ...report,
  categories: categoriesIn(report.categories, unit),
  rows: report.rows.map((row) => {
    const output = outputIn(row.output, unit);
    return {
      ...row,
      used: usedIn(row.used, report.categories, unit),
      output,
      perOutput:
        unit === 'kWh' || row.perOutput === null || output === null
          ? row.perOutput
          : (Number(row.cost.amount) / Number(output)).toFixed(PRICE_PLACES),
    };
  }),
});

interface BesideFigures {
  readonly code: string;
  readonly unit: string;
  readonly now: string | null;
  readonly adjusted: string;
  readonly usage: string | null;
  readonly last: string | null;
  readonly difference: string | null;
  readonly adjustedLast: number | null;
  readonly perM2: number | null;
}
const BESIDE = ['now', 'adjusted', 'usage', 'last', 'difference', 'adjustedLast', 'perM2'] as const;

interface BesideReport {
  readonly categories: readonly { readonly code: string; readonly unit: string }[];
  readonly rows: readonly BesideFigures[];
  readonly sums: readonly BesideFigures[];
}

/** 月报 and 同比 of several projects. */
export const besideInUnit = <R extends BesideReport>(report: R, unit: EnergyUnit): R => ({
  ...report,
  categories: categoriesIn(report.categories, unit),
  rows: report.rows.map((row) => rowIn(row, BESIDE, unit)),
  sums: report.sums.map((row) => rowIn(row, BESIDE, unit)),
});

interface BesideSeries {
  readonly category: { readonly code: string; readonly unit: string };
  readonly categories: readonly { readonly code: string; readonly unit: string }[];
  readonly projects: readonly { readonly total: string | null }[];
  readonly rows: readonly {
    readonly of: Readonly<Record<string, { readonly u: string }>>;
    readonly sum: string | null;
  }[];
  readonly total: string | null;
}

/** 台账 of several projects: one energy, a column for each. */
export const besideSeriesInUnit = <S extends BesideSeries>(series: S, unit: EnergyUnit): S =>
  heatOf(series.category.code, series.category.unit)
    ? {
        ...series,
        category: { ...series.category, unit },
        categories: categoriesIn(series.categories, unit),
        projects: series.projects.map((one) => ({ ...one, total: outputIn(one.total, unit) })),
        rows: series.rows.map((row) => ({
          ...row,
          of: Object.fromEntries(
            Object.entries(row.of).map(([code, point]) => [code, { ...point, u: outputIn(point.u, unit) }]),
          ),
          sum: outputIn(row.sum, unit),
        })),
        total: outputIn(series.total, unit),
      }
    : series;
