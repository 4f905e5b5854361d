/** Of a module's approved records, those that a field still may take: a picker does not offer what the effects refuse afterwards. */
import type { Offer } from '../../engine/references/types.ts';

/** Loans of this person that are paid and not cleared: repayments and extensions are records of the same module, and no loans. */
const openLoan =
  (person: string): Offer =>
  (said) =>
    `exists (select from borrowing_ledger l where l.borrowing_id = m.id and l.borrower::text = ${said(person)}
      and l.voided_at is null and l.cleared_at is null)`;

/** An earlier payment to the same payee of which something is left, or whose invoice is still missing. */
const earlierPay =
  (left: (said: Parameters<Offer>[0]) => string): Offer =>
  (said) =>
    `exists (select from b_pay_balance b where b.payment = m.id and not b.voided and (${left(said)})
      and regexp_replace(upper(b.payee_tax_no), '[^0-9A-Z]', '', 'g') = regexp_replace(upper(${said('payeeTaxNo')}), '[^0-9A-Z]', '', 'g'))`;
const ADVANCE_LEFT =
  'b.advance > coalesce(b.claim_pending, 0) + coalesce(b.claimed, 0) + coalesce(b.return_pending, 0) + coalesce(b.returned, 0)';
const TICKET_MISSING = 'b.paid > coalesce(b.ticket_pending, 0) + coalesce(b.ticketed, 0)';

/** Of the works contract that the form is about. */
const ofContract = (said: Parameters<Offer>[0]): string => `m.project_contract::text = ${said('projectContract')}`;

/** A settlement that customers owe still: neither taken back nor part of a later one. */
const owed = (
  and: string,
): string => `exists (select from b_receivable_ledger r where r.settlement = m.id and not r.voided
    and r.state not in ('已取消', '已并入结算') and coalesce(r.cancel_pending, 0) = 0 and ${and})`;

/** Taken by no live record of the module that points at it once. */
const untaken =
  (table: string, column: string): Offer =>
  () =>
    `not exists (select from ${table} x where x.${column} = m.id and x.status in ('running', 'returned', 'approved'))`;

/** By the field that asks. */
export const OFFERS: Readonly<Record<string, Offer>> = {
  'borrowing.origin': openLoan('borrower'),
  'expenseReimbursement.offsets.loan': openLoan('claimer'),
  'payment.origin': (
    said,
  ) => `m.payee_account::text = ${said('payeeAccount')} and (${said('payKind')} = '补票登记' or exists (
    select from advance_ledger l where l.payment_id = m.id and l.paid > l.claim_pending + l.claimed + l.return_pending + l.returned))`,
  'paymentNotEnergy.origin': earlierPay(
    (said) => `case when ${said('payNature')} = '补票登记' then ${TICKET_MISSING} else ${ADVANCE_LEFT} end`,
  ),
  'paymentNotEnergy.offsets.advance': earlierPay(() => `b.kind = '预付款' and ${ADVANCE_LEFT}`),
  'payMoneyApproval.pays.apply': () =>
    `exists (select from b_pay_queue q where q.apply = m.id and not q.voided
      and q.amount > coalesce(q.scheduled, 0) + coalesce(q.paid, 0))`,
  'operatePurchaseSend.purchase': () =>
    `exists (select from b_operate_order_line l where l.purchase = m.id and not l.voided and l.order_qty > coalesce(l.sent_qty, 0))`,
  'operatePurchaseAccept.sendBill': untaken('f_operate_purchase_accept', 'send_bill'),
  'purchaseCheckAccept.sendBill': untaken('f_purchase_check_accept', 'send_bill'),
  'systemMaintenanceFeedback.maintenancePlan': untaken('f_system_maintenance_feedback', 'maintenance_plan'),
  'InvitationUnit.tender': () =>
    `exists (select from b_bid b where b.tender = m.id and not b.voided and b.state = '待邀标')`,
  'EMCOperateContract.investReview': () =>
    `exists (select from b_invest_project i where i.review = m.id and not i.voided and i.state = '有效')`,
  'payMoney.completion': ofContract,
  'payMoney.invoices.invoice': (said) => `m.invoice_kind <> '红字发票' and ${ofContract(said)}`,
  'purchaseInvoice.blueInvoice': (said) => `m.invoice_kind <> '红字发票' and ${ofContract(said)}`,
  'paymentReceived.writeOffs.settlement': () => owed('r.amount > coalesce(r.written, 0) + coalesce(r.cancelled, 0)'),
  'preOpen.lines.settlement': (said) => owed(`r.contract::text = ${said('contract')}`),
  'offer.lastOffer': (said) =>
    `m.consult::text = ${said('consult')} and m.offer_kind = ${said('offerKind')} and ${untaken('f_offer', 'last_offer')(said)}`,
  'purchaseContract.frame': (
    said,
  ) => `exists (select from b_agreement a where a.source_module = 'strategicAgreement' and a.source_id = m.id
    and not a.voided and a.state = '履行中' and a.supplier::text = ${said('supplier')})`,
  'purchaseContract.bidResult': untaken('f_purchase_contract', 'bid_result'),
  'purchaseContract.purchaseApply': (said) =>
    `m.order_way = '转签采购合同' and ${untaken('f_purchase_contract', 'purchase_apply')(said)}`,
};
