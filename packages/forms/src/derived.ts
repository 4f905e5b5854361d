/** What books keep for a module's records beside its own fields: `from` may reach these, the server looks each up. */
export const DERIVED = {
  borrowing: ['claimedAmount', 'returnedAmount'],
  operatePurchase: ['orderLines'],
  operatePurchaseSend: ['sentLines'],
  payMoney: ['leftAmount', 'payableNow'],
  mainEnergySource: ['quantity'],
  payment: ['claimedAmount', 'returnedAmount', 'ticketedAmount'],
  paymentNotEnergy: ['claimedAmount', 'returnedAmount', 'ticketedAmount'],
  projectInvestReview: ['reviewState'],
  purchaseContract: ['totalAmount', 'paidAmount', 'unpaidAmount', 'ticketedAmount', 'warrantyTo', 'payTerm'],
  purchaseInvoice: ['clearedAmount', 'payableAmount'],
  systemMaintenance: ['works'],
  systemSafetyCheck: ['openHazards'],
  userSettlement: ['cancelledAmount', 'writtenOffAmount', 'uninvoicedAmount', 'outstanding'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
