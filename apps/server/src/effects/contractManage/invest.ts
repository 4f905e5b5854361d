/** 投资: what was decided to be invested, in projects and in companies. */
import { agreement, equityInvestment, investProject, investQuota, paySchedule } from '@hengneng/forms';
import type { joinVentureAgreement, projectInvestReview } from '@hengneng/forms';
import { Big } from 'big.js';
import { sql } from 'kysely';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { invalid } from '../../platform/http/errors.ts';
import { closeSubsidiary, openSubsidiary } from '../../modules/identity/index.ts';
import { positive } from '../books/money.ts';
import { dayOf, yearOf } from '../books/source.ts';
import { effect, undoing } from '../kit/effect.ts';
import { addMonths } from './instalments.ts';

type Review = Recorded<typeof projectInvestReview>;
type Venture = Recorded<typeof joinVentureAgreement>;

const COUNTED: readonly (string | null)[] = ['有效', '已签约'];

export const projectInvestReviewEffects: EffectsOf<'projectInvestReview', Review> = {
  'projectInvestReview.ledger': effect(async ({ record, now, book, find }) => {
    if (record.decision === '不同意') return;
    const approvedOn = dayOf(now);
    const year = yearOf(approvedOn);
    const approved = record.approvedInvest ?? '0.00';
    // The quota is locked, so that two decisions cannot both take the rest of it.
    const [quota] = await find(investQuota, { year });
    if (quota?.amount) {
      const taken = (await find(investProject, { year }))
        .filter((each) => COUNTED.includes(each.state))
        .reduce((sum, each) => sum.plus(each.approvedInvest ?? 0), Big(0));
      const left = Big(quota.amount).minus(taken);
      if (left.lt(approved))
        throw invalid([{ path: 'approvedInvest', message: `${year}年投资额度只剩${left.toFixed(2)}元，请调整批准额` }]);
    }
    await book(investProject, {
      review: record.id,
      consultProject: record.consultProject,
      reviewKind: record.reviewKind,
      investMode: record.investMode,
      year,
      totalInvest: record.totalInvest,
      approvedInvest: approved,
      payback: record.payback,
      npv: record.npv,
      irr: record.irr,
      approvedOn,
      validUntil: addMonths(approvedOn, record.validMonths ?? 12),
      conditions: record.approvedConditions,
      state: '有效',
    });
  }),
  'projectInvestReview.conditions': effect(async ({ record, now, services }) => {
    if (record.approvedConditions !== null)
      await services.todo({
        kind: '投资前置条件',
        title: `投资评审${record.serial}附条件同意：${record.approvedConditions}，签订运营合同前须落实`,
        to: [record.applicant],
        due: addMonths(dayOf(now), record.validMonths ?? 12),
      });
  }),
  'projectInvestReview.remindExpiry': effect(async ({ record, now, services }) => {
    if (record.decision === '不同意') return;
    const until = addMonths(dayOf(now), record.validMonths ?? 12);
    await services.remind({
      on: until,
      daysBefore: 30,
      to: [record.applicant],
      title: `投资评审${record.serial}批准有效期至${until}，届满未签约将自动失效并释放额度`,
    });
  }),
};

/** Approvals that no contract followed in time fall away, and with them their share of the year's quota. @returns how many */
export async function expireInvestments(tx: Tx, today: string): Promise<number> {
  const { rows } = await sql`update b_invest_project set state = '已失效'
    where state = '有效' and not voided and valid_until < ${today}::date returning 1`.execute(tx);
  return rows.length;
}

export const joinVentureAgreementEffects: EffectsOf<'joinVentureAgreement', Venture> = {
  'joinVentureAgreement.ledger': effect(async ({ record, book }) => {
    await book(agreement, {
      agreementNo: record.serial,
      name: `${record.ventureName}合资协议`,
      kind: '合资协议',
      counterpart: record.parties
        .filter((row) => row.partySide === '合作方')
        .map((row) => row.partyName)
        .join('、'),
      keeper: record.applicant,
      amount: record.ourTotal,
      executed: '0.00',
      signDate: record.signDate,
      startDate: record.licenseDate ?? record.signDate,
      endDate: addMonths(record.licenseDate ?? record.signDate ?? dayOf(record.createdAt), record.ventureYears * 12),
      autoRenew: false,
      noticeDays: record.noticeDays,
      secrecy: record.secrecy,
      state: '履行中',
    });
  }),
  'joinVentureAgreement.equity': effect(async ({ record, book }) => {
    await book(equityInvestment, {
      agreementNo: record.serial,
      venture: record.ventureName,
      ventureForm: record.ventureForm,
      controlKind: record.controlKind,
      subscribed: record.ourTotal ?? '0.00',
      ratio: record.ourRatioTotal,
      paidIn: '0.00',
      since: record.signDate,
    });
  }),
  'joinVentureAgreement.payIn': effect(({ record, book }) =>
    book(
      paySchedule,
      ...record.instalments
        .filter((row) => positive(row.payAmount))
        .map((row) => ({
          dept: record.applicantDept,
          kind: '付款' as const,
          dueOn: row.payDeadline,
          subject: '股权投资',
          counterparty: record.ventureName,
          payAmount: row.payAmount,
          state: '按期' as const,
          sourceNo: record.serial,
        })),
    ),
  ),
  'joinVentureAgreement.subsidiary': undoing(
    effect(async ({ tx, record, actor, find, setEntry, log }) => {
      if (record.controlKind !== '控股并表') return;
      const dept = await openSubsidiary(tx, record.ventureName, actor.userId);
      log({ dept });
      const [equity] = await find(equityInvestment, { agreementNo: record.serial });
      if (equity) await setEntry(equityInvestment, equity.id, { dept });
    }),
    async (tx, { actor, logged }) => (logged.dept ? closeSubsidiary(tx, logged.dept, actor.userId) : undefined),
  ),
};
