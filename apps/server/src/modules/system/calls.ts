import {
  auditAnomalies,
  auditChain,
  auditExport,
  auditHandleAnomaly,
  auditIndex,
  auditReveal,
  auditVerify,
  getSetting,
  messageIndex,
  messageRead,
  noticeWays,
  pageDenied,
  permissionRequest,
  phraseDelete,
  phraseIndex,
  phraseSave,
  reminderIndex,
  saveNoticeWays,
  saveSetting,
  searchIndex,
  workCalendarIndex,
  workCalendarSave,
} from '@hengneng/contracts';
import type { Engine } from '../../engine/index.ts';
import { AUDIT_SCREEN } from '../../platform/audit/audit.ts';
import type { CallRegistry } from '../../platform/http/registry.ts';
import { handleAnomaly, listAnomalies } from './anomalies.ts';
import { exportAudit } from './audit-export.ts';
import { chainState, listAudit, revealAudit, verifyChain } from './audit-log.ts';
import { readCalendar, saveCalendar } from './calendar.ts';
import { listExpiring } from './expiring.ts';
import { listMessages, noteDenied, readMessages, requestPermission } from './messages.ts';
import { readWays, saveWays } from './notice-ways.ts';
import { deletePhrase, listPhrases, savePhrase } from './phrases.ts';
import { type Finder, searchAll } from './search.ts';
import { readOwnSettings, saveOwnSetting } from './settings.ts';

const CALENDAR = 'system.calendar';

export interface SystemSettings {
  /** Notices go out by e-mail. */
  readonly mailOn: boolean;
  /** Finds rooms by their number. */
  readonly rooms: Finder;
}

/** Registers settings, messages, search and the audit log. */
export const registerSystem = (registry: CallRegistry, engine: Engine, { mailOn, rooms }: SystemSettings): void => {
  registry.handle(saveSetting, { access: 'signedIn' }, (ctx, input) => saveOwnSetting(ctx, input));
  registry.handle(getSetting, { access: 'signedIn' }, (ctx, input) => readOwnSettings(ctx, input));
  registry.handle(noticeWays, { access: 'signedIn' }, (ctx) => readWays(ctx, mailOn));
  registry.handle(saveNoticeWays, { access: 'signedIn' }, (ctx, input) => saveWays(ctx, input, mailOn));
  registry.handle(messageIndex, { access: 'signedIn' }, (ctx, input) => listMessages(ctx, input));
  registry.handle(messageRead, { access: 'signedIn' }, (ctx, input) => readMessages(ctx, input));
  registry.handle(pageDenied, { access: 'signedIn' }, (ctx, input) => noteDenied(ctx, input));
  registry.handle(permissionRequest, { access: 'signedIn' }, (ctx, input) => requestPermission(ctx, input));
  registry.handle(reminderIndex, { access: 'signedIn' }, (ctx, input) => listExpiring(ctx, input));
  registry.handle(phraseIndex, { access: 'signedIn' }, (ctx) => listPhrases(ctx));
  registry.handle(phraseSave, { access: 'signedIn' }, (ctx, input) => savePhrase(ctx, input));
  registry.handle(phraseDelete, { access: 'signedIn' }, (ctx, input) => deletePhrase(ctx, input));
  registry.handle(searchIndex, { access: 'signedIn' }, async (ctx, input) => ({
    rows: await searchAll(ctx, engine.catalog, input.Keyword, rooms),
  }));
  registry.handle(workCalendarIndex, { access: { screen: CALENDAR, button: 'search' } }, (ctx, input) =>
    readCalendar(ctx, input.year),
  );
  registry.handle(workCalendarSave, { access: { screen: CALENDAR, button: 'edit' } }, (ctx, input) =>
    saveCalendar(ctx, input),
  );
  registry.handle(auditIndex, { access: { screen: AUDIT_SCREEN, button: 'search' } }, (ctx, input) =>
    listAudit(ctx, engine, input),
  );
  registry.handle(auditReveal, { access: { screen: AUDIT_SCREEN, button: 'search' } }, (ctx, input) =>
    revealAudit(ctx, engine, input.id),
  );
  registry.handle(auditVerify, { access: { screen: AUDIT_SCREEN, button: 'search' } }, (ctx) => verifyChain(ctx));
  registry.handle(auditChain, { access: { screen: AUDIT_SCREEN, button: 'search' } }, (ctx) => chainState(ctx));
  registry.stream(auditExport, { access: { screen: AUDIT_SCREEN, button: 'export' } }, (ctx, input) =>
    exportAudit(ctx, engine, input),
  );
  registry.handle(auditAnomalies, { access: { screen: AUDIT_SCREEN, button: 'search' } }, (ctx, input) =>
    listAnomalies(ctx, input),
  );
  registry.handle(auditHandleAnomaly, { access: { screen: AUDIT_SCREEN, button: 'edit' } }, (ctx, input) =>
    handleAnomaly(ctx, input),
  );
};
