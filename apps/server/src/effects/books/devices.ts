/** 项目设备台账, as approvals add to it. */
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/schema.ts';
import { fullPinyin } from '../people/accounts.ts';
import { voidRows } from './books.ts';
import type { Source } from './source.ts';

export interface NewDevice {
  readonly code: string;
  readonly name: string;
  readonly category: string;
  readonly model: string | null;
  readonly installedOn: string | null;
  readonly standby: boolean;
}

/** @returns ids, as a note for `retireDevices` */
export async function addDevices(tx: Tx, project: string, devices: readonly NewDevice[]): Promise<string> {
  if (devices.length === 0) return '';
  const rows = devices.map((device) => ({ ...device, pinyin: fullPinyin(device.name) }));
  const { rows: made } = await sql<{
    id: string;
  }>`insert into device (project_code, code, name, category, model, installed_on, state, pinyin)
    select ${project}, d.code, d.name, d.category, coalesce(d.model, ''), d."installedOn", case when d.standby then 'standby' else 'active' end, d.pinyin
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d(code text, name text, category text, model text, "installedOn" date,
      standby boolean, pinyin text)
    returning id::text`.execute(tx);
  return made.map((row) => row.id).join(' ');
}

/** Takes devices out of use that an approval had added; what was recorded of them stays readable. */
export const retireDevices = async (tx: Tx, ids: string | undefined): Promise<void> =>
  void (await sql`update device set state = 'retired', updated_at = app_now()
    where id = any(${(ids ?? '').split(' ').filter(Boolean)}::bigint[])`.execute(tx));

interface HistoryEntry {
  readonly device: string;
  readonly project: string;
  /** 维修, 保养, 换表, … */
  readonly kind: string;
  readonly at: string;
  readonly summary: string;
  readonly cost?: string | null;
}

/** Notes something in a device's history (设备履历). */
export const noteHistory = async (tx: Tx, entry: HistoryEntry, source: Source): Promise<void> =>
  void (await sql`insert into device_history (device_id, project_code, kind, happened_at, summary, cost, source_module, source_id)
    values (${entry.device}, ${entry.project}, ${entry.kind}, ${entry.at}, ${entry.summary}, ${entry.cost ?? null},
      ${source.module}, ${source.id})`.execute(tx));

/** Takes what a record noted out of the histories. */
export const voidHistory = (tx: Tx, source: Source): Promise<void> => voidRows(tx, source, ['device_history']);
