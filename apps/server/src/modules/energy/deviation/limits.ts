/** Limits of the verdict as they are stored, shown and merged. */
import type { DeviationNumbers, DeviationRow } from '@hengneng/contracts';
import {
  type DeviationLevel,
  type DeviationLimits,
  deviationOf,
  type DeviationOverride,
} from '@hengneng/energy/measuring';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/schema.ts';

/** Names on the wire, in packages/energy and in the table. */
export const LIMITS = [
  { wire: 'Warn', pure: 'warn', column: 'warn' },
  { wire: 'Abnormal', pure: 'abnormal', column: 'abnormal' },
  { wire: 'MinUsage', pure: 'minUsage', column: 'min_usage' },
  { wire: 'TempWidth', pure: 'width', column: 'width_c' },
  { wire: 'Samples', pure: 'samples', column: 'samples' },
  { wire: 'CapFactor', pure: 'capacityFactor', column: 'capacity_factor' },
  { wire: 'SubDiff', pure: 'subDiff', column: 'sub_diff' },
  { wire: 'BillDiff', pure: 'billDiff', column: 'bill_diff' },
  { wire: 'BalanceDiff', pure: 'balanceDiff', column: 'balance_diff' },
  { wire: 'CopMin', pure: 'copMin', column: 'cop_min' },
  { wire: 'CopMax', pure: 'copMax', column: 'cop_max' },
] as const satisfies readonly { wire: keyof DeviationNumbers; pure: keyof DeviationLimits; column: string }[];

export type Own = DeviationRow['Own'];

export interface StoredLimits {
  readonly id: string;
  readonly level: DeviationLevel;
  readonly project: string | null;
  readonly projectName: string | null;
  readonly category: string | null;
  readonly categoryName: string | null;
  readonly meter: string | null;
  readonly meterName: string | null;
  readonly own: Own;
  readonly reason: string;
  readonly version: number;
  readonly editor: string | null;
  readonly editedAt: string;
}

export const storedLimits = async (db: Db | Tx, where: RawBuilder<unknown>): Promise<readonly StoredLimits[]> => {
  const own = sql.join(LIMITS.map(({ wire, column }) => sql`${sql.lit(wire)}, ${sql.ref(`s.${column}`)}`));
  const { rows } = await sql<StoredLimits>`
    select s.id::text, s.level, s.project_code as project, p.name as "projectName", c.code as category, c.name as "categoryName",
      s.meter_id::text as meter, coalesce(d.display_name, d.name) as "meterName", jsonb_build_object(${own}) as own, s.reason, s.version,
      u.user_name as editor, to_jsonb(s.edited_at) #>> '{}' as "editedAt"
    from deviation_setting s left join project p on p.code = s.project_code left join energy_category c on c.id = s.category_id
    left join device d on d.id = s.meter_id left join app_user u on u.id = s.edited_by
    where ${where} order by array_position(array['company', 'project', 'category', 'meter'], s.level), p.code, c.sort, d.sort, s.id`.execute(
    db,
  );
  return rows;
};

export const overrideOf = (level: DeviationLevel, own: Partial<Own>): DeviationOverride => ({
  level,
  ...Object.fromEntries(LIMITS.flatMap(({ wire, pure }) => (own[wire] == null ? [] : [[pure, own[wire]]]))),
});

/** What holds where a row says something: it and all that is wider. */
export const holdsAt = (
  at: Pick<StoredLimits, 'level' | 'project' | 'category' | 'own'> & { readonly meterCategory?: string | null },
  all: readonly StoredLimits[],
): DeviationLimits => {
  const category = at.level === 'meter' ? (at.meterCategory ?? null) : at.category;
  const wider = all.filter(
    (one) =>
      (one.level === 'company' && at.level !== 'company') ||
      (one.project === at.project &&
        ((one.level === 'project' && (at.level === 'category' || at.level === 'meter')) ||
          (one.level === 'category' && at.level === 'meter' && one.category === category))),
  );
  return deviationOf([...wider.map(({ level, own }) => overrideOf(level, own)), overrideOf(at.level, at.own)]);
};

export const numbersOf = (of: DeviationLimits): DeviationNumbers => ({
  Warn: of.warn,
  Abnormal: of.abnormal,
  MinUsage: of.minUsage,
  TempWidth: of.width,
  Samples: of.samples,
  CapFactor: of.capacityFactor,
  SubDiff: of.subDiff,
  BillDiff: of.billDiff,
  BalanceDiff: of.balanceDiff,
  CopMin: of.copMin,
  CopMax: of.copMax,
});
