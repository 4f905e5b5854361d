/** Rooms and systems of a project: found by name, made where they are new. */
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/schema.ts';
import { invalid } from '../../../platform/http/errors.ts';

export interface Place {
  readonly RoomId?: string | null | undefined;
  readonly RoomName?: string | undefined;
  readonly Floor?: string | undefined;
  readonly SystemName?: string | undefined;
}
interface Placed {
  readonly room: string | null;
  readonly system: string | null;
}

/** Everything that is set up in a project is set up one after another. */
export const lockThings = async (tx: Tx, project: string): Promise<void> =>
  void (await sql`select pg_advisory_xact_lock(hashtextextended('energy_things ' || ${project}, 0))`.execute(tx));

const roomOf = async (
  tx: Tx,
  project: string,
  { RoomId, RoomName = '', Floor = '' }: Place,
): Promise<string | null> => {
  if (RoomId) {
    const { rows } = await sql`select 1 from machine_room where id = ${RoomId} and project_code = ${project}`.execute(
      tx,
    );
    if (rows.length === 0) throw invalid([{ path: 'RoomId', message: '请选择本项目的机房' }]);
    return RoomId;
  }
  if (RoomName === '') return null;
  const { rows } = await sql<{
    id: string;
  }>`insert into machine_room (project_code, name, floor) values (${project}, ${RoomName}, ${Floor})
    on conflict (project_code, name) do update set enabled = true returning id::text as id`.execute(tx);
  return rows[0]?.id ?? null;
};

/** @throws invalid at the field where a room is not the project's, or a system has no room to stand in */
export const placeOf = async (tx: Tx, project: string, place: Place): Promise<Placed> => {
  const room = await roomOf(tx, project, place);
  const name = place.SystemName ?? '';
  if (name === '') return { room, system: null };
  if (room === null) throw invalid([{ path: 'RoomId', message: '系统须属于一个机房，请选择机房' }]);
  const { rows } = await sql<{
    id: string;
  }>`insert into energy_system (project_code, room_id, name) values (${project}, ${room}, ${name})
    on conflict (room_id, name) do update set enabled = true returning id::text as id`.execute(tx);
  return { room, system: rows[0]?.id ?? null };
};
