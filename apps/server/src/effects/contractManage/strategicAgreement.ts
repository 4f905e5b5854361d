/** 战略协议: what we agree on with makers and groups for years, before any single contract. */
import { agreement, unitEngineeringPrice } from '@hengneng/forms';
import type { strategicAgreement } from '@hengneng/forms';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import { effect } from '../kit/effect.ts';

/** Days before the last day of notice. */
const DECIDE_DAYS = 30;

type Strategic = Recorded<typeof strategicAgreement>;

export const strategicAgreementEffects: EffectsOf<'strategicAgreement', Strategic> = {
  'strategicAgreement.ledger': effect(async ({ record, book }) => {
    await book(agreement, {
      agreementNo: record.serial,
      name: `${record.partner}${record.direction}战略协议`,
      kind: '战略协议',
      counterpart: record.partner,
      supplier: record.partnerProvider,
      keeper: record.applicant,
      amount: record.commitTotal,
      executed: '0.00',
      signDate: record.signDate,
      startDate: record.startDate,
      endDate: record.endDate,
      autoRenew: record.autoRenew,
      noticeDays: record.noticeDays,
      deposit: record.deposit,
      secrecy: record.secrecy,
      state: '履行中',
    });
  }),
  'strategicAgreement.pricing': effect(async ({ record, book, set }) => {
    if (record.direction !== '我方采购' || record.partnerProvider === null) return;
    const supplier = record.partnerProvider;
    await set('supplier', supplier, { strategic_until: record.endDate });
    await book(
      unitEngineeringPrice,
      ...record.priceItems.map((row) => ({
        section: row.category,
        name: row.product,
        unit: '项',
        unitPrice: row.agreedPrice ?? '0.0000',
        priceKind: '战略协议价' as const,
        supplier,
        priceDate: record.startDate,
        validTo: record.endDate,
      })),
    );
  }),
  'strategicAgreement.remindEnd': effect(async ({ record, services }) => {
    // What renews itself is decided on before the last day on which notice can be given.
    const notice = record.autoRenew ? (record.noticeDays ?? 0) : 0;
    await services.remind({
      on: record.endDate,
      daysBefore: record.autoRenew ? notice + DECIDE_DAYS : 90,
      to: [record.applicant],
      title: record.autoRenew
        ? `与${record.partner}的战略协议${record.serial}${record.endDate}到期将自动续期，不续须提前${notice}天通知对方，请决定是否续`
        : `与${record.partner}的战略协议${record.serial}${record.endDate}到期，请办理续签或终止`,
    });
  }),
};
