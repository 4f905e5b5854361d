/** Repairs that other records ask for. */
import { sql } from 'kysely';
import type { FollowUps } from '../../engine/forms/effect.ts';
import type { Tx } from '../../platform/db/schema.ts';

interface Found {
  readonly title: string;
  /** Who goes on with it; whoever found it where nobody is named. */
  readonly applicant?: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Drafts the repair of what a record found: whoever filed that record is the one who reports it. */
export async function draftRepair(
  {
    tx,
    record,
    services,
  }: {
    readonly tx: Tx;
    readonly record: { readonly applicant: string; readonly project: string | null };
    readonly services: FollowUps;
  },
  { title, applicant = record.applicant, values }: Found,
): Promise<void> {
  const { rows } = await sql<{ reporter: string; reporterPhone: string | null }>`
    select user_name as reporter, phone as "reporterPhone" from app_user where id = ${record.applicant}`.execute(tx);
  await services.draft({
    module: 'maintenanceRecords',
    applicant,
    title,
    values: { project: record.project, ...rows[0], ...values },
  });
}
