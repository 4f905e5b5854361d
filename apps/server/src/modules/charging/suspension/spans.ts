/** Rows of `suspension` that applications write: half-open days of a room's fee in which less is charged. */
import { sql } from 'kysely';
import { invalid, refused } from '../../../platform/http/errors.ts';
import type { Tx } from '../../../platform/db/schema.ts';

export interface RoomFee {
  readonly room: string;
  readonly fee: string;
}

export interface Suspension {
  readonly id: string;
  /** The first day, and the last one. */
  readonly from: string;
  readonly until: string;
  readonly keepRate: string;
  /** The application that wrote it. */
  readonly record: string;
}

/** Those of a room's fee that stand and end on or after a day, oldest first; held. */
export async function suspensionsOf(tx: Tx, { room, fee }: RoomFee, day: string): Promise<readonly Suspension[]> {
  const { rows } =
    await sql<Suspension>`select id::text, lower(span)::text as "from", (upper(span) - 1)::text as until, trim_scale(keep_rate)::text as "keepRate",
      source_id::text as record
    from suspension where room_id = ${room} and fee_id = ${fee} and kind = '停用' and not voided and upper(span) > ${day}::date order by lower(span) for update`.execute(
      tx,
    );
  return rows;
}

/** So that two applications for a room come one after the other. */
export const holdRoom = async (tx: Tx, room: string): Promise<void> => {
  await sql`select 1 from room where id = ${room} for update`.execute(tx);
};

const overlaps = (error: unknown): unknown =>
  error instanceof Error && 'constraint' in error && error.constraint === 'suspension_no_overlap'
    ? invalid([{ path: 'startDate', message: '该费项已有停用时段' }])
    : error;

/** @throws invalid where there is one in these days already */
export async function suspend(
  tx: Tx,
  of: RoomFee & {
    readonly from: string;
    readonly until: string;
    readonly keepRate: string;
    readonly sealNo: string;
    readonly record: string;
    readonly madeBy: string;
  },
): Promise<void> {
  // Who looked on the spot is who agreed to that step.
  await sql`insert into suspension (room_id, fee_id, span, keep_rate, seal_no, source_module, source_id, made_by, checked_by)
    values (${of.room}, ${of.fee}, daterange(${of.from}::date, ${of.until}::date, '[]'), ${of.keepRate}, ${of.sealNo}, 'suspend', ${of.record}, ${of.madeBy},
      (select nullif(t.handled_by, ${of.madeBy}::bigint) from wf_instance i join wf_task t on t.instance_id = i.id join wf_node_run n on n.id = t.run_id
        where i.module_id = 'suspend' and i.biz_id = ${of.record} and n.name = '现场关阀核查' and t.state = 'agreed' order by t.id desc limit 1))`
    .execute(tx)
    .catch((error: unknown) => {
      throw overlaps(error);
    });
}

/** What a row was before it was ended. */
export interface Ended {
  readonly id: string;
  readonly until: string;
  readonly voided: boolean;
}

/** Ends it before a day; what would begin then or later does not begin. */
export async function endSuspension(tx: Tx, of: Suspension, day: string): Promise<Ended> {
  const voided = of.from >= day;
  if (voided) await sql`update suspension set voided = true where id = ${of.id}`.execute(tx);
  else await sql`update suspension set span = daterange(lower(span), ${day}::date) where id = ${of.id}`.execute(tx);
  return { id: of.id, until: of.until, voided };
}

/** @throws refused where something else lies in those days by now */
export async function resumeSuspension(tx: Tx, of: Ended): Promise<void> {
  const set = of.voided ? sql`voided = false` : sql`span = daterange(lower(span), ${of.until}::date, '[]')`;
  await sql`update suspension set ${set} where id = ${of.id}`.execute(tx).catch((error: unknown) => {
    throw overlaps(error) === error ? error : refused('恢复后该费项又办了停用，不能作废');
  });
}

export const voidSuspensions = async (tx: Tx, record: string): Promise<void> => {
  await sql`update suspension set voided = true where source_module = 'suspend' and source_id = ${record} and not voided`.execute(
    tx,
  );
};
