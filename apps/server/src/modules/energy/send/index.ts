/** Signed reports for people outside the house. */
import { reportMailAgain, reportSend, reportSends, reportSendWithdraw, reportShared } from '@hengneng/contracts';
import type { CallRegistry } from '../../../platform/http/registry.ts';
import { mailAgain } from './mail.ts';
import { listSends, openShared, sendReport, withdrawSend } from './send.ts';

export { reportMailJob } from './mail.ts';

/** @param mailOn whether e-mail can be sent at all */
export const registerSending = (calls: CallRegistry, mailOn: boolean): void => {
  // Each kind has the right of its own page: asked for inside.
  calls.handle(reportSend, { access: 'signedIn' }, (ctx, input) => sendReport(ctx, input, mailOn));
  calls.handle(reportSends, { access: 'signedIn' }, (ctx, input) => listSends(ctx, input, mailOn));
  calls.handle(reportSendWithdraw, { access: 'signedIn' }, (ctx, input) => withdrawSend(ctx, input));
  calls.handle(reportMailAgain, { access: 'signedIn' }, (ctx, input) => mailAgain(ctx, input, mailOn));
  calls.stream(reportShared, { access: 'public' }, (ctx, { Token }) => openShared(ctx, Token));
};
