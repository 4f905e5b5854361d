/** 物业收费: who is charged for what, what is owed, what was paid (docs/adr/0022). Each part adds its own line. */
import type { SeesPaper } from '../../platform/files/papers.ts';
import type { Engine } from '../../engine/index.ts';
import type { Storage } from '../../platform/files/storage.ts';
import type { CallRegistry } from '../../platform/http/registry.ts';
import type { ReferenceSource } from '../../engine/references/types.ts';
import { type NoticeWays, registerNotices } from './notices/index.ts';
import { BILL_REQUEST_PAPER, billReferences, registerChargeBills, seesBillRequest } from './bills/index.ts';
import { type PayDesk, registerPayments } from './payments/index.ts';
import { registerCashier } from './cashier/index.ts';
import { registerIncome } from './income/index.ts';
import {
  communityReferences,
  FEE_PRICE_PAPER,
  feeReferences,
  registerRegistry,
  roomReferences,
  seesFeePrice,
} from './registry/index.ts';
import { registerSuspension, SEASON_PROPS, SECRET_USE_PAPER, seesSecretUse } from './suspension/index.ts';
import { registerStatement } from './statement/index.ts';

export {
  type Affected,
  affectedBills,
  chargingBillJobs,
  consumeAhead,
  type FeeSpan,
  feeOfCategory,
  invoiceable,
  type MadeBill,
  markInvoiced,
  markPaidAhead,
  type MeteredLine,
  meteredBills,
  postInvoice,
  redraft,
  type Reduced,
  reduceBill,
  reissueBills,
  seedBillRuns,
  takeBackLetOff,
  undoMetered,
  undoReduction,
} from './bills/index.ts';
export { accountOf, type Booking, demandOpenDay, giveBack, searchRooms, take } from './cashier/index.ts';
export { brokenInvariants, post, reverseJournal } from './ledger/index.ts';
export { fenOf, yuanOf } from './yuan.ts';
export { type PayDesk, payDesk, paymentJobs } from './payments/index.ts';
export { demoNotices, demoStops, noticeJobs, noticeWays, type NoticeWays } from './notices/index.ts';
export {
  chargedAgain,
  type Ended,
  endSuspension,
  holdRoom,
  resumeSuspension,
  suspend,
  suspensionJobs,
  suspensionsOf,
  voidSuspensions,
} from './suspension/index.ts';
export { chargingIncomeJobs } from './income/index.ts';
export { registryJobs, seedRegistry } from './registry/index.ts';

export const registerCharging = (
  calls: CallRegistry,
  deps: { readonly engine: Engine; readonly storage: Storage; readonly ways: NoticeWays; readonly pay: PayDesk },
): void => {
  registerRegistry(calls);
  registerChargeBills(calls);
  registerCashier(calls);
  registerPayments(calls, deps.pay);
  registerIncome(calls);
  registerSuspension(calls, deps);
  registerNotices(calls, deps.ways);
  registerStatement(calls);
};

/** Papers of charging, by the type under which they are bound, and who may see them. */
export const CHARGING_PAPERS: Readonly<Record<string, SeesPaper>> = {
  [FEE_PRICE_PAPER]: seesFeePrice,
  [BILL_REQUEST_PAPER]: seesBillRequest,
  [SECRET_USE_PAPER]: seesSecretUse,
};

/** What forms point at. */
export const CHARGING_REFERENCES: readonly ReferenceSource[] = [
  communityReferences,
  roomReferences,
  { ...feeReferences, props: SEASON_PROPS },
  billReferences,
];
