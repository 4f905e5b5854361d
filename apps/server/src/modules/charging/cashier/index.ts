/** 收费台. */
import {
  approvalAsk,
  approvalDecide,
  cashierAddCharge,
  cashierCharge,
  cashierChargeRooms,
  cashierDeduct,
  cashierExtraFees,
  cashierPage,
  cashierPayerRooms,
  cashierPreview,
  cashierRecharge,
  cashierRefund,
  cashierReprint,
  cashierReverse,
  closings,
  dayClose,
  dayReport,
  dayTotals,
  household,
  rechargeBalance,
  roomFind,
  roomHistory,
  shiftClose,
  shiftCurrent,
  shiftOpen,
  shiftReport,
  verifyReceipt,
} from '@hengneng/contracts';
import { shortCodeOf } from '@hengneng/core';
import type { Ctx } from '../../../platform/context.ts';
import type { CallRegistry } from '../../../platform/http/registry.ts';
import { holds } from '../../identity/index.ts';
import { askApproval, decideApproval } from './approvals.ts';
import { charge, previewCharge } from './charge.ts';
import { chargeRooms, readPayerRooms } from './charge-rooms.ts';
import { addCharge, listExtraFees } from './extra.ts';
import { deduct, recharge, refund } from './prepaid.ts';
import { checkReceipt, printReceipt } from './receipts.ts';
import { readClosings, readDayReport, readShiftReport } from './reports.ts';
import { findRooms, readBalance, readFlow, readHistory, readHousehold, roomsNumbered } from './read.ts';
import { reverse } from './reverse.ts';
import { closeDay, closeShift, currentShift, openShift, totalsOfDay } from './shifts.ts';

export { deductRoom } from './prepaid.ts';
export { blockedBy, payableOf, previewCharge } from './charge.ts';
export { type CounterRoom, counterRoom, roomAt } from './room.ts';
export { giveBack, reverseTaken } from './reverse.ts';
export { daysToClose } from './shifts.ts';
export { takeRooms } from './take-rooms.ts';
export { accountOf, answerTaken, type Booking, demandOpenDay, demandShift, take, tellCounters } from './take.ts';

const PAGE = shortCodeOf('/chargeManage/chargeCashier');
/** For the search over everything: a room leads to its card at the counter, for who may look there. */
export const searchRooms = async (
  ctx: Ctx,
  keyword: string,
): Promise<readonly { readonly title: string; readonly note: string; readonly path: string }[]> =>
  holds(ctx.session, PAGE, 'search')
    ? (await roomsNumbered(ctx, keyword)).map(({ id, code, community }) => ({
        title: code,
        note: community,
        path: `/chargeManage/chargeCashier?${new URLSearchParams({ code, room: id })}`,
      }))
    : [];

const sees = { access: { screen: PAGE, button: 'search' } } as const;
const edits = { access: { screen: PAGE, button: 'edit' } } as const;
/** Money moves once for each number that the page gives an intended act. */
const numbered = { numberedBy: 'requestId' } as const;
const adds = { access: { screen: PAGE, button: 'add' }, ...numbered } as const;

export const registerCashier = (calls: CallRegistry): void => {
  calls.handle(roomFind, sees, findRooms);
  calls.handle(household, sees, readHousehold);
  calls.handle(rechargeBalance, sees, readBalance);
  calls.handle(roomHistory, sees, readHistory);
  calls.handle(cashierPage, sees, readFlow);
  calls.handle(shiftCurrent, sees, currentShift);
  calls.handle(dayTotals, sees, totalsOfDay);
  calls.handle(cashierPreview, sees, previewCharge);
  calls.handle(cashierExtraFees, sees, listExtraFees);
  calls.handle(cashierCharge, adds, charge);
  calls.handle(cashierPayerRooms, sees, readPayerRooms);
  calls.handle(cashierChargeRooms, adds, chargeRooms);
  calls.handle(cashierRecharge, adds, recharge);
  calls.handle(cashierDeduct, adds, deduct);
  calls.handle(cashierAddCharge, adds, addCharge);
  calls.handle(shiftOpen, adds, openShift);
  calls.handle(shiftClose, sees, closeShift);
  calls.handle(dayClose, edits, closeDay);
  calls.handle(cashierRefund, { ...edits, ...numbered }, refund);
  calls.handle(approvalAsk, { access: { screen: PAGE, button: 'add' } }, askApproval);
  calls.handle(approvalDecide, edits, decideApproval);
  calls.handle(cashierReverse, { access: { screen: PAGE, button: 'delete' }, ...numbered }, reverse);
  calls.handle(closings, sees, readClosings);
  calls.handle(shiftReport, sees, readShiftReport);
  calls.handle(dayReport, sees, readDayReport);
  calls.handle(verifyReceipt, { access: 'public' }, checkReceipt);
  calls.handle(cashierReprint, { access: { screen: PAGE, button: 'download' } }, printReceipt);
};
