/** What the product has beyond the catalogue: pages and modules that are compared with nothing there. */

/** Pages of its own; those of the books and of the modules below go without saying. */
export const OWN_PAGES: readonly string[] = [
  '/system/calendar',
  '/system/stuck',
  '/verify',
  '/suspendApply',
  '/formFlow/payment/fundBudget/fundBudgetLedger',
  '/formFlow/waterQuality/waterChemicalsApplication/chemicalStock',
  '/formFlow/repairMaintenance/maintenanceRecords/sparePartStock',
];

/** Form modules of its own, with all of their screens. */
export const OWN_MODULES: readonly string[] = ['providerStanding'];
