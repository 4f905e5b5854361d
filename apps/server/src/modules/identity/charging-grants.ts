/** Who holds the pages of charging (物业收费) from the start. */
import { LEADERS, type LookedAt } from './hands.ts';

export const CHARGING_PAGES: Readonly<Record<string, LookedAt>> = {
  // Bills are made by those at the counter, and checked by others; what is let off in full or beyond a limit is agreed to by the area's manager.
  '/chargeManage/chargeBill': { makers: ['cashier', 'propertyManager'], viewers: ['finance', ...LEADERS] },
  '/chargeManage/chargeBillAudit': {
    makers: ['propertyManager', 'finance', 'areaManager'],
    viewers: ['generalManager', 'operationDirector'],
  },
  // Who takes money, and who looks after those who do: agrees to their counts, takes receipts back.
  // Finance takes no money: it agrees to counts, and takes back receipts of others.
  '/chargeManage/chargeCashier': {
    makers: ['cashier', 'propertyManager'],
    viewers: ['finance'],
    looking: new Set([1, 3, 5, 7]),
  },
  // Who goes there to look at the valve sees what waits, and no more of it than that.
  '/chargeManage/suspend/suspendTask': {
    makers: ['cashier', 'propertyManager'],
    viewers: ['operator', 'finance', ...LEADERS],
    looking: new Set([3]),
  },
  // Papers of householders are seen by those who take their applications.
  '/chargeManage/suspend/weChatApplySuspendTask': {
    makers: ['cashier', 'propertyManager'],
    viewers: ['finance', 'generalManager', 'operationDirector'],
    looking: new Set([3]),
  },
  '/chargeManage/chargeIncome': { makers: ['finance'], viewers: ['propertyManager', 'cashier', ...LEADERS] },
  // Who takes money in a community and which numbers receipts have is laid down by its property manager.
  // Prices are made by one person of finance and put in force by another.
  '/chargeManage/chargeFee': { makers: ['finance'], viewers: ['cashier', 'propertyManager', ...LEADERS] },
  // Who writes announcements; what stops supply or threatens is agreed to by another property manager or the area's.
  '/chargeManage/chargeNotice': {
    makers: ['cashier', 'propertyManager', 'areaManager'],
    viewers: ['finance', 'generalManager', 'operationDirector'],
  },
  '/chargeManage/chargeRoom': { makers: ['propertyManager'], viewers: ['finance', 'cashier', ...LEADERS] },
  '/chargeManage/chargeCommunity': { makers: ['propertyManager'], viewers: ['finance', 'cashier', ...LEADERS] },
};
