/** Who may still change the readings of a day, and until when (可录 → 待复核 → 日锁 → 月锁). */
import { type RoleCode } from '@hengneng/core';
import { addDays, addMonths, HOUR, instantOf, monthOf, type Zone } from './zone.ts';

/** So many days after the day, at so many minutes after midnight. */
interface Deadline {
  readonly days: number;
  readonly minutes: number;
}

export interface LockSettings {
  readonly zone: Zone;
  /** 录入截止, D+1 12:00. */
  readonly entry: Deadline;
  /** 日锁, D+3 24:00. */
  readonly dayLock: Deadline;
  /** 月锁: day (1 to 15) of the month after, 5日 18:00. */
  readonly monthLock: { readonly day: number; readonly minutes: number };
}

export const DEFAULT_LOCKS: Omit<LockSettings, 'zone'> = {
  entry: { days: 1, minutes: 720 },
  dayLock: { days: 3, minutes: 1440 },
  monthLock: { day: 5, minutes: 1080 },
};

/** What people did to a month. */
export interface MonthAct {
  readonly month: string;
  readonly at: number;
  readonly act: 'lock' | 'unlock';
}

export type LockState = 'open' | 'review' | 'dayLocked' | 'monthLocked';
export const LOCK_NAMES: Record<LockState, string> = {
  open: '可录',
  review: '待复核',
  dayLocked: '日锁',
  monthLocked: '月锁',
};

export interface Lock {
  readonly state: LockState;
  /** When it changes by itself; null where it does not. */
  readonly until: number | null;
  /** Why nobody may change it. */
  readonly settled: boolean;
}

export interface LockInput {
  readonly now: number;
  readonly settings: LockSettings;
  readonly acts: readonly MonthAct[];
}

/** An unlocked month locks itself again. */
const UNLOCKED_FOR = 24 * HOUR;

const monthLockAt = (month: string, settings: LockSettings): number => {
  const { day, minutes } = settings.monthLock;
  return instantOf(`${addMonths(month, 1)}-${String(day).padStart(2, '0')}`, minutes, settings.zone);
};

/** Whether a month is locked, and when that changes by itself. */
export function monthLockOf(
  month: string,
  { now, settings, acts }: LockInput,
): { readonly locked: boolean; readonly until: number | null } {
  const auto = monthLockAt(month, settings);
  const done = acts.filter((act) => act.month === month && act.at <= now).sort((a, b) => a.at - b.at);
  const last = done.at(-1);
  if (last?.act === 'unlock' && now < last.at + UNLOCKED_FOR) return { locked: false, until: last.at + UNLOCKED_FOR };
  const everLocked = now >= auto || done.some(({ act }) => act === 'lock');
  return { locked: everLocked, until: everLocked ? null : auto };
}

/**
 * The state of a day. A settlement that quotes the readings locks them at once, whatever the day.
 * @param settled quoted by a settlement.
 */
export function lockOf(day: string, settled: boolean, input: LockInput): Lock {
  const { now, settings } = input;
  const { zone, entry, dayLock } = settings;
  if (settled) return { state: 'monthLocked', until: null, settled };
  const month = monthLockOf(monthOf(day), input);
  if (month.locked) return { state: 'monthLocked', until: null, settled };
  const next = (at: number): number => (month.until === null ? at : Math.min(at, month.until));
  const entryEnd = instantOf(addDays(day, entry.days), entry.minutes, zone);
  if (now < entryEnd) return { state: 'open', until: next(entryEnd), settled };
  const lockAt = instantOf(addDays(day, dayLock.days), dayLock.minutes, zone);
  if (now < lockAt) return { state: 'review', until: next(lockAt), settled };
  return { state: 'dayLocked', until: month.until, settled };
}

export type LockDeed = 'enter' | 'edit' | 'backfill' | 'propose' | 'agree' | 'adjust' | 'lockMonth' | 'unlockMonth';

export interface Actor {
  readonly id: string;
  readonly roles: readonly RoleCode[];
}

/** Who wrote the reading, or proposed the change that is to be agreed to. */
interface DeedContext {
  readonly author?: string;
  readonly proposer?: string;
}

const LATE = '已过录入截止，请到数据补录';
const LOCKED = '该月已月锁，任何人都不能修改，请登记调整';
const SETTLED = '该读数已被结算单引用，不能修改';

/**
 * Null where a person may do it, else what to do instead. Says nothing of buttons and scope, which the server checks besides.
 */
export function refusalOf(
  { state, settled }: Lock,
  deed: LockDeed,
  actor: Actor,
  context: DeedContext = {},
): string | null {
  const is = (role: RoleCode): boolean => actor.roles.includes(role);
  const closed = settled ? SETTLED : LOCKED;
  switch (deed) {
    case 'enter':
      if (state === 'monthLocked') return closed;
      return state === 'open' ? null : LATE;
    case 'edit':
      if (state === 'monthLocked') return closed;
      if (state === 'dayLocked') return '该日已日锁，改数须由项目经理提出、能源数据分析师同意';
      if (state === 'open' && context.author === actor.id) return null;
      return is('projectManager')
        ? null
        : state === 'open'
          ? '只有录入人本人或项目经理可以修改'
          : '已过录入截止，请由项目经理在数据修改中处理';
    case 'backfill':
      if (state === 'monthLocked') return closed;
      if (state === 'dayLocked') return '该日已日锁，补录须由项目经理提出、能源数据分析师同意';
      return is('projectManager') ? null : '补录由项目经理办理';
    case 'propose':
      if (state === 'monthLocked') return closed;
      if (state !== 'dayLocked') return '该日尚未日锁，可直接修改';
      return is('projectManager') ? null : '日锁后的改数由项目经理提出';
    case 'agree':
      if (state === 'monthLocked') return closed;
      if (!is('energyAnalyst')) return '日锁后的改数由能源数据分析师同意';
      return context.proposer === actor.id ? '提出人不能自己同意' : null;
    case 'adjust':
      if (state !== 'monthLocked') return '该月尚未月锁，请直接修改或补录，不必登记调整';
      return is('projectManager') || is('energyAnalyst') ? null : '调整由项目经理或能源数据分析师登记';
    case 'lockMonth':
      if (state === 'monthLocked') return '该月已月锁';
      return is('energyAnalyst') ? null : '月锁由能源数据分析师办理';
    case 'unlockMonth':
      if (state !== 'monthLocked') return '该月没有月锁';
      if (settled) return '该月已结算，不能解锁';
      return is('operationDirector') ? null : '月解锁由运营总监办理';
  }
}

export interface AdjustmentTarget {
  readonly fromMonth: string;
  /** The month that takes the difference up. */
  readonly month: string;
  readonly words: string;
}

/** Where a difference to a locked month goes: the earliest month after it that is open. Null where its own month still is. */
export function adjustmentTarget(
  day: string,
  difference: { readonly quantity: string; readonly unit: string },
  input: LockInput,
): AdjustmentTarget | null {
  const fromMonth = monthOf(day);
  if (!monthLockOf(fromMonth, input).locked) return null;
  let month = addMonths(fromMonth, 1);
  while (monthLockOf(month, input).locked) month = addMonths(month, 1);
  const { quantity, unit } = difference;
  const words = `${fromMonth} 已月锁，历史用量不重算，差额 ${quantity} ${unit} 将登记为调整计入 ${month}`;
  return { fromMonth, month, words };
}
