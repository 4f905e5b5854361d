/** Shared TanStack Query client. Every queryFn passes `signal` on, so that leaving a page cancels its requests. */
import { keepPreviousData, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api.ts';

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // A tab that is shown again shows what it had and refreshes it quietly.
      staleTime: 15_000,
      gcTime: 10 * 60_000,
      refetchOnWindowFocus: false,
      // Only a network failure may be over at the next try; a refusal stays one.
      retry: (count, error) => count < 1 && error instanceof ApiError && error.offline,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
});

/** For lists: the old page stays while the next one comes. */
export const keepPrevious = keepPreviousData;
