import { MOST_COUNTED } from '@hengneng/contracts';

/** A number that the server counts up to a bound only, as people read it. */
export const counted = (count: number): string => (count > MOST_COUNTED ? `${MOST_COUNTED}+` : String(count));
