/** What sites of the demo company reported as exchanged: one that waits to be registered, one that was a mistake. */
import { sql } from 'kysely';
import { takeSerial } from '../../../engine/forms/numbering.ts';
import type { Tx } from '../../../platform/db/schema.ts';
import { BREAK_PAPER, SERIAL } from './serial.ts';

const DAY = 86_400_000;

interface Reported {
  readonly project: string;
  readonly code: string;
  readonly by: string;
  readonly reason: string;
  readonly days: number;
  readonly state: '待登记' | '已作废';
  readonly why: string;
}

const REPORTS: readonly Reported[] = [
  {
    project: 'EMC02002',
    code: 'WR-01',
    by: 'operator3',
    reason: '表停走，已换同型号新表，止码见照片',
    days: 1,
    state: '待登记',
    why: '',
  },
  {
    project: 'EMC03001',
    code: 'SB-02',
    by: 'operator4',
    reason: '到期轮换',
    days: 20,
    state: '已作废',
    why: '报错表，实际轮换的是相邻楼栋的表',
  },
];

/** Seeds after the meters, in their transaction. */
export const seedExchanges = async (tx: Tx, now: Date): Promise<void> => {
  for (const one of REPORTS) {
    const at = new Date(now.getTime() - one.days * DAY);
    const serial = await takeSerial(tx, BREAK_PAPER, SERIAL, at);
    await sql`insert into meter_break (serial, meter_id, kind, reason, removed_at, installed_at, registers, old_factory_no, state, created_by,
        created_at, void_reason)
      select ${serial}, d.id, 'swap', ${one.reason}, ${at}, ${at}, '{}', coalesce(d.factory_no, ''), ${one.state}, u.id, ${at}, ${one.why}
      from device d join app_user u on u.account = ${one.by} where d.project_code = ${one.project} and d.code = ${one.code}`.execute(
      tx,
    );
  }
};
