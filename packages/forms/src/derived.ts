/** What books keep for a module's records beside its own fields: `from` may reach these, the server looks each up. */
export const DERIVED = {
  EMCTechnicalSupportTravel: ['claimTimes'],
  borrowing: ['claimedAmount', 'returnedAmount'],
  coldAndHeatMeter: ['quantity'],
  payMoney: ['leftAmount', 'payableNow'],
  mainEnergySource: ['quantity'],
  operatePurchase: ['orderLines'],
  operatePurchaseSend: ['sentLines'],
  payment: ['claimedAmount', 'returnedAmount', 'ticketedAmount'],
  paymentNotEnergy: ['claimedAmount', 'returnedAmount', 'ticketedAmount'],
  projectVisitApplication: ['claimTimes'],
  projectInvestReview: ['reviewState'],
  purchaseContract: ['totalAmount', 'paidAmount', 'unpaidAmount', 'ticketedAmount', 'warrantyTo', 'payTerm'],
  purchaseInvoice: ['clearedAmount', 'payableAmount'],
  systemMaintenance: ['works'],
  systemSafetyCheck: ['openHazards'],
  userSettlement: ['cancelledAmount', 'writtenOffAmount', 'uninvoicedAmount', 'outstanding'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
