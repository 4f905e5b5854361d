/** Puts the parts together into one application: what `main.ts` starts and what tests start. */
import { join } from 'node:path';
import { BOARDS, BOOKS, EFFECTS, FORMS, IMPORTS, VIEWS } from '@hengneng/forms';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { seedBooks } from './effects/demo-books.ts';
import { seedReceivables } from './effects/demo-receivables.ts';
import { registerProviderChange } from './effects/engineering/provider-change.ts';
import { registerPurchasingNames } from './effects/engineering/purchasing-names.ts';
import { registerUrge } from './effects/payment/uncleared.ts';
import { foldChanges, scheduledJobs } from './effects/scheduled.ts';
import { IMPORT_SOURCES } from './effects/imports.ts';
import { deliveredData } from './effects/energyEfficiency/delivered.ts';
import { addReferences } from './effects/references.ts';
import { EFFECT_REGISTRY } from './effects/registry.ts';
import { registerBooks } from './engine/books/calls.ts';
import { BATCH_FILES, registerImports, seesBatch } from './engine/imports/calls.ts';
import { createEngine, type Engine, runTimeouts } from './engine/index.ts';
import { registerBoards, registerViews } from './engine/views/calls.ts';
import { PRICE_PAPER, registerChemicalSuppliers, seesPricePaper } from './effects/waterQuality/supplier-calls.ts';
import { withPapers } from './platform/files/papers.ts';
import { registerAbsence } from './modules/absence/index.ts';
import {
  CHARGING_PAPERS,
  chargingBillJobs,
  chargingIncomeJobs,
  noticeJobs,
  noticeWays,
  payDesk,
  paymentJobs,
  registerCharging,
  registryJobs,
  searchRooms,
  seedRegistry,
  suspensionJobs,
} from './modules/charging/index.ts';
import { registerCollection } from './modules/collection/index.ts';
import {
  CONSULTANT_PAPER,
  REVIEW_PAPER,
  registerCommittee,
  seesConsultantPaper,
  seesReviewPaper,
} from './modules/committee/index.ts';
import { HANDOVER_PAPER, registerProjectHandover, seesHandoverPaper } from './modules/handover/index.ts';
import { COST_PAPER, registerMaintenanceCosts, seesCostPaper } from './modules/maintenance-costs/index.ts';
import { registerLamps } from './modules/lamps/index.ts';
import { registerDemoCalls, seedDemo } from './modules/demo/index.ts';
import {
  ENERGY_PAPERS,
  energyJobs,
  registerEnergy,
  seedCompareSets,
  seedExchanges,
  seedOvertime,
  seedPrices,
  seedSupplyAccounts,
  seedThings,
} from './modules/energy/index.ts';
import {
  handlerSource,
  loadPermissions,
  menusOf,
  prepareIdentity,
  registerHandOver,
  registerIdentity,
  sessionOf,
} from './modules/identity/index.ts';
import {
  CONTRACT_FILE,
  contractViews,
  ENDING,
  ENDING_PAPER,
  OTHER_PAPER,
  registerContracts,
  seesContractFile,
  seesEndingPaper,
  seesOtherPaper,
} from './modules/contracts/index.ts';
import { registerInspection } from './modules/inspection/index.ts';
import { LESSON_FILES, registerLearning, seesLesson } from './modules/learning/index.ts';
import { LEDGER_VIEWS, registerBalances, registerCityClusters } from './modules/ledgers/index.ts';
import { registerStatistics, STATISTICS_VIEWS } from './modules/statistics/index.ts';
import { registerPersonnel } from './modules/personnel/index.ts';
import {
  ADDENDUM_FILES,
  COMMENT_FILES,
  LETTER_FILES,
  PAPER_FILES,
  registerWorks,
  seesAddendum,
  seesComment,
  seesTechDocument,
  seesWorksLetter,
  seesWorksPaper,
  TECH_FILES,
} from './modules/works/index.ts';
import {
  CONTRACT_PRICE_PAPER,
  PROFILE_PAPER,
  registerProjects,
  seesContractPricePaper,
  seesProfile,
} from './modules/projects/index.ts';
import {
  ANSWER_FILES,
  maySeeAnswer,
  questionnaireJobs,
  registerQuestionnaires,
} from './modules/questionnaire/index.ts';
import { BENEFIT_FILES, REPORT_FILES, registerResearch, seesBenefit, seesReport } from './modules/research/index.ts';
import { LIBRARY_PRICE_FILES, registerPrices, seesLibraryPrice } from './modules/prices/index.ts';
import { registerDictionaries } from './modules/dictionaries/index.ts';
import { careJobs, registerSystem, type SendShort, tellGivenUp, watchJobs } from './modules/system/index.ts';
import { registerWorkflows } from './modules/workflows/index.ts';
import { audit } from './platform/audit/audit.ts';
import { registerAuth } from './platform/auth/calls.ts';
import { sessionStore } from './platform/auth/sessions.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import type { Config, Service } from './platform/config.ts';
import type { OpenDatabase } from './platform/db/database.ts';
import { patientOf } from './platform/db/patient.ts';
import { type EventHub, eventHub } from './platform/events/events.ts';
import { pushEvents } from './platform/events/push.ts';
import { askAttachments, registerFiles } from './platform/files/calls.ts';
import { bindFiles, dropOrphans, isDrawnBy } from './platform/files/files.ts';
import { dropAbandoned } from './platform/files/parts.ts';
import { mountFiles } from './platform/files/route.ts';
import { localStorage, s3Storage, type Storage } from './platform/files/storage.ts';
import { mountDocs } from './platform/http/docs.ts';
import { metrics, mountHealth } from './platform/http/health.ts';
import { CallRegistry } from './platform/http/registry.ts';
import { answerUnknown, buildServer, type ServerDeps } from './platform/http/server.ts';
import { mountWeb } from './platform/http/web.ts';
import { loadWordings } from './platform/messages/wording.ts';
import { mailJob } from './platform/mail/mail.ts';
import type { GivenUp, Job } from './platform/jobs/jobs.ts';
import { codeSender } from './platform/auth/sms.ts';
import { recordsPort } from './engine/forms/records-port.ts';

export interface AppDeps {
  readonly config: Pick<
    Config,
    'demo' | 'dataDir' | 's3Url' | 'uploadLimitBytes' | 'adminPassword' | 'icpNumber' | 'mail' | 'notices' | 'pay'
  >;
  /** What this process answers; absent: everything. */
  readonly services?: ReadonlySet<Service>;
  readonly database: OpenDatabase;
  readonly databaseUrl: string;
  readonly logger: FastifyBaseLogger | false;
  /** Where calls, jobs and the demo company take the time from; absent: the system's. */
  readonly clock?: Clock;
  /** What approvals change; absent: the product's effects. */
  readonly effects?: typeof EFFECT_REGISTRY;
  /** Folder of the built web application; null serves calls only. */
  readonly web: string | null;
}

export interface App {
  readonly http: FastifyInstance;
  readonly registry: CallRegistry;
  readonly engine: Engine;
  readonly jobs: readonly Job[];
  /** Tells who answers for a job that it failed for good. */
  readonly onGivenUp: (failure: GivenUp) => Promise<void>;
  readonly events: EventHub;
  close(): Promise<void>;
}

/** How long a stop waits for requests in flight. */
const CLOSE_MS = 5_000;
const IDLE_MS = 50;

/** Prepares what must be in the database (menus, roles, the demo company) and builds the application; nothing listens yet. */
export async function createApp(deps: AppDeps): Promise<App> {
  const { config, database } = deps;
  const { db, pool } = database;
  const clock = deps.clock ?? systemClock;
  const registry = new CallRegistry();
  const storage: Storage = config.s3Url ? s3Storage(config.s3Url) : localStorage(join(config.dataDir, 'files'));

  const engine = createEngine({
    db,
    definitions: FORMS,
    effects: deps.effects ?? EFFECT_REGISTRY,
    people: handlerSource,
    push: pushEvents,
    sessionOf,
    files: {
      bind: bindFiles,
      isDrawnBy,
      attachments: askAttachments,
    },
    audit: (tx, ctx, act) =>
      audit(tx, {
        userId: ctx.session.userId,
        userName: ctx.session.userName,
        deptId: ctx.session.deptId,
        ip: ctx.ip,
        device: ctx.device,
        requestId: ctx.requestId,
        kind: act.kind,
        action: act.action,
        object: act.object,
        ...(act.summary === undefined ? {} : { summary: act.summary }),
        objectType: act.moduleId,
        objectId: act.businessId,
        before: act.before,
        after: act.after,
      }),
  });
  addReferences(engine.references);

  // Work that nobody waits for in front of a page.
  const patient = patientOf(db);
  await foldChanges(patient);
  await loadWordings(db);
  await prepareIdentity(patient, { adminPassword: config.adminPassword ?? undefined });
  if (config.demo)
    await seedDemo(patient, clock(), [
      { name: 'books', seed: seedBooks },
      { name: 'receivables', seed: seedReceivables },
      { name: 'things', seed: seedThings },
      { name: 'exchanges', seed: seedExchanges },
      { name: 'prices', seed: seedPrices },
      { name: 'compareSets', seed: seedCompareSets },
      { name: 'supplyAccounts', seed: seedSupplyAccounts },
      { name: 'overtime', seed: seedOvertime },
      { name: 'chargingRegistry', seed: seedRegistry },
    ]);

  const ways = noticeWays(db, config.notices, config.demo);
  const shortMessages = ways.senders.短信;
  const short: SendShort | null =
    shortMessages === undefined
      ? null
      : (key, to, title, text) => shortMessages.send({ key, to, title, text, sign: '衡能', registered: '' });
  registerAuth(registry, {
    menus: menusOf,
    person: loadPermissions,
    // What a demo takes down instead of sending is the households'; its codes have a line of their own.
    sendCode: codeSender(db, { demo: config.demo, short: config.notices.smsUrl === null ? null : short }),
  });
  registerIdentity(registry, engine);
  registerHandOver(registry, engine);
  registerProjects(registry, engine);
  registerInspection(registry);
  registerEnergy(registry, { engine, mailOn: config.mail !== null });
  const pay = payDesk(config.pay, { demo: config.demo, publicUrl: config.notices.publicUrl, clock });
  registerCharging(registry, { engine, storage, ways, pay });
  registerLearning(registry, storage, config.uploadLimitBytes);
  let jobs: readonly Job[] = [];
  const place = {
    mailOn: config.mail !== null,
    smsOn: config.notices.smsUrl !== null,
    smsPrice: config.notices.smsPrice,
    demo: config.demo,
    dataDir: config.dataDir,
    storedElsewhere: config.s3Url !== null,
    publicUrl: config.notices.publicUrl,
  };
  registerSystem(registry, engine, {
    ...place,
    short,
    // Made below, of what is registered meanwhile.
    planned: () => jobs,
    rooms: searchRooms,
  });
  registerAbsence(registry, engine);
  registerWorkflows(registry, engine);
  registerDictionaries(registry, engine.catalog);
  registerDemoCalls(registry, { demo: config.demo, icpNumber: config.icpNumber });
  const records = withPapers(recordsPort(engine), {
    [PRICE_PAPER]: seesPricePaper,
    [CONTRACT_FILE]: seesContractFile,
    [ENDING_PAPER]: seesEndingPaper,
    [OTHER_PAPER]: seesOtherPaper,
    [CONTRACT_PRICE_PAPER]: seesContractPricePaper,
    [PROFILE_PAPER]: seesProfile,
    [COST_PAPER]: seesCostPaper,
    [HANDOVER_PAPER]: seesHandoverPaper,
    [REVIEW_PAPER]: seesReviewPaper,
    [CONSULTANT_PAPER]: seesConsultantPaper,
    [BENEFIT_FILES]: seesBenefit,
    [LIBRARY_PRICE_FILES]: seesLibraryPrice,
    [REPORT_FILES]: seesReport,
    [LESSON_FILES]: seesLesson,
    [BATCH_FILES]: (from, session, id) => seesBatch(from, session, IMPORTS, id),
    // Photos that customers sent with their answers.
    [ANSWER_FILES]: maySeeAnswer,
    ...ENERGY_PAPERS,
    ...CHARGING_PAPERS,
    [ADDENDUM_FILES]: seesAddendum,
    [PAPER_FILES]: seesWorksPaper,
    [COMMENT_FILES]: seesComment,
    [LETTER_FILES]: seesWorksLetter,
    [TECH_FILES]: seesTechDocument,
  });
  registerFiles(registry, { storage, records });
  registerQuestionnaires(registry, { engine, storage });
  engine.register(registry);
  const sentences = new Map<string, string>([
    ...Object.entries(EFFECTS),
    ...Object.values(IMPORTS).map(({ id, title }) => [id, title] as const),
    [ENDING.effect, ENDING.sentence],
  ]);
  registerBooks(registry, engine.deps, BOOKS, { effect: (name) => sentences.get(name) ?? '' });
  const views = [...LEDGER_VIEWS, ...STATISTICS_VIEWS, ...contractViews(engine.catalog)];
  registerViews(registry, engine.deps, VIEWS, views);
  registerBoards(registry, engine.deps, BOARDS, views);
  registerImports(registry, { engine: engine.deps, storage }, IMPORTS, IMPORT_SOURCES);
  registerStatistics(registry);
  registerBalances(registry, engine);
  registerCityClusters(registry);
  registerUrge(registry, engine);
  registerPersonnel(registry, engine);
  registerProviderChange(registry, engine);
  registerPurchasingNames(registry, engine);
  registerCollection(registry, engine);
  registerContracts(registry, engine);
  registerLamps(registry, engine);
  registerChemicalSuppliers(registry);
  registerMaintenanceCosts(registry);
  registerProjectHandover(registry, engine);
  registerCommittee(registry, engine);
  registerWorks(registry, engine, { storage, records });
  registerResearch(registry);
  registerPrices(registry);
  const events = eventHub(deps.databaseUrl, db, () => loadWordings(db));
  events.register(registry);

  const server: ServerDeps = {
    db,
    registry,
    sessions: sessionStore(pool, db, loadPermissions),
    logger: deps.logger,
    clock: deps.clock,
    services: deps.services,
    onAnswer: metrics.answered,
    onDenied: (ctx, path) => {
      const { session } = ctx;
      void audit(db, {
        userId: session.userId,
        userName: session.userName,
        deptId: session.deptId,
        kind: '拒绝访问',
        action: '调用',
        object: path,
        result: '拒绝',
        ip: ctx.ip,
        device: ctx.device,
        requestId: ctx.requestId,
      }).catch((error: unknown) => deps.logger !== false && deps.logger.error({ err: error, path }, 'refused access'));
    },
  };
  const http = await buildServer(server);
  mountFiles(http, server, { storage, records, traces: { projectDataRequire: deliveredData } });
  // Open pages listen where they signed in.
  if (deps.services?.has('web') ?? true) events.mount(http, server);
  mountHealth(http, pool);
  await mountDocs(http, registry);
  if (deps.web === null || !(await mountWeb(http, deps.web))) answerUnknown(http);

  jobs = [
    ...engine.jobs,
    ...scheduledJobs(patient, {
      clock,
      engine,
      orphans: async () => {
        await dropAbandoned({ db: patient, storage });
        return dropOrphans(patient, storage);
      },
      timeouts: (now) =>
        runTimeouts(engine.deps, now, (error) => deps.logger !== false && deps.logger.error({ err: error }, 'timeout')),
    }),
    ...careJobs(patient, { ...place, url: deps.databaseUrl }, clock),
    ...watchJobs(patient, place, clock),
    ...questionnaireJobs(patient, clock),
    ...energyJobs(patient, clock, config.mail),
    ...chargingBillJobs(patient, clock),
    ...suspensionJobs(patient, clock),
    ...noticeJobs(patient, clock, ways),
    ...paymentJobs(patient, clock, pay),
    ...chargingIncomeJobs(patient, clock),
    ...registryJobs(patient),
    ...(config.mail === null ? [] : [mailJob(patient, config.mail)]),
  ];

  return {
    http,
    registry,
    engine,
    events,
    jobs,
    onGivenUp: (failure) => db.transaction().execute((tx) => tellGivenUp(tx, failure)),
    async close() {
      await events.stop();
      // Requests in flight are finished; a connection that only idles, or hangs, is not waited for.
      const impatient = setTimeout(() => http.server.closeAllConnections(), CLOSE_MS);
      // What idles now is closed at once, not what was answered since: the stream of every open page has only just ended.
      const idle = setInterval(() => http.server.closeIdleConnections(), IDLE_MS);
      await http.close();
      clearTimeout(impatient);
      clearInterval(idle);
    },
  };
}
