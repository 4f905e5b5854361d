/** EMC bids and the journeys that support them: loans, attendance, deposits, rivals, and how the project to be won stands. */
import { attendance, depositReceivable, prospectFollow, rivalQuote, salesBid } from '@hengneng/forms';
import type { EMCProjectBidSummary, EMCTechnicalSupportTravel } from '@hengneng/forms';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import { minus, positive } from '../books/money.ts';
import { dayOf, monthOf } from '../books/source.ts';
import { effect } from '../kit/effect.ts';

type Bid = Recorded<typeof EMCProjectBidSummary>;
type Travel = Recorded<typeof EMCTechnicalSupportTravel>;

const MONTH = 30;

const bidEffects: EffectsOf<'EMCProjectBidSummary', Bid> = {
  'EMCProjectBidSummary.ledger': effect(async ({ record, book }) => {
    const openedOn = dayOf(record.openTime);
    await book(salesBid, {
      bidName: record.bidName,
      bidNo: record.bidNo,
      tenderee: record.tenderee,
      businessMode: record.businessMode,
      buildingType: record.buildingType,
      openedOn,
      ourPrice: record.ourPrice,
      ourScore: record.ourScore,
      ranking: record.ranking,
      result: record.bidResult,
      winner: record.winner,
      winPrice: record.winPrice,
      rivals: record.competitorCount,
      cost: record.bidCostTotal,
      sourceNo: record.serial,
    });
    await book(
      rivalQuote,
      ...record.competitors.map((row) => ({
        rival: row.competitor,
        bidName: record.bidName,
        openedOn,
        price: row.price,
        totalScore: row.totalPart,
        won: row.competitor === record.winner,
        strength: row.strength,
        sourceNo: record.serial,
      })),
    );
  }),
  'EMCProjectBidSummary.review': effect(async ({ record, services }) => {
    if (record.bidResult === '中标')
      await services.draft({
        module: 'projectInvestReview',
        applicant: record.applicant,
        title: `「${record.bidName}」已中标，请补全项目投资评审`,
        values: { reviewKind: '新建项目投资', supplyArea: record.airArea },
      });
  }),
  'EMCProjectBidSummary.deposit': effect(async ({ record, book, services, now }) => {
    const left = minus(record.deposit ?? '0', record.depositReturned ?? '0');
    if (!positive(left)) return;
    await book(depositReceivable, {
      kind: '投标保证金',
      project: record.project,
      counterpart: record.tenderee,
      contractNo: record.bidNo,
      amount: record.deposit ?? left,
      returned: record.depositReturned ?? '0.00',
      keeper: record.applicant,
    });
    await services.remind({
      on: dayOf(new Date(now.getTime() + MONTH * 86_400_000)),
      everyDays: MONTH,
      to: [record.applicant],
      title: `「${record.bidName}」投标保证金尚有${left}元未退回，请向${record.tenderee}催退`,
    });
  }),
  'EMCProjectBidSummary.follow': effect(({ record, book }) =>
    book(prospectFollow, {
      prospect: record.bidName,
      customerName: record.tenderee,
      kind: '投标',
      followedOn: dayOf(record.openTime),
      stage: '投标',
      outcome: record.bidResult,
      amount: record.ourPrice,
      content: record.lessons,
      follower: record.applicant,
      sourceNo: record.serial,
    }),
  ),
};

const travelEffects: EffectsOf<'EMCTechnicalSupportTravel', Travel> = {
  'EMCTechnicalSupportTravel.loan': effect(async ({ record, services, now }) => {
    if (positive(record.advance))
      await services.draft({
        module: 'borrowing',
        applicant: record.applicant,
        title: `出差${record.serial}预借差旅费${record.advance ?? ''}元，请提交借款单`,
        values: {
          project: record.project,
          loanAction: '借款',
          borrower: record.applicant,
          loanKind: '差旅借款',
          useReason: `${record.destination}出差：${record.targetProject}技术支持`,
          travelForm: record.id,
          budgetMonth: monthOf(now),
          uses: [
            { useItem: '交通费', usePlace: record.destination, useDate: record.departDate, useAmount: record.advance },
          ],
        },
      });
  }),
  'EMCTechnicalSupportTravel.follow': effect(({ record, book }) =>
    book(prospectFollow, {
      prospect: record.targetProject,
      customerName: record.customerName,
      kind: '技术支持出差',
      followedOn: record.returnDate,
      stage: record.projectStage,
      outcome: record.resultType ?? '',
      amount: record.expectInvest,
      content: record.nextAction,
      follower: record.requestUser,
      sourceNo: record.serial,
    }),
  ),
  'EMCTechnicalSupportTravel.attendance': effect(({ record, book }) =>
    book(
      attendance,
      ...record.travelers.map((employee) => ({
        employee,
        kind: '出差' as const,
        startOn: record.departDate,
        endOn: record.returnDate,
        days: record.travelDays,
        place: record.destination,
        sourceNo: record.serial,
      })),
    ),
  ),
};

export const bidsEffects = { ...bidEffects, ...travelEffects };
