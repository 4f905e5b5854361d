/** Files of what is no record of a form: a price, a cost. Who may see the thing may see its papers. */
import type { Session } from '../context.ts';
import type { Db } from '../db/schema.ts';
import type { Records } from './calls.ts';

export type SeesPaper = (db: Db, session: Session, id: string) => Promise<boolean>;

/** @param owners by the type under which files are bound (`bindFiles`) */
export const withPapers = (records: Records, owners: Readonly<Record<string, SeesPaper>>): Records => ({
  ...records,
  canSee(db, session, type, id) {
    const sees = owners[type];
    return sees === undefined ? records.canSee(db, session, type, id) : sees(db, session, id);
  },
});
