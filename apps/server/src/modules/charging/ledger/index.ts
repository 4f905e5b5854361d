/** The double-entry ledger of charging. It knows accounts and movements, not why they happen. */
export { dayHeld, lockDay, markSummed, openDays } from './days.ts';
export { prepaidAfter, reviewedMonth, roomBalances, type RoomBalances } from './balances.ts';
export { type Broken, brokenInvariants, MONITORS, type Monitor } from './monitors.ts';
export { addUpOpen, OPEN_NOW, REGULAR, withOpenBySum } from './open-sums.ts';
export {
  type AccountKey,
  type AccountKind,
  type Journal,
  type JournalKind,
  keptText,
  LACKS,
  post,
  postBills,
  type Posting,
  postNow,
  postRows,
  reverseJournal,
} from './post.ts';
