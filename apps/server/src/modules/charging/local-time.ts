/** Moments as papers and lists of charging tell them: to the minute, on the clock here. */
import { instantText } from '@hengneng/core';

export const localTime = (at: Date): string => instantText(at.getTime()).slice(0, 16).replace('T', ' ');
