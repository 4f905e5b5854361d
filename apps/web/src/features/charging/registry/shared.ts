import { plusDays } from '@hengneng/charging';
import { shortCodeOf } from '@hengneng/core';
import { canOpen } from '../../../lib/permission.ts';

export const COMMUNITY_SCREEN = shortCodeOf('/chargeManage/chargeCommunity');
/** First part of the keys of queries that show communities. */
export const COMMUNITIES = 'charge-communities';
/** How communities are chosen by pages of charging. */
export const COMMUNITY_OPTIONS = 'charge-community-options';

/** Where a page of charging is, with what it opens on; null where the person does not hold it. */
export const chargeLink = (page: string, of: Readonly<Record<string, string>>): string | null => {
  const path = `/chargeManage/${page}`;
  return canOpen(shortCodeOf(path)) ? `${path}?${new URLSearchParams(of).toString()}` : null;
};

/** Today where the company is. */
export const todayHere = (): string => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);

/** The last day of a span, as people read and write it; calls tell the first day after it. */
export const lastDayOf = (to: string): string => plusDays(to, -1);

/** A field of a form that holds the first day after a span. */
export const LAST_DAY = {
  label: '止（含当日）',
  getValueProps: (to: string | null | undefined) => ({ value: to ? lastDayOf(to) : '' }),
  normalize: (last: string | null | undefined) => (last ? plusDays(last, 1) : ''),
} as const;

/** Values of a form as calls take them: what is empty is an empty text. */
export const filled = (values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, value ?? '']));

export const ROOM_SCREEN = shortCodeOf('/chargeManage/chargeRoom');
/** First part of the keys of queries that show rooms, and of those that show buildings. */
export const ROOMS = 'charge-rooms';
export const BUILDINGS = 'charge-buildings';
export const FEE_OPTIONS = 'charge-fee-options';

export const optionsOf = (values: readonly string[]): { value: string; label: string }[] =>
  values.map((value) => ({ value, label: value }));

export const required = (message: string) => [{ required: true, message }];

export const FEE_SCREEN = shortCodeOf('/chargeManage/chargeFee');
/** First part of the keys of queries that show fees, and of those that show what they are counted by. */
export const FEES = 'charge-fees';
export const BASES = 'charge-bases';
