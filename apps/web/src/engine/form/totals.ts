/** Which columns of a detail table have a total below them. */

const SUM = /sum\((\w+)\.(\w+)\)(\s*\/\s*count\(\1\))?/g;

/**
 * Columns that the form itself sums; adding up others (readings, prices) would mean nothing, nor would it for those (temperatures,
 * discounts) that it sums only to take their average.
 */
export const summedColumns = (formulas: readonly string[], detail: string): ReadonlySet<string> =>
  new Set(
    formulas.flatMap((formula) =>
      [...formula.matchAll(SUM)].flatMap(([, table, key, average]) =>
        table === detail && key && average === undefined ? [key] : [],
      ),
    ),
  );
