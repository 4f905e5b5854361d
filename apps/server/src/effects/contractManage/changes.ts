/** What changes a contract after its signing: 运营续签 and 补充协议. */
import { addDays } from '@hengneng/core';
import { buyerContract, contractPlan, projectContract } from '@hengneng/forms';
import type { operationRenewal, supplementaryAgreement } from '@hengneng/forms';
import { Big } from 'big.js';
import { sql } from 'kysely';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { invalid } from '../../platform/http/errors.ts';
import { type NewPrice, type PriceItem, priceKind } from '../books/customer-contracts.ts';
import { positive } from '../books/money.ts';
import { dayOf } from '../books/source.ts';
import { effect, type Writing } from '../kit/effect.ts';
import { projectManagers } from '../kit/people.ts';
import { periodsOf, splitAmount, spread, yearlyOver } from './instalments.ts';
import { planAmounts } from './ledger.ts';
import { pricing } from './prices.ts';
import { addVersion, keepFirstVersion } from './versions.ts';

type Renewal = Recorded<typeof operationRenewal>;
type Supplement = Recorded<typeof supplementaryAgreement>;

const CYCLE_MONTHS: Readonly<Record<string, number>> = { 月: 1, 季: 3, 供能季: 6, 半年: 6, 年: 12 };
/** Where a contract does not say when it is paid. */
const PAY_DAYS = 30;

interface Terms {
  readonly cycle: string | null;
  readonly payDays: number | null;
}

async function payTerms(tx: Tx, contract: string): Promise<Terms> {
  const { rows } =
    await sql<Terms>`select settle_cycle as cycle, pay_days as "payDays" from contract where code = ${contract}`.execute(
      tx,
    );
  return rows[0] ?? { cycle: null, payDays: null };
}

export const operationRenewalEffects: EffectsOf<'operationRenewal', Renewal> = {
  'operationRenewal.extend': effect(async ({ tx, record, now, book, find, set, add }) => {
    await keepFirstVersion({ tx, book, find }, record.contract, dayOf(now));
    await set('contract', record.contract, {
      end_on: record.newEnd,
      year_amount: record.newYearIncome,
      renew_state: '已续签',
    });
    await add('contract', record.contract, { amount: record.renewTotal, renew_count: 1 });
    await addVersion(
      { tx, book, find },
      {
        contract: record.contract,
        kind: '续签',
        documentNo: record.serial,
        effectDate: record.newStart,
        summary: record.modeChange ?? record.renewKind,
      },
    );
  }),
  'operationRenewal.prices': pricing((record) => ({
    contract: record.contract,
    prices: record.priceChanges.map((row) => ({
      kind: priceKind(row.priceItem, row.billBasis),
      unit: row.billBasis,
      price: row.newPrice,
      from: record.newStart,
      to: record.newEnd,
    })),
  })),
  'operationRenewal.replan': effect(async ({ tx, record, book, find, setEntry }) => {
    for (const each of await find(contractPlan, { contract: record.contract, direction: '收', state: '有效' }))
      if (each.periodFrom !== null && each.periodFrom >= record.newStart)
        await setEntry(contractPlan, each.id, { state: '已调整' });
    const { cycle, payDays } = await payTerms(tx, record.contract);
    const periods = periodsOf(record.newStart, record.newEnd, CYCLE_MONTHS[cycle ?? '月'] ?? 1);
    await planAmounts(
      { book },
      { direction: '收', project: record.project, contract: record.contract },
      spread('续签结算款', yearlyOver(record.newYearIncome ?? '0.00', periods), periods, ({ to }) =>
        addDays(to, payDays ?? PAY_DAYS),
      ),
    );
  }),
  'operationRenewal.investDraft': effect(async ({ record, services }) => {
    if (positive(record.newInvest))
      await services.draft({
        module: 'projectInvestReview',
        applicant: record.applicant,
        title: `续签${record.serial}需投入${record.newInvest}元（${record.investUse}），请填报投资评审`,
        values: { reviewKind: '追加投资', contractYears: Math.max(1, Math.round(record.newMonths / 12)) },
      });
  }),
};

/** Clauses that are prices, and what they price. */
const PRICE_CLAUSES: Readonly<Record<string, PriceItem>> = {
  供冷单价: '供冷',
  采暖单价: '采暖',
  热水单价: '卫生热水',
  基本费: '基本容量费',
  服务费: '运营服务费',
};
const PRICE = /^(\d+(?:\.\d{1,4})?)\s*(元\/\S+)$/;

/** Prices that the clauses bring, each until the contract's end. @throws invalid at a clause that is no price */
function newPrices(record: Supplement): readonly NewPrice[] {
  if (record.contractSide !== '客户合同') return [];
  const from = record.retroactive === true ? (record.retroFrom ?? record.effectDate) : record.effectDate;
  return record.clauses.flatMap((row, index) => {
    const item = PRICE_CLAUSES[row.clauseItem];
    if (item === undefined) return [];
    const match = PRICE.exec(row.after.trim());
    if (!match)
      throw invalid([{ path: `clauses[${index}].after`, message: '单价条款请写数值和单位，如 0.5200元/kWh' }]);
    const [, price = '', unit = ''] = match;
    return [{ kind: priceKind(item, unit), unit, price, from, to: record.newEnd ?? record.oldEnd }];
  });
}

/** What is still to come of a plan takes up the difference, each instalment by its share; nothing left: one on the day of effect. */
async function replan(
  { find, setEntry, book }: Pick<Writing, 'find' | 'setEntry' | 'book'>,
  of: { readonly contract: string | null } | { readonly buyerContract: string },
  record: Supplement,
): Promise<void> {
  const change = Big(record.changeAmount ?? 0);
  if (change.eq(0)) return;
  const direction = 'contract' in of ? '收' : '付';
  const open = (await find(contractPlan, { ...of, direction, state: '有效' })).filter(
    (each) => each.dueOn !== null && each.dueOn >= record.effectDate,
  );
  const total = open.reduce((sum, each) => sum.plus(each.amount ?? 0), Big(0)).plus(change);
  if (open.length === 0) {
    if (change.gt(0))
      await planAmounts({ book }, { direction, project: record.project, ...of }, [
        { item: `补充协议${record.serial}`, dueOn: record.effectDate, amount: change.toFixed(2) },
      ]);
    return;
  }
  const amounts = splitAmount(
    (total.lt(0) ? Big(0) : total).toFixed(2),
    open.map((each) => Big(each.amount ?? 0)),
  );
  for (const each of open) await setEntry(contractPlan, each.id, { state: '已调整' });
  await planAmounts(
    { book },
    { direction, project: record.project, ...of },
    open.flatMap((each, at) => {
      const amount = amounts[at] ?? '0.00';
      const period = each.periodFrom && each.periodTo ? { periodFrom: each.periodFrom, periodTo: each.periodTo } : {};
      return positive(amount) ? [{ item: each.item ?? '', dueOn: each.dueOn ?? '', amount, ...period }] : [];
    }),
  );
}

/** A contract of the engineering stands in two ledgers under one number. */
async function boughtUnder(
  { find }: Pick<Writing, 'find'>,
  record: Supplement,
): Promise<{ readonly buyer: string | undefined; readonly project: string | undefined }> {
  if (record.buyerContract !== null) {
    const [buyer] = await find(buyerContract, { id: record.buyerContract });
    const [project] = await find(projectContract, { document: buyer?.contractNo });
    return { buyer: buyer?.id, project: project?.id };
  }
  if (record.projectContract === null) return { buyer: undefined, project: undefined };
  const [project] = await find(projectContract, { id: record.projectContract });
  const [buyer] = await find(buyerContract, { contractNo: project?.document });
  return { buyer: buyer?.id, project: project?.id };
}

const changedClauses = (record: Supplement): string =>
  record.clauses.map((row) => `${row.clauseItem}：${row.before} → ${row.after}`).join('；');

export const supplementaryAgreementEffects: EffectsOf<'supplementaryAgreement', Supplement> = {
  'supplementaryAgreement.checkTerms': effect(async ({ record }) => void newPrices(record)),
  'supplementaryAgreement.newVersion': effect(async ({ tx, record, now, book, find, set, add }) => {
    if (record.contractSide !== '客户合同' || record.contract === null) return;
    await keepFirstVersion({ tx, book, find }, record.contract, dayOf(now));
    await add('contract', record.contract, { amount: record.changeAmount });
    await set('contract', record.contract, {
      ...(record.newEnd === null ? {} : { end_on: record.newEnd }),
      ...(record.newParty === null ? {} : { party_a: record.newParty, customer_code: record.newPartyCode }),
    });
    await addVersion(
      { tx, book, find },
      {
        contract: record.contract,
        kind: '补充协议',
        documentNo: record.serial,
        effectDate: record.effectDate,
        summary: changedClauses(record),
      },
    );
  }),
  'supplementaryAgreement.prices': pricing((record) => ({ contract: record.contract, prices: newPrices(record) })),
  'supplementaryAgreement.replan': effect(async ({ record, book, find, setEntry }) => {
    const writing = { book, find, setEntry };
    if (record.contractSide === '客户合同') return replan(writing, { contract: record.contract }, record);
    const { buyer } = await boughtUnder({ find }, record);
    return buyer === undefined ? undefined : replan(writing, { buyerContract: buyer }, record);
  }),
  'supplementaryAgreement.retroDraft': effect(async ({ tx, record, services }) => {
    if (record.retroactive !== true || record.contractSide !== '客户合同') return;
    const [manager = record.applicant] = await projectManagers(tx, record.project);
    await services.draft({
      module: 'userSettlement',
      applicant: manager,
      title: `补充协议${record.serial}追溯至${record.retroFrom}（${record.settleHandle}），请编制差额结算单`,
      values: {
        project: record.project,
        contract: record.contract,
        settleKind: '差额补结',
        periodStart: record.retroFrom,
        periodEnd: addDays(record.effectDate, -1),
        settleNote: changedClauses(record),
      },
    });
  }),
  'supplementaryAgreement.purchased': effect(async ({ record, find, addEntry, setEntry }) => {
    if (record.contractSide === '客户合同') return;
    const { buyer, project } = await boughtUnder({ find }, record);
    const end = record.newEnd === null ? null : { endDate: record.newEnd };
    if (buyer !== undefined) {
      await addEntry(buyerContract, buyer, { totalAmount: record.changeAmount ?? '0.00' });
      if (end) await setEntry(buyerContract, buyer, end);
    }
    if (project !== undefined) {
      await addEntry(projectContract, project, { amount: record.changeAmount ?? '0.00' });
      if (end) await setEntry(projectContract, project, end);
    }
  }),
};
