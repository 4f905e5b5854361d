/** Tables of accounts (migration 0450) as Kysely sees them. */
import type { ColumnType, Generated } from 'kysely';

interface AccountChangeTable {
  id: Generated<string>;
  kind: string;
  account_id: string | null;
  project_code: string | null;
  content: ColumnType<Readonly<Record<string, unknown>>, string, string>;
  reason: string;
  files: ColumnType<readonly { readonly URL: string; readonly Size: number; readonly Name: string }[], string, string>;
  state: Generated<string>;
  proposed_by: string;
  proposed_at: Generated<Date>;
  decided_by: string | null;
  decided_at: Date | null;
  decision: Generated<string>;
}

interface ReceivedAccountProjectTable {
  account_id: string;
  project_code: string;
}

interface EnergySupplyAccountTable {
  id: Generated<string>;
  project_code: string;
  category_id: string;
  payee_id: string;
  account_no: string;
  holder: Generated<string>;
  use_kind: Generated<string>;
  capacity_kva: string | null;
  pay_mode: string;
  bill_day: number | null;
  due_day: number;
  meters: string[];
  enabled: Generated<boolean>;
  is_demo: Generated<boolean>;
}

declare module '../../../platform/db/schema.ts' {
  interface Database {
    account_change: AccountChangeTable;
    received_account_project: ReceivedAccountProjectTable;
    energy_supply_account: EnergySupplyAccountTable;
  }
}
