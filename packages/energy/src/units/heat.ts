/** Reports told in another unit of cold and heat: the same figures in table, chart and workbook, converted once, after everything was added up. */
import { convertEnergy, type EnergyUnit } from './energy.ts';

/** What is made or delivered as cold or heat and counted in kWh. */
const HEAT: ReadonlySet<string> = new Set(['cooling', 'heating']);
const FINE = 6;

interface Of {
  readonly code: string;
  readonly unit: string;
}

/** Whether amounts of this energy in this unit are what people choose a unit for. */
export const heatOf = (code: string, unit: string): boolean => HEAT.has(code) && unit === 'kWh';
const isHeat = ({ code, unit }: Of): boolean => heatOf(code, unit);

/** Of decimal text, or of a number. */
function told<V extends string | number | null>(value: V, unit: EnergyUnit): V {
  if (value === null) return value;
  const converted = Number(convertEnergy(Number(value), 'kWh', unit).toFixed(FINE));
  return (typeof value === 'number' ? converted : String(converted)) as V;
}

/** Energies by name; the unit of cold and heat is the one that was chosen. */
export const categoriesIn = <C extends Of>(categories: readonly C[], unit: EnergyUnit): C[] =>
  categories.map((one) => (isHeat(one) ? { ...one, unit } : one));

/** Amounts by the code of their energy. */
export const usedIn = <V extends string | number>(
  used: Readonly<Record<string, V>>,
  categories: readonly Of[],
  unit: EnergyUnit,
): Record<string, V> => {
  const heat = new Set(categories.filter(isHeat).map(({ code }) => code));
  return Object.fromEntries(
    Object.entries(used).map(([code, value]) => [code, heat.has(code) ? told(value, unit) : value]),
  );
};

type Amount = string | number | null;

/** A row of one energy: the fields that are amounts of it, and its unit. */
export const rowIn = <R extends Of, K extends keyof R>(row: R, fields: readonly K[], unit: EnergyUnit): R =>
  isHeat(row)
    ? {
        ...row,
        unit,
        ...Object.fromEntries(fields.map((field) => [field, told(row[field] as Amount, unit)])),
      }
    : row;

/** Cold and heat together, in kWh. */
export const outputIn = told;

interface DaysReport {
  readonly categories: readonly Of[];
  readonly rows: readonly { readonly used: Readonly<Record<string, string>>; readonly output: string | null }[];
  readonly totals: Readonly<Record<string, { readonly sum: string; readonly mean: string; readonly most: string }>>;
}

/** 逐日报表. */
export function daysInUnit<R extends DaysReport>(report: R, unit: EnergyUnit): R {
  const { categories } = report;
  const totals = Object.fromEntries(
    Object.entries(report.totals).map(([code, total]) => {
      const of = (value: string): string => usedIn({ [code]: value }, categories, unit)[code] ?? value;
      return [code, { ...total, sum: of(total.sum), mean: of(total.mean), most: of(total.most) }];
    }),
  );
  return {
    ...report,
    categories: categoriesIn(categories, unit),
    totals,
    rows: report.rows.map((row) => ({
      ...row,
      used: usedIn(row.used, categories, unit),
      output: told(row.output, unit),
    })),
  };
}

interface MonthReport {
  readonly categories: readonly Of[];
  readonly output: string | null;
  readonly rows: readonly (Of & {
    readonly usage: string | null;
    readonly adjusted: string;
    readonly design: string | null;
    readonly perM2: number | null;
    readonly adjustedLast: number | null;
  })[];
  readonly months: readonly { readonly used: Readonly<Record<string, string>> }[];
}

/** 月报表. */
export const monthInUnit = <R extends MonthReport>(report: R, unit: EnergyUnit): R => ({
  ...report,
  categories: categoriesIn(report.categories, unit),
  output: told(report.output, unit),
  rows: report.rows.map((row) => rowIn(row, ['usage', 'adjusted', 'design', 'perM2', 'adjustedLast'], unit)),
  months: report.months.map((month) => ({ ...month, used: usedIn(month.used, report.categories, unit) })),
});

/** 月报的维度: parts of energies. */
export const partsInUnit = <P extends { readonly rows: readonly (Of & { readonly usage: string })[] }>(
  parts: P,
  unit: EnergyUnit,
): P => ({ ...parts, rows: parts.rows.map((row) => rowIn(row, ['usage'], unit)) });

interface YoyReport {
  readonly categories: readonly Of[];
  readonly rows: readonly (Of & {
    readonly now: string | null;
    readonly last: string | null;
    readonly adjusted: string;
    readonly lastAdjusted: string;
    readonly difference: string | null;
    readonly adjustedLast: number | null;
  })[];
}

/** 能耗同比. */
export const yoyInUnit = <R extends YoyReport>(report: R, unit: EnergyUnit): R => ({
  ...report,
  categories: categoriesIn(report.categories, unit),
  rows: report.rows.map((row) =>
    rowIn(row, ['now', 'last', 'adjusted', 'lastAdjusted', 'difference', 'adjustedLast'], unit),
  ),
});

interface YearReport {
  readonly categories: readonly Of[];
  readonly rows: readonly (Of & {
    readonly months: Readonly<Record<string, string>>;
    readonly total: string | null;
    readonly last: string | null;
    readonly perM2: number | null;
    readonly design: {
      readonly months: Readonly<Record<string, string>>;
      readonly total: string | null;
    } | null;
  })[];
}

/** 年报表 in physical amounts; coal, carbon and costs have units of their own. */
export const yearInUnit = <R extends YearReport>(report: R, unit: EnergyUnit): R => ({
  ...report,
  categories: categoriesIn(report.categories, unit),
  rows: report.rows.map((row) => {
    if (!isHeat(row)) return row;
    const months = (of: Readonly<Record<string, string>>): Record<string, string> =>
      Object.fromEntries(Object.entries(of).map(([month, value]) => [month, told(value, unit)]));
    return {
      ...rowIn(row, ['total', 'last', 'perM2'], unit),
      months: months(row.months),
      design:
        row.design === null
          ? null
          : { ...row.design, months: months(row.design.months), total: told(row.design.total, unit) },
    };
  }),
});
