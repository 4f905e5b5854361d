import type { consult } from '@hengneng/forms';
import { sql } from 'kysely';
import { voidRows } from '../books/books.ts';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';

type Consult = Recorded<typeof consult>;

const source = (record: Consult) => ({ module: 'consult', id: record.id }) as const;

export const consultEffects: EffectsOf<'consult', Consult> = {
  'consult.updateProject': {
    async apply(tx, { record, log }) {
      const { rows } = await sql<{
        stage: string | null;
        recommended: string | null;
        last: string | null;
        quotable: string | null;
      }>`
        select stage, recommended, last_scheme_on::text as last, quotable_consult_id::text as quotable from consult_project_archive
        where consult_project_id = ${record.consultProject} for update`.execute(tx);
      const before = rows[0];
      if (!before) return;
      log({
        stage: before.stage ?? '',
        recommended: before.recommended ?? '',
        last: before.last ?? '',
        quotable: before.quotable ?? '',
      });
      // Once the customer accepts, a quotation may refer to this consultation.
      const quotable = record.customerReply === '认可' ? record.id : before.quotable;
      await sql`update consult_project_archive set stage = ${record.designStage}, recommended = ${record.recommend},
        last_scheme_on = ${record.submitDate}, quotable_consult_id = ${quotable} where consult_project_id = ${record.consultProject}`.execute(
        tx,
      );
    },
    async reverse(tx, { record, logged }) {
      if (logged.stage === undefined) return;
      await sql`update consult_project_archive set stage = nullif(${logged.stage}, ''), recommended = nullif(${logged.recommended}, ''),
        last_scheme_on = nullif(${logged.last}, '')::date, quotable_consult_id = nullif(${logged.quotable}, '')::bigint
        where consult_project_id = ${record.consultProject}`.execute(tx);
    },
  },
  'consult.archiveFiles': {
    async apply(tx, { record }) {
      await sql`insert into tech_archive (folder, title, files, source_module, source_id)
        values (${`咨询项目/${record.consultProject}`}, ${`技术咨询${record.serial}方案成果`}, ${JSON.stringify(record.schemeFiles ?? [])}::jsonb, 'consult', ${record.id})`.execute(
        tx,
      );
    },
    reverse: (tx, { record }) => voidRows(tx, source(record), ['tech_archive']),
  },
  'consult.workHours': {
    async apply(tx, { record }) {
      if (record.hvacEngineer && record.submitDate && Number(record.actualHours) > 0)
        await sql`insert into work_hours (user_id, day, hours, source_module, source_id)
          values (${record.hvacEngineer}, ${record.submitDate}, ${record.actualHours}, 'consult', ${record.id})`.execute(
          tx,
        );
    },
    reverse: (tx, { record }) => voidRows(tx, source(record), ['work_hours']),
  },
  'consult.ecuDraft': {
    async apply(_tx, { record, services }) {
      if (record.needEcu)
        await services.draft({
          module: 'ecuConsult',
          applicant: record.applicant,
          title: `技术咨询${record.serial}需自控配合，请发起自控咨询`,
          values: { consultProject: record.consultProject },
        });
    },
    reverse: (_tx, { services }) => services.takeBack(),
  },
  'consult.committeePlan': {
    async apply(tx, { record }) {
      if (record.committeeReview)
        await sql`insert into committee_plan (topic, consult_project_id, source_id)
          values (${`技术咨询${record.serial}方案评审`}, ${record.consultProject}, ${record.id})`.execute(tx);
    },
    reverse: (tx, { record }) => voidRows(tx, source(record), [], ['committee_plan']),
  },
};
