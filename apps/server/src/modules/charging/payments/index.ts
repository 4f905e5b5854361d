/** 扫码支付: orders at a provider, booked like any other money of the counter. */
import {
  communityPayChannels,
  communitySavePayChannel,
  payClose,
  payNotify,
  payOrder,
  payQuery,
  payWays,
} from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/schema.ts';
import type { CallRegistry } from '../../../platform/http/registry.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';
import { readChannels, saveChannel } from './channels.ts';
import { closeOrder, goOnPaying, hearNews, queryOrder, startOrder, waysOf } from './orders.ts';
import type { PayDesk } from './provider.ts';

export { type PayDesk, payDesk } from './provider.ts';

const PAGE = shortCodeOf('/chargeManage/chargeCashier');
const COMMUNITY = shortCodeOf('/chargeManage/chargeCommunity');

export const registerPayments = (calls: CallRegistry, desk: PayDesk): void => {
  const adds = { access: { screen: PAGE, button: 'add' } } as const;
  calls.handle(payWays, { access: { screen: PAGE, button: 'search' } }, (ctx, input) => waysOf(ctx, desk, input));
  calls.handle(payOrder, { ...adds, numberedBy: 'requestId' }, (ctx, input) => startOrder(ctx, desk, input));
  calls.handle(payQuery, adds, (ctx, input) => queryOrder(ctx, desk, input));
  calls.handle(payClose, adds, (ctx, input) => closeOrder(ctx, desk, input));
  calls.handle(communityPayChannels, { access: { screen: COMMUNITY, button: 'search' } }, (ctx, input) =>
    readChannels(ctx, desk, input),
  );
  calls.handle(
    communitySavePayChannel,
    { access: { screen: COMMUNITY, button: 'edit' }, numberedBy: 'requestId' },
    (ctx, input) => saveChannel(ctx, desk, input),
  );
  calls.handle(payNotify, { access: 'public', aMinute: 600 }, (ctx, input) => hearNews(ctx, desk, input));
};

export const paymentJobs = (db: Db, clock: Clock, desk: PayDesk): readonly Job[] => [
  { name: 'charging.pay', cron: '* * * * *', run: async () => void (await goOnPaying(db, desk, clock)) },
];
