/** Offers: kept by version, the project in sight told how they ended, their prices kept for the next one. */
import { addDays } from '@hengneng/core';
import {
  costIndex,
  type ecuOffer,
  modelPrice,
  type offer,
  offerLedger,
  offerSection,
  platformService,
  type saleOffer,
  unitEngineeringPrice,
} from '@hengneng/forms';
import { Big } from 'big.js';
import { sql } from 'kysely';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { wrong } from '../../platform/http/errors.ts';
import { totalsBy } from '../books/money.ts';
import { dayOf } from '../books/source.ts';
import { addMonths } from '../contractManage/instalments.ts';
import { effect } from '../kit/effect.ts';

type Offer = Recorded<typeof offer>;
type EcuOffer = Recorded<typeof ecuOffer>;
type SaleOffer = Recorded<typeof saleOffer>;

/** How long a price that was offered is worth looking at. */
const PRICE_MONTHS = 12;
/** Days before the end of what was offered or promised. */
const OFFER_NOTICE = 7;
const SERVICE_NOTICE = 30;

const LOST: ReadonlySet<string> = new Set(['落标', '搁置', '项目取消']);
const stateOf = (result: string, won: boolean): '已成交' | '未成交' | '有效' =>
  won ? '已成交' : LOST.has(result) ? '未成交' : '有效';

/** What a price came to, by what was offered and what was agreed on. */
const scaled = (price: string | null, ratio: Big): string =>
  Big(price ?? 0)
    .times(ratio)
    .toFixed(4);
const share = (part: string | null, whole: string | null): Big =>
  part === null || Big(whole ?? 0).eq(0) ? Big(1) : Big(part).div(whole ?? 1);

/** Offers that nobody took by the day that they were good for are good no more. @returns how many */
export async function expireOffers(tx: Tx, today: string): Promise<number> {
  const { rows } = await sql`update b_offer_ledger set state = '已失效'
    where state = '有效' and not voided and valid_to < ${today}::date returning 1`.execute(tx);
  return rows.length;
}

/** Last day on which an offer is good; none where it was not sent. */
const goodUntil = (record: Offer): string | null =>
  record.sentDate === null ? null : addDays(record.sentDate, record.validDays);

export const offerEffects: EffectsOf<'offer', Offer> = {
  'offer.check': effect(async ({ record, tx }) => {
    if (record.versionNo === 1) return;
    const { rows } = await sql<{ consult: string; kind: string; version: number; next: string | null }>`
      select o.consult::text, o.offer_kind as kind, o.version_no as version, (select n.serial from f_offer n where n.last_offer = o.id and n.id <> ${record.id}
        and n.status in ('running', 'returned', 'approved') limit 1) as next
      from f_offer o where o.id = ${record.lastOffer} and o.status = 'approved'`.execute(tx);
    const last = rows[0];
    if (last === undefined) throw wrong('lastOffer', '上一版报价不存在或尚未批准');
    if (last.consult !== record.consult || last.kind !== record.offerKind)
      throw wrong('lastOffer', '上一版报价须是同一技术咨询、同一性质的报价');
    if (last.version + 1 !== record.versionNo)
      throw wrong('versionNo', `上一版是第${last.version}版，本版应为第${last.version + 1}版`);
    if (last.next !== null) throw wrong('lastOffer', `上一版报价已有新版${last.next}`);
  }),
  'offer.archive': effect(async ({ record, book, find, setEntry, now }) => {
    const won = record.customerResult === '成交';
    await book(offerLedger, {
      kind: '暖通报价',
      consultProject: record.consultProject,
      offerNo: record.serial,
      version: record.versionNo,
      buyer: record.buyer,
      cost: record.costTotal,
      total: record.offerTotal ?? '0',
      margin: record.grossMargin,
      sentOn: record.sentDate ?? dayOf(now),
      validTo: goodUntil(record),
      result: record.customerResult ?? '待定',
      dealPrice: record.dealPrice,
      state: stateOf(record.customerResult ?? '待定', won),
      maker: record.applicant,
    });
    // Discount and tax lie on every section alike.
    const factor = share(record.offerTotal, record.quoteTotal);
    const sections = totalsBy(
      record.boq,
      (row) => row.section,
      (row) => row.quoteAmount,
    );
    await book(
      offerSection,
      ...[...sections].map(([section, amount]) => ({
        offer: record.id,
        section,
        amount: Big(amount).times(factor).toFixed(2),
        sourceNo: record.serial,
      })),
    );
    if (record.perArea !== null)
      await book(costIndex, {
        kind: '暖通单方造价',
        consultProject: record.consultProject,
        grade: record.offerKind,
        quantity: record.quoteArea,
        quantityUnit: 'm²',
        value: record.perArea,
        unit: '元/m²',
        dealt: won,
        pricedOn: record.sentDate ?? dayOf(now),
        sourceNo: record.serial,
      });
    if (record.lastOffer === null) return;
    const versions = await find(offerLedger, { kind: '暖通报价', consultProject: record.consultProject });
    for (const each of versions)
      if (each.sourceId === record.lastOffer && each.state !== '已成交')
        await setEntry(offerLedger, each.id, { state: '已失效' });
  }),
  'offer.project': effect(({ record, set }) =>
    set('consultProject', record.consultProject, {
      offer_result: record.customerResult,
      ...(record.customerResult === '成交' ? { deal_price: record.dealPrice, deal_margin: record.grossMargin } : {}),
    }),
  ),
  'offer.prices': effect(async ({ record, book, now }) => {
    const won = record.customerResult === '成交';
    const priceDate = record.sentDate ?? dayOf(now);
    // Without tax; what the customer was let off lies on every item alike.
    const net = share(won ? record.dealPrice : record.offerTotal, record.quoteTotal).div(
      Big(1).plus(Big(record.taxRate).div(100)),
    );
    await book(
      unitEngineeringPrice,
      ...record.boq.map((row) => ({
        section: row.section,
        name: row.itemName,
        spec: row.spec,
        brand: row.brand,
        unit: row.unitName,
        materialPrice: row.materialPrice,
        laborPrice: row.laborPrice,
        unitPrice: scaled(row.quotePrice, net),
        taxRate: record.taxRate,
        priceKind: won
          ? ('成交价' as const)
          : record.offerKind === '合同报价'
            ? ('合同价' as const)
            : ('估算' as const),
        priceDate,
        validTo: addMonths(priceDate, PRICE_MONTHS),
      })),
    );
  }),
  'offer.remindValid': effect(async ({ record, services }) => {
    const until = goodUntil(record);
    if (until !== null && stateOf(record.customerResult ?? '', record.customerResult === '成交') === '有效')
      await services.remind({
        on: until,
        daysBefore: OFFER_NOTICE,
        to: [record.applicant],
        title: `暖通报价${record.serial}（第${record.versionNo}版）有效期至${until}，请跟进客户或另报新版`,
      });
  }),
};

export const ecuOfferEffects: EffectsOf<'ecuOffer', EcuOffer> = {
  'ecuOffer.check': effect(async ({ record, tx }) => {
    if (record.hvacOffer === null) return;
    const { rows } =
      await sql`select 1 from f_offer where id = ${record.hvacOffer} and consult_project = ${record.consultProject}`.execute(
        tx,
      );
    if (rows.length === 0) throw wrong('hvacOffer', '并入的暖通报价不是同一咨询项目的，请重新选择');
  }),
  'ecuOffer.archive': effect(({ record, book, now }) =>
    book(offerLedger, {
      kind: '自控报价',
      consultProject: record.consultProject,
      offerNo: record.serial,
      version: 1,
      cost: record.costTotal,
      total: record.offerTotal ?? '0',
      margin: record.margin,
      sentOn: record.sentDate ?? dayOf(now),
      result: record.customerResult ?? '待定',
      dealPrice: record.dealPrice,
      state: stateOf(record.customerResult ?? '待定', record.customerResult === '成交'),
      maker: record.applicant,
    }),
  ),
  'ecuOffer.merge': effect(async ({ record, book }) => {
    if (record.offerMode === '并入暖通报价' && record.hvacOffer !== null)
      await book(offerSection, {
        offer: record.hvacOffer,
        section: '计量自控',
        amount: record.offerTotal ?? '0',
        sourceNo: record.serial,
      });
  }),
  'ecuOffer.prices': effect(async ({ record, book, now }) => {
    if (record.customerResult !== '成交') return;
    const priceDate = record.sentDate ?? dayOf(now);
    const ratio = share(record.dealPrice, record.offerTotal);
    await book(
      unitEngineeringPrice,
      ...record.hardware.map((row) => ({
        section: '自控',
        name: row.hardwareName,
        spec: row.spec,
        brand: row.brand,
        unit: row.unitName,
        materialPrice: row.costPrice,
        unitPrice: scaled(row.salePrice, ratio),
        taxRate: record.taxRate,
        priceKind: '成交价' as const,
        priceDate,
        validTo: addMonths(priceDate, PRICE_MONTHS),
      })),
    );
  }),
  'ecuOffer.costIndex': effect(async ({ record, book, now }) => {
    if (record.perPoint !== null)
      await book(costIndex, {
        kind: '自控每点造价',
        consultProject: record.consultProject,
        grade: record.controllerBrand,
        quantity: String(record.schemePoints ?? 0),
        quantityUnit: '点',
        value: record.perPoint,
        unit: '元/点',
        dealt: record.customerResult === '成交',
        pricedOn: record.sentDate ?? dayOf(now),
        sourceNo: record.serial,
      });
  }),
  'ecuOffer.platform': effect(async ({ record, book, services, now }) => {
    const years = record.platformYears ?? 0;
    if (record.customerResult !== '成交' || years === 0) return;
    const startOn = dayOf(now);
    const endOn = addMonths(startOn, years * 12);
    await book(platformService, {
      consultProject: record.consultProject,
      points: record.schemePoints,
      years,
      yearFee: record.platformFee,
      startOn,
      endOn,
      freeMonths: record.freeService,
      keeper: record.applicant,
      sourceNo: record.serial,
    });
    await services.remind({
      on: endOn,
      daysBefore: SERVICE_NOTICE,
      to: [record.applicant],
      title: `自控报价${record.serial}约定的云平台服务${endOn}到期，请联系客户续费`,
    });
  }),
};

export const saleOfferEffects: EffectsOf<'saleOffer', SaleOffer> = {
  'saleOffer.archive': effect(async ({ record, book, now }) => {
    const won = record.result === '中标签约';
    const sentOn = record.sentDate ?? dayOf(now);
    await book(offerLedger, {
      kind: '销售报价',
      consultProject: record.consultProject,
      offerNo: record.serial,
      version: 1,
      buyer: record.buyerName,
      total: record.offerTotal ?? '0',
      margin: record.margin,
      sentOn,
      validTo: record.validUntil,
      result: record.result ?? '跟进中',
      dealPrice: won ? record.offerTotal : null,
      lostReason: record.lostReason,
      state: stateOf(record.result ?? '跟进中', won),
      maker: record.applicant,
    });
    if (record.pricePerKw !== null)
      await book(costIndex, {
        kind: '主机单位冷量价格',
        consultProject: record.consultProject,
        grade: record.machines.map((row) => row.model).join('、'),
        quantity: record.machines.reduce((sum, row) => sum.plus(row.machineCooling ?? 0), Big(0)).toFixed(2),
        quantityUnit: 'kW',
        value: record.pricePerKw,
        unit: '元/kW',
        dealt: won,
        pricedOn: sentOn,
        sourceNo: record.serial,
      });
  }),
  'saleOffer.modelPrices': effect(async ({ record, book, now }) => {
    if (record.result !== '中标签约') return;
    await book(
      modelPrice,
      ...record.machines.map((row) => ({
        model: row.model,
        capacity: row.capacity,
        quantity: row.quantity,
        guidePrice: row.guidePrice,
        discount: row.discount,
        dealPrice: Big(row.guidePrice).times(row.discount).div(100).toFixed(2),
        consultProject: record.consultProject,
        buyer: record.buyerName,
        buyerKind: record.buyerKind,
        tradeTerm: record.tradeTerm,
        dealtOn: dayOf(now),
        sourceNo: record.serial,
      })),
    );
  }),
  'saleOffer.project': effect(({ record, set }) =>
    set('consultProject', record.consultProject, {
      offer_result: record.result,
      lost_reason: record.lostReason,
      ...(record.result === '中标签约' ? { deal_price: record.offerTotal, deal_margin: record.margin } : {}),
    }),
  ),
  'saleOffer.contract': effect(async ({ record, services }) => {
    if (record.result !== '中标签约') return;
    const machines = record.machines.map((row) => `${row.model}×${row.quantity}台`).join('、');
    const nodes = record.payNodes.map((row) => `${row.node}${Number(row.ratio)}%`).join('、');
    await services.todo({
      kind: '发起合同',
      title: `${record.buyerName}已中标签约（${record.serial}），请发起合同：${machines}；付款节点：${nodes}`,
      to: [record.applicant],
    });
  }),
};
