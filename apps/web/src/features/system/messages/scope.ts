import { type InputOf, OUTBOX_CHANNELS, OUTBOX_KINDS, OUTBOX_STATES, type outboxExport } from '@hengneng/contracts';
import type { Filters } from '../../../lib/useUrlFilters.ts';

export const MESSAGES_CODE = 'system.messages';

export type OnFilter = (change: Readonly<Record<string, string | null | undefined>>) => void;

/** What the filters in the address ask for. */
export const outboxScope = (filters: Filters): InputOf<typeof outboxExport> => {
  const kind = OUTBOX_KINDS.find((one) => one === filters.kind);
  const channel = OUTBOX_CHANNELS.find((one) => one === filters.channel);
  const state = OUTBOX_STATES.find((one) => one === filters.state);
  return {
    ...(kind ? { kind } : {}),
    ...(channel ? { channel } : {}),
    ...(state ? { state } : {}),
    ...(filters.user ? { user: filters.user } : {}),
    ...(filters.keyword ? { Keyword: filters.keyword } : {}),
    ...(filters.from || filters.to
      ? { range: { ...(filters.from ? { from: filters.from } : {}), ...(filters.to ? { to: filters.to } : {}) } }
      : {}),
  };
};
