/** 工程采购: the application with its prices, and the order that it makes. */
import { projectContract, purchaseOrderLine, siteMaterial, supplierFine } from '@hengneng/forms';
import type { purchase } from '@hengneng/forms';
import { Big } from 'big.js';
import { sql } from 'kysely';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { wrong } from '../../platform/http/errors.ts';
import { demandContract } from '../books/contracts.ts';
import { positive, totalsBy } from '../books/money.ts';
import { NOTHING_YET, onHand, type OrderLine, orderLines } from '../books/site.ts';
import { dayOf } from '../books/source.ts';
import { drawSubProject } from '../books/sub-projects.ts';
import { demandNotSuspended, demandOrderable } from '../books/suppliers.ts';
import { effect, type Writing } from '../kit/effect.ts';

type Purchase = Recorded<typeof purchase>;

/** Ways of ordering that make an order with a supplier who has no contract for it yet. */
const NEW_ORDER: readonly string[] = ['战略价订货', '询价订单'];
const ORDERED: readonly string[] = ['合同内订货', '现金零购', ...NEW_ORDER];
const THREE_QUOTES_FROM = 5000;
const QUOTES = 3;
const EQUIPMENT: readonly string[] = ['主机设备', '水泵冷却塔', '板换定压', '电气自控'];
/** Where a supplier's own rate is not known. */
const USUAL_TAX_RATE = '13';

const selected = (record: Purchase) => record.inquiries.filter((row) => row.selected === true);
const quantity = (a: string | null): string => a ?? '0';

/** Every kind of goods is ordered in full, of those who may be ordered from, and asked for widely enough. */
async function demandPrices(tx: Tx, record: Purchase): Promise<void> {
  const goods = new Set(record.lines.map((row) => row.goods));
  const stranger = record.inquiries.findIndex((row) => !goods.has(row.inquiryGoods));
  if (stranger >= 0) throw wrong(`inquiries[${stranger}].inquiryGoods`, '物料不在采购明细中');
  if (!ORDERED.includes(record.orderWay ?? '')) return;
  const need = totalsOf(
    record.lines,
    (row) => row.goods,
    (row) => row.buyQty,
  );
  const taken = totalsOf(
    selected(record),
    (row) => row.inquiryGoods,
    (row) => row.inquiryQty,
  );
  for (const [name, wanted] of need)
    if (!wanted.eq(taken.get(name) ?? 0))
      throw wrong('inquiries', `「${name}」应采${wanted.toFixed(3)}，选定了${(taken.get(name) ?? Big(0)).toFixed(3)}`);
  if (record.orderWay === '询价订单' && Number(record.purchaseTotal) >= THREE_QUOTES_FROM)
    for (const name of need.keys()) {
      const asked = record.inquiries.filter((row) => row.inquiryGoods === name).map((row) => row.inquiryProvider);
      if (new Set(asked).size < QUOTES) throw wrong('inquiries', `「${name}」至少三家供应商报价`);
    }
  if (record.orderWay === '合同内订货') await demandContractPrices(tx, record);
  if (NEW_ORDER.includes(record.orderWay ?? ''))
    for (const [supplier, amount] of totalsBy(
      selected(record),
      (row) => row.inquiryProvider,
      (row) => row.selectedAmount,
    ))
      await demandOrderable(tx, supplier, amount, 'inquiries');
}

const totalsOf = <R>(
  rows: readonly R[],
  key: (row: R) => string,
  amount: (row: R) => string | null,
): ReadonlyMap<string, Big> => {
  const sums = new Map<string, Big>();
  for (const row of rows) sums.set(key(row), (sums.get(key(row)) ?? Big(0)).plus(quantity(amount(row))));
  return sums;
};

/** Lines of a contract by goods. */
async function contractLines(tx: Tx, contract: string | null): Promise<ReadonlyMap<string, OrderLine>> {
  const { rows } = await sql<{
    id: string;
  }>`select id::text from b_purchase_order_line where contract = ${contract} and not voided`.execute(tx);
  const lines = await orderLines(
    tx,
    rows.map((row) => row.id),
  );
  return new Map([...lines.values()].map((line) => [line.goods, line]));
}

/** Within a contract goods are bought of its supplier, at its price. */
async function demandContractPrices(tx: Tx, record: Purchase): Promise<void> {
  const known = await contractLines(tx, record.projectContract);
  for (const [index, row] of record.inquiries.entries()) {
    if (row.selected !== true) continue;
    await demandContract(
      tx,
      record.projectContract ?? '',
      { supplier: row.inquiryProvider },
      `inquiries[${index}].inquiryProvider`,
    );
    const line = known.get(row.inquiryGoods);
    if (line && !Big(line.price).eq(row.inquiryPrice))
      throw wrong(`inquiries[${index}].inquiryPrice`, `合同单价为${line.price}元，合同内订货按合同价`);
  }
}

/** Specifications that the application names for goods. */
const specOf = (record: Purchase, goods: string): string => {
  const lines = record.lines.filter((row) => row.goods === goods);
  return [...new Set(lines.map((row) => row.spec))].join('、');
};

/** An order without a contract of its own is one: what comes after it (bills, payments) goes by the book of contracts. */
async function orderContract(
  { tx, book }: Writing,
  record: Purchase,
  supplier: string,
  document: string,
  amount: string,
  today: string,
): Promise<string> {
  const { rows } = await sql<{
    rate: string | null;
  }>`select invoice_rate::text as rate from supplier where id = ${supplier}`.execute(tx);
  const [id = ''] = await book(projectContract, {
    document,
    title: `采购订单：${record.purchaseType}`,
    kind: '采购订单',
    project: record.project,
    subProject: record.subProject,
    supplier,
    amount,
    taxRate: rows[0]?.rate ?? USUAL_TAX_RATE,
    signDate: today,
    startDate: today,
    endDate: record.arriveBy,
    retentionRate: '0',
    prepayRate: '0',
    prepayOffsetRate: '0',
    state: '履行中',
  });
  return id;
}

export const purchaseEffects: EffectsOf<'purchase', Purchase> = {
  'purchase.check': effect(async ({ record, tx }) => {
    if (record.projectContract) await demandContract(tx, record.projectContract, {});
  }),
  'purchase.checkPrices': effect(({ record, tx }) => demandPrices(tx, record)),
  'purchase.holdBudget': effect(async (call) => {
    const { record } = call;
    // What a contract orders was held when it was tendered or bought, what goes on to a tender is held by that.
    const amount =
      record.orderWay === '转签采购合同'
        ? record.budgetTotal
        : NEW_ORDER.includes(record.orderWay ?? '') || record.orderWay === '现金零购'
          ? record.purchaseTotal
          : null;
    if (amount === null || !positive(amount)) return;
    const { subProject, project, serial: document } = record;
    await drawSubProject(call, { subProject, project, kind: '采购占用', amount, document }, 'budgetLeft');
  }),
  'purchase.order': effect(async (call) => {
    const { record, tx, book, now } = call;
    const way = record.orderWay ?? '';
    if (way !== '合同内订货' && !NEW_ORDER.includes(way)) return;
    const known = way === '合同内订货' ? await contractLines(tx, record.projectContract) : new Map<string, OrderLine>();
    const rows = selected(record).filter((row) => !known.has(row.inquiryGoods));
    const amounts = totalsBy(
      rows,
      (row) => row.inquiryProvider,
      (row) => row.selectedAmount,
    );
    let at = 0;
    for (const [supplier, amount] of amounts) {
      at += 1;
      // Somebody may have suspended it since its price was agreed to.
      await demandNotSuspended(tx, supplier, 'inquiries', '不能再下订单，请退回采购另选供应商');
      const document = amounts.size === 1 ? record.serial : `${record.serial}-${at}`;
      const contract =
        way === '合同内订货'
          ? record.projectContract
          : await orderContract(call, record, supplier, document, amount, dayOf(now));
      await book(
        purchaseOrderLine,
        ...rows
          .filter((row) => row.inquiryProvider === supplier)
          .map((row) => ({
            document,
            project: record.project,
            subProject: record.subProject,
            supplier,
            contract,
            kind: EQUIPMENT.includes(record.purchaseType) ? ('设备' as const) : ('材料' as const),
            goods: row.inquiryGoods,
            spec: specOf(record, row.inquiryGoods),
            unitName: record.lines.find((line) => line.goods === row.inquiryGoods)?.unitName ?? '',
            orderQty: row.inquiryQty,
            price: row.inquiryPrice,
            arriveBy: record.arriveBy,
            ...NOTHING_YET,
          })),
      );
    }
  }),
  'purchase.issueStock': effect(async ({ record, tx, find, book }) => {
    for (const [index, row] of record.lines.entries()) {
      if (row.stockQty === null || !positive(row.stockQty)) continue;
      const { goods, spec } = row;
      // The entries that brought it in serialise those who take from it at the same time.
      await find(siteMaterial, { project: record.project, goods, spec });
      const there = await onHand(tx, record.project, goods, spec);
      if (Big(there).lt(row.stockQty)) throw wrong(`lines[${index}].stockQty`, `现有库存只有${there}`);
      await book(siteMaterial, {
        project: record.project,
        subProject: record.subProject,
        goods,
        spec,
        unitName: row.unitName,
        kind: '领料出库',
        quantity: `-${row.stockQty}`,
        document: record.serial,
      });
    }
  }),
  'purchase.followUp': effect(async ({ record, services }) => {
    const common = { project: record.project, subProject: record.subProject };
    const title = `工程采购${record.serial}（${record.purchaseType}）`;
    if (record.orderWay === '转招标')
      await services.draft({
        module: 'tenderApplication',
        applicant: record.applicant,
        title: `${title}转招标，请填写招标申请`,
        values: { ...common, packageName: `${record.purchaseType}采购` },
      });
    if (record.orderWay === '转签采购合同')
      await services.draft({
        module: 'purchaseContract',
        applicant: record.applicant,
        title: `${title}转签合同，请拟采购合同`,
        values: { project: record.project, purchaseApply: record.id, subject: record.purchaseType },
      });
  }),
  'purchase.chargeDuty': effect(async ({ record, book, services, now }) => {
    if (record.purchaseWhy !== '质量返工' || record.dutyParty === null || !positive(record.purchaseTotal)) return;
    await book(supplierFine, {
      supplier: record.dutyParty,
      project: record.project,
      kind: '返工采购',
      amount: record.purchaseTotal ?? '0',
      happenedOn: dayOf(now),
      reason: `${record.serial} 质量返工采购`,
      state: '待确认',
    });
    await services.todo({
      kind: '罚款确认',
      title: `返工采购${record.serial}的金额${record.purchaseTotal ?? ''}元请与责任方确认`,
      to: [],
      role: 'purchaser',
    });
  }),
};
