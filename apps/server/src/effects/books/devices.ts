/** 项目设备台账, as approvals add to it. */
import { sql } from 'kysely';
import type { EntrySource } from '../../engine/books/entries.ts';
import type { Tx } from '../../platform/db/schema.ts';
import type { Writing } from '../kit/effect.ts';
import { fullPinyin } from '../people/accounts.ts';
import { voidRows } from './books.ts';
import { insertRows } from './rows.ts';
import { sourceColumns, type Source } from './source.ts';

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

/** Takes devices out of service, as an approval's effect. */
export async function stopDevices({ tx, set }: Pick<Writing, 'tx' | 'set'>, devices: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id::text from device
    where id = any(${[...devices]}::bigint[]) and state in ('active', 'standby') order by id for update`.execute(tx);
  for (const { id } of rows) await set('device', id, { state: 'stopped' });
}

/** Gives back what an effect took out of service: each device as it was before. */
export async function resumeDevices({ tx, set }: Pick<Writing, 'tx' | 'set'>, stopped: EntrySource): Promise<void> {
  const { rows } = await sql<{
    id: string;
    state: string;
  }>`select c.row_key as id, c.before as state from entity_change c
    join device d on d.id::text = c.row_key and d.state = 'stopped'
    where c.table_name = 'device' and c.column_name = 'state' and c.undone_at is null and c.source_module = ${stopped.module}
      and c.source_id = ${stopped.id} and c.source_effect = ${stopped.effect} order by c.id`.execute(tx);
  for (const { id, state } of rows) await set('device', id, { state });
}

/** A line of a device's history: 维修, 故障, 保养. */
export interface HistoryLine {
  readonly device: string;
  readonly project: string;
  readonly kind: '故障' | '保养' | '换表' | '能效测试';
  /** A moment, or a day. */
  readonly at: string;
  readonly summary: string;
  readonly cost?: string | null;
}

export const noteHistory = (tx: Tx, source: Source, lines: readonly HistoryLine[]): Promise<void> =>
  insertRows(
    tx,
    'device_history',
    lines.map((line) => ({
      device_id: line.device,
      project_code: line.project,
      kind: line.kind,
      happened_at: line.at.length === 10 ? `${line.at}T00:00:00+08:00` : line.at,
      summary: line.summary,
      cost: line.cost ?? null,
      ...sourceColumns(source),
    })),
  );

export const undoHistory = (tx: Tx, source: Source): Promise<void> => voidRows(tx, source, ['device_history']);
