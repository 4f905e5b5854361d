import * as contracts from '@hengneng/contracts';
import type { Engine } from '../../engine/index.ts';
import type { Storage } from '../../platform/files/storage.ts';
import type { CallRegistry } from '../../platform/http/registry.ts';
import { closeAnswer, showAnswer, showPhone, toComplaint } from './answers.ts';
import { copyDesign, saveDesign, setSent, setState, showQuestionnaire } from './manage.ts';
import { showPublic, takeAnswer, takePhoto } from './public.ts';
import { newChallenge } from './source.ts';
import { exportAnswers, satisfactionByDimension, statistics } from './statistics.ts';
import { SCREEN } from './store.ts';

/** What anybody may call by a code, and what those do who hold the page. Rows of lists are views (`modules/ledgers/questionnaires.ts`). */
export const registerQuestionnaires = (
  registry: CallRegistry,
  { engine, storage }: { readonly engine: Engine; readonly storage: Storage },
): void => {
  const open = { access: 'public' } as const;
  registry.handle(contracts.publicQuestionnaire, open, (ctx, input) => showPublic(ctx, input));
  registry.handle(contracts.answerQuestionnaire, open, (ctx, input) => takeAnswer(ctx, input));
  registry.handle(contracts.questionnaireChallenge, open, (ctx) => newChallenge(ctx));
  registry.upload(contracts.questionnairePhoto, open, (ctx, input, file) => takePhoto(ctx, storage, input, file));

  const sees = { access: { screen: SCREEN, button: 'search' } } as const;
  const edits = { access: { screen: SCREEN, button: 'edit' } } as const;
  const adds = { access: { screen: SCREEN, button: 'add' } } as const;
  registry.handle(contracts.questionnaireDetail, sees, (ctx, { Id }) => showQuestionnaire(ctx, Id));
  // A new one needs `add`, an old one `edit`: asked for inside.
  registry.handle(contracts.saveQuestionnaire, sees, (ctx, input) => saveDesign(ctx, input));
  registry.handle(contracts.copyQuestionnaire, adds, (ctx, { Id }) => copyDesign(ctx, Id));
  registry.handle(contracts.setQuestionnaireState, edits, (ctx, input) => setState(ctx, input));
  registry.handle(contracts.setQuestionnaireSent, edits, (ctx, input) => setSent(ctx, input));
  registry.handle(contracts.questionnaireAnswer, sees, (ctx, { Id }) => showAnswer(ctx, Id));
  registry.handle(
    contracts.questionnairePhone,
    { access: { screen: SCREEN, button: 'ancillaryInfo' } },
    (ctx, { Id }) => showPhone(ctx, Id),
  );
  registry.handle(contracts.handleAnswer, edits, (ctx, { Id, note }) => closeAnswer(ctx, Id, note));
  registry.handle(contracts.answerToComplaint, adds, (ctx, { Id }) => toComplaint(ctx, engine, Id));
  registry.handle(contracts.questionnaireStatistics, sees, (ctx, input) => statistics(ctx, input));
  registry.stream(contracts.questionnaireExport, { access: { screen: SCREEN, button: 'export' } }, (ctx, input) =>
    exportAnswers(ctx, input),
  );
  registry.handle(
    contracts.satisfactionOfSource,
    { access: { screen: [SCREEN, 'formFlow.statisticalAnalysis.satisfactionAnalysis'], button: 'search' } },
    (ctx, input) => satisfactionByDimension(ctx, input),
  );
};
