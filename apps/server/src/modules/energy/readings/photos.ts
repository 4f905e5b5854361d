/** Pictures of dials: whoever may see the project may see them. */
import { sql } from 'kysely';
import type { SeesPaper } from '../../../platform/files/papers.ts';
import { projectsVisible } from '../../projects/index.ts';

/** The kind under which they are bound, by the meter. */
export const READING_PHOTO = 'meterReading';

export const seesReadingPhoto: SeesPaper = async (db, session, id) => {
  const { rows } = await sql`select 1 from meter m join project p on p.code = m.project_code
    where m.device_id = ${id} and ${projectsVisible(session, 'p')}`.execute(db);
  return rows.length > 0;
};
