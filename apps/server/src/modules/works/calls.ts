import { dataManagementAdd, mailTemplate } from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import { tenderProjects } from '@hengneng/forms';
import type { CallRegistry } from '../../platform/http/registry.ts';
import { need } from '../identity/index.ts';
import { addAddendum, inviteBidders } from './tenders.ts';

const TENDERS = shortCodeOf(tenderProjects.screen);

export const registerWorks = (registry: CallRegistry): void => {
  // Which page's button it needs depends on what is sent.
  registry.handle(dataManagementAdd, { access: 'signedIn' }, (ctx, input) => {
    need(ctx.session, TENDERS, 'edit');
    return addAddendum(ctx, input);
  });
  registry.handle(mailTemplate, { access: 'signedIn' }, (ctx, input) => {
    need(ctx.session, TENDERS, 'edit');
    return inviteBidders(ctx, input);
  });
};
