/** Pages over several books and forms: their queries, by the subject of the views (`packages/forms/src/views`). */
import type { AnySource } from '../../engine/views/source.ts';
import { projectMonitorView } from './labor.ts';
import { questionnaireAnswerView, questionnaireView } from './questionnaires.ts';

export const LEDGER_VIEWS: readonly AnySource[] = [projectMonitorView, questionnaireView, questionnaireAnswerView];
