/** What orders of the sites say to shipments and acceptances: their lines, and how far each has come. */
import { textOrNull } from '@hengneng/core';
import { operateOrderLine } from '@hengneng/forms';
import { bookTableName } from '@hengneng/form-kit';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/schema.ts';
import { heldByOthers } from './held.ts';
import type { Lookup, LookupEnv, Lookups } from './lookup.ts';

const LINES = sql.table(bookTableName(operateOrderLine.id));

/** What applications call a subject, as the budget does. */
const SUBJECTS: Readonly<Record<string, string>> = {
  维修费: '维修费',
  保养费: '保养费',
  工具费: '工具劳保',
  劳保费: '工具劳保',
  办公费: '办公通讯',
  技改费: '技术改造',
};
export const budgetSubjectOf = (chosen: unknown): string => SUBJECTS[textOrNull(chosen) ?? ''] ?? '备件采购';

/** The purchase that a record is about: named by itself, or by its shipment. */
async function purchaseOf(tx: Tx, { record }: LookupEnv): Promise<string | null> {
  const bill = textOrNull(record.sendBill);
  if (bill === null) return textOrNull(record.purchase);
  const { rows } = await sql<{
    purchase: string;
  }>`select purchase::text from f_operate_purchase_send where id = ${bill}`.execute(tx);
  return rows[0]?.purchase ?? null;
}

const ofLine =
  (column: 'order_qty::numeric(20,2)' | 'price::numeric(18,2)'): Lookup =>
  async (tx, _value, env) => {
    const [purchase, part] = [await purchaseOf(tx, env), textOrNull(env.row?.part)];
    if (purchase === null || part === null) return null;
    const { rows } = await sql<{ value: string }>`select (${sql.raw(column)})::text as value from ${LINES}
      where purchase = ${purchase} and part = ${part} and not voided`.execute(tx);
    return rows[0]?.value ?? null;
  };

const sentQty: Lookup = async (tx, _value, env) => {
  const [purchase, part] = [await purchaseOf(tx, env), textOrNull(env.row?.part)];
  if (purchase === null || part === null) return null;
  return heldByOthers(
    tx,
    operateOrderLine,
    { module: env.moduleId, id: env.businessId ?? '0' },
    { plus: ['sentQty'], where: 'm.purchase = $3::bigint and m.part = $4::bigint', values: [purchase, part] },
  );
};

const arrivingQty: Lookup = async (tx, _value, { record, row }) => {
  const [bill, part] = [textOrNull(record.sendBill), textOrNull(row?.part)];
  if (bill === null || part === null) return null;
  const { rows } = await sql<{
    value: string | null;
  }>`select sum(this_qty)::text as value from f_operate_purchase_send_items
    where parent_id = ${bill} and part = ${part}`.execute(tx);
  return rows[0]?.value ?? null;
};

/** Lines of an order that are not sent in full. */
const orderLines: Lookup = async (tx, purchase) => {
  if (purchase === null) return [];
  const { rows } = await sql<{ part: string; spec: string | null; thisQty: string }>`
    select part::text, spec, (order_qty - coalesce(sent_qty, 0))::text as "thisQty" from ${LINES}
    where purchase = ${purchase} and not voided and order_qty > coalesce(sent_qty, 0) order by id`.execute(tx);
  return rows;
};

const sentLines: Lookup = async (tx, bill) => {
  if (bill === null) return [];
  const { rows } = await sql<{ part: string; spec: string | null; receiveQty: string; okQty: string }>`
    select part::text, spec, this_qty::text as "receiveQty", this_qty::text as "okQty" from f_operate_purchase_send_items
    where parent_id = ${bill} and this_qty > 0 order by row_no`.execute(tx);
  return rows;
};

export const PURCHASE_LOOKUPS: Lookups = {
  operatePurchase: { orderLines },
  operatePurchaseSend: { sentLines },
  operateOrderLine: {
    orderQty: ofLine('order_qty::numeric(20,2)'),
    price: ofLine('price::numeric(18,2)'),
    sentQty,
    arrivingQty,
  },
};
