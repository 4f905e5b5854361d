/** 报警: what approvals raise, to be handled on the alarm screen. */
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/schema.ts';
import { pushToHolders } from '../../platform/events/push.ts';
import { ALARM_HOLDERS } from '../../modules/system/index.ts';
import { voidRows } from './books.ts';
import type { Source } from './source.ts';

export interface Alarm {
  readonly project: string;
  readonly level: '紧急' | '重要' | '一般';
  readonly kind: string;
  readonly content: string;
  /** A moment. */
  readonly at: string | Date;
}

export const raiseAlarm = async (
  tx: Tx,
  source: Source,
  { project, level, kind, content, at }: Alarm,
): Promise<void> => {
  await sql`insert into alarm (project_code, level, kind, content, raised_at, source_module, source_id)
    values (${project}, ${level}, ${kind}, ${content}, ${at}, ${source.module}, ${source.id})`.execute(tx);
  await pushToHolders(tx, ALARM_HOLDERS, 'alarm', {});
};

export const withdrawAlarm = async (tx: Tx, source: Source): Promise<void> => {
  await voidRows(tx, source, ['alarm']);
  await pushToHolders(tx, ALARM_HOLDERS, 'alarm', {});
};
