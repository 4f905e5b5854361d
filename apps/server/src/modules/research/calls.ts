import { researchBenefit, researchClose, researchProgress, researchSave } from '@hengneng/contracts';
import type { CallRegistry } from '../../platform/http/registry.ts';
import { need } from '../identity/index.ts';
import { addBenefit, confirmBenefit } from './benefits.ts';
import { RESEARCH } from './store.ts';
import { closeResearch, reportMonth, saveMilestone, saveOutcome, saveTopic, stopResearch } from './write.ts';

export const registerResearch = (registry: CallRegistry): void => {
  const edits = { access: { screen: RESEARCH, button: 'edit' } } as const;
  registry.handle(researchSave, edits, (ctx, input) => {
    switch (input.action) {
      case 'save':
        if (!input.Id) need(ctx.session, RESEARCH, 'add');
        return saveTopic(ctx, input);
      case 'milestone':
        return saveMilestone(ctx, input);
      case 'outcome':
        return saveOutcome(ctx, input);
      case 'stop':
        need(ctx.session, RESEARCH, 'add');
        return stopResearch(ctx, input);
    }
  });
  registry.handle(researchProgress, edits, (ctx, input) => reportMonth(ctx, input));
  registry.handle(researchClose, edits, (ctx, input) => closeResearch(ctx, input));
  registry.handle(researchBenefit, edits, (ctx, input) =>
    input.action === 'add' ? addBenefit(ctx, input) : confirmBenefit(ctx, input.Id),
  );
};
