import type { yearInput } from '@hengneng/contracts';
import { monthRange } from '@hengneng/core';
import type { z } from 'zod';

/** The months that a year of a kind has: a heating year goes over the turn of the year. */
export const yearMonths = ({
  Year: year,
  YearKind,
}: Pick<z.output<typeof yearInput>, 'Year' | 'YearKind'>): readonly string[] =>
  YearKind === '供冷年'
    ? monthRange(`${year}-05`, `${year}-10`)
    : YearKind === '采暖年'
      ? monthRange(`${year}-11`, `${year + 1}-03`)
      : monthRange(`${year}-01`, `${year}-12`);
