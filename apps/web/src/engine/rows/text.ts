/** A value of a row as text; empty where it has none, or is a file or several. */
export const textOf = (row: Readonly<Record<string, unknown>>, key: string): string => {
  const value = row[key];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};
