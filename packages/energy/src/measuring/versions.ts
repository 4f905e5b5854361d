/** Readings are only ever added; which of them hold follows from what supersedes what, never from the order in which they came. */
import { exact, type Exact } from './exact.ts';

/** 实录、移动端、自动采集、导入、估算、补录、修改过、换表、调整, in the order in which a sum shows them. */
export const FLAGS = ['实', '移', '自', '导', '估', '补', '改', '换', '调'] as const;
export type Flag = (typeof FLAGS)[number];

export interface ReadingVersion {
  readonly id: string;
  /** Instant of the reading. */
  readonly at: number;
  /** Decimal text; null voids the reading that it supersedes (作废). */
  readonly value: string | null;
  readonly flag: Flag;
  /** Instant at which it was written down. */
  readonly recordedAt: number;
  readonly supersedes?: string;
  readonly rollover?: 'claimed' | 'confirmed';
}

export interface EffectiveReading {
  readonly id: string;
  readonly at: number;
  readonly value: Exact;
  readonly flag: Flag;
  readonly rollover: 'none' | 'claimed' | 'confirmed';
}

/** Two readings that claim the same moment, or two corrections of one (待核对): one holds until a person decides. */
export interface Candidate {
  readonly kept: string;
  readonly candidate: string;
}

export interface Effective {
  readonly readings: readonly EffectiveReading[];
  readonly candidates: readonly Candidate[];
}

/** Recorded before imported before estimated: 「标『导』，不覆盖实录」. */
const rank = (flag: Flag): number => (flag === '估' ? 2 : flag === '导' ? 1 : 0);
const before = (a: ReadingVersion, b: ReadingVersion): number =>
  a.recordedAt - b.recordedAt || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);

/** The oldest version that this one leads back to, whether it arrived or not. */
const rootOf = (version: ReadingVersion, byId: ReadonlyMap<string, ReadingVersion>): string => {
  const seen = new Set<string>();
  let id = version.id;
  let next = version.supersedes;
  while (next !== undefined && !seen.has(next)) {
    seen.add(next);
    id = next;
    next = byId.get(next)?.supersedes;
  }
  return id;
};

/** Of readings in order, one a moment and none of them corrected, all hold: what gateways send and files bring, a hundred thousand a year. Null otherwise. */
function untouched(versions: readonly ReadingVersion[], asOf: number): readonly EffectiveReading[] | null {
  const readings: EffectiveReading[] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (const { id, at, value, flag, recordedAt, supersedes, rollover = 'none' } of versions) {
    if (supersedes !== undefined || value === null || at <= last || recordedAt > asOf) return null;
    readings.push({ id, at, value: exact(value), flag, rollover });
    last = at;
  }
  return readings;
}

/**
 * The readings that hold, by time. With `asOf` as they were known at that instant, so that an old report can be made again.
 * Of two corrections of one version the later holds; of two readings of one moment the recorded one, then the earlier.
 */
export function effectiveReadings(versions: readonly ReadingVersion[], asOf = Number.POSITIVE_INFINITY): Effective {
  const plain = untouched(versions, asOf);
  if (plain !== null) return { readings: plain, candidates: [] };
  const known = versions.filter((version) => version.recordedAt <= asOf);
  const superseded = new Set<string>();
  for (const { supersedes } of known) if (supersedes !== undefined) superseded.add(supersedes);
  const byId = superseded.size === 0 ? new Map<string, ReadingVersion>() : new Map(known.map((one) => [one.id, one]));

  const candidates: Candidate[] = [];
  const heads = new Map<string, ReadingVersion>();
  const standing: ReadingVersion[] = [];
  for (const version of known) {
    if (superseded.has(version.id)) continue;
    if (version.supersedes === undefined) {
      standing.push(version);
      continue;
    }
    const root = rootOf(version, byId);
    const other = heads.get(root);
    if (other === undefined) {
      heads.set(root, version);
      continue;
    }
    const [loser, winner] = before(other, version) < 0 ? [other, version] : [version, other];
    heads.set(root, winner);
    candidates.push({ kept: winner.id, candidate: loser.id });
  }
  standing.push(...heads.values());
  standing.sort((a, b) => a.at - b.at || rank(a.flag) - rank(b.flag) || before(a, b));

  const readings: EffectiveReading[] = [];
  for (const { id, at, value, flag, rollover = 'none' } of standing) {
    if (value === null) continue;
    const last = readings.at(-1);
    if (last?.at === at) {
      candidates.push({ kept: last.id, candidate: id });
      continue;
    }
    readings.push({ id, at, value: exact(value), flag, rollover });
  }
  candidates.sort((a, b) => (a.candidate < b.candidate ? -1 : 1));
  return { readings, candidates };
}
