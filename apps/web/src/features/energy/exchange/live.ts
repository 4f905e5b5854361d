/** What an exchange makes of the day, worked out while somebody types, by the formula that the server goes by. */
import type { OutputOf, meterInfo } from '@hengneng/contracts';
import {
  type Break,
  breakUsage,
  type BreakUsage,
  checkBreak,
  checkMultiplierEntry,
  type GapMethod,
} from '@hengneng/energy/measuring';

export type MeterInfo = OutputOf<typeof meterInfo>;

/** The fields of the card as they are typed. */
export interface Card {
  readonly Kind?: 'swap' | 'reset';
  readonly OldEnd?: string;
  readonly RemoveTime?: string | null;
  readonly GapMethod?: GapMethod | null;
  readonly GapUsage?: string;
  readonly GapReason?: string;
  readonly NewStart?: string;
  readonly InstallTime?: string | null;
  readonly NewCT?: string;
  readonly NewPT?: string;
}

export interface Live {
  readonly previous: { readonly value: string; readonly at: string } | null;
  /** Hours between the two instants; null while one of them is missing. */
  readonly gapHours: number | null;
  readonly usage: BreakUsage | null;
  /** What is wrong with what has been typed so far, by field of a line. */
  readonly faults: readonly { readonly path: keyof Break; readonly message: string }[];
  readonly ratio: string | null;
  /** Why the new ratio is none. */
  readonly ratioFault: string | null;
}

const DECIMAL = /^\d{1,12}(\.\d{1,6})?$/;
const instant = (text: string | null | undefined): number | null => {
  const at = text ? new Date(text).getTime() : Number.NaN;
  return Number.isNaN(at) ? null : at;
};

/** The last reading of what hangs there, or what it began with. */
const previousOf = (meter: MeterInfo, removedAt: number | null): Live['previous'] => {
  const hangs = meter.Installs.find(({ To }) => To === null);
  const since = instant(hangs?.From) ?? 0;
  const last = meter.Readings.find(({ Register, Flag, At }) => {
    const at = new Date(At).getTime();
    return Register === 'total' && Flag !== '换' && at >= since && (removedAt === null || at <= removedAt);
  });
  if (last !== undefined) return { value: last.Value, at: last.At };
  const value = hangs?.First['total'];
  return hangs === undefined || value === undefined ? null : { value, at: hangs.From };
};

const ratioOf = ({ NewCT, NewPT }: Card): { readonly value: string | null; readonly fault: string | null } => {
  if (!NewCT && !NewPT) return { value: null, fault: null };
  const found = checkMultiplierEntry({ ...(NewCT ? { ct: NewCT } : {}), ...(NewPT ? { pt: NewPT } : {}) });
  return 'message' in found ? { value: null, fault: found.message } : { value: found.value, fault: null };
};

export function liveOf(meter: MeterInfo, card: Card, now: number): Live {
  const removedAt = instant(card.RemoveTime);
  const installedAt = card.Kind === 'reset' ? removedAt : instant(card.InstallTime);
  const previous = previousOf(meter, removedAt);
  const ratio = ratioOf(card);
  const gapHours =
    removedAt === null || installedAt === null ? null : Math.round((installedAt - removedAt) / 360_000) / 10;
  const about = { previous, gapHours, ratio: ratio.value, ratioFault: ratio.fault };
  const { OldEnd = '', NewStart = '' } = card;
  if (removedAt === null || installedAt === null || !DECIMAL.test(OldEnd) || !DECIMAL.test(NewStart))
    return { ...about, usage: null, faults: [] };
  const line: Break = {
    id: '',
    kind: card.Kind ?? 'swap',
    removedAt,
    installedAt,
    oldFinal: OldEnd,
    newInitial: NewStart,
    gap:
      card.GapMethod && DECIMAL.test(card.GapUsage ?? '')
        ? { usage: card.GapUsage ?? '0', method: card.GapMethod, reason: card.GapReason ?? '' }
        : null,
    ...(ratio.value === null ? {} : { multiplier: ratio.value }),
    confirmed: false,
  };
  const faults = checkBreak(line, {
    previous: previous === null ? null : { value: previous.value, at: new Date(previous.at).getTime() },
    now,
  });
  const multipliers = meter.Ratios.filter(({ State }) => State === '已生效').map(({ From, Ratio, Gas }) => ({
    from: new Date(From).getTime(),
    value: Ratio,
    gas: Gas === null ? null : { gauge: Gas.Gauge, air: Gas.Air, temperature: Gas.Temperature },
  }));
  if (
    previous === null ||
    faults.some(({ path }) => path !== 'gap') ||
    multipliers.every(({ from }) => from > removedAt)
  )
    return { ...about, usage: null, faults };
  const after = meter.Readings.filter(
    ({ Register, Flag, At }) => Register === 'total' && Flag !== '换' && new Date(At).getTime() >= installedAt,
  ).at(-1);
  return {
    ...about,
    usage: breakUsage(line, { previous: previous.value, current: after?.Value ?? NewStart }, multipliers),
    faults,
  };
}
