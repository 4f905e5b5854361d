/**
 * What the catalogue says an approval changes, line by line, against the effects that the definitions name. A line without an effect of
 * its own says who does it instead.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FormShape } from '@hengneng/form-kit';
import { FORMS } from '@hengneng/forms';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { OWN_MODULES } from './beyond.ts';
import { CONSULT_LINES } from './consult-effect-lines.ts';
import { CONTRACT_LINES } from './contract-effect-lines.ts';
import { CUSTOMER_LINES } from './customer-effect-lines.ts';
import { ENERGY_LINES } from './energy-effect-lines.ts';
import { OPERATION_LINES } from './operation-effect-lines.ts';

/** Effects of this module that do what the line says, or the sentence that says where it happens. */
type Line = readonly string[] | string;

const REVERSAL = 'each effect at submit is taken back by its own `reverse`';
/** A grade's terms are read wherever they hold, so that nothing is written for each. */
const BY_GRADE =
  'invitations, deposits and advances ask the supplier’s grade (effects/books/suppliers.ts, contracts.ts)';
const LINES: Readonly<Partial<Record<keyof typeof FORMS, readonly Line[]>>> = {
  InvitationUnit: [
    ['check', 'checkReceipts', 'openBids', 'checkRanking', 'award'],
    ['draftContract'],
    ['letters'],
    ['deposits'],
    ['award'],
    ['fail'],
  ],
  ...CONSULT_LINES,
  ...CONTRACT_LINES,
  ...CUSTOMER_LINES,
  ...ENERGY_LINES,
  ...OPERATION_LINES,
  ServiceEvaluationA: [['check', 'admit'], ['trial'], ['refuse'], ['restoreInvite']],
  ServiceEvaluationB: [['check', 'record'], ['fines'], ['rectify'], ['warn']],
  ServiceEvaluationC: [['check', 'grade'], BY_GRADE, BY_GRADE, ['grade'], ['suspend'], ['mail'], ['grade']],
  aircrewBurn: [['archive'], ['draftRepair'], ['remindNext'], ['efficiencyIndex']],
  borrowing: [
    ['reserve'],
    REVERSAL,
    ['settle'],
    ['settle'],
    ['extend'],
    ['remindClear'],
    'expenseReimbursement.settleOffsets',
    'the resignation report has no definition in this version',
  ],
  cancelSettlement: [
    ['hold'],
    REVERSAL,
    ['receivable'],
    ['income'],
    ['received'],
    ['invoices'],
    ['releaseBasis'],
    'meter readings and bills of a 计量收费 belong to that module, which takes them back',
    ['duty'],
    'the reverse of cancelSettlement.invoices, and the limit of the basis',
  ],
  chargePreOpen: [['hold', 'issue'], ['issue'], ['remind'], ['receive'], ['reverseDraft']],
  completionCheck: [
    ['check', 'complete'],
    ['retention'],
    ['fine'],
    ['devices'],
    ['documents'],
    ['quantities'],
    ['evaluate'],
    'payMoney.reserve asks the contract for its completion and its settlement',
  ],
  constructionApplication: [['check', 'start'], ['open'], ['workers'], ['stopEnergy'], ['deposit']],
  constructionLog: [['check', 'progress'], ['output'], ['fine'], ['visa'], ['concealed'], ['stop']],
  constructionNotice: [['archive'], ['issueChemicals'], ['cost'], ['markSupplier']],
  departmentalWorkContact: [['ledger'], ['mark'], ['cost'], ['dispatchDraft']],
  expenseReimbursement: [
    ['reserve'],
    REVERSAL,
    ['cut'],
    ['pay'],
    ['settleOffsets'],
    ['invoices'],
    ['cost'],
    ['controlTotals'],
  ],
  fundBudget: [
    ['holdTransfer'],
    REVERSAL,
    ['approve'],
    ['approve'],
    ['approve'],
    'balances are kept by month: what a month leaves over is in no other',
    ['schedule'],
  ],
  interviewRecord: [['satisfaction'], ['renewalAttitude'], ['opinions'], ['adjustTodo']],
  invoiceCancel: [['hold'], REVERSAL, ['voidInvoice'], ['settlements'], ['received'], ['draftReopen'], ['duty']],
  invoiceHedging: [['hold'], REVERSAL, ['redInvoice'], ['tax'], ['settlements'], ['received'], ['reopen']],
  jobTransfer: [
    ['transferEmployee'],
    ['transferEmployee'],
    ['notice'],
    ['transferEmployee', 'followPerson'],
    ['remindBack'],
    ['labourCost'],
  ],
  lossProjectAnalysis: [['ledger'], ['measures'], ['negotiate'], ['nextAnalysis'], ['assess']],
  // What the trial run shows as not put right goes on as the device's next repair.
  maintenanceRecords: [['history', 'draftAgain'], ['issueParts'], ['cost'], ['receivable'], ['qualityDraft']],
  monthlyTrainingPlan: [['draftRecords'], ['calendar'], ['holdBudget'], ['keepCourseware']],
  monthlyTrainingProcessRecord: [
    ['creditHours'],
    ['finishCourse'],
    ['askFeedback'],
    ['listRetraining'],
    ['publishCourseware'],
    ['settleBudget'],
  ],
  payment: [['reserve'], REVERSAL, ['cut'], ['pay'], ['invoices'], ['cost'], ['energyLedger'], ['openTickets']],
  paymentReceived: [
    ['register'],
    ['claim'],
    REVERSAL,
    ['writeOff'],
    ['prepaid'],
    ['fee'],
    ['invoices'],
    ['draft'],
    ['collection'],
    'the limits of the books: what was used of the prepaid balance cannot be taken back',
  ],
  preOpen: [
    ['hold'],
    REVERSAL,
    ['issue'],
    ['issue', 'tax'],
    ['issue'],
    ['remindPayment'],
    'the reverse of preOpen.issue refuses; only those two modules point at invoices',
  ],
  payMoney: [['reserve'], REVERSAL, ['queue'], 'payMoneyApproval.pay'],
  payMoneyApproval: [['pay'], ['pay'], ['pay'], ['pay'], ['pay'], ['hold'], ['pay'], ['mail']],
  purchaseInvoice: [
    ['hold'],
    ['post'],
    ['estimate'],
    ['bill'],
    'contractFigures works the retention out of what was matched (effects/books/contracts.ts)',
    ['suspend'],
    ['inputTax'],
    ['post'],
  ],
  purchase: [['check', 'holdBudget'], ['checkPrices', 'order'], ['issueStock'], ['followUp'], ['chargeDuty']],
  purchaseCheckAccept: [['check', 'accept'], ['estimate'], ['stockIn'], ['equipment'], ['reject'], ['fine'], ['rate']],
  purchaseSend: [['check', 'post'], ['draftAcceptance'], ['fine'], ['claim'], ['openNode']],
  measurementCharge: [['hold'], REVERSAL, ['meters'], ['bills'], ['basis'], ['loss'], ['repair']],
  paymentNotEnergy: [
    ['reserve'],
    REVERSAL,
    ['cut'],
    ['pay'],
    ['advance'],
    ['retention'],
    ['invoices'],
    ['cost'],
    ['tickets'],
    ['settle'],
  ],
  quotaReimburse: [['hold'], REVERSAL, ['settle', 'cut', 'invoices'], ['settle'], ['pay'], ['cost'], ['tellLow']],
  projectStaticsInfo: [
    ['profit', 'lock'],
    'the property project.profitLocked, which payments, claims and settlements read',
    ['draftLoss'],
    'analyses and assessments read the book of profits',
  ],
  roomInspectionRecord: [['runLog'], ['repairDraft'], ['gasAlarm'], ['completion']],
  serviceProvider: [['check', 'register'], ['askEvaluation'], ['certificates'], ['account']],
  suspend: [['check', 'roomState'], ['bills'], ['bills'], ['record'], ['remind'], ['notify']],
  systemSafetyCheck: [['hazards'], ['archive'], ['remind'], ['cost']],
  specialSafetyCheck: [['hazards'], ['assess'], ['stopDevices', 'resumeDevices']],
  specialFireSafetyCheck: [['equipment'], ['remind'], ['hazards'], ['suggestPurchase']],
  suddenAccidentRecord: [['ledger'], ['deviceFault'], ['penalty'], ['cost'], ['bulletin']],
  fireDrillRecords: [['archive'], ['training'], ['consume'], ['revise']],
  constructionSafetyInspection: [['fine'], ['rate'], ['stopWork', 'resume'], ['hazards']],
  pressureVesselCheck: [['device'], ['remind'], ['stop'], ['hazards']],
  safetyOfficerPressureVesselCheck: [
    ['archive'],
    ['hazards'],
    'projects without a control of the day are told of by the clock (effects/safetyManagement/missing.ts)',
  ],
  boilerCheck: [['device'], ['stop'], ['log'], ['hazards']],
  safetyOfficerBoilerCheck: [['archive'], ['hazards'], ['stop'], ['fund']],
  equipmentMaintenanceRecord: [['device'], ['issueParts'], ['cost'], ['repairDraft']],
  systemMaintenance: [['todos'], ['holdBudget'], ['calendar'], ['awaitFeedback']],
  systemMaintenanceFeedback: [['close'], ['cost'], ['leftovers'], ['devices']],
  hydraulicBalanceRecord: [['valves'], ['archive'], ['renovate']],
  systemCheck: [['score'], ['feedback'], ['alarm']],
  transmissionSystemMaintenance: [['devices'], ['cost'], ['repairDraft']],
  valveMaintenance: [['ledger'], ['purchase'], ['cost']],
  endPipeMaintenance: [['ledger'], ['repairDraft'], ['receivable'], ['satisfaction']],
  toolManagementRecord: [['check', 'ledger'], ['loan'], ['calibration'], ['cost']],
  projectInspectionCheck: [['points'], ['feedback'], ['updatePoints'], ['redLine']],
  EMCRoomConstruction: [['rating'], ['cost'], ['receivable'], ['facilities'], ['reviewTodo'], ['demonstrate']],
  standardRoomCheck: [['rating'], ['tasks'], ['hazards'], ['score'], ['nextTodo']],
  tenderApplication: [['check', 'register'], ['holdBudget'], ['askInvitation'], ['announce']],
  trainingFeedback: [['markLecturer'], ['listRetraining'], ['countWishes'], ['noteBehaviour']],
  userSettlement: [
    ['hold'],
    REVERSAL,
    ['receivable', 'reliefs'],
    ['settleBasis'],
    ['income'],
    ['matchInvoices'],
    ['draftOffset'],
    ['remindPayment'],
  ],
  userEntry: [['employee'], ['contract'], ['certificates'], ['materials'], ['housingTodo'], ['remindFormal']],
};

const folder = join(import.meta.dirname, '../../shared/catalogue/forms');
const wanted = new Map<string, readonly string[]>();
if (existsSync(folder))
  for (const file of readdirSync(folder))
    for (const form of parse(readFileSync(join(folder, file), 'utf8')) as { id: string; onApproved?: string[] }[])
      wanted.set(form.id, form.onApproved ?? []);

/** When a line says it happens: `提交：`, `付款：`; without one it is the final approval. */
const momentOf = (line: string): string => /^(提交|退回|付款|作废)：/.exec(line)?.[1] ?? '';

describe.each(
  Object.entries(FORMS as Readonly<Record<keyof typeof FORMS, FormShape>>).filter(([id]) => !OWN_MODULES.includes(id)),
)('effects of %s', (id, form) => {
  const lines = LINES[id as keyof typeof FORMS] ?? [];
  const moments = new Map<string, string>();
  for (const use of form.onApproved ?? [])
    if (typeof use === 'string') moments.set(use, 'end');
    else moments.set(use.do, use.at);

  it('are the ones that the lines ask for, and no others', () => {
    const asked = new Set(
      lines.flatMap((line) => (typeof line === 'string' ? [] : line.map((name) => `${id}.${name}`))),
    );
    expect([...moments.keys()].sort()).toEqual([...asked].sort());
  });

  it.runIf(wanted.size > 0)('stand for each line of the catalogue, at its moment', () => {
    const theirs = wanted.get(id) ?? [];
    expect(lines.length).toBe(theirs.length);
    for (const [at, line] of theirs.entries()) {
      const ours = lines[at] ?? [];
      const moment = momentOf(line);
      if (moment === '退回') expect(ours, line).toBe(REVERSAL);
      if (typeof ours === 'string') continue;
      const happens = ours.map((name) => moments.get(`${id}.${name}`) ?? 'never');
      if (moment === '提交') expect(happens, line).toEqual(['submit']);
      if (moment === '付款') for (const when of happens) expect(when, line).toMatch(/^step:出纳.*付款$/);
    }
  });
});
