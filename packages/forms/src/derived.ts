/** What books keep for a module's records beside its own fields: `from` may reach these, the server looks each up. */
export const DERIVED = {
  EMCTechnicalSupportTravel: ['claimTimes'],
  borrowing: ['claimedAmount', 'returnedAmount'],
  coldAndHeatMeter: ['quantity'],
  mainEnergySource: ['quantity'],
  payment: ['claimedAmount', 'returnedAmount', 'ticketedAmount'],
  paymentNotEnergy: ['claimedAmount', 'returnedAmount', 'ticketedAmount'],
  projectVisitApplication: ['claimTimes'],
  purchaseContract: ['totalAmount', 'paidAmount', 'unpaidAmount', 'ticketedAmount', 'warrantyTo', 'payTerm'],
  purchaseInvoice: ['clearedAmount'],
  userSettlement: ['writtenOffAmount', 'cancelledAmount', 'uninvoicedAmount', 'outstanding'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
