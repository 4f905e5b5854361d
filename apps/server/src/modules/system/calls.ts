import {
  auditAnomalies,
  auditExport,
  auditHandleAnomaly,
  auditIndex,
  auditVerify,
  getSetting,
  messageIndex,
  messageRead,
  permissionRequest,
  phraseDelete,
  phraseIndex,
  phraseSave,
  reminderIndex,
  saveSetting,
  searchIndex,
  workCalendarIndex,
  workCalendarSave,
} from '@hengneng/contracts';
import type { Engine } from '../../engine/index.ts';
import type { CallRegistry } from '../../platform/http/registry.ts';
import { handleAnomaly, listAnomalies } from './anomalies.ts';
import { exportAudit, listAudit, verifyChain } from './audit-log.ts';
import { readCalendar, saveCalendar } from './calendar.ts';
import { listExpiring } from './expiring.ts';
import { listMessages, readMessages, requestPermission } from './messages.ts';
import { deletePhrase, listPhrases, savePhrase } from './phrases.ts';
import { searchAll } from './search.ts';
import { readOwnSettings, saveOwnSetting } from './settings.ts';

const AUDIT = 'system.audit';
const CALENDAR = 'system.calendar';

/** Registers settings, messages, search and the audit log. */
export const registerSystem = (registry: CallRegistry, engine: Engine): void => {
  registry.handle(saveSetting, { access: 'signedIn' }, (ctx, input) => saveOwnSetting(ctx, input));
  registry.handle(getSetting, { access: 'signedIn' }, (ctx, input) => readOwnSettings(ctx, input));
  registry.handle(messageIndex, { access: 'signedIn' }, (ctx, input) => listMessages(ctx, input));
  registry.handle(messageRead, { access: 'signedIn' }, (ctx, input) => readMessages(ctx, input));
  registry.handle(permissionRequest, { access: 'signedIn' }, (ctx, input) => requestPermission(ctx, input));
  registry.handle(reminderIndex, { access: 'signedIn' }, (ctx, input) => listExpiring(ctx, input));
  registry.handle(phraseIndex, { access: 'signedIn' }, (ctx) => listPhrases(ctx));
  registry.handle(phraseSave, { access: 'signedIn' }, (ctx, input) => savePhrase(ctx, input));
  registry.handle(phraseDelete, { access: 'signedIn' }, (ctx, input) => deletePhrase(ctx, input));
  registry.handle(searchIndex, { access: 'signedIn' }, async (ctx, input) => ({
    rows: await searchAll(ctx, input.Keyword),
  }));
  registry.handle(workCalendarIndex, { access: { screen: CALENDAR, button: 'search' } }, (ctx, input) =>
    readCalendar(ctx, input.year),
  );
  registry.handle(workCalendarSave, { access: { screen: CALENDAR, button: 'edit' } }, (ctx, input) =>
    saveCalendar(ctx, input),
  );
  registry.handle(auditIndex, { access: { screen: AUDIT, button: 'search' } }, (ctx, input) =>
    listAudit(ctx, engine, input),
  );
  registry.handle(auditVerify, { access: { screen: AUDIT, button: 'search' } }, (ctx) => verifyChain(ctx));
  registry.stream(auditExport, { access: { screen: AUDIT, button: 'export' } }, (ctx, input) =>
    exportAudit(ctx, engine, input),
  );
  registry.handle(auditAnomalies, { access: { screen: AUDIT, button: 'search' } }, (ctx, input) =>
    listAnomalies(ctx, input),
  );
  registry.handle(auditHandleAnomaly, { access: { screen: AUDIT, button: 'edit' } }, (ctx, input) =>
    handleAnomaly(ctx, input),
  );
};
