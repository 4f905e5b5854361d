/** 水处理药剂申请: an order holds its budget, what arrives is on stock and owed. */
import { type waterChemicalsApplication, supplierDelivery, supplierPayable } from '@hengneng/forms';
import { Big } from 'big.js';
import { sql } from 'kysely';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { invalid } from '../../platform/http/errors.ts';
import { postBudget, undoBudget } from '../books/budget.ts';
import { dayOf, daysBetween } from '../books/source.ts';
import { supplierName } from '../contractManage/ledger.ts';
import { effect, undoing } from '../kit/effect.ts';

type Application = Recorded<typeof waterChemicalsApplication>;

const CHEMICAL_SUBJECT = '水处理药剂';

const source = (record: Application) => ({ module: 'waterChemicalsApplication', id: record.id }) as const;

/** @throws invalid where the supplier is barred, or its papers have run out */
async function demandUsable(tx: Tx, supplier: string | null): Promise<void> {
  if (supplier === null) return;
  const { rows } = await sql<{ usable: boolean }>`
    select s.state in ('合格', '试用') and s.grade is distinct from 'D' and not exists (select from b_supplier_certificate c
      where c.supplier = s.id and not c.voided and not c.replaced and c.expires_on < (app_now() at time zone 'Asia/Shanghai')::date) as usable
    from supplier s where s.id = ${supplier} for share`.execute(tx);
  if (rows[0]?.usable !== true) throw invalid([{ path: 'orderSupplier', message: '该供应商不可用于下单' }]);
}

export const waterChemicalsEffects: EffectsOf<'waterChemicalsApplication', Application> = {
  'waterChemicalsApplication.holdBudget': undoing(
    effect(async ({ tx, record }) => {
      await demandUsable(tx, record.orderSupplier);
      await postBudget(
        tx,
        { ownerKind: 'project', ownerCode: record.project, month: record.useMonth, subject: CHEMICAL_SUBJECT },
        { reserved: record.orderAmount ?? '0' },
        source(record),
        '药剂下单占用',
      );
    }),
    (tx, { record }) => undoBudget(tx, source(record), '药剂申请退回或作废'),
  ),
  'waterChemicalsApplication.stockIn': effect(async ({ record, stock }) => {
    for (const [index, row] of record.chemicals.entries())
      await stock(
        { kind: 'chemical', project: record.project, item: row.chemical },
        row.quantity,
        '药剂验收入库',
        `chemicals[${index}].quantity`,
      );
  }),
  'waterChemicalsApplication.supply': effect(async ({ record, tx, book, now }) => {
    if (record.orderSupplier === null) return;
    const { rows } = await sql<{
      id: string;
      name: string;
      spec: string;
    }>`select id::text, name, spec from water_chemical
      where id = any(${record.chemicals.map((row) => row.chemical)}::bigint[])`.execute(tx);
    const names = new Map(rows.map((row) => [row.id, row]));
    const arrived = record.arriveDate ?? dayOf(now);
    const late = record.promiseDate === null ? 0 : daysBetween(record.promiseDate, arrived);
    // The order is priced as a whole: each chemical bears its share of what the order differs from the estimate.
    const share = Big(record.totalAmount ?? 0).gt(0)
      ? Big(record.orderAmount ?? 0).div(record.totalAmount ?? 1)
      : Big(1);
    await book(
      supplierDelivery,
      ...record.chemicals.map((row) => ({
        supplier: record.orderSupplier ?? '',
        project: record.project,
        kind: '水处理药剂' as const,
        goods: names.get(row.chemical)?.name ?? '',
        spec: names.get(row.chemical)?.spec,
        quantity: row.quantity,
        price: share.times(row.unitPrice).toFixed(4),
        promisedOn: record.promiseDate,
        arrivedOn: arrived,
        lateDays: late,
        onTime: late <= 0,
        document: record.serial,
      })),
    );
  }),
  'waterChemicalsApplication.payable': effect(async ({ record, tx, book }) => {
    if (record.orderSupplier === null || record.orderAmount === null) return;
    await book(supplierPayable, {
      payableNo: record.serial,
      supplier: record.orderSupplier,
      payeeName: await supplierName(tx, record.orderSupplier),
      project: record.project,
      subject: CHEMICAL_SUBJECT,
      amount: record.orderAmount,
      // Chemicals are costs when they are dosed, month by month.
      costBooked: true,
      state: '未付清',
    });
  }),
};
