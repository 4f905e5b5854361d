import type { consult } from '@hengneng/forms';
import { sql } from 'kysely';
import { voidRows } from '../books/books.ts';
import { dayOf } from '../books/source.ts';
import { effect } from '../kit/effect.ts';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';
import { archiving, workHours } from './shared.ts';

type Consult = Recorded<typeof consult>;

export const consultEffects: EffectsOf<'consult', Consult> = {
  'consult.updateProject': effect(({ record, set }) =>
    set('consultProject', record.consultProject, {
      stage: record.designStage,
      recommended: record.recommend,
      last_scheme_on: record.submitDate,
      // Once the customer accepts, a quotation may refer to this consultation.
      ...(record.customerReply === '认可' ? { quotable_consult_id: record.id } : {}),
    }),
  ),
  'consult.archiveFiles': archiving((record) => ({
    folder: `咨询项目/${record.consultProject}`,
    title: `技术咨询${record.serial}方案成果`,
    files: record.schemeFiles,
  })),
  'consult.workHours': workHours((record, now) => [
    { user: record.hvacEngineer, day: record.submitDate ?? dayOf(now), hours: record.actualHours },
  ]),
  'consult.ecuDraft': effect(async ({ record, services }) => {
    if (record.needEcu)
      await services.draft({
        module: 'ecuConsult',
        applicant: record.applicant,
        title: `技术咨询${record.serial}需自控配合，请发起自控咨询`,
        values: {
          consultProject: record.consultProject,
          hvacConsult: record.id,
          hvacEngineer: record.hvacEngineer,
        },
      });
  }),
  'consult.committeePlan': {
    async apply(tx, { record }) {
      if (record.committeeReview)
        await sql`insert into committee_plan (topic, consult_project_id, source_id)
          values (${`技术咨询${record.serial}方案评审`}, ${record.consultProject}, ${record.id})`.execute(tx);
    },
    reverse: (tx, { source }) => voidRows(tx, source, [], ['committee_plan']),
  },
};
