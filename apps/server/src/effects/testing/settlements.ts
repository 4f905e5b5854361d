/** A month's settlement of the demo company's first contract, and what customers pay on it, for tests of what hangs on them. */
import type { Chains } from '../../testing/chains.ts';

type Given = Readonly<Record<string, unknown>>;

export const CONTRACT = 'HT-EMC01001-01';
export const CUSTOMER = '浦江国际大厦管理有限公司';

/** The contract's settlement basis of one of the last three months. */
export const basisOf = async (chains: Chains, monthsAgo: 1 | 2 | 3): Promise<Readonly<Record<string, unknown>>> =>
  (
    await chains.rows(`select id::text, month, period_start::text as "from", period_end::text as "to" from b_settlement_basis
      where contract = '${CONTRACT}' and source_effect = 'setup' order by month desc offset ${monthsAgo - 1} limit 1`)
  )[0] ?? {};

/** By area: 60 000 m² at 4.20 come to 252 000.00. */
export async function settlement(chains: Chains, monthsAgo: 1 | 2 | 3, more: Given = {}): Promise<Given> {
  const basis = await basisOf(chains, monthsAgo);
  const line = { feeItem: '供冷费', basis: basis.id, quantity: '60000', lineUnit: 'm²', unitPrice: '4.2' };
  return {
    project: 'EMC01001',
    contract: CONTRACT,
    settleKind: '月度结算',
    settleMonth: chains.day(0).slice(0, 7),
    periodStart: basis.from,
    periodEnd: basis.to,
    invoicePlan: '结算后开票',
    dueDate: chains.day(30),
    settleNote: '按计费面积结算',
    lines: [{ ...line, coefficient: '1', taxRate: '9' }],
    adjusts: [],
    ...more,
  };
}

export const SETTLED = {
  财务审核: { priceChecked: '与合同一致', incomeSubject: '供冷供热收入' },
  客户签认登记: { signResult: '全额签认', signedAmount: '252000.00' },
} as const;

/** A settlement of 252 000.00 at the end of its chain. @returns its BusinessId */
export const settled = async (chains: Chains, monthsAgo: 1 | 2 | 3, more: Given = {}): Promise<string> =>
  (await chains.through('userSettlement', 'projectManager', await settlement(chains, monthsAgo, more), SETTLED)).id;

let serial = 0;

/** A receipt, as finance registers it. */
export const receipt = (chains: Chains, amount: string, more: Given = {}): Given => ({
  project: 'EMC01001',
  contract: CONTRACT,
  receiptKind: '银行转账',
  bankSerial: `LS${Date.now()}${serial++}`,
  receiptDate: chains.day(0),
  payerName: CUSTOMER,
  receiptAmount: amount,
  bankFee: '0',
  claimer: chains.user('projectManager'),
  ...more,
});

/** A row that writes off a settlement of 252 000.00, as the form shows it. */
export const writeOffRow = (bill: string, amount: string, invoice: string | null = null): Given => ({
  settlement: bill,
  settleAmount: '252000.00',
  settleCancelled: '0.00',
  settleWritten: '0.00',
  writeAmount: amount,
  invoice,
});

/** What whoever claims a receipt fills in. */
export const claimed = (rows: readonly Given[], claimResult: string, more: Given = {}): Given => ({
  claimResult,
  payerRelation: '客户本单位',
  remainderNote: '预付下期',
  writeOffs: rows,
  otherWriteOffs: [],
  ...more,
});

/** The steps of a receipt after it was registered. */
export const claiming = (chains: Chains, claim: Given): Readonly<Record<string, Given>> => ({
  业务认领核销: claim,
  财务复核入账: { bookDate: chains.day(0) },
});

/** A receipt that pays a settlement, at the end of its chain. @returns its BusinessId */
export const received = async (chains: Chains, bill: string, amount: string): Promise<string> =>
  (
    await chains.through(
      'paymentReceived',
      'finance',
      receipt(chains, amount),
      claiming(chains, claimed([writeOffRow(bill, amount)], '全部核销')),
    )
  ).id;
