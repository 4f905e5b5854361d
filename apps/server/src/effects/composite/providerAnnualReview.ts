/** 供方年度评审: one a year for each supplier; its grade holds from the day it is decided. */
import { buyerContract, type providerAnnualReview, supplierEvaluation } from '@hengneng/forms';
import { sql } from 'kysely';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { wrong } from '../../platform/http/errors.ts';
import { dayOf } from '../books/source.ts';
import { gradeValues, laterDay } from '../engineering/grades.ts';
import { effect } from '../kit/effect.ts';

type Review = Recorded<typeof providerAnnualReview>;

/** Years for which a supplier of grade D is not used. */
const BANNED_YEARS = 2;
/** What a ban for good says as its last day. */
const FOR_GOOD = '9999-12-31';

const banned = (record: Review): boolean => record.conclusion === '淘汰拉黑';
const nameOf = async (tx: Tx, supplier: string): Promise<string> =>
  (await sql<{ name: string }>`select name from supplier where id = ${supplier}`.execute(tx)).rows[0]?.name ?? '';

export const providerAnnualReviewEffects: EffectsOf<'providerAnnualReview', Review> = {
  'providerAnnualReview.check': effect(async ({ tx, record, find }) => {
    // The supplier is locked, so that of two reviews at once the second sees the first.
    await sql`select 1 from supplier where id = ${record.supplier} for update`.execute(tx);
    const { rows } = await sql<{ serial: string | null }>`select serial from f_provider_annual_review
      where supplier = ${record.supplier} and review_year = ${record.reviewYear} and id <> ${record.id}
        and status in ('running', 'returned', 'approved') limit 1`.execute(tx);
    if (rows[0]) throw wrong('reviewYear', `该供方${record.reviewYear}年度已有评审${rows[0].serial ?? ''}`);
    for (const [index, row] of record.deals.entries()) {
      const path = `deals[${index}].dealContract`;
      if (record.deals.findIndex((other) => other.dealContract === row.dealContract) < index)
        throw wrong(path, '合同重复，请合并为一行');
      const [contract] = await find(buyerContract, { id: row.dealContract });
      if (contract !== undefined && contract.supplier !== record.supplier) throw wrong(path, '合同不是所评供方的');
    }
  }),
  'providerAnnualReview.grade': effect(async ({ tx, record, book, set, now }) => {
    const today = dayOf(now);
    const grade = record.newGrade ?? 'D';
    const until = banned(record) ? FOR_GOOD : grade === 'D' ? laterDay(today, { years: BANNED_YEARS }) : null;
    const { rows } = await sql<{ state: string }>`select state from supplier where id = ${record.supplier}`.execute(tx);
    await book(supplierEvaluation, {
      supplier: record.supplier,
      kind: '年度评审',
      node: `${record.reviewYear}年度`,
      evaluatedOn: today,
      score: record.totalScore,
      result: record.conclusion,
      fromGrade: record.currentGrade,
      toGrade: grade,
      effectDate: today,
      bannedUntil: until,
      inEffect: true,
      nextShare: record.shareNextYear,
    });
    await set('supplier', record.supplier, {
      ...gradeValues('operation_grade', grade, today, until),
      // What was on trial and is found good is admitted.
      ...((grade === 'A' || grade === 'B') && rows[0]?.state === '试用' ? { state: '合格' } : {}),
    });
  }),
  'providerAnnualReview.ban': effect(async ({ tx, record, set, services }) => {
    if (!banned(record)) return;
    await set('supplier', record.supplier, { state: '停用', warning: `${record.reviewYear}年度评审淘汰` });
    await services.todo({
      kind: '供方淘汰',
      title: `${await nameOf(tx, record.supplier)}经${record.serial}淘汰，不再邀标和采购，请清理未执行的订单`,
      to: [],
      role: 'purchaser',
    });
  }),
  'providerAnnualReview.recheck': effect(async ({ tx, record, services }) => {
    if (record.conclusion !== '限期整改' || record.rectifyDeadline === null) return;
    await services.remind({
      on: record.rectifyDeadline,
      to: [record.applicant],
      title: `${await nameOf(tx, record.supplier)}整改期限已到（${record.serial}），请复评`,
    });
  }),
  'providerAnnualReview.labor': effect(async ({ tx, record, services }) => {
    if (record.providerType !== '劳务派遣') return;
    await services.todo({
      kind: '劳务派遣评审',
      title: `${await nameOf(tx, record.supplier)}${record.reviewYear}年度评审${record.newGrade ?? ''}级，${record.conclusion ?? ''}，请安排派遣用工`,
      to: [],
      role: 'hr',
    });
  }),
};
