/** 工地物资 and 采购订单行: what is on hand, and what may not be more than what was there before. */
import { textOrNull } from '@hengneng/core';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/schema.ts';
import { invalid, refused } from '../../platform/http/errors.ts';
import type { Lookup } from './lookup.ts';

/** Quantity of goods of a specification on a project's site; `0.000` where there never was any. */
export async function onHand(tx: Tx, project: string, goods: string, spec: string): Promise<string> {
  const { rows } = await sql<{
    quantity: string;
  }>`select coalesce(sum(quantity), 0)::numeric(20,3)::text as quantity from b_site_material
    where project = ${project} and goods = ${goods} and spec = ${spec} and not voided`.execute(tx);
  return rows[0]?.quantity ?? '0.000';
}

export const SITE_LOOKUPS = {
  onHand: async (tx, _value, env) => {
    const [project, goods, spec] = [
      textOrNull(env.record.project),
      textOrNull(env.row?.goods),
      textOrNull(env.row?.spec),
    ];
    return project && goods && spec ? onHand(tx, project, goods, spec) : null;
  },
} satisfies Readonly<Record<string, Lookup>>;

export const ORDER_LINE_LOOKUPS = {
  /** The first day on which any of the lines is due; before there are lines, the day that the application asks for. */
  dueOn: async (tx, _value, { record }) => {
    const rows = Array.isArray(record.goodsLines)
      ? (record.goodsLines as readonly Readonly<Record<string, unknown>>[])
      : [];
    const lines = rows.flatMap((row) => textOrNull(row.orderLine) ?? []);
    const { rows: found } = await sql<{ day: string | null }>`select coalesce(
      (select min(arrive_by) from b_purchase_order_line where id = any(${lines}::bigint[]) and not voided),
      (select arrive_by from f_purchase where id = ${textOrNull(record.order)}::bigint))::text as day`.execute(tx);
    return found[0]?.day ?? null;
  },
} satisfies Readonly<Record<string, Lookup>>;

/** Quantities of an order line that was just ordered. */
export const NOTHING_YET = {
  sentQty: '0',
  arrivedQty: '0',
  acceptedQty: '0',
  acceptedAmount: '0',
  billedQty: '0',
} as const;

export interface OrderLine {
  readonly id: string;
  readonly document: string;
  readonly project: string;
  readonly sub_project: string | null;
  readonly supplier: string;
  readonly contract: string | null;
  readonly kind: '设备' | '材料' | '施工';
  readonly goods: string;
  readonly spec: string | null;
  readonly unit_name: string;
  readonly price: string;
}

/** Order lines by id. */
export async function orderLines(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, OrderLine>> {
  const { rows } =
    await sql<OrderLine>`select id::text, document, project, sub_project::text, supplier::text, contract::text, kind, goods, spec,
      unit_name, price::text from b_purchase_order_line where id = any(${[...ids]}::bigint[]) and not voided`.execute(
      tx,
    );
  return new Map(rows.map((row) => [row.id, row]));
}

interface Of {
  readonly supplier?: string;
  readonly contract?: string | null;
}

/**
 * Rows name order lines of the form's supplier and contract, each once.
 * @returns them in the order of the rows, without those that name none
 * @throws invalid at the row
 */
export async function demandLines(
  tx: Tx,
  detail: string,
  key: string,
  ids: readonly (string | null)[],
  of: Of,
): Promise<readonly OrderLine[]> {
  const lines = await orderLines(
    tx,
    ids.filter((id) => id !== null),
  );
  return ids.flatMap((id, index) => {
    if (id === null) return [];
    const wrong = (message: string) => invalid([{ path: `${detail}[${index}].${key}`, message }]);
    const line = lines.get(id);
    if (line === undefined) throw wrong('采购订单行不存在或已作废');
    if (of.supplier !== undefined && line.supplier !== of.supplier) throw wrong('采购订单行不是所选供应商的');
    if (of.contract && line.contract !== of.contract) throw wrong('采购订单行不属于所选合同');
    if (ids.indexOf(id) < index) throw wrong('采购订单行重复，请合并为一行');
    return line;
  });
}

/** Goods are not accepted before they came. @throws refused */
export async function demandArrived(tx: Tx, lines: readonly string[]): Promise<void> {
  const { rows } = await sql<{ goods: string }>`select goods from b_purchase_order_line
    where id = any(${[...lines]}::bigint[]) and kind <> '施工' and coalesce(accepted_qty, 0) > coalesce(arrived_qty, 0)`.execute(
    tx,
  );
  if (rows[0]) throw refused(`「${rows[0].goods}」已验收的数量超过实到数量，请先作废验收单`);
}

/** Batches of what a contract orders are counted by contract; those of an application the form's own rule counts. @throws invalid */
export async function demandNextBatch(
  tx: Tx,
  shipment: {
    readonly id: string;
    readonly order: string | null;
    readonly projectContract: string | null;
    readonly batchNo: number;
  },
): Promise<void> {
  if (shipment.order !== null) return;
  const { rows } =
    await sql`select from f_purchase_send where project_contract = ${shipment.projectContract} and "order" is null
    and batch_no = ${shipment.batchNo} and id <> ${shipment.id} and status in ('running', 'returned', 'approved') limit 1`.execute(
      tx,
    );
  if (rows.length > 0) throw invalid([{ path: 'batchNo', message: `该合同已有第${shipment.batchNo}批发货，请改批次` }]);
}
