/** Names, calls and small rules that the parts of the counter share. */
import { household, shiftCurrent } from '@hengneng/contracts';
import type { OutputOf } from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../../lib/api.ts';

export const SCREEN = shortCodeOf('/chargeManage/chargeCashier');
/** First parts of the keys of what the counter shows. */
export const HOUSEHOLD = 'chargeHousehold';
export const FLOW = 'chargeFlow';
export const SHIFT = 'chargeShift';
export const RENEWS = [HOUSEHOLD, FLOW, SHIFT] as const;

export type Household = OutputOf<typeof household>;

export const askHousehold = (roomId: string, signal: AbortSignal): Promise<Household> =>
  callApi(household, { roomId }, { signal });

export const useShift = (communityId: string) =>
  useQuery({
    queryKey: [SHIFT, communityId],
    enabled: communityId !== '',
    queryFn: ({ signal }) => callApi(shiftCurrent, { communityId }, { signal }),
  });
