import { type interviewRecord, renewalAttitude, userOpinion } from '@hengneng/forms';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/schema.ts';
import { voidRows } from '../books/books.ts';
import { positive } from '../books/money.ts';
import { dayOf } from '../books/source.ts';
import { effect } from '../kit/effect.ts';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';

type Interview = Recorded<typeof interviewRecord>;

const source = (record: Interview) => ({ module: 'interviewRecord', id: record.id }) as const;

/** 重复回访取最新: of a quarter's visits that stand, the one made last counts, whichever was approved last. */
async function keepNewest(tx: Tx, { project, year, quarter }: Interview): Promise<void> {
  const ofQuarter = sql`a.project_code = ${project} and a.year = ${year} and a.quarter = ${quarter} and not a.voided`;
  await sql`update satisfaction_archive a set superseded = true where ${ofQuarter} and not a.superseded`.execute(tx);
  await sql`update satisfaction_archive set superseded = false where id = (select a.id from satisfaction_archive a
    join f_interview_record f on f.id = a.source_id where ${ofQuarter} order by f.visit_time desc, a.id desc limit 1)`.execute(
    tx,
  );
}

export const interviewRecordEffects: EffectsOf<'interviewRecord', Interview> = {
  'interviewRecord.satisfaction': {
    async apply(tx, { record }) {
      await sql`insert into satisfaction_archive (project_code, year, quarter, score, low_count, renew_intention, source_id, superseded)
        values (${record.project}, ${record.year}, ${record.quarter}, ${record.satisfaction}, ${record.lowCount}, ${record.renewIntention}, ${record.id}, true)`.execute(
        tx,
      );
      await keepNewest(tx, record);
    },
    async reverse(tx, { record }) {
      await voidRows(tx, source(record), [], ['satisfaction_archive']);
      await keepNewest(tx, record);
    },
  },
  'interviewRecord.renewalAttitude': effect(({ record, book }) =>
    book(renewalAttitude, {
      project: record.project,
      contract: record.contract,
      notedOn: dayOf(record.visitTime),
      intention: record.renewIntention,
      sourceNo: record.serial,
    }),
  ),
  'interviewRecord.opinions': effect(async ({ record, book }) => {
    const closed = record.problemCount !== null && record.solvedCount === record.problemCount;
    await book(
      userOpinion,
      ...record.problems.map((row) => ({
        project: record.project,
        kind: row.problemType,
        content: row.problem,
        owner: row.owner,
        promiseDate: row.promiseDate,
        state: closed ? ('已闭环' as const) : ('待答复' as const),
        origin: '客户回访',
        sourceNo: record.serial,
      })),
    );
  }),
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
