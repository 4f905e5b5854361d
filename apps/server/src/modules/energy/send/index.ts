/** Signed reports for people outside the house. */
import { reportSend, reportSends, reportSendWithdraw, reportShared } from '@hengneng/contracts';
import type { CallRegistry } from '../../../platform/http/registry.ts';
import { listSends, openShared, sendReport, withdrawSend } from './send.ts';

export const registerSending = (calls: CallRegistry): void => {
  // Each kind has the right of its own page: asked for inside.
  calls.handle(reportSend, { access: 'signedIn' }, (ctx, input) => sendReport(ctx, input));
  calls.handle(reportSends, { access: 'signedIn' }, (ctx, input) => listSends(ctx, input));
  calls.handle(reportSendWithdraw, { access: 'signedIn' }, (ctx, input) => withdrawSend(ctx, input));
  calls.stream(reportShared, { access: 'public' }, (ctx, { Token }) => openShared(ctx, Token));
};
