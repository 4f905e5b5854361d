/** Sums of figures as people see them: each rounded by itself, they may miss the rounded whole by a last digit, which is then told. */
import { decimal } from '@hengneng/core';

/** The number that people read. */
export const shownNumber = (value: number, places: number): number => Number(decimal(value, places) ?? value);

/** What people read where they take one shown figure from another. */
export const shownDifference = (after: number, before: number, places: number): number =>
  shownNumber(shownNumber(after, places) - shownNumber(before, places), places);

/** 尾差: what the shown parts miss of the shown difference; 0 where they add up as they stand. */
export const shownRest = (
  { before, after, parts }: { readonly before: number; readonly after: number; readonly parts: readonly number[] },
  places: number,
): number =>
  shownNumber(
    shownDifference(after, before, places) - parts.reduce((sum, part) => sum + shownNumber(part, places), 0),
    places,
  );
