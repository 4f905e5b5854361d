/** Pages that a call serves by more than its own button. */
import { shortCodeOf } from '@hengneng/core';

export const REPLENISH = shortCodeOf('/operationContent/DataInput/dataReplenish');
