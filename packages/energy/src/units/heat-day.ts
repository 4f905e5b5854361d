/** 日报表 and 抄表台账 told in another unit of cold and heat, section by section: each is asked for by a call of its own. */
import type { EnergyUnit } from './energy.ts';
import { categoriesIn, heatOf, outputIn, usedIn } from './heat.ts';

type Used = Readonly<Record<string, string>>;
interface Category {
  readonly code: string;
  readonly unit: string;
}

/** 运行信息 and the cards. */
export const runningInUnit = <
  R extends { readonly categories: readonly Category[]; readonly Used: Used; readonly Output: string | null },
>(
  running: R,
  unit: EnergyUnit,
): R => ({
  ...running,
  categories: categoriesIn(running.categories, unit),
  Used: usedIn(running.Used, running.categories, unit),
  Output: outputIn(running.Output, unit),
});

/** 主机运行: what a host made, in kWh as it is read. */
export const hostInUnit = <R extends { readonly Output: string | null }>(host: R, unit: EnergyUnit): R => ({
  ...host,
  Output: outputIn(host.Output, unit),
});

/** 功能能耗: cold and heat are counted in kWh, hot water in m³. */
export const functionInUnit = <R extends { readonly Output: string; readonly Unit: string }>(
  row: R,
  unit: EnergyUnit,
): R => (row.Unit === 'kWh' ? { ...row, Output: outputIn(row.Output, unit), Unit: unit } : row);

interface MeterUse {
  readonly CategoryCode: string;
  readonly Unit: string;
  readonly Usage: string | null;
}

/** What a meter counted, or several of one energy together; what its dial shows stays as it is read. */
export const meterInUnit = <R extends MeterUse>(row: R, unit: EnergyUnit): R =>
  heatOf(row.CategoryCode, row.Unit) ? { ...row, Usage: outputIn(row.Usage, unit), Unit: unit } : row;

interface DayAnalysis {
  readonly rows: readonly { readonly used: Used; readonly output: string | null }[];
  readonly SameTemp: readonly {
    readonly code: string;
    readonly unit: string;
    readonly usage: string;
    readonly reference: number | null;
  }[];
}

/** 近30日 and 同温偏差. @param categories as they are counted */
export const analysisInUnit = <A extends DayAnalysis>(
  analysis: A,
  categories: readonly Category[],
  unit: EnergyUnit,
): A => ({
  ...analysis,
  rows: analysis.rows.map((row) => ({
    ...row,
    used: usedIn(row.used, categories, unit),
    output: outputIn(row.output, unit),
  })),
  SameTemp: analysis.SameTemp.map((one) =>
    heatOf(one.code, one.unit)
      ? { ...one, unit, usage: outputIn(one.usage, unit), reference: outputIn(one.reference, unit) }
      : one,
  ),
});

interface Ledger {
  readonly Series: readonly (MeterUse & { readonly Points: readonly { readonly u: string }[] })[];
  readonly Totals: readonly MeterUse[];
  readonly Sums: readonly { readonly u: string }[];
}

/** 抄表台账. Its sums by stretch stand for the one energy of its totals. */
export function ledgerInUnit<L extends Ledger>(ledger: L, unit: EnergyUnit): L {
  const heat = ledger.Totals.every((one) => heatOf(one.CategoryCode, one.Unit));
  const point = <P extends { readonly u: string }>(of: P): P => ({ ...of, u: outputIn(of.u, unit) });
  return {
    ...ledger,
    Series: ledger.Series.map((one) =>
      heatOf(one.CategoryCode, one.Unit) ? { ...meterInUnit(one, unit), Points: one.Points.map(point) } : one,
    ),
    Totals: ledger.Totals.map((one) => meterInUnit(one, unit)),
    Sums: heat ? ledger.Sums.map(point) : ledger.Sums,
  };
}
