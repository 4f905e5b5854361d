/**
 * The catalogue is a floor: every defined module holds at least the fields, tables, computed values, steps, list and rules that it lists.
 * Where the product knows better, `DEPARTURES` says so with its reason.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Field, Fields, FormShape } from '@hengneng/form-kit';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { FORMS } from '@hengneng/forms';
import { OWN_MODULES } from './beyond.ts';
import { CONSULT_DEPARTURES, RENAMED } from './consult-effect-lines.ts';
import { CUSTOMER_DEPARTURES } from './customer-effect-lines.ts';
import { ENERGY_DEPARTURES } from './energy-effect-lines.ts';
import { OPERATION_DEPARTURES } from './operation-departures.ts';

interface CatalogueField {
  key: string;
  label: string;
  type: string;
  required?: boolean;
  unit?: string;
  min?: number;
  max?: number;
  options?: unknown[];
  default?: unknown;
  hint?: string;
  showIf?: string;
  formula?: string;
  from?: string;
  capital?: boolean;
  unique?: boolean;
}
interface CatalogueForm {
  id: string;
  purpose: string;
  links?: string[];
  serial: string;
  fields: CatalogueField[];
  details?: { key: string; label: string; step?: string; fields: CatalogueField[] }[];
  computed?: CatalogueField[];
  steps: { name: string; by: string; mode?: string; when?: string; final?: boolean; fields?: CatalogueField[] }[];
  cc?: string[];
  list: { columns: string[]; filters: string[]; sum?: string[] };
  rules?: { if: string; error: string }[];
  onApproved?: string[];
  print?: string;
  reports?: string[];
}

/** `module.field` → why it is not as the catalogue has it. */
const DEPARTURES: Readonly<Record<string, string>> = {
  ...CONSULT_DEPARTURES,
  ...CUSTOMER_DEPARTURES,
  ...ENERGY_DEPARTURES,
  'userEntry.materials.material 选项':
    'the page of entry materials asks for 保密协议, which the form of the catalogue has no row for',
  'electricityMeter.settleMonth 唯一': 'unique within the project: uniqueTogether [project, settleMonth]',
  'payment.budgetSubject 带出': 'its hint says that the kind of energy brings it along',
  'payment.invoices.invoiceKey 唯一': 'the register of invoices holds the constraint, over all modules',
  'preOpen.issued.issuedKey 唯一': 'the book of invoices that we issue holds the constraint, over all modules',
  'paymentReceived.bankSerial 唯一': 'unique within the account: uniqueTogether [ourAccount, bankSerial]',
  'paymentReceived 规则「认领时请选择项目和合同」': 'whoever claims names the contract where finance could not',
  'userSettlement 规则「已预开票大于结算金额，差额须先冲红再结算」':
    'a correction in the favour of the customer is less than nothing, and so than no invoice at all',
  'userSettlement.客户签认登记.signedAmount 单位与范围':
    'a correction in the favour of the customer is signed as it is',
  'userSettlement.guaranteeShort 公式': 'a correction bills a difference: the guarantee was met by what it corrects',
  ...Object.fromEntries(
    [
      'cancelSettlement.lines.lineName',
      'cancelSettlement.lines.lineBasis',
      'cancelSettlement.lines.lineOriginal',
      'cancelSettlement.lines.lineBefore',
      'cancelSettlement.lines.taxRate',
      'invoiceHedging.redLines.taxName',
      'invoiceHedging.redLines.lineOriginal',
      'invoiceHedging.redLines.lineRedBefore',
      'invoiceHedging.redLines.taxRate',
    ].map((field) => [`${field} 带出`, 'the line of the original is pointed at, so that nobody types what it says']),
  ),
  'cancelSettlement.lines.lineBefore 默认': 'taken from the line of the original',
  'invoiceHedging.redLines.lineRedBefore 默认': 'taken from the line of the original',
  'payment.quantityChange 公式': 'a recharge, a refund or a late invoice bills no meter, so that nothing was used less',
  'payment.yearChange 公式': 'as above',
  'expenseReimbursement.invoices.invoiceKey 唯一': 'the register of invoices holds the constraint, over all modules',
  'projectInvestReview.cashflows.factor 带出': 'the server works out what its hint promises',
  'projectInvestReview.财务评审.irr 带出': 'as above',
  'CostQuotationInquiry.quoteCount 公式': 'an offer that deviates unacceptably is none',
  'operationRenewal.priceChanges.priceItem 类型': 'a price can only follow one of its own kind',
  'operationRenewal.priceChanges.priceItem 选项': 'as above',
  'supplementaryAgreement.clauses.after 提示': 'the server reads prices from it',
  'renewalTracking.renewCount 带出': 'the contract counts its renewals',
  'maintenanceRecords.outContract 类型':
    'repairs are bought by contracts of the buyer ledger, not by those with customers',
  'maintain.plans.months 类型': 'the months are chosen, so that the plan of the tasks can follow them',
  'maintain.plans.months 选项': 'as above',
  'maintain.plans.months 提示': 'as above',
  'outHandover.meters.usage 公式': 'a meter that was replaced or has passed its last figure did not run backwards',
  'outHandover.meters.fee 公式': 'as above',
  'outHandover.meters.backward 公式': 'as above',
  'outHandover 规则「退场读数不能小于上次结算读数」':
    'said at the reading of its row, and what to do where the meter was replaced',
  'otherSource 法务审核 条件': 'the page of other contracts sends those of a high secrecy to the lawyers as well',
  'waterProcurement.chemicals.lastPrice 带出': 'a price that decides who approves is the price list’s, not typed in',
  'paymentReceived 规则「核销金额超过未收余额」': 'two rules, each said at the table that it is about',
  'payment 规则「充值、退回和补票不填计量明细和其他费用」': 'as above',
  'paymentNotEnergy 规则「退回和补票不填付款明细和冲抵」': 'as above',
  'purchaseSend.order 必填': 'what was bought by contract has no application; one of the two is asked for by a rule',
  'purchaseSend.contractArrive 带出':
    'the lines say when they are due, whether an application or a contract ordered them',
  'serviceProvider.providerName 唯一':
    'a change of a registered supplier is filed with the same form; the library holds the constraint',
  'serviceProvider.creditCode 唯一':
    'a change of a registered supplier is filed with the same form; the library holds the constraint',
  'InvitationUnit.units.sameControl 带出':
    'the server compares controllers, legal persons, telephones, addresses and accounts',
  'InvitationUnit.units.sameControl 默认':
    'the server compares controllers, legal persons, telephones, addresses and accounts',
  'InvitationUnit.rankings.basePrice 必填': 'the mean of the valid quotes is worked out, as its hint says',
  'InvitationUnit.rankings.basePrice 公式': 'the mean of the valid quotes is worked out, as its hint says',
  'InvitationUnit.rankings.basePrice 单位与范围': 'the mean of the valid quotes is worked out, as its hint says',
  'InvitationUnit.rankings.priceMark 公式': 'no less than nothing, as the page of tenders says',
  'InvitationUnit.rankings.finalMark 公式': 'no less than nothing, as the page of tenders says',
  'paymentNotEnergy.invoices.invoiceKey 唯一': 'the register of invoices holds the constraint, over all modules',
  'quotaReimburse.tickets.invoiceKey 唯一': 'the register of invoices holds the constraint, over all modules',
  'quotaReimburse.keeper 带出': 'the account knows who keeps its petty cash',
  'payment.originLeft 显示条件':
    'what begins an advance, or has nothing to do with one, leaves nothing of an earlier one',
  'paymentNotEnergy.originLeft 显示条件': 'as above',
  'paymentNotEnergy.payableAfter 显示条件': 'without a payable the payment would leave less than nothing of it',
  'borrowing.applyTotal 显示条件': 'a repayment or an extension asks for no money',
  'borrowing.originLeft 显示条件': 'a new loan has no earlier one',
  'borrowing.leftAfter 显示条件': 'as above, and an extension leaves it as it is',
  'borrowing.budgetAfter 显示条件': 'only a new loan takes of the budget',
  'quotaReimburse.出纳收付款.bankSerial 显示条件': 'what goes with the pay has no transfer of its own',
  'EMCProjectCheck.runHours 带出': 'the device knows how long it has run',
  'providerAnnualReview.orderCount 带出': 'the book of deliveries counts them',
  'providerAnnualReview.onTimeCount 带出': 'as above',
  'providerAnnualReview.rejectCount 带出': 'the book of faults counts them',
  'providerAnnualReview.deals.dealAmount 带出': 'the contract knows what it comes to',
  'providerAnnualReview.deals.paidAmount 带出': 'and what was paid on it',
  'feePaymentBehalf.unrecovered 带出': 'the ledger of receivables knows what has not come back',
  'staffRent.monthRent 单位与范围': 'a rent is so much a month',
  'staffRent.depositBack 带出': 'the lease knows which deposit has not come back',
  'staffRent.houseAddress 提示': 'a house is told from another by its address',
  'staffRent.行政审核.leaseNo 带出': 'a lease keeps the number that it was given',
  'measurementCharge.readings.lossShare 带出': 'the server shares the loss, as its hint says',
  'measurementCharge.readings.lossShare 默认': 'the server shares the loss, as its hint says',
  'suspend.unitPrice 带出': 'what is billed by the month or the quarter has a price of the season besides its own',
  'suspend.unitPrice 提示': 'as above',
  'suspend.seasonDays 带出': 'the days go with the price: both are the fee’s',
  'suspend.stopDays 公式':
    'who asks for supply again has no end and so no days; + 1 made one of nothing, and money of it',
  'suspend.bills.billStopDays 带出': 'how many days of a bill lie in the suspension is the server’s to say',
  'suspend.bills.billDays 带出': 'how many days a bill’s cycle has is the server’s to say',
  'chargePreOpen.openUnpaid 带出': 'the book of invoices knows what was invoiced and not paid',
  ...Object.fromEntries(
    ['billMonth 带出', 'billAmount 带出', 'paid 带出', 'paid 默认'].map((what) => [
      `suspend.bills.${what}`,
      'a bill says what it is for and what was paid; nobody types it in',
    ]),
  ),
  'payMoney.invoices.invoiceAmount 带出': 'what was suspended and matched since can be paid as well',
  'payMoneyApproval.pays.applyAmount 带出': 'a batch pays what earlier ones left',
  'payMoneyApproval.pays.payableNow 带出': 'worked out anew when the batch is made, as its hint says',
  'payMoneyApproval.pays.accountChanged 带出': 'the server compares with the verified accounts, as its hint says',
  'payMoneyApproval.pays.accountChanged 默认': 'the server compares with the verified accounts, as its hint says',
  'payMoneyApproval.vouchers.bankSerial 显示条件': 'what is put off has neither reference nor receipt',
  'payMoneyApproval.vouchers.receipt 显示条件': 'what is put off has neither reference nor receipt',
  ...Object.fromEntries(
    [
      'operatePurchase.overBudget',
      'waterChemicalsApplication.overBudget',
      'EMCRoomConstruction.overBudget',
      'EMCTechnicalSupportTravel.costDifference',
      'departmentalWorkContact.costOver',
    ].map((field) => [`${field} 公式`, 'what stays within exceeds by nothing, not by less']),
  ),
  'systemSafetyCheck.lastUnclosed 带出': 'the book of hazards knows what the last check left open',
  'pressureVesselCheck.valveExpire 带出': 'the ledger of devices knows it since the last check',
  'pressureVesselCheck.gaugeExpire 带出': 'as above',
  'boilerCheck.valveExpire 带出': 'as above',
  'systemMaintenance.lastProblems 带出': 'the server knows what its hint promises',
  'systemCheck.lastScore 带出': 'as above',
  'toolManagementRecord.tools.tool 必填': 'a tool that is entered for the first time is not in the ledger yet',
  'toolManagementRecord.tools.tool 提示': 'as above',
  'projectInspectionCheck.lastRate 带出': 'the server knows what its hint promises',
  'projectInspectionCheck.rosterCount 带出': 'the server knows what its hint promises',
  'projectInspectionCheck.requiredPoints 带出': 'a point has several check items, and each is a row of its own',
  'projectInspectionCheck.requiredPoints 提示': 'says what is counted',
  'projectInspectionCheck.points.item 带出': 'a point has several check items: what is filled in is that of the row',
  'projectInspectionCheck.points.requirement 带出':
    'of the row’s own check item, as it stood when the point was scanned',
  'projectInspectionCheck.points.fullScore 带出': 'of the row’s own check item, as it stood when the point was scanned',
  'EMCRoomConstruction.leftBudget 带出': 'the budget of the year is the ledger’s, not typed in',
  'standardRoomCheck.整改反馈.fixedDate 显示条件': 'a room without problems has nothing to put right',
  'standardRoomCheck.整改反馈.fixedPhotos 显示条件': 'as above',
  ...Object.fromEntries(
    [
      'clientPay',
      'leftBudget',
      'works.unitPrice',
      'works.amount',
      'totalBudget',
      'companyPay',
      'overBudget',
      '完工验收.actualCost',
    ].map((field) => [`EMCRoomConstruction.${field} 单位与范围`, 'money is in yuan']),
  ),
  ...Object.fromEntries(
    [
      'envScore',
      'layoutScore',
      'hostScore',
      'signScore',
      'wallScore',
      'recordScore',
      'powerScore',
      'fireScore',
      'toolScore',
      'pipeScore',
      'dutyScore',
      'totalScore',
      'deductTotal',
      'problems.deductScore',
    ].map((field) => [`standardRoomCheck.${field} 单位与范围`, 'scores are in points']),
  ),
  'constructionSafetyInspection.builder 带出': 'the application of the works says who builds',
  'constructionSafetyInspection.siteLeader 带出': 'as above',
  'constructionSafetyInspection.sitePhone 带出': 'as above',
  'boilerCheck.ratedPower 单位与范围': 'the ledger of devices keeps kW',
  'ServiceEvaluationA.scores.fullScore 默认': 'ten items of ten points are the hundred that a rule asks for',
  ...OPERATION_DEPARTURES,
};
/** `module step` → why the chain has a step that the catalogue's form does not list. */
const ADDED_STEPS: Readonly<Record<string, string>> = Object.fromEntries(
  ['maintenance', 'waterProcurement', 'maintain', 'detection'].map((id) => [
    `${id} 法务审核`,
    'the page of other contracts sends those of a high secrecy to the lawyers',
  ]),
);
/** Forms that a new record opens with more than the catalogue asks: who fills it in, and today. */
const OPENING: ReadonlySet<unknown> = new Set(['me', 'today', 'now', 'month', 'myDept']);
/** Budgets belong to a project or a department, so that they are looked up in the ledger by the record's own values. */
const BUDGET_FROM: Readonly<Record<string, string>> = {
  fundBudgetLeft: 'left',
  monthBudgetCount: 'monthCount',
  yearFundBudget: 'yearBudget',
  yearFundApproved: 'yearApproved',
  lastMonthFundApproved: 'lastMonthApproved',
  lastMonthFundPaid: 'lastMonthPaid',
  lastYearFundPaid: 'lastYearPaid',
  fundApproved: 'approved',
};
const fromOf = (from: string | undefined): string | undefined => {
  const [, property = ''] = /^(?:project|dept)\.(\w+)$/.exec(from ?? '') ?? [];
  return BUDGET_FROM[property] === undefined ? from : `fundBudgetLedger.${BUDGET_FROM[property]}`;
};

const folder = join(import.meta.dirname, '../../shared/catalogue/forms');
const catalogue = new Map<string, CatalogueForm>();
if (existsSync(folder))
  for (const file of readdirSync(folder))
    for (const form of parse(readFileSync(join(folder, file), 'utf8')) as CatalogueForm[]) catalogue.set(form.id, form);

const typeOf = (field: Field): string =>
  field.type === 'decimal' ? `decimal(${field.places})` : field.type === 'ref' ? `ref(${field.entity})` : field.type;

const met = new Set<string>();
/** Compares one property; a departure has to be one, so that the list of them does not outlive its reasons. */
function same(what: string, ours: unknown, theirs: unknown): void {
  if (!DEPARTURES[what]) return expect(ours, what).toEqual(theirs);
  met.add(what);
  expect(ours, `${what}：与目录已无差别，请删去这条说明`).not.toEqual(theirs);
}

/** What a field of the catalogue is called here. */
const keyOf = (where: string, key: string): string => RENAMED[where]?.[key] ?? key;

function compareFields(where: string, ours: Fields | undefined, theirs: readonly CatalogueField[] | undefined): void {
  // What the product adds stands in the definition's own words; the catalogue's order is the paper's.
  const listed = (theirs ?? []).map((want) => keyOf(where, want.key));
  expect(
    Object.keys(ours ?? {}).filter((key) => listed.includes(key)),
    `${where} 顺序`,
  ).toEqual(listed);
  for (const want of theirs ?? []) {
    const path = `${where}.${want.key}`;
    const field = ours?.[keyOf(where, want.key)];
    expect(Object.keys(ours ?? {}), `${path} 缺少`).toContain(keyOf(where, want.key));
    if (!field) continue;
    same(`${path} 类型`, typeOf(field), want.type);
    same(`${path} 名称`, field.label, want.label);
    same(`${path} 必填`, field.required ?? false, want.required ?? false);
    same(
      `${path} 单位与范围`,
      { unit: field.unit, min: field.min, max: field.max },
      { unit: want.unit, min: want.min, max: want.max },
    );
    same(`${path} 选项`, 'options' in field ? field.options : undefined, want.options?.map(String));
    same(`${path} 显示条件`, field.showIf, want.showIf);
    same(`${path} 公式`, field.formula, want.formula);
    same(`${path} 带出`, field.from, fromOf(want.from));
    same(`${path} 大写`, field.capital ?? false, want.capital ?? false);
    same(`${path} 唯一`, field.unique ?? false, want.unique ?? false);
    same(`${path} 提示`, field.hint, want.hint);
    if (want.default !== undefined || !OPENING.has(field.default)) same(`${path} 默认`, field.default, want.default);
  }
}

describe.runIf(catalogue.size > 0)('definitions against the catalogue', () => {
  it.each(Object.entries(FORMS as Readonly<Record<string, FormShape>>).filter(([id]) => !OWN_MODULES.includes(id)))(
    '%s holds what the catalogue lists',
    (id, form) => {
      const want = catalogue.get(id);
      expect([...catalogue.keys()], '目录中没有这个模块').toContain(id);
      if (!want) return;
      expect(form.purpose).toBe(want.purpose);
      expect(form.serial).toBe(want.serial);
      expect(Object.keys(form.links ?? {})).toEqual(want.links ?? []);
      for (const [link, field] of Object.entries(form.links ?? {}))
        expect(field.type === 'ref' ? field.entity : field.type, `${id}.${link} 关联`).toBe(link);
      compareFields(id, form.fields, want.fields);
      compareFields(id, form.computed, want.computed);
      for (const detail of want.details ?? []) {
        const ours = form.details?.[detail.key];
        expect(ours?.label).toBe(detail.label);
        expect(ours?.step).toBe(detail.step);
        compareFields(`${id}.${detail.key}`, ours?.fields, detail.fields);
      }
      const steps = form.steps.filter(({ name }) => ADDED_STEPS[`${id} ${name}`] === undefined);
      expect(steps.map(({ name, by, mode, final }) => ({ name, by, mode, final }))).toEqual(
        want.steps.map(({ name, by, mode, final }) => ({ name, by, mode, final })),
      );
      for (const [index, step] of want.steps.entries()) {
        const when = step.when === undefined ? undefined : String(step.when);
        same(`${id} ${step.name} 条件`, steps[index]?.when, when);
        compareFields(`${id}.${step.name}`, steps[index]?.fields, step.fields);
      }
      expect(form.cc ?? []).toEqual(want.cc ?? []);
      // Lists name the applicant's department `dept` where the form has none of its own.
      const ownDept = [form.links, form.fields].some((fields) => Object.hasOwn(fields ?? {}, 'dept'));
      const named = (names: readonly string[]): readonly string[] =>
        names.map((name) => (name === 'dept' && !ownDept ? 'applicantDept' : keyOf(id, name)));
      expect(form.list.columns).toEqual(named(want.list.columns));
      expect(form.list.filters).toEqual(named(want.list.filters));
      expect(form.list.sum ?? []).toEqual(want.list.sum ?? []);
      for (const rule of want.rules ?? []) {
        const ours = (form.rules ?? []).filter((one) => one.error === rule.error).map((one) => one.if);
        const wanted = String(rule.if);
        same(`${id} 规则「${rule.error}」`, ours.includes(wanted) ? wanted : ours, wanted);
      }
      expect(form.print).toBe(want.print ?? 'A4');
      expect(form.reports ?? []).toEqual(want.reports ?? []);
    },
  );

  it('departs from the catalogue only where that is accounted for', () => {
    expect([...met].sort()).toEqual(Object.keys(DEPARTURES).sort());
  });
});
