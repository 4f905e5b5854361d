/** Estimates on end: whoever answers for the area is told once they are more than a week. */
import { addDays, CHINA, dayAt, type Register } from '@hengneng/energy/measuring';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/schema.ts';
import { sendMessage } from '../../../platform/messages/send.ts';

const TOLD_DAYS = 7;
const JUDGED_DAYS = 15;
const LOOK_DAYS = 62;

/** Days on end that are estimated, those around a day. */
export function runAround(day: string, estimated: ReadonlySet<string>): number {
  let count = estimated.has(day) ? 1 : 0;
  for (let back = addDays(day, -1); estimated.has(back); back = addDays(back, -1)) count += 1;
  for (let on = addDays(day, 1); estimated.has(on); on = addDays(on, 1)) count += 1;
  return count;
}

export async function tellLongEstimates(
  tx: Tx,
  project: { readonly name: string; readonly areaManager: string | null },
  meter: { readonly id: string; readonly name: string; readonly register: Register },
  at: number,
): Promise<void> {
  if (project.areaManager === null) return;
  const day = dayAt(at, CHINA);
  const { rows } = await sql<{
    day: string;
  }>`select distinct (r.at at time zone ${CHINA})::date::text as day from manual_reading r
    where r.meter_id = ${meter.id} and r.register = ${meter.register} and r.flag = '估' and r.value is not null
      and r.at >= ${addDays(day, -LOOK_DAYS)}::date and r.at < ${addDays(day, LOOK_DAYS)}::date
      and not exists (select from manual_reading s where s.supersedes = r.id)`.execute(tx);
  const days = runAround(day, new Set(rows.map((row) => row.day)));
  if (days <= TOLD_DAYS) return;
  await sendMessage(tx, [project.areaManager], 'reading.estimated', {
    项目: project.name,
    表计: meter.name,
    天数: String(days),
    要求: days > JUDGED_DAYS ? `连续估算已超过 ${JUDGED_DAYS} 天，按规定应列入考核` : `请督促恢复抄表`,
  });
}
