/** Codes of rooms as people write them: 3栋2单元1501, 3-2-1501 and 3 2 1501 are one room. */
import { sql } from 'kysely';

const NAMES = '(号楼|单元|栋|幢|座|楼|室|房|层|[-—－ #])+';

export const bareCode = (text: string): string =>
  text.replace(new RegExp(NAMES, 'g'), '-').replace(/^-|-$/g, '').toUpperCase();

/** The same of `r.full_code`. */
export const BARE_CODE = sql<string>`btrim(regexp_replace(upper(r.full_code), ${NAMES}, '-', 'g'), '-')`;
