/** 采购合同: signed once for its tender or application, then in both ledgers with its lines, its prices and its terms of payment. */
import { addDays } from '@hengneng/core';
import { agreement, bid, projectContract, purchaseOrderLine, supplierDeposit } from '@hengneng/forms';
import type { purchaseContract } from '@hengneng/forms';
import { Big } from 'big.js';
import { sql } from 'kysely';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import type { Tx } from '../../platform/db/schema.ts';
import { wrong } from '../../platform/http/errors.ts';
import { positive, total } from '../books/money.ts';
import { NOTHING_YET } from '../books/site.ts';
import { dayOf } from '../books/source.ts';
import { demandNotSuspended, demandOrderable } from '../books/suppliers.ts';
import { effect, type Writing } from '../kit/effect.ts';
import { addMonths, type Instalment, splitAmount } from './instalments.ts';
import { signBuyerContract } from './ledger.ts';

type Contract = Recorded<typeof purchaseContract>;
type Kind = Contract['purchaseKind'];

const BUYER_KIND: Readonly<Record<Kind, '设备采购' | '材料采购' | '安装施工' | '设计服务' | '备品办公'>> = {
  主机设备: '设备采购',
  辅机设备: '设备采购',
  自控系统: '设备采购',
  工程材料: '材料采购',
  安装施工: '安装施工',
  设计服务: '设计服务',
  备品备件: '备品办公',
  办公资产: '备品办公',
};
const LINE_KIND = {
  设备采购: '设备',
  材料采购: '材料',
  备品办公: '材料',
  安装施工: '施工',
  设计服务: '施工',
} as const;
/** One contract is paid by one form only; both count into its ledger. */
const channelOf = (kind: Kind) => (BUYER_KIND[kind] === '备品办公' ? '非能源付款' : '工程付款申请');
/** The law asks for deposits of those who lost within so many days after the contract. */
const DEPOSIT_DAYS = 5;

/** The tender that a contract is signed for; locked. */
async function bidOf({ tx, find }: Pick<Writing, 'tx' | 'find'>, record: Contract) {
  if (record.bidResult === null) return undefined;
  const { rows } = await sql<{
    tender: string;
  }>`select tender::text from f_invitation_unit where id = ${record.bidResult} and status = 'approved'`.execute(tx);
  const [entry] = rows[0] === undefined ? [] : await find(bid, { tender: rows[0].tender });
  if (entry === undefined) throw wrong('bidResult', '定标记录尚未办结，请重新选择');
  return entry;
}

/** The agreement that a contract orders under. */
async function frameOf({ tx, find }: Pick<Writing, 'tx' | 'find'>, record: Contract) {
  if (record.frame === null) return undefined;
  const { rows } = await sql<{ id: string }>`select id::text from b_agreement
    where source_module = 'strategicAgreement' and source_id = ${record.frame} and not voided`.execute(tx);
  const [entry] = rows[0] === undefined ? [] : await find(agreement, { id: rows[0].id });
  if (entry === undefined) throw wrong('frame', '战略协议尚未签订，请重新选择');
  return entry;
}

/** Whether another contract, on its way or signed, is for the same tender or application. */
async function taken(
  tx: Tx,
  record: Contract,
  column: 'bid_result' | 'purchase_apply',
  value: string,
): Promise<boolean> {
  const { rows } =
    await sql`select 1 from f_purchase_contract where ${sql.ref(column)} = ${value} and id <> ${record.id}
    and status in ('running', 'returned', 'approved')`.execute(tx);
  return rows.length > 0;
}

async function demandBid(call: Writing, record: Contract): Promise<void> {
  const entry = await bidOf(call, record);
  if (entry === undefined || record.bidResult === null) return;
  if (entry.winner !== record.supplier) throw wrong('supplier', '所选供应商不是该标段的中标单位');
  if (entry.state !== '已定标') throw wrong('bidResult', `该标段${entry.state ?? ''}，不能再签合同`);
  if (await taken(call.tx, record, 'bid_result', record.bidResult))
    throw wrong('bidResult', '该标段已有采购合同在办或已签');
}

async function demandApplication({ tx }: Writing, record: Contract): Promise<void> {
  if (record.purchaseApply === null) return;
  const { rows } = await sql<{ way: string | null; status: string }>`
    select order_way as way, status from f_purchase where id = ${record.purchaseApply} for update`.execute(tx);
  const of = rows[0];
  if (of?.status !== 'approved' || of.way !== '转签采购合同')
    throw wrong('purchaseApply', '采购申请未办结，或不是转签采购合同的');
  if (await taken(tx, record, 'purchase_apply', record.purchaseApply))
    throw wrong('purchaseApply', '该采购申请已有采购合同在办或已签');
}

async function demandFrame(call: Writing & { readonly now: Date }, record: Contract): Promise<void> {
  const entry = await frameOf(call, record);
  if (entry === undefined) return;
  if (entry.supplier !== record.supplier) throw wrong('frame', '战略协议的对方不是所选供应商');
  if (entry.state !== '履行中' || (entry.endDate !== null && entry.endDate < dayOf(call.now)))
    throw wrong('frame', '战略协议已到期或终止');
}

/** The part of a project that what was bought is for. */
async function subProjectOf(call: Writing, record: Contract): Promise<string | null> {
  if (record.subProject !== null) return record.subProject;
  const entry = await bidOf(call, record);
  if (entry?.subProject) return entry.subProject;
  const { rows } = await sql<{
    sub: string | null;
  }>`select sub_project::text as sub from f_purchase where id = ${record.purchaseApply}`.execute(call.tx);
  return rows[0]?.sub ?? null;
}

const planOf = (record: Contract): readonly Instalment[] => {
  const shares = splitAmount(
    record.contractAmount ?? '0',
    record.payNodes.map((row) => Big(row.nodeRatio)),
  );
  return record.payNodes.flatMap((row, at) =>
    positive(shares[at]) ? [{ item: row.payNode, dueOn: row.planDate, amount: shares[at] ?? '0' }] : [],
  );
};

const signedOn = (record: Contract): string => record.signDate ?? record.deliveryDate;

async function contractOf({ find }: Pick<Writing, 'find'>, record: Contract): Promise<string> {
  const [entry] = await find(projectContract, { document: record.serial });
  if (entry === undefined) throw new Error(`${record.serial} is not in the ledger`);
  return entry.id;
}

export const purchaseContractEffects: EffectsOf<'purchaseContract', Contract> = {
  'purchaseContract.check': effect(async (call) => {
    const { record, tx } = call;
    await demandOrderable(tx, record.supplier, record.contractAmount ?? '0', 'supplier');
    await demandBid(call, record);
    await demandApplication(call, record);
    await demandFrame(call, record);
  }),
  'purchaseContract.ledger': effect(async (call) => {
    const { record, tx, book } = call;
    // Somebody may have suspended it while the contract was approved.
    await demandNotSuspended(tx, record.supplier, 'supplier', '不能签订新的合同，请驳回');
    const amount = record.contractAmount ?? '0.00';
    const kind = BUYER_KIND[record.purchaseKind];
    const warrantyTo = record.warrantyMonths > 0 ? addMonths(record.deliveryDate, record.warrantyMonths) : null;
    await signBuyerContract(
      { book },
      {
        contractNo: record.serial,
        name: record.subject,
        kind,
        project: record.project,
        supplier: record.supplier,
        keeper: record.applicant,
        purchaseApply: record.purchaseApply,
        totalAmount: amount,
        taxRate: record.taxRate,
        signDate: record.signDate,
        startDate: signedOn(record),
        endDate: record.deliveryDate,
        warrantyTo,
        deposit: record.performanceBond,
        payTerm: record.payNodes.map((row) => `${row.payNode}${Number(row.nodeRatio)}%`).join('、'),
        payChannel: channelOf(record.purchaseKind),
      },
      planOf(record),
    );
    await book(projectContract, {
      document: record.serial,
      title: record.subject,
      kind: record.purchaseKind,
      project: record.project,
      subProject: await subProjectOf(call, record),
      supplier: record.supplier,
      amount,
      taxRate: record.taxRate,
      signDate: record.signDate,
      startDate: signedOn(record),
      endDate: record.deliveryDate,
      durationDays: record.durationDays,
      retentionRate: record.retentionRate,
      prepayRate: record.prepayRate ?? '0',
      prepayOffsetRate: record.prepayOffsetRate ?? '0',
      warrantyMonths: record.warrantyMonths,
      // Of building work the warranty begins with its completion.
      ...(LINE_KIND[kind] === '施工' ? {} : { warrantyFrom: record.deliveryDate, warrantyTo }),
      state: '履行中',
    });
  }),
  'purchaseContract.orderLines': effect(async (call) => {
    const { record, book, find } = call;
    const contract = await contractOf({ find }, record);
    const subProject = await subProjectOf(call, record);
    await book(
      purchaseOrderLine,
      ...record.lines.map((row) => ({
        document: record.serial,
        project: record.project,
        subProject,
        supplier: record.supplier,
        contract,
        kind: LINE_KIND[BUYER_KIND[record.purchaseKind]],
        goods: row.goods,
        spec: row.model,
        unitName: row.unitName,
        orderQty: row.quantity,
        price: row.unitPrice,
        arriveBy: record.deliveryDate,
        ...NOTHING_YET,
      })),
    );
  }),
  'purchaseContract.sign': effect(async (call) => {
    const { record, book, find, setEntry } = call;
    const entry = await bidOf(call, record);
    if (entry !== undefined) await setEntry(bid, entry.id, { state: '已签约' });
    if (record.bondReceived === true && positive(record.performanceBond))
      await book(supplierDeposit, {
        supplier: record.supplier,
        project: record.project,
        kind: '履约保证金',
        contract: await contractOf({ find }, record),
        amount: record.performanceBond ?? '0',
        state: '在押',
        document: record.serial,
      });
  }),
  'purchaseContract.frame': effect(async (call) => {
    const entry = await frameOf(call, call.record);
    if (entry !== undefined) await call.addEntry(agreement, entry.id, { executed: call.record.contractAmount ?? '0' });
  }),
  'purchaseContract.deposits': effect(async (call) => {
    const { record, find, services } = call;
    const entry = await bidOf(call, record);
    if (entry === undefined) return;
    const lost = (await find(supplierDeposit, { bid: entry.id, state: '待退还' })).filter(
      (row) => row.supplier !== record.supplier,
    );
    if (lost.length === 0) return;
    await services.todo({
      kind: '退还投标保证金',
      title: `标段「${entry.packageName ?? ''}」已签约，请退还其余${lost.length}家单位的投标保证金合计${total(lost.map((row) => row.amount))}元`,
      project: record.project,
      to: [],
      role: 'finance',
      due: addDays(signedOn(record), DEPOSIT_DAYS),
    });
  }),
};
