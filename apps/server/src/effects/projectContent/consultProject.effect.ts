import type { consultProject } from '@hengneng/forms';
import { sql } from 'kysely';
import { refused } from '../../platform/http/errors.ts';
import { dayOf } from '../books/source.ts';
import type { EffectsOf, Recorded } from '../../engine/forms/effect.ts';

type ConsultProject = Recorded<typeof consultProject>;

export const consultProjectEffects: EffectsOf<'consultProject', ConsultProject> = {
  'consultProject.conflictGuard': {
    async apply(tx, { record, now }) {
      const { rows } = await sql<{
        name: string;
        until: string;
      }>`select name, protect_until::text as until from consult_project_archive
        where not voided and protect_until >= ${dayOf(now)}::date and consult_project_id <> ${record.id}
          and (name = ${record.projectName} or (owner_code is not null and owner_code = ${record.ownerCode})) limit 1`.execute(
        tx,
      );
      const other = rows[0];
      // Only a checked duplicate (疑似重复已协调) may stand beside a protected project.
      if (other && record.dupResult === '无重复')
        throw refused(`「${other.name}」在保护期内（至${other.until}），请核对查重结论`);
    },
    async reverse() {
      // The guard writes nothing.
    },
  },
  'consultProject.register': {
    async apply(tx, { record }) {
      await sql`insert into consult_project_archive (consult_project_id, code, name, owner_name, owner_code, protect_until, stage)
        values (${record.id}, ${record.serial}, ${record.projectName}, ${record.ownerName}, ${record.ownerCode}, ${record.protectUntil}, '报备')`.execute(
        tx,
      );
    },
    async reverse(tx, { record }) {
      const { rows } =
        await sql`select 1 from f_consult where consult_project = ${record.id} and status in ('running', 'returned', 'approved') limit 1`.execute(
          tx,
        );
      if (rows.length > 0) throw refused('该咨询项目已有技术咨询单，不能作废');
      const handed =
        await sql`select 1 from handover where consult_project = ${record.id} and state in ('待接收', '已接收') limit 1`.execute(
          tx,
        );
      if (handed.rows.length > 0) throw refused('该咨询项目已提交移交，不能作废');
      // What was still to be done for handing it over is not to be done any more.
      await sql`update follow_up set cancelled_at = app_now() where source_module = 'consultProject' and source_id = ${record.id}
        and source_effect = 'consultProject.handOver' and cancelled_at is null and done_at is null`.execute(tx);
      await sql`delete from consult_project_archive where consult_project_id = ${record.id}`.execute(tx);
    },
  },
  'consultProject.remindProtect': {
    async apply(_tx, { record, services }) {
      if (record.protectUntil)
        await services.remind({
          on: record.protectUntil,
          daysBefore: 15,
          to: [record.salesman],
          title: `咨询项目「${record.projectName}」保护期至${record.protectUntil}，请续报或释放`,
        });
    },
    reverse: (_tx, { services }) => services.takeBack(),
  },
};
