/** Words, calls and choices that the pages of bills share. */
import { type BillRun, communityList, feeList } from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { callApi } from '../../../lib/api.ts';
import { listen } from '../../../lib/events.ts';
import type { useUrlFilters } from '../../../lib/useUrlFilters.ts';
import { COMMUNITY_OPTIONS, FEE_OPTIONS } from '../registry/shared.ts';

export const BILL_SCREEN = shortCodeOf('/chargeManage/chargeBill');
export const AUDIT_SCREEN = shortCodeOf('/chargeManage/chargeBillAudit');
/** First parts of the keys of queries that show bills, runs and requests. */
export const BILLS = 'charge-bills';
export const RUNS = 'charge-runs';

export type Filters = ReturnType<typeof useUrlFilters>[0];
export type SetFilters = ReturnType<typeof useUrlFilters>[1];

export const useCommunities = () =>
  useQuery({ queryKey: [COMMUNITY_OPTIONS, 'all'], queryFn: ({ signal }) => callApi(communityList, {}, { signal }) });

export const useFees = (community: string) =>
  useQuery({
    queryKey: [FEE_OPTIONS, community],
    queryFn: ({ signal }) => callApi(feeList, { communityId: community }, { signal }),
  });

export const thisMonth = (): string => new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 7);

export const percent = (rate: number | null): string => (rate === null ? '—' : `${rate.toFixed(1)}%`);

/** Who waits for a checker stands beside what is owed now; who was decided on, beside what was then. */
export const besideWhen = ({ state }: Pick<BillRun, 'state'>): string =>
  state === '待发布' || state === '已发布' || state === '已退回' ? '；上期、去年同期是审核时的数' : '';

export const RUN_TONES = {
  生成中: 'accent',
  待审核: 'warn',
  待发布: 'accent',
  发布中: 'accent',
  已发布: 'good',
  已退回: 'bad',
} as const;

export const PAY_TONES: Readonly<Record<string, 'good' | 'warn' | 'bad' | 'neutral' | 'accent'>> = {
  未缴: 'bad',
  部分缴: 'warn',
  已缴: 'good',
  待审核: 'accent',
  待发布: 'accent',
};

/** Fetches anew when a run moves on, wherever it is made. */
export const useRunNews = (renew: (data: unknown) => void): void => {
  const heard = useEffectEvent(renew);
  useEffect(() => {
    const controller = new AbortController();
    void listen(
      ['chargeRun'],
      controller.signal,
      (event) => heard(event.data),
      () => heard(null),
    );
    return () => controller.abort();
  }, []);
};
