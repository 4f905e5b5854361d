/** From here on a change is a strong one, in percent. */
export const STRONG = 10;

/** Less is green, more is red; besides the colour the figure itself says which. What did not change, or cannot be compared, has none. */
export function bandOf(rate: number | null): 'none' | 'much-less' | 'less' | 'more' | 'much-more' {
  if (rate === null || rate === 0) return 'none';
  if (rate < 0) return rate <= -STRONG ? 'much-less' : 'less';
  return rate < STRONG ? 'more' : 'much-more';
}
