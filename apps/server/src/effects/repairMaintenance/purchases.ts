/** 运营采购: an order with its budget, what is sent, and what is accepted, stocked or used, and owed. */
import {
  operateOrderLine,
  partBatch,
  purchaseOrder,
  supplierDelivery,
  supplierEvaluation,
  supplierPayable,
  transitStock,
} from '@hengneng/forms';
import type { operatePurchase, operatePurchaseAccept, operatePurchaseSend } from '@hengneng/forms';
import { Big } from 'big.js';
import { sql } from 'kysely';
import type { Entry } from '../../engine/books/entries.ts';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { wrong } from '../../platform/http/errors.ts';
import { budgetSubjectOf } from '../books/purchase-lookups.ts';
import { postBudget, undoBudget } from '../books/budget.ts';
import { least, minus, positive, total } from '../books/money.ts';
import { dayOf, daysBetween, monthOf } from '../books/source.ts';
import { demandOrderable } from '../books/suppliers.ts';
import { addMonths } from '../contractManage/instalments.ts';
import { supplierName } from '../contractManage/ledger.ts';
import { effect, undoing, type Writing } from '../kit/effect.ts';
import { firstOf, projectManagers, whoAgreed } from '../kit/people.ts';

type Purchase = Recorded<typeof operatePurchase>;
type Shipment = Recorded<typeof operatePurchaseSend>;
type Acceptance = Recorded<typeof operatePurchaseAccept>;
type OrderLine = Entry<typeof operateOrderLine>;

const THREE_QUOTES_FROM = 2000;
const QUOTES = 3;

const goodsOf = async (tx: Tx, parts: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  const { rows } = await sql<{ id: string; name: string }>`select id::text, name from spare_part
    where id = any(${[...parts]}::bigint[])`.execute(tx);
  return new Map(rows.map((row) => [row.id, row.name]));
};

/** What a line of the order costs each: the order is priced as a whole, each line bears its share. */
function priceOf(record: Purchase, estimate: string): string {
  const whole = Big(record.totalAmount ?? 0);
  return whole.gt(0)
    ? Big(estimate)
        .times(record.orderAmount ?? 0)
        .div(whole)
        .toFixed(4)
    : '0.0000';
}

export const operatePurchaseEffects: EffectsOf<'operatePurchase', Purchase> = {
  'operatePurchase.check': effect(({ record }) => {
    const parts = record.items.map((row) => row.part);
    const twice = parts.findIndex((part, index) => parts.indexOf(part) < index);
    if (twice >= 0) throw wrong(`items[${twice}].part`, '同一物料请合并为一行');
    const asked = new Set(record.quotes.map((row) => row.quoteSupplier));
    if (record.purchaseWay === '询比价' && Number(record.totalAmount) >= THREE_QUOTES_FROM && asked.size < QUOTES)
      throw wrong('quotes', '2000元以上询比价采购至少需要三家不同的报价单位');
  }),
  'operatePurchase.holdBudget': undoing(
    effect(async ({ tx, record, now }) => {
      const chosen = record.quotes.find((row) => row.chosen === true);
      if (chosen && chosen.quoteSupplier !== record.orderSupplier)
        throw wrong('orderSupplier', '定标供方应为选定的报价单位');
      await demandOrderable(tx, record.orderSupplier ?? '', record.orderAmount ?? '0', 'orderSupplier');
      await postBudget(
        tx,
        {
          ownerKind: 'project',
          ownerCode: record.project,
          month: monthOf(now),
          subject: budgetSubjectOf(record.budgetSubject),
        },
        { reserved: record.orderAmount ?? '0' },
        { module: 'operatePurchase', id: record.id },
        '运营采购下单占用',
      );
    }),
    (tx, { record }) => undoBudget(tx, { module: 'operatePurchase', id: record.id }, '运营采购退回或作废'),
  ),
  'operatePurchase.order': effect(async ({ tx, record, book }) => {
    const { rows } = await sql<{
      month: string;
    }>`select l.month from fund_budget_entry e join fund_budget_ledger l on l.id = e.ledger_id
      where e.source_module = 'operatePurchase' and e.source_id = ${record.id} order by e.id desc limit 1`.execute(tx);
    await book(purchaseOrder, {
      purchase: record.id,
      orderNo: record.orderNo ?? record.serial,
      project: record.project,
      supplier: record.orderSupplier ?? '',
      purchaseType: record.purchaseType,
      amount: record.orderAmount ?? '0.00',
      subject: budgetSubjectOf(record.budgetSubject),
      budgetMonth: rows[0]?.month ?? monthOf(record.needDate),
      budgetUsed: '0.00',
      payTerm: record.payTerm,
      deliverBy: record.orderDelivery,
      state: '待发货',
    });
    await book(
      operateOrderLine,
      ...record.items.map((row) => ({
        purchase: record.id,
        project: record.project,
        part: row.part,
        spec: row.spec,
        unitName: row.unit,
        orderQty: row.quantity,
        price: priceOf(record, row.estPrice),
        useFor: row.useFor,
      })),
    );
  }),
  'operatePurchase.draftSend': effect(async ({ tx, record, services }) => {
    const buyer =
      (await whoAgreed(tx, { module: 'operatePurchase', id: record.id }, '采购定价')) ??
      (await firstOf(tx, 'purchaser'));
    await services.draft({
      module: 'operatePurchaseSend',
      applicant: buyer ?? record.applicant,
      title: `运营采购${record.serial}已批准，供方发货后请登记发货`,
      values: {
        project: record.project,
        purchase: record.id,
        orderNo: record.orderNo,
        sendSupplier: record.orderSupplier,
        agreedDate: record.orderDelivery,
        receiver: record.consignee,
        receiverPhone: record.consigneePhone,
        sendAddress: record.deliveryAddress,
        items: record.items.map((row) => ({
          part: row.part,
          spec: row.spec,
          orderQty: row.quantity,
          doneQty: '0.00',
          orderPrice: Big(priceOf(record, row.estPrice)).toFixed(2),
        })),
      },
    });
  }),
  'operatePurchase.partPrice': effect(async ({ record, set }) => {
    for (const row of record.items)
      await set('sparePart', row.part, {
        last_price: Big(priceOf(record, row.estPrice)).toFixed(2),
        last_supplier: record.orderSupplier,
      });
  }),
};

const orderOf = async ({ find }: Writing, purchase: string, path: string): Promise<Entry<typeof purchaseOrder>> => {
  const [order] = await find(purchaseOrder, { purchase });
  if (order === undefined) throw wrong(path, '该采购申请没有订单，或已作废');
  return order;
};
const lineOf = async ({ find }: Writing, purchase: string, part: string, path: string): Promise<OrderLine> => {
  const [line] = await find(operateOrderLine, { purchase, part });
  if (line === undefined) throw wrong(path, '订单中没有该物料');
  return line;
};

/** Where an order stands by what its lines say. */
async function settleOrder(writing: Writing, purchase: string): Promise<void> {
  const order = await orderOf(writing, purchase, 'purchase');
  const lines = await writing.find(operateOrderLine, { purchase });
  const every = (a: keyof OrderLine, b: keyof OrderLine): boolean =>
    lines.every((line) => Big(String(line[a] ?? 0)).gte(String(line[b] ?? 0)));
  const some = (a: keyof OrderLine): boolean => lines.some((line) => Big(String(line[a] ?? 0)).gt(0));
  const state = every('acceptedQty', 'orderQty')
    ? '已验收'
    : some('acceptedQty')
      ? '部分验收'
      : every('sentQty', 'orderQty')
        ? '待验收'
        : some('sentQty')
          ? '部分发货'
          : '待发货';
  if (order.state !== state) await writing.setEntry(purchaseOrder, order.id, { state });
}

export const operatePurchaseSendEffects: EffectsOf<'operatePurchaseSend', Shipment> = {
  'operatePurchaseSend.post': effect(async (call) => {
    const { record, addEntry } = call;
    const order = await orderOf(call, record.purchase, 'purchase');
    if (order.project !== record.project) throw wrong('purchase', '该采购申请不是所选项目的');
    for (const [index, row] of record.items.entries()) {
      const line = await lineOf(call, record.purchase, row.part, `items[${index}].part`);
      await addEntry(operateOrderLine, line.id, { sentQty: row.thisQty }, `items[${index}].thisQty`);
    }
    await settleOrder(call, record.purchase);
  }),
  'operatePurchaseSend.transit': effect(async ({ tx, record, book }) => {
    const names = await goodsOf(
      tx,
      record.items.map((row) => row.part),
    );
    await book(
      transitStock,
      ...record.items
        .filter((row) => positive(row.thisQty))
        .map((row) => ({
          project: record.project,
          supplier: record.sendSupplier,
          kind: '采购在途' as const,
          part: row.part,
          goods: names.get(row.part) ?? '',
          quantity: row.thisQty,
          document: record.serial,
        })),
    );
  }),
  'operatePurchaseSend.draftAccept': effect(async ({ record, services }) => {
    await services.draft({
      module: 'operatePurchaseAccept',
      applicant: record.receiver,
      title: `送货单${record.deliveryNo}已签收，请组织验收`,
      values: {
        project: record.project,
        sendBill: record.id,
        acceptSupplier: record.sendSupplier,
        items: record.items
          .filter((row) => positive(row.thisQty))
          .map((row) => ({
            part: row.part,
            spec: row.spec,
            sendQty: row.thisQty,
            receiveQty: row.thisQty,
            okQty: row.thisQty,
            price: row.orderPrice,
          })),
      },
    });
  }),
  'operatePurchaseSend.delivery': effect(async ({ tx, record, book }) => {
    const names = await goodsOf(
      tx,
      record.items.map((row) => row.part),
    );
    const arrived = dayOf(record.signTime ?? record.expectArrive);
    const late = record.agreedDate === null ? 0 : daysBetween(record.agreedDate, arrived);
    await book(
      supplierDelivery,
      ...record.items
        .filter((row) => positive(row.thisQty))
        .map((row) => ({
          supplier: record.sendSupplier,
          project: record.project,
          kind: '备件材料' as const,
          goods: names.get(row.part) ?? '',
          spec: row.spec,
          quantity: row.thisQty,
          price: row.orderPrice,
          promisedOn: record.agreedDate,
          arrivedOn: arrived,
          lateDays: late,
          onTime: late <= 0,
          document: record.serial,
        })),
    );
  }),
};

type AcceptedRow = Acceptance['items'][number];

/** What stays of a line: what passed, and what is taken at a discount. */
const kept = (row: AcceptedRow): string =>
  Big(row.okQty)
    .plus(row.rejectHandle === '让步接收折价' ? (row.rejectQty ?? 0) : 0)
    .toFixed(2);

interface Bill {
  readonly purchase: string;
  readonly serial: string;
}

async function billOf(tx: Tx, id: string): Promise<Bill> {
  const { rows } =
    await sql<Bill>`select purchase::text, serial from f_operate_purchase_send where id = ${id} and status = 'approved'`.execute(
      tx,
    );
  if (rows[0] === undefined) throw wrong('sendBill', '发货单尚未签收，或已作废');
  return rows[0];
}

const direct = (record: Acceptance): readonly AcceptedRow[] =>
  record.items.filter((row) => row.toLedger === '直接耗用' && positive(row.okAmount));

export const operatePurchaseAcceptEffects: EffectsOf<'operatePurchaseAccept', Acceptance> = {
  'operatePurchaseAccept.check': effect(({ record }) => {
    if (new Set(record.acceptors).size < 2) throw wrong('acceptors', '验收人员至少两人，申请人不能单独验收');
  }),
  'operatePurchaseAccept.accept': effect(async (call) => {
    const { tx, record, find, addEntry } = call;
    const bill = await billOf(tx, record.sendBill);
    for (const [index, row] of record.items.entries()) {
      const line = await lineOf(call, bill.purchase, row.part, `items[${index}].part`);
      const [transit] = await find(transitStock, { document: bill.serial, part: row.part });
      if (transit === undefined) throw wrong(`items[${index}].part`, '发货单中没有该物料');
      await addEntry(operateOrderLine, line.id, { acceptedQty: kept(row) }, `items[${index}].okQty`);
      // What is missing or goes back may be sent again.
      await addEntry(operateOrderLine, line.id, { sentQty: `-${minus(row.sendQty, kept(row))}` });
      await addEntry(transitStock, transit.id, { received: row.sendQty }, `items[${index}].sendQty`);
    }
    await settleOrder(call, bill.purchase);
  }),
  'operatePurchaseAccept.stockIn': effect(async ({ tx, record, stock, services }) => {
    for (const [index, row] of record.items.entries())
      if (row.toLedger === '备件库存' && positive(kept(row)))
        await stock(
          { kind: 'part', project: record.project, item: row.part },
          kept(row),
          '采购验收入库',
          `items[${index}].okQty`,
        );
    const others = (ledger: AcceptedRow['toLedger']) =>
      record.items.filter((row) => row.toLedger === ledger && positive(kept(row)));
    const names = await goodsOf(
      tx,
      record.items.map((row) => row.part),
    );
    const words = (rows: readonly AcceptedRow[]): string =>
      rows.map((row) => `${names.get(row.part) ?? ''}${kept(row)}`).join('、');
    const [tools, lamps, assets] = [others('工具台账'), others('灯具台账'), others('固定资产')];
    const values = { project: record.project };
    if (tools.length > 0)
      await services.draft({
        module: 'toolManagementRecord',
        applicant: record.applicant,
        title: `验收${record.serial}的${words(tools)}转入工具台账，请登记`,
        values,
      });
    if (lamps.length > 0)
      await services.draft({
        module: 'lightInStorage',
        applicant: record.applicant,
        title: `验收${record.serial}的${words(lamps)}转入灯具台账，请办理入库`,
        values: {
          ...values,
          inType: '采购入库',
          acceptBill: record.id,
          lampSupplier: record.acceptSupplier,
          invoiceNo: record.invoiceNo,
        },
      });
    if (assets.length > 0)
      await services.todo({
        kind: '固定资产登记',
        title: `验收${record.serial}的${words(assets)}请登记为固定资产`,
        project: record.project,
        to: [],
        role: 'finance',
      });
  }),
  'operatePurchaseAccept.cost': undoing(
    effect(async (call) => {
      const { tx, record, find, addEntry, projectCost } = call;
      const amount = total(direct(record).map((row) => row.okAmount));
      if (!positive(amount)) return;
      const { purchase } = await billOf(tx, record.sendBill);
      const [order] = await find(purchaseOrder, { purchase });
      if (order === undefined) return;
      const subject = order.subject ?? '';
      await projectCost(record.project, monthOf(record.acceptDate), { account: subject, amount });
      // No more than the order still holds.
      const used = least(amount, minus(order.amount ?? '0', order.budgetUsed ?? '0'));
      if (!positive(used)) return;
      await addEntry(purchaseOrder, order.id, { budgetUsed: used });
      await postBudget(
        tx,
        { ownerKind: 'project', ownerCode: record.project, month: order.budgetMonth ?? '', subject },
        { reserved: minus('0', used), used },
        { module: 'operatePurchaseAccept', id: record.id },
        '直接耗用核销占用',
      );
    }),
    (tx, { record }) => undoBudget(tx, { module: 'operatePurchaseAccept', id: record.id }, '验收作废'),
  ),
  'operatePurchaseAccept.payable': effect(async ({ tx, record, book }) => {
    if (!positive(record.payableAmount)) return;
    await book(supplierPayable, {
      payableNo: record.serial,
      supplier: record.acceptSupplier,
      payeeName: await supplierName(tx, record.acceptSupplier),
      project: record.project,
      subject: '运营采购验收',
      amount: record.payableAmount ?? '0.00',
      dueDate: record.payDueDate,
      // Used at once it is a cost by now; what is on stock becomes one when it is taken.
      costBooked: true,
      state: '未付清',
    });
  }),
  'operatePurchaseAccept.rate': effect(async ({ tx, record, find, setEntry, book }) => {
    await book(supplierEvaluation, {
      supplier: record.acceptSupplier,
      kind: '到货验收',
      project: record.project,
      node: '运营采购验收',
      evaluatedOn: record.acceptDate,
      score: record.okRate === null ? null : Big(record.okRate).toFixed(1),
      result: record.rejectTotal !== null && positive(record.rejectTotal) ? '有不合格' : '合格',
    });
    const { serial } = await billOf(tx, record.sendBill);
    for (const delivery of await find(supplierDelivery, { document: serial }))
      await setEntry(supplierDelivery, delivery.id, { okRate: record.okRate });
  }),
  'operatePurchaseAccept.warranty': effect(async ({ tx, record, book, services }) => {
    const warrantyTo = positive(String(record.warrantyMonths ?? 0))
      ? addMonths(record.acceptDate, record.warrantyMonths ?? 0)
      : null;
    await book(
      partBatch,
      ...record.items
        .filter((row) => positive(kept(row)))
        .map((row) => ({
          project: record.project,
          part: row.part,
          spec: row.spec,
          supplier: record.acceptSupplier,
          quantity: kept(row),
          price: row.price,
          ledger: row.toLedger,
          shelf: row.shelf,
          acceptedOn: record.acceptDate,
          warrantyTo,
          document: record.serial,
        })),
    );
    if (warrantyTo !== null)
      await services.remind({
        on: warrantyTo,
        daysBefore: 30,
        to: [...(await projectManagers(tx, record.project))],
        title: `验收${record.serial}的物料质保${warrantyTo}到期，有问题请在到期前报修`,
      });
  }),
};
