/** Names of a group of columns, in their order. */
export const keysOf = <F extends object>(columns: F): readonly (keyof F & string)[] =>
  Object.keys(columns) as (keyof F & string)[];
