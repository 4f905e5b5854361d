/** Columns of many rows for `unnest`. */

/** An array as PostgreSQL writes one. Numbers, days and plain words need no quotes, and a driver that looks for some takes longer than the statement. */
export const arrayOf = (values: readonly (string | number | boolean)[]): string => `{${values.join(',')}}`;
