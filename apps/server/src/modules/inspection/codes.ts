/** The next free code of a point: what was asked for, else the same letters with the next number. */
export const freeCode = (wanted: string, taken: ReadonlySet<string>): string => {
  if (!taken.has(wanted)) return wanted;
  const [, stem = wanted, digits = ''] = /^(.*?)(\d*)$/.exec(wanted) ?? [];
  const base = digits === '' ? `${stem}-` : stem;
  const width = digits === '' ? 2 : digits.length;
  for (let next = Number(digits === '' ? '1' : digits) + 1; ; next += 1) {
    const code = `${base}${String(next).padStart(width, '0')}`;
    if (!taken.has(code)) return code;
  }
};
