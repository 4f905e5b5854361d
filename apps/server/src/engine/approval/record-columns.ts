/** A record as lists of approvals show it: its columns, where they come from, and what is answered of them. */
import { sql } from 'kysely';
import { identityOf } from './modules.ts';
import type { FlowStatus } from './types.ts';

export interface RecordColumns {
  readonly module_id: string;
  readonly biz_id: string;
  readonly serial: string | null;
  readonly title: string;
  readonly starter: string;
  readonly starter_name: string | null;
  readonly project_code: string | null;
  readonly project_name: string | null;
  readonly amount: string | null;
  readonly status: FlowStatus;
}

export const recordColumns = sql`i.module_id, i.biz_id, i.serial, i.title, i.starter, u.user_name as starter_name,
  i.project_code, p.name as project_name, round(i.amount, 2)::text as amount, i.status`;
export const recordJoins = sql`left join app_user u on u.id = i.starter left join project p on p.code = i.project_code`;

export const recordOf = (row: RecordColumns) => ({
  ...identityOf(row.module_id),
  BusinessId: row.biz_id,
  moduleId: row.module_id,
  serial: row.serial,
  title: row.title,
  applicantId: row.starter,
  applicant: row.starter_name ?? '',
  projectCode: row.project_code,
  project: row.project_name,
  amount: row.amount,
  Status: row.status,
});
