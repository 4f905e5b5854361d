/** What a machine's upkeep leaves, whichever form records it: its history, parts that came from stock, and the cost. */
import { replacedPart } from '@hengneng/forms';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/schema.ts';
import type { EffectCall } from '../../engine/forms/effect.ts';
import { noteHistory } from '../books/devices.ts';
import { positive } from '../books/money.ts';
import { dayOf, monthOf } from '../books/source.ts';
import type { Writing } from '../kit/effect.ts';

interface Upkeep {
  readonly serial: string | null;
  readonly applicant: string;
  readonly project: string;
  readonly device: string;
  readonly endTime: string;
  readonly totalCost: string | null;
}

export interface UsedPart {
  readonly stockPart: string | null;
  readonly name: string;
  readonly spec: string | null;
  readonly quantity: string;
  readonly amount: string | null;
  readonly warrantyTo?: string | null;
}

/** How long before a machine's next upkeep its people are told. */
const TOLD_DAYS_BEFORE = 7;

/** Notes the upkeep in the machine's history, what was replaced, and when it is due again. */
export async function noteUpkeep(
  { tx, source, services, book, set }: Pick<EffectCall<unknown>, 'source' | 'services'> & Writing,
  record: Upkeep,
  of: {
    readonly kind: string;
    readonly summary: string;
    readonly next: string | null;
    readonly parts: readonly UsedPart[];
  },
): Promise<void> {
  const { device, project } = record;
  const day = dayOf(record.endTime);
  await noteHistory(tx, source, [
    { device, project, kind: '保养', at: record.endTime, summary: `${of.kind}：${of.summary}`, cost: record.totalCost },
  ]);
  await book(
    replacedPart,
    ...of.parts.map((row) => ({
      device,
      project,
      part: row.name,
      spec: row.spec,
      quantity: row.quantity,
      amount: row.amount,
      replacedOn: day,
      warrantyTo: row.warrantyTo ?? null,
      document: record.serial ?? '',
    })),
  );
  await set('device', device, { last_maintain_date: day });
  if (of.next === null) return;
  await set('device', device, { next_maintain_date: of.next });
  await services.remind({
    on: of.next,
    daysBefore: TOLD_DAYS_BEFORE,
    to: [record.applicant],
    title: `${await deviceName(tx, device)}该做${of.kind}了（上次${record.serial}）`,
  });
}

export async function deviceName(tx: Tx, device: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`select name from device where id = ${device}`.execute(tx);
  return rows[0]?.name ?? '设备';
}

/** Takes what was chosen from the project's store out of it. */
export async function issueParts(
  { stock }: Writing,
  project: string,
  detail: string,
  parts: readonly UsedPart[],
): Promise<void> {
  for (const [index, row] of parts.entries())
    if (row.stockPart !== null && positive(row.quantity))
      await stock(
        { kind: 'part', project, item: row.stockPart },
        `-${row.quantity}`,
        '保养领用',
        `${detail}[${index}].quantity`,
      );
}

export const bookUpkeep = ({ projectCost }: Writing, record: Upkeep): Promise<void> =>
  projectCost(record.project, monthOf(dayOf(record.endTime)), { account: '维修费', amount: record.totalCost });
