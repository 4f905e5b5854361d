import {
  announcementAudience,
  announcementDecide,
  announcementIndex,
  announcementMine,
  announcementPin,
  announcementSend,
  auditAnomalies,
  auditChain,
  auditExport,
  auditHandleAnomaly,
  auditIndex,
  auditReveal,
  auditVerify,
  getSetting,
  careStart,
  drillStart,
  healthDiagnose,
  healthEvent,
  healthExport,
  healthIndex,
  healthMetrics,
  jobBoard,
  jobCancel,
  jobExport,
  jobIndex,
  jobLog,
  jobRetry,
  jobRun,
  jobSetEnabled,
  jobSetPlan,
  messageIndex,
  messageQuietSave,
  messageRead,
  messageTemplateSave,
  messageTemplates,
  messageTemplateVersions,
  noticeWays,
  outboxChannels,
  outboxExport,
  outboxIndex,
  outboxRetry,
  outboxSetChannel,
  outboxTest,
  pageDenied,
  permissionRequest,
  phraseDelete,
  phraseIndex,
  phraseSave,
  reminderIndex,
  saveNoticeWays,
  saveSetting,
  searchIndex,
  warningHandle,
  warningIndex,
  workCalendarIndex,
  workCalendarSave,
} from '@hengneng/contracts';
import type { Engine } from '../../engine/index.ts';
import { AUDIT_SCREEN } from '../../platform/audit/audit.ts';
import type { CallRegistry } from '../../platform/http/registry.ts';
import { handleWarning, listWarnings, WARNINGS_SCREEN } from './alarms.ts';
import {
  countAudience,
  decideAnnouncement,
  listAnnouncements,
  MESSAGES_SCREEN,
  myAnnouncements,
  pinAnnouncement,
  sendAnnouncement,
} from './announcements.ts';
import { handleAnomaly, listAnomalies } from './anomalies.ts';
import { exportAudit } from './audit-export.ts';
import { chainState, listAudit, revealAudit, verifyChain } from './audit-log.ts';
import { readCalendar, saveCalendar } from './calendar.ts';
import { listExpiring } from './expiring.ts';
import { startCare } from './care.ts';
import { setChannel } from './channel-stops.ts';
import { diagnose } from './diagnose.ts';
import { HEALTH_SCREEN, readHealth } from './health.ts';
import {
  cancelRun,
  exportRuns,
  JOBS_SCREEN,
  listRuns,
  type Planned,
  readBoard,
  retryRun,
  runNow,
  setEnabled,
  setPlan,
} from './jobs.ts';
import { readLog } from './job-log.ts';
import { listMessages, noteDenied, readMessages, requestPermission } from './messages.ts';
import { readWays, saveWays } from './notice-ways.ts';
import { exportOutbox, listOutbox, readChannels, retryMail, type Ways } from './outbox.ts';
import { deletePhrase, listPhrases, savePhrase } from './phrases.ts';
import { listTemplates, listVersions, saveQuiet, saveTemplate } from './templates.ts';
import { type SendShort, testChannel } from './test-channel.ts';
import { type Finder, searchAll } from './search.ts';
import { exportEvents, handleEvent, readMetrics } from './watch.ts';
import { readOwnSettings, saveOwnSetting } from './settings.ts';

const CALENDAR = 'system.calendar';

export interface SystemSettings extends Ways {
  /** Where the embedded database and the files lie. */
  readonly dataDir: string;
  /** Files lie in an S3-compatible store. */
  readonly storedElsewhere: boolean;
  readonly publicUrl: string | null;
  /** Null where nothing sends short messages. */
  readonly short: SendShort | null;
  /** The product's jobs. */
  readonly planned: Planned;
  /** Finds rooms by their number. */
  readonly rooms: Finder;
}

/** Registers settings, messages, search and the audit log. */
export const registerSystem = (registry: CallRegistry, engine: Engine, settings: SystemSettings): void => {
  const { mailOn, rooms, planned } = settings;
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
  registerAnnouncements(registry, settings);
  registry.handle(warningIndex, { access: { screen: WARNINGS_SCREEN, projectButton: 'infoDetail' } }, (ctx, input) =>
    listWarnings(ctx, input),
  );
  registry.handle(warningHandle, { access: { screen: WARNINGS_SCREEN, projectButton: 'warnManage' } }, (ctx, input) =>
    handleWarning(ctx, input),
  );
  registerJobs(registry, planned);
  registerHealth(registry, settings);
};

const registerAnnouncements = (registry: CallRegistry, ways: SystemSettings): void => {
  const at = (button: 'add' | 'edit' | 'search' | 'export') =>
    ({ access: { screen: MESSAGES_SCREEN, button } }) as const;
  registry.handle(announcementMine, { access: 'signedIn' }, (ctx, input) => myAnnouncements(ctx, input));
  registry.handle(announcementIndex, at('search'), (ctx, input) => listAnnouncements(ctx, input));
  registry.handle(announcementAudience, at('add'), (ctx, input) => countAudience(ctx, input));
  registry.handle(announcementSend, at('add'), (ctx, input) => sendAnnouncement(ctx, input));
  registry.handle(announcementDecide, at('edit'), (ctx, input) => decideAnnouncement(ctx, input));
  registry.handle(announcementPin, at('edit'), (ctx, input) => pinAnnouncement(ctx, input));
  registry.handle(outboxIndex, at('search'), (ctx, input) => listOutbox(ctx, input, ways));
  registry.stream(outboxExport, at('export'), (ctx, input) => exportOutbox(ctx, input, ways));
  registry.handle(outboxRetry, at('edit'), (ctx, input) => retryMail(ctx, input.Ids, ways));
  registry.handle(outboxSetChannel, at('edit'), (ctx, input) => setChannel(ctx, input));
  registry.handle(outboxTest, at('edit'), (ctx, input) => testChannel(ctx, input, ways, ways.short));
  registry.handle(messageTemplates, at('search'), (ctx, input) => listTemplates(ctx, input));
  registry.handle(messageTemplateVersions, at('search'), (ctx, input) => listVersions(ctx, input));
  registry.handle(messageTemplateSave, at('edit'), (ctx, input) => saveTemplate(ctx, input));
  registry.handle(messageQuietSave, at('edit'), (ctx, input) => saveQuiet(ctx, input));
  registry.handle(outboxChannels, at('search'), (ctx) => readChannels(ctx, ways));
};

const registerHealth = (registry: CallRegistry, settings: SystemSettings): void => {
  const at = (button: 'edit' | 'search' | 'download') => ({ access: { screen: HEALTH_SCREEN, button } }) as const;
  registry.handle(healthIndex, at('search'), (ctx) => readHealth(ctx, settings));
  registry.handle(healthMetrics, at('search'), (ctx, input) => readMetrics(ctx, input));
  registry.handle(careStart, at('edit'), (ctx, input) => startCare(ctx, input.Kind));
  registry.handle(drillStart, at('edit'), (ctx) => startCare(ctx, '恢复演练'));
  registry.handle(healthEvent, at('edit'), (ctx, input) => handleEvent(ctx, input));
  registry.stream(healthDiagnose, at('download'), (ctx) => diagnose(ctx, settings));
  registry.stream(healthExport, at('download'), (ctx, input) => exportEvents(ctx, input));
};

const registerJobs = (registry: CallRegistry, planned: Planned): void => {
  const at = (button: 'edit' | 'search' | 'export') => ({ access: { screen: JOBS_SCREEN, button } }) as const;
  registry.handle(jobBoard, at('search'), (ctx) => readBoard(ctx, planned));
  registry.handle(jobIndex, at('search'), (ctx, input) => listRuns(ctx, input, planned));
  registry.stream(jobExport, at('export'), (ctx, input) => exportRuns(ctx, input, planned));
  registry.handle(jobRun, at('edit'), (ctx, input) => runNow(ctx, input, planned));
  registry.handle(jobRetry, at('edit'), (ctx, input) => retryRun(ctx, input));
  registry.handle(jobCancel, at('edit'), (ctx, input) => cancelRun(ctx, input));
  registry.handle(jobSetEnabled, at('edit'), (ctx, input) => setEnabled(ctx, input, planned));
  registry.handle(jobSetPlan, at('edit'), (ctx, input) => setPlan(ctx, input, planned));
  registry.handle(jobLog, at('search'), (ctx, input) => readLog(ctx, input));
};
