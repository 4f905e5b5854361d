import type { interviewRecord } from '@hengneng/forms';
import { sql } from 'kysely';
import { voidRows } from '../books/books.ts';
import { positive } from '../books/money.ts';
import { insertRows } from '../books/rows.ts';
import { sourceColumns, dayOf } from '../books/source.ts';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';

type Interview = Recorded<typeof interviewRecord>;

const source = (record: Interview) => ({ module: 'interviewRecord', id: record.id }) as const;

export const interviewRecordEffects: EffectsOf<'interviewRecord', Interview> = {
  'interviewRecord.satisfaction': {
    async apply(tx, { record }) {
      await sql`update satisfaction_archive set superseded = true where project_code = ${record.project} and year = ${record.year}
        and quarter = ${record.quarter} and not superseded and not voided`.execute(tx);
      await sql`insert into satisfaction_archive (project_code, year, quarter, score, low_count, renew_intention, source_id)
        values (${record.project}, ${record.year}, ${record.quarter}, ${record.satisfaction}, ${record.lowCount}, ${record.renewIntention}, ${record.id})`.execute(
        tx,
      );
    },
    async reverse(tx, { record }) {
      await voidRows(tx, source(record), [], ['satisfaction_archive']);
      // The newest visit of the quarter that still stands counts again.
      await sql`update satisfaction_archive set superseded = false where id = (select id from satisfaction_archive
        where project_code = ${record.project} and year = ${record.year} and quarter = ${record.quarter} and not voided order by id desc limit 1)`.execute(
        tx,
      );
    },
  },
  'interviewRecord.renewalAttitude': {
    async apply(tx, { record, log }) {
      const { rows } = await sql<{
        attitude: string;
        noted_on: string;
        source_id: string;
      }>`select attitude, noted_on::text, source_id from renewal_tracking
        where project_code = ${record.project} for update`.execute(tx);
      const before = rows[0];
      if (before) log({ attitude: before.attitude, notedOn: before.noted_on, sourceId: before.source_id });
      await sql`insert into renewal_tracking (project_code, attitude, noted_on, source_id)
        values (${record.project}, ${record.renewIntention}, ${dayOf(record.visitTime)}, ${record.id})
        on conflict (project_code) do update set attitude = excluded.attitude, noted_on = excluded.noted_on, source_id = excluded.source_id`.execute(
        tx,
      );
    },
    async reverse(tx, { record, logged }) {
      if (logged.attitude)
        await sql`update renewal_tracking set attitude = ${logged.attitude}, noted_on = ${logged.notedOn}, source_id = ${logged.sourceId}
          where project_code = ${record.project} and source_id = ${record.id}`.execute(tx);
      else
        await sql`delete from renewal_tracking where project_code = ${record.project} and source_id = ${record.id}`.execute(
          tx,
        );
    },
  },
  'interviewRecord.opinions': {
    async apply(tx, { record }) {
      const closed = record.problemCount !== null && record.solvedCount === record.problemCount;
      const rows = record.problems.map((row) => ({
        project_code: record.project,
        kind: row.problemType,
        content: row.problem,
        owner: row.owner,
        promise_date: row.promiseDate,
        closed,
        ...sourceColumns(source(record)),
      }));
      await insertRows(tx, 'user_opinion', rows);
    },
    reverse: (tx, { record }) => voidRows(tx, source(record), ['user_opinion']),
  },
  'interviewRecord.adjustTodo': {
    async apply(_tx, { record, services }) {
      if (positive(record.adjustAmount))
        await services.todo({
          kind: '结算调整',
          title: `回访${record.serial}核实账单应调整${record.adjustAmount}元，请在用户结算中处理`,
          project: record.project,
          to: [],
          role: 'finance',
        });
    },
    reverse: (_tx, { services }) => services.takeBack(),
  },
};
