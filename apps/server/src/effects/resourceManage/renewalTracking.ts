/** 续签跟踪: what the contract knows of its renewal while it is followed, and what becomes of it. */
import { addDays } from '@hengneng/core';
import type { renewalTracking } from '@hengneng/forms';
import { Big } from 'big.js';
import { sql } from 'kysely';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import { invalid } from '../../platform/http/errors.ts';
import { positive } from '../books/money.ts';
import { effect } from '../kit/effect.ts';
import { projectManagers } from '../kit/people.ts';

type Tracking = Recorded<typeof renewalTracking>;

/** How each way of charging is priced, as far as a renewal can tell from it. */
const PRICED = {
  按面积包干: ['供冷', '元/m²·季'],
  按冷热量计量: ['供冷', '元/kWh'],
  能源托管: ['托管年费', '元/年'],
  节能分享: ['托管年费', '元/年'],
  人工运维费: ['运营服务费', '元/年'],
  成本加酬金: ['运营服务费', '元/年'],
} as const;

const RENEWAL = { 已续签: '原条件顺延', 短期延期: '短期过渡', 转为新模式: '变更模式续签' } as const;

/** The price row of the renewal: quantity follows from what is earned at the new price. */
function priceRow(record: Tracking) {
  const [priceItem, billBasis] = PRICED[record.chargeMode];
  const price = record.newPrice ?? '0';
  const yearQuantity = positive(price)
    ? Big(record.newIncome ?? 0)
        .div(price)
        .toFixed(2)
    : '0.00';
  return { priceItem, billBasis, oldPrice: record.currentPrice, newPrice: price, yearQuantity };
}

export const renewalTrackingEffects: EffectsOf<'renewalTracking', Tracking> = {
  'renewalTracking.begin': effect(async ({ tx, record, set, services }) => {
    // The contract's row is locked first, so that of two at once one is refused.
    await set('contract', record.contract, { renew_state: '跟踪中', renew_stage: record.trackStage });
    const { rows } = await sql<{ serial: string }>`select serial from f_renewal_tracking
      where contract = ${record.contract} and id <> ${record.id} and status in ('running', 'returned') limit 1`.execute(
      tx,
    );
    const other = rows[0];
    if (other) throw invalid([{ path: 'contract', message: `该合同已在跟踪中（${other.serial}）` }]);
    const next = record.tracks
      .map((row) => row.nextDate)
      .toSorted()
      .at(-1);
    if (next !== undefined)
      await services.remind({
        on: next,
        everyDays: 1,
        to: [record.applicant],
        title: `续签跟踪${record.serial}约定${next}再次跟踪，请跟进并补记`,
      });
  }),
  'renewalTracking.result': effect(async ({ tx, record, set }) => {
    await set('contract', record.contract, { renew_state: record.renewResult, renew_stage: record.trackStage });
    await sql`update reminder set ended_at = app_now() where source_module = 'renewalTracking' and source_id = ${record.id}
      and ended_at is null`.execute(tx);
  }),
  'renewalTracking.renewalDraft': effect(async ({ record, services }) => {
    const result = record.renewResult;
    if (result === null || result === '不续签退场' || record.newEnd === null) return;
    const months = Math.max(
      1,
      Math.round((Date.parse(record.newEnd) - Date.parse(record.contractEnd)) / 86_400_000 / 30.44),
    );
    const sameTerms = result === '已续签' && Big(record.newPrice ?? 0).eq(record.currentPrice);
    await services.draft({
      module: 'operationRenewal',
      applicant: record.applicant,
      title: `合同${record.contract}${result}，请办理运营续签`,
      values: {
        project: record.project,
        contract: record.contract,
        tracking: record.id,
        oldEndDate: record.contractEnd,
        oldYearAmount: record.currentIncome,
        renewKind: result === '已续签' && !sameTerms ? '调价续签' : RENEWAL[result],
        newStart: addDays(record.contractEnd, 1),
        newEnd: record.newEnd,
        newMonths: months,
        newInvest: record.needInvest,
        customerAsk: record.customerTerms,
        rivals: record.competitors,
        priceChanges: [priceRow(record)],
      },
    });
  }),
  'renewalTracking.exitTodo': effect(async ({ tx, record, services }) => {
    if (record.renewResult === '不续签退场')
      await services.todo({
        kind: '退场交接',
        title: `合同${record.contract}不再续签（${record.lostReason}），${record.contractEnd}到期，请办理退场交接`,
        project: record.project,
        to: await projectManagers(tx, record.project),
        due: record.contractEnd,
      });
  }),
};
