/** What approvals of consulting write alike: files into the technical archive, hours into the time sheets. */
import type { FileValue } from '@hengneng/form-kit';
import { sql } from 'kysely';
import type { Effect } from '../../engine/forms/effect.ts';
import { voidRows } from '../books/books.ts';
import { noteWorkHours, voidWorkHours, type WorkHours } from '../books/work-hours.ts';

interface Filed {
  readonly folder: string;
  readonly title: string;
  readonly files: readonly FileValue[] | null;
}

/** 技术资料库: files of a record under a folder; nothing where there are none. */
export const archiving = <R>(of: (record: R) => Filed): Effect<R> => ({
  async apply(tx, { record, source }) {
    const { folder, title, files } = of(record);
    if (files === null || files.length === 0) return;
    await sql`insert into tech_archive (folder, title, files, source_module, source_id)
      values (${folder}, ${title}, ${JSON.stringify(files)}::jsonb, ${source.module}, ${source.id})`.execute(tx);
  },
  reverse: (tx, { source }) => voidRows(tx, source, ['tech_archive']),
});

interface Spent {
  readonly user: string | null;
  readonly day: string;
  readonly hours: string | null;
}

/** 工时台账: what people spent on a record, those who spent something. */
export const workHours = <R>(of: (record: R, now: Date) => readonly Spent[]): Effect<R> => ({
  apply: (tx, { record, source, now }) =>
    noteWorkHours(
      tx,
      of(record, now).flatMap(({ user, day, hours }): WorkHours[] =>
        user !== null && Number(hours ?? 0) > 0 ? [{ user, day, hours: hours ?? '0' }] : [],
      ),
      source,
    ),
  reverse: (tx, { source }) => voidWorkHours(tx, source),
});
