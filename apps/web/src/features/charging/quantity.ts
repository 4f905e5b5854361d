import { formatDecimal } from '../../lib/format.ts';

/** What is measured has two decimals at least, so that a column of areas lines up; what is counted (户, 个) is written as it is. */
export const quantityText = (quantity: string, unit: string): string =>
  `${formatDecimal(quantity, /^[A-Za-z]/.test(unit) ? 2 : undefined)} ${unit}`;
