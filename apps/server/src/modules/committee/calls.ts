import {
  committeeDetail,
  committeeInvite,
  committeeMemberSave,
  committeeMinutes,
  committeeOpinion,
  committeePlanVersions,
  committeeSave,
  committeeSavePlan,
  committeeSignIn,
  consultantDetail,
  consultantLetter,
  consultantNotify,
  consultantSave,
  consultantScore,
} from '@hengneng/contracts';
import type { Engine } from '../../engine/index.ts';
import type { CallRegistry } from '../../platform/http/registry.ts';
import { need } from '../identity/index.ts';
import { saveMember } from './members.ts';
import { printEngagement } from './consultant-letter.ts';
import { CONSULTANTS, notifyConsultant, saveConsultant, scoreConsultant, showConsultant } from './consultants.ts';
import { planVersions, PLANS, savePlan } from './plans.ts';
import { printMinutes } from './minutes.ts';
import { SCREEN, showReview } from './store.ts';
import { closeFix, concludeReview, giveOpinion, inviteExperts, replyOpinion, saveReview, signIn } from './write.ts';

const MEMBERS = 'committeeContent.committeeTable';

export const registerCommittee = (registry: CallRegistry, engine: Engine): void => {
  const seen = { access: { screen: SCREEN, button: 'search' } } as const;
  // Whoever has something to put right says so without being the secretary; everything else asks for the button.
  registry.handle(committeeSave, seen, (ctx, input) => {
    if (input.action === 'close') return closeFix(ctx, input);
    need(ctx.session, SCREEN, 'edit');
    switch (input.action) {
      case 'conclude':
        return concludeReview(ctx, engine, input);
      case 'reply':
        return replyOpinion(ctx, input);
      default:
        return saveReview(ctx, input);
    }
  });
  registry.handle(committeeInvite, { access: { screen: SCREEN, button: 'edit' } }, (ctx, input) =>
    inviteExperts(ctx, engine, input),
  );
  registry.handle(committeeSignIn, seen, (ctx, { Id }) => signIn(ctx, Id));
  registry.handle(committeeOpinion, seen, (ctx, input) => giveOpinion(ctx, input));
  registry.handle(committeeDetail, seen, (ctx, { Id }) => showReview(ctx, Id));
  registry.handle(committeeMemberSave, { access: { screen: MEMBERS, button: 'edit' } }, (ctx, input) => {
    if (!input.Id) need(ctx.session, MEMBERS, 'add');
    return saveMember(ctx, input);
  });
  const plans = { access: { screen: PLANS, button: 'search' } } as const;
  // Whoever answers for a work reports on it without planning; everything else asks for the button.
  registry.handle(committeeSavePlan, plans, (ctx, input) => savePlan(ctx, input));
  registry.handle(committeePlanVersions, plans, (ctx, { Id }) => planVersions(ctx, Id));
  const engaging = { access: { screen: CONSULTANTS, button: 'edit' } } as const;
  registry.handle(consultantSave, engaging, (ctx, input) => saveConsultant(ctx, input));
  registry.handle(consultantScore, engaging, (ctx, input) => scoreConsultant(ctx, input));
  registry.handle(consultantNotify, engaging, (ctx, input) => notifyConsultant(ctx, input));
  registry.handle(consultantDetail, { access: { screen: CONSULTANTS, button: 'search' } }, (ctx, { Id }) =>
    showConsultant(ctx, Id),
  );
  registry.stream(consultantLetter, { access: { screen: CONSULTANTS, button: 'download' } }, (ctx, { Id }) =>
    printEngagement(ctx, Id),
  );
  registry.stream(committeeMinutes, { access: { screen: SCREEN, button: 'download' } }, (ctx, input) =>
    printMinutes(ctx, input),
  );
};
